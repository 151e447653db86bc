import type { DatabaseSync } from 'node:sqlite';
import type { Repository } from '../requests.ts';
import type { SessionRecord } from '../session-records.ts';
import type { Loaded } from '../sessions/loaded-sessions.ts';
import { setPending } from '../sessions/matrix.ts';
import type { SessionParts } from '../sessions/parts.ts';
import { inTransaction } from '../transaction.ts';

type Sessions = Repository<'sessions'>;

/** In these a session has nothing on its way: its cells are written down as they are. */
const restingStates: ReadonlySet<string> = new Set(['paused', 'stopped', 'finished']);

/** What is kept of bulk look-ups: the sessions, their cells, and the answers behind these. */
export type SessionsRepository = Sessions & {
  /** Writes down what opening would have to read anew; for the end of the program. */
  readonly settle: () => void;
  /** Clears away a little of what was removed; says whether there is more. */
  readonly sweep: () => boolean;
};

export function createSessionsRepository(database: DatabaseSync, parts: SessionParts): SessionsRepository {
  return {
    ...lives(database, parts),
    ...cells(database, parts),
    sweep: parts.sweep,
    settle: () => parts.loaded.snapshotIfChanged(),
  };
}

type Lives = Pick<Sessions, 'list' | 'find' | 'create' | 'copy' | 'update' | 'remove' | 'names'>;

/** What is done with a session as a whole. */
function lives(database: DatabaseSync, { rows, lists, loaded }: SessionParts): Lives {
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
  };
}

/** What is done with a session's cells. */
function cells(
  database: DatabaseSync,
  { rows, loaded, record, shortlist, found, seal }: SessionParts,
): Omit<Sessions, keyof Lives> {
  /** What fails on the way may have changed what is in memory and not what is in the file. */
  const changing = <T>(id: string, change: (session: Loaded) => T): T => {
    try {
      return change(existing(loaded.get(id)));
    } catch (thrown) {
      loaded.forget(id);
      throw thrown;
    }
  };
  return {
    cells({ id }) {
      const { codes, checkedAt, pending } = existing(loaded.get(id)).matrix;
      return { codes: codes.slice(), checkedAt: checkedAt.slice(), pending: pending.slice() };
    },
    record: ({ id, requests }) => ({
      codes: changing(id, (session) => record(session, requests)),
    }),
    seal() {
      seal();
      return {};
    },
    askAgain: ({ id, pending }) =>
      changing(id, (session) =>
        inTransaction(database, () => {
          setPending(session.matrix, pending);
          loaded.snapshot(session);
          rows.progress(session.number, session.matrix, session.upTo, 0);
          return existing(rows.find(id));
        }),
      ),
    shortlist: ({ id, cells: chosen, isOn }) => ({
      shortlisted: changing(id, (session) => shortlist(session, chosen, isOn)),
    }),
    findings: ({ id, cells: wanted }) => [...found.at(existing(loaded.get(id)), wanted)],
    details: ({ id, cell }) => found.details(existing(loaded.get(id)), cell),
  };
}

/** The services ask for sessions that there are. */
function existing<T>(value: T | null): T {
  if (value === null) throw new Error('There is no such session');
  return value;
}
