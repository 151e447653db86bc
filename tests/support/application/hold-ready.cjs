// Loaded before main (`-r`): keeps the application from opening its window until Playwright is attached. A page that is
// attached to in the middle of its first navigation is never reported as loaded, and one start in ten would hang. Playwright
// does the same by itself where it starts the `electron` package, and calls what we leave for it.
const { app } = require('electron');
const { syncBuiltinESMExports } = require('node:module');
const { join } = require('node:path');
const threads = require('node:worker_threads');

const ready = app.whenReady();
const { promise: attached, resolve: attach } = Promise.withResolvers();
app.whenReady = () => attached.then(() => ready);
globalThis.__playwright_run = attach;

// The backend has a thread, and with it a clock of its own.
const { Worker } = threads;
threads.Worker = class extends Worker {
  constructor(file, options = {}) {
    super(file, { ...options, execArgv: ['--require', join(__dirname, 'clock.cjs')] });
  }
};
syncBuiltinESMExports();
