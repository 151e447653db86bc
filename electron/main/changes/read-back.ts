import { verificationOf } from '#shared/changes/index.ts';
import { type Change, syncedExpiryLabel, type WriteOutcome } from '#shared/domain/change.ts';
import { isSameService, serviceOf } from '#shared/domain/account.ts';
import { ok, type Result } from '#shared/result.ts';
import { sleepingUntil, withinPlaceTimeout } from '../jobs/waiting.ts';
import { type Charges, isNo, withSharedCredit } from './charges.ts';
import { expectAgain, informPortfolio } from './effects.ts';
import { readBackOnce, readsOf } from './kinds/index.ts';
import { note, type ReadBackResult, unreadable } from './kinds/kind.ts';
import { type Context, endedAgoMs, type Past } from './ledger.ts';
import { sentBy } from './order.ts';
import { plainHost } from '#shared/domain/domain-name.ts';
import { readAtRegistry, registrarsBeside, renewedBeside } from './registry-reads.ts';

/** Reads back what was sent, and writes the result to the journal. Never writes to the service. */
export type ReadBack = ReturnType<typeof createReadBack>;

/** Whether another read may help: the service is reachable, and did not refuse to answer. */
const isWorthAnotherTry = ({ error }: ReadBackResult): boolean =>
  error === null || error.kind === 'unreadable';

/** Failures that end by themselves or with a new key: the read-back is retried when the account is reachable again. */
const isOutOfReach = ({ error }: ReadBackResult): boolean =>
  error !== null && error.kind !== 'refused' && error.kind !== 'unreadable' && error.kind !== 'rate-limited';

interface OutOfReach {
  readonly accountId: string;
  /** How often it was retried automatically. */
  readonly wakes: number;
}

/** Prevents endless reads on an unstable connection: after these, a person reads back, or the next start does. Source: C9. */
const mostWakes = 3;

export function createReadBack(context: Context, charges: Pick<Charges, 'settle'>) {
  const { ledger, closing, timer, now } = context;
  const running = new Map<string, Promise<Result<Change>>>();
  const outOfReach = new Map<string, OutOfReach>();
  const sleep = sleepingUntil(timer, closing);

  async function conclude(change: Change, result: ReadBackResult): Promise<Result<Change>> {
    const written = await writtenDown(context, change, result);
    const isStuck = written.ok && written.value.state === 'uncertain' && isOutOfReach(result);
    if (isStuck)
      outOfReach.set(change.id, { wakes: 0, ...outOfReach.get(change.id), accountId: change.accountId });
    else if (written.ok) outOfReach.delete(change.id);
    if (written.ok) await charges.settle(written.value, result);
    return written;
  }

  async function doubt(change: Change): Promise<Result<Change>> {
    const past = await ledger.past(change.id);
    if (!past.ok) return past;
    const sinceMs = endedAgoMs(past.value, now());
    const { readAgainAfterMs, words } = verificationOf(change.what.kind);
    const when = {
      sinceMs,
      countsAfterMs: readAgainAfterMs.at(-1) ?? 0,
      promised: promisedBy(past.value),
      tooEarly: words.tooEarly,
    };
    const result = await readBackAfterDoubt(readerOf(context, change, past.value), when, sleep);
    const after = await conclude(change, result);
    if (after.ok && !isOutOfReach(result)) later(after.value, past.value, sinceMs);
    return after;
  }

  const doubtOnce = (change: Change): Promise<Result<Change>> => {
    const begun = running.get(change.id) ?? doubt(change).finally(() => running.delete(change.id));
    running.set(change.id, begun);
    return begun;
  };

  /** Skips a change that a person has resolved or read back meanwhile. */
  async function readIfOpen(id: string): Promise<void> {
    const found = await ledger.find(id);
    if (found.ok && found.value.state === 'uncertain') await doubtOnce(found.value);
  }

  const later = createLater(context, readIfOpen);

  return {
    /** For a change with a clear answer. Resolves when reading back has ended. */
    afterAnswer: async (change: Change): Promise<Result<Change>> => {
      const past = await ledger.past(change.id);
      if (!past.ok) return past;
      const readOnce = readerOf(context, change, past.value);
      const result = await readBackAfterAnswer(readOnce, past.value.answered, sleep);
      const after = await conclude(change, result);
      // Continues with the remaining pauses of its kind: the series covers those up to `answeredSeriesMs`.
      if (after.ok && !isOutOfReach(result)) later(after.value, past.value, answeredSeriesMs);
      return after;
    },
    /**
     * For an `uncertain` change: reads at once and, where that decides nothing, again in the background after the growing pauses of
     * its kind. Resolves after the first read.
     */
    afterDoubt: doubtOnce,
    /** The account is reachable again: repeats the reads that failed. */
    wake: (accountId: string) => {
      for (const [id, { accountId: account, wakes }] of outOfReach) {
        if (account !== accountId || wakes >= mostWakes) continue;
        outOfReach.set(id, { accountId, wakes: wakes + 1 });
        context.track(readIfOpen(id));
      }
    },
  };
}

