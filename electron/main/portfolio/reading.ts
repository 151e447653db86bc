import { bareHost } from '#shared/domain/host.ts';
import type { LockState } from '#shared/changes/parts.ts';
import type { DomainPart, Reading } from '#shared/domain/portfolio.ts';
import { isUnread, outcomesOf } from '#shared/domain/not-read.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import { assertNever, fail, ok, type Result } from '#shared/result.ts';
import type { Connection } from '../connections/connections.ts';
import { classifyFailure, mostInARow } from '../jobs/failures.ts';
import { Job, type Step } from '../jobs/job.ts';
import { createGuard, type Guard } from '../jobs/waiting.ts';
import type { ResellerClient } from '../reseller/client.ts';
import { readContacts } from '../reseller/operations/contact.ts';
import { readLock } from '../reseller/operations/domain.ts';
import { readNameservers } from '../reseller/operations/nameservers.ts';
import { createGatherer, type Gatherer, gatheringMs } from '../system/queue.ts';
import { coalesce, type Coalesced, type Given } from '../system/timing.ts';
import { registrantNameIn, registrantTextIn } from './registrants.ts';

/** One part of one domain, and the readings that want it. */
interface Waiting {
  readonly name: string;
  readonly part: DomainPart;
  readonly runs: Set<Run>;
}

/** A part that is being requested. */
interface Wanted extends Waiting {
  /** Aborted when no reading wants it any more. */
  readonly given: AbortController;
}

/** The parts to read: each part of a domain once, however many readings want it. */
function createWantedParts() {
  const waiting = new Map<string, Waiting>();
  const underWay = new Map<string, Wanted>();

  /** Ignores a pending part that was aborted: it is about to fail, so the part is requested again. */
  function find(key: string): Waiting | undefined {
    const asked = underWay.get(key);
    return waiting.get(key) ?? (asked?.given.signal.aborted === true ? undefined : asked);
  }

  return {
    add(run: Run, names: readonly string[], parts: readonly DomainPart[]) {
      for (const name of names) {
        for (const part of parts) {
          const key = keyOf({ name, part });
          const there = find(key);
          if (there === undefined) waiting.set(key, { name, part, runs: new Set([run]) });
          else there.runs.add(run);
        }
      }
    },
    /** The next part, which is pending from now on; null where none is left. */
    next(): Wanted | null {
      for (const [key, first] of waiting) {
        const wanted = { ...first, given: new AbortController() };
        waiting.delete(key);
        underWay.set(key, wanted);
        return wanted;
      }
      return null;
    },
    /** The part was not requested after all. */
    putBack(wanted: Wanted) {
      underWay.delete(keyOf(wanted));
      waiting.set(keyOf(wanted), wanted);
    },
    /** The part is no longer pending. */
    ended(wanted: Wanted) {
      if (underWay.get(keyOf(wanted)) === wanted) underWay.delete(keyOf(wanted));
    },
    /** Removes the run from all parts it wants. */
    drop(run: Run) {
      for (const [key, { runs }] of waiting) if (runs.delete(run) && runs.size === 0) waiting.delete(key);
      for (const { runs, given } of underWay.values()) if (runs.delete(run) && runs.size === 0) given.abort();
    },
    isEmpty: () => waiting.size === 0 && underWay.size === 0,
  };
}

const keyOf = ({ name, part }: Pick<Waiting, 'name' | 'part'>): string => `${part} ${name}`;

/** The result of reading one part of one domain. */
export interface RefreshedPart {
  readonly name: string;
  readonly part: DomainPart;
  /** When the request started: the answer may describe the state of that time, whatever changed meanwhile. */
  readonly at: string;
  readonly found: Result<Found>;
}

/** The parts of a connection that are used here. */
interface RefreshConnection extends Pick<Connection, 'ended'> {
  readonly client: RefreshClient;
  readonly throttle: Pick<Connection['throttle'], 'lane'>;
}

