import { Secret } from '../system/secret.ts';

/** The value of a form field. Texts are sent as given: case, dots and empty values are kept. */
type FormValue = string | Secret | readonly string[] | FormFields;

/** Named values in the order in which they are sent. Pairs, not an object: an object would reorder numeric names. */
export type FormFields = readonly FormField[];
export type FormField = readonly [name: string, value: FormValue];

/**
 * The body of a POST: `application/x-www-form-urlencoded`, arrays as repeated `name[]`, members as `a[b][c]`.
 *
 * An empty array sends nothing, because the encoding cannot express it. Brackets inside a name cannot be distinguished
 * from nesting, so {@link isPlainName} must hold for names that come from outside.
 *
 * Source: Domain Reseller API v2.2, "Common rules"; WHATWG URL, "application/x-www-form-urlencoded serializing".
 */
export function encodeForm(fields: FormFields): string {
  return new URLSearchParams(flatten(fields, '')).toString();
}

export const isPlainName = (name: string): boolean => name !== '' && !/[[\]]/.test(name);

/** The secrets among `fields`, so that they can be redacted from an answer that repeats them. */
export function secretsIn(fields: FormFields): readonly Secret[] {
  return fields.flatMap(([, value]) => {
    if (value instanceof Secret) return [value];
    return isNested(value) ? secretsIn(value) : [];
  });
}

/** The texts that `fields` send at any depth, without secrets. */
export function textsIn(fields: FormFields): readonly string[] {
  return fields.flatMap(([, value]) => {
    if (value instanceof Secret) return [];
    if (typeof value === 'string') return [value];
    return isNested(value) ? textsIn(value) : value;
  });
}

/** The names of all members that `fields` send, at any depth. */
export const memberNamesIn = (fields: FormFields): readonly string[] =>
  flatten(fields, '').flatMap(([path]) => path.split(/[[\]]+/));

function flatten(fields: FormFields, prefix: string): [string, string][] {
  return fields.flatMap(([name, value]): [string, string][] => {
    const path = prefix === '' ? name : `${prefix}[${name}]`;
    if (typeof value === 'string') return [[path, value]];
    if (value instanceof Secret) return [[path, value.reveal()]];
    return isNested(value) ? flatten(value, path) : value.map((item) => [`${path}[]`, item]);
  });
}

/** An array of pairs is nested members; an array of texts is an array. */
const isNested = (value: FormValue): value is FormFields => Array.isArray(value) && Array.isArray(value[0]);
