import type { Addons } from '#shared/changes/kind.ts';
import type { AccountOptions } from '#shared/domain/account.ts';
import { aLabelsOf } from '#shared/domain/domain-name.ts';
import type { UnreadableReason } from '#shared/errors.ts';
import { ok, type Result } from '#shared/result.ts';
import { invalidInput } from '../system/texts.ts';
import type { FormField, FormFields } from './form.ts';
import type { Json, Shape } from './json.ts';

/**
 * What sending may do. `read` may be retried; `read-once` changes nothing that is documented, but is sent once for each
 * request of the user (a transfer code may be created anew each time); `write` is sent exactly once.
 */
export type Effect = 'read' | 'read-once' | 'write';

/**
 * What an answer may contain: `open` nothing sensitive, `outcome` how a change ended, `personal` personal data, `secret` a
 * transfer code.
 */
export type Answers = 'open' | 'outcome' | 'personal' | 'secret';

/** The request of one call, before it is signed. */
export interface Call {
  /** Relative to the base URL, not yet encoded. */
  readonly path: readonly string[];
  /** Null for a GET. An operation without fields posts an empty form. */
  readonly form: FormFields | null;
  /** `form` in encoded form, if the caller already has it. */
  readonly body?: string;
}

/** An operation of the API: how to build its request and parse its answer. Pure; it does not send. */
export interface Operation<Input, Value, E extends Effect = Effect> {
  readonly name: string;
  readonly effect: E;
  /**
   * All but `open` answers are stored masked: of an `outcome`, words about it stay, without what may be a code or a
   * person's; of the others, only the structure stays. Never `open` for a write, whose answers are kept (G8).
   */
  readonly answers: Answers;
  /**
   * It orders a new name: a refusal because the name exists is uncertain, because the name may exist by this very order (F2).
   */
  readonly existsMayBeOurs?: true;
  /** Its answer reports on the domain, such as that it is pending: words next to a success say nothing about the call. */
  readonly reportsOnDomain?: true;
  /** The shape that the API document gives; null where it gives none. */
  readonly documented: Shape | null;
  readonly ask: (input: Input, options: AccountOptions) => Result<Call>;
  /**
   * What the JSON body of an answer says. Only what plainly says yes is a `success`; what neither says yes nor refuses is
   * `unclear`, and makes a write uncertain. Called for every body of a write, whatever the HTTP status, which `classify` weighs
   * afterwards; for those of a read that are not known to refuse. Must not throw, and returns nothing of the body unchecked.
   * `answeredAt` is UTC, ISO 8601. `isSafelyDecoded`: see {@link Answer}; where false, no text of the answer is sent back; left out: true.
   */
  readonly judge: (
    body: Json,
    input: Input,
    answeredAt: string,
    isSafelyDecoded?: boolean,
  ) => ParsedAnswer<Value>;
}

/**
 * The parsed body of an answer: success with a value, refusal with the service's own words, or unclear. Never guessed.
 */
export type ParsedAnswer<T> =
  | { readonly kind: 'success'; readonly value: T }
  | { readonly kind: 'refusal'; readonly said: string }
  | { readonly kind: 'unclear'; readonly why: UnreadableReason };

export const success = <T>(value: T): ParsedAnswer<T> => ({ kind: 'success', value });
export const rejected = (said: string): ParsedAnswer<never> => ({ kind: 'refusal', said });
export const unclear = (why: UnreadableReason = 'wrong-shape'): ParsedAnswer<never> => ({
  kind: 'unclear',
  why,
});

/** The input of an operation on one domain. */
export interface DomainInput {
  /** The full name, as A-labels or in Unicode; it is sent as A-labels. */
  readonly domain: string;
}

const hostName =
  /^(?=.{3,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)+$/;
const ipV4 = /^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/;

/** A full host or domain name as A-labels. Fails with: `invalid-input`. */
export function asciiName(field: string, name: string): Result<string> {
  const ascii = aLabelsOf(name);
  return hostName.test(ascii) ? ok(ascii) : invalidInput(field, 'This is not a full domain name');
}

/** The call on `/domains/{domain}/…`. Fails with: `invalid-input`. */
export function domainCall(domain: string, path: readonly string[], form: FormFields | null): Result<Call> {
  const ascii = asciiName('domain', domain);
  return ascii.ok ? ok({ path: ['domains', ascii.value, ...path], form }) : ascii;
}

/**
 * Nameservers as the fields `ns1`, `ns2` and so on, two at least.
 * Unknown: the number of nameservers. Assumed: field notes, "Nameservers write"; `most` is the account's option.
 */
export function nameserverFields(nameservers: readonly string[], most: number): Result<readonly FormField[]> {
  if (nameservers.length < 2 || nameservers.length > most) {
    return invalidInput('nameservers', `Enter two to ${most === 5 ? 'five' : most} nameservers`);
  }
  const fields: FormField[] = [];
  for (const [index, nameserver] of nameservers.entries()) {
    const ascii = asciiName('nameservers', nameserver);
    if (!ascii.ok) return ascii;
    fields.push([`ns${index + 1}`, ascii.value]);
  }
  return ok(fields);
}

/** An IP address as given. Unknown: whether the service accepts IPv6; it is allowed here. */
export const ipAddress = (field: string, address: string): Result<string> =>
  ipV4.test(address) || (address.includes(':') && URL.canParse(`http://[${address}]/`))
    ? ok(address)
    : invalidInput(field, 'This is not an IP address');

/** Unknown: the limits of a period. Assumed: it counts years. */
export const periodField = (years: number): Result<FormField> =>
  Number.isInteger(years) && years >= 1 && years <= 99
    ? ok(['regperiod', String(years)])
    : invalidInput('periodYears', 'A period is a whole number of years, at least one');

/** The given add-ons as `addons[…]` fields, as 0 and 1. */
export function addonFields(addons: Addons | undefined): readonly FormField[] {
  const named: readonly (readonly [string, boolean | undefined])[] = [
    ['dnsmanagement', addons?.dnsManagement],
    ['emailforwarding', addons?.emailForwarding],
    ['idprotection', addons?.idProtection],
  ];
  const fields = named.flatMap(([name, on]): FormField[] =>
    on === undefined ? [] : [[name, on ? '1' : '0']],
  );
  return fields.length === 0 ? [] : [['addons', fields]];
}
