import { verificationOf } from '#shared/changes/verification.ts';
import type { Change } from '#shared/domain/change.ts';
import { isSameService, serviceOf } from '#shared/domain/service.ts';
import type { Result } from '#shared/result.ts';
import type { Context } from '../context.ts';
import { learnFrom } from '../learn.ts';
import { endedAgoMs, type Past } from '../past.ts';
import { readsOf } from '../reads.ts';
import { sleepingUntil } from '../sleeping.ts';
import { isOutOfReach, type Look, unreadable } from './look.ts';
import { lookAt } from './look-at.ts';
import { answeredSeriesMs, lookAfterAnswer, lookAfterDoubt } from './series.ts';

/** Reads back what was sent, and writes down what that shows. Never writes to the service. */
export interface ReadBack {
  /** Of a change that was answered clearly. Resolves when it is over. */
  readonly afterAnswer: (change: Change) => Promise<Result<Change>>;
  /**
   * Of an `uncertain` change: at once, and where that decides nothing, again at the growing pauses of its kind, with nobody
   * waiting. Resolves after the first.
   */
  readonly afterDoubt: (change: Change) => Promise<Result<Change>>;
  /** The account can be reached again: what could not be read is read. */
  readonly wake: (accountId: string) => void;
}

interface OutOfReach {
  readonly accountId: string;
  /** How often it was tried again by itself. */
  readonly wakes: number;
}

/** A way that comes and goes makes no endless reading: after these a person reads back, or the next start does. Source: C9. */
const mostWakes = 3;

export function createReadBack(context: Context): ReadBack {
  const { ledger, closing, timer, now } = context;
  const running = new Map<string, Promise<Result<Change>>>();
  const outOfReach = new Map<string, OutOfReach>();
  const sleep = sleepingUntil(timer, closing);

  async function conclude(change: Change, look: Look): Promise<Result<Change>> {
    const written = await writtenDown(context, change, look);
    const isStuck = written.ok && written.value.state === 'uncertain' && isOutOfReach(look);
    if (isStuck)
      outOfReach.set(change.id, { wakes: 0, ...outOfReach.get(change.id), accountId: change.accountId });
    else if (written.ok) outOfReach.delete(change.id);
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
      isPending: past.value.isPending,
      tooEarly: words.tooEarly,
    };
    const look = await lookAfterDoubt(looker(context, change, past.value), when, sleep);
    const after = await conclude(change, look);
    if (after.ok && !isOutOfReach(look)) later(after.value, past.value, sinceMs);
    return after;
  }

  const doubtOnce = (change: Change): Promise<Result<Change>> => {
    const begun = running.get(change.id) ?? doubt(change).finally(() => running.delete(change.id));
    running.set(change.id, begun);
    return begun;
  };

  /** A person who has settled or read it back meanwhile has done it. */
  async function readIfOpen(id: string): Promise<void> {
    const found = await ledger.find(id);
    if (found.ok && found.value.state === 'uncertain') await doubtOnce(found.value);
  }

  const later = createLater(context, readIfOpen);

  return {
    async afterAnswer(change) {
      const past = await ledger.past(change.id);
      if (!past.ok) return past;
      const lookOnce = looker(context, change, past.value);
      const look = await lookAfterAnswer(lookOnce, past.value.answered, sleep);
      const after = await conclude(change, look);
      // What is left of the pauses of its kind: the first of them is over with the series.
      if (after.ok && !isOutOfReach(look)) later(after.value, past.value, answeredSeriesMs);
      return after;
    },
    afterDoubt: doubtOnce,
    wake(accountId) {
      for (const [id, { accountId: account, wakes }] of outOfReach) {
        if (account !== accountId || wakes >= mostWakes) continue;
        outOfReach.set(id, { accountId, wakes: wakes + 1 });
        context.track(readIfOpen(id));
      }
    },
  };
}

/** A timer ends a little early, and a clock is set: so much is waited beyond the moment that is meant. */
const slackMs = 500;

/** Where it is uncertain: reads it again at the next moment of its kind. One such wait for each, however often it is asked. */
type Later = (change: Change, past: Past, readAtMs: number) => void;

/**
 * @param readIfOpen Reads it, and asks for the moment after that.
 */
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
    // A clock that is set back makes no endless reading (C9).
    if (waiting.has(id) || round > readAgainAfterMs.length + 1) return;
    waiting.add(id);
    rounds.set(id, round);
    const leftMs = next - endedAgoMs(past, now());
    track(wait(id, Math.min(Math.max(leftMs, 0), next) + slackMs));
  };
}

async function writtenDown(context: Context, { id }: Change, look: Look): Promise<Result<Change>> {
  const { verdict, evidence, error } = look;
  const written = await context.ledger.append(id, { type: 'read-back', verdict, evidence, error });
  if (written.ok) learnFrom(context, written.value, look);
  return written;
}

/** One look; that the account cannot be reached is what it shows, not a failure. */
const looker = (context: Context, change: Change, past: Past) => async (): Promise<Look> => {
  const connection = await context.connections.of(change.accountId);
  if (!connection.ok) return unreadable(connection.error);
  // Another service, or another user there, knows nothing of it (F10).
  if (change.service !== null && !isSameService(change.service, serviceOf(connection.value.account))) {
    return unreadable({ kind: 'changed-since', what: 'login' });
  }
  return await lookAt(change, past, readsOf(connection.value, change.domain, connection.value.ended));
};
