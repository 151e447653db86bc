import type { Change } from '#shared/domain/change.ts';
import type { Result } from '#shared/result.ts';
import type { Context } from '../context.ts';
import { learnFrom } from '../learn.ts';
import { endedAgoMs, type Past } from '../past.ts';
import { readsOf } from '../reads.ts';
import { sleepingUntil } from '../sleeping.ts';
import { isOutOfReach, type Look, unreadable } from './look.ts';
import { canBeProven, lookAt } from './look-at.ts';
import { lookAfterAnswer, lookAfterDoubt, slowServiceMs } from './series.ts';

/** Reads back what was sent, and writes down what that shows. Never writes to the service. */
export interface ReadBack {
  /** Of a change that was answered clearly. Resolves when it is over. */
  readonly afterAnswer: (change: Change) => Promise<Result<Change>>;
  /**
   * Of an `uncertain` change: at once, and where that shows too little too early, once more when 30 s have passed.
   * Resolves after the first.
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
    const look = await lookAfterDoubt(looker(context, change, past.value), sinceMs, sleep);
    const after = await conclude(change, look);
    const isTooEarly = sinceMs < slowServiceMs && canBeProven(change) && !isOutOfReach(look);
    if (isTooEarly && after.ok && after.value.state === 'uncertain') later(change.id);
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
      return await conclude(change, await lookAfterAnswer(lookOnce, past.value.answered, sleep));
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

/** Reads a change once more when a slow service has had its time: one such wait for each, however often it is asked. */
function createLater(
  { track, timer, closing }: Context,
  readIfOpen: (id: string) => Promise<void>,
): (id: string) => void {
  const waiting = new Set<string>();
  const sleep = sleepingUntil(timer, closing);
  const wait = async (id: string): Promise<void> => {
    const hasSlept = await sleep(slowServiceMs);
    waiting.delete(id);
    if (hasSlept) await readIfOpen(id);
  };
  return (id) => {
    if (waiting.has(id)) return;
    waiting.add(id);
    track(wait(id));
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
  return await lookAt(change, past, readsOf(connection.value, change.domain, connection.value.ended));
};
