/** Twice the largest honest list (2,000 TLDs of 253 characters each). A value counts as one, and so do twelve characters. */
export const payloadLimit = 1_000_000;
/** A pasted list of names has 10 MB at most: a text costs nothing until a schema has seen its length. */
const charactersPerWeight = 12;
/** A file that is dropped on the page. */
export const bytesLimit = 64 * 1_024 * 1_024;

/**
 * Whether `payload` is plain (null, booleans, numbers, texts, arrays, simple objects) and within `limit`.
 *
 * Runs before the schema, and stops at the limit: a schema looks at every element of an array before it looks at its
 * length, so that an empty array of four thousand million places would hold main up for good. A ring never ends either, and
 * so runs into the limit.
 */
export function isAcceptablePayload(payload: unknown, limit = payloadLimit): boolean {
  let left = limit;
  const waiting: unknown[] = [payload];
  while (waiting.length > 0) {
    const value = waiting.pop();
    left -= weightOf(value);
    if (left < 0) return false;
    if (isObject(value) && !(value instanceof Uint8Array))
      for (const member of Object.values(value)) waiting.push(member);
  }
  return true;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What a value counts for by itself, without what it holds; infinitely much where it is not plain. */
function weightOf(value: unknown): number {
  if (typeof value === 'string') return 1 + value.length / charactersPerWeight;
  if (Array.isArray(value)) return 1 + value.length;
  if (value instanceof Uint8Array) return value.byteLength <= bytesLimit ? 1 : Infinity;
  if (isObject(value)) return isSimple(value) ? 1 + Object.keys(value).join('').length : Infinity;
  return value === null || ['number', 'boolean', 'undefined'].includes(typeof value) ? 1 : Infinity;
}

function isSimple(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
