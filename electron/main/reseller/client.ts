import type { SyncTold } from '#shared/domain/change.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Secret } from '../accounts/secret.ts';
import { createLookUpBytes, type LookUpBytes } from './bulk-lookup.ts';
import { createCarrier } from './carrier.ts';
import { createServiceClock } from './clock.ts';
import { concludeRead, concludeWrite } from './conclude.ts';
import { createDeviationLog, type Deviation } from './deviations.ts';
import type { Exchange } from './exchange.ts';
import { keepAnswer } from './mask.ts';
import type { Operation, OperationName } from './operation.ts';
import * as child from './operations/child-nameservers.ts';
import * as contact from './operations/contact.ts';
import * as service from './operations/credits-tlds-version.ts';
import { type EppAnswer, readEppCode } from './operations/epp-code.ts';
import * as lock from './operations/lock.ts';
import { lookup, type LookupAnswer, type LookupInput } from './operations/lookup.ts';
import * as nameservers from './operations/nameservers.ts';
import * as order from './operations/order.ts';
import type { DomainInput } from './operations/parts.ts';
import { sync } from './operations/sync.ts';
import { createTransport } from './transport.ts';
import type { Transport } from './transport/outcome.ts';
import { createWire, type Service } from './wire.ts';

export interface ResellerClientDeps {
  readonly service: Service;
  /** Asked at each sending. The same `Secret` object for the same key saves signing anew. */
  readonly key: () => Promise<Result<Secret>>;
  readonly now: () => Date;
  /** Monotonic, for durations; `performance.now` unless given. */
  readonly nowMs?: () => number;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  /** Ends early, or rejects, when the signal is aborted. */
  readonly sleep: (durationMs: number, signal?: AbortSignal) => Promise<void>;
  readonly onDeviation: (deviation: Deviation) => void;
  /** Told how every call ended, before its caller is. */
  readonly onOutcome?: (outcome: Result<unknown>) => void;
  /** Told of every request that was sent, or tried to be: several for a read that was tried again. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Of the client's own making unless given. */
  readonly transport?: Transport;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Told of the last complete answer, whatever it says, before the call returns. */
  readonly onAnswer?: (kept: KeptAnswer) => void;
}

/** An answer for the user to look at: what came, masked where it holds personal data or codes, 64 KiB at most. */
export interface KeptAnswer {
  readonly operation: OperationName;
  /** The HTTP status. */
  readonly status: number;
  readonly answer: string;
}

/** A value together with the answer that it was read from: JSON text, masked, 64 KiB at most. */
export type Kept<T> = T & { readonly answer: string };

type Method<I, V> = (input: I, options?: CallOptions) => Promise<Result<Kept<V>>>;
/** A change that the service says is done. There is nothing to know but that. */
type Change<I> = Method<I, object>;
type Question<V> = (options?: CallOptions) => Promise<Result<Kept<V>>>;

/**
 * The seventeen operations.
 *
 * Reads fail with: `no-key`, `invalid-input`, `refused`, `unreachable`, `unreadable`, `cancelled`. They may be tried
 * again by themselves, a transfer code excepted.
 * Changes fail with: `no-key`, `invalid-input`, `not-sent`, `refused`, `uncertain`, `cancelled` (not a byte had left).
 * They are sent exactly once.
 */
export interface ResellerClient {
  readonly lookup: Method<LookupInput, LookupAnswer>;
  /** The look-up of bulk sessions: its answer is decoded where it is kept. */
  readonly lookupBytes: LookUpBytes;
  readonly readCredits: Question<service.Credits>;
  readonly listTlds: Question<service.TldList>;
  readonly readVersion: Question<service.Version>;
  readonly readContacts: Method<DomainInput, contact.ContactSet>;
  readonly writeContacts: Change<contact.ContactUpdate>;
  readonly readLock: Method<DomainInput, lock.Lock>;
  readonly writeLock: Change<lock.LockUpdate>;
  readonly register: Change<order.Registration>;
  readonly renew: Change<order.Renewal>;
  readonly readEppCode: Method<DomainInput, EppAnswer>;
  readonly sync: Method<DomainInput, SyncTold>;
  readonly readNameservers: Method<DomainInput, nameservers.Nameservers>;
  readonly writeNameservers: Change<nameservers.NameserversUpdate>;
  readonly registerChildNameserver: Change<child.ChildNameserver>;
  readonly modifyChildNameserver: Change<child.ChildNameserverMove>;
  readonly deleteChildNameserver: Change<child.ChildNameserverName>;
  /** The service's clock minus ours, in milliseconds; null before the first dated answer. */
  readonly clockSkewMs: () => number | null;
  readonly close: () => Promise<void>;
}

/** The client of one account. */
export function createResellerClient(deps: ResellerClientDeps): ResellerClient {
  const clock = createServiceClock(deps.now);
  const transport = deps.transport ?? createTransport();
  const carrier = createCarrier(createWire({ ...deps, clock, transport }), clock, deps);
  const countDeviations = createDeviationLog(deps);

  const method = <I, V extends object>(operation: Operation<I, V>): Method<I, V> => {
    const conclude = operation.effect === 'write' ? concludeWrite : concludeRead;
    const run: Method<I, V> = async (input, { signal, onAnswer } = {}) => {
      const call = operation.ask(input, deps.service.options);
      if (!call.ok) return call;
      const sent = await carrier[operation.effect](call.value, signal);
      if (!sent.ok) return sent;
      const reply = sent.value;
      const answer = keepAnswer(reply, operation.answers);
      if (reply.kind === 'answered') {
        onAnswer?.({ operation: operation.name, status: reply.status, answer });
        countDeviations(operation, reply);
      }
      const asked = { operation, input, call: call.value, answeredAt: deps.now().toISOString() };
      const result = conclude(asked, reply);
      return result.ok ? ok({ ...result.value, answer }) : result;
    };
    return reporting(run);
  };
  const reporting =
    <A extends readonly unknown[], T>(call: (...given: A) => Promise<Result<T>>) =>
    async (...given: A): Promise<Result<T>> => {
      const outcome = await call(...given);
      deps.onOutcome?.(outcome);
      return outcome;
    };
  const question = <V extends object>(operation: Operation<null, V>): Question<V> => {
    const ask = method(operation);
    return (options) => ask(null, options);
  };

  return {
    lookup: method(lookup),
    lookupBytes: reporting(createLookUpBytes({ carrier, options: deps.service.options, now: deps.now })),
    readCredits: question(service.readCredits),
    listTlds: question(service.listTlds),
    readVersion: question(service.readVersion),
    readContacts: method(contact.readContacts),
    writeContacts: method(contact.writeContacts),
    readLock: method(lock.readLock),
    writeLock: method(lock.writeLock),
    register: method(order.register),
    renew: method(order.renew),
    readEppCode: method(readEppCode),
    sync: method(sync),
    readNameservers: method(nameservers.readNameservers),
    writeNameservers: method(nameservers.writeNameservers),
    registerChildNameserver: method(child.registerChildNameserver),
    modifyChildNameserver: method(child.modifyChildNameserver),
    deleteChildNameserver: method(child.deleteChildNameserver),
    clockSkewMs: clock.skewMs,
    close: () => transport.close(),
  };
}
