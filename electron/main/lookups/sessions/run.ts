import type { AppError } from '#shared/app-error.ts';
import type { Pace } from '#shared/domain/session.ts';
import type { Result } from '#shared/result.ts';
import type { Connection } from '../../connections/connections.ts';
import type { Lane } from '../../connections/lanes.ts';
import { inNotation } from '../../reseller/operations/lookup.ts';
import type { RecordedRequest } from '../../workspace/session-records.ts';
import { Asker, type AskerDeps } from './asker.ts';
import { createKeeping, type Keeping, type KeepingDeps } from './keeping.ts';
import { paceOf } from './pace.ts';
import { createPaceMeter } from './pace-meter.ts';
import { createProbing, type Probing } from './probing.ts';
import type { Cut } from './units.ts';
import { verdictOn } from './verdict.ts';

type FromAsker = 'matrix' | 'labels' | 'tlds' | 'guard' | 'timer' | 'now' | 'random';

export interface RunDeps extends Pick<AskerDeps, FromAsker>, Pick<KeepingDeps, 'record' | 'note' | 'sealer'> {
  readonly connect: () => Promise<Result<Connection>>;
  readonly on: RunEvents;
}

export interface RunEvents {
  /** They are on disk now, and can be reported. */
  readonly sealed: KeepingDeps['onSealed'];
  /** It asks again after waiting. */
  readonly asking: () => void;
  readonly waiting: (error: AppError) => void;
  /** The service has answered: others that wait for it may look at once. */
  readonly answered: () => void;
  readonly finished: () => void;
}

/** `ending` asks nothing more and keeps what comes. */
type Phase = 'asking' | 'waiting' | 'ending' | 'ended';

/**
 * One session being asked, from its first unit to its last. It decides when: while there is a connection, while the
 * service answers, while the workspace can keep what comes. Otherwise it waits, its cells stay as they were, and it looks by
 * itself whether it can go on.
 */
export class Run {
  readonly #deps: RunDeps;
  readonly #keeping: Keeping;
  readonly #asker: Asker;
  readonly #probing: Probing;
  readonly #ended = Promise.withResolvers<undefined>();
  #meter;
  #phase: Phase = 'asking';
  #waitingFor: AppError | null = null;
  #connection: Connection | null = null;
  #isConnecting = false;
  #lane: Lane | null = null;
  /** While it waits, one unit at a time may go and see. */
  #mayProbe = false;

