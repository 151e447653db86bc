import { z } from 'zod';
import { claimStates } from '#shared/domain/failures.ts';
import type { AppError, ErrorOf, TeamFault } from '#shared/errors.ts';
import { assertNever, fail, ok, type Result } from '#shared/result.ts';
import {
  type Claim,
  claimedElsewhere,
  type Matter,
  type Referee,
  type TeamEffect,
} from '../changes/referee.ts';
import { createBackoff, type Given } from '../system/timing.ts';
import type { OutboxRow } from '../workspace/repositories/team-outbox.ts';
import { resultOf } from '../workspace/sqlite.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { TeamConnection, TeamFault as DatabaseFault, TeamFunction } from './connection.ts';

/** Fails with `unknown` where it was asked and no answer came: it may have been committed. Of any other failure nothing was done. */
export type TeamDatabase = Pick<TeamConnection, 'call'>;

export interface TeamRefereeDeps extends Given<'now' | 'timer'> {
  readonly database: TeamDatabase;
  /** What survives kills and a dead database. */
  readonly store: Workspace['teamOutbox'];
  /** Tells this workspace from the others of the team. */
  readonly desk: string;
  readonly onBug: (thrown: unknown) => unknown;
}

export interface TeamReferee extends Referee {
  /** At the start: what an earlier run had claimed and not begun was not sent. Throws errors of the disk. */
  readonly takeUp: () => void;
  /** Tells the database what it is still to be told. */
  readonly tellAgain: () => void;
  /** Waits a moment for what is still to be told, and ends: the rest is told after the next start. */
  readonly close: () => Promise<void>;
}

const effect = z
  .object({ changeId: z.string(), by: z.string(), at: z.string(), kindOfChange: z.string() })
  .transform(({ kindOfChange: kind, ...rest }): TeamEffect => ({ ...rest, kind }));
const claimMembers = {
  by: z.string(),
  kindOfChange: z.string(),
  domain: z.string(),
  since: z.string(),
  // What is over, and is in the way all the same, is this desk's own attempt: its journal knows better.
  state: z.enum(claimStates).catch('uncertain'),
};
const openOf = ({ by, kindOfChange, domain, since, state }: z.output<z.ZodObject<typeof claimMembers>>) => ({
  by,
  kind: kindOfChange,
  domain,
  since,
  state,
});
const lastAnswer = z.object({
  last: effect.nullable(),
  open: z.object(claimMembers).transform(openOf).nullable(),
});
const refusals = z.object({ kind: z.enum(['too-old', 'forbidden', 'elsewhere']) });
const claimAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('held') }),
  z.object({ kind: z.literal('taken'), ...claimMembers }),
  z.object({ kind: z.literal('changed'), last: effect.nullable() }),
  z.object({ kind: z.enum(['needs-second', 'over-limit']), limit: z.int() }),
  z.object({ kind: z.literal('not-approved') }),
  refusals,
]);
const markAnswer = z.object({ kind: z.enum(['sent', 'lost', 'forbidden']) });
const statusAnswer = z.object({
  state: z.string().nullable(),
  attempt: z.int().optional(),
  desk: z.string().optional(),
});
const settleAnswer = z.object({ kind: z.string(), seq: z.int().optional() });

/**
 * Asks the team's database who may send. A call whose commit is not known is read back by the change's id, and what is still not known
 * then is not sent.
 */
export function createTeamReferee(deps: TeamRefereeDeps): TeamReferee {
  const { store, onBug } = deps;
  const closing = new AbortController();
  const line = createLine(deps);
  const outbox = createOutbox(deps, line, closing.signal);
  return {
    async last({ service, domain, family }) {
      const drained = await outbox.drain();
      if (!drained.ok) return drained;
      const login = await resultOf(() => store.login({ service }));
      if (!login.ok) return login;
      const asked = await line.ask('last', { service: login.value, domain, family }, lastAnswer);
      return asked.ok ? ok(asked.value) : fail(asked.error.error);
    },
    ...createClaiming(deps, line, outbox),
    takeUp() {
      store.noteAll();
      outbox.drain().catch(onBug);
    },
    tellAgain: () => void outbox.drain().catch(onBug),
    async close() {
      const limit = new AbortController();
      const late = deps.timer.sleep(closingMs, limit.signal).catch(() => undefined);
      await Promise.race([outbox.drain().catch(onBug), late]);
      limit.abort();
      closing.abort();
    },
  };
}

