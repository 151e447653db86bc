import { createHash } from 'node:crypto';

/** The hash before the first link. */
export const beforeAll = '';

/** What a link's hash is made over: its event is the very text that is kept. */
export interface Hashed {
  readonly seq: number;
  readonly changeId: string;
  readonly at: string;
  readonly state: string;
  readonly eventText: string;
}

/**
 * The hash of a link: SHA-256, hexadecimal, over six lines of UTF-8, joined by line feeds: the hash before it, its number,
 * the change's id, the time, the state, and the event as {@link canonicalJson}. No line has a line feed in itself.
 */
export const hashOf = (before: string, { seq, changeId, at, state, eventText }: Hashed): string =>
  createHash('sha256')
    .update([before, String(seq), changeId, at, state, eventText].join('\n'))
    .digest('hex');

/** JSON without spaces, the members of each object in the order of their names: the same value is always the same text. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sorted);

function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
