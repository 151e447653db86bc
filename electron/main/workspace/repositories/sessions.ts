import type { DatabaseSync } from 'node:sqlite';
import { createAnswerPacks } from '../sessions/answer-packs.ts';
import { createFound } from '../sessions/found.ts';
import { createLoadedSessions, type Loaded } from '../sessions/loaded-sessions.ts';
import { setPending } from '../sessions/matrix.ts';
import { createNameLists } from '../sessions/name-lists.ts';
import { createRecord } from '../sessions/record.ts';
import { createRequestRows } from '../sessions/request-rows.ts';
import { createSeal } from '../sessions/seal.ts';
import { createSessionRows } from '../sessions/session-rows.ts';
import { createShortlist } from '../sessions/shortlist.ts';
import { createSnapshots } from '../sessions/snapshots.ts';
import type { Repository } from '../requests.ts';
import type { SessionRecord } from '../session-records.ts';
import { inTransaction } from '../transaction.ts';

/** In these a session has nothing on its way: its cells are written down as they are. */
const restingStates: ReadonlySet<string> = new Set(['paused', 'stopped', 'finished']);

/** What is kept of bulk look-ups: the sessions, their cells, and the answers behind these. */
export type SessionsRepository = Repository<'sessions'> & {
  /** Writes down what opening would have to read anew; for the end of the program. */
  readonly settle: () => void;
};

export function createSessionsRepository(database: DatabaseSync): SessionsRepository {
  const rows = createSessionRows(database);
  const lists = createNameLists(database);
  const requests = createRequestRows(database);
  const packs = createAnswerPacks(database);
  const loaded = createLoadedSessions(database, lists, createSnapshots(database, requests));
  const record = createRecord({ database, loaded, rows, requests, packs });
  const shortlist = createShortlist(database, rows);
  const found = createFound(requests, packs);
  const seal = createSeal(database);

  const open = (id: string): Loaded => existing(loaded.get(id));
  const find = (id: string): SessionRecord => existing(rows.find(id));

  return {
    list: () => [...rows.list()],
    find: ({ id }) => rows.find(id),
    create: ({ session, names }) =>
      inTransaction(database, () => {
        const labels = names === '' ? [] : names.split('\n');
        rows.add(session, lists.add(labels), labels.length * session.tlds.length);
        return find(session.id);
      }),
    copy: ({ fromId, session }) =>
      inTransaction(database, () => {
        const { listId, names } = existing(rows.listOf(fromId));
        rows.add(session, listId, names * session.tlds.length);
        return find(session.id);
      }),
    update: ({ id, changes }) =>
      inTransaction(database, () => {
        rows.update(id, changes);
        if (changes.state !== undefined && restingStates.has(changes.state)) loaded.snapshotIfChanged(id);
        return find(id);
      }),
    remove({ id }) {
      rows.hide(id);
      loaded.forget(id);
      return {};
    },
    names: ({ id }) => lists.textOf(existing(rows.listOf(id)).listId),
    cells({ id }) {
      const { codes, checkedAt, pending } = open(id).matrix;
      return { codes: codes.slice(), checkedAt: checkedAt.slice(), pending: pending.slice() };
    },
    record: (input) => ({ codes: record(input.id, input.requests) }),
    seal() {
      seal();
      return {};
    },
    askAgain({ id, pending }) {
      const session = open(id);
      try {
        return inTransaction(database, () => {
          setPending(session.matrix, pending);
          loaded.snapshot(session);
          rows.progress(session.number, session.matrix, session.upTo, 0);
          return find(id);
        });
      } catch (thrown) {
        loaded.forget(id);
        throw thrown;
      }
    },
    shortlist: ({ id, cells, isOn }) => {
      try {
        return { shortlisted: shortlist(open(id), cells, isOn) };
      } catch (thrown) {
        loaded.forget(id);
        throw thrown;
      }
    },
    findings: ({ id, cells }) => [...found.at(open(id), cells)],
    details: ({ id, cell }) => found.details(open(id), cell),
    settle: () => loaded.snapshotIfChanged(),
  };
}

/** The services ask for sessions that there are. */
function existing<T>(value: T | null): T {
  if (value === null) throw new Error('There is no such session');
  return value;
}
