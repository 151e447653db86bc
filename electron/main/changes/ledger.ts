import type { AccountOptions } from '#shared/domain/account.ts';
import {
  teamEntryOf,
  type WriteOutcome,
  type Change,
  type Consent,
  type JournalEntry,
  type JournalEvent,
  type JournalHealth,
} from '#shared/domain/change.ts';
import type { AppError } from '#shared/errors.ts';
import { familyOf } from '#shared/domain/change-kinds.ts';
import { assertNever, fail, ok, type Result } from '#shared/result.ts';
import type { Account } from '../accounts/account.ts';
import type { Encryption } from '../accounts/encryption.ts';
import type { Throttle } from '../connections/throttle.ts';
import type { Clients } from '../portfolio/clients.ts';
import type { Portfolio } from '../portfolio/portfolio.ts';
import type { Registry } from '../registry/registry.ts';
import type { ResellerClient } from '../reseller/client.ts';
import type { Marks } from './marks.ts';
import { type BatchOfClaim, type Claim, localReferee, type Referee } from './referee.ts';
import type { Given } from '../system/timing.ts';
import type { Written } from '../workspace/journal/write.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The parts of an account's connection that changes need. */
export interface ChangingConnection {
  readonly account: Pick<Account, 'id' | 'kind' | 'label' | 'baseUrl' | 'username'> & {
    readonly options: AccountOptions;
  };
  readonly client: ChangingClient;
  readonly throttle: Throttle;
  readonly ended: AbortSignal;
}

/** What changes and reads their state: no transfer code, nothing of bulk sessions. */
export type ChangingClient = Pick<ResellerClient, 'read' | 'write'>;

export interface ChangesDeps extends Given<'newId' | 'now' | 'timer'> {
  readonly journal: Workspace['journal'];
  /** Renewal prices from the last lookup, and those that are looked up for a review. */
  readonly findings: Pick<Workspace['findings'], 'known' | 'save'>;
  /** Why no paid change may be sent now; null where it may. */
  readonly paidChangesBlockedBy: () => AppError | null;
  /** Exported after the journal of changes, where given. */
  readonly accesses?: Pick<Workspace['codeAccesses'], 'page'>;
  /**
   * After a restore, once: the changes that took effect since the backup, a page of those after the number `beyond`, up to which
   * the portfolio was told; the oldest first. `isOurs`: at the service that the account has now.
   */
  readonly effectsSinceBackup: (
    beyond: number,
  ) => readonly { readonly change: Change; readonly isOurs: boolean }[];
  /** Registries, where they can be asked: whether they are, a person decides. */
  readonly registry?: Pick<Registry, 'read' | 'readOfChange'>;
  /** Notes whose a domain will be that is ordered, where given. */
  readonly clients?: Pick<Clients, 'setOrdered'>;
  readonly isBatchRunning?: () => Promise<boolean>;
  /** Decides between several desks; without it, this one is alone. */
  readonly referee?: Referee;
  /** The mark of what was sent, where given. */
  readonly marks?: Marks;
  readonly connections: { readonly of: (accountId: string) => Promise<Result<ChangingConnection>> };
  readonly sealing: Encryption;
  /** Receives what is read before and after a change; also returns the known child nameservers. */
  readonly portfolio: Pick<
    Portfolio,
    'observe' | 'children' | 'usersOf' | 'registrarsBeside' | 'find' | 'heldBy'
  >;
  readonly announce: (changes: readonly Change[]) => void;
  readonly announceHealth: (health: JournalHealth) => void;
  /** Receives exceptions of background work. */
  readonly onBug: (thrown: unknown) => void;
}

/** Dependencies shared by every module of this folder. */
export interface Context extends ChangesDeps {
  readonly ledger: Ledger;
  /** Aborted at shutdown: nothing new is sent, and every wait ends. */
  readonly closing: AbortSignal;
  /** Registers background work, so that shutdown can wait for it. */
  readonly track: (work: Promise<unknown>) => void;
}

/** Writes to the journal and announces every change it writes. A result is returned only after it is flushed to the disk. */
type Ledger = ReturnType<typeof createLedger>;

