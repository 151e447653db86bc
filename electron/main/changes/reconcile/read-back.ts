import type { Change } from '#shared/domain/change.ts';
import type { Result } from '#shared/result.ts';
import type { Context } from '../context.ts';
import { learnFrom } from '../learn.ts';
import type { Past } from '../past.ts';
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

export function createReadBack(context: Context): ReadBack {
  const running = new Map<string, Promise<Result<Change>>>();
  const outOfReach = new Map<string, string>();
  const sleep = sleepingUntil(context.timer, context.closing);

  const doubtOnce = (change: Change): Promise<Result<Change>> => {
    const begun = running.get(change.id) ?? doubt(change).finally(() => running.delete(change.id));
    running.set(change.id, begun);
    return begun;
  };

  async function doubt(change: Change): Promise<Result<Change>> {
    const past = await context.ledger.past(change.id);
    if (!past.ok) return past;
    const endedAtMs = Date.parse(past.value.endedAt ?? change.changedAt);
    const sinceMs = (): number => context.now().getTime() - endedAtMs;
    const look = await lookAfterDoubt(looker(context, change, past.value), sinceMs(), sleep);
    return await conclude(change, look);
  }

  async function conclude(change: Change, look: Look): Promise<Result<Change>> {
    const { verdict, evidence, error } = look;
    const written = await context.ledger.append(change.id, { type: 'read-back', verdict, evidence, error });
    if (!written.ok) return written;
    learnFrom(context, written.value, look);
    if (written.value.state === 'uncertain' && isOutOfReach(look))
      outOfReach.set(change.id, change.accountId);
    else outOfReach.delete(change.id);
    return written;
  }

  /** Nobody waits for it; a person who reads back meanwhile has done it. */
  async function later(change: Change): Promise<void> {
    if (!(await sleep(slowServiceMs))) return;
    const now = await context.ledger.find(change.id);
    if (now.ok && isStillOpen(now.value, change)) await doubtOnce(now.value);
  }

  return {
    async afterAnswer(change) {
      const past = await context.ledger.past(change.id);
      if (!past.ok) return past;
      const lookOnce = looker(context, change, past.value);
      return await conclude(change, await lookAfterAnswer(lookOnce, past.value.answered, sleep));
    },
    async afterDoubt(change) {
      const isFirst = change.readBackAt === null;
      const after = await doubtOnce(change);
      const isWorthLater = isFirst && after.ok && after.value.state === 'uncertain' && canBeProven(change);
      if (isWorthLater && !outOfReach.has(change.id)) context.track(later(change));
      return after;
    },
    wake(accountId) {
      const ids = [...outOfReach].flatMap(([id, account]) => (account === accountId ? [id] : []));
      for (const id of ids) context.track(again(context, id, doubtOnce));
    },
  };
}

async function again(
  { ledger }: Context,
  id: string,
  readBack: (change: Change) => Promise<Result<Change>>,
): Promise<void> {
  const now = await ledger.find(id);
  if (now.ok && now.value.state === 'uncertain') await readBack(now.value);
}

const isStillOpen = (now: Change, then: Change): boolean =>
  now.state === 'uncertain' && now.attempts === then.attempts;

/** One look; that the account cannot be reached is what it shows, not a failure. */
const looker = (context: Context, change: Change, past: Past) => async (): Promise<Look> => {
  const connection = await context.connections.of(change.accountId);
  if (!connection.ok) return unreadable(connection.error);
  return await lookAt(change, past, readsOf(connection.value, change.domain, connection.value.ended));
};
