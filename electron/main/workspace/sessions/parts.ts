import type { DatabaseSync } from 'node:sqlite';
import { createNoteDeviations } from '../deviation-notes.ts';
import { createAnswerPacks } from './answer-packs.ts';
import { createCountDeviations } from './deviations.ts';
import { createDictionaries } from './dictionaries.ts';
import { createFound, type Found } from './found.ts';
import { createLoadedSessions, createLoader, type LoadedSessions } from './loaded-sessions.ts';
import { createKnownInSessions, type KnownInSessions } from './known-in-sessions.ts';
import { createNameLists, type NameLists } from './name-lists.ts';
import { createRecord, type RecordRequests } from './record.ts';
import { createRequestRows } from './request-rows.ts';
import { createSeal } from './seal.ts';
import { createSessionRows, type SessionRows } from './session-rows.ts';
import { createShortlist, type Shortlist } from './shortlist.ts';
import { createSnapshots } from './snapshots.ts';
import { createSweep, type Sweep } from './sweep.ts';

/** What sessions are kept with, all over one file. */
export interface SessionParts {
  readonly rows: SessionRows;
  readonly lists: NameLists;
  readonly loaded: LoadedSessions;
  readonly record: RecordRequests;
  readonly shortlist: Shortlist;
  readonly found: Found;
  readonly known: KnownInSessions;
  readonly seal: () => void;
  readonly sweep: Sweep;
}

export function createSessionParts(database: DatabaseSync): SessionParts {
  const rows = createSessionRows(database);
  const lists = createNameLists(database);
  const requests = createRequestRows(database);
  const packs = createAnswerPacks(database, createDictionaries(database));
  const snapshots = createSnapshots(database, requests);
  const countDeviations = createCountDeviations(createNoteDeviations(database));
  const loaded = createLoadedSessions(createLoader(database, lists, snapshots), snapshots);
  return {
    rows,
    lists,
    loaded,
    record: createRecord({ database, loaded, rows, requests, packs, countDeviations }),
    shortlist: createShortlist(database, rows),
    found: createFound(requests, packs),
    known: createKnownInSessions(database, lists, requests, packs),
    seal: createSeal(database),
    sweep: createSweep(database),
  };
}
