import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { parseRow } from '../row.ts';
import { DamagedRow } from '../storage-fault.ts';
import { bytesColumn } from './bytes.ts';

/** What a session's answers are compressed against: the beginning of the first one that it got. */
export interface Dictionaries {
  /** The session's; the first time it is made of `answer`. In a transaction. */
  readonly madeOf: (session: number, answer: Uint8Array) => Uint8Array;
  /** The session's, which has to be there. */
  readonly of: (session: number) => Uint8Array;
  readonly forget: () => void;
}

/** Ready anew for each pack, so no longer than it takes to have every field once. */
const longest = 8_192;
const held = 32;

const dictionaryRow = z.object({ body: bytesColumn });

export function createDictionaries(database: DatabaseSync): Dictionaries {
  const find = database.prepare('SELECT body FROM session_dictionaries WHERE session = ?');
  const put = database.prepare('INSERT INTO session_dictionaries (session, body) VALUES (?, ?)');
  const known = new Map<number, Uint8Array>();

  function stored(session: number): Uint8Array | null {
    const inMemory = known.get(session);
    if (inMemory !== undefined) return inMemory;
    const row = find.get(session);
    if (row === undefined) return null;
    const { body } = parseRow(dictionaryRow, row);
    if (known.size >= held) known.clear();
    known.set(session, body);
    return body;
  }

  return {
    madeOf(session, answer) {
      const found = stored(session);
      if (found !== null) return found;
      const made = answer.slice(0, longest);
      put.run(session, made);
      known.set(session, made);
      return made;
    },
    of(session) {
      const found = stored(session);
      if (found === null) throw new DamagedRow();
      return found;
    },
    forget: () => known.clear(),
  };
}