export interface AccountReaderDeps extends Given<'now' | 'timer'> {
  readonly accountId: string;
  readonly connections: { readonly of: (accountId: string) => Promise<Result<RefreshConnection>> };
  /** Stores what was read. Fails with: `storage`. */
  readonly keep: (read: readonly RefreshedPart[]) => Promise<Result<unknown>>;
  readonly announce: (reading: Reading) => void;
  /** Receives exceptions. @returns The incident id. */
  readonly onBug: (thrown: unknown) => string;
}

interface Settled extends RefreshedPart {
  readonly runs: ReadonlySet<Run>;
}

/** Reads an account's domains for any number of readings at once, in one lane of its throttle. */
export class AccountReader {
  readonly #deps: AccountReaderDeps;
  readonly #wanted = createWantedParts();
  /** Each with its news. */
  readonly #runs = new Map<Run, Coalesced>();
  readonly #batches: Gatherer<Settled>;
  /** Null while there is nothing to read. */
  #job: Job<Wanted, RefreshConnection> | null = null;
  /** Resolves when there is nothing to read. */
  #reading = Promise.resolve();
  readonly #closing = new AbortController();
  #failuresInARow = 0;
  readonly #guard: Guard;

  constructor(deps: AccountReaderDeps) {
    this.#deps = deps;
    this.#guard = createGuard(deps.onBug);
    this.#batches = createGatherer((batch) => this.#keep(batch), deps.timer);
  }

