import {
  type AskAgain,
  countsOf,
  type Estimate,
  type Pace,
  type Session,
  type SessionChange,
} from '#shared/domain/session.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Timer } from '../connections/throttle.ts';
import type { RecordedRequest, SessionRecord } from '../workspace/session-records.ts';
import { createLabels, type Labels, type Matrix, matrixOf, putCell } from '../workspace/sessions/matrix.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Run } from './session-run.ts';

/** The input for a new session. */
export interface SessionDraft {
  readonly accountId: string;
  readonly name: string;
  /** A-labels, each once. */
  readonly names: readonly string[];
  /** Without leading dots, each once. */
  readonly tlds: readonly string[];
  readonly source: string;
  readonly isStarted: boolean;
}

/** Changed cells, for watchers of a session. They are on the disk already. */
export interface CellsChanged {
  /** `row * tlds + column`. */
  readonly cells: Uint32Array;
  /** With the shortlist's bit. */
  readonly codes: Uint8Array;
  /** Unix seconds. */
  readonly checkedAt: Uint32Array;
  readonly left: number;
  readonly pace: Pace | null;
}

/** A session at the moment of opening; later changes are sent to the watcher. */
export interface OpenSession {
  readonly session: Session;
  /** A-labels, joined by line feeds. */
  readonly names: string;
  /** Copies: the caller may change them. */
  readonly codes: Uint8Array;
  readonly checkedAt: Uint32Array;
  /** Ends the watching. The session continues. */
  readonly close: () => void;
}

export interface Comparison {
  readonly compared: number;
  readonly same: number;
  readonly changed: number;
  readonly changes: readonly SessionChange[];
}

/** The size and duration of a session that does not exist yet. */
export interface Outlook {
  readonly cells: number;
  readonly requests: number;
  /** Null where there is no limit and nothing was measured. */
  readonly seconds: Estimate | null;
}

/**
 * Bulk lookups: sessions that send requests as fast as the account's throttle allows, and survive crashes and restarts.
 *
 * All fail with: `storage`; those that name a session with `invalid-input` (field `id`) where there is none.
 */
export interface Sessions {
  readonly list: () => Promise<Result<readonly Session[]>>;
  readonly find: (id: string) => Promise<Result<Session>>;
  readonly outlook: (accountId: string, names: number, tlds: number) => Promise<Result<Outlook>>;
  /** Fails with: also `invalid-input` (no names, no TLDs, too many cells), `no-account`. */
  readonly create: (draft: SessionDraft) => Promise<Result<Session>>;
  readonly rename: (id: string, name: string) => Promise<Result<Session>>;
  readonly remove: (id: string) => Promise<Result<object>>;
  /** Resolves when no request is pending any more and every result is stored. */
  readonly pause: (id: string) => Promise<Result<Session>>;
  readonly resume: (id: string) => Promise<Result<Session>>;
  readonly stop: (id: string) => Promise<Result<Session>>;
  /** Stores which cells are to be requested again, and starts. */
  readonly askAgain: (id: string, which: AskAgain) => Promise<Result<Session>>;
  readonly runAgain: (id: string, accountId: string, isStarted: boolean) => Promise<Result<Session>>;
  readonly compare: (beforeId: string, afterId: string) => Promise<Result<Comparison>>;
  /** @param watcher Called at most once in 50 ms. */
  readonly open: (id: string, watcher: (changed: CellsChanged) => void) => Promise<Result<OpenSession>>;
  /** Watchers are notified. */
  readonly shortlist: (
    id: string,
    cells: readonly number[],
    isOn: boolean,
  ) => Promise<Result<{ readonly shortlisted: number }>>;
  readonly saveView: (id: string, view: string) => Promise<Result<object>>;
  /**
   * What sessions wait for may be available: the network, a key, space on the disk. They probe at once instead of after their
   * pause. Only those of one account, where it is given.
   */
  readonly wake: (accountId?: string) => void;
  /** The account and its sessions were removed: no more requests are sent for them, and they are announced as removed. */
  readonly accountRemoved: (accountId: string) => void;
  /** Resumes every session that was running or waiting when the program ended. Called once, at startup. */
  readonly takeUp: () => Promise<Result<object>>;
  /**
   * Sends no more requests, and waits until the results of pending ones are stored. Running sessions are resumed at the next start.
   * To be called before the connections and the workspace are closed.
   */
  readonly close: () => Promise<void>;
}

