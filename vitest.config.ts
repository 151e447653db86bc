import { defineConfig } from 'vitest/config';

// Unit and integration tests do not isolate their files: half of the time went into loading the same modules for each of them anew.

/** The threads that tests start are built ones. */
const buildThreads = 'tests/support/threads/build-threads.ts';
/** The first test that needs a PostgreSQL server starts it for the run, and all of them share it. */
const postgresOfRun = 'tests/support/postgres/postgres-of-run.ts';
/** Processes that tests start find their sources compiled by those before them. */
const ofProcesses = { NODE_COMPILE_CACHE: `${import.meta.dirname}/node_modules/.cache/namedesk-tests` };
const setUp = 'tests/support/set-up.ts';

export default defineConfig({
  test: {
    restoreMocks: true,
    // These end tests that hang, and judge no speed: on a busy machine a test may take ten times as long.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
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
          isolate: false,
          setupFiles: ['tests/support/seed.ts', setUp],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: [buildThreads, postgresOfRun],
          setupFiles: setUp,
          environment: 'node',
          isolate: false,
          env: ofProcesses,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: { name: 'walls', include: ['tests/walls/**/*.test.ts'], environment: 'node' },
      },
      {
        extends: true,
        test: {
          name: 'installed',
          include: ['tests/installed/**/*.test.ts'],
          environment: 'node',
          testTimeout: 900_000,
          hookTimeout: 900_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: [buildThreads, postgresOfRun],
          setupFiles: setUp,
          environment: 'node',
          env: ofProcesses,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
