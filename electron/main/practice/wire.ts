import { parse, type ParsedQs } from 'qs';

/** The operations with their paths as documented. */
const table = {
  'POST /domains/lookup': 'lookup',
  'GET /billing/credits': 'credits',
  'GET /tlds': 'tlds',
  'GET /version': 'version',
  'GET /domains/{domain}/contact': 'contact-read',
  'POST /domains/{domain}/contact': 'contact-write',
  'GET /domains/{domain}/lock': 'lock-read',
  'POST /domains/{domain}/lock': 'lock-write',
  'POST /order/domains/register': 'register',
  'POST /order/domains/renew': 'renew',
  'GET /domains/{domain}/eppcode': 'eppcode',
  'POST /domains/{domain}/sync': 'sync',
  'GET /domains/{domain}/nameservers': 'nameservers-read',
  'POST /domains/{domain}/nameservers': 'nameservers-write',
  'POST /domains/{domain}/nameservers/register': 'child-register',
  'POST /domains/{domain}/nameservers/modify': 'child-modify',
  'POST /domains/{domain}/nameservers/delete': 'child-delete',
} as const;

export type Operation = (typeof table)[keyof typeof table];

export interface Route {
  readonly operation: Operation;
  /** The path variable, percent-decoded; empty where the path has none. */
  readonly domain: string;
}

const operationAt: ReadonlyMap<string, Operation> = new Map(Object.entries(table));
const domainPath = /^\/domains\/([^/]+)(\/.+)$/;

export const operations: readonly Operation[] = Object.values(table);

/** The operations that change something. */
export const changes: readonly Operation[] = [
  'contact-write',
  'lock-write',
  'register',
  'renew',
  'nameservers-write',
  'child-register',
  'child-modify',
  'child-delete',
];

/** @param path Below the base path, without a query. @returns null if no operation matches. */
export function routeOf(method: string, path: string): Route | null {
  const plain = operationAt.get(`${method} ${path}`);
  if (plain !== undefined) return { operation: plain, domain: '' };
  const [, encoded, rest] = domainPath.exec(path) ?? [];
  if (encoded === undefined || rest === undefined) return null;
  const operation = operationAt.get(`${method} /domains/{domain}${rest}`);
  const domain = decoded(encoded);
  return operation === undefined || domain === null ? null : { operation, domain };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

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
