import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChangeState } from '../../../../shared/domain/change.ts';
import { openWorkspace } from '../../../../electron/main/workspace/workspace.ts';
import { createRandom } from '../../../support/fuzz/random.ts';
import { valueOf, workerUrl } from '../../../support/workspace/a-workspace.ts';
import { type Kill, killOne } from './kill-one.ts';
import { type KillPoint, killPoints, kindsAt, wasAt } from './points.ts';
import { type AfterKill, restart } from './restart.ts';

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
  const workspace = valueOf(await openWorkspace({ directory, workerUrl }));
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
