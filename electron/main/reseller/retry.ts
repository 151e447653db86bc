import type { Result } from '#shared/result.ts';
import type { BulkReply } from './reply.ts';

/** A read is tried again at most twice. */
export const mostTries = 3;
const baseDelayMs = 400;
const mostDoublings = 4;
/** A service that asks for a longer pause is told to the user instead of waited for. */
const maxDelayMs = 20_000;

const worthRetrying: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

export interface RetryDeps {
  readonly now: () => Date;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  /** Ends early, or rejects, when the signal is aborted. */
  readonly sleep: (durationMs: number, signal?: AbortSignal) => Promise<void>;
}

/**
 * Sends a *read* until it is answered: three times at most, with growing, jittered pauses, honouring `Retry-After`.
 *
 * @param maxTries 1 where the caller tries again by its own rules.
 */
export async function retrying<R extends BulkReply>(
  send: () => Promise<Result<R>>,
  deps: RetryDeps,
  signal: AbortSignal | undefined,
  maxTries = mostTries,
): Promise<Result<R>> {
  for (let tries = 1; ; tries += 1) {
    const sent = await send();
    if (!sent.ok || tries >= maxTries || isSettled(sent.value)) return sent;
    const delayMs = pauseAfter(sent.value, tries, deps);
    if (delayMs > maxDelayMs || !(await slept(delayMs, deps, signal))) return sent;
  }
}

/** A 500 that gives its reason in words is an answer: asking again would not change the reason. */
function isSettled(reply: BulkReply): boolean {
  switch (reply.kind) {
    case 'cancelled':
    case 'list':
      return true;
    case 'not-sent':
      return false;
    case 'lost':
      return reply.why === 'too-large';
    case 'answered':
      return !worthRetrying.has(reply.status) || (reply.status === 500 && reply.refusal !== null);
  }
}

/** The pause before a read is tried again: twice as long each time, up to a limit, give or take a half. */
export const jitteredPauseMs = (tries: number, random: () => number): number =>
  baseDelayMs * 2 ** Math.min(tries - 1, mostDoublings) * (0.5 + random());

function pauseAfter(reply: BulkReply, tries: number, { now, random }: RetryDeps): number {
  const jitteredMs = jitteredPauseMs(tries, random);
  const askedMs = reply.kind === 'answered' ? retryAfterMs(reply.headers['retry-after'], now()) : 0;
  return Math.max(jitteredMs, askedMs);
}

/** Seconds or an HTTP date. Source: RFC 9110, section 10.2.3. */
export function retryAfterMs(header: string | undefined, now: Date): number {
  if (header === undefined) return 0;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1_000;
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? 0 : Math.max(0, atMs - now.getTime());
}

async function slept(
  delayMs: number,
  { sleep }: RetryDeps,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    await sleep(delayMs, signal);
  } catch (thrown) {
    if (signal?.aborted !== true) throw thrown;
  }
  return signal?.aborted !== true;
}
