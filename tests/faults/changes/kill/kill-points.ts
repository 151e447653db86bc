import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ChangingConnection } from '../../../../electron/main/changes/ledger.ts';
import type { ChangeAsk } from '../../../../shared/changes/index.ts';
import type { ChangeKind, ChangeState } from '../../../../shared/domain/change-kinds.ts';
import type { Change, JournalEntry } from '../../../../shared/domain/change.ts';
import { createRandom } from '../../../support/fuzz/random.ts';
import { valueOf, openTestWorkspace } from '../../../support/workspace/a-workspace.ts';
import { type AskedChange, askOf, serviceSeed } from '../asks.ts';
import { connectionTo, type Engine, login, midHour, openEngine } from '../engine.ts';
import { type KillPoint, killPoints, kindsAt, type RunnerInput, type RunnerLine, wasAt } from './points.ts';
import { spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type PracticeService, startPracticeService } from '../../../../electron/main/practice/service.ts';
import { type Exchange, startRawServer } from '../../../support/raw-server/raw-server.ts';
import { answerOfService, writesIn } from '../front.ts';

/** One kill. */
interface Kill {
  readonly accountId: string;
  readonly point: KillPoint;
  readonly kind: ChangeKind;
  readonly carried: KillFrontRequest['carried'];
  readonly seed: number;
}

/** What is left after it: the service goes on. */
interface Left {
  readonly asked: AskedChange;
  readonly service: PracticeService;
  readonly front: KillFront;
  readonly baseUrl: string;
  /** The change that the process said it had written down; null where it did not come so far. */
  readonly begunId: string | null;
  readonly wasKilled: boolean;
  readonly stop: () => Promise<void>;
}

const runner = fileURLToPath(new URL('runner.ts', import.meta.url));
/** A process that is not dead by then was not killed at its point. */
const killedWithinMs = 30_000;

/** @param directory Of the workspace; free of any owner, and again when this resolves. */
async function killOne(directory: string, { accountId, point, kind, carried, seed }: Kill): Promise<Left> {
  const service = await startPracticeService({ ...login, seed: serviceSeed, now: midHour });
  const asked = askOf(kind, service, `${seed}-${accountId}`);
  const victim: { kill: () => void } = { kill: () => undefined };
  const front = await startKillFront({ port: service.port, point, carried, kill: () => victim.kill() });
  const baseUrl = front.url(new URL(service.baseUrl).pathname);
  const { domain, ask } = asked;
  const input: RunnerInput = { directory, baseUrl, accountId, domain, ask, point };
  const { lines, wasKilled } = await runUntilDead(input, victim);
  const begun = lines.find((line) => 'begun' in line);
  return {
    asked,
    service,
    front,
    baseUrl,
    begunId: begun !== undefined && 'begun' in begun ? begun.begun : null,
    wasKilled,
    async stop() {
      await front.stop();
      await service.stop();
    },
  };
}

/** Of compiled sources, for all processes: they are started hundreds of times. */
const cacheOf = (directory: string): string => join(directory, '..', '..', 'compiled');

async function runUntilDead(
  input: RunnerInput,
  victim: { kill: () => void },
): Promise<{ readonly lines: readonly RunnerLine[]; readonly wasKilled: boolean }> {
  const inputPath = join(input.directory, '..', `${input.accountId}.json`);
  mkdirSync(dirname(inputPath), { recursive: true });
  writeFileSync(inputPath, JSON.stringify(input));
  const child = spawn(process.execPath, [runner, inputPath], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: cacheOf(input.directory) },
  });
  victim.kill = () => void child.kill('SIGKILL');
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (said.includes('"over"')) child.kill('SIGTERM');
  });
  const impatience = setTimeout(() => child.kill('SIGTERM'), killedWithinMs);
  const signal = await new Promise((resolve) => {
    child.once('close', (_code, by) => resolve(by));
  });
  clearTimeout(impatience);
  const lines = said.split('\n').filter((line) => line.endsWith('}'));
  return {
    lines: lines.map((line) => JSON.parse(line) as RunnerLine), // by runner.ts
    wasKilled: signal === 'SIGKILL',
  };
}

