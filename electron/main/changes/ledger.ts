import type { AppError } from '#shared/app-error.ts';
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
  /**
   * Writes `sending`, where nothing has come in between since the person looked: for the gate alone.
   *
   * Fails with: `changed-since`, `open-change`, `over-limit`, `invalid-input`, `journal-broken`, `storage`, `cancelled`.
   */
  readonly send: (id: string, facts: SendFacts) => Promise<Result<Sending>>;
  /** Fails with: `invalid-input` (there is none), `storage`. */
  readonly find: (id: string) => Promise<Result<Change>>;
  /** What its entries say beyond the change. Fails with: `storage`, `cancelled`. */
  readonly past: (id: string) => Promise<Result<Past>>;
  readonly close: () => void;
}

declare const isOnDisk: unique symbol;

/** That a change's `sending` is on the disk. The ledger alone makes one, and nothing is written to a service without it. */
export interface Sending {
  readonly change: Change;
  readonly [isOnDisk]: true;
}

export type SendFacts = Omit<Parameters<ChangesDeps['journal']['send']>[0], 'id' | 'at' | 'dayStartsAt'>;

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
      case 'changed':
        return fail(changedSince(value));
      case 'over-limit':
        return fail({ kind: 'over-limit', limits: value.limits });
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
    async send(id, facts) {
      if (isClosed) return ended;
      const dayStartsAt = startOfDay(now()).toISOString();
      const sent = await concluded(await journal.send({ id, at: at(), dayStartsAt, ...facts }));
      // Proved by the journal's answer, that it is written.
      return sent.ok ? ok({ change: sent.value } as Sending) : sent;
    },
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

/** Midnight in the time zone of the system. */
export function startOfDay(now: Date): Date {
  const start = new Date(now);
  start.setHours(0, 0, 0, 0);
  return start;
}

const changedSince = ({ what, number }: Extract<Written, { readonly kind: 'changed' }>): AppError => ({
  kind: 'changed-since',
  what,
  ...(number === null ? {} : { number }),
});

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
