import namedesk from '../../../package.json' with { type: 'json' };

/** Of Namedesk, as package.json has it: the application's bundle has the number alone (electron.vite.config.ts). */
export const { version } = namedesk;