/** Stands between a process and its service, and kills it when the write, its answer or a read after it has come so far. */
interface KillFront {
  readonly url: (path: string) => string;
  /** How many writes have arrived, whole or in part. */
  readonly writes: () => number;
  readonly wholeRequests: () => number;
  readonly isCarried: () => boolean;
  /** Hands the service what it was sent and has not been given yet. */
  readonly carryLate: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

interface KillFrontRequest {
  /** Of the practice service. */
  readonly port: number;
  readonly point: KillPoint;
  /** Whether the service is handed a request after which the process is killed at once. */
  readonly carried: 'never' | 'at once' | 'late';
  readonly kill: () => void;
}

/** So long a process has to read what came before it is killed. */
const readingMs = 15;

async function startKillFront({ port, point, carried, kill }: KillFrontRequest): Promise<KillFront> {
  let [isCarried, hasAnswered, wholeRequests] = [false, false, 0];
  let left: Exchange | null = null;

  const carry = async (exchange: Exchange): Promise<string> => {
    isCarried = true;
    return await answerOfService(port, exchange.received());
  };

  async function written(exchange: Exchange): Promise<void> {
    await exchange.request;
    wholeRequests += 1;
    if (point === 'after the whole request') {
      if (carried === 'at once') await carry(exchange);
      if (carried === 'late') left = exchange;
      kill();
      return;
    }
    const answer = await carry(exchange);
    const head = answer.indexOf('\r\n\r\n') + 4;
    if (point === 'after the head of the answer') sendThenKill(exchange.socket, answer.slice(0, head));
    else if (point === 'within the answer') {
      sendThenKill(exchange.socket, answer.slice(0, Math.ceil((head + answer.length) / 2)));
    } else {
      hasAnswered = true;
      exchange.socket.end(answer, 'latin1');
    }
  }

  function sendThenKill(socket: Socket, part: string): void {
    socket.write(part, 'latin1', () => setTimeout(kill, readingMs));
  }

  const server = await startRawServer((exchange) => {
    exchange.socket.once('data', (chunk: Buffer) => {
      if (writesIn(chunk.toString('latin1')) > 0) void written(exchange);
      else relay(exchange.socket, chunk);
    });
  });

  function relay(socket: Socket, first: Buffer): void {
    const service = connect(port, '127.0.0.1');
    service.on('error', () => socket.destroy());
    service.on('close', () => socket.destroy());
    socket.on('close', () => service.destroy());
    const heard = (): void => {
      if (hasAnswered && point === 'while it is read back') kill();
    };
    heard();
    socket.on('data', heard);
    service.write(first);
    socket.pipe(service).pipe(socket);
  }

  return {
    url: (path) => `${server.url}${path}`,
    writes: () => writesIn(server.received()),
    wholeRequests: () => wholeRequests,
    isCarried: () => isCarried,
    async carryLate() {
      if (left !== null) await carry(left);
      left = null;
    },
    stop: () => server.stop(),
  };
}

/** Of processes that were killed at each point, and of what was found when they were started again. */
export interface KillFigures {
  readonly seed: number;
  readonly points: number;
  readonly kills: number;
  /** Those that came to their end because nothing killed them, or died elsewhere. */
  readonly missed: readonly string[];
  /** Changes that were said to be written down, and how many of those are not in the journal. */
  readonly begun: number;
  readonly lost: number;
  /** Changes that the service was sent more than once. */
  readonly duplicates: readonly string[];
  /** On their way at the kill, and not uncertain and read back before something else was done with the domain. */
  readonly outOfTurn: readonly string[];
  readonly deniedButDone: readonly string[];
  readonly claimedButNotDone: readonly string[];
  readonly undecided: readonly string[];
  /** As `sending → applied`, with how often. */
  readonly became: Readonly<Record<string, number>>;
  readonly brokenJournals: number;
  readonly seconds: number;
}

export const isSound = (run: KillFigures, kills: number): boolean =>
  run.kills === kills &&
  [run.missed, run.duplicates, run.outOfTurn, run.deniedButDone, run.claimedButNotDone, run.undecided].every(
    ({ length }) => length === 0,
  ) &&
  run.lost + run.brokenJournals === 0;

/** As many processes at once, each over a workspace of its own that outlives all of its kills. */
const atOnce = Math.max(2, availableParallelism());

/** @param each Kills at each of the points; at all of them unless some are named. */
export async function killAtPoints(
  seed: number,
  each: number,
  points: readonly KillPoint[] = killPoints,
): Promise<KillFigures> {
  const startedMs = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'namedesk-kill-points-'));
  try {
    const next = killsOf(seed, each, points).values();
    const workers = await Promise.all(
      Array.from({ length: atOnce }, (_, index) => work(join(folder, `${index}`, 'workspace'), next)),
    );
    const results = workers.flatMap((worker) => worker.results);
    return {
      ...judged(results),
      seed,
      points: points.length,
      lost: workers.reduce((sum, { lost }) => sum + lost, 0),
      brokenJournals: workers.filter(({ isBroken }) => isBroken).length,
      seconds: (performance.now() - startedMs) / 1_000,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function killsOf(seed: number, each: number, points: readonly KillPoint[]): readonly Kill[] {
  const random = createRandom(seed);
  return points.flatMap((point, at) =>
    Array.from({ length: each }, (_, nth): Kill => {
      const kinds = kindsAt(point);
      const kind = kinds[(nth + random.int(kinds.length)) % kinds.length] ?? 'lock';
      const carried = random.pick(['never', 'at once', 'late'] as const);
      return { accountId: `${at}-${nth}`, point, kind, carried, seed: seed + nth };
    }),
  );
}

interface Worked {
  readonly results: readonly AfterKill[];
  readonly lost: number;
  readonly isBroken: boolean;
}

async function work(directory: string, next: IterableIterator<Kill>): Promise<Worked> {
  const results: AfterKill[] = [];
  for (const kill of next) {
    const left = await killOne(directory, kill);
    results.push(await restart(directory, kill, left));
    await left.stop();
  }
  return { results, ...(await keptIn(directory, results)) };
}

/** What is there after all kills: each change that any process has said it had written down, in a chain that holds. */
async function keptIn(directory: string, results: readonly AfterKill[]): Promise<Omit<Worked, 'results'>> {
  const workspace = await openTestWorkspace(directory);
  let lost = 0;
  for (const { begunId, state } of results) {
    if (begunId === null) continue;
    const kept = valueOf(await workspace.journal.find({ id: begunId }));
    if (kept === null || kept.state !== state) lost += 1;
  }
  const { broken } = valueOf(await workspace.journal.health({ check: true }));
  const isBroken = broken !== null || workspace.opening.notice !== null;
  await workspace.close();
  return { lost, isBroken };
}

const denied: ReadonlySet<ChangeState> = new Set<ChangeState>([
  'refused',
  'not-applied',
  'planned',
  'withdrawn',
]);
const claimed: ReadonlySet<ChangeState> = new Set<ChangeState>(['confirmed', 'applied']);

const named = ({ point, kind, carried, seed, found, state, events }: AfterKill): string =>
  `${kind}, ${point}, carried ${carried}, seed ${seed}: ${String(found)} → ${String(state)} (${events.join(', ')})`;

function judged(
  results: readonly AfterKill[],
): Omit<KillFigures, 'seed' | 'points' | 'lost' | 'brokenJournals' | 'seconds'> {
  const those = (isSo: (result: AfterKill) => boolean) => results.filter(isSo).map(named);
  const became = Object.groupBy(
    results,
    ({ found, state }) => `${found ?? 'nothing'} → ${state ?? 'nothing'}`,
  );
  return {
    kills: results.filter(({ wasKilled }) => wasKilled).length,
    missed: those((result) => !result.wasKilled || !wasAt(result.point, result)),
    begun: results.filter(({ begunId }) => begunId !== null).length,
    duplicates: those(({ writes }) => writes > 1),
    outOfTurn: those(({ isOutOfTurn }) => isOutOfTurn),
    deniedButDone: those(({ state, isDone }) => isDone && (state === null || denied.has(state))),
    claimedButNotDone: those(({ state, isDone }) => state !== null && claimed.has(state) && !isDone),
    undecided: those(
      ({ state, canBeProven }) => state === 'sending' || (state === 'uncertain' && canBeProven),
    ),
    became: Object.fromEntries(Object.entries(became).map(([words, all]) => [words, all.length])),
  };
}

/** What the program found and did when it was started again. */
interface AfterKill extends Kill {
  readonly wasKilled: boolean;
  readonly begunId: string | null;
  /** The change as the kill left it, and as it is in the end; null where there is none. */
  readonly found: ChangeState | null;
  readonly state: ChangeState | null;
  readonly canBeProven: boolean;
  readonly isDone: boolean;
  /** POSTs that write, of the life before the kill and of the life after it. */
  readonly writes: number;
  readonly wholeRequests: number;
  /** What was on its way was not uncertain and read back before anything else could be done with the domain. */
  readonly isOutOfTurn: boolean;
  readonly events: readonly string[];
}

const timeoutMs = 2_000;
/** A registration that is not there is called not done after ten minutes, which are six seconds here. */
const patienceMs = 30_000;
/** After the first look, and before what is as before counts. */
const lateMs = 10_000;

/** The program in its new life. */
interface Life {
  readonly engine: Engine;
  /** Resolves when a change is over, at the latest when nobody believes in it any more. */
  readonly untilOver: () => Promise<void>;
}

/** Starts again over what a kill has left, tries to do something else with the domain at once, and waits until it is over. */
async function restart(directory: string, kill: Kill, left: Left): Promise<AfterKill> {
  const { asked, front } = left;
  const connection = connectionTo(left.baseUrl, kill.accountId, () => timeoutMs);
  const life = await begin(directory, kill.accountId, connection, asked.canBeProven);
  const { engine } = life;
  const [found = null] = valueOf(await engine.workspace.journal.open({ accountId: kill.accountId }));
  const recovering = engine.changes.recover();
  const isTooEarly = await isActedOnTooEarly(engine, kill.accountId, asked, found);
  await recovering;
  await engine.time.timer.sleep(lateMs);
  await front.carryLate();
  const { last, entries } = await story(life, found, asked.canBeProven);
  const isDone = asked.isDone(left.service) ?? front.isCarried();
  for (const bug of engine.bugs) console.error(bug);
  await engine.close();
  await connection.close();
  return {
    ...kill,
    wasKilled: left.wasKilled,
    begunId: left.begunId,
    found: found?.state ?? null,
    state: last?.state ?? null,
    canBeProven: asked.canBeProven,
    isDone,
    writes: front.writes(),
    wholeRequests: front.wholeRequests(),
    isOutOfTurn: isTooEarly || !isMarkedFirst(found, entries),
    events: entries.map(({ event }) => event.type),
  };
}

async function begin(
  directory: string,
  own: string,
  connection: ChangingConnection,
  canBeProven: boolean,
): Promise<Life> {
  const over = Promise.withResolvers<undefined>();
  const engine = await openEngine({
    directory,
    connectionOf: (accountId) => (accountId === own ? connection : null),
    announce: (change) => {
      if (isOver(change, canBeProven)) over.resolve(undefined);
    },
  });
  return {
    engine,
    async untilOver() {
      const impatience = setTimeout(over.resolve, patienceMs);
      await over.promise;
      clearTimeout(impatience);
    },
  };
}

/** A change of another family has to wait for nothing but the reading. */
async function isActedOnTooEarly(
  { changes, workspace }: Engine,
  accountId: string,
  { domain, ask: first }: AskedChange,
  found: Change | null,
): Promise<boolean> {
  const ask = first.kind === 'sync' ? lockIt : syncIt;
  const other = await changes.prepare(accountId, domain, ask);
  if (found?.state !== 'sending') return false;
  const now = valueOf(await workspace.journal.find({ id: found.id }));
  return !other.ok || now === null || now.state === 'sending' || now.readBackAt === null;
}

const syncIt: ChangeAsk = { kind: 'sync' };
const lockIt: ChangeAsk = { kind: 'lock', state: 'unlocked' };

interface Story {
  readonly last: Change | null;
  readonly entries: readonly JournalEntry[];
}

async function story(life: Life, found: Change | null, canBeProven: boolean): Promise<Story> {
  if (found === null) return { last: null, entries: [] };
  const last = await ended(life, found.id, canBeProven);
  return { last, entries: valueOf(await life.engine.workspace.journal.entries({ id: found.id })) };
}

async function ended({ engine, untilOver }: Life, id: string, canBeProven: boolean): Promise<Change | null> {
  const find = async () => valueOf(await engine.workspace.journal.find({ id }));
  const now = await find();
  if (now === null || isOver(now, canBeProven)) return now;
  await untilOver();
  return await find();
}

/** Nothing more comes of itself. */
function isOver({ state, readBackAt }: Change, canBeProven: boolean): boolean {
  if (state === 'uncertain') return !canBeProven && readBackAt !== null;
  return state !== 'sending';
}

/** What was found on its way was interrupted by the first entry of the new life, and read back by the second. */
function isMarkedFirst(found: Change | null, entries: readonly JournalEntry[]): boolean {
  if (found?.state !== 'sending') return true;
  const at = entries.findIndex(({ event }) => event.type === 'interrupted');
  return at !== -1 && entries[at + 1]?.event.type === 'read-back';
}
