// @ts-check
import { pathToFileURL } from 'node:url';
import { normalizePath } from 'vite';
import { inCheckout } from './paths.mjs';

const file = inCheckout('shared', 'route-names.ts');

/**
 * Replaces `shared/route-names.ts` by the names that it exports, so that a bundle has them without the contract's schemas.
 *
 * @type {import('vite').Plugin}
 */
export const routeNames = {
  name: 'route-names',
  async load(id) {
    if (id !== normalizePath(file)) return null;
    const { routes, eventNames } = await import(pathToFileURL(file).href);
    return [
      `export const routes = ${JSON.stringify(routes)};`,
      `export const eventNames = ${JSON.stringify(eventNames)};`,
    ].join('\n');
  },
};