/** Added to each wait, because a timer can end slightly early and a clock can be set. */
const slackMs = 500;

/** Reads an uncertain change again at the next moment of its kind. One such wait for each change, however often it is called. */
type Later = (change: Change, past: Past, readAtMs: number) => void;

/** @param readIfOpen Reads the change, and schedules the moment after that. */
function createLater(
  { track, timer, closing, now }: Context,
  readIfOpen: (id: string) => Promise<void>,
): Later {
  const waiting = new Set<string>();
  const rounds = new Map<string, number>();
  const sleep = sleepingUntil(timer, closing);
  const wait = async (id: string, durationMs: number): Promise<void> => {
    const hasSlept = await sleep(durationMs);
    waiting.delete(id);
    if (hasSlept) await readIfOpen(id);
  };
  return ({ id, state, what }, past, readAtMs) => {
    const { readAgainAfterMs } = verificationOf(what.kind);
    const next = readAgainAfterMs.find((afterMs) => afterMs > readAtMs);
    const round = (rounds.get(id) ?? 0) + 1;
    if (state !== 'uncertain' || next === undefined) {
      rounds.delete(id);
      return;
    }
    // A clock that is set back must not cause endless reads (C9).
    if (waiting.has(id) || round > readAgainAfterMs.length + 1) return;
    waiting.add(id);
    rounds.set(id, round);
    const leftMs = next - endedAgoMs(past, now());
    track(wait(id, Math.min(Math.max(leftMs, 0), next) + slackMs));
  };
}

async function writtenDown(
  context: Context,
  change: Change,
  result: ReadBackResult,
): Promise<Result<Change>> {
  const { verdict, error, charge, registry } = result;
  // Reading back cannot see it again.
  const synced = change.evidence.filter(({ label }) => label === syncedExpiryLabel);
  const evidence = [...result.evidence, ...synced];
  const event = {
    type: 'read-back',
    verdict,
    evidence,
    error,
    ...(charge && { charge }),
    ...(registry && { registry }),
  } as const;
  const written = await context.ledger.append(change.id, event);
  if (written.ok) informPortfolio(context, written.value, result).catch(context.onBug);
  return written;
}

/** Returns a function that reads once; an unreachable account is a result, not a failure. */
const readerOf = (context: Context, change: Change, past: Past) => async (): Promise<ReadBackResult> => {
  const connection = await context.connections.of(change.accountId);
  if (!connection.ok) return unreadable(connection.error);
  // Another service, or another user at it, knows nothing of the change (F10).
  if (!isSameService(change.service, serviceOf(connection.value.account))) {
    return unreadable({ kind: 'changed-since', what: 'login' });
  }
  const sent = await sentBy(context, change);
  if (!sent.ok) return unreadable(sent.error);
  const { ended } = connection.value;
  // A service that wants to be left alone for an hour would keep the change on its way for as long (H3).
  const throttle = withinPlaceTimeout(connection.value.throttle, context.timer);
  const reads = readsOf({ ...connection.value, throttle }, change.domain, ended, async () => {
    const reading = await readAtRegistry(context, change, ended);
    if (reading === null) return null;
    const beside = await renewedBeside(context, change);
    return beside.ok && beside.value === null ? reading : null;
  });
  const known = { past, sent: sent.value, registrars: await registrarsBeside(context, change) };
  return await withSharedCredit(context, change, await readBackOnce(change, known, reads));
};

/** An answered change is read back 0, 5 and 30 s after its answer: at most three times. Source: docs/decisions/0010; C9. */
const answeredPausesMs = [5_000, 25_000] as const;
/** The time after the answer at which that series ends. */
const answeredSeriesMs = 30_000;

/** Between the two reads that have to agree before a change counts as not done. */
const betweenReadsMs = 5_000;

