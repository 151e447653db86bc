import type { ReachFailure, RefusalReason, UnreadableReason } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import { isObject, type Json, member, parseJson, type SchemaMismatch, schemaMismatches } from './json.ts';
import type { Operation, OperationName } from './operation.ts';
import { errorWords, isKnownRefusal, refusalIn, refusalReason } from './refusals.ts';
import { type AnswerHeaders, type BytesOutcome, type Outcome, withText } from './transport/outcome.ts';

/** A complete answer, its body read. */
export interface Answer {
  readonly kind: 'answered';
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly text: string;
  /** Undefined where the text is no JSON that can be used; `problem` says why. */
  readonly body: Json | undefined;
  readonly problem: UnreadableReason;
  /** The words with which the body refuses, the empty text where it has none; null where it does not refuse. */
  readonly refusal: string | null;
}

/** What came of one sending: as {@link Outcome}, with the body read. */
export type Reply = Exclude<Outcome, { readonly kind: 'answered' }> | Answer;

/** A complete answer that may be a list of results: no refusal, as far as can be told without decoding it. */
interface UndecodedList {
  readonly kind: 'list';
  readonly status: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What came of one sending where a list stays undecoded. Everything else is read as carefully as ever. */
export type BulkReply = Reply | UndecodedList;

const listBegins = '['.charCodeAt(0);
const space = ' '.charCodeAt(0);

/** A refusal is an object or words, never a list: where a list begins, decoding can be left to somebody else. */
export function readBulkReply(outcome: BytesOutcome): BulkReply {
  if (outcome.kind !== 'answered') return outcome;
  const { status, bytes } = outcome;
  const isList = isSuccessStatus(status) && bytes.find((byte) => byte > space) === listBegins;
  return isList ? { kind: 'list', status, bytes } : readReply(withText(outcome));
}

export function readReply(outcome: Outcome): Reply {
  if (outcome.kind !== 'answered') return outcome;
  const parsed = parseJson(outcome.text);
  if (parsed.ok)
    return { ...outcome, body: parsed.value, problem: 'wrong-shape', refusal: refusalIn(parsed.value) };
  const refusal = isKnownRefusal(outcome.text) ? outcome.text : null;
  return { ...outcome, body: undefined, problem: parsed.error, refusal };
}

/** Whether the answer is a no, by its status or by its body. */
export const isRefusal = ({ status, refusal }: Answer): boolean =>
  refusal !== null || !isSuccessStatus(status);

/** The API document knows 200 alone; for reads its neighbours are let through. */
export const isSuccessStatus = (status: number): boolean => status >= 200 && status < 300;

/** The service's own words in an answer that refuses, wherever they stand. */
export function refusalWords({ refusal, body, text }: Answer): string {
  if (refusal !== null && refusal !== '') return refusal;
  if (body === undefined) return /<html|<!doctype/i.test(text) ? '' : text;
  return isObject(body) ? errorWords(member(body, 'message')) : errorWords(body);
}

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

/** One request and what came back, as whoever paces the requests wants to know it. Says nothing of the content. */
export interface RequestStats {
  /** Of a bulk session: one of many alike, so that its duration can be compared. */
  readonly isBulk: boolean;
  /** 0 where no answer came. */
  readonly status: number;
  /** Null where the answer does not refuse, or none came. */
  readonly refusal: RefusalReason | null;
  /** Why no complete answer came; null where one did, or where the caller gave up. */
  readonly failure: ReachFailure | 'too-large' | null;
  /** What the service asks to be left alone for; 0 where it does not. */
  readonly retryAfterMs: number;
  readonly durationMs: number;
}

export function requestStatsOf(
  reply: BulkReply,
  isBulk: boolean,
  durationMs: number,
  now: Date,
): RequestStats {
  const nothing = { isBulk, status: 0, refusal: null, failure: null, retryAfterMs: 0, durationMs };
  switch (reply.kind) {
    case 'list':
      return { ...nothing, status: reply.status };
    case 'answered':
      return {
        ...nothing,
        status: reply.status,
        refusal: isRefusal(reply) ? refusalReason('lookup', reply.status, refusalWords(reply)) : null,
        retryAfterMs: retryAfterMs(reply.headers['retry-after'], now),
      };
    case 'not-sent':
    case 'lost':
      return { ...nothing, failure: reply.why };
    case 'cancelled':
      return nothing;
  }
}

/** A place at which a service answers otherwise than the API document says. Holds no values. */
export interface Deviation extends SchemaMismatch {
  readonly operation: OperationName;
  /** In how many answers, since the client was made. */
  readonly count: number;
  /** UTC, ISO 8601. */
  readonly lastSeenAt: string;
}

interface DeviationDeps {
  readonly now: () => Date;
  /** Called once for each answer and place, with the count so far. */
  readonly onDeviation: (deviation: Deviation) => void;
}

/** Enough for every place of every operation; a service that invents names without end is not followed. */
const maxPlaces = 1_000;

/** Compares successful answers with the documented shape and counts where they differ. */
export function createDeviationLog({ now, onDeviation }: DeviationDeps) {
  const counts = new Map<string, number>();
  return ({ name, documented }: Documented, { status, refusal, body }: Answer): void => {
    if (documented === null || status !== 200 || refusal !== null || body === undefined) return;
    for (const misfit of schemaMismatches(body, documented)) {
      const place = `${name} ${misfit.path} ${misfit.seen}`;
      if (!counts.has(place) && counts.size >= maxPlaces) continue;
      const count = (counts.get(place) ?? 0) + 1;
      counts.set(place, count);
      onDeviation({ operation: name, ...misfit, count, lastSeenAt: now().toISOString() });
    }
  };
}

type Documented = Pick<Operation<never, object>, 'name' | 'documented'>;
