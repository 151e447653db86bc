import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

/** Everything is bundled except what only exists at run time: Electron itself and the native keychain module. */
const external = ['electron', 'keytar', /^node:/];

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      externalizeDeps: false,
      rolldownOptions: {
        external,
        input: {
          index: 'electron/main/index.ts',
          'keychain-process': 'electron/main/platform/keychain-process.ts',
          'workspace-worker': 'electron/main/workspace/worker.ts',
          'intake-worker': 'electron/main/intake/intake-worker.ts',
          'exports-worker': 'electron/main/exports/exports-worker.ts',
        },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      isolatedEntries: true,
      minify: true,
      rolldownOptions: {
        external,
        input: { main: 'electron/preload/main.ts', key: 'electron/preload/key.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [react()],
    build: {
      outDir: 'out/renderer',
      assetsInlineLimit: 0,
      minify: true,
      rolldownOptions: { input: { main: 'renderer/index.html', key: 'renderer/key.html' } },
    },
  },
});