/** @returns False where the program ends meanwhile: then the result is taken from what was read so far. */
type Sleep = (durationMs: number) => Promise<boolean>;

/**
 * Reads back after a clear answer, until the state agrees. After "done", all three reads are made if needed. After a refusal,
 * two reads have to show everything as before; one is enough where the refusal is a defined one. Of a paid change, all three are made
 * until the credit has fallen, where it can be read.
 */
export async function readBackAfterAnswer(
  readOnce: () => Promise<ReadBackResult>,
  answered: WriteOutcome | null,
  sleep: Sleep,
): Promise<ReadBackResult> {
  let result = await readOnce();
  let asBefore = result.verdict === 'as-before' ? 1 : 0;
  let hasRisen = result.credit === 'rose';
  for (const pauseMs of answeredPausesMs) {
    if (isEnough(result, asBefore, answered)) break;
    if (!(await sleep(pauseMs))) {
      if (answered !== 'done') result = cutShort(result);
      break;
    }
    const next = await readOnce();
    // What was proven stays proven while only the credit is still awaited.
    result = result.verdict === 'agrees' && next.verdict !== 'agrees' ? result : next;
    if (result.verdict === 'as-before') asBefore += 1;
    hasRisen ||= next.credit === 'rose';
  }
  return concluded(result, answered, { asBefore, hasRisen });
}

interface Series {
  /** How often everything was as before. */
  readonly asBefore: number;
  /** The credit was higher than before at one of the readings. */
  readonly hasRisen: boolean;
}

function concluded(
  result: ReadBackResult,
  answered: WriteOutcome | null,
  { asBefore, hasRisen }: Series,
): ReadBackResult {
  if (hasRisen && isNo(answered) && result.verdict !== 'agrees') return hidden(result);
  const isReadTwice = asBefore >= 2 || answered !== 'refused-unconfirmed';
  return result.verdict === 'as-before' && !isReadTwice ? readOnceOnly(result) : result;
}

/** Of a no to what is paid: whoever paid in meanwhile has hidden whether it was charged, so it is not believed (H5). */
const hidden = (result: ReadBackResult): ReadBackResult => ({
  ...result,
  verdict: 'differs',
  evidence: [...result.evidence, note('The credit rose meanwhile, which hides whether it was charged')],
});

const isDecided = ({ contradictsNo, verdict, registry }: ReadBackResult, answered: WriteOutcome | null) =>
  contradictsNo === true || (verdict === 'agrees' && (answered !== 'done' || registry?.proof === 'proven'));

function isEnough(result: ReadBackResult, asBefore: number, answered: WriteOutcome | null): boolean {
  if (isDecided(result, answered)) return true;
  if (isChargeAwaited(result, answered)) return false;
  if (result.verdict === 'agrees' || result.verdict === 'no-proof') return true;
  if (result.verdict === 'unreadable') return !isWorthAnotherTry(result);
  if (result.verdict === 'differs') return false;
  return answered === 'refused' || (answered === 'refused-unconfirmed' && asBefore >= 2);
}

/**
 * Some services bill later: a fall contradicts a no, and completes a yes (G1, G5). Once the first orders of a batch have shown that it is
 * not charged at once, the next ones do not wait: they are followed.
 */
const isChargeAwaited = ({ charge, credit, isStill }: ReadBackResult, answered: WriteOutcome | null) =>
  charge === 'not-yet' && credit !== 'fell' && !(isStill === true && answered === 'done');

/** The program ends before the credit can have fallen late: the no is not believed (G5). */
const cutShort = (result: ReadBackResult): ReadBackResult =>
  result.charge === 'not-yet'
    ? {
        ...result,
        verdict: 'differs',
        evidence: [
          ...result.evidence,
          note('Namedesk was closed before the credit was read for the last time'),
        ],
      }
    : result;

const readOnceOnly = (result: ReadBackResult): ReadBackResult => ({
  ...result,
  verdict: 'differs',
  evidence: [...result.evidence, note('Verified only once: two matching reads are needed')],
});

/** When an uncertain change is read, relative to its attempt. */
export interface DoubtTiming {
  /** How long ago the attempt ended. */
  readonly sinceMs: number;
  /** How long after the attempt an unchanged state begins to count as "not done". */
  readonly countsAfterMs: number;
  /** The service said that it may still do it, or that it is done: then an unchanged state never counts. */
  readonly promised: keyof typeof promises | null;
  /** The text that explains why it does not count yet. */
  readonly tooEarly: string;
}

