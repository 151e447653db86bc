import { createHmac, timingSafeEqual } from 'node:crypto';
import { parse, type ParsedQs } from 'qs';

/** The maximum number of fields in a form: enough for every existing TLD in one lookup. */
const maxFields = 2_000;

const formMediaType = 'application/x-www-form-urlencoded';

/** One level of a form: text by key, nested levels by key, and lists. */
export type Form = ParsedQs;

/**
 * Parses a form in bracket notation; for a repeated key the last value counts, as in PHP.
 *
 * @returns null for a body that is not such a form: another media type, too many fields, nested too deeply.
 */
export function readForm(body: string, contentType: string | undefined): Form | null {
  if (body === '') return {};
  if (contentType?.split(';', 1)[0]?.trim().toLowerCase() !== formMediaType) return null;
  try {
    return parse(body, {
      depth: 3,
      strictDepth: true,
      plainObjects: true,
      duplicates: 'last',
      parameterLimit: maxFields,
      arrayLimit: maxFields,
      throwOnLimitExceeded: true,
    });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The field's text, trimmed; empty if there is none. */
export function textOf(form: Form, field: string): string {
  const value = form[field];
  return typeof value === 'string' ? value.trim() : '';
}

/** The field's nested fields, as in `contacts[registrant][…]`; empty if there are none. */
export function nestedOf(form: Form, field: string): Form {
  const value = form[field];
  return typeof value === 'object' && !Array.isArray(value) ? value : {};
}

/** The field's list of texts, as in `tldsToInclude[]`; empty if there is none. */
export function listOf(form: Form, field: string): readonly string[] {
  const value = form[field];
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return [];
  return value.filter((entry) => typeof entry === 'string');
}

/** Why a part of a request is not accepted. */
export interface Invalid {
  readonly isValid: false;
  readonly message: string;
}

export const invalid = (message: string): Invalid => ({ isValid: false, message });

/** The answer of an operation, before any delivery fault. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  /** One character per byte. */
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @param body JSON text, in ASCII. */
export const jsonText = (body: string, status = 200): Answer => ({
  status,
  contentType: 'application/json',
  body,
});

/** Assumed: every non-ASCII character is escaped, as PHP does by default. */
export const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u0080-\uffff]/g, escaped);

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

export const json = (value: unknown, status = 200): Answer => jsonText(asciiJson(value), status);

export const plainText = (body: string, status: number): Answer => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  body,
});

/**
 * A rejection with a message.
 *
 * Unknown: every error but that of an existing name. Assumed: an object whose `error` is a text, as vendors show it.
 */
export const refused = (message: string, status = 400): Answer => json({ error: message }, status);

/** The answer of a change that returns nothing else. Assumed: the JSON string, the most common form in the field. */
export const success: Answer = json('success');

/** An amount in cents as the API writes it: a decimal with two decimals. */
export const decimal = (cents: number): string =>
  `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

const hourMs = 3_600_000;

/** The UTC hour in the token's format: `yy-mm-dd HH`. */
export const utcHour = (at: Date): string => at.toISOString().slice(2, 13).replace('T', ' ');

/**
 * The token of one account in one UTC hour.
 *
 * Source: Domain Reseller API v2.2, "Authentication": API key as the message, `<EMAIL>:<UTC time>` as the key, the digest
 * as lower-case hexadecimal text, and that text in Base64.
 */
export function tokenAt(username: string, apiKey: string, at: Date): string {
  const digest = createHmac('sha256', `${username}:${utcHour(at)}`)
    .update(apiKey, 'utf8')
    .digest('hex');
  return Buffer.from(digest, 'ascii').toString('base64');
}

/** Whether these headers are valid for this account in the current hour. */
export type Authenticator = (username: string | undefined, token: string | undefined, at: Date) => boolean;

/**
 * An authenticator that computes the token once per hour and compares in constant time.
 *
 * Unknown: clock skew and behaviour at the turn of the hour. Only the current hour is accepted: a client that works
 * here works with any server.
 */
export function createAuthenticator(username: string, apiKey: string): Authenticator {
  let hour = Number.NaN;
  let expected = Buffer.alloc(0);
  return (givenUsername, givenToken, at) => {
    const thisHour = Math.floor(at.getTime() / hourMs);
    if (thisHour !== hour) {
      expected = Buffer.from(tokenAt(username, apiKey, at));
      hour = thisHour;
    }
    const given = Buffer.from(givenToken ?? '');
    const sameToken = given.length === expected.length && timingSafeEqual(given, expected);
    return sameToken && givenUsername === username;
  };
}
