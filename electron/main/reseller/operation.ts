import type { AccountOptions } from '#shared/domain/account.ts';
import type { Result } from '#shared/result.ts';
import type { Json } from './json.ts';
import type { FormFields } from './form.ts';
import type { Judgement } from './judgement.ts';
import type { Shape } from './shape.ts';

export const operationNames = [
  'lookup',
  'readCredits',
  'listTlds',
  'readVersion',
  'readContacts',
  'writeContacts',
  'readLock',
  'writeLock',
  'register',
  'renew',
  'readEppCode',
  'sync',
  'readNameservers',
  'writeNameservers',
  'registerChildNameserver',
  'modifyChildNameserver',
  'deleteChildNameserver',
] as const;
export type OperationName = (typeof operationNames)[number];

/**
 * What sending may do. `read` may be tried again; `read-once` changes nothing that is documented but is asked once per
 * request of the user (a transfer code may be made anew by each asking); `write` is sent exactly once.
 */
export type Effect = 'read' | 'read-once' | 'write';

/** What an answer may hold: nothing of anybody, something personal, or a transfer code. */
export type Answers = 'open' | 'personal' | 'secret';

/** What is put on the wire for one call. */
export interface Call {
  /** Below the base URL, not yet encoded. */
  readonly path: readonly string[];
  /** Null for a GET. An operation without fields posts an empty form. */
  readonly form: FormFields | null;
  /** `form` as it is sent, where that is at hand already. */
  readonly body?: string;
}

/**
 * One of the seventeen operations: how it is asked and how its answer is understood. Pure; sending is not its business.
 */
export interface Operation<Input, Value> {
  readonly name: OperationName;
  readonly effect: Effect;
  /** `personal` answers are kept with every text masked; `secret` ones with unknown names too, and no odd word of a refusal. */
  readonly answers: Answers;
  /** The shape that the API document gives; null where it gives none. */
  readonly documented: Shape | null;
  readonly ask: (input: Input, options: AccountOptions) => Result<Call>;
  /** Understands the body of an answer. `answeredAt` is UTC, ISO 8601. */
  readonly judge: (body: Json, input: Input, answeredAt: string) => Judgement<Value>;
}
