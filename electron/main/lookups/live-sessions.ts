import { mostChangedCells } from '#shared/domain/bounds.ts';
import { countsOf, findingBits, kindOfCell, type Pace, type Session } from '#shared/domain/session.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { RecordedRequest } from '../workspace/sessions/messages.ts';
import type { SessionRecord } from '../workspace/sessions/session-rows.ts';
import { createLabels, type Labels, type Matrix, matrixOf, putCell } from '../workspace/sessions/matrix.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { coalesce, type Timer } from '../system/timing.ts';

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

/** A session's run, as far as its session and the others need it. */
interface RunStatus {
  /** Null while no requests are sent. */
  readonly pace: () => Pace | null;
  readonly waitingFor: () => AppError | null;
  /** What it waits for may be there: it tries at once. */
  readonly wake: () => void;
}

/** What is in the user's portfolios, as A-labels: the same lists as long as nothing of it changes. */
type OwnNames = readonly (readonly string[])[];

/** The cells of the user's own names. */
interface OwnCells {
  /** Null where the names could not be read. */
  readonly cells: readonly number[] | null;
  /** The names that were looked for; null before that. */
  readonly names: OwnNames | null;
}

/** A session in memory: one that is running, or that is open in a view. */
export interface LiveSession {
  record: SessionRecord;
  readonly matrix: Matrix;
  readonly labels: Labels;
  /** A-labels, joined by line feeds. */
  readonly names: string;
  readonly frames: Frames;
  own: OwnCells;
  /** Null while it is not running. */
  run: RunStatus | null;
  /** The number of open views and running commands: while there are any, the session stays in memory. */
  users: number;
}

export interface LiveSessionsDeps {
  readonly onBug: (thrown: unknown) => unknown;
  readonly kept: Workspace['sessions'];
  readonly timer: Timer;
  /** By the account that it is asked for. */
  readonly ownNames: (accountIds: readonly string[]) => Promise<ReadonlyMap<string, Result<OwnNames>>>;
}

/** Fails with: `storage`. */
async function loadSession(
  { kept, timer }: LiveSessionsDeps,
  record: SessionRecord,
): Promise<Result<LiveSession>> {
  const names = await kept.names({ id: record.id });
  if (!names.ok) return names;
  const cells = await kept.cells({ id: record.id });
  if (!cells.ok) return cells;
  // The sessions' thread transfers these arrays: nobody else uses them.
  const matrix = matrixOf(cells.value);
  const pace = (): Pace | null => live.run?.pace() ?? null;
  const live: LiveSession = {
    record,
    matrix,
    names: names.value,
    labels: createLabels(names.value, record.names),
    frames: createFrames(matrix, pace, timer),
    own: { cells: [], names: null },
    run: null,
    users: 0,
  };
  return ok(live);
}

/** A session that is not in memory, from its stored record. */
export const restingSession = (record: SessionRecord, own: Session['own'] = {}): Session => ({
  ...record,
  own,
  pace: null,
  waitingFor: null,
});

/** The current session. Its counts are computed from the cells. */
export function sessionOf(live: LiveSession): Session {
  const { record, matrix, run } = live;
  const pace = run?.pace() ?? null;
  return {
    ...record,
    ...countsOf(matrix.tallies.entries()),
    own: ownIn(live),
    left: matrix.left,
    pace,
    waitingFor: run?.waitingFor() ?? null,
  };
}