  constructor(deps: RunDeps) {
    this.#deps = deps;
    this.#meter = createPaceMeter(deps.timer.nowMs());
    this.#probing = createProbing(() => this.#probe(), deps.timer, deps.random);
    this.#keeping = createKeeping({
      ...deps,
      onRecorded: (requests) => this.#count(requests),
      onSealed: (requests, codes) => this.#sealed(requests, codes),
      onFault: (error) => this.#storageFailed(error),
    });
    this.#asker = new Asker({
      ...deps,
      keeping: this.#keeping,
      onDue: () => this.#lane?.wake(),
      onAnswered: () => this.#answered(),
      onFailed: (error, isOfAll) => {
        if (isOfAll || this.#phase === 'waiting') this.#wait(error);
      },
      onIdle: () => this.#settle(),
    });
  }

  begin(): void {
    void this.#connect();
  }

  waitingFor(): AppError | null {
    return this.#waitingFor;
  }

  /** Null while it does not ask. */
  pace(): Pace | null {
    if (this.#phase !== 'asking' || this.#connection === null) return null;
    const allowed = this.#connection.throttle.allowed();
    return paceOf(this.#meter, allowed, this.#deps.matrix.left, this.#deps.timer.nowMs());
  }

  /** What it waits for may be there: looks at once. */
  wake(): void {
    if (this.#phase === 'waiting') this.#probing.now();
  }

  /** Asks no more; resolves when what was on its way is kept. */
  end(): Promise<void> {
    if (this.#phase !== 'ended') this.#phase = 'ending';
    this.#asker.stop();
    this.#probing.stop();
    this.#lane?.close();
    if (this.#keeping.isStuck()) this.#keeping.giveUp();
    this.#settle();
    return this.#ended.promise;
  }

  async #connect(): Promise<void> {
    if (this.#isConnecting) return;
    this.#isConnecting = true;
    const connected = await this.#deps.guard(this.#deps.connect);
    this.#isConnecting = false;
    if (this.#isOver()) return;
    if (connected.ok) this.#attach(connected.value);
    else this.#wait(connected.error);
  }

  #attach(connection: Connection): void {
    this.#connection = connection;
    this.#asker.cutAs(cutFor(connection, this.#deps.tlds));
    this.#lane = connection.throttle.lane((done) => this.#startOne(connection, done));
    connection.ended.addEventListener('abort', () => this.#disconnected(connection), { once: true });
    if (connection.ended.aborted) this.#disconnected(connection);
    else if (this.#phase === 'waiting') this.#probe();
    else {
      this.#lane.wake();
      this.#settle();
    }
  }

  /** The account was changed: what is on its way will fail, and is asked again over the next connection. */
  #disconnected(connection: Connection): void {
    if (this.#connection !== connection) return;
    this.#lane?.close();
    this.#lane = this.#connection = null;
    if (!this.#isOver()) void this.#connect();
  }

  #startOne(connection: Connection, done: () => void): boolean {
    if (this.#phase !== 'asking' && !this.#mayProbe) return false;
    if (!this.#asker.startOne(connection, done)) return false;
    this.#mayProbe = false;
    return true;
  }

  #answered(): void {
    if (this.#phase === 'waiting' && !this.#keeping.isStuck()) this.#goOn();
    this.#deps.on.answered();
  }

  #storageFailed(error: AppError): void {
    if (this.#isOver()) this.#keeping.giveUp();
    else this.#wait(error);
  }

  #sealed(requests: readonly RecordedRequest[], codes: Uint8Array): void {
    this.#deps.on.sealed(requests, codes);
    const isOfStorage = this.#waitingFor?.kind === 'storage' || this.#waitingFor?.kind === 'bug';
    if (this.#phase === 'waiting' && isOfStorage && !this.#keeping.isStuck()) this.#goOn();
    else this.#settle();
  }

  #wait(error: AppError): void {
    if (this.#isOver()) return;
    const isNews = this.#phase !== 'waiting' || this.#waitingFor?.kind !== error.kind;
    this.#phase = 'waiting';
    this.#waitingFor = error;
    this.#asker.askDoubtsAgain();
    if (isNews) this.#deps.on.waiting(error);
    this.#keeping.soon();
    // It does answer, if only to refuse: the next name may fare better.
    this.#probing.plan(verdictOn(error) === 'settled' ? 8_000 : undefined);
  }

  /** Does the one thing that would tell whether it can go on. */
  #probe(): void {
    if (this.#phase !== 'waiting') return;
    if (this.#keeping.isStuck()) this.#keeping.retry();
    else if (this.#connection === null) void this.#connect();
    else if (this.#asker.isThrough()) this.#goOn();
    else {
      this.#mayProbe = true;
      this.#lane?.wake();
    }
  }

  #goOn(): void {
    this.#probing.stop();
    this.#phase = 'asking';
    this.#waitingFor = null;
    this.#mayProbe = false;
    this.#meter = createPaceMeter(this.#deps.timer.nowMs());
    this.#deps.on.asking();
    this.#lane?.wake();
    this.#settle();
  }

  /** Looks whether everything is done. */
  #settle(): void {
    if (!this.#asker.isIdle()) return;
    if (this.#phase === 'asking') {
      if (this.#connection === null || !this.#asker.isThrough()) return;
      if (this.#asker.giveUpDoubts()) return;
    } else if (this.#phase !== 'ending') return;
    if (this.#keeping.isDone()) this.#finish();
    else this.#keeping.soon();
  }

  #finish(): void {
    const isFinished = this.#phase === 'asking';
    this.#phase = 'ended';
    this.#lane?.close();
    this.#ended.resolve(undefined);
    if (isFinished) this.#deps.on.finished();
  }

  #isOver(): boolean {
    return this.#phase === 'ending' || this.#phase === 'ended';
  }

  #count(requests: readonly RecordedRequest[]): void {
    const cells = requests.reduce((sum, { columns }) => sum + columns.length, 0);
    this.#meter.count(requests.length, cells, this.#deps.timer.nowMs());
  }
}

function cutFor({ account }: Connection, tlds: readonly string[]): Cut {
  const { tldsPerRequest, tldNotation } = account.options;
  return { tldsPerRequest, tlds: tlds.map((tld) => inNotation(tld, tldNotation)) };
}
