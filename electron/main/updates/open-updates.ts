import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { writeDurably } from '../system/durable-files.ts';
import type { Logger } from '../system/log.ts';
import { resultOf } from '../workspace/sqlite.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { builtInFeed, CheckFailure, compareVersions, isVersion, newestVersion } from './newest.ts';
import type { ActiveWork, UpdateDisabledReason, UpdateState } from '#shared/domain/update.ts';
import type { Given } from '../system/timing.ts';

interface OpenUpdatesDeps {
  readonly app: {
    readonly relaunch: () => void;
    /** Whether another version of it is in its place. */
    readonly isReplaced: () => boolean;
    /** Ends it so that another version can start at once. */
    readonly quit: () => void;
  };
  readonly version: string;
  readonly isPackaged: boolean;
  readonly userData: string;
  readonly settings: Pick<Workspace['settings'], 'read'>;
  readonly obstacles: () => Promise<readonly ActiveWork[]>;
  readonly announce: (state: UpdateState) => void;
  readonly log: Logger;
}

export interface OpenUpdates extends Updates {
  /** Whether the version grew since the last run: true once. */
  readonly isUpdated: () => boolean;
}

/** Updates of this application, as it was built and installed. */
export function openUpdates({
  app,
  version,
  isPackaged,
  userData,
  settings,
  log,
  ...deps
}: OpenUpdatesDeps): OpenUpdates {
  const { platform, execPath } = process;
  const feed = builtInFeed();
  const onBug = (thrown: unknown) => void log.bug(thrown);
  const updates = createUpdates({
    ...deps,
    disabledReason: disabledReasonOf({ isPackaged, platform, execPath }, feed !== null),
    installed: version,
    newest: feed && (() => newestVersion(feed.newest)),
    // If the setting cannot be read, no server is contacted.
    async checksDaily() {
      const read = await resultOf(settings.read);
      return read.ok && read.value.checkForUpdates;
    },
    replaced: {
      isReplaced: app.isReplaced,
      restart() {
        app.relaunch();
        app.quit();
      },
    },
    note: log.note,
    now: () => new Date(),
    sleep: (durationMs, signal) => wait(durationMs, undefined, { signal, ref: false }),
    onBug,
  });
  return { ...updates, isUpdated: () => isUpdated(join(userData, 'version.json'), version, onBug) };
}

const remembered = z.object({ version: z.string().refine(isVersion) });

/**
 * Whether the version grew since this was asked last.
 *
 * @param path The file that remembers the version that ran last: a convenience. Where it cannot be read, this counts as the first one.
 */
export function isUpdated(path: string, running: string, onBug: (thrown: unknown) => void): boolean {
  const before = versionIn(path);
  if (before === running) return false;
  try {
    writeDurably(path, JSON.stringify({ version: running }));
  } catch (thrown) {
    onBug(thrown);
  }
  return before !== null && compareVersions(running, before) > 0;
}

function versionIn(path: string): string | null {
  try {
    return remembered.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data?.version ?? null;
  } catch {
    // No file, as at the first start; or no JSON.
    return null;
  }
}

/** Newer versions of Namedesk. Nothing is downloaded. Each method resolves with the update state afterwards. */
type Updates = ReturnType<typeof createUpdates>;

export interface UpdatesDeps extends Given<'now' | 'onBug'> {
  readonly disabledReason: UpdateDisabledReason | null;
  /** The version that is running. */
  readonly installed: string;
  /** Asks for the newest version; null without a feed. Throws: `CheckFailure`. */
  readonly newest: (() => Promise<string>) | null;
  /** Whether the user wants them to be looked for. */
  readonly checksDaily: () => Promise<boolean>;
  /** Active work that a restart would interrupt. */
  readonly obstacles: () => Promise<readonly ActiveWork[]>;
  readonly announce: (state: UpdateState) => void;
  readonly note: Logger['note'];
  readonly replaced: Replaced;
  /** Rejects when the signal is aborted. Does not keep the process alive. */
  readonly sleep: (durationMs: number, signal: AbortSignal) => Promise<void>;
}

/** The program on the disk, where the system's package manager puts a new version in its place. */
interface Replaced {
  /** Whether it is another file than the one that runs. */
  readonly isReplaced: () => boolean;
  /** Ends the application and starts what is there now. */
  readonly restart: () => void;
}

