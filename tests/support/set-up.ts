import { afterAll, afterEach, vi } from 'vitest';

/** Long enough for a busy machine: these waits end as soon as what they wait for is there. */
const timeout = 20_000;

/** The options with this time-out, unless they name one. */
const patient = (options: Parameters<typeof vi.waitFor>[1]) =>
  typeof options === 'number' ? options : { timeout, ...options };

// Files that share a process share `vi`: the second one finds this done.
if (vi.waitFor.name !== 'waitPatiently') {
  const { waitFor, waitUntil } = vi;
  vi.waitFor = function waitPatiently(callback, options) {
    return waitFor(callback, patient(options));
  };
  vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));
}

if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: timeout });
}

// A test that stops the clock stops it for itself alone.
afterEach(() => void vi.useRealTimers());

// Unit tests share one process and one window: a file leaves nothing of its own behind.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  if (typeof document === 'undefined') return;
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});
