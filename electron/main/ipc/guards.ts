import type { z } from 'zod';
import type { AppError } from '#shared/app-error.ts';
import { appError } from '#shared/ipc/error-schema.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Logger } from '../log/logger.ts';
import { isAcceptablePayload } from './payload.ts';
import type { Caller, SenderVerdict } from './sender.ts';

export interface GuardedRequest {
  /** For the log: `area.method`. */
  readonly name: string;
  readonly input: z.ZodType;
  readonly output: z.ZodType;
  readonly handler: (input: never) => Promise<Result<unknown>>;
  readonly isTrusted: (caller: Caller) => SenderVerdict;
  readonly log: Logger;
}

/** Answers one call. It never rejects: Electron re-creates an error in the page from its text alone. */
export type GuardedCall = (caller: Caller, payload: unknown) => Promise<Result<unknown>>;

/**
 * Puts the four guards around a handler: trusted sender, size and shape of the payload, the handler's own outcome, shape of
 * the answer. Fields that the output schema does not name are left behind, so nothing rides along in an answer.
 *
 * A throw, a stranger's call and an answer outside its schema are bugs: each is logged, and the page gets the incident id.
 */
export function guarded(request: GuardedRequest): GuardedCall {
  return async (caller, payload) => {
    try {
      const verdict = request.isTrusted(caller);
      if (!verdict.trusted) return strangersCall(request, verdict.why);
      const input = parsedInput(request, payload);
      if (!input.ok) return input;
      // The schema has just proved it, and `Handlers` ties each handler to the schema of its request.
      return parsedAnswer(request, await request.handler(input.value as never));
    } catch (thrown) {
      return bug(request, thrown);
    }
  };
}

const bug = ({ log }: GuardedRequest, thrown: unknown) =>
  fail<AppError>({ kind: 'bug', incidentId: log.bug(thrown) });

function strangersCall(request: GuardedRequest, why: string): Result<never> {
  request.log.note('ipc.refused', { guard: 'sender' });
  return bug(request, new Error(`${request.name} was called by a stranger: ${why}`));
}

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
  const parsed = answer.ok ? request.output.safeParse(answer.value) : appError.safeParse(answer.error);
  if (!parsed.success) {
    request.log.note('ipc.refused', { guard: 'output' });
    return bug(
      request,
      new Error(`${request.name} answered outside its schema: ${firstIssue(parsed.error).field}`),
    );
  }
  // `parsed` went through `appError` when the answer was not ok, so this is an `AppError`.
  return answer.ok ? ok(parsed.data) : fail(parsed.data as AppError);
}

/** Where and why, shortened: zod names a stranger's keys in full, and our own error schema has limits. */
function firstIssue(error: z.ZodError): { readonly field: string; readonly reason: string } {
  const [issue] = error.issues;
  return {
    field: (issue?.path.join('.') ?? '').slice(0, 200),
    reason: (issue?.message ?? '').slice(0, 1_000),
  };
}