/**
 * Reads back a change that may have happened. An unchanged state counts as "not done" only after a slow service has had its
 * time, and only where two reads agree; until then the change stays open.
 */
export async function readBackAfterDoubt(
  readOnce: () => Promise<ReadBackResult>,
  { sinceMs, countsAfterMs, promised, tooEarly }: DoubtTiming,
  sleep: Sleep,
): Promise<ReadBackResult> {
  const first = await readOnce();
  if (first.verdict !== 'as-before') return first;
  if (promised !== null) return provesNothing(first, promises[promised]);
  if (sinceMs < countsAfterMs) return provesNothing(first, tooEarly);
  if (!(await sleep(betweenReadsMs))) return readOnceOnly(first);
  return await readOnce();
}

const promises = {
  pending: 'The service said this is pending and may still do it. Verify again later',
  done: 'The service said this is done, but does not show it yet. Verify again later',
} as const;

const promisedBy = ({ isPending, isClaimed }: Past): DoubtTiming['promised'] => {
  if (isPending) return 'pending';
  return isClaimed ? 'done' : null;
};

const provesNothing = (result: ReadBackResult, why: string): ReadBackResult => ({
  ...result,
  verdict: 'no-proof',
  evidence: [...result.evidence, note(why)],
});

/**
 * Recovery after an interrupted run: changes that were being sent become uncertain, and are read back before anything is done
 * with their domain (C7).
 */
export type Recovery = ReturnType<typeof createRecovery>;

export function createRecovery(context: Context, readBack: ReadBack) {
  const readingBack = new Map<string, Promise<unknown>>();
  let marking: Promise<Result<null>> | null = null;

  /** Marks interrupted changes once for each start; where the disk fails, the next caller tries again. */
  async function marked(): Promise<Result<null>> {
    marking ??= mark();
    const result = await marking;
    if (!result.ok) marking = null;
    return result;
  }

  async function mark(): Promise<Result<null>> {
    const expected = await expectAgain(context);
    if (!expected.ok) return expected;
    const open = await context.journal.open({ accountId: null });
    if (!open.ok) return open;
    for (const change of open.value) {
      const doubted = await doubtedNow(change);
      if (!doubted.ok) return doubted;
      if (doubted.value !== null) readOnce(doubted.value);
    }
    return ok(null);
  }

  /** The change, if it has to be read back now: it was interrupted, or it is uncertain and was only read too early to count. */
  async function doubtedNow(change: Change): Promise<Result<Change | null>> {
    if (change.state === 'sending') return await context.ledger.append(change.id, { type: 'interrupted' });
    return ok(change.state === 'uncertain' && wasReadTooEarly(change) ? change : null);
  }

  function readOnce(change: Change): void {
    const key = keyOf(change.accountId, change.domain);
    const reading = Promise.allSettled([readingBack.get(key), readBack.afterDoubt(change)]).then((all) => {
      for (const each of all) if (each.status === 'rejected') context.onBug(each.reason);
    });
    readingBack.set(key, reading);
    context.track(reading);
  }

  return {
    /** Resolves when every interrupted change has been read back once, or could not be. */
    async recover() {
      await marked();
      // A keychain may take its time: a paid change waits for its own login alone.
      if (context.marks !== undefined) context.track(context.marks.compareAll().catch(context.onBug));
      await Promise.all(readingBack.values());
    },
    /** Resolves when changes of the domain may begin. Fails with: `storage`, where the journal cannot be read. */
    async before(accountId: string, domain: string): Promise<Result<null>> {
      const result = await marked();
      await readingBack.get(keyOf(accountId, domain));
      return result;
    },
  };
}

/** The same key for every spelling of the name. */
const keyOf = (accountId: string, domain: string): string => `${accountId}\n${plainHost(domain)}`;

/** The longest time between sending an attempt and its end, which is when the pauses of reading back begin to count. */
const longestAttemptMs = 120_000;

/** True where it was never read back, or not after the last of its pauses, because the program ended before (F11). */
function wasReadTooEarly({ what, sentAt, readBackAt }: Change): boolean {
  if (readBackAt === null) return true;
  const lastMs = verificationOf(what.kind).readAgainAfterMs.at(-1);
  if (lastMs === undefined || sentAt === null) return false;
  return Date.parse(readBackAt) < Date.parse(sentAt) + longestAttemptMs + lastMs;
}
