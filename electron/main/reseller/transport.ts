import { defaultLimits, type Limits, type Transport } from './transport/outcome.ts';
import type { Trust } from './transport/trust.ts';

interface TransportOptions {
  /** Shorter in tests; never set by a user. */
  readonly limits?: Partial<Limits>;
  /** PEM certificates instead of the operating system's roots; for tests against their own server. */
  readonly roots?: readonly string[];
}

/**
 * The only transport to a reseller service (C1): reads use pooled connections, everything else is sent once over a
 * connection of its own. Chromium's network stack is not used: measurements showed that it re-sends a whole POST by
 * itself.
 *
 * Both parts are loaded on first use instead of at startup: undici is larger than everything else loaded behind the
 * window, and `node:http` makes Node load its own copy of half of undici.
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
  /** Null before the first `load` has completed. */
  readonly loaded: () => T | null;
  readonly load: () => Promise<T>;
  /** The promise of `load`, or null if it was never called. */
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

/** Created on the first connection that needs it. */
async function loadTrust(roots: TransportOptions['roots']): Promise<() => Trust> {
  const { createTrust } = await import('./transport/trust.ts');
  let made: Trust | null = null;
  return () => (made ??= createTrust(roots));
}
