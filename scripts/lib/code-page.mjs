// @ts-check
import { pathToFileURL } from 'node:url';
import { inCheckout } from './paths.mjs';

const source = inCheckout('electron', 'main', 'codes', 'export', 'code-page.ts');

/**
 * Gives a bundle the page of a file of codes, made, instead of what makes it.
 *
 * @type {import('vite').Plugin}
 */
export const madeCodePage = {
  name: 'made-code-page',
  load: {
    filter: { id: /\/codes\/export\/code-page\.ts$/ },
    async handler() {
      // Anew for each build of this process: what it is made of may have changed.
      const { codePage } = await import(`${pathToFileURL(source).href}?${Date.now()}`);
      return `export const codePage = ${JSON.stringify(codePage)};\n`;
    },
  },
};
