import type { AppError } from '#shared/app-error.ts';
import type { DomainPart, Reading } from '#shared/domain/portfolio.ts';
import type { Result } from '#shared/result.ts';
import type { Connection } from '../../connections/connections.ts';
import type { Lane } from '../../connections/lanes.ts';
import type { Timer } from '../../connections/throttle.ts';
import { type Batches, createBatches, gatheringMs } from './batches.ts';
import { type Found, readPart, type Reads } from './read-part.ts';
import type { Run } from './run.ts';
import { verdictOn } from './verdict.ts';
import { createWantedParts, type Wanted } from './wanted.ts';

/** What came of reading one part of one domain. */
export interface PartRead {
  readonly name: string;
  readonly part: DomainPart;
  /** When it was asked: what the answer says was so then, whatever was changed while it was on its way. */
  readonly at: string;
  readonly found: Result<Found>;
}

/** What of a connection is used here. */
interface Line extends Pick<Connection, 'ended'> {
  readonly client: Reads;
  readonly throttle: Pick<Connection['throttle'], 'lane'>;
}

export interface AccountReaderDeps {
  readonly accountId: string;
  readonly connections: { readonly of: (accountId: string) => Promise<Result<Line>> };
  /** Writes down what was read. Fails with: `storage`. */
  readonly keep: (read: readonly PartRead[]) => Promise<Result<unknown>>;
  readonly announce: (reading: Reading) => void;
  /** Makes a failure of whatever is thrown. */
  readonly guard: <T>(call: () => Promise<Result<T>>) => Promise<Result<T>>;
  readonly timer: Timer;
  readonly now: () => Date;
}

interface Settled extends PartRead {
  readonly runs: ReadonlySet<Run>;
}

/** So many failures one after the other that may be of all are of all. */
const mostInARow = 8;

/** Reads an account's domains, for as many readings at once as there are, in a lane of its throttle. */
export class AccountReader {
  readonly #deps: AccountReaderDeps;
  readonly #wanted = createWantedParts();
  readonly #runs = new Set<Run>();
  readonly #batches: Batches<Settled>;
  #lane: Lane | null = null;
  #isConnecting = false;
  #failuresInARow = 0;

  constructor(deps: AccountReaderDeps) {
    this.#deps = deps;
    this.#batches = createBatches((batch) => this.#keep(batch), deps.timer);
  }

  add(run: Run, names: readonly string[], parts: readonly DomainPart[]): void {
    this.#runs.add(run);
    this.#wanted.add(run, names, parts);
    this.#goOn();
  }

  /** Ends a reading before it is through; what was read is kept. */
  async end(run: Run, error: AppError): Promise<void> {
    if (!this.#runs.delete(run)) return;
    this.#wanted.drop(run);
    await this.#batches.flush();
    run.end(error);
    this.#deps.announce(run.reading());
    this.#rest();
  }

  /** As {@link end}, for every reading. */
  async stop(error: AppError): Promise<void> {
    await Promise.all([...this.#runs].map((run) => this.end(run, error)));
  }

  #goOn(): void {
    if (this.#lane !== null) this.#lane.wake();
    else if (!this.#isConnecting) void this.#connect();
  }

  async #connect(): Promise<void> {
    this.#isConnecting = true;
    const connected = await this.#deps.guard(() => this.#deps.connections.of(this.#deps.accountId));
    this.#isConnecting = false;
    if (this.#wanted.isEmpty()) return;
    if (!connected.ok) await this.stop(connected.error);
    else if (connected.value.ended.aborted) this.#goOn();
    else this.#takeLane(connected.value);
  }

  #takeLane(connection: Line): void {
    const lane = connection.throttle.lane((done) => this.#startOne(connection, done));
    // The account was changed: what is left is asked over the connection that takes this one's place.
    const leave = (): void => {
      this.#lane = null;
      lane.close();
      if (!this.#wanted.isEmpty()) this.#goOn();
    };
    connection.ended.addEventListener('abort', leave);
    this.#lane = {
      wake: lane.wake,
      close() {
        connection.ended.removeEventListener('abort', leave);
        lane.close();
      },
    };
    lane.wake();
  }

  #startOne(connection: Line, done: () => void): boolean {
    const wanted = this.#wanted.next();
    if (wanted === null) return false;
    void this.#ask(connection, wanted).finally(done);
    return true;
  }

  async #ask(connection: Line, wanted: Wanted): Promise<void> {
    const { name, part, runs, given } = wanted;
    const at = this.#deps.now().toISOString();
    const found = await this.#deps.guard(() => readPart(connection.client, name, part, given.signal));
    if (!given.signal.aborted && !found.ok && connection.ended.aborted) {
      this.#wanted.putBack(wanted);
      this.#goOn();
      return;
    }
    this.#wanted.ended(wanted);
    if (!given.signal.aborted) this.#settle({ name, part, at, found, runs });
    this.#rest();
  }

  #settle(read: Settled): void {
    const { found } = read;
    const verdict = found.ok ? 'of-this-name' : verdictOn(found.error);
    this.#failuresInARow = verdict === 'of-this-name' ? 0 : this.#failuresInARow + 1;
    const isOfAll = verdict === 'of-all' || this.#failuresInARow >= mostInARow;
    if (!isOfAll || found.ok) {
      this.#batches.add(read);
      return;
    }
    this.#failuresInARow = 0;
    void this.stop(found.error);
  }

  async #keep(batch: readonly Settled[]): Promise<void> {
    const kept = await this.#deps.guard(() => this.#deps.keep(batch));
    if (!kept.ok) {
      // Not waited for: it flushes what comes after this very batch.
      void this.stop(kept.error);
      return;
    }
    const moved = new Set<Run>();
    for (const { name, found, runs } of batch) {
      for (const run of runs) {
        run.settled(name, found.ok);
        moved.add(run);
      }
    }
    for (const run of moved) this.#tell(run);
  }

  #tell(run: Run): void {
    if (!this.#runs.has(run)) return;
    const nowMs = this.#deps.timer.nowMs();
    if (run.isThrough()) {
      this.#runs.delete(run);
      run.end(null);
    } else if (nowMs - run.toldAtMs < gatheringMs) return;
    run.toldAtMs = nowMs;
    this.#deps.announce(run.reading());
  }

  /** Gives the lane back while nothing is to be read. */
  #rest(): void {
    if (!this.#wanted.isEmpty()) return;
    this.#lane?.close();
    this.#lane = null;
  }
}
