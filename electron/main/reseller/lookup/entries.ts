import { isArray, isObject, type Json, member } from '../json.ts';

/**
 * The entries of a lookup's answer; null where it holds none.
 *
 * Assumed: PHP writes an array with gaps as an object with numeric names, and a service may answer one result bare.
 */
export function entriesIn(body: Json): readonly Json[] | null {
  if (isArray(body)) return body;
  if (!isObject(body)) return null;
  if (member(body, 'domainName') !== undefined || member(body, 'isAvailable') !== undefined) return [body];
  const names = Object.keys(body);
  return names.length > 0 && names.every((name) => /^\d+$/.test(name)) ? Object.values(body) : null;
}
