import type { UpdateHindrance, UpdateObstacle, UpdateState } from '#shared/domain/update.ts';
import type { Logger } from '../log/logger.ts';
import type { Channel, Offer } from './feed-reader.ts';
import type { Updater } from './updater.ts';
import { stateOf } from './standing.ts';
import type { Updates } from './updates.ts';
import { createWork } from './work.ts';

/** Where versions come from, and how one is put in place. */
export interface Source extends Updater {
  /** As `readOffer`. */
  readonly look: (channel: Channel) => Promise<Offer | null>;
}

export interface UpdatesDeps {
  readonly hindrance: UpdateHindrance | null;
  /** Loaded when it is first wanted. */
  readonly load: () => Promise<Source>;
  readonly settings: () => Promise<{ readonly checkForUpdates: boolean; readonly updateChannel: Channel }>;
  /** What is on its way, and would be cut off. */
  readonly obstacles: () => Promise<readonly UpdateObstacle[]>;
  readonly announce: (state: UpdateState) => void;
  readonly note: Logger['note'];
  readonly now: () => Date;
  /** Rejects when the signal is aborted. Does not keep the process. */
  readonly sleep: (durationMs: number, signal: AbortSignal) => Promise<void>;
  readonly onBug: (thrown: unknown) => void;
}

/** Long after the window is there and what was on its way has been taken up. */
export const firstLookMs = 60_000;
export const eachLookMs = 86_400_000;

/** Looks for new versions, brings one where the user says so, and puts it in place when nothing is on its way. */
export function createUpdates(deps: UpdatesDeps): Updates {
  const { hindrance } = deps;
  if (hindrance !== null) return nothingToUpdate(hindrance);
  const closing = new AbortController();
  const work = createWork(deps, closing.signal);
  lookDaily(deps, work, closing.signal).catch(unlessClosed(closing.signal, deps.onBug));
  return { ...work, close: () => closing.abort() };
}

function nothingToUpdate(hindrance: UpdateHindrance): Updates {
  const off = stateOf({ status: 'off', hindrance });
  const same = () => Promise.resolve(off);
  return { read: () => off, check: same, download: same, install: same, close: () => undefined };
}

const unlessClosed = (closed: AbortSignal, onBug: UpdatesDeps['onBug']) => (thrown: unknown) => {
  if (!closed.aborted) onBug(thrown);
};

async function lookDaily(
  { sleep, settings }: UpdatesDeps,
  { check }: Pick<Updates, 'check'>,
  closed: AbortSignal,
): Promise<void> {
  for (let restMs = firstLookMs; !closed.aborted; restMs = eachLookMs) {
    await sleep(restMs, closed);
    if ((await settings()).checkForUpdates) await check();
  }
}
