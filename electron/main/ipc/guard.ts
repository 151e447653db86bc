import type { z } from 'zod';
import { appError } from '#shared/areas/error-schema.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { channelOf } from '#shared/routes.ts';
import type { Logger } from '../system/log.ts';
import { failureOf } from '../workspace/sqlite.ts';

export interface GuardedRequest {
  /** `area.method`, for the log. */
  readonly name: string;
  readonly input: z.ZodType;
  /** Of windows for secrets: what is not named there stays behind. Without one the answer is what the function gives, which has to be plain. */
  readonly output?: z.ZodType;
  /** It is answered while the application is locked, too. */
  readonly whileLocked?: true;
  readonly handler: (input: never) => Result<unknown> | Promise<Result<unknown>>;
  readonly isLocked: () => boolean;
  readonly log: Logger;
}

/** Answers one call of a page that is trusted (`fromTrusted`). Never rejects. */
export type GuardedCall = (payload: unknown) => Promise<Result<unknown>>;

/**
 * Wraps a handler in four guards; main has the fifth before them, the trusted sender: lock of the application, size and plainness of the payload,
 * input schema, and plainness of the answer: a secret is an object of a class, and fits nowhere.
 *
 * Fails with: `app-locked`, `invalid-input`, and what the handler fails with.
 *
 * What the stores of the workspace throw is a failure like any other. Another throw and an answer that is not plain are bugs: each is
 * logged, and the page gets the incident id.
 */
export function guarded(request: GuardedRequest): GuardedCall {
  return async (payload) => {
    try {
      if (request.whileLocked !== true && request.isLocked()) return fail<AppError>({ kind: 'app-locked' });
      const input = parsedInput(request, payload);
      if (!input.ok) return input;
      // Proven by the schema above, which is the one that its function was written for.
      return parsedAnswer(request, await request.handler(input.value as never));
    } catch (thrown) {
      const failure = failureOf(thrown);
      return failure === null ? bug(request, thrown) : fail(failure);
    }
  };
}

const bug = ({ log }: GuardedRequest, thrown: unknown) =>
  fail<AppError>({ kind: 'bug', incidentId: log.bug(thrown) });

function parsedInput({ input, log }: GuardedRequest, payload: unknown): Result<unknown> {
  if (!isAcceptablePayload(payload)) {
    log.note('ipc.refused', { guard: 'size' });
    return fail({ kind: 'invalid-input', field: '', reason: 'Too large, or not plain values.' });
  }
  const parsed = input.safeParse(payload);
  if (parsed.success) return ok(parsed.data);
  log.note('ipc.refused', { guard: 'input' });
  return fail({ kind: 'invalid-input', ...firstIssue(parsed.error) });
}

function parsedAnswer(request: GuardedRequest, answer: Result<unknown>): Result<unknown> {
  if (answer.ok && request.output === undefined) {
    const place = notPlain(answer.value, 'answer');
    if (place === null) return ok(answer.value);
    request.log.note('ipc.refused', { guard: 'output' });
    return bug(request, new Error(`${request.name}: ${place} is not plain`));
  }
  const parsed = (answer.ok && request.output ? request.output : appError).safeParse(
    answer.ok ? answer.value : answer.error,
  );
  if (!parsed.success) {
    request.log.note('ipc.refused', { guard: 'output' });
    return bug(
      request,
      new Error(`${request.name} answered outside its schema: ${firstIssue(parsed.error).field}`),
    );
  }
  // `parsed` went through `appError` if the answer was not ok, so this is an `AppError`.
  return answer.ok ? ok(parsed.data) : fail(parsed.data as AppError);
}

/**
 * Location and reason of the first issue, shortened: zod lists unknown keys in full, and our own error schema has
 * limits.
 */
function firstIssue(error: z.ZodError): { readonly field: string; readonly reason: string } {
  const [issue] = error.issues;
  return {
    field: (issue?.path.join('.') ?? '').slice(0, 200),
    reason: (issue?.message ?? '').slice(0, 1_000),
  };
}

/** Values by area and method. */
export type Table<T> = Readonly<Record<string, Readonly<Record<string, T>>>>;

/** The guarded requests by IPC channel. */
export type GuardedCalls = ReadonlyMap<string, GuardedCall>;

/**
 * Puts what can be asked behind its guards.
 *
 * @throws Error if a request has no handler.
 */
export function guardAll(
  asked: Table<Pick<GuardedRequest, 'input' | 'whileLocked'>>,
  handlerOf: (area: string, method: string) => GuardedRequest['handler'] | undefined,
  { isLocked, log }: Pick<GuardedRequest, 'isLocked' | 'log'>,
): GuardedCalls {
  const requests = Object.entries(asked).flatMap(([area, methods]) =>
    Object.entries(methods).map(([method, request]) => {
      const handler = handlerOf(area, method);
      if (handler === undefined) throw new Error(`${area}.${method} has no handler`);
      const name = `${area}.${method}`;
      return [channelOf(area, method), guarded({ ...request, name, handler, isLocked, log })] as const;
    }),
  );
  return new Map(requests);
}

/**
 * Twice the largest legitimate list (2,000 TLDs of 253 characters each). A value counts as one, and so do twelve
 * characters.
 */
export const payloadLimit = 1_000_000;
/** A pasted list of names has at most 10 MB: strings are cheap until a schema has checked their length. */
const charactersPerWeight = 12;
/** The limit of a file dropped on the page. */
export const bytesLimit = 64 * 1_024 * 1_024;

/**
 * Whether `payload` is plain (null, booleans, numbers, strings, arrays, simple objects) and within `limit`.
 *
 * Runs before the schema, and stops at the limit: a schema checks every element of an array before its length, so that
 * an empty array of four thousand million places would block main for a very long time. A cyclic object exceeds the
 * limit too.
 */
export function isAcceptablePayload(payload: unknown, limit = payloadLimit): boolean {
  let left = limit;
  const waiting: unknown[] = [payload];
  while (waiting.length > 0) {
    const value = waiting.pop();
    left -= weightOf(value);
    if (left < 0) return false;
    if (isObject(value) && !(value instanceof Uint8Array))
      for (const member of Object.values(value)) waiting.push(member);
  }
  return true;
}

/** The place of the first member that is neither null, a boolean, a number, a text, bytes, an array nor a simple object; null if there is none. */
export function notPlain(value: unknown, at: string): string | null {
  if (!isObject(value)) return weightOf(value) === Infinity ? at : null;
  if (value instanceof Uint8Array) return null;
  if (!Array.isArray(value) && !isSimple(value)) return at;
  for (const [name, member] of Object.entries(value)) {
    const place = notPlain(member, `${at}.${name}`);
    if (place !== null) return place;
  }
  return null;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The weight of a value without its contents; infinite if it is not plain. */
function weightOf(value: unknown): number {
  if (typeof value === 'string') return 1 + value.length / charactersPerWeight;
  if (Array.isArray(value)) return 1 + value.length;
  if (value instanceof Uint8Array) return value.byteLength <= bytesLimit ? 1 : Infinity;
  if (isObject(value)) return isSimple(value) ? 1 + Object.keys(value).join('').length : Infinity;
  return value === null || ['number', 'boolean', 'undefined'].includes(typeof value) ? 1 : Infinity;
}

function isSimple(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
