import type { AnswerVerdict } from '#shared/domain/change-entry.ts';
import { isWorthAnotherTry, type Look, note } from './look.ts';

/** An answered change is read back 0, 5 and 30 s after its answer: three tries at most. Source: docs/decisions/0010; C9. */
const answeredPausesMs = [5_000, 25_000] as const;
/** So long after its answer nothing of that is read any more. */
export const answeredSeriesMs = 30_000;

/** Between the two reads that have to agree before something counts as not done. */
export const betweenReadsMs = 5_000;

/** @returns False where the program ends meanwhile: then it is concluded from what was read so far. */
export type Sleep = (durationMs: number) => Promise<boolean>;

/**
 * Reads back after a clear answer, until it agrees. A yes is given all three tries; a no needs two reads that show
 * everything as before, one where it is a no that is defined.
 */
export async function lookAfterAnswer(
  lookOnce: () => Promise<Look>,
  answered: AnswerVerdict | null,
  sleep: Sleep,
): Promise<Look> {
  let look = await lookOnce();
  let asBefore = look.verdict === 'as-before' ? 1 : 0;
  for (const pauseMs of answeredPausesMs) {
    if (isEnough(look, asBefore, answered) || !(await sleep(pauseMs))) break;
    look = await lookOnce();
    if (look.verdict === 'as-before') asBefore += 1;
  }
  const isReadTwice = asBefore >= 2 || answered !== 'refused-unconfirmed';
  return look.verdict === 'as-before' && !isReadTwice ? readOnceOnly(look) : look;
}

function isEnough(look: Look, asBefore: number, answered: AnswerVerdict | null): boolean {
  if (look.verdict === 'agrees' || look.verdict === 'no-proof' || look.contradictsNo === true) return true;
  if (look.verdict === 'unreadable') return !isWorthAnotherTry(look);
  if (look.verdict === 'differs') return false;
  return answered === 'refused' || (answered === 'refused-unconfirmed' && asBefore >= 2);
}

const readOnceOnly = (look: Look): Look => ({
  ...look,
  verdict: 'differs',
  evidence: [...look.evidence, note('Read once alone: two reads that agree are needed')],
});

/** When a doubt is looked at. */
export interface DoubtLook {
  /** How long ago the attempt ended. */
  readonly sinceMs: number;
  /** So long after the attempt, that it is as before begins to count. */
  readonly countsAfterMs: number;
  /** The service said that it may still do it: that it is as before never counts. */
  readonly isPending: boolean;
  /** Why it does not count yet. */
  readonly tooEarly: string;
}

/**
 * Reads back what may have happened. That it is as before counts only when a slow service has had its time, and only where two
 * reads agree; until then it stays open.
 */
export async function lookAfterDoubt(
  lookOnce: () => Promise<Look>,
  { sinceMs, countsAfterMs, isPending, tooEarly }: DoubtLook,
  sleep: Sleep,
): Promise<Look> {
  const first = await lookOnce();
  if (first.verdict !== 'as-before') return first;
  if (isPending) return provesNothing(first, stillPending);
  if (sinceMs < countsAfterMs) return provesNothing(first, tooEarly);
  if (!(await sleep(betweenReadsMs))) return readOnceOnly(first);
  return await lookOnce();
}

const stillPending = 'The service said that it is pending: it may still do it. Read back again later';

const provesNothing = (look: Look, why: string): Look => ({
  ...look,
  verdict: 'no-proof',
  evidence: [...look.evidence, note(why)],
});
