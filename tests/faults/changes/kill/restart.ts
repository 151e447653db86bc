import type { ChangingConnection } from '../../../../electron/main/changes/ledger.ts';
import type { Change, ChangeAsk, ChangeState } from '../../../../shared/domain/change.ts';
import type { JournalEntry } from '../../../../shared/domain/journal.ts';
import { valueOf } from '../../../support/workspace/a-workspace.ts';
import type { AskedChange } from '../asks.ts';
import { connectionTo, type Engine, openEngine } from '../engine.ts';
import type { Kill, Left } from './kill-one.ts';

/** What the program found and did when it was started again. */
export interface AfterKill extends Kill {
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
export async function restart(directory: string, kill: Kill, left: Left): Promise<AfterKill> {
  const { asked, front } = left;
  const connection = connectionTo(left.baseUrl, kill.accountId, timeoutMs);
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