/** A session in memory: one that is running, or that is open in a view. */
export interface LiveSession {
  record: SessionRecord;
  readonly matrix: Matrix;
  readonly labels: Labels;
  /** A-labels, joined by line feeds. */
  readonly names: string;
  readonly frames: Frames;
  /** Null while it is not running. */
  run: Run | null;
  /** The number of open views and running commands: while there are any, the session stays in memory. */
  users: number;
}

type Kept = Pick<Workspace['sessions'], 'cells' | 'names'>;

/** Fails with: `storage`. */
async function loadSession(kept: Kept, record: SessionRecord, timer: Timer): Promise<Result<LiveSession>> {
  const names = await kept.names({ id: record.id });
  if (!names.ok) return names;
  const cells = await kept.cells({ id: record.id });
  if (!cells.ok) return cells;
  // The workspace's thread transfers these arrays: nobody else uses them.
  const matrix = matrixOf(cells.value);
  const pace = (): Pace | null => live.run?.pace() ?? null;
  const live: LiveSession = {
    record,
    matrix,
    names: names.value,
    labels: createLabels(names.value, record.names),
    frames: createFrames(matrix, pace, timer),
    run: null,
    users: 0,
  };
  return ok(live);
}

/** A session that is not in memory, from its stored record. */
export const restingSession = (record: SessionRecord): Session => ({
  ...record,
  pace: null,
  waitingFor: null,
});

/** The current session. Its counts are computed from the cells. */
export function sessionOf({ record, matrix, run }: LiveSession): Session {
  const pace = run?.pace() ?? null;
  return {
    ...record,
    ...countsOf(matrix.tallies.entries()),
    left: matrix.left,
    pace,
    waitingFor: run?.waitingFor() ?? null,
  };
}

/** Copies stored results into the cells. `codes`: one for each column of each request, in their order. */
export function takeIn(
  { matrix, frames, record }: LiveSession,
  requests: readonly RecordedRequest[],
  codes: Uint8Array,
): void {
  const width = record.tlds.length;
  let at = 0;
  for (const { row, columns, checkedAtMs } of requests) {
    const checkedAt = Math.floor(checkedAtMs / 1_000);
    for (const column of columns) {
      const cell = row * width + column;
      putCell(matrix, cell, codes[at] ?? 0, checkedAt);
      frames.add(cell);
      at += 1;
    }
  }
  frames.touch();
}

/** The sessions in memory. A session is in memory while it runs or is used. */
export interface SessionRegistry {
  /** Those that are in memory already. */
  readonly live: () => Iterable<LiveSession>;
  readonly liveOf: (id: string) => LiveSession | undefined;
  /** Fails with: `storage`, `invalid-input` (there is none). */
  readonly record: (id: string) => Promise<Result<SessionRecord>>;
  /** Loads a session if needed, and keeps it in memory while `work` runs. */
  readonly using: <T>(id: string, work: (live: LiveSession) => Promise<Result<T>>) => Promise<Result<T>>;
  /** Removes a session from memory if nothing needs it any more. */
  readonly release: (live: LiveSession) => void;
  readonly forget: (id: string) => void;
  /** The current session, in memory or not. */
  readonly session: (record: SessionRecord) => Session;
}