/** Long after the window is shown and interrupted work has been resumed. */
export const firstCheckMs = 60_000;
export const checkEveryMs = 86_400_000;
const replacedCheckMs = 60_000;

/** How often a replaced program rechecks whether the active work has ended. */
const waitCheckMs = 5_000;

/** Tells of newer versions, and starts one that the package manager brought when there is no active work. */
export function createUpdates(deps: UpdatesDeps) {
  const { disabledReason, newest, onBug } = deps;
  const closing = new AbortController();
  const { signal } = closing;
  const isPackage = disabledReason === 'by-package-manager';
  const asks = disabledReason === null ? newest : null;
  const status = createStatus(deps, asks === null ? (disabledReason ?? 'no-feed') : null);
  const { state } = status;
  const check = asks === null ? () => Promise.resolve(state()) : checkOf(deps, asks, status);
  const ready = async () => status.be({ status: 'replaced', waitsFor: await deps.obstacles() });

  async function checkDaily(): Promise<void> {
    for (let restMs = firstCheckMs; !signal.aborted; restMs = checkEveryMs) {
      await deps.sleep(restMs, signal);
      if (await deps.checksDaily()) await check();
    }
  }

  async function awaitReplacement(): Promise<void> {
    while (!signal.aborted && !deps.replaced.isReplaced()) await deps.sleep(replacedCheckMs, signal);
    await ready();
    while (!signal.aborted) {
      await deps.sleep(waitCheckMs, signal);
      const waitsFor = await deps.obstacles();
      if (waitsFor.join() !== state().waitsFor.join()) status.be({ waitsFor });
    }
  }

  const goingOn = isPackage ? awaitReplacement() : asks === null ? Promise.resolve() : checkDaily();
  goingOn.catch((thrown: unknown) => {
    if (!signal.aborted) onBug(thrown);
  });

  return {
    read: state,
    check,
    /** Starts what the package manager has put in place of this program, unless there is active work. */
    async restart(): Promise<UpdateState> {
      if (state().status !== 'replaced') return state();
      const now = await ready();
      if (now.waitsFor.length === 0) deps.replaced.restart();
      return now;
    },
    close: () => closing.abort(),
  };
}

type Status = ReturnType<typeof createStatus>;

/** The update state; listeners are notified of each change. */
function createStatus({ announce, note }: UpdatesDeps, disabledReason: UpdateDisabledReason | null) {
  let state: UpdateState = {
    status: disabledReason === null ? 'idle' : 'off',
    disabledReason,
    newest: null,
    waitsFor: [],
    fault: null,
    checkedAt: null,
  };
  return {
    state: (): UpdateState => state,
    be: (changes: Partial<UpdateState>): UpdateState => {
      const before = state.status;
      state = { ...state, fault: null, ...changes };
      if (state.fault !== null) note('update.failed', { fault: state.fault });
      else if (state.status !== before) note('update.moved', { status: state.status });
      announce(state);
      return state;
    },
  };
}

/** One check at a time: a call during another one returns the current state. */
const checkOf =
  (
    { installed, now, onBug }: UpdatesDeps,
    newest: NonNullable<UpdatesDeps['newest']>,
    { state, be }: Status,
  ) =>
  async (): Promise<UpdateState> => {
    if (state().status === 'checking') return state();
    be({ status: 'checking' });
    try {
      const version = await newest();
      const isNewer = compareVersions(version, installed) > 0;
      const checkedAt = now().toISOString();
      return be({ status: isNewer ? 'available' : 'idle', newest: isNewer ? version : null, checkedAt });
    } catch (thrown) {
      if (!(thrown instanceof CheckFailure)) onBug(thrown);
      const fault = thrown instanceof CheckFailure ? thrown.fault : 'unreadable';
      return be({ status: 'failed', newest: null, fault, checkedAt: now().toISOString() });
    }
  };

/** How and where this application is installed. */
export interface Installed {
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
  /** The path of the executable. */
  readonly execPath: string;
}

/** Where system packages install programs. */
const ofPackages = /^\/(opt|usr)\//;

/** Why newer versions are not looked for here; null if they are. */
export function disabledReasonOf(
  { isPackaged, platform, execPath }: Installed,
  hasFeed: boolean,
): UpdateDisabledReason | null {
  if (!isPackaged) return 'not-installed';
  if (platform === 'linux') return ofPackages.test(execPath) ? 'by-package-manager' : 'not-installed';
  return hasFeed ? null : 'no-feed';
}
