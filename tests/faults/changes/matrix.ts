import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChangingConnection } from '../../../electron/main/changes/ledger.ts';
import { startPracticeService } from '../../../electron/main/practice/service.ts';
import {
  type ChangeKind,
  changeKinds,
  type ChangeState,
  isOpen,
} from '../../../shared/domain/change-kinds.ts';
import type { Change, JournalHealth } from '../../../shared/domain/change.ts';
import { createRandom } from '../../support/fuzz/random.ts';
import { valueOf } from '../../support/workspace/a-workspace.ts';
import { type AskedChange, askOf, serviceSeed } from './asks.ts';
import { connectionTo, type Engine, login, midHour, openEngine } from './engine.ts';
import { type Carried, type Front, startFront, type WriteFault, writeFaults } from './front.ts';

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
  const worker = async (next: Iterable<Case>): Promise<void> => {
    for (const each of next) results.push(await runOne(desk, each));
  };
  // One after the other: what one account pays for a name, the reviews of all others have to have shown (G4).
  const renewals = cases.filter(({ kind }) => kind === 'renew');
  const others = cases.filter(({ kind }) => kind !== 'renew').values();
  await Promise.all([worker(renewals), ...Array.from({ length: atOnce }, () => worker(others))]);
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
    const said = then === null || then.said === 'open-change' ? state : then.said;
    if (kept?.state !== said) lost += 1;
  }
  const health = valueOf(await journal.health({ check: true }));
  if (health.changes !== results.length) lost += Math.abs(health.changes - results.length);
  for (const bug of engine.bugs) console.error(bug);
  return { lost, broken: health.broken, bugs: engine.bugs.length };
}

/** One write against one fault. */
interface Case {
  readonly accountId: string;
  readonly kind: ChangeKind;
  readonly fault: WriteFault;
  readonly carried: Carried;
  /** From the write on, nothing can be read until a person looks again. */
  readonly isCutOff: boolean;
  readonly seed: number;
}

/** What Namedesk says of it, and what is so. */
interface RunResult extends Case {
  readonly changeId: string;
  readonly canBeProven: boolean;
  readonly state: ChangeState;
  /** Whether the service has done it. */
  readonly isDone: boolean;
  /** POSTs that write, at the service, before a person did anything more. */
  readonly writes: number;
  /** What became of it when a person went on: sent what was not sent, or began anew beside what is uncertain. */
  readonly then: { readonly said: string; readonly isDone: boolean; readonly writes: number } | null;
}

/** In real time. Some faults leave a write without an answer; only the end of this time shows that. */
const struckTimeoutMs = 600;
/** In real time. Every other request is answered, and nothing waits for the end of this, however busy the machine is. */
const timeoutMs = 120_000;
/** In real time. Nothing waits for the end of this while each change comes to its end. */
const patienceMs = 120_000;

/** A service, a front and an account of its own: whatever arrives there is this change's doing. */
async function runOne(desk: Desk, given: Case): Promise<RunResult> {
  const { accountId, kind, fault, carried, isCutOff, seed } = given;
  const service = await startPracticeService({ ...login, seed: serviceSeed, now: midHour });
  const { timer } = desk.engine.time;
  const front = await startFront(service.port, {
    fault: fault.fault,
    carried,
    isCutOff,
    seed,
    whenLate: async (carry) => {
      await desk.until(accountId, ({ state }) => state !== 'sending', patienceMs);
      await timer.sleep(lateMs);
      // On a busy machine, what is as before would count before the service has got it.
      return await desk.engine.time.during(carry);
    },
  });
  const { pathname } = new URL(service.baseUrl);
  const connection = connectionTo(front.url(pathname), accountId, () =>
    front.isExpecting() ? struckTimeoutMs : timeoutMs,
  );
  const leave = desk.enter(connection, front.expectWrite);
  const asked = askOf(kind, service, accountId);
  try {
    const changeId = await applied(desk, accountId, asked);
    const over = await desk.until(accountId, (change) => isOver(change, asked, isCutOff), patienceMs);
    await front.carried();
    const isDone = (): boolean => asked.isDone(service) ?? front.isCarried();
    const first = { state: over.state, isDone: isDone(), writes: front.writes() };
    await front.heal();
    const then = await goOn(desk, over, asked, { front, isDone });
    return { ...given, changeId, canBeProven: asked.canBeProven, ...first, then };
  } finally {
    leave();
    await connection.close();
    await front.stop();
    await service.stop();
  }
}

/** After its sender has given up, and before what is as before counts. */
const lateMs = 10_000;