export function createSessionRegistry(kept: Workspace['sessions'], timer: Timer): SessionRegistry {
  const sessions = new Map<string, LiveSession>();
  const loading = new Map<string, Promise<Result<LiveSession>>>();

  async function record(id: string): Promise<Result<SessionRecord>> {
    const live = sessions.get(id);
    if (live !== undefined) return ok(live.record);
    const found = await kept.find({ id });
    if (!found.ok) return found;
    return found.value === null ? noSuchSession : ok(found.value);
  }

  async function load(id: string): Promise<Result<LiveSession>> {
    const found = await record(id);
    const loaded = found.ok ? await loadSession(kept, found.value, timer) : found;
    if (loaded.ok) sessions.set(id, loaded.value);
    return loaded;
  }

  /** Loads a session once, however many callers ask at the same time. */
  function loadOnce(id: string): Promise<Result<LiveSession>> {
    const mine = loading.get(id) ?? load(id).finally(() => loading.delete(id));
    loading.set(id, mine);
    return mine;
  }

  function release(live: LiveSession): void {
    const { id } = live.record;
    if (live.users === 0 && live.run === null && sessions.get(id) === live) sessions.delete(id);
  }

  return {
    live: () => sessions.values(),
    liveOf: (id) => sessions.get(id),
    record,
    async using(id, work) {
      // A session in memory is held before any `await`: it might be released meanwhile.
      let live = sessions.get(id);
      if (live === undefined) {
        const loaded = await loadOnce(id);
        if (!loaded.ok) return loaded;
        live = loaded.value;
      }
      live.users += 1;
      try {
        return await work(live);
      } finally {
        live.users -= 1;
        release(live);
      }
    },
    release,
    forget: (id) => void sessions.delete(id),
    session(found) {
      const live = sessions.get(found.id);
      return live === undefined ? restingSession(found) : sessionOf(live);
    },
  };
}

const noSuchSession: Result<never> = fail({
  kind: 'invalid-input',
  field: 'id',
  reason: 'There is no such session any more',
});

type Watcher = (changed: CellsChanged) => void;

/** Notifies the watchers of one session of changes, packed, at most once in 50 ms. */
interface Frames {
  readonly add: (cell: number) => void;
  /** Something other than a cell has changed: the pace, or what is left. */
  readonly touch: () => void;
  readonly watch: (watcher: Watcher) => void;
  readonly leave: (watcher: Watcher) => void;
  readonly watchers: () => number;
}

const everyMs = 50;

function createFrames(matrix: Matrix, pace: () => Pace | null, timer: Timer): Frames {
  const watchers = new Set<Watcher>();
  let cells: number[] = [];
  let toldAtMs = Number.NEGATIVE_INFINITY;
  let isAsleep = false;

  function tell(): void {
    isAsleep = false;
    toldAtMs = timer.nowMs();
    const changed = cells;
    cells = [];
    const frame = { left: matrix.left, pace: pace() };
    for (const watcher of watchers) watcher({ ...packed(matrix, changed), ...frame });
  }

  function plan(): void {
    if (isAsleep || watchers.size === 0) return;
    isAsleep = true;
    void timer.sleep(Math.max(0, toldAtMs + everyMs - timer.nowMs())).then(tell);
  }

  return {
    add(cell) {
      if (watchers.size > 0) cells.push(cell);
    },
    touch: plan,
    watch: (watcher) => void watchers.add(watcher),
    leave: (watcher) => void watchers.delete(watcher),
    watchers: () => watchers.size,
  };
}

/** Each watcher gets its own arrays: it may transfer them to another thread. */
function packed(
  { codes, checkedAt }: Matrix,
  changed: readonly number[],
): Pick<CellsChanged, 'cells' | 'codes' | 'checkedAt'> {
  const frame = {
    cells: new Uint32Array(changed.length),
    codes: new Uint8Array(changed.length),
    checkedAt: new Uint32Array(changed.length),
  };
  // A loop, because `from` with a function takes five times as long, and this runs for every finding.
  changed.forEach((cell, at) => {
    frame.cells[at] = cell;
    frame.codes[at] = codes[cell] ?? 0;
    frame.checkedAt[at] = checkedAt[cell] ?? 0;
  });
  return frame;
}
