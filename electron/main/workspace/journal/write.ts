import { z } from 'zod';
import type { BeforeState } from '#shared/changes/parts.ts';
import { journalEntry, journalEvent } from '#shared/areas/change-schemas.ts';
import { type ChangeState, familyOf, isOpen, isPaid } from '#shared/domain/change-kinds.ts';
import {
  type Change,
  type Consent,
  isUncharged,
  type JournalEvent,
  projectChange,
  type ProjectedChange,
  stateAfter,
  statusOf,
  tookEffect,
} from '#shared/domain/change.ts';
import { beyond, type OverLimit } from '#shared/domain/limits.ts';
import { isSameService, type ServiceIdentity, serviceOf } from '#shared/domain/account.ts';
import { jsonIn } from '../../system/texts.ts';
import { canonicalJson, hashOf } from '../chain.ts';
import { createTeamClaims } from '../repositories/team-outbox.ts';
import { inTransaction, isPresent, rowsOf, toMs } from '../sqlite.ts';
import { createConsentSince, createHistory, createLimitsOver } from './changes.ts';
import { createDoubts } from './doubts.ts';
import { type EntryRow, type JournalTables, listWithin } from './entries.ts';

type Planned = Extract<JournalEvent, { readonly type: 'planned' }>;

/** An entry to be added to the change `id`. */
export interface Append {
  readonly id: string;
  readonly at: string;
  readonly event: JournalEvent;
}

export interface Begin extends Append {
  /** The personal data to send, encrypted; deleted when the change closes (D10). */
  readonly sealed: Uint8Array | null;
}

/** The result of a write. Only with `written` was anything written. */
export type Written =
  | Added
  | Changed
  /** It costs more than may be spent without confirmation by typing. */
  | { readonly kind: 'over-limit'; readonly limits: readonly OverLimit[] }
  /** The chain does not hold, and is not extended. */
  | { readonly kind: 'broken'; readonly seq: number };

/** Something differs from what the user reviewed. */
interface Changed {
  readonly kind: 'changed';
  readonly what: 'earlier-change' | 'login' | 'consent';
  readonly number: number | null;
  /** Why it is not certain that this change took effect. */
  readonly unsure?: 'uncharged' | 'open';
}

/**
 * `open`: another change of the same service, domain and family is not finished; it is given. `moved`: the change is
 * not in the state that the entry is for; its present state is given.
 */
interface Added {
  readonly kind: 'written' | 'open' | 'moved';
  readonly change: Change;
}

/** Adds entries, each in its own transaction, which is flushed to disk before the call returns. */
export function createWriting({ database, entries, changes, sealed }: JournalTables) {
  const history = createHistory(database);
  const teamClaims = createTeamClaims(database);
  const removed = rowsOf(database, z.object({ id: z.string() })).from(
    `accounts WHERE id = ? AND NOT ${isPresent}`,
  );

  function add(
    projected: ProjectedChange | null,
    { id: changeId, at, ...given }: Append,
    state: ChangeState,
  ): Added {
    // With the members of the schema alone: an entry is never changed, and nothing personal may get into one.
    const event = journalEvent.parse(given.event);
    const head = entries.head();
    const count = projected === null ? head.changes + 1 : head.changes;
    const link = { seq: head.length + 1, changeId, at, state, eventText: canonicalJson(event) };
    entries.add({ ...link, hash: hashOf(head.hash, link) }, count);
    const after = projectChange(projected, { changeId, at, state, event }, count);
    changes.put(after);
    // A change is claimed before it is planned.
    if (projected !== null) teamClaims.note(changeId, after.change);
    return { kind: 'written', change: after.change };
  }

  /** The account may have been removed since the person agreed, as while a registry was asked. */
  function begin(input: Begin): Added | Changed {
    const { id, event } = input;
    const there = changes.find(id);
    if (there !== null) return { kind: 'moved', change: there.change };
    if (event.type !== 'planned') throw new Error('A change begins by being planned');
    if (removed.find(event.accountId) !== null) return changed('login');
    const open = openBeside(event);
    if (open !== null) return { kind: 'open', change: open };
    if (input.sealed !== null) sealed.put(id, input.sealed);
    return add(null, input, 'planned');
  }

  function openBeside({ service, accountId, domain, what }: Planned): Change | null {
    const asked = { domain, family: familyOf(what.kind), login: changes.loginOf(service), accountId };
    return history.openOf(asked, null);
  }

  function append(input: Append): Added {
    const projected = changes.find(input.id);
    if (projected === null) throw new Error('There is no such change');
    const state = stateAfter(statusOf(projected), input.event);
    return state === null ? { kind: 'moved', change: projected.change } : add(projected, input, state);
  }

  return {
    begin: (input: Begin): Added | Changed => inTransaction(database, () => begin(input)),
    /** As `append`, in the caller's transaction. Does not delete encrypted data. */
    appendWithin: append,
    append(input: Append): Added {
      const { answer, isRemoved } = inTransaction(database, () => {
        const appended = append(input);
        return { answer: appended, isRemoved: isClosed(appended.change) && sealed.remove(input.id) };
      });
      if (isRemoved) sealed.emptyLog();
      return answer;
    },
  };
}

