import { defineConfig } from 'vitest/config';

/** The threads that tests start are built ones. */
const buildThreads = 'tests/support/threads/build-threads.ts';

export default defineConfig({
  test: {
    restoreMocks: true,
    // Vitest would leave one of two processors idle.
    maxWorkers: '100%',
    coverage: { provider: 'v8', reportsDirectory: 'test-results/coverage' },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts', 'tests/unit/**/*.test.tsx'],
          environment: 'node',
          // Half of the time went into loading the same modules for each file anew.
          isolate: false,
          // Ten thousand generated cases take their time where other programs use the processors too.
          testTimeout: 30_000,
          setupFiles: ['tests/support/seed.ts', 'tests/support/after-each-file.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: buildThreads,
          environment: 'node',
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: buildThreads,
          environment: 'node',
          testTimeout: 60_000,
        },
      },
    ],
  },
});
