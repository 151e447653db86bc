import type { ContactFields, LockState } from '#shared/domain/change.ts';
import type { CheckedFinding } from '#shared/domain/finding.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { inNotation } from '../reseller/operations/lookup.ts';
import type { ChangingConnection } from './context.ts';
import { rolesInClear } from './roles-in-clear.ts';
import { throttled } from './throttled.ts';

/** What can be read of one domain, each under the account's throttle. All of them are pure reads (C9). */
export interface Reads {
  readonly lock: () => Promise<Result<LockState>>;
  readonly nameservers: () => Promise<Result<readonly string[]>>;
  readonly contacts: () => Promise<Result<readonly ContactFields[]>>;
  /** The decimal text. */
  readonly credit: () => Promise<Result<string>>;
  /** Looked up anew, never from what is kept. */
  readonly finding: () => Promise<Result<CheckedFinding>>;
}

/** As many as the journal keeps. */
const mostHosts = 13;

export function readsOf(
  { client, throttle, account }: ChangingConnection,
  domain: string,
  signal: AbortSignal,
): Reads {
  const read = <V, T>(ask: () => Promise<Result<V>>, pick: (value: V) => T): Promise<Result<T>> =>
    throttled(throttle, async () => only(await ask(), pick), signal);
  return {
    lock: () =>
      read(
        () => client.readLock({ domain }, { signal }),
        ({ state }) => state,
      ),
    nameservers: () =>
      read(
        () => client.readNameservers({ domain }, { signal }),
        ({ nameservers }) => nameservers.slice(0, mostHosts).map((host) => host.slice(0, 255)),
      ),
    contacts: () =>
      read(
        () => client.readContacts({ domain }, { signal }),
        ({ roles }) => rolesInClear(roles),
      ),
    credit: () =>
      read(
        () => client.readCredits({ signal }),
        ({ amount }) => amount,
      ),
    async finding() {
      // The name's own end: whatever stands behind its first label is asked as its TLD.
      const dot = domain.indexOf('.');
      const tlds = [inNotation(domain.slice(dot + 1), account.options.tldNotation)];
      const label = domain.slice(0, dot);
      const found = await read(
        () => client.lookup({ label, tlds }, { signal }),
        ({ findings }) => findings[0]?.finding,
      );
      if (!found.ok) return found;
      return found.value === undefined
        ? fail({ kind: 'unreadable', status: 200, why: 'wrong-shape' })
        : ok(found.value);
    },
  };
}

const only = <V, T>(result: Result<V>, pick: (value: V) => T): Result<T> =>
  result.ok ? ok(pick(result.value)) : result;