  add(run: Run, names: readonly string[], parts: readonly DomainPart[]): void {
    this.#runs.set(
      run,
      coalesce(() => this.#deps.announce(run.reading()), gatheringMs, this.#deps.timer),
    );
    this.#wanted.add(run, names, parts);
    if (this.#job === null) this.#reading = this.#read();
    else this.#job.itemsChanged();
  }

  /** Ends a reading early; what was read so far is stored. */
  async end(run: Run, error: AppError): Promise<void> {
    const news = this.#runs.get(run);
    if (news === undefined) return;
    this.#runs.delete(run);
    this.#wanted.drop(run);
    await this.#batches.flush();
    run.end(error);
    news.now();
    this.#job?.itemsChanged();
  }

  /** As {@link end}, for every reading. */
  async stop(error: AppError): Promise<void> {
    await Promise.all([...this.#runs.keys()].map((run) => this.end(run, error)));
  }

  /** Ends every reading; resolves when nothing is asked or stored any more. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.stop({ kind: 'cancelled' });
    await this.#batches.flush();
    await this.#reading;
  }

  async #read(): Promise<void> {
    const { connections, accountId } = this.#deps;
    this.#job = new Job<Wanted, RefreshConnection>(
      {
        connect: () => connections.of(accountId),
        lane: ({ throttle }, start) => throttle.lane(start),
        atOnce: Number.POSITIVE_INFINITY,
        next: () => this.#wanted.next(),
        isThrough: () => this.#wanted.isEmpty(),
        work: (wanted, connection) => this.#ask(connection, wanted),
        failed: (error) => {
          void this.stop(error);
          return { kind: 'stop', error };
        },
        // Each reading ends for itself, when its last part is stored.
        conclude: () => Promise.resolve(null),
      },
      this.#deps,
    );
    await this.#job.run(this.#closing.signal);
    this.#job = null;
    if (!this.#wanted.isEmpty() && !this.#closing.signal.aborted) await this.#read();
  }

  async #ask({ client, ended }: RefreshConnection, wanted: Wanted): Promise<Step> {
    const { name, part, runs, given } = wanted;
    const at = this.#deps.now().toISOString();
    const found = await this.#guard(() => readPartOf(client, name, part, given.signal));
    if (!given.signal.aborted && !found.ok && ended.aborted) {
      this.#wanted.putBack(wanted);
      return { kind: 'next' };
    }
    this.#wanted.ended(wanted);
    if (!given.signal.aborted) this.#settle({ name, part, at, found, runs });
    return { kind: 'next' };
  }

  #settle(read: Settled): void {
    const { found } = read;
    if (found.ok) this.#failuresInARow = 0;
    if (found.ok || !this.#isOfAll(found.error)) {
      this.#batches.add(read);
      return;
    }
    this.#failuresInARow = 0;
    // Then nothing is wanted any more, and the job is done.
    void this.stop(found.error);
  }

  /** There is nothing to wait for here: a person has just asked for it, and looks at it. */
  #isOfAll(error: AppError): boolean {
    const means = classifyFailure(error, 'refresh');
    this.#failuresInARow = means === 'item' ? 0 : this.#failuresInARow + 1;
    return means === 'wait' || means === 'stop' || this.#failuresInARow >= mostInARow;
  }

  async #keep(batch: readonly Settled[]): Promise<void> {
    const kept = await this.#guard(() => this.#deps.keep(batch));
    if (!kept.ok) {
      // Not awaited: it flushes what comes after this batch, so it would wait for itself.
      void this.stop(kept.error);
      return;
    }
    const moved = new Set<Run>();
    for (const { name, found, runs } of batch) {
      for (const run of runs) {
        run.settled(name, found.ok ? null : found.error);
        moved.add(run);
      }
    }
    for (const run of moved) this.#tell(run);
  }

  #tell(run: Run): void {
    const news = this.#runs.get(run);
    if (!run.isThrough()) {
      news?.soon();
      return;
    }
    if (!this.#runs.delete(run)) return;
    run.end(null);
    news?.now();
  }
}

/** The value of one part. */
export type Found =
  | { readonly part: 'lock'; readonly lock: LockState }
  | { readonly part: 'nameservers'; readonly nameservers: readonly string[] }
  /** `registrant`: the name; `text`: see `registrantTextIn`. */
  | { readonly part: 'contacts'; readonly registrant: string; readonly text?: string };

/** The parts of a client that are used here: nothing is changed. */
export type RefreshClient = Pick<ResellerClient, 'read'>;

/** Reads one part of a domain's present state. Fails with: what the client's reads fail with. */
async function readPartOf(
  client: RefreshClient,
  domain: string,
  part: DomainPart,
  signal: AbortSignal,
): Promise<Result<Found>> {
  switch (part) {
    case 'lock': {
      const read = await client.read(readLock, { domain }, { signal });
      return read.ok ? ok({ part, lock: read.value.state }) : read;
    }
    case 'nameservers': {
      const read = await client.read(readNameservers, { domain }, { signal });
      return read.ok ? ok({ part, nameservers: tidied(read.value.nameservers) }) : read;
    }
    case 'contacts': {
      const read = await client.read(readContacts, { domain }, { signal });
      return read.ok
        ? ok({ part, registrant: registrantNameIn(read.value), text: registrantTextIn(read.value) })
        : read;
    }
    default:
      return assertNever(part);
  }
}

/** Hosts in the form for comparison: lower case, without a final dot. */
export const tidied = (hosts: readonly string[]): readonly string[] =>
  hosts.map(bareHost).filter((host) => host !== '');

interface ReadingsDeps extends Omit<AccountReaderDeps, 'accountId' | 'keep'> {
  readonly keep: (accountId: string, read: readonly RefreshedPart[]) => Promise<Result<unknown>>;
  readonly newId: () => string;
}

/** The readings of all accounts. A part that two of them want is read once. */
export function createReadings(deps: ReadingsDeps) {
  const guard = createGuard(deps.onBug);
  const readers = new Map<string, AccountReader>();
  /** Ends each running reading. */
  const endings = new Map<string, () => Promise<void>>();
  /** Who is told of a reading in place of everybody. */
  const listeners = new Map<string, (reading: Reading) => void>();
  let isClosed = false;

  const readerOf = (accountId: string): AccountReader => {
    const there = readers.get(accountId);
    if (there !== undefined) return there;
    const reader = new AccountReader({
      ...deps,
      accountId,
      keep: (read) => deps.keep(accountId, read),
      announce(reading) {
        (listeners.get(reading.id) ?? deps.announce)(reading);
        if (!reading.isFinished) return;
        endings.delete(reading.id);
        listeners.delete(reading.id);
      },
    });
    readers.set(accountId, reader);
    return reader;
  };

  async function start(
    accountId: string,
    names: readonly string[],
    parts: readonly DomainPart[],
    listener?: (reading: Reading) => void,
  ): Promise<Result<Reading>> {
    const connected = await guard(() => deps.connections.of(accountId));
    if (!connected.ok) return connected;
    if (isClosed) return fail({ kind: 'cancelled' });
    const [each, wanted] = [[...new Set(names)], [...new Set(parts)]];
    const run = new Run({ id: deps.newId(), accountId }, each, wanted.length);
    const reader = readerOf(accountId);
    if (listener !== undefined) listeners.set(run.id, listener);
    endings.set(run.id, () => reader.end(run, { kind: 'cancelled' }));
    const first = run.reading();
    if (listener === undefined) deps.announce(first);
    reader.add(run, each, wanted);
    return ok(first);
  }

  return {
    /** Fails with: `no-account`, `storage`, `invalid-input`. Later failures are reported by the reading. */
    start: (accountId: string, names: readonly string[], parts: readonly DomainPart[]) =>
      start(accountId, names, parts),
    /** As `start`, but nobody is told of its progress. @returns How it ended. */
    async runQuietly(
      accountId: string,
      names: readonly string[],
      parts: readonly DomainPart[],
    ): Promise<Result<Reading>> {
      const { promise, resolve } = Promise.withResolvers<Reading>();
      const started = await start(
        accountId,
        names,
        parts,
        (reading) => reading.isFinished && resolve(reading),
      );
      return started.ok ? ok(await promise) : started;
    },
    /** What was read so far is stored. An unknown or finished reading is ignored. */
    cancel: (id: string) => void endings.get(id)?.(),
    async close() {
      isClosed = true;
      await Promise.all([...readers.values()].map((reader) => reader.close()));
    },
  };
}

/** The progress of one reading of many names. A name is done when all its requested parts are stored. */
export class Run {
  readonly id: string;
  readonly #of: Pick<Reading, 'id' | 'accountId'>;
  readonly #total: number;
  /** How many parts of each name are still missing. */
  readonly #waiting: Map<string, number>;
  /** Why a name is not shown: what could not be read, before what the service does not have. */
  readonly #errors = new Map<string, AppError>();
  #error: AppError | null = null;
  #isOver = false;

