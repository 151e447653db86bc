import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChangeState, changeKinds } from '../../../shared/domain/change.ts';
import type { JournalHealth } from '../../../shared/domain/journal.ts';
import { createRandom } from '../../support/fuzz/random.ts';
import { valueOf } from '../../support/workspace/a-workspace.ts';
import { type Desk, openDesk } from './desk.ts';
import type { Carried } from './front.ts';
import { type Case, type RunResult, runOne } from './one-run.ts';
import { writeFaults } from './write-faults.ts';

/** Of nine writes against every fault: what Namedesk says, against what is so. */
export interface MatrixFigures {
  readonly runs: number;
  readonly faults: number;
  readonly seeds: readonly number[];
  /** As `applied, done` or `applied, not done`, with how often. */
  readonly said: Readonly<Record<string, number>>;
  /** The most POSTs that any attempt brought to the service. */
  readonly mostWrites: number;
  /** Refused, not applied, planned or withdrawn, and done all the same. */
  readonly deniedButDone: readonly string[];
  /** Confirmed or applied, and not done. */
  readonly claimedButNotDone: readonly string[];
  /** Uncertain although reading could decide it, or still on its way. */
  readonly undecided: readonly string[];
  /** Sent again and not confirmed, or another change let in beside an uncertain one. */
  readonly wrongThen: readonly string[];
  /** Changes that were begun and are not in the journal as they were told. */
  readonly lost: number;
  readonly broken: JournalHealth['broken'];
  readonly bugs: number;
  readonly seconds: number;
}

export const isSound = (figures: MatrixFigures): boolean =>
  figures.mostWrites <= 1 &&
  figures.deniedButDone.length + figures.claimedButNotDone.length + figures.undecided.length === 0 &&
  figures.wrongThen.length + figures.lost + figures.bugs === 0 &&
  figures.broken === null;

const atOnce = 16;

/** @param seeds Each of the nine writes meets each fault once for each of them. */
export async function runMatrix(seeds: readonly number[]): Promise<MatrixFigures> {
  const startedMs = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'namedesk-matrix-'));
  const desk = await openDesk(join(folder, 'workspace'));
  try {
    const results = await runAll(desk, casesOf(seeds));
    const kept = await keptIn(desk, results);
    return { ...judged(results), ...kept, seeds, seconds: (performance.now() - startedMs) / 1_000 };
  } finally {
    await desk.engine.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function casesOf(seeds: readonly number[]): readonly Case[] {
  return changeKinds.flatMap((kind) =>
    writeFaults.flatMap((fault, index) =>
      seeds.map((seed) => {
        const random = createRandom(seed * 10_000 + index * 10 + changeKinds.indexOf(kind));
        const isCutOff = random.int(4) === 0;
        const carried = carriedBy(kind, fault.says, isCutOff, random.pick(ways));
        return { accountId: `${kind}-${index}-${seed}`, kind, fault, carried, isCutOff, seed };
      }),
    ),
  );
}

const readable: ReadonlySet<Case['kind']> = new Set<Case['kind']>([
  'lock',
  'nameservers',
  'contacts',
  'register',
  // By its credit: a no is not believed while that fell (F2).
  'renew',
]);
const ways: readonly Carried[] = ['never', 'at once', 'late'];

/** A no that is a lie is found out where reading can show it; elsewhere nobody could. */
function carriedBy(
  kind: Case['kind'],
  says: Case['fault']['says'],
  isCutOff: boolean,
  way: Carried,
): Carried {
  if (says === 'yes') return 'at once';
  if (says === 'nothing') return way;
  return readable.has(kind) && !isCutOff && way === 'at once' ? way : 'never';
}

async function runAll(desk: Desk, cases: readonly Case[]): Promise<readonly RunResult[]> {
  const results: RunResult[] = [];
  const next = cases.values();
  const worker = async (): Promise<void> => {
    for (const each of next) results.push(await runOne(desk, each));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

const named = ({ kind, fault, carried, isCutOff, seed, state, then }: RunResult): string =>
  `${kind}: ${fault.name}, carried ${carried}${isCutOff ? ', cut off' : ''}, seed ${seed}: ${state}${then === null ? '' : `, then ${then.said}`}`;

const denied: ReadonlySet<ChangeState> = new Set<ChangeState>([
  'refused',
  'not-applied',
  'planned',
  'withdrawn',
]);
const claimed: ReadonlySet<ChangeState> = new Set<ChangeState>(['confirmed', 'applied']);

function judged(
  results: readonly RunResult[],
): Omit<MatrixFigures, 'seeds' | 'lost' | 'broken' | 'bugs' | 'seconds'> {
  const said = Object.groupBy(results, ({ state, isDone }) => `${state}, ${isDone ? 'done' : 'not done'}`);
  const those = (isSo: (result: RunResult) => boolean) => results.filter(isSo).map(named);
  return {
    runs: results.length,
    faults: writeFaults.length,
    said: Object.fromEntries(Object.entries(said).map(([words, all]) => [words, all.length])),
    mostWrites: Math.max(
      ...results.map(({ writes, then }) => Math.max(writes, (then?.writes ?? writes) - writes)),
    ),
    deniedButDone: those(({ state, isDone }) => denied.has(state) && isDone),
    claimedButNotDone: those(({ state, isDone }) => claimed.has(state) && !isDone),
    undecided: those(
      ({ state, canBeProven, isCutOff }) =>
        state === 'sending' || (state === 'uncertain' && canBeProven && !isCutOff),
    ),
    wrongThen: those(isWrongThen),
  };
}

function isWrongThen({ state, canBeProven, then }: RunResult): boolean {
  if (then === null) return false;
  if (state === 'planned') return !(then.said === 'confirmed' && then.isDone);
  if (!canBeProven) return then.said !== 'open-change';
  return then.said !== (then.isDone ? 'applied' : 'not-applied');
}

/** What the journal has, when all is over. */
async function keptIn(
  { engine }: Desk,
  results: readonly RunResult[],
): Promise<Pick<MatrixFigures, 'lost' | 'broken' | 'bugs'>> {
  const { journal } = engine.workspace;
  let lost = 0;
  for (const { changeId, state, then } of results) {
    const kept = valueOf(await journal.find({ id: changeId }));
    const told = then === null || then.said === 'open-change' ? state : then.said;
    if (kept?.state !== told) lost += 1;
  }
  const health = valueOf(await journal.health({ check: true }));
  if (health.changes !== results.length) lost += Math.abs(health.changes - results.length);
  for (const bug of engine.bugs) console.error(bug);
  return { lost, broken: health.broken, bugs: engine.bugs.length };
}
