import { defaultLimits, type Limits } from './transport/limits.ts';
import { createOnce } from './transport/once.ts';
import type { Transport } from './transport/outcome.ts';
import type { Reads } from './transport/reads.ts';
import { createTrust, type Trust } from './transport/trust.ts';

export interface TransportOptions {
  /** Shorter in tests; never set by a user. */
  readonly limits?: Partial<Limits>;
  /** PEM certificates instead of the operating system's roots; for tests against a server of their own. */
  readonly roots?: readonly string[];
}

/**
 * The one way to a reseller service (C1): reads over pooled connections, everything else once over a connection of its
 * own. Chromium's stack is not used: measured, it re-sends a whole POST by itself.
 */
export function createTransport(options: TransportOptions = {}): Transport {
  const limits = { ...defaultLimits, ...options.limits };
  let made: Trust | null = null;
  const trust = (): Trust => (made ??= createTrust(options.roots));
  const reads = createLateReads(limits, trust);
  const once = createOnce(limits, trust);
  return {
    read: (request) => reads.loaded()?.send(request) ?? reads.load().then(({ send }) => send(request)),
    bytes: (request) => reads.loaded()?.bytes(request) ?? reads.load().then(({ bytes }) => bytes(request)),
    once: once.send,
    async close() {
      once.close();
      await reads.close();
    },
  };
}

interface LateReads {
  /** Null before the first `load` has ended. */
  readonly loaded: () => Reads | null;
  readonly load: () => Promise<Reads>;
  readonly close: () => Promise<void>;
}

/** undici weighs more than all else that stands behind the window: it is loaded with the first read, not at the start. */
function createLateReads(limits: Limits, trust: () => Trust): LateReads {
  let loaded: Reads | null = null;
  let loading: Promise<Reads> | null = null;

  async function begin(): Promise<Reads> {
    const { createReads } = await import('./transport/reads.ts');
    loaded = createReads(limits, trust);
    return loaded;
  }

  return {
    loaded: () => loaded,
    load: () => (loading ??= begin()),
    async close() {
      await (await loading)?.close();
    },
  };
}
