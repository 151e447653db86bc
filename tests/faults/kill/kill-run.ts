import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createRandom, type Random } from '../../support/fuzz/random.ts';
import { type PracticeService, startPracticeService } from '../../../electron/main/practice/service.ts';
import { kindOfCell } from '../../../shared/domain/session.ts';
import { asked, repeatsIn, whatIsTrue } from '../oracle.ts';
import type { RunnerInput, RunnerLine } from './runner.ts';

/** When a run is killed. */
export type Moment =
  /** So long after its process was started: while it starts, opens the workspace, takes the session up. */
  | { readonly kind: 'after-start'; readonly ms: number }
  /** When the service has seen so many requests in all runs together, and a little later: an answer is on its way or being recorded. */
  | { readonly kind: 'after-requests'; readonly requests: number; readonly thenMs: number }
  /** As soon as it has reported for the n-th time once the service has seen so many requests. */
  | { readonly kind: 'at-report'; readonly requests: number; readonly nth: number }
  /** As soon as it says that it is finished. */
  | { readonly kind: 'finished' };

const startMs = 700;
const mostThenMs = 25;
/** What is asked for after the last kill is left to a run that nobody kills. */
const lastShare = 0.97;

/**
 * Moments all over a look-up of `requests` requests, each kind among them, in the order in which they come; the last one is right
 * after the end. The same random numbers make the same moments.
 */
export function killMoments(kills: number, requests: number, random: Random): readonly Moment[] {
  const spread = kills - 1;
  const moments = Array.from({ length: spread }, (_, index): Moment => {
    const share = ((index + random.int(1_000) / 1_000) / spread) * lastShare;
    const target = Math.floor(requests * share);
    const thenMs = random.int(mostThenMs * 10) / 10;
    switch (index % 5) {
      case 0:
      case 2:
        return { kind: 'after-requests', requests: target, thenMs };
      case 1:
      case 4:
        return { kind: 'at-report', requests: target, nth: 1 + random.int(4) };
      default:
        return { kind: 'after-start', ms: random.int(startMs) };
    }
  });
  return [...moments, { kind: 'finished' }];
}

/** What the runs of one look-up have come to. */
interface Ledger {
  readonly kills: Readonly<Record<Moment['kind'], number>>;
  /** Different cells that were reported in all. */
  readonly reported: number;
  /** Reported findings that a later run did not have, or had otherwise. */
  readonly lost: number;
  readonly explainedRepeats: number;
  readonly repeatsWithinARun: number;
  readonly longestRestartMs: number;
  /** The code of each cell, as the last run had it in the end. */
  readonly codes: Uint8Array;
}

/** Runs a look-up with a kill at each of the moments, and once more to its end; keeps the books. */
async function keepBooks(
  input: RunnerInput,
  moments: readonly Moment[],
  service: PracticeService,
): Promise<Ledger> {
  const kills = { 'after-start': 0, 'after-requests': 0, 'at-report': 0, finished: 0 };
  const reported = new Map<number, number>();
  const lost = new Set<number>();
  let [explainedRepeats, repeatsWithinARun, longestRestartMs] = [0, 0, 0];
  let codes = new Uint8Array(input.names.length * input.tlds.length);

  for (const moment of [...moments, null]) {
    const before = service.requests().length;
    const run = await watchRun(input, moment, service.requestCount);
    await arrival(service);
    const requests = service.requests().slice(before);
    repeatsWithinARun += repeatsIn(asked({ requests: () => requests }));
    if (run.wasKilled && moment !== null) {
      kills[moment.kind] += 1;
      explainedRepeats += Math.min(input.concurrency, requests.length);
    }
    longestRestartMs = Math.max(longestRestartMs, run.openedAfterMs ?? 0);
    for (const cell of missing(reported, run)) lost.add(cell);
    if (run.opened !== null) codes = Uint8Array.from(run.opened);
    for (const [cell, code] of run.reported) {
      reported.set(cell, code);
      codes[cell] = code;
    }
  }
  return {
    kills,
    reported: reported.size,
    lost: lost.size,
    explainedRepeats,
    repeatsWithinARun,
    longestRestartMs,
    codes,
  };
}

