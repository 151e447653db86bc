import type { AccountOptions } from '#shared/domain/account.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Secret } from '../system/secret.ts';
import { createServiceClock, hourForWrite, readAtHour, type ServiceClock } from './clock.ts';
import { toReadResult, toWriteResult, unsent, type WriteResult } from './decode.ts';
import { encodeForm } from './form.ts';
import { maskedAnswer, namesIn } from './mask.ts';
import type { Call, Effect, Operation } from './operation.ts';
import { readCredits } from './operations/credits-tlds-version.ts';
import { lookup, type LookupInput } from './operations/lookup.ts';
import {
  type BulkReply,
  createDeviationLog,
  type Deviation,
  type Reply,
  type RequestStats,
  type RetryDeps,
  retrying,
} from './reply.ts';
import type { TokenHour } from './sign.ts';
import { createTransport } from './transport.ts';
import type { Transport } from './transport/outcome.ts';
import { createWire, type Service, type Wire } from './wire.ts';

interface ResellerClientDeps {
  readonly service: Service;
  /** Called for each sending. Returning the same `Secret` object for the same key avoids signing again. */
  readonly key: () => Promise<Result<Secret>>;
  readonly now: () => Date;
  /** Monotonic clock for durations; `performance.now` by default. */
  readonly nowMs?: () => number;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  /** Resolves early, or rejects, when the signal is aborted. */
  readonly sleep: (durationMs: number, signal?: AbortSignal) => Promise<void>;
  readonly onDeviation: (deviation: Deviation) => void;
  /** Called with the outcome of every call, before the caller gets it. */
  readonly onOutcome?: (outcome: Result<unknown>) => void;
  /** Called for every request that was sent or attempted: several times for a read that was retried. */
  readonly onExchange?: (exchange: RequestStats) => void;
  /** By default, the client creates its own. */
  readonly transport?: Transport;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Called with the last complete answer, whatever it says, before the call returns. */
  readonly onAnswer?: (kept: KeptAnswer) => void;
}

/** An answer for the user to inspect: masked if it holds personal data or codes, 64 KiB at most. */
export interface KeptAnswer {
  /** Its name. */
  readonly operation: string;
  /** The HTTP status. */
  readonly status: number;
  readonly answer: string;
}

/** A value and the answer that it was parsed from: JSON text, masked, 64 KiB at most. */
export type Kept<T> = T & { readonly answer: string };

/** Carries out any operation with this effect. */
type Method<E extends Effect> = <I, V extends object>(
  operation: Operation<I, V, E>,
  input: NoInfer<I>,
  options?: CallOptions,
) => Promise<E extends 'write' ? WriteResult<Kept<V>> : Result<Kept<V>>>;

export type ResellerClient = ReturnType<typeof createResellerClient>;

/**
 * The client of one account: a method for each effect that an operation may have, so that a part of the program that is given
 * `read` alone can neither change anything nor request a transfer code.
 *
 * `read` and `readOnce` fail with: `no-key`, `invalid-input`, `refused`, `unreachable`, `unreadable`, `cancelled`. A `read` may
 * be retried automatically.
 * `write` is sent exactly once; what it came to is a {@link WriteResult}, `unsent` with: `no-key`, `invalid-input`, `not-sent`, `cancelled`,
 * and `refused` (the read that checks the clock). A change that the service reports as done returns no further value, except `sync`: what the service reports.
 */
export function createResellerClient(deps: ResellerClientDeps) {
  const clock = createServiceClock(deps.now);
  const transport = deps.transport ?? createTransport();
  const carrier = createSendPolicy(createWire({ ...deps, clock, transport }), clock, deps);
  const countDeviations = createDeviationLog(deps);

  async function answered<I, V extends object>(
    operation: Operation<I, V>,
    input: I,
    { signal, onAnswer }: CallOptions,
  ): Promise<Result<Kept<V>> | WriteResult<Kept<V>>> {
    const isWrite = operation.effect === 'write';
    const call = operation.ask(input, deps.service.options);
    // Whatever fails before there is a reply, fails before the write: it may have been the read that checks the clock.
    const failed = isWrite ? unsent : fail<AppError>;
    if (!call.ok) return failed(call.error);
    const sent = await carrier[operation.effect](call.value, signal);
    if (!sent.ok) return failed(sent.error);
    const reply = sent.value;
    const answer = maskedAnswer(reply, operation.answers, namesIn(call.value));
    if (reply.kind === 'answered') {
      onAnswer?.({ operation: operation.name, status: reply.status, answer });
      countDeviations(operation, reply);
    }
    const asked = { operation, input, call: call.value, answeredAt: deps.now().toISOString() };
    const result = isWrite ? toWriteResult(asked, reply) : toReadResult(asked, reply);
    return result.ok ? { ...result, value: { ...result.value, answer } } : result;
  }
  const reporting =
    <A extends readonly unknown[], R extends Result<unknown>>(call: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      const outcome = await call(...given);
      deps.onOutcome?.(outcome);
      return outcome;
    };
  const call = <I, V extends object>(operation: Operation<I, V>, input: I, options: CallOptions = {}) =>
    reporting(() => answered(operation, input, options))();

  return {
    read: call as Method<'read'>,
    readOnce: call as Method<'read-once'>,
    write: call as Method<'write'>,
    /** The lookup for bulk sessions: the caller decodes the answer. */
    lookupBytes: reporting(createLookUpBytes({ carrier, options: deps.service.options, now: deps.now })),
    /** The service's clock minus ours, in milliseconds; null before the first dated answer. */
    clockSkewMs: clock.skewMs,
    close: (): Promise<void> => transport.close(),
  };
}

