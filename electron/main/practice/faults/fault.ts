import type { Operation } from '../operations/table.ts';
import { type Answer, json, plainText, refused } from '../wire.ts';
import type { ShapeName } from './shapes.ts';

/** Faults of time: they can be combined with any other fault. */
interface TimeFaults {
  /** The answer is delayed. */
  readonly latency: { readonly ms: number };
  /** The `Date` header is wrong by this many seconds, or is missing. */
  readonly 'date-header': { readonly offsetS: number | 'absent' };
}

/**
 * Replacements of the answer. Unless the rule says otherwise, {@link isApplied} decides whether the change was made.
 */
export interface AnswerFaults {
  /** An error page of the web server. */
  readonly status: { readonly status: number; readonly retryAfterS?: number };
  readonly redirect: { readonly status: 301 | 302 | 303 | 307 | 308; readonly location: string };
  /** A rejection in one of the known forms, with its usual status or another one. */
  readonly refusal: { readonly refusal: RefusalName; readonly status?: number };
  /** The correct answer in one of the known unusual shapes; no effect on an operation that has no such shape. */
  readonly shape: { readonly shape: ShapeName };
  /** Any JSON: `[]`, `{}`, a bare scalar, a wrapper that a deployment may put around an answer. */
  readonly json: { readonly value: unknown; readonly status?: number };
  /** An HTML page instead of JSON; or a PHP warning, alone or before the JSON. */
  readonly page: { readonly page: 'html' | 'php-warning' | 'php-warning-and-json' };
  /** The first half of the JSON, with a matching length. */
  readonly 'cut-json': object;
  readonly 'empty-body': object;
  /** Nested arrays. */
  readonly 'deep-json': { readonly depth: number };
  /** The correct answer, followed by white space. */
  readonly 'huge-body': { readonly bytes: number };
  readonly 'huge-headers': { readonly bytes: number };
  /** Whatever `next` returns: for generated answers. */
  readonly answer: {
    readonly next: (operation: Operation) => { readonly status: number; readonly body: string };
  };
}

/** The point of an exchange at which it breaks. */
type BreakPoint = 'request-head' | 'request' | 'part-of-head' | 'head' | 'part-of-body';

/** Faults in the delivery of the answer. */
export interface DeliveryFaults {
  /**
   * The exchange proceeds to this point and then ends by a reset, by a FIN, or hangs. A break before the answer begins
   * leaves the change undone unless the rule has `isApplied: true`: then the change was made without an answer.
   */
  readonly break: { readonly after: BreakPoint; readonly by: 'reset' | 'fin' | 'hang' };
  /** The body arrives slowly; one byte a second by default. */
  readonly drip: { readonly bytesPerSecond?: number };
  readonly 'wrong-content-length': { readonly declares: 'more' | 'less' };
  /** Bytes that are not HTTP. */
  readonly 'not-http': object;
}

/** The members of a map from kind to fields, as a union with `kind`. */
type Kinds<Map, Kind extends keyof Map = keyof Map> = {
  [Key in Kind]: { readonly kind: Key } & Map[Key];
}[Kind];

export type TimeFault<Kind extends keyof TimeFaults = keyof TimeFaults> = Kinds<TimeFaults, Kind>;
export type AnswerFault<Kind extends keyof AnswerFaults = keyof AnswerFaults> = Kinds<AnswerFaults, Kind>;
export type DeliveryFault<Kind extends keyof DeliveryFaults = keyof DeliveryFaults> = Kinds<
  DeliveryFaults,
  Kind
>;
export type Fault = TimeFault | AnswerFault | DeliveryFault;

export interface FaultRule {
  readonly fault: Fault;
  /** Every operation if left out. */
  readonly operation?: Operation | readonly Operation[];
  /** The full name as A-labels, or its pattern; in a lookup, the element with this name. Every name if left out. */
  readonly domain?: string | RegExp;
  /** Applies to this many matching requests; without a limit if left out. */
  readonly times?: number;
  /** Whether the operation's change is made although its answer is faulty; if left out, the default of the fault. */
  readonly isApplied?: boolean;
}

/**
 * The faults of the service for signed requests. For each request the first matching rule of each sort applies: one
 * `latency`, one `date-header`, one answer fault and one delivery fault can be combined in one exchange.
 */
export type FaultPlan = readonly FaultRule[];

const refusing: ReadonlySet<Fault['kind']> = new Set<Fault['kind']>(['status', 'redirect', 'refusal']);
const beforeTheAnswer: ReadonlySet<BreakPoint> = new Set<BreakPoint>(['request-head', 'request']);

/**
 * Whether an operation's change is made when this rule applies. Default: no if the service rejects, redirects or breaks
 * off before it answers; yes if the answer had begun, or is the correct one in an unusual shape.
 */
export function isApplied({ fault, isApplied: given }: FaultRule): boolean {
  if (given !== undefined) return given;
  return fault.kind === 'break' ? !beforeTheAnswer.has(fault.after) : !refusing.has(fault.kind);
}

/**
 * Known rejections of servers of this family, with the most likely status.
 *
 * Source: the field's notes on error answers. An `error` inside a 200 is any of these with `status: 200`.
 */
export const refusals = {
  'error-text': refused('The request was refused'),
  'error-object': json({ error: { message: 'The request was refused', code: 1001 } }, 400),
  message: json({ message: 'The request was refused' }, 400),
  'status-error': json({ status: 'error', message: 'The request was refused' }),
  'success-false': json({ success: false, message: 'The request was refused' }),
  'empty-array': json([], 400),
  'empty-object': json({}, 400),
  'not-allowed': refused('Action is not allowed', 403),
  /** The caller's address, which on loopback is always this one. */
  address: refused('Your IP address 127.0.0.1 is not allowed to use this API', 403),
  'no-credit': refused('Reseller does not have enough credits on his account', 500),
  'invalid-token': plainText('Invalid API Token', 401),
  'action-not-found': plainText('Action not found', 404),
} as const satisfies Readonly<Record<string, Answer>>;

type RefusalName = keyof typeof refusals;
