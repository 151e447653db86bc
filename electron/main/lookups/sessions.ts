import { inEnglish } from '#shared/domain/counting.ts';
import {
  type AskAgain,
  causeOfCell,
  type Estimate,
  isShortlisted,
  kindOfCell,
  type Session,
  type SessionState,
} from '#shared/domain/session.ts';
import { assertNever, fail, mapOk, ok, type Result } from '#shared/result.ts';
import { createMutex } from '../system/queue.ts';
import { invalidInput } from '../system/texts.ts';
import type { SessionRecord } from '../workspace/sessions/session-rows.ts';
import { type Matrix, setPending, setShortlisted } from '../workspace/sessions/matrix.ts';
import {
  type CellsChanged,
  changedCells,
  type Differences,
  type LiveSession,
  LiveSessions,
  type LiveSessionsDeps,
  restingSession,
  sessionOf,
} from './live-sessions.ts';
import { expected } from './pace.ts';
import {
  createSessionEvents,
  type EmitSessions,
  Runs,
  type RunsDeps,
  type SessionEvents,
} from './session-runs.ts';
import {
  assistantCellsADay,
  mostAssistantSessions,
  mostCells,
  mostNames,
  mostTlds,
} from '#shared/domain/bounds.ts';

/** So much at least, so that no session of the last 24 hours is among the oldest that go, and is forgotten. */
const costOf = (cells: number): number =>
  Math.max(cells, Math.ceil(assistantCellsADay / (mostAssistantSessions - 1)));

const overBudget = (left: number): Result<never> =>
  invalidInput(
    'names',
    `Assistants may look up ${assistantCellsADay} names in 24 hours, and ${Math.max(0, left)} are left; a lookup counts as ${costOf(0)} at least. A person can look up more`,
  );

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
  /** An assistant asks for it. */
  readonly byAssistant?: true;
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

/** The size and duration of a session that does not exist yet. */
export interface Outlook {
  readonly cells: number;
  readonly requests: number;
  /** Null where there is no limit and nothing was measured. */
  readonly seconds: Estimate | null;
}

export interface SessionsDeps
  extends
    Pick<RunsDeps, 'log' | 'connections' | 'onBug' | 'timer' | 'now' | 'random'>,
    Pick<LiveSessionsDeps, 'kept' | 'ownNames'> {
  /** Called at most four times a second. */
  readonly announce: EmitSessions;
  readonly newId: () => string;
}

type StoredChange = Partial<Pick<SessionRecord, 'name' | 'state' | 'finishedAt' | 'view'>>;

/**
 * Bulk lookups: sessions that send requests as fast as the account's throttle allows, and survive crashes and restarts. Nothing
 * runs before `takeUp`, or before a session is started.
 *
 * All fail with: `storage`; those that name a session with `invalid-input` (field `id`) where there is none.
 */
export class Sessions {
  readonly #deps: SessionsDeps;
  readonly #live: LiveSessions;
  readonly #events: SessionEvents;
  readonly #runs: Runs;
  /** The accounts of all sessions that were seen here, by session id. */
  readonly #accounts = new Map<string, string>();
  /** Actions on one session run one after the other. */
  readonly #turns = new Map<string, ReturnType<typeof createMutex>>();
  readonly #assistants = createMutex();

  constructor(deps: SessionsDeps) {
    this.#deps = deps;
    this.#live = new LiveSessions(deps);
    this.#events = createSessionEvents(deps.announce, deps.timer);
    this.#runs = new Runs({ ...deps, registry: this.#live, announcer: this.#events });
  }