/** No longer than a user waits for a window to close. */
const closingMs = 2_000;

/** Nothing is sent of which the team was not asked when it was reviewed. Why it cannot be asked now, where that is so still. */
async function notAsked(
  line: Line,
  store: TeamRefereeDeps['store'],
  { service, domain, family }: Matter,
): Promise<Result<never>> {
  const login = await resultOf(() => store.login({ service }));
  if (!login.ok) return login;
  const asked = await line.ask('last', { service: login.value, domain, family }, lastAnswer);
  return fail(asked.ok ? { kind: 'changed-since', what: 'unasked' } : asked.error.error);
}

type Claiming = Pick<Referee, 'claim' | 'markSent' | 'settle' | 'release'>;

function createClaiming({ store, desk, now }: TeamRefereeDeps, line: Line, outbox: Outbox): Claiming {
  /** Of each change whose attempt goes on: its number in the database. */
  const tickets = new Map<string, number>();

  /** The database may know of the attempt: it is told that it is over, now or later. */
  async function giveUp(changeId: string, isMarked: boolean): Promise<void> {
    tickets.delete(changeId);
    await outbox.note(changeId, isMarked);
  }

  /** Whether the database has the attempt in this state; false where it does not say. */
  async function isRead(changeId: string, ticket: number, wanted: 'held' | 'sent'): Promise<boolean> {
    const asked = await line.ask('status', { changeId, attempt: ticket }, statusAnswer);
    if (!asked.ok) return false;
    const { state, attempt, desk: whose } = asked.value;
    return state === wanted && attempt === ticket && whose === desk;
  }

  /** The ticket and the login. Fails with: `storage`. */
  const ticketFor = ({ changeId, attempt, service }: Claim, lastEffect: string | null) =>
    resultOf(() => ({
      login: store.login({ service }),
      ...store.claiming({ changeId, attempt, at: now().toISOString(), lastEffect }),
    }));

  async function claim(wanted: Claim): Promise<Result<null>> {
    // What the database does not know yet of this desk's own changes would keep this one waiting.
    const drained = await outbox.drain();
    if (!drained.ok) return drained;
    const { changeId, teamEffect: lastEffect, domain, kind, family, entry } = wanted;
    if (lastEffect === undefined) return await notAsked(line, store, wanted);
    const made = await ticketFor(wanted, lastEffect);
    if (!made.ok) return made;
    const { ticket, login } = made.value;
    tickets.set(changeId, ticket);
    const of = { changeId, attempt: ticket, desk, service: login, domain, kind, family };
    const asked = await line.ask('claim', { ...of, lastEffect, entry }, claimAnswer);
    if (asked.ok)
      return asked.value.kind === 'held' ? ok(null) : await refused(changeId, ticket, whyNot(asked.value));
    if (!asked.error.isUnknown) return await refused(changeId, ticket, asked.error.error);
    if (await isRead(changeId, ticket, 'held')) return ok(null);
    await giveUp(changeId, false);
    return fail(asked.error.error);
  }

  /** The database has none of the attempt: there is nothing to tell. */
  async function refused(changeId: string, ticket: number, why: AppError): Promise<Result<never>> {
    tickets.delete(changeId);
    const forgotten = await resultOf(() => store.unclaim({ changeId, ticket }));
    return forgotten.ok ? fail(why) : forgotten;
  }

  /** @param mayClaim What ran out may be claimed once more. */
  async function markSent(wanted: Claim, mayClaim: boolean): Promise<Result<null>> {
    const { changeId, entry } = wanted;
    const ticket = tickets.get(changeId);
    // It was withdrawn, or claimed before the workspace joined.
    if (ticket === undefined) return unavailable('lost');
    const asked = await line.ask('mark_sent', { changeId, attempt: ticket, desk, entry }, markAnswer);
    if (asked.ok && asked.value.kind === 'sent') return ok(null);
    const isUnknown = !asked.ok && asked.error.isUnknown;
    if (isUnknown && (await isRead(changeId, ticket, 'sent'))) return ok(null);
    await giveUp(changeId, isUnknown);
    if (!asked.ok) return fail(asked.error.error);
    const { kind } = asked.value;
    if (kind === 'forbidden') return unavailable(kind);
    // The throttle made it wait for longer than a claim lasts, somebody freed it, or something took effect since.
    const again = mayClaim ? await claim(wanted) : unavailable('lost');
    return again.ok ? await markSent(wanted, false) : again;
  }

  return {
    claim,
    markSent: (wanted) => markSent(wanted, true),
    settle: (changeId) => giveUp(changeId, true),
    release: (changeId) => giveUp(changeId, false),
  };
}

