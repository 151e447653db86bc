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
    const [{ createReads }, trusted] = await Promise.all([import('./transport/reads.ts'), trust()]);
    return createReads(limits, trusted);
  });
  const once = late(async () => {
    const [{ createOnce }, trusted] = await Promise.all([import('./transport/once.ts'), trust()]);
    return createOnce(limits, trusted);
  });
  return {
    read: async (request) => (await reads()).send(request),
    bytes: async (request) => (await reads()).bytes(request),
    once: async (request) => (await once()).send(request),
    async close() {
      (await once.begun)?.close();
      await (await reads.begun)?.close();
    },
  };
}

interface Late<T> {
  (): Promise<T>;
  /** The promise of the first call, or null if there was none. */
  begun: Promise<T> | null;
}

function late<T>(begin: () => Promise<T>): Late<T> {
  const load: Late<T> = Object.assign(() => (load.begun ??= begin()), { begun: null });
  return load;
}

/** Created on the first connection that needs it. */
async function loadTrust(roots: TransportOptions['roots']): Promise<() => Trust> {
  const { createTrust } = await import('./transport/trust.ts');
  let made: Trust | null = null;
  return () => (made ??= createTrust(roots));
}