  /** With the user's own names as they are in the portfolios now. */
  async list(): Promise<Result<readonly Session[]>> {
    const listed = await this.#deps.kept.list();
    if (!listed.ok) return listed;
    await this.#live.countOwn(listed.value);
    return ok(this.#allSeen(listed.value));
  }

  /** As `list`, with own names as they were last counted: for what depends on names and states alone, and reads no portfolio. */
  async states(): Promise<Result<readonly Session[]>> {
    return mapOk(await this.#deps.kept.list(), (records) => this.#allSeen(records));
  }

  async find(id: string): Promise<Result<Session>> {
    const found = await this.#live.record(id);
    return found.ok ? ok(this.#seen(this.#live.session(found.value))) : found;
  }

  async outlook(accountId: string, names: number, tlds: number): Promise<Result<Outlook>> {
    const connected = await this.#deps.connections.of(accountId);
    if (!connected.ok) return connected;
    const { account, throttle } = connected.value;
    const requests = names * Math.ceil(tlds / account.options.tldsPerRequest);
    return ok({ cells: names * tlds, requests, seconds: expected(requests, throttle.allowed()) });
  }

  /** Fails with: also `invalid-input` (no names, no TLDs, too many cells; of an assistant, too many in a day), `no-account`. */
  create(draft: SessionDraft): Promise<Result<Session>> {
    // One after the other, so that two do not spend the same rest of a day.
    return draft.byAssistant === true
      ? this.#assistants(() => this.#createForAssistant(draft))
      : this.#create(draft);
  }

  /** Within the budget of a day (H18); then the oldest sessions of assistants go. No person's does. */
  async #createForAssistant(draft: SessionDraft): Promise<Result<Session>> {
    const { kept, now } = this.#deps;
    const before = await kept.ofAssistants();
    if (!before.ok) return before;
    const since = now().getTime() - 86_400_000;
    const used = before.value
      .filter(({ createdAtMs }) => createdAtMs > since)
      .map(({ cells }) => costOf(cells));
    const left = assistantCellsADay - used.reduce((sum, each) => sum + each, 0);
    if (costOf(draft.names.length * draft.tlds.length) > left) return overBudget(left);
    const created = await this.#create(draft);
    if (!created.ok) return created;
    const others = before.value.filter(({ isListed }) => isListed);
    for (const { id } of others.slice(mostAssistantSessions - 1)) await this.remove(id);
    return created;
  }

  async #create(draft: SessionDraft): Promise<Result<Session>> {
    const checked = checkedDraft(draft);
    if (!checked.ok) return checked;
    const connection = await this.#deps.connections.of(draft.accountId);
    if (!connection.ok) return connection;
    const session = { ...this.#newSession(draft), tlds: [...draft.tlds], rerunOf: null };
    const created = await this.#deps.kept.create({ session, names: draft.names.join('\n') });
    return created.ok ? await this.#made(created.value, draft.isStarted) : created;
  }

  /** A new session with the names and TLDs of another one. */
  async runAgain(id: string, accountId: string, isStarted: boolean): Promise<Result<Session>> {
    const before = await this.#live.record(id);
    if (!before.ok) return before;
    const connection = await this.#deps.connections.of(accountId);
    if (!connection.ok) return connection;
    const { name, source, tlds } = before.value;
    const listed = await this.#deps.kept.list();
    if (!listed.ok) return listed;
    const taken = listed.value.map((each) => each.name);
    const again = this.#newSession({ accountId, name: numbered(name, taken), source, isStarted });
    const session = { ...again, tlds: [...tlds], rerunOf: id };
    const copied = await this.#deps.kept.copy({ fromId: id, session });
    return copied.ok ? await this.#made(copied.value, isStarted) : copied;
  }

  rename(id: string, name: string): Promise<Result<Session>> {
    return this.#change(id, { name: nameFor(name) });
  }

  /** To look at a session does not change it: its place among the latest stays. */
  async saveView(id: string, view: string): Promise<Result<object>> {
    const found = await this.#live.record(id);
    if (!found.ok) return found;
    const saved = await this.#deps.kept.update({ id, changes: { view } });
    const live = this.#live.find(id);
    if (saved.ok && live !== undefined) live.record = { ...live.record, view };
    return saved;
  }

  /** Resolves when no request is pending any more and every result is stored. */
  pause(id: string): Promise<Result<Session>> {
    return this.#withLive(id, (live) => this.#end(live, 'paused'));
  }

  stop(id: string): Promise<Result<Session>> {
    return this.#withLive(id, (live) => this.#end(live, 'stopped'));
  }

  resume(id: string): Promise<Result<Session>> {
    return this.#withLive(id, (live) => (live.run === null ? this.#start(live) : ok(sessionOf(live))));
  }

  /** Stores which cells are to be requested again, and starts. */
  askAgain(id: string, which: AskAgain): Promise<Result<Session>> {
    return this.#withLive(id, async (live) => {
      await this.#runs.end(live);
      const pending = pendingFor(live.matrix, which, Math.floor(this.#deps.now().getTime() / 1_000));
      const noted = await this.#deps.kept.askAgain({ id, pending });
      if (noted.ok) setPending(live.matrix, pending);
      const started = await this.#start(live);
      return noted.ok ? started : noted;
    });
  }

  remove(id: string): Promise<Result<object>> {
    return this.#inTurn(id, async () => {
      const found = await this.#live.record(id);
      if (!found.ok) return found;
      const live = this.#live.find(id);
      if (live !== undefined) await this.#runs.end(live);
      const removed = await this.#deps.kept.remove({ id });
      if (!removed.ok) return removed;
      this.#live.forget(id);
      this.#events.removed(id);
      return ok({});
    });
  }

