import type { KeychainFault } from '../../../shared/errors.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { Keychain } from '../../../electron/main/accounts/vault.ts';
import { Secret } from '../../../electron/main/system/secret.ts';

export interface KeychainInMemory extends Keychain {
  readonly entries: Map<string, string>;
  /** The calls so far, as `get a1`. */
  readonly calls: string[];
  /** The most calls that were ever under way together. */
  readonly mostAtOnce: () => number;
}

export interface Misbehaviour {
  /** Awaited before each call is answered. */
  readonly before?: (call: string) => Promise<void>;
  /** The fault of the n-th call, counted from 1; undefined for a call that works. */
  readonly faultOf?: (call: string, count: number) => KeychainFault | undefined;
  /** What is really kept of a secret. */
  readonly keep?: (secret: string) => string;
}

/** A keychain whose every call takes a turn of the event loop. */
export function aKeychain({
  before = () => Promise.resolve(),
  faultOf = () => undefined,
  keep = (secret) => secret,
}: Misbehaviour = {}): KeychainInMemory {
  const entries = new Map<string, string>();
  const calls: string[] = [];
  let underWay = 0;
  let most = 0;

  async function call<T>(name: string, entry: string, work: () => T): Promise<Result<T, KeychainFault>> {
    calls.push(`${name} ${entry}`);
    const fault = faultOf(name, calls.length);
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setImmediate(resolve));
    await before(name);
    underWay -= 1;
    return fault === undefined ? ok(work()) : fail(fault);
  }

  return {
    entries,
    calls,
    mostAtOnce: () => most,
    get: (entry) =>
      call('get', entry, () => {
        const secret = entries.get(entry);
        return secret === undefined ? null : new Secret(secret);
      }),
    set: (entry, secret) =>
      call('set', entry, () => {
        entries.set(entry, keep(secret.reveal()));
        return null;
      }),
    delete: (entry) =>
      call('delete', entry, () => {
        entries.delete(entry);
        return null;
      }),
  };
}