const isClosed = ({ state }: Change): boolean => !isOpen(state);

export interface Send {
  readonly id: string;
  readonly at: string;
  readonly attempt: number;
  readonly before: BeforeState;
  readonly consent: Consent;
  /** The service of the connection that is used. */
  readonly service: ServiceIdentity;
  /** How long the consent is valid. */
  readonly validForMs: number;
  /** Midnight in the user's time zone. */
  readonly dayStartsAt: string;
}

type Sent = Exclude<Written, { readonly kind: 'broken' }>;

const accountRow = z.object({
  kind: z.enum(['practice', 'reseller']),
  baseUrl: z.string(),
  username: z.string(),
});

/**
 * Writes `sending` in one transaction with all checks: no other change of the family is open, none took effect since
 * the user's review, the account still has the reviewed address and user, the consent is not too old (of a batch: since it was
 * given, or it sent something last), and no limit is
 * exceeded without confirmation or by more than was confirmed (F1, F5, F10, F12). The cost is the price that the user
 * saw.
 */
export function createSending(
  { database, changes }: JournalTables,
  writing: ReturnType<typeof createWriting>,
): (input: Send) => Sent {
  const findAccount = rowsOf(database, accountRow).from(`accounts WHERE id = ? AND ${isPresent}`);
  const overLimits = createLimitsOver(database, changes);
  const history = createHistory(database);
  const doubts = createDoubts(database);
  const consentSince = createConsentSince(database);

  function changedSince(change: Change, { at, consent, service, validForMs }: Send): Sent | null {
    const sinceMs = consentSince(change.batchId, toMs(consent.at));
    if (!isValidFor(validForMs, sinceMs, toMs(at))) return changed('consent');
    const account = findAccount.find(change.accountId);
    const isSame = isSameService(consent.service, service) && account !== null && isLoginOf(account, service);
    if (!isSame) return changed('login');
    return cameBetween(change, { consent, service });
  }

  /** What the person was not shown: another change, or a doubt. */
  function cameBetween(change: Change, { consent, service }: Pick<Send, 'consent' | 'service'>): Sent | null {
    const family = familyOf(change.what.kind);
    const { domain, accountId } = change;
    const asked = { domain, family, login: changes.loginOf(service), accountId };
    const open = history.openOf(asked, change.id);
    if (open !== null) return { kind: 'open', change: open };
    const isDoubted = isPaid(change.what.kind) && doubts.hasCome(domain, asked.login, family, consent.at);
    if (isDoubted) return changed('consent');
    const effect = history.lastEffectOf(asked);
    if ((effect?.id ?? null) === consent.lastEffect) return null;
    return { ...changed('earlier-change'), number: effect?.number ?? 0, ...(effect && unsureOf(effect)) };
  }

  function over(change: Change, { consent, dayStartsAt }: Send): readonly OverLimit[] {
    const { what, accountId, batchId } = change;
    if (!isPaid(what.kind) || !('price' in what)) return [];
    const prices = [consent.price ?? what.price];
    const all = overLimits({ prices, accountId, batchId, dayStartsAt });
    return beyond(all, consent.limits, dayStartsAt);
  }

  function send(input: Send): Sent {
    const found = changes.find(input.id);
    if (found === null) throw new Error('There is no such change');
    const { change } = found;
    if (change.state !== 'planned') return { kind: 'moved', change };
    const refusal = changedSince(change, input);
    if (refusal !== null) return refusal;
    const limits = over(change, input);
    if (limits.length > 0) return { kind: 'over-limit', limits };
    const { id, at, attempt, before, consent } = input;
    return writing.appendWithin({ id, at, event: { type: 'sending', attempt, before, consent } });
  }

  return (input) => inTransaction(database, () => send(input));
}

