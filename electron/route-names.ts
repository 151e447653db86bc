import { events } from '#shared/events.ts';
import { actions } from './main/actions.ts';

// In the application's bundles this module is replaced by its own values (electron.vite.config.ts): the preload and
// the start of main know the names without loading the schemas, which are 170 kB.

/** The names of what the page can ask, by area. */
export const routes: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(actions).map(([area, methods]) => [area, Object.keys(methods)]),
);

export const eventNames: readonly string[] = Object.keys(events);
