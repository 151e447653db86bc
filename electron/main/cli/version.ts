import { readFileSync } from 'node:fs';

// Read while the application is built: its bundle has the number alone (electron.vite.config.ts). From a checkout it is read as it stands.

const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');

/** Of Namedesk, as package.json has it. */
export const { version } = JSON.parse(manifest) as { readonly version: string }; // A test compares them.
