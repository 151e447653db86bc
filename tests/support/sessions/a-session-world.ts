import { cellsOfDomains } from '../../../shared/domain/session-rows.ts';
import {
  causeOfCell,
  cellCode,
  countsOf,
  kindOfCell,
  noCounts,
  type Session,
} from '../../../shared/domain/session.ts';
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
import { type AccountOptions, defaultAccountOptions } from '../../../shared/domain/account.ts';
import type { Connection } from '../../../electron/main/connections/connections.ts';
import { createThrottle } from '../../../electron/main/connections/throttle.ts';
import { Sessions } from '../../../electron/main/lookups/sessions.ts';
import type { LookupBytes } from '../../../electron/main/reseller/client.ts';
import type { RequestStats } from '../../../electron/main/reseller/reply.ts';
import type { LookupInput } from '../../../electron/main/reseller/operations/lookup.ts';
import type { Timer } from '../../../electron/main/system/timing.ts';
import { anAccount } from '../workspace/a-workspace.ts';
import { aVirtualTime, type VirtualTime } from '../time/virtual-time.ts';
import type { AnswerLog } from '../../../electron/main/workspace/answer-log.ts';

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
  /** How many sessions were looked through for own names. */
  readonly searched: () => number;
  /** As it goes with its account. */
  readonly forget: (id: string) => void;
}

export function aKeptStore(): AKeptStore {
  const stored = new Map<string, Stored>();
  const refused: RecordedRequest[] = [];
  let [seals, searched] = [0, 0];
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
    searched: () => searched,
    forget: (id) => void stored.delete(id),
    kept: {
      ofAssistants: () => Promise.resolve(ok([])),
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
      ofDomains: ({ ids, domains }) =>
        reading(() =>
          ids.map((id) => {
            searched += 1;
            const { record, names, matrix } = of(id);
            const place = { names: names.split('\n'), tlds: record.tlds };
            const cells = [...cellsOfDomains(domains.split('\n'), place)];
            return { cells, counts: countsOf(cells.map((cell) => [matrix.codes[cell] ?? 0, 1])).counts };
          }),
        ),
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
  /** What is in the portfolios: to be replaced, and not changed. */
  own: readonly string[];
  /** The accounts of which it cannot be read. */
  unread: ReadonlySet<string>;
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
  readonly announced: ReadonlyMap<string, Session>;
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
  of: 'bulk',
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
  const announced = new Map<string, Session>();
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
      ownNames(accountIds) {
        const { own, unread } = world;
        const damaged = fail({ kind: 'storage', fault: 'damaged' } as const);
        const of = (id: string) => (unread.has(id) ? damaged : ok([own]));
        return alive(Promise.resolve(new Map(accountIds.map((id) => [id, of(id)]))));
      },
      announce(changed, removed) {
        tellings += 1;
        for (const session of changed) announced.set(session.id, session);
        for (const id of removed) announced.delete(id);
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
    own: [],
    unread: new Set(),
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
    announced,
    tellings: () => tellings,
    bugs,
  };
  return world;
}

const cutOff: AppError = { kind: 'unreachable', why: 'connection-lost' };