  constructor(of: Pick<Reading, 'id' | 'accountId'>, names: readonly string[], partsEach: number) {
    this.id = of.id;
    this.#of = of;
    this.#total = names.length;
    this.#waiting = new Map(names.map((name) => [name, partsEach]));
  }

  /** A part of a name was read, or failed. */
  settled(name: string, error: AppError | null): void {
    const left = (this.#waiting.get(name) ?? 1) - 1;
    if (left === 0) this.#waiting.delete(name);
    else this.#waiting.set(name, left);
    if (error !== null) this.#note(name, error);
  }

  #note(name: string, error: AppError): void {
    const before = this.#errors.get(name);
    if (before === undefined || !isUnread(before)) this.#errors.set(name, error);
  }

  isThrough(): boolean {
    return this.#waiting.size === 0;
  }

  /** Marks the reading as finished. @param error Why it ended early, and why what was not asked for is not read. */
  end(error: AppError | null): void {
    this.#isOver = true;
    this.#error = error;
    if (error !== null) for (const name of this.#waiting.keys()) this.#note(name, error);
  }

  reading(): Reading {
    const done = this.#total - this.#waiting.size;
    const failed = [...this.#errors].filter(([name]) => this.#isOver || !this.#waiting.has(name));
    const unread = failed.filter(([, error]) => isUnread(error));
    return {
      ...this.#of,
      total: this.#total,
      done,
      ...outcomesOf(
        failed.length - unread.length,
        unread.map(([name, error]) => [name, sentencesFor(error).happened]),
        this.#isOver,
      ),
      isFinished: this.#isOver,
      error: this.#error,
    };
  }
}