declare const isOnDisk: unique symbol;

/** Proof that a change's `sending` is on the disk. Only the ledger creates one, and nothing is written to a service without it. */
export interface Sending {
  readonly change: Change;
  readonly [isOnDisk]: true;
}

type SendFacts = Omit<Parameters<ChangesDeps['journal']['send']>[0], 'id' | 'at' | 'dayStartsAt' | 'attempt'>;

/** An attempt of a change that is planned, or will be. */
interface Wanted extends Pick<Change, 'id' | 'domain' | 'what' | 'batchId'> {
  readonly attempt: number;
  readonly consent: Consent;
  /** Of the change, where the journal has it. */
  readonly number: number | null;
  /** Given for a row of a batch. */
  readonly batch?: BatchOfClaim | undefined;
}

type LedgerDeps = Pick<ChangesDeps, 'journal' | 'announce' | 'announceHealth' | 'now' | 'referee'>;

export function createLedger({ journal, announce, announceHealth, now, referee = localReferee }: LedgerDeps) {
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
        await emitHealth();
        return fail({ kind: 'journal-broken', journal: 'changes', seq: value.seq });
      default:
        return assertNever(value);
    }
  }

  async function emitHealth(): Promise<void> {
    const health = await journal.health({ check: false });
    if (health.ok) announceHealth(health.value);
  }

  return {
    /**
     * Fails with: `open-change`, `changed-since` (the account was removed meanwhile), `journal-broken`, `storage`, `cancelled` (shutdown).
     * Then nothing was written.
     */
    async begin(
      id: string,
      event: Extract<JournalEvent, { readonly type: 'planned' }>,
      sealed: Uint8Array<ArrayBuffer> | null,
    ): Promise<Result<Change>> {
      if (isClosed) return ended;
      const begun = await journal.begin({ id, at: at(), event, sealed });
      // The same change is in the journal already: the answer to the first try was lost.
      const isThere = begun.ok && begun.value.kind === 'moved';
      return isThere ? ok(begun.value.change) : await concluded(begun);
    },
    /** Fails with: `invalid-input` (the change is not in the state for it), `journal-broken`, `storage`, `cancelled`. */
    async append(id: string, event: JournalEvent): Promise<Result<Change>> {
      if (isClosed) return ended;
      const written = await concluded(await journal.append({ id, at: at(), event }));
      if (written.ok) await referee.settle(id);
      return written;
    },
    ...createSending({ journal, referee, now, concluded, isClosed: () => isClosed }),
    /** Fails with: `invalid-input` (there is none), `storage`. */
    async find(id: string): Promise<Result<Change>> {
      if (isClosed) return ended;
      const found = await journal.find({ id });
      if (!found.ok) return found;
      return found.value === null ? fail(noSuchChange) : ok(found.value);
    },
    /** What the change's entries say beyond the change. Fails with: `storage`, `cancelled`. */
    async past(id: string): Promise<Result<Past>> {
      if (isClosed) return ended;
      const entries = await journal.entries({ id });
      return entries.ok ? ok(pastOf(entries.value)) : entries;
    },
    close: () => void (isClosed = true),
  };
}

interface SendingDeps extends Pick<LedgerDeps, 'journal' | 'now'> {
  readonly referee: Referee;
  readonly concluded: (result: Result<Written>) => Promise<Result<Change>>;
  readonly isClosed: () => boolean;
}

