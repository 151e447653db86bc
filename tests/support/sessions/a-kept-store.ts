import { causeOfCell, cellCode, kindOfCell, noCounts } from '../../../shared/domain/session.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { UnknownCause } from '../../../shared/domain/finding.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { RecordedRequest } from '../../../electron/main/workspace/sessions/messages.ts';
import type { SessionRecord } from '../../../electron/main/workspace/sessions/session-rows.ts';
import {
  countAll,
  createMatrix,
  type Matrix,
  putCell,
} from '../../../electron/main/workspace/sessions/matrix.ts';
import type { Workspace } from '../../../electron/main/workspace/workspace.ts';

type Kept = Workspace['sessions'];

interface Stored {
  record: SessionRecord;
  readonly names: string;
  readonly matrix: Matrix;
}

/** What the workspace keeps of sessions, in memory: it outlives what asks it, and can have faults. */
export interface AKeptStore {
  readonly kept: Kept;
  readonly stored: ReadonlyMap<string, Stored>;
  /** While this is not null, nothing can be written. */
  fault: AppError | null;
  /** Of every batch that could not be recorded. */
  readonly refused: RecordedRequest[];
  readonly seals: () => number;
  /** As it goes with its account. */
  readonly forget: (id: string) => void;
}

export function aKeptStore(): AKeptStore {
  const stored = new Map<string, Stored>();
  const refused: RecordedRequest[] = [];
  let seals = 0;
  const of = (id: string): Stored => {
    const found = stored.get(id);
    if (found === undefined) throw new Error('There is no such session');
    return found;
  };
  const writing = <T>(work: () => T): Promise<Result<T>> =>
    Promise.resolve(store.fault === null ? ok(work()) : fail(store.fault));
  const reading = <T>(work: () => T): Promise<Result<T>> => Promise.resolve(ok(work()));

  type NewSession = Parameters<Kept['create']>[0]['session'];
  const add = (session: NewSession, names: string): SessionRecord => {
    const rows = names.split('\n').length;
    const record: SessionRecord = {
      ...session,
      changedAt: session.createdAt,
      finishedAt: null,
      names: rows,
      counts: noCounts(),
      causes: {},
      left: 0,
      shortlisted: 0,
      view: '',
    };
    stored.set(session.id, { record, names, matrix: createMatrix(rows * session.tlds.length) });
    return counted(of(session.id));
  };

  const store: AKeptStore = {
    fault: null,
    stored,
    refused,
    seals: () => seals,
    forget: (id) => void stored.delete(id),
    kept: {
      list: () => reading(() => [...stored.values()].map(counted)),
      find: ({ id }) =>
        reading(() => {
          const found = stored.get(id);
          return found === undefined ? null : counted(found);
        }),
      create: ({ session, names }) => writing(() => add(session, names)),
      copy: ({ fromId, session }) => writing(() => add(session, of(fromId).names)),
      update: ({ id, changes }) =>
        writing(() => {
          const session = of(id);
          session.record = { ...session.record, ...changes }; // No change is left undefined.
          return counted(session);
        }),
      remove: ({ id }) =>
        writing(() => {
          stored.delete(id);
          return {};
        }),
      names: ({ id }) => reading(() => of(id).names),
      cells: ({ id }) =>
        reading(() => {
          const { codes, checkedAt, pending } = of(id).matrix;
          return { codes: codes.slice(), checkedAt: checkedAt.slice(), pending: pending.slice() };
        }),
      record({ id, requests }) {
        if (store.fault !== null) refused.push(...requests);
        return writing(() => ({ codes: recorded(of(id), requests) }));
      },
      seal: () =>
        writing(() => {
          seals += 1;
          return {};
        }),
      askAgain: ({ id, pending }) =>
        writing(() => {
          of(id).matrix.pending.set(pending);
          return counted(of(id));
        }),
      shortlist: () => writing(() => ({ shortlisted: 0 })),
      findings: () => reading(() => []),
      prices: () => reading(() => ({ offers: [], of: [] })),
      details: () => Promise.reject(new Error('Nobody asks this here')),
    },
  };
  return store;
}

/** The answers of `a-session-world.ts` are the codes themselves. */
function recorded({ matrix, record }: Stored, requests: readonly RecordedRequest[]): Uint8Array<ArrayBuffer> {
  const codes: number[] = [];
  for (const { row, columns, body, cause, checkedAtMs } of requests) {
    columns.forEach((column, index) => {
      const code = body === null ? cellCode('unknown', cause) : (body[index + 1] ?? 0);
      putCell(matrix, row * record.tlds.length + column, code, Math.floor(checkedAtMs / 1_000));
      codes.push(code);
    });
  }
  return Uint8Array.from(codes);
}

/** Counted from the cells, one by one. */
export function counted({ record, matrix }: Stored): SessionRecord {
  const counts = noCounts();
  const causes: Partial<Record<UnknownCause, number>> = {};
  countAll(matrix);
  for (const code of matrix.codes) {
    counts[kindOfCell(code)] += 1;
    const cause = causeOfCell(code);
    if (cause !== null) causes[cause] = (causes[cause] ?? 0) + 1;
  }
  return { ...record, counts, causes, left: matrix.left };
}
