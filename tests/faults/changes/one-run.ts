import type { Change, ChangeKind, ChangeState } from '../../../shared/domain/change.ts';
import { isOpen } from '../../../shared/domain/change.ts';
import { startPracticeService } from '../../../electron/main/practice/service.ts';
import { valueOf } from '../../support/workspace/a-workspace.ts';
import { askOf, type AskedChange, serviceSeed } from './asks.ts';
import { connectionTo, login, midHour } from './engine.ts';
import { type Carried, type Front, startFront } from './front.ts';
import type { Desk } from './desk.ts';
import type { WriteFault } from './write-faults.ts';

/** One write against one fault. */
export interface Case {
  readonly accountId: string;
  readonly kind: ChangeKind;
  readonly fault: WriteFault;
  readonly carried: Carried;
  /** From the write on, nothing can be read until a person looks again. */
  readonly isCutOff: boolean;
  readonly seed: number;
}

/** What Namedesk says of it, and what is so. */
export interface RunResult extends Case {
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

const timeoutMs = 600;
/** So long a change that reading can decide is waited for, while it is uncertain: ten minutes, in real time. */
const patienceMs = 30_000;

/** A service, a front and an account of its own: whatever arrives there is this change's doing. */
export async function runOne(desk: Desk, given: Case): Promise<RunResult> {
  const { accountId, kind, fault, carried, isCutOff, seed } = given;
  const service = await startPracticeService({ ...login, seed: serviceSeed, now: midHour });
  const { timer } = desk.engine.time;
  const front = await startFront(service.port, {
    fault: fault.fault,
    carried,
    isCutOff,
    seed,
    untilLate: async () => {
      await desk.until(accountId, ({ state }) => state !== 'sending', patienceMs);
      await timer.sleep(lateMs);
    },
  });
  const { pathname } = new URL(service.baseUrl);
  const connection = connectionTo(front.url(pathname), accountId, timeoutMs);
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

const slowMs = 35_000;
const slowRegistryMs = 610_000;
