import type { AppError } from '../../../shared/errors.ts';
import { type AccountOptions, defaultAccountOptions } from '../../../shared/domain/account.ts';
import { cellCode, type Session } from '../../../shared/domain/session.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { Connection } from '../../../electron/main/connections/connections.ts';
import { createThrottle } from '../../../electron/main/connections/throttle.ts';
import { Sessions } from '../../../electron/main/lookups/sessions.ts';
import type { LookupBytes } from '../../../electron/main/reseller/client.ts';
import type { RequestStats } from '../../../electron/main/reseller/reply.ts';
import type { LookupInput } from '../../../electron/main/reseller/operations/lookup.ts';
import type { Timer } from '../../../electron/main/system/timing.ts';
import { anAccount } from '../workspace/a-workspace.ts';
import { aVirtualTime, type VirtualTime } from '../time/virtual-time.ts';
import { type AKeptStore, aKeptStore } from './a-kept-store.ts';
import type { AnswerLog } from '../../../electron/main/workspace/answer-log.ts';

/** A log that can write nothing down: what comes is safe only when the workspace has it. */
const noAnswerLog: AnswerLog = { add: () => null, close: () => undefined };

/** What a look-up of `label` ends with; null: it is answered. */
export type Weather = (label: string, atMs: number) => AppError | null;

export const fine: Weather = () => null;
export const always =
  (error: AppError): Weather =>
  () =>
    error;

/** One run of the program over a store that outlives it. */
export interface AProgram {
  readonly sessions: Sessions;
  /** Ends it as SIGKILL does: whatever it waits for never comes. */
  readonly kill: () => void;
}

export interface ASessionWorld {
  readonly time: VirtualTime;
  readonly store: AKeptStore;
  readonly start: () => AProgram;
  weather: Weather;
  /** What there is instead of a connection; null: there is one. */
  noConnection: AppError | null;
  latencyMs: number;
  /** Each look-up that was answered, as `label tld`. */
  readonly answered: Map<string, number>;
  /** Those that are on their way to the service or from it, as `label tld`. */
  readonly underWay: ReadonlyMap<string, number>;
  readonly requests: () => number;
  readonly dropConnection: () => void;
  readonly told: ReadonlyMap<string, Session>;
  readonly tellings: () => number;
  readonly bugs: readonly unknown[];
}

/** What the service says of a name, always the same. */
export const codeOf = (label: string, tld: string): number =>
  cellCode(
    (label.length * 7 + tld.length * 3 + label.charCodeAt(label.length - 1)) % 2 === 0
      ? 'available'
      : 'taken',
    null,
  );

const add = (counts: Map<string, number>, key: string, by: number): void =>
  void counts.set(key, (counts.get(key) ?? 0) + by);

const exchangeOf = (error: AppError | null, durationMs: number): RequestStats => ({
  isBulk: true,
  status: error === null ? 200 : error.kind === 'refused' ? error.status : 0,
  refusal: error?.kind === 'refused' ? error.why : null,
  failure: error?.kind === 'unreachable' ? error.why : null,
  retryAfterMs: 0,
  durationMs,
});

export function aSessionWorld(options: Partial<AccountOptions> = {}): ASessionWorld {
  const time = aVirtualTime();
  const store = aKeptStore();
  const answered = new Map<string, number>();
  const underWay = new Map<string, number>();
  const told = new Map<string, Session>();
  const bugs: unknown[] = [];
  let [requests, tellings, ids] = [0, 0, 0];
  let ending = new AbortController();

  async function lookUp(
    timer: Timer,
    { label, tlds }: LookupInput,
    ended: AbortSignal,
  ): Promise<Result<LookupBytes>> {
    const names = tlds.map((tld) => `${label} ${tld}`);
    requests += 1;
    for (const name of names) add(underWay, name, 1);
    const startedMs = timer.nowMs();
    await timer.sleep(world.latencyMs);
    const error = ended.aborted ? cutOff : world.weather(label, startedMs);
    for (const name of names) {
      add(underWay, name, -1);
      if (error === null) add(answered, name, 1);
    }
    if (error !== null) return fail(error);
    const codes = tlds.map((tld) => codeOf(label, tld));
    return ok({ bytes: Uint8Array.from([0x5b, ...codes]), answeredAtMs: time.now().getTime() });
  }

  function connect(timer: Timer): Connection {
    const account = { ...anAccount({ options: { ...defaultAccountOptions, ...options } }) };
    const throttle = createThrottle(account.options, timer);
    const ended = ending.signal;
    const client = {
      async lookupBytes(input: LookupInput) {
        const startedMs = timer.nowMs();
        const result = await lookUp(timer, input, ended);
        throttle.heard(exchangeOf(result.ok ? null : result.error, timer.nowMs() - startedMs));
        return result;
      },
    };
    // A session asks nothing else of a connection.
    return { account, client, throttle, ended } as unknown as Connection;
  }

  function start(): AProgram {
    let isDead = false;
    const alive = <T>(promise: Promise<T>): Promise<T> =>
      promise.then((value) => (isDead ? new Promise<T>(() => undefined) : value));
    const timer: Timer = {
      nowMs: time.timer.nowMs,
      sleep: (durationMs, signal) => alive(time.timer.sleep(durationMs, signal)),
    };
    let connection: Connection | null = null;
    const sessions = new Sessions({
      log: noAnswerLog,
      kept: Object.fromEntries(
        Object.entries(store.kept).map(([name, method]) => [
          name,
          (input: never) =>
            isDead ? new Promise(() => undefined) : alive(method(input) as Promise<unknown>),
        ]),
      ) as unknown as typeof store.kept, // The same methods, each of which may be cut off.
      connections: {
        of() {
          if (world.noConnection !== null) return Promise.resolve(fail(world.noConnection));
          if (connection === null || connection.ended.aborted) connection = connect(timer);
          return Promise.resolve(ok(connection));
        },
      },
      announce(changed, removed) {
        tellings += 1;
        for (const session of changed) told.set(session.id, session);
        for (const id of removed) told.delete(id);
      },
      onBug: (thrown) => `incident ${bugs.push(thrown)}`,
      timer,
      now: time.now,
      random: () => 0.5,
      newId: () => `session-${(ids += 1)}`,
    });
    return {
      sessions,
      kill() {
        isDead = true;
        underWay.clear();
        ending = new AbortController();
      },
    };
  }

  const world: ASessionWorld = {
    time,
    store,
    start,
    weather: fine,
    noConnection: null,
    latencyMs: 120,
    answered,
    underWay,
    requests: () => requests,
    dropConnection() {
      const before = ending;
      ending = new AbortController();
      before.abort();
    },
    told,
    tellings: () => tellings,
    bugs,
  };
  return world;
}

const cutOff: AppError = { kind: 'unreachable', why: 'connection-lost' };
