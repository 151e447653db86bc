import {
  type AskAgain,
  causeOfCell,
  isShortlisted,
  kindOfCell,
  mostCells,
  mostNames,
  mostTlds,
  type Session,
  type SessionState,
} from '#shared/domain/session.ts';
import { assertNever, fail, ok, type Result } from '#shared/result.ts';
import type { Connections } from '../connections/connections.ts';
import { createMutex } from '../system/queue.ts';
import type { SessionRecord } from '../workspace/session-records.ts';
import { type Matrix, setPending, setShortlisted } from '../workspace/sessions/matrix.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Runs, SessionEvents } from './session-runs.ts';
import {
  type LiveSession,
  type OpenSession,
  restingSession,
  type SessionDraft,
  sessionOf,
  type SessionRegistry,
  type Sessions,
} from './sessions.ts';

export interface MakingDeps {
  readonly kept: Workspace['sessions'];
  readonly connections: Pick<Connections, 'of'>;
  readonly registry: SessionRegistry;
  readonly runs: Runs;
  readonly announcer: SessionEvents;
  readonly heardOf: (session: Session) => Session;
  readonly now: () => Date;
  readonly newId: () => string;
}

/** Creates sessions and starts them. */
export type Making = Pick<Sessions, 'create' | 'runAgain'> & {
  readonly takeUpOne: (id: string) => Promise<Result<Session>>;
};

export function createMaking(deps: MakingDeps): Making {
  const { kept, connections, registry, runs, announcer, now, newId } = deps;

  const takeUpOne = (id: string): Promise<Result<Session>> =>
    registry.using(id, (live) => {
      runs.begin(live);
      return Promise.resolve(ok(sessionOf(live)));
    });

  /** Announces a new session. One that cannot be started exists all the same, and is resumed at the next start. */
  async function made(record: SessionRecord, isStarted: boolean): Promise<Result<Session>> {
    deps.heardOf(restingSession(record));
    announcer.changed(record.id, () => registry.session(record));
    return isStarted ? await takeUpOne(record.id) : ok(restingSession(record));
  }

  const newSession = ({ accountId, name, source, isStarted }: Omit<SessionDraft, 'names' | 'tlds'>) =>
    ({
      id: newId(),
      accountId,
      name: nameFor(name),
      source: source.slice(0, 260).toWellFormed(),
      state: isStarted ? 'running' : 'paused',
      createdAt: now().toISOString(),
    }) as const;

  return {
    takeUpOne,
    async create(draft) {
      const checked = checkedDraft(draft);
      if (!checked.ok) return checked;
      const connection = await connections.of(draft.accountId);
      if (!connection.ok) return connection;
      const session = { ...newSession(draft), tlds: [...draft.tlds], rerunOf: null };
      const created = await kept.create({ session, names: draft.names.join('\n') });
      return created.ok ? await made(created.value, draft.isStarted) : created;
    },
    async runAgain(id, accountId, isStarted) {
      const before = await registry.record(id);
      if (!before.ok) return before;
      const connection = await connections.of(accountId);
      if (!connection.ok) return connection;
      const { name, source, tlds } = before.value;
      const again = newSession({ accountId, name, source, isStarted });
      const copied = await kept.copy({ fromId: id, session: { ...again, tlds: [...tlds], rerunOf: id } });
      return copied.ok ? await made(copied.value, isStarted) : copied;
    },
  };
}

interface OpeningDeps {
  readonly kept: Workspace['sessions'];
  readonly registry: SessionRegistry;
  readonly announcer: SessionEvents;
}

/** Opens a session for viewing, and marks its cells. */
export type Opening = Pick<Sessions, 'open' | 'shortlist'>;