/** One attempt: claimed, marked as sent, and then on the disk, in this order. */
function createSending({ journal, referee, now, concluded, isClosed }: SendingDeps) {
  const at = (): string => now().toISOString();
  return {
    /**
     * Claims the domain and family for an attempt, before anything of it is written. For the gate only, which sends or releases it.
     *
     * Fails as {@link Referee.claim} does, and with `cancelled`.
     */
    async claim(wanted: Wanted): Promise<Result<Claim>> {
      if (isClosed()) return ended;
      const claim = claimOf(wanted, at());
      const claimed = await referee.claim(claim);
      return claimed.ok ? ok(claim) : claimed;
    },
    release: ({ changeId }: Claim) => referee.release(changeId),
    /**
     * Marks the claim as sent, then writes `sending`, if nothing has changed since the person's review. For the gate only.
     *
     * Fails with: `changed-since`, `open-change`, `over-limit`, `invalid-input`, `journal-broken`, `storage`, `cancelled`, and as
     * {@link Referee.markSent}. Then the attempt is not to be sent, and its claim is over.
     */
    async send(claim: Claim, facts: SendFacts): Promise<Result<Sending>> {
      const { changeId: id, attempt } = claim;
      if (isClosed()) {
        await referee.release(id);
        return ended;
      }
      const marked = await referee.markSent(claim);
      if (!marked.ok) return marked;
      const dayStartsAt = startOfDay(now()).toISOString();
      const toWrite = { id, at: at(), dayStartsAt, attempt, ...facts };
      const sent = isClosed() ? ended : await concluded(await journal.send(toWrite));
      // The journal's answer proves that `sending` is written.
      if (sent.ok) return ok({ change: sent.value } as Sending);
      // Nobody else may send while this counts as sent, and it was not.
      await referee.settle(id);
      return sent;
    },
  };
}

const claimOf = (wanted: Wanted, at: string): Claim => {
  const { id, domain, what, attempt, consent, number, batchId, batch } = wanted;
  return {
    changeId: id,
    attempt,
    service: consent.service,
    domain,
    kind: what.kind,
    family: familyOf(what.kind),
    teamEffect: consent.teamEffect,
    entry: {
      ...teamEntryOf({ number, what, batchId, state: 'planned', changedAt: at }),
      ...(batch && { batch }),
    },
  };
};

/** Midnight in the system's time zone. */
export function startOfDay(now: Date): Date {
  const start = new Date(now);
  start.setHours(0, 0, 0, 0);
  return start;
}

const changedSince = ({ number, ...changed }: Extract<Written, { readonly kind: 'changed' }>): AppError => ({
  ...changed,
  kind: 'changed-since',
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

/** What a change's entries say beyond the change itself. */
export interface Past {
  readonly digest: string;
  /** The last consent in the journal; null where it has none. */
  readonly consent: Consent | null;
  /** The outcome of the last attempt; null before it is answered, and after it was interrupted. */
  readonly answered: WriteOutcome | null;
  /** The service answered "done" to the last attempt; also set where the program ended before that was read back. */
  readonly isClaimed: boolean;
  /** The service answered that the last attempt is pending: it may be done at any time. */
  readonly isPending: boolean;
  /** When the last attempt ended, UTC; null where none has ended. */
  readonly endedAt: string | null;
}

const nothing: Past = {
  digest: '',
  consent: null,
  answered: null,
  isClaimed: false,
  isPending: false,
  endedAt: null,
};

export const pastOf = (entries: readonly Pick<JournalEntry, 'at' | 'event'>[]): Past =>
  entries.reduce<Past>((past, { at, event }) => ({ ...past, ...pastAfter(at, event) }), nothing);

function pastAfter(at: string, event: JournalEvent): Partial<Past> {
  switch (event.type) {
    case 'planned':
      return { digest: event.digest, consent: event.consent ?? null };
    case 'sending':
      return {
        answered: null,
        isClaimed: false,
        isPending: false,
        endedAt: null,
        ...(event.consent && { consent: event.consent }),
      };
    case 'answered':
      return {
        answered: event.outcome,
        isClaimed: event.outcome === 'done',
        isPending: event.error?.kind === 'uncertain' && event.error.why === 'pending',
        endedAt: at,
      };
    case 'interrupted':
      return { answered: null, endedAt: at };
    case 'read-back':
    case 'settled':
    case 'withdrawn':
      return {};
    default:
      return assertNever(event);
  }
}

/** How long ago the last attempt ended; 0, which proves nothing yet, where that is not known. */
export const endedAgoMs = ({ endedAt }: Pick<Past, 'endedAt'>, now: Date): number =>
  endedAt === null ? 0 : now.getTime() - Date.parse(endedAt);
