import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { pageTreeshake } from './scripts/lib/page-treeshake.mjs';
import { preloadFace } from './scripts/lib/preload-face.mjs';
import { routeNames } from './scripts/lib/route-names.mjs';
import { threads } from './scripts/lib/threads.mjs';
import { listBundledPackages } from './scripts/lib/packaged/bundled-packages.mjs';

/** Everything is bundled except what only exists at run time: Electron itself and the native keychain module. */
const external = ['electron', 'keytar', /^node:/];

/** For the licences that go into a package. */
const listed = listBundledPackages('out/bundled-packages');

export default defineConfig({
  main: {
    plugins: [listed, routeNames],
    build: {
      outDir: 'out/main',
      externalizeDeps: false,
      rolldownOptions: {
        external,
        input: {
          index: 'electron/main/index.ts',
          'keychain-process': 'electron/main/platform/keychain-process.ts',
          ...threads,
        },
      },
    },
  },
  preload: {
    plugins: [listed, routeNames],
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      isolatedEntries: true,
      minify: true,
      rolldownOptions: {
        external,
        input: {
          main: 'electron/preload/main.ts',
          key: 'electron/preload/key.ts',
          code: 'electron/preload/code.ts',
        },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [react(), listed, preloadFace('index.html', 'inter-latin-wght-normal')],
    build: {
      outDir: 'out/renderer',
      assetsInlineLimit: 0,
      minify: true,
      rolldownOptions: {
        input: { main: 'renderer/index.html', key: 'renderer/key.html', code: 'renderer/code.html' },
        treeshake: pageTreeshake,
      },
    },
  },
});
