import { type ParsedQs, parse } from 'qs';

/** The most fields one form may have: enough for every TLD there is in one lookup. */
const maxFields = 2_000;

const formMediaType = 'application/x-www-form-urlencoded';

/** One level of a form: text by key, nested levels by key, and lists. */
export type Form = ParsedQs;

/**
 * Reads a form in bracket notation; of a repeated key the last value counts, as in PHP.
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

/** The field's text without the white space around it; empty where there is none. */
export function textOf(form: Form, field: string): string {
  const value = form[field];
  return typeof value === 'string' ? value.trim() : '';
}

/** The field's own fields, as in `contacts[registrant][…]`; empty where there are none. */
export function nestedOf(form: Form, field: string): Form {
  const value = form[field];
  return typeof value === 'object' && !Array.isArray(value) ? value : {};
}

/** The field's list of texts, as in `tldsToInclude[]`; empty where there is none. */
export function listOf(form: Form, field: string): readonly string[] {
  const value = form[field];
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return [];
  return value.filter((entry) => typeof entry === 'string');
}
