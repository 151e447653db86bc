import { contract, events } from './contract.ts';

// In the application's bundles this module is replaced by its own values (electron.vite.config.ts): the preload and
// the start of main know the names without loading the schemas, which are 170 kB.

/** The methods of each area of the contract. */
export const routes: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(contract).map(([area, methods]) => [area, Object.keys(methods)]),
);

export const eventNames: readonly string[] = Object.keys(events);