  changedSince(id: string, sinceId: string): Promise<Result<Differences>> {
    return this.#live.using(sinceId, (before) =>
      this.#live.using(id, (after) => Promise.resolve(ok(changedCells(before, after)))),
    );
  }

  /** @param watcher Called at most once in 50 ms. */
  open(id: string, watcher: (changed: CellsChanged) => void): Promise<Result<OpenSession>> {
    return this.#live.using(id, (live) => {
      live.users += 1;
      const leave = live.frames.watch(watcher);
      let isOpen = true;
      return ok({
        session: sessionOf(live),
        names: live.names,
        codes: live.matrix.codes.slice(),
        checkedAt: live.matrix.checkedAt.slice(),
        close: () => {
          if (!isOpen) return;
          isOpen = false;
          leave();
          live.users -= 1;
          this.#live.release(live);
        },
      });
    });
  }

  /** Watchers are notified. */
  async shortlist(
    id: string,
    cells: readonly number[],
    isOn: boolean,
  ): Promise<Result<{ readonly shortlisted: number }>> {
    const found = await this.#live.record(id);
    if (!found.ok) return found;
    const count = found.value.names * found.value.tlds.length;
    if (cells.some((cell) => !Number.isInteger(cell) || cell < 0 || cell >= count)) return noSuchCell;
    const stored = await this.#deps.kept.shortlist({ id, cells: [...cells], isOn });
    if (!stored.ok) return stored;
    const { shortlisted } = stored.value;
    const live = this.#live.find(id);
    if (live !== undefined) {
      for (const cell of cells) if (setShortlisted(live.matrix, cell, isOn)) live.frames.add(cell);
      live.frames.touch();
      live.record = { ...live.record, shortlisted };
    }
    this.#events.changed(id, () => this.#live.session({ ...found.value, shortlisted }));
    return ok({ shortlisted });
  }

  /**
   * What sessions wait for may be available: the network, a key, space on the disk. They probe at once instead of after their
   * pause. Only those of one account, where it is given.
   */
  wake(accountId?: string): void {
    this.#runs.wake(accountId);
  }

  /** The account and its sessions were removed: no more requests are sent for them, and they are announced as removed. */
  accountRemoved(accountId: string): void {
    for (const [id, owner] of this.#accounts) {
      if (owner !== accountId) continue;
      this.#accounts.delete(id);
      const live = this.#live.find(id);
      if (live !== undefined) void this.#runs.end(live);
      this.#live.forget(id);
      this.#events.removed(id);
    }
  }

  /** The account's removal was undone: its sessions are announced again when they change. */
  accountRestored(ids: readonly string[]): void {
    for (const id of ids) this.#events.restored(id);
  }

  /** Resumes every session that was running or waiting when the program ended. Called once, at startup. */
  async takeUp(): Promise<Result<object>> {
    const listed = await this.#deps.kept.list();
    if (!listed.ok) return listed;
    for (const { id, state } of listed.value) {
      if (state === 'running' || state === 'waiting') await this.#takeUpOne(id);
    }
    return ok({});
  }

  /**
   * Sends no more requests, and waits until the results of pending ones are stored. Running sessions are resumed at the next start.
   * To be called before the connections and the workspace are closed.
   */
  close(): Promise<void> {
    return this.#runs.endAll();
  }

  #allSeen(records: readonly SessionRecord[]): readonly Session[] {
    return records.map((record) => this.#seen(this.#live.session(record)));
  }

  #seen(session: Session): Session {
    this.#accounts.set(session.id, session.accountId);
    return session;
  }

  #newSession({ accountId, name, source, isStarted, byAssistant }: Omit<SessionDraft, 'names' | 'tlds'>) {
    const state: SessionState = isStarted ? 'running' : 'paused';
    return {
      id: this.#deps.newId(),
      accountId,
      name: nameFor(name),
      source: source.slice(0, 260).toWellFormed(),
      state,
      createdAt: this.#deps.now().toISOString(),
      ...(byAssistant && { byAssistant }),
    };
  }

  /** Announces a new session. One that cannot be started exists all the same, and is resumed at the next start. */
  async #made(record: SessionRecord, isStarted: boolean): Promise<Result<Session>> {
    this.#seen(restingSession(record));
    this.#events.changed(record.id, () => this.#live.session(record));
    return isStarted ? await this.#takeUpOne(record.id) : ok(restingSession(record));
  }

  #takeUpOne(id: string): Promise<Result<Session>> {
    return this.#live.using(id, (live) => {
      this.#runs.begin(live);
      return ok(sessionOf(live));
    });
  }

  async #start(live: LiveSession): Promise<Result<Session>> {
    if (isThrough(live))
      return live.record.state === 'finished' ? ok(sessionOf(live)) : await this.#finish(live);
    const saved = await this.#change(live.record.id, { state: 'running', finishedAt: null });
    if (!saved.ok) return saved;
    this.#runs.begin(live);
    return ok(sessionOf(live));
  }

  async #end(live: LiveSession, state: 'paused' | 'stopped'): Promise<Result<Session>> {
    if (!endsFrom[state].has(live.record.state)) return ok(sessionOf(live));
    await this.#runs.end(live);
    // The last cell may have been answered while the run ended.
    return isThrough(live) ? await this.#finish(live) : await this.#change(live.record.id, { state });
  }

  #finish({ record }: LiveSession): Promise<Result<Session>> {
    return this.#change(record.id, { state: 'finished', finishedAt: this.#deps.now().toISOString() });
  }

  async #change(id: string, given: StoredChange): Promise<Result<Session>> {
    const found = await this.#live.record(id);
    if (!found.ok) return found;
    const changes = { ...given, changedAt: this.#deps.now().toISOString() };
    const updated = await this.#deps.kept.update({ id, changes });
    if (!updated.ok) return updated;
    const live = this.#live.find(id);
    if (live !== undefined) live.record = { ...live.record, ...changes };
    this.#events.changed(id, () => this.#live.session(updated.value));
    return ok(this.#live.session(updated.value));
  }

  #withLive<T>(id: string, work: (live: LiveSession) => Result<T> | Promise<Result<T>>): Promise<Result<T>> {
    return this.#inTurn(id, () => this.#live.using(id, work));
  }

  #inTurn<T>(id: string, task: () => Promise<Result<T>>): Promise<Result<T>> {
    const inTurn = this.#turns.get(id) ?? createMutex();
    this.#turns.set(id, inTurn);
    return inTurn(task);
  }
}