export function createOpening({ kept, registry, announcer }: OpeningDeps): Opening {
  function opened(live: LiveSession, watcher: Parameters<Sessions['open']>[1]): OpenSession {
    live.users += 1;
    live.frames.watch(watcher);
    let isOpen = true;
    return {
      session: sessionOf(live),
      names: live.names,
      codes: live.matrix.codes.slice(),
      checkedAt: live.matrix.checkedAt.slice(),
      close() {
        if (!isOpen) return;
        isOpen = false;
        live.frames.leave(watcher);
        live.users -= 1;
        registry.release(live);
      },
    };
  }

  function mark(live: LiveSession, cells: readonly number[], isOn: boolean, shortlisted: number): void {
    for (const cell of cells) {
      if (setShortlisted(live.matrix, cell, isOn)) live.frames.add(cell);
    }
    live.frames.touch();
    live.record = { ...live.record, shortlisted };
  }

  return {
    // Wrapped, because two views may pass the same function, and watchers are kept in a set.
    open: (id, watcher) =>
      registry.using(id, (live) => Promise.resolve(ok(opened(live, (changed) => watcher(changed))))),
    async shortlist(id, cells, isOn) {
      const found = await registry.record(id);
      if (!found.ok) return found;
      const count = found.value.names * found.value.tlds.length;
      if (cells.some((cell) => !Number.isInteger(cell) || cell < 0 || cell >= count)) return noSuchCell;
      const kept_ = await kept.shortlist({ id, cells: [...cells], isOn });
      if (!kept_.ok) return kept_;
      const { shortlisted } = kept_.value;
      const live = registry.liveOf(id);
      if (live !== undefined) mark(live, cells, isOn, shortlisted);
      announcer.changed(id, () => registry.session({ ...found.value, shortlisted }));
      return ok({ shortlisted });
    },
  };
}

const noSuchCell = fail({ kind: 'invalid-input', field: 'cells', reason: 'There is no such cell' } as const);

interface SessionChangesDeps {
  readonly kept: Workspace['sessions'];
  readonly registry: SessionRegistry;
  readonly runs: Runs;
  readonly announcer: SessionEvents;
  readonly now: () => Date;
}

/** The user's actions on an existing session. */
export type SessionChanges = Pick<
  Sessions,
  'rename' | 'remove' | 'pause' | 'resume' | 'stop' | 'askAgain' | 'saveView'
>;

type Change = Partial<Pick<SessionRecord, 'name' | 'state' | 'finishedAt' | 'view'>>;

export function createSessionChanges(deps: SessionChangesDeps): SessionChanges {
  const { kept, registry, runs, announcer, now } = deps;
  const inTurn = createTurns();
  const save = createSaving(deps);
  const rests = createResting(deps, save);

  async function start(live: LiveSession): Promise<Result<Session>> {
    if (isThrough(live))
      return live.record.state === 'finished' ? ok(sessionOf(live)) : await save.finished(live);
    const saved = await save.change(live.record.id, { state: 'running', finishedAt: null });
    if (!saved.ok) return saved;
    runs.begin(live);
    return ok(sessionOf(live));
  }

  async function askAgain(live: LiveSession, which: AskAgain): Promise<Result<Session>> {
    await runs.end(live);
    const pending = pendingFor(live.matrix, which, Math.floor(now().getTime() / 1_000));
    const noted = await kept.askAgain({ id: live.record.id, pending });
    if (noted.ok) setPending(live.matrix, pending);
    const started = await start(live);
    return noted.ok ? started : noted;
  }

  async function remove(id: string): Promise<Result<object>> {
    const found = await registry.record(id);
    if (!found.ok) return found;
    const live = registry.liveOf(id);
    if (live !== undefined) await runs.end(live);
    const removed = await kept.remove({ id });
    if (!removed.ok) return removed;
    registry.forget(id);
    announcer.removed(id);
    return ok({});
  }

  const withLive = (id: string, work: (live: LiveSession) => Promise<Result<Session>>) =>
    inTurn(id, () => registry.using(id, work));

  return {
    rename: (id, name) => save.change(id, { name: nameFor(name) }),
    saveView: (id, view) => save.change(id, { view }),
    pause: (id) => withLive(id, (live) => rests(live, 'paused')),
    stop: (id) => withLive(id, (live) => rests(live, 'stopped')),
    resume: (id) =>
      withLive(id, (live) => (live.run === null ? start(live) : Promise.resolve(ok(sessionOf(live))))),
    askAgain: (id, which) => withLive(id, (live) => askAgain(live, which)),
    remove: (id) => inTurn(id, () => remove(id)),
  };
}

/** The states from which a session can be paused or stopped. */
const restsFrom: Readonly<Record<'paused' | 'stopped', ReadonlySet<SessionState>>> = {
  paused: new Set(['running', 'waiting']),
  stopped: new Set(['running', 'waiting', 'paused']),
};