const unavailable = (why: TeamFault) => fail({ kind: 'team-unavailable', why, since: null } as const);

type Refusal = Exclude<z.output<typeof claimAnswer>, { readonly kind: 'held' }>;

function whyNot(answer: Refusal): AppError {
  switch (answer.kind) {
    case 'changed':
      return { kind: 'changed-since', what: 'earlier-change', ...(answer.last && { by: byOf(answer.last) }) };
    case 'too-old':
    case 'forbidden':
    case 'elsewhere':
      return { kind: 'team-unavailable', why: answer.kind, since: null };
    case 'needs-second':
    case 'over-limit':
      return {
        kind: 'team-limit',
        why: answer.kind === 'over-limit' ? 'team' : 'alone',
        limit: answer.limit,
      };
    case 'not-approved':
      return { kind: 'team-limit', why: 'approval', limit: null };
    case 'taken':
      return claimedElsewhere(openOf(answer));
    default:
      return assertNever(answer);
  }
}

const byOf = ({ by: name, kind: change, at }: TeamEffect) => ({ name, change, at });

interface Unanswered {
  /** It may have been committed. */
  readonly isUnknown: boolean;
  readonly error: ErrorOf<'team-unavailable'>;
}

type Line = ReturnType<typeof createLine>;

/** So long after a failure, the database is not asked: a list of a thousand names must not wait a thousand times. */
const pauseMs = 1_500;

/** What is asked of the database, and since when it does not answer. */
function createLine({ database, onBug, timer, now }: TeamRefereeDeps) {
  let away: (Away & { readonly triedAtMs: number }) | null = null;

  const unanswered = (fault: DatabaseFault): { readonly ok: false; readonly error: Unanswered } => {
    const since = away?.since ?? now().toISOString();
    const by = fault.kind === 'blocked' ? fault.by : null;
    away = { since, why: whyOf(fault), triedAtMs: timer.nowMs(), ...(by !== null && { by }) };
    return fail({ isUnknown: fault.kind === 'unknown', error: unavailableSince(away) });
  };

  return {
    async ask<T>(name: TeamFunction, p: object, answer: z.ZodType<T>): Promise<Result<T, Unanswered>> {
      // What is read back is always asked for.
      if (away !== null && timer.nowMs() - away.triedAtMs < pauseMs && name !== 'status')
        return fail({ isUnknown: false, error: unavailableSince(away) });
      const called = await database.call(name, p);
      // It answers, and no time mends what it says.
      const forGood = called.ok ? null : forGoodOf(called.error);
      if (forGood !== null)
        return fail({ isUnknown: false, error: { kind: 'team-unavailable', why: forGood, since: null } });
      if (!called.ok) return unanswered(called.error);
      const parsed = answer.safeParse(called.value);
      if (!parsed.success) {
        onBug(new Error(`The team's database answered ${name} in another form`));
        return unanswered({ kind: 'unknown' });
      }
      away = null;
      return ok(parsed.data);
    },
  };
}

interface Away {
  readonly since: string;
  readonly why: TeamFault;
  /** Whose session is in the way. */
  readonly by?: string;
}

const unavailableSince = ({ why, since, by }: Away) =>
  ({ kind: 'team-unavailable', why, since, ...(by !== undefined && { by }) }) as const;

/** Whether the database refuses something for its form: its data, the rules about it, its size. Anything else may be over soon. */
export const isOfItsData = (code: string): boolean => /^(?:22|23|54)/.test(code);