/** Tolerance between two processes' readings of one clock. */
const clockSlackMs = 60_000;

/** Whether what was agreed to at `sinceMs` still holds. Setting the clock back must not make it younger. */
export function isValidFor(validForMs: number, sinceMs: number, nowMs: number): boolean {
  const ageMs = nowMs - sinceMs;
  return ageMs <= validForMs && ageMs >= -clockSlackMs;
}

const changed = (what: 'earlier-change' | 'login' | 'consent') =>
  ({ kind: 'changed', what, number: null }) as const;

function unsureOf(effect: Change): { readonly unsure?: 'uncharged' | 'open' } {
  if (isUncharged(effect)) return { unsure: 'uncharged' };
  return tookEffect(effect) ? {} : { unsure: 'open' };
}

const isLoginOf = (account: Parameters<typeof serviceOf>[0], service: ServiceIdentity): boolean =>
  isSameService(serviceOf(account), service);

/** What a restore changes in the backup's journal, before the workspace is opened for use. */
export function createJournalAfterRestore(tables: JournalTables) {
  const { database, entries, changes, sealed } = tables;
  const writing = createWriting(tables);

  /** Adds all or none. @returns The number of the first invalid entry; null where all are valid. */
  function added(rows: readonly EntryRow[], from: number): number | null {
    try {
      inTransaction(database, () => {
        entries.cutAfter(from);
        let count = entries.head().changes;
        for (const row of rows) {
          if (row.state === 'planned' && isBeginning(row)) count += 1;
          entries.add(row, count);
        }
        const step = listWithin(tables);
        if (step !== 'holds') throw new DoesNotStand(step.seq);
      });
      return null;
    } catch (thrown) {
      if (thrown instanceof DoesNotStand) return thrown.seq;
      // Two changes that cannot be open at the same time: the table's constraint rejects the second.
      if (rows.length > 0 && isAgainstTheList(thrown)) return rows[0]?.seq ?? 0;
      throw thrown;
    }
  }

  return {
    /**
     * Adds entries that continue the chain, unchanged, and rebuilds the list of changes. Stops at the first entry that is
     * not valid there.
     *
     * @param from Entries after it are replaced, if as many take their place.
     * @returns How many were added.
     */
    adopt(rows: readonly EntryRow[], from: number): number {
      let some = rows.slice(0, countWhile(rows, isEntry));
      for (;;) {
        if (from + some.length < entries.head().length) return 0;
        const refused = added(some, from);
        if (refused === null) return some.length;
        some = some.filter(({ seq }) => seq < refused);
      }
    },
    /** Stores the encrypted data of open changes that have none yet. */
    adoptSealed(sealedOf: ReadonlyMap<string, Uint8Array>): void {
      for (const [id, bytes] of sealedOf) {
        const state = changes.find(id)?.change.state;
        if (state !== undefined && isOpen(state) && sealed.find(id) === null) sealed.put(id, bytes);
      }
    },
    /** Withdraws every change that is planned, in the caller's transaction. */
    withdrawPlanned(at: string, mayBeDone: boolean): void {
      const event = { type: 'withdrawn', error: { kind: 'from-backup', mayBeDone } } as const;
      for (const { id, state } of changes.open(null)) {
        if (state !== 'planned') continue;
        writing.appendWithin({ id, at, event });
        sealed.remove(id);
      }
    },
  };
}

class DoesNotStand extends Error {
  override readonly name = 'DoesNotStand';
  readonly seq: number;

  constructor(seq: number) {
    super();
    this.seq = seq;
  }
}

/** Source: https://www.sqlite.org/rescode.html, SQLITE_CONSTRAINT. */
const isAgainstTheList = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  'errcode' in thrown &&
  typeof thrown.errcode === 'number' &&
  (thrown.errcode & 0xff) === 19;

function countWhile<T>(all: readonly T[], is: (one: T) => boolean): number {
  const end = all.findIndex((one) => !is(one));
  return end === -1 ? all.length : end;
}

/** The hash proves what was written, not that this version can read it. */
const isEntry = (row: EntryRow): boolean =>
  journalEntry.safeParse({ ...row, event: jsonIn(row.eventText) }).success;

const isBeginning = (row: EntryRow): boolean => {
  const event = jsonIn(row.eventText);
  return typeof event === 'object' && event !== null && 'type' in event && event.type === 'planned';
};
