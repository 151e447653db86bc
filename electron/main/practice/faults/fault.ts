import { type Answer, json, type Operation, plainText, refused } from '../wire.ts';
import type { ShapeName } from './shapes.ts';

/** Faults of time: they go together with any other. */
interface TimeFaults {
  /** The answer waits. */
  readonly latency: { readonly ms: number };
  /** The `Date` header is wrong by so many seconds, or is not there. */
  readonly 'date-header': { readonly offsetS: number | 'absent' };
}

/** What is answered instead. Unless the rule says otherwise, `isApplied` in `traits.ts` says whether the change was made. */
export interface AnswerFaults {
  /** An error page of the web server. */
  readonly status: { readonly status: number; readonly retryAfterS?: number };
  readonly redirect: { readonly status: 301 | 302 | 303 | 307 | 308; readonly location: string };
  /** A refusal in one of the field's forms, with its usual status or another one. */
  readonly refusal: { readonly refusal: RefusalName; readonly status?: number };
  /** The right answer in one of the field's odd shapes; on an operation that has no such shape nothing happens. */
  readonly shape: { readonly shape: ShapeName };
  /** Any JSON: `[]`, `{}`, a bare scalar, what a deployment may wrap an answer in. */
  readonly json: { readonly value: unknown; readonly status?: number };
  /** A page instead of JSON; or PHP's warning, alone or in front of the JSON. */
  readonly page: { readonly page: 'html' | 'php-warning' | 'php-warning-and-json' };
  /** The first half of the JSON, with a length that agrees. */
  readonly 'cut-json': object;
  readonly 'empty-body': object;
  /** Arrays within arrays. */
  readonly 'deep-json': { readonly depth: number };
  /** The right answer, and white space after it. */
  readonly 'huge-body': { readonly bytes: number };
  readonly 'huge-headers': { readonly bytes: number };
  /** Whatever `next` says: for answers made by a generator. */
  readonly answer: {
    readonly next: (operation: Operation) => { readonly status: number; readonly body: string };
  };
}

/** How far an exchange comes before it breaks. */
type BreakPoint = 'request-head' | 'request' | 'part-of-head' | 'head' | 'part-of-body';

/** What happens to the bytes of the answer. */
export interface DeliveryFaults {
  /**
   * The exchange comes so far and then ends by a reset, by a FIN, or not at all. A break before the answer begins leaves
   * the change undone unless the rule has `isApplied: true`: then it was made, and nobody was told.
   */
  readonly break: { readonly after: BreakPoint; readonly by: 'reset' | 'fin' | 'hang' };
  /** The body arrives slowly; one byte a second by default. */
  readonly drip: { readonly bytesPerSecond?: number };
  readonly 'wrong-content-length': { readonly declares: 'more' | 'less' };
  /** Bytes that are no HTTP at all. */
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
  /** Every operation, where it is left out. */
  readonly operation?: Operation | readonly Operation[];
  /** The full name as A-labels; in a lookup, the element about this name. Every name, where it is left out. */
  readonly domain?: string;
  /** For the first so many requests that it fits; always, where it is left out. */
  readonly times?: number;
  /** Whether the operation's change is made although its answer goes wrong; where it is left out, the fault's own way. */
  readonly isApplied?: boolean;
}

/**
 * How the service misbehaves towards signed requests. For each request the first rule that fits counts among those of its
 * sort: one `latency`, one `date-header`, one fault of the answer and one of its delivery can meet in one exchange.
 */
export type FaultPlan = readonly FaultRule[];

const refusing: ReadonlySet<Fault['kind']> = new Set<Fault['kind']>(['status', 'redirect', 'refusal']);
const beforeTheAnswer: ReadonlySet<BreakPoint> = new Set<BreakPoint>(['request-head', 'request']);

/**
 * Whether an operation's change is made when this rule strikes. Where the rule does not say: no where the service refuses,
 * sends away or breaks off before it answers; yes where the answer had begun, or is the right one in a strange dress.
 */
export function isApplied({ fault, isApplied: told }: FaultRule): boolean {
  if (told !== undefined) return told;
  return fault.kind === 'break' ? !beforeTheAnswer.has(fault.after) : !refusing.has(fault.kind);
}

/**
 * How servers of this family are known to refuse, with the status that is the likeliest.
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