const createResting =
  ({ runs }: SessionChangesDeps, save: Saving) =>
  async (live: LiveSession, state: 'paused' | 'stopped'): Promise<Result<Session>> => {
    if (!restsFrom[state].has(live.record.state)) return ok(sessionOf(live));
    await runs.end(live);
    // The last cell may have been answered while the run ended.
    return isThrough(live) ? await save.finished(live) : await save.change(live.record.id, { state });
  };

const isThrough = ({ matrix }: LiveSession): boolean => matrix.left === 0;

interface Saving {
  readonly change: (id: string, change: Change) => Promise<Result<Session>>;
  readonly finished: (live: LiveSession) => Promise<Result<Session>>;
}

function createSaving({ kept, registry, announcer, now }: SessionChangesDeps): Saving {
  async function change(id: string, given: Change): Promise<Result<Session>> {
    const found = await registry.record(id);
    if (!found.ok) return found;
    const changes = { ...given, changedAt: now().toISOString() };
    const updated = await kept.update({ id, changes });
    if (!updated.ok) return updated;
    const live = registry.liveOf(id);
    if (live !== undefined) live.record = { ...live.record, ...changes };
    announcer.changed(id, () => registry.session(updated.value));
    return ok(registry.session(updated.value));
  }
  return {
    change,
    finished: ({ record }) => change(record.id, { state: 'finished', finishedAt: now().toISOString() }),
  };
}

type Turns = <T>(id: string, task: () => Promise<Result<T>>) => Promise<Result<T>>;

/** Runs the actions on one session one after the other. */
function createTurns(): Turns {
  const turns = new Map<string, ReturnType<typeof createMutex>>();
  return (id, task) => {
    const inTurn = turns.get(id) ?? createMutex();
    turns.set(id, inTurn);
    return inTurn(task);
  };
}

/**
 * The bits of the cells that are to be requested again, including those that already are. An unchecked cell needs no bit: it is
 * requested anyway.
 *
 * @param now Unix seconds.
 */
function pendingFor(
  { codes, checkedAt, pending }: Matrix,
  which: AskAgain,
  now: number,
): Uint8Array<ArrayBuffer> {
  const bits = pending.slice();
  const isMeant = meant(which, now);
  for (let cell = 0; cell < codes.length; cell += 1) {
    const code = codes[cell] ?? 0;
    if (kindOfCell(code) === 'unchecked' || !isMeant(code, checkedAt[cell] ?? 0)) continue;
    bits[cell >> 3] = (bits[cell >> 3] ?? 0) | (1 << (cell & 7));
  }
  return bits;
}

function meant(which: AskAgain, now: number): (code: number, checkedAt: number) => boolean {
  switch (which.kind) {
    case 'unknown':
      return (code) => kindOfCell(code) === 'unknown';
    case 'cause':
      return (code) => causeOfCell(code) === which.cause;
    case 'older-than':
      return (_code, checkedAt) => checkedAt < now - which.seconds;
    case 'shortlist':
      return isShortlisted;
    case 'everything':
      return () => true;
    default:
      return assertNever(which);
  }
}

const longestName = 120;

/** The name as it is stored; never empty. */
const nameFor = (typed: string): string =>
  typed.trim().slice(0, longestName).toWellFormed() || 'Bulk look-up';

/** Fails with: `invalid-input`, with a reason for the user. */
function checkedDraft({ names, tlds }: SessionDraft): Result<null> {
  if (names.length === 0) return refuse('names', 'There are no names to look up');
  if (tlds.length === 0) return refuse('tlds', 'Choose one TLD at least');
  if (names.length > mostNames) return refuse('names', tooMany(names.length, mostNames, 'names'));
  if (tlds.length > mostTlds) return refuse('tlds', tooMany(tlds.length, mostTlds, 'TLDs'));
  const cells = names.length * tlds.length;
  return cells > mostCells ? refuse('names', tooMany(cells, mostCells, 'findings')) : ok(null);
}

const tooMany = (count: number, most: number, what: string): string =>
  `These are ${count.toLocaleString('en')} ${what}; a session has ${most.toLocaleString('en')} at most`;

const refuse = (field: string, reason: string): Result<never> =>
  fail({ kind: 'invalid-input', field, reason });
