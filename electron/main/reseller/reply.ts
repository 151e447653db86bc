import type { ReachFailure, RefusalReason } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import { backoffMs } from '../system/timing.ts';
import { parseJson, type SchemaMismatch, schemaMismatches } from './json.ts';
import type { Operation } from './operation.ts';
import { type Answer, faultOfRead, isSuccessStatus } from './read-faults.ts';
import { isKnownRefusal, refusalIn } from './refusals.ts';
import { type BytesOutcome, isNamedUtf8, type Outcome, withText } from './transport/outcome.ts';

/** The outcome of one sending: as {@link Outcome}, with the body parsed. */
export type Reply = Exclude<Outcome, { readonly kind: 'answered' }> | Answer;

/** A complete answer that may be a list of results: not a refusal, as far as that can be told without decoding it. */
interface UndecodedList {
  readonly kind: 'list';
  readonly status: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The outcome of one sending where a list is not decoded. Everything else is parsed as usual. */
export type BulkReply = Reply | UndecodedList;

const listBegins = '['.charCodeAt(0);
const space = ' '.charCodeAt(0);

/**
 * Parses an outcome unless it is a list. A refusal is an object or text, never a list: the caller can decode a list
 * itself.
 */
export function readBulkReply(outcome: BytesOutcome): BulkReply {
  if (outcome.kind !== 'answered') return outcome;
  const { status, headers, bytes } = outcome;
  const isList =
    isSuccessStatus(status) && isNamedUtf8(headers) && bytes.find((byte) => byte > space) === listBegins;
  return isList ? { kind: 'list', status, bytes } : readReply(withText(outcome));
}

export function readReply(outcome: Outcome): Reply {
  if (outcome.kind !== 'answered') return outcome;
  const { isDoubtful = false, ...answered } = outcome;
  const answer = { ...answered, isSafelyDecoded: !isDoubtful };
  const parsed = parseJson(answer.text);
  if (parsed.ok)
    return { ...answer, body: parsed.value, problem: 'wrong-shape', refusal: refusalIn(parsed.value) };
  const refusal = isKnownRefusal(answer.text) ? answer.text : null;
  return { ...answer, body: undefined, problem: parsed.error, refusal };
}

/** The maximum number of tries: a read is retried at most twice. */
export const mostTries = 3;
const retryLimits = { firstMs: 400, longestMs: 6_400 };
/** If a service asks for a longer pause, the call fails and the user is told. */
const maxDelayMs = 20_000;

const worthRetrying: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

export interface RetryDeps {
  readonly now: () => Date;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  /** Resolves early, or rejects, when the signal is aborted. */
  readonly sleep: (durationMs: number, signal?: AbortSignal) => Promise<void>;
}

/**
 * Sends a *read* until it is answered: three times at most, with growing, jittered pauses, honouring `Retry-After`.
 *
 * @param maxTries 1 if the caller has its own retry policy.
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

/**
 * Whether the reply is final. A 500 that gives its reason in words is: a retry would not change the reason. One that asks for fewer
 * requests is not, whatever its status.
 */
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
      if (refusalOf(reply) === 'rate') return false;
      return !worthRetrying.has(reply.status) || (reply.status === 500 && reply.refusal !== null);
  }
}

/** The backoff before a read is retried: doubled each time up to a limit, ± 50 %. */
export const jitteredPauseMs = (tries: number, random: () => number): number =>
  backoffMs(tries, retryLimits) * (0.5 + random());

function pauseAfter(reply: BulkReply, tries: number, { now, random }: RetryDeps): number {
  const jitteredMs = jitteredPauseMs(tries, random);
  const askedMs = reply.kind === 'answered' ? retryAfterMs(reply.headers['retry-after'], now()) : 0;
  return Math.max(jitteredMs, askedMs);
}

/** The pause in a `Retry-After` header: seconds or an HTTP date. Source: RFC 9110, section 10.2.3. */
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

/** Statistics of one request, for the throttle. Contains none of its content. */
export interface RequestStats {
  /** `bulk`: part of a bulk session, one of many similar requests, so that its duration can be compared. */
  readonly of: 'bulk' | 'read' | 'write';
  /** 0 if no answer came. */
  readonly status: number;
  /** Null if the answer does not refuse, or none came. */
  readonly refusal: RefusalReason | null;
  /** Why no complete answer came; null if one did, or if the caller cancelled. */
  readonly failure: ReachFailure | 'too-large' | null;
  /** How long the service asks us to wait; 0 if it does not. */
  readonly retryAfterMs: number;
  readonly durationMs: number;
}

export function requestStatsOf(
  reply: BulkReply,
  of: RequestStats['of'],
  durationMs: number,
  now: Date,
): RequestStats {
  const nothing = { of, status: 0, refusal: null, failure: null, retryAfterMs: 0, durationMs };
  switch (reply.kind) {
    case 'list':
      return { ...nothing, status: reply.status };
    case 'answered':
      return {
        ...nothing,
        status: reply.status,
        refusal: refusalOf(reply),
        retryAfterMs: retryAfterMs(reply.headers['retry-after'], now),
      };
    case 'not-sent':
    case 'lost':
      return { ...nothing, failure: reply.why };
    case 'cancelled':
      return nothing;
  }
}

function refusalOf(answer: Answer): RefusalReason | null {
  const fault = faultOfRead(answer);
  return fault?.kind === 'refused' ? fault.why : null;
}

/** A place at which a service's answer differs from the API document. Contains no values. */
export interface Deviation extends SchemaMismatch {
  /** Its name. */
  readonly operation: string;
  /** The number of answers with it since the client was created. */
  readonly count: number;
  /** UTC, ISO 8601. */
  readonly lastSeenAt: string;
}

interface DeviationDeps {
  readonly now: () => Date;
  /** Called once for each answer and place, with the count so far. */
  readonly onDeviation: (deviation: Deviation) => void;
}

/** Limits memory: enough for every place of every operation, even if a service invents names without end. */
const maxPlaces = 1_000;

/** Compares successful answers with the documented shape and counts the differences. */
export function createDeviationLog({ now, onDeviation }: DeviationDeps) {
  const counts = new Map<string, number>();
  return ({ name, documented }: Documented, answer: Answer): void => {
    const { status, body } = answer;
    if (documented === null || status !== 200 || body === undefined || faultOfRead(answer) !== null) return;
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