/** The reported cells that are not as they were reported when the session is opened again. */
function missing(reported: ReadonlyMap<number, number>, { opened }: WatchedRun): readonly number[] {
  if (opened === null) return [];
  return [...reported].flatMap(([cell, code]) => (opened[cell] === code ? [] : [cell]));
}

/** What a killed process has sent may still be read by the service: waits until nothing more comes. */
async function arrival(service: PracticeService): Promise<void> {
  for (let seen = -1; seen !== service.requestCount();) {
    seen = service.requestCount();
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

/** What a run said before it ended. */
interface WatchedRun {
  readonly wasKilled: boolean;
  /** It said that it was finished. */
  readonly isFinished: boolean;
  /** The cells as they were when the session was opened; null where the run did not come so far. */
  readonly opened: Uint8Array | null;
  /** Milliseconds from the start of the process to the opened session; null where it did not come so far. */
  readonly openedAfterMs: number | null;
  /** What it reported: cells and their codes. */
  readonly reported: ReadonlyMap<number, number>;
}

const runner = fileURLToPath(new URL('runner.ts', import.meta.url));
const lookMs = 1;
/** A run that says nothing for so long will not say anything any more. */
const patienceMs = 120_000;

/**
 * Starts a run and watches it.
 *
 * @param moment When it is killed; null lets it come to its end.
 * @param requestCount How many requests the service has seen so far.
 */
async function watchRun(
  input: RunnerInput,
  moment: Moment | null,
  requestCount: () => number,
): Promise<WatchedRun> {
  const inputFile = join(input.directory, '..', 'run.json');
  writeFileSync(inputFile, JSON.stringify(input));
  const startedAtMs = performance.now();
  const child = spawn(process.execPath, [runner, inputFile], { stdio: ['ignore', 'pipe', 'inherit'] });
  const kill = (): void => void child.kill('SIGKILL');
  const reported = new Map<number, number>();
  let [isFinished, opened, openedAfterMs] = [false, null as Uint8Array | null, null as number | null];
  const strike = createStrike(moment, requestCount, kill);
  const lines = createInterface({ input: child.stdout });
  let last = '';
  lines.on('line', (line) => {
    const said = lineFrom(line);
    last = said === null ? line : '';
    if (said === null) return;
    if (said.kind === 'opened') {
      opened = bytesOf(said.codes);
      openedAfterMs = performance.now() - startedAtMs;
    } else if (said.kind === 'finished') isFinished = true;
    else noteReported(reported, said);
    strike.heard(said);
  });
  const impatience = setTimeout(kill, patienceMs);
  const { code, signal } = await new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('close', (exit, by) => resolve({ code: exit, signal: by }));
  });
  clearTimeout(impatience);
  strike.end();
  if (signal === null && code !== 0) throw new Error(`A run ended with ${String(code)}`);
  if (signal === null && last !== '') throw new Error(`A run said: ${last}`);
  if (signal !== null && moment === null)
    throw new Error(`A run did not come to its end in ${patienceMs} ms`);
  return { wasKilled: signal === 'SIGKILL', isFinished, opened, openedAfterMs, reported };
}

interface Strike {
  readonly heard: (line: RunnerLine) => void;
  readonly end: () => void;
}

/** Kills when the moment has come. */
function createStrike(moment: Moment | null, requestCount: () => number, kill: () => void): Strike {
  if (moment === null) return { heard: () => undefined, end: () => undefined };
  let reports = 0;
  const timers: NodeJS.Timeout[] = [];
  if (moment.kind === 'after-start') timers.push(setTimeout(kill, moment.ms));
  if (moment.kind === 'after-requests') {
    const looking = setInterval(() => {
      if (requestCount() < moment.requests) return;
      clearInterval(looking);
      timers.push(setTimeout(kill, moment.thenMs));
    }, lookMs);
    timers.push(looking);
  }
  return {
    heard({ kind }) {
      if (kind === 'finished') kill();
      if (kind !== 'reported' || moment.kind !== 'at-report' || requestCount() < moment.requests) return;
      reports += 1;
      if (reports === moment.nth) kill();
    },
    end: () => timers.forEach((timer) => clearInterval(timer)),
  };
}

