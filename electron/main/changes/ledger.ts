import type { Change } from '#shared/domain/change.ts';
import type { JournalEvent } from '#shared/domain/change-entry.ts';
import { assertNever } from '#shared/assert-never.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Written } from '../workspace/journal-requests.ts';
import type { ChangesDeps } from './context.ts';
import { type Past, pastOf } from './past.ts';

/** Writes into the journal; whatever is written is announced. What is answered outlives a power cut. */
export interface Ledger {
  /** Fails with: `open-change`, `journal-broken`, `storage`, `cancelled` (the program ends). Nothing was written. */
  readonly begin: (
    id: string,
    event: Extract<JournalEvent, { readonly type: 'planned' }>,
    sealed: Uint8Array<ArrayBuffer> | null,
  ) => Promise<Result<Change>>;
  /** Fails with: `invalid-input` (the change is not in the state for it), `journal-broken`, `storage`, `cancelled`. */
  readonly append: (id: string, event: JournalEvent) => Promise<Result<Change>>;
  /** Fails with: `invalid-input` (there is none), `storage`. */
  readonly find: (id: string) => Promise<Result<Change>>;
  /** What its entries say beyond the change. Fails with: `storage`, `cancelled`. */
  readonly past: (id: string) => Promise<Result<Past>>;
  readonly close: () => void;
}

type LedgerDeps = Pick<ChangesDeps, 'journal' | 'announce' | 'announceHealth' | 'now'>;

export function createLedger({ journal, announce, announceHealth, now }: LedgerDeps): Ledger {
  let isClosed = false;
  const at = (): string => now().toISOString();

  async function concluded(result: Result<Written>): Promise<Result<Change>> {
    if (!result.ok) return result;
    const { value } = result;
    switch (value.kind) {
      case 'written':
        announce([value.change]);
        return ok(value.change);
      case 'open':
        return fail(openChange(value.change));
      case 'moved':
        return fail(notInState(value.change));
      case 'broken':
        await tellHealth();
        return fail({ kind: 'journal-broken', journal: 'changes', seq: value.seq });
      default:
        return assertNever(value);
    }
  }

  async function tellHealth(): Promise<void> {
    const health = await journal.health({ check: false });
    if (health.ok) announceHealth(health.value);
  }

  return {
    async begin(id, event, sealed) {
      if (isClosed) return ended;
      const begun = await journal.begin({ id, at: at(), event, sealed });
      // The very change that was to be begun is there already: its first try was lost on the way back.
      const isThere = begun.ok && begun.value.kind === 'moved';
      return isThere ? ok(begun.value.change) : await concluded(begun);
    },
    append: async (id, event) =>
      isClosed ? ended : await concluded(await journal.append({ id, at: at(), event })),
    async find(id) {
      if (isClosed) return ended;
      const found = await journal.find({ id });
      if (!found.ok) return found;
      return found.value === null ? fail(noSuchChange) : ok(found.value);
    },
    async past(id) {
      if (isClosed) return ended;
      const entries = await journal.entries({ id });
      return entries.ok ? ok(pastOf(entries.value)) : entries;
    },
    close: () => void (isClosed = true),
  };
}

const ended = fail({ kind: 'cancelled' });

export const openChange = ({ id, number }: Change) =>
  ({ kind: 'open-change', changeId: id, number }) as const;

const noSuchChange = {
  kind: 'invalid-input',
  field: 'id',
  reason: 'There is no such change.',
} as const;

const notInState = ({ state }: Change) =>
  ({
    kind: 'invalid-input',
    field: 'id',
    reason: `This cannot be done with a change that is ${state}.`,
  }) as const;
