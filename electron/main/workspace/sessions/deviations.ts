import type { Json } from '../../reseller/json.ts';
import { documentedLookup } from '../../reseller/lookup/shape.ts';
import { misfits } from '../../reseller/shape.ts';
import type { NoteDeviations } from '../deviation-notes.ts';

/**
 * Counts where a session's answers differ from the API document, given one of each batch; undefined where none came. In a
 * transaction.
 */
export type CountDeviations = (accountId: string, answer: Json | undefined, atMs: number) => void;

/** An answer whose every name is new would fill the table: what is behind this is not followed. */
const mostPlaces = 50;

/**
 * One of each batch is looked at and counted, the first: to compare every answer would take half as long as to read it,
 * and a service that differs does so in all of them. At an ordinary rate a batch is one or two answers.
 */
export const createCountDeviations =
  (note: NoteDeviations): CountDeviations =>
  (accountId, answer, atMs) => {
    if (answer === undefined) return;
    const places = misfits(answer, documentedLookup).slice(0, mostPlaces);
    note(
      accountId,
      places.map((place) => ({ operation: 'lookup', ...place })),
      atMs,
    );
  };