const noSuchCell = fail({ kind: 'invalid-input', field: 'cells', reason: 'There is no such cell' } as const);

/** The states from which a session can be paused or stopped. */
const endsFrom: Readonly<Record<'paused' | 'stopped', ReadonlySet<SessionState>>> = {
  paused: new Set(['running', 'waiting']),
  stopped: new Set(['running', 'waiting', 'paused']),
};

const isThrough = ({ matrix }: LiveSession): boolean => matrix.left === 0;

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

/** The name of another run, with the first number that no session has yet: `Bakeries (2)`. */
function numbered(name: string, taken: readonly string[]): string {
  const base = name.replace(/ \(\d+\)$/, '').slice(0, longestName - ' (9999)'.length);
  let number = 2;
  while (taken.includes(`${base} (${number})`)) number += 1;
  return `${base} (${number})`;
}

/** The name as it is stored; never empty. */
const nameFor = (typed: string): string => typed.trim().slice(0, longestName).toWellFormed() || 'Bulk lookup';

/** Fails with: `invalid-input`, with a reason for the user. */
function checkedDraft({ names, tlds }: SessionDraft): Result<null> {
  if (names.length === 0) return invalidInput('names', 'There are no names to check');
  if (tlds.length === 0) return invalidInput('tlds', 'Choose at least one TLD');
  if (names.length > mostNames) return invalidInput('names', tooMany(names.length, mostNames, 'names'));
  if (tlds.length > mostTlds) return invalidInput('tlds', tooMany(tlds.length, mostTlds, 'TLDs'));
  const cells = names.length * tlds.length;
  return cells > mostCells ? invalidInput('names', tooMany(cells, mostCells, 'findings')) : ok(null);
}

const tooMany = (count: number, most: number, what: string): string =>
  `This has ${inEnglish.count(count)} ${what}; a session has ${inEnglish.count(most)} at most`;