type Send<R> = (call: Call, signal: AbortSignal | undefined) => Promise<Result<R>>;

/** One send function for each effect: reads retry until answered, everything else is sent once. */
interface SendPolicy extends Readonly<Record<Effect, Send<Reply>>> {
  /** A read whose answer, if it is a list, is not decoded. @param tries The maximum number of tries. */
  readonly bulk: (
    call: Call,
    signal: AbortSignal | undefined,
    tries: number | undefined,
  ) => Promise<Result<BulkReply>>;
}

function createSendPolicy(wire: Wire, clock: ServiceClock, deps: RetryDeps): SendPolicy {
  const untilAnswered = <R extends BulkReply>(
    send: (hour: TokenHour) => Promise<Result<R>>,
    signal: AbortSignal | undefined,
    tries?: number,
  ): Promise<Result<R>> =>
    retrying(
      async () => {
        const sent = await readAtHour(send, clock);
        return sent.ok ? ok(sent.value.reply) : sent;
      },
      deps,
      signal,
      tries,
    );

  const once: Send<Reply> = async (call, signal) => {
    const hour = await hourForWrite(clock, () => provenHour(wire, clock, signal));
    return hour.ok ? wire.once(call, hour.value, signal) : hour;
  };

  return {
    read: (call, signal) => untilAnswered((hour) => wire.read(call, hour, signal), signal),
    'read-once': once,
    write: once,
    bulk: (call, signal, tries) => untilAnswered((hour) => wire.bulk(call, hour, signal), signal, tries),
  };
}

/**
 * The token hour that the service accepts now, proven by reading the credit. A missing permission to read the credit is
 * proof as well, because the service checks the token before the permission.
 *
 * Fails with: `refused`, `not-sent`, `cancelled`, and what the key fails with. The write has not been sent.
 */
async function provenHour(
  wire: Wire,
  clock: ServiceClock,
  signal: AbortSignal | undefined,
): Promise<Result<TokenHour>> {
  const asked = { operation: readCredits, input: null, call: creditsCall, answeredAt: '' };
  const read = await readAtHour((hour) => wire.read(creditsCall, hour, signal), clock);
  if (!read.ok) return read;
  const { hour, reply } = read.value;
  const concluded = toReadResult(asked, reply);
  return concluded.ok || isProof(concluded.error) ? ok(hour) : fail(notSent(concluded.error));
}

const creditsCall: Call = { path: ['billing', 'credits'], form: null };

const isProof = (error: AppError): boolean =>
  (error.kind === 'refused' && error.why === 'permission') ||
  (error.kind === 'unreadable' && error.why === 'wrong-shape');

function notSent(error: AppError): AppError {
  if (error.kind === 'unreachable') return { kind: 'not-sent', why: error.why };
  return error.kind === 'unreadable' ? { kind: 'not-sent', why: 'connection-lost' } : error;
}

/** The undecoded answer of a lookup. It is not a refusal; whether it can be parsed is not known yet. */
export interface LookupBytes {
  /** As received, without the key and the token, in a buffer of about the same size. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** UTC, in milliseconds since 1970. */
  readonly answeredAtMs: number;
}

interface LookupBytesOptions {
  readonly signal?: AbortSignal;
  /** 1 if the caller has its own retry policy; three by default. */
  readonly tries?: number;
}

type LookUpBytes = (input: LookupInput, options?: LookupBytesOptions) => Promise<Result<LookupBytes>>;

interface BulkLookupDeps {
  readonly carrier: SendPolicy;
  readonly options: AccountOptions;
  readonly now: () => Date;
}

/**
 * `lookup` for tens of thousands of names: the same request and the same checks, but a list is returned undecoded. Any
 * other answer is parsed here, and returned as bytes only if it holds results.
 *
 * Fails with: as `lookup`.
 */
function createLookUpBytes({ carrier, options, now }: BulkLookupDeps): LookUpBytes {
  const callOf = createCalls(options);

  return async (input, { signal, tries } = {}) => {
    const call = callOf(input);
    if (!call.ok) return call;
    const sent = await carrier.bulk(call.value, signal, tries);
    if (!sent.ok) return sent;
    const reply = sent.value;
    const answeredAt = now();
    if (reply.kind === 'list') return ok({ bytes: reply.bytes, answeredAtMs: answeredAt.getTime() });
    const asked = {
      operation: lookup,
      input,
      call: call.value,
      answeredAt: answeredAt.toISOString(),
    };
    const concluded = toReadResult(asked, reply);
    if (!concluded.ok) return concluded;
    const text = reply.kind === 'answered' ? reply.text : '';
    return ok({ bytes: Buffer.from(text), answeredAtMs: answeredAt.getTime() });
  };
}

/**
 * Builds the forms of lookups for many names under the same TLDs. Everything but the name is encoded once, as long as
 * `tlds` is the same array object.
 */
function createCalls(options: AccountOptions): (input: LookupInput) => Result<Call> {
  let last: { readonly tlds: readonly string[]; readonly rest: string } | null = null;
  return (input) => {
    const asked = lookup.ask(input, options);
    if (!asked.ok || asked.value.form === null) return asked;
    const [searchTerm, ...others] = asked.value.form;
    if (searchTerm === undefined) return asked;
    if (last?.tlds !== input.tlds) last = { tlds: input.tlds, rest: encodeForm(others) };
    return ok({ ...asked.value, body: `${encodeForm([searchTerm])}&${last.rest}` });
  };
}
