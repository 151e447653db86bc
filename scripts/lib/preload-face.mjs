// @ts-check
import { basename } from 'node:path';

/**
 * Lets a page fetch its face before its styles ask for it: else the first layout looks for another one, and is done twice.
 *
 * @param {string} page The document's file name.
 * @param {string} face The face's file name, without the extension.
 * @returns {import('vite').Plugin}
 */
export const preloadFace = (page, face) => ({
  name: 'preload-face',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { filename, bundle }) {
      if (basename(filename) !== page || bundle === undefined) return [];
      const file = Object.keys(bundle).find((name) => basename(name).startsWith(`${face}-`));
      if (file === undefined) throw new Error(`${page} has no face ${face}`);
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `./${file}` };
      return [{ tag: 'link', attrs, injectTo: 'head' }];
    },
  },
});
