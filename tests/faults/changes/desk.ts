import type { Change } from '../../../shared/domain/change.ts';
import type { ChangingConnection } from '../../../electron/main/changes/ledger.ts';
import { type Engine, openEngine } from './engine.ts';

/** One engine that many accounts use at once. */
export interface Desk {
  readonly engine: Engine;
  /** @param onSending Called when a change of the account is about to be sent. @returns How to leave. */
  readonly enter: (connection: ChangingConnection, onSending: () => void) => () => void;
  /** From now on, what the account sends is not told any more. */
  readonly healed: (accountId: string) => void;
  /** The account's change as it is when that is so, or when `mostMs` have passed. */
  readonly until: (accountId: string, isSo: (change: Change) => boolean, mostMs: number) => Promise<Change>;
}

interface Place {
  readonly connection: ChangingConnection;
  onSending: (() => void) | null;
  latest: Change | null;
  readonly watchers: Set<() => void>;
}

export async function openDesk(directory: string): Promise<Desk> {
  const places = new Map<string, Place>();

  function placeOf(accountId: string): Place {
    const place = places.get(accountId);
    if (place === undefined) throw new Error('An account that nobody entered');
    return place;
  }

  function heard(change: Change): void {
    const place = places.get(change.accountId);
    if (place === undefined) return;
    place.latest = change;
    if (change.state === 'sending' && change.readBackAt === null) {
      place.onSending?.();
      place.onSending = null;
    }
    for (const look of place.watchers) look();
  }

  const engine = await openEngine({
    directory,
    connectionOf: (accountId) => places.get(accountId)?.connection ?? null,
    announce: heard,
  });
  return {
    engine,
    enter(connection, onSending) {
      const { id } = connection.account;
      places.set(id, { connection, onSending, latest: null, watchers: new Set() });
      return () => void places.delete(id);
    },
    healed: (accountId) => void (placeOf(accountId).onSending = null),
    until(accountId, isSo, mostMs) {
      const place = placeOf(accountId);
      return new Promise((resolve, reject) => {
        const end = (): void => {
          clearTimeout(impatience);
          place.watchers.delete(look);
          if (place.latest === null) reject(new Error('Nothing was heard of the change'));
          else resolve(place.latest);
        };
        const look = (): void => {
          if (place.latest !== null && isSo(place.latest)) end();
        };
        const impatience = setTimeout(end, mostMs);
        place.watchers.add(look);
        look();
      });
    },
  };
}
