import type { AnswerVerdict } from '#shared/domain/change-entry.ts';
import { isWorthAnotherTry, type Look, note } from './look.ts';

/** An answered change is read back 0, 5 and 30 s after its answer: three tries at most. Source: docs/decisions/0010; C9. */
const answeredPausesMs = [5_000, 25_000] as const;

/** A slow service may still do what it was sent; what is as before counts from so long after the attempt. */
export const slowServiceMs = 30_000;

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
  if (look.verdict === 'agrees' || look.verdict === 'no-proof') return true;
  if (look.verdict === 'unreadable') return !isWorthAnotherTry(look);
  if (look.verdict === 'differs') return false;
  return answered === 'refused' || (answered === 'refused-unconfirmed' && asBefore >= 2);
}

const readOnceOnly = (look: Look): Look => ({
  ...look,
  verdict: 'differs',
  evidence: [...look.evidence, note('Read once alone: two reads that agree are needed')],
});

/**
 * Reads back what may have happened. That it is as before counts only from 30 s after the attempt, and only where two
 * reads agree; until then it stays open.
 *
 * @param sinceMs How long ago the attempt ended.
 */
export async function lookAfterDoubt(
  lookOnce: () => Promise<Look>,
  sinceMs: number,
  sleep: Sleep,
): Promise<Look> {
  const first = await lookOnce();
  if (first.verdict !== 'as-before') return first;
  if (sinceMs < slowServiceMs) return tooEarly(first);
  if (!(await sleep(betweenReadsMs))) return readOnceOnly(first);
  return await lookOnce();
}

const tooEarly = (look: Look): Look => ({
  ...look,
  verdict: 'no-proof',
  evidence: [
    ...look.evidence,
    note('Less than 30 s after the attempt: a slow service may still do it. Read back again later'),
  ],
});