/** It does not know what was sent; or it takes nothing of this form, by its rules or sizes. */
function forGoodOf(fault: DatabaseFault): TeamFault | null {
  if (fault.kind === 'history') return 'history';
  return fault.kind === 'rejected' && isOfItsData(fault.code) ? 'rejected' : null;
}

/** What a person can do something about is said as what it is; everything else is a database that does not answer. */
function whyOf({ kind }: DatabaseFault): TeamFault {
  if (kind === 'keychain') return 'no-password';
  return kind === 'old-schema' || kind === 'blocked' || kind === 'no-password' ? kind : 'away';
}

const rowsAtOnce = 50;

type Outbox = ReturnType<typeof createOutbox>;

/** Tells the database what became of attempts, in the order of the journal, for as long as that takes. */
function createOutbox(deps: TeamRefereeDeps, line: Line, closing: AbortSignal) {
  const { store, onBug, timer } = deps;
  const backoff = createBackoff({ firstMs: 2_000, longestMs: 30_000 });
  /** What a disk that failed did not take. */
  const unnoted = new Map<string, boolean>();
  let draining: Promise<Result<null>> | null = null;
  let isRetrying = false;

  function noteLeft(): void {
    for (const [changeId, isMarked] of unnoted) {
      store.note({ changeId, isMarked });
      unnoted.delete(changeId);
    }
  }

  async function drainAll(): Promise<Result<null>> {
    for (;;) {
      const rows = await resultOf(() => {
        noteLeft();
        return store.outbox({ limit: rowsAtOnce });
      });
      if (!rows.ok) return rows;
      if (rows.value.length === 0) return ok(null);
      for (const row of rows.value) {
        const delivered = await deliver(deps, line, row);
        if (!delivered.ok) return delivered;
      }
    }
  }

  async function drain(): Promise<Result<null>> {
    if (closing.aborted) return fail({ kind: 'cancelled' });
    // One that runs may have seen the last row already.
    await draining;
    draining ??= drainAll().finally(() => (draining = null));
    const drained = await draining;
    if (drained.ok) backoff.goesWell();
    else retryLater();
    return drained;
  }

  function retryLater(): void {
    if (isRetrying || closing.aborted) return;
    isRetrying = true;
    timer
      .sleep(backoff.nextMs(), closing)
      .then(
        () => {
          isRetrying = false;
          return drain();
        },
        () => undefined, // At the end.
      )
      .catch(onBug);
  }

  return {
    /** Resolves when the database has been told everything. Fails with: `team-unavailable`, `storage`, `cancelled`; it is tried again later. */
    drain,
    /** Resolves when it is on the disk, or as well kept as can be: the next start notes what was claimed and not begun. */
    async note(changeId: string, isMarked: boolean) {
      const noted = await resultOf(() => store.note({ changeId, isMarked }));
      if (!noted.ok) unnoted.set(changeId, isMarked);
      drain().catch(onBug);
    },
  };
}

async function deliver(
  { store, desk, onBug }: TeamRefereeDeps,
  line: Line,
  row: OutboxRow,
): Promise<Result<unknown>> {
  const { seq, changeId, ticket, outcome, body } = row;
  const { entry, matter } = body;
  const of = { changeId, attempt: ticket, desk, entry };
  const answered =
    outcome === 'released'
      ? await line.ask('release', { ...of, reason: 'not sent' }, settleAnswer)
      : // Of an attempt that was not sent, there is nothing to make up for where the database never saw it.
        await line.ask('settle', { ...of, outcome, ...(outcome !== 'unsent' && matter) }, settleAnswer);
  if (!answered.ok) return fail(answered.error.error);
  const { kind, seq: takenAs = 0 } = answered.value;
  // Of a claim that is over already, or that the database never had, there is nothing left to free; and its lease ends by itself.
  const isOver = outcome === 'released' || (outcome === 'unsent' && kind === 'unknown');
  if (kind === 'forbidden' && !isOver) return unavailable(kind);
  if (kind === 'settled' || isOver) return await resultOf(() => store.delivered({ seq, takenAs }));
  onBug(new Error(`The team's database did not take the outcome of a change: ${kind}`));
  return await resultOf(() => store.refused({ seq, answer: JSON.stringify(answered.value) }));
}