async function applied({ engine }: Desk, accountId: string, { domain, ask }: AskedChange): Promise<string> {
  const review = valueOf(await engine.changes.prepare(accountId, domain, ask));
  const consent = { typedName: domain, premiumAccepted: review.asksFor.premium, typedLimit: null };
  return valueOf(await engine.changes.apply(review.reviewId, consent)).id;
}

/** Nothing more comes of itself. */
function isOver({ state, attempts, readBackAt }: Change, asked: AskedChange, isCutOff: boolean): boolean {
  if (state === 'planned') return attempts > 0;
  const comesMore = asked.canBeProven && !isCutOff;
  return state === 'uncertain' ? !comesMore && readBackAt !== null : !isOpen(state);
}

interface Place {
  readonly front: Front;
  readonly isDone: () => boolean;
}

async function goOn(
  desk: Desk,
  change: Change,
  asked: AskedChange,
  { front, isDone }: Place,
): Promise<RunResult['then']> {
  const { changes } = desk.engine;
  const { id, state, accountId } = change;
  if (state === 'planned') {
    const before = front.writes();
    desk.healed(accountId);
    valueOf(await changes.send(id));
    const over = await desk.until(accountId, (change) => !isOpen(change.state), patienceMs);
    const writes = front.writes();
    return { said: over.state, isDone: asked.canBeProven ? isDone() : writes > before, writes };
  }
  if (state !== 'uncertain') return null;
  if (asked.canBeProven) return await lookedAgain(desk, change, { front, isDone });
  const second = await changes.prepare(accountId, asked.domain, asked.ask);
  return { said: second.ok ? 'prepared' : second.error.kind, isDone: isDone(), writes: front.writes() };
}

/** A person reads back when that can decide it: half a minute after the attempt, ten minutes after a registration. */
async function lookedAgain(
  desk: Desk,
  { id, what }: Change,
  { front, isDone }: Place,
): Promise<RunResult['then']> {
  await desk.engine.time.timer.sleep(what.kind === 'register' ? slowRegistryMs : slowMs);
  const change = valueOf(await desk.engine.changes.readBack(id));
  return { said: change.state, isDone: isDone(), writes: front.writes() };
}

const slowMs = 95_000;
const slowRegistryMs = 610_000;

/** One engine that many accounts use at once. */
interface Desk {
  readonly engine: Engine;
  /** @param onSending Called when a change of the account is about to be sent. @returns How to leave. */
  readonly enter: (connection: ChangingConnection, onSending: () => void) => () => void;
  /** From now on, what the account sends is not told any more. */
  readonly healed: (accountId: string) => void;
  /** The account's change as it is when that is so, or when `mostMs` have passed. */
  readonly until: (accountId: string, isSo: (change: Change) => boolean, mostMs: number) => Promise<Change>;
}

interface DeskPlace {
  readonly connection: ChangingConnection;
  onSending: (() => void) | null;
  latest: Change | null;
  readonly watchers: Set<() => void>;
}

async function openDesk(directory: string): Promise<Desk> {
  const places = new Map<string, DeskPlace>();

  function placeOf(accountId: string): DeskPlace {
    const place = places.get(accountId);
    if (place === undefined) throw new Error('An account that nobody entered');
    return place;
  }

  function heard(change: Change): void {
    const place = places.get(change.accountId);
    if (place === undefined) return;
    place.latest = change;
    if (change.state === 'sending' && change.readBackAt === null) {
      place.onSending?.();
      place.onSending = null;
    }
    for (const compare of place.watchers) compare();
  }

  const engine = await openEngine({
    directory,
    connectionOf: (accountId) => places.get(accountId)?.connection ?? null,
    announce: heard,
  });
  return {
    engine,
    enter(connection, onSending) {
      const { id } = connection.account;
      places.set(id, { connection, onSending, latest: null, watchers: new Set() });
      return () => void places.delete(id);
    },
    healed: (accountId) => void (placeOf(accountId).onSending = null),
    until(accountId, isSo, mostMs) {
      const place = placeOf(accountId);
      return new Promise((resolve, reject) => {
        const end = (): void => {
          clearTimeout(impatience);
          place.watchers.delete(compare);
          if (place.latest === null) reject(new Error('Nothing was heard of the change'));
          else resolve(place.latest);
        };
        const compare = (): void => {
          if (place.latest !== null && isSo(place.latest)) end();
        };
        const impatience = setTimeout(end, mostMs);
        place.watchers.add(compare);
        compare();
      });
    },
  };
}