function ownIn({ matrix, own }: LiveSession): Session['own'] {
  if (own.cells === null) return null;
  // A loop over one array, because this runs at every change of a running session, and there may be 100,000 of them.
  const tallies = new Uint32Array(matrix.tallies.length);
  for (const cell of own.cells) {
    const code = findingBits(matrix.codes[cell] ?? 0);
    tallies[code] = (tallies[code] ?? 0) + 1;
  }
  return countsOf(tallies.entries()).counts;
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

/** The sessions in memory: those that run, or are used at the moment. */
export class LiveSessions {
  readonly #deps: LiveSessionsDeps;
  readonly #kept: Workspace['sessions'];
  readonly #sessions = new Map<string, LiveSession>();
  /** The counts of own names in sessions that are not in memory, as of the last time that they were counted. */
  readonly #own = new Map<string, Pick<OwnCells, 'names'> & { readonly counts: Session['own'] }>();
  readonly #loading = new Map<string, Promise<Result<LiveSession>>>();

  constructor(deps: LiveSessionsDeps) {
    this.#deps = deps;
    this.#kept = deps.kept;
  }

  all(): Iterable<LiveSession> {
    return this.#sessions.values();
  }

  find(id: string): LiveSession | undefined {
    return this.#sessions.get(id);
  }

  /** Fails with: `storage`, `invalid-input` (there is none). */
  async record(id: string): Promise<Result<SessionRecord>> {
    const live = this.find(id);
    if (live !== undefined) return ok(live.record);
    const found = await this.#kept.find({ id });
    if (!found.ok) return found;
    return found.value === null ? noSuchSession : ok(found.value);
  }

  /** The session as it is now, in memory or not. */
  session(record: SessionRecord): Session {
    const live = this.find(record.id);
    return live === undefined ? restingSession(record, this.#own.get(record.id)?.counts) : sessionOf(live);
  }

  /**
   * Counts the user's own names in sessions: those in the portfolios now. A session is looked through again only where these are others
   * than the last time. Where they cannot be read, that is noted of the session.
   */
  async countOwn(records: readonly Pick<SessionRecord, 'id' | 'accountId'>[]): Promise<void> {
    const byAccount = Map.groupBy(records, ({ accountId }) => accountId);
    const owned = await this.#deps.ownNames([...byAccount.keys()]);
    for (const [accountId, ofAccount] of byAccount) {
      const names = owned.get(accountId);
      const ids = ofAccount.map(({ id }) => id);
      if (names?.ok === true) await this.#countIn(ids, names.value);
      else for (const id of ids) this.#noteOwn(id, notCounted);
    }
  }

  async #countIn(ids: readonly string[], names: OwnNames): Promise<void> {
    const changed = ids.filter((id) => !areSame((this.find(id)?.own ?? this.#own.get(id))?.names, names));
    if (changed.length === 0) return;
    const domains = names.flat().join('\n');
    for (let from = 0; from < changed.length; from += sessionsAtOnce) {
      const some = changed.slice(from, from + sessionsAtOnce);
      const found = await this.#kept.ofDomains({ ids: some, domains });
      some.forEach((id, at) => {
        const own = found.ok ? found.value[at] : undefined;
        this.#noteOwn(id, own === undefined ? notCounted : { ...own, names });
      });
    }
  }

  #noteOwn(id: string, { cells, counts, names }: OwnCells & { readonly counts: Session['own'] }): void {
    const live = this.find(id);
    if (live === undefined) this.#own.set(id, { counts, names });
    else live.own = { cells, names };
  }

  /** Loads a session if needed, and keeps it in memory while `work` runs. */
  async using<T>(
    id: string,
    work: (live: LiveSession) => Result<T> | Promise<Result<T>>,
  ): Promise<Result<T>> {
    // A session in memory is held before any `await`: it might be released meanwhile.
    let live = this.find(id);
    if (live === undefined) {
      const loaded = await this.#loadOnce(id);
      if (!loaded.ok) return loaded;
      live = loaded.value;
    }
    live.users += 1;
    try {
      return await work(live);
    } finally {
      live.users -= 1;
      this.release(live);
    }
  }

  /** Removes a session from memory if nothing needs it any more. */
  release(live: LiveSession): void {
    const { id } = live.record;
    if (live.users > 0 || live.run !== null || this.find(id) !== live) return;
    this.forget(id);
    this.#own.set(id, { counts: ownIn(live), names: live.own.names });
  }

  forget(id: string): void {
    this.#sessions.delete(id);
    this.#own.delete(id);
  }

  /** Loads a session once, however many callers ask at the same time. */
  #loadOnce(id: string): Promise<Result<LiveSession>> {
    const mine = this.#loading.get(id) ?? this.#load(id).finally(() => this.#loading.delete(id));
    this.#loading.set(id, mine);
    return mine;
  }

  async #load(id: string): Promise<Result<LiveSession>> {
    const found = await this.record(id);
    const loaded = found.ok ? await loadSession(this.#deps, found.value) : found;
    if (!loaded.ok) return loaded;
    this.#sessions.set(id, loaded.value);
    // Nothing waits for it: until then, or where the portfolio cannot be read, the counts are of what was found.
    void this.countOwn([loaded.value.record]).catch(this.#deps.onBug);
    return loaded;
  }
}

const notCounted = { cells: null, counts: null, names: null } as const;

const areSame = (before: OwnNames | null | undefined, now: OwnNames): boolean =>
  before?.length === now.length && before.every((names, at) => names === now[at]);

/** Other calls of the workspace come in between. */
const sessionsAtOnce = 10;

const noSuchSession: Result<never> = fail({
  kind: 'invalid-input',
  field: 'id',
  reason: 'There is no such session any more',
});

type Watcher = (changed: CellsChanged) => void;

/** Notifies the watchers of one session of changes, packed, at most once in 50 ms. */
type Frames = ReturnType<typeof createFrames>;

const everyMs = 50;

function createFrames(matrix: Matrix, pace: () => Pace | null, timer: Timer) {
  const watchers = new Set<Watcher>();
  let cells: number[] = [];

  function tell(): void {
    const changed = cells;
    cells = [];
    const frame = { left: matrix.left, pace: pace() };
    for (const watcher of watchers) watcher({ ...packed(matrix, changed), ...frame });
  }

  const telling = coalesce(tell, everyMs, timer);

  return {
    add(cell: number) {
      if (watchers.size > 0) cells.push(cell);
    },
    /** Something other than a cell has changed: the pace, or what is left. */
    touch() {
      if (watchers.size > 0) telling.soon();
    },
    /** @returns Ends the watching. */
    watch(watcher: Watcher): () => void {
      // Wrapped, because two views may pass the same function.
      const mine: Watcher = (changed) => watcher(changed);
      watchers.add(mine);
      return () => void watchers.delete(mine);
    },
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

/** How many cells two sessions have in common, and of these those whose kinds differ. */
export interface Differences {
  readonly compared: number;
  readonly changed: number;
  readonly cells: readonly number[];
}

/** The cells of `after` that `before` has too, that were checked in both, and whose kinds differ: the first of them, in order. */
export function changedCells(before: LiveSession, after: LiveSession): Differences {
  const width = { before: before.record.tlds.length, after: after.record.tlds.length };
  const columns = after.record.tlds.map((tld) => before.record.tlds.indexOf(tld));
  const rowBefore = rowsIn(before, after);
  const cells: number[] = [];
  let [compared, changed] = [0, 0];
  for (let row = 0; row < after.labels.count; row += 1) {
    const earlierRow = rowBefore(row);
    if (earlierRow === undefined) continue;
    columns.forEach((earlierColumn, column) => {
      if (earlierColumn < 0) return;
      const cell = row * width.after + column;
      const was = codeAt(before, earlierRow * width.before + earlierColumn);
      const is = codeAt(after, cell);
      if (was === 0 || is === 0) return;
      compared += 1;
      if (kindOfCell(was) === kindOfCell(is)) return;
      changed += 1;
      if (cells.length < mostChangedCells) cells.push(cell);
    });
  }
  return { compared, changed, cells };
}

const codeAt = ({ matrix }: LiveSession, cell: number): number => findingBits(matrix.codes[cell] ?? 0);

/** A session that was run again has the same names in the same rows. */
function rowsIn(before: LiveSession, after: LiveSession): (row: number) => number | undefined {
  if (before.names === after.names) return (row) => row;
  const rows = new Map<string, number>();
  for (let row = 0; row < before.labels.count; row += 1) rows.set(before.labels.at(row), row);
  return (row) => rows.get(after.labels.at(row));
}
