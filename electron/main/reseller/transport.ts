import { defaultLimits, type Limits } from './transport/limits.ts';
import { createOnce } from './transport/once.ts';
import type { Transport } from './transport/outcome.ts';
import { createReads } from './transport/reads.ts';
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
  const reads = createReads(limits, trust);
  const once = createOnce(limits, trust);
  return {
    read: reads.send,
    bytes: reads.bytes,
    once: once.send,
    async close() {
      once.close();
      await reads.close();
    },
  };
}