/** Null for the beginning of a line that the kill has cut off. */
function lineFrom(line: string): RunnerLine | null {
  try {
    return JSON.parse(line) as RunnerLine; // by runner.ts
  } catch {
    // What is not whole was not said.
    return null;
  }
}

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(Buffer.from(base64, 'base64'));

function noteReported(reported: Map<number, number>, line: RunnerLine & { readonly kind: 'reported' }): void {
  const cells = new Uint32Array(bytesOf(line.cells).buffer);
  const codes = bytesOf(line.codes);
  cells.forEach((cell, index) => reported.set(cell, codes[index] ?? 0));
}

export interface KillRequest {
  readonly seed: number;
  readonly kills: number;
  readonly names: number;
  /** How many requests are in flight at once. */
  readonly concurrency: number;
  /** How long the service takes for an answer. */
  readonly latencyMs: number;
}

/**
 * Two ways to look up. With many in flight a kill takes many; with two at a service that answers at once, whatever is not on
 * disk yet although its place was given to the next shows as more repeats than two.
 */
export const loads = [
  { concurrency: 16, latencyMs: 5 },
  { concurrency: 2, latencyMs: 0 },
] as const;

const tlds = ['com', 'net', 'org', 'info', 'dev', 'io', 'de', 'co.uk', 'com.au', 'co.za'];

/** Every cell answered as the service says, nothing lost, nothing asked again that no kill explains. */
export const isSound = (run: KillFigures, kills: number): boolean =>
  run.unanswered + run.wrong + run.lost + run.repeatsWithinARun === 0 &&
  run.repeats <= run.explainedRepeats &&
  Object.values(run.kills).reduce((sum, times) => sum + times, 0) === kills;

/** What came of a look-up whose process was killed again and again. */
export interface KillFigures extends Omit<Ledger, 'codes'> {
  readonly seed: number;
  readonly cells: number;
  /** Cells that are unchecked in the end. */
  readonly unanswered: number;
  /** Cells that say something else than the service, the unchecked ones too. */
  readonly wrong: number;
  readonly requests: number;
  /** Requests for what had been asked already. */
  readonly repeats: number;
  readonly seconds: number;
}

/** Looks names up in processes that are killed at moments all over the way, and compares the end with the service's own word. */
export async function killRun(request: KillRequest): Promise<KillFigures> {
  const startedAtMs = performance.now();
  const { seed, latencyMs, concurrency } = request;
  const names = Array.from({ length: request.names }, (_, index) => `quay${String(index).padStart(5, '0')}`);
  const login = { username: 'killed@example.com', apiKey: `killed-${String(seed)}` };
  const remembered = request.names * 2 + request.kills * concurrency;
  const service = await startPracticeService({ ...login, seed, latencyMs, rememberRequests: remembered });
  const folder = mkdtempSync(join(tmpdir(), 'namedesk-kill-'));
  const directory = join(folder, 'workspace');
  const input: RunnerInput = { ...login, baseUrl: service.baseUrl, directory, names, tlds, concurrency };
  try {
    const moments = killMoments(request.kills, request.names, createRandom(seed));
    const { codes, ...ledger } = await keepBooks(input, moments, service);
    const truth = await whatIsTrue(seed, names, tlds);
    return {
      ...ledger,
      seed,
      cells: truth.length,
      unanswered: truth.filter((_, cell) => kindOfCell(codes[cell] ?? 0) === 'unchecked').length,
      wrong: truth.filter((kind, cell) => kindOfCell(codes[cell] ?? 0) !== kind).length,
      requests: service.requestCount(),
      repeats: repeatsIn(asked(service)),
      seconds: (performance.now() - startedAtMs) / 1_000,
    };
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
