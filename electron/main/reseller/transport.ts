import { defaultLimits, type Limits, type Transport } from './transport/outcome.ts';
import type { Trust } from './transport/trust.ts';

interface TransportOptions {
  /** Shorter in tests; never set by a user. */
  readonly limits?: Partial<Limits>;
  /** PEM certificates instead of the operating system's roots; for tests against a server of their own. */
  readonly roots?: readonly string[];
}

/**
 * The one way to a reseller service (C1): reads over pooled connections, everything else once over a connection of its
 * own. Chromium's stack is not used: measured, it re-sends a whole POST by itself.
 *
 * Either is loaded with its first use and not at the start: undici weighs more than all else that stands behind the window, and
 * of `node:http` Node makes its own copy of undici's half.
 */
export function createTransport(options: TransportOptions = {}): Transport {
  const limits = { ...defaultLimits, ...options.limits };
  const trust = late(() => loadTrust(options.roots));
  const reads = late(async () => {
    const [{ createReads }, trusted] = await Promise.all([import('./transport/reads.ts'), trust.load()]);
    return createReads(limits, trusted);
  });
  const once = late(async () => {
    const [{ createOnce }, trusted] = await Promise.all([import('./transport/once.ts'), trust.load()]);
    return createOnce(limits, trusted);
  });
  return {
    read: (request) => reads.loaded()?.send(request) ?? reads.load().then(({ send }) => send(request)),
    bytes: (request) => reads.loaded()?.bytes(request) ?? reads.load().then(({ bytes }) => bytes(request)),
    once: (request) => once.load().then(({ send }) => send(request)),
    async close() {
      (await once.begun())?.close();
      await (await reads.begun())?.close();
    },
  };
}

interface Late<T> {
  /** Null before the first `load` has ended. */
  readonly loaded: () => T | null;
  readonly load: () => Promise<T>;
  /** What `load` gives, or null where it was never called. */
  readonly begun: () => Promise<T> | null;
}

function late<T>(begin: () => Promise<T>): Late<T> {
  let loaded: T | null = null;
  let loading: Promise<T> | null = null;

  async function load(): Promise<T> {
    loaded = await begin();
    return loaded;
  }

  return { loaded: () => loaded, load: () => (loading ??= load()), begun: () => loading };
}

/** Made when the first connection wants it. */
async function loadTrust(roots: TransportOptions['roots']): Promise<() => Trust> {
  const { createTrust } = await import('./transport/trust.ts');
  let made: Trust | null = null;
  return () => (made ??= createTrust(roots));
}
