import type { Logger } from '../system/log.ts';
import type { Offer, Source } from './feed.ts';
import { UpdateFailure } from './get.ts';
import type { WhatsNew } from './whats-new.ts';
import type {
  ActiveWork,
  NewVersion,
  UpdateDisabledReason,
  UpdateFault,
  UpdateState,
} from '#shared/domain/update.ts';

/** Updates of Namedesk. Each method resolves with the update state afterwards. */
export interface Updates {
  readonly read: () => UpdateState;
  readonly check: () => Promise<UpdateState>;
  readonly download: () => Promise<UpdateState>;
  /** Opens the installer and ends the application, unless there is active work. */
  readonly install: () => Promise<UpdateState>;
  readonly whatsNew: WhatsNew['take'];
  readonly close: () => void;
}

export interface UpdatesDeps {
  readonly disabledReason: UpdateDisabledReason | null;
  readonly whatsNew: WhatsNew;
  /** Null without a feed. */
  readonly source: Source | null;
  /** Whether the user wants them to be looked for. */
  readonly checksDaily: () => Promise<boolean>;
  /** Active work that an installation would interrupt. */
  readonly obstacles: () => Promise<readonly ActiveWork[]>;
  readonly announce: (state: UpdateState) => void;
  readonly note: Logger['note'];
  readonly now: () => Date;
  readonly replaced: Replaced;
  readonly quit: () => void;
  /** Rejects when the signal is aborted. Does not keep the process alive. */
  readonly sleep: (durationMs: number, signal: AbortSignal) => Promise<void>;
  readonly onBug: (thrown: unknown) => void;
}

/** The program on the disk, where the system's package manager puts a new version in its place. */
export interface Replaced {
  /** Whether it is another file than the one that runs. */
  readonly isReplaced: () => boolean;
  /** Ends the application and starts what is there now. */
  readonly restart: () => void;
}

/** Long after the window is shown and interrupted work has been resumed. */
export const firstCheckMs = 60_000;
export const checkEveryMs = 86_400_000;

/** Checks for new versions, downloads one when the user asks for it, and installs it when there is no active work. */
export function createUpdates(deps: UpdatesDeps): Updates {
  const { disabledReason, whatsNew } = deps;
  if (disabledReason === 'by-package-manager') return { ...byPackageManager(deps), whatsNew: whatsNew.take };
  if (disabledReason !== null || deps.source === null)
    return { ...nothingToUpdate(disabledReason ?? 'no-feed'), whatsNew: whatsNew.take };
  const closing = new AbortController();
  const work = createWork(deps, deps.source, closing.signal);
  checkDaily(deps, work, closing.signal).catch(unlessClosed(closing.signal, deps.onBug));
  return { ...work, whatsNew: whatsNew.take, close: () => closing.abort() };
}

function nothingToUpdate(disabledReason: UpdateDisabledReason): Omit<Updates, 'whatsNew'> {
  const off = stateOf({ status: 'off', disabledReason });
  const same = () => Promise.resolve(off);
  return { read: () => off, check: same, download: same, install: same, close: () => undefined };
}

export const replacedCheckMs = 60_000;

/** The package manager installs: then the state is `ready`, and installing is starting the new version. */
function byPackageManager(deps: UpdatesDeps): Omit<Updates, 'whatsNew'> {
  const closing = new AbortController();
  const disabledReason = 'by-package-manager';
  const standing = createUpdateStatus(deps, { status: 'off', disabledReason });
  const { state, be } = standing;
  const ready = async (): Promise<UpdateState> =>
    be({ status: 'ready', disabledReason, waitsFor: await deps.obstacles() });
  const same = () => Promise.resolve(state());

  async function awaitReplacement(): Promise<void> {
    while (!closing.signal.aborted && !deps.replaced.isReplaced())
      await deps.sleep(replacedCheckMs, closing.signal);
    await ready();
    await watch(deps, standing, closing.signal);
  }
  awaitReplacement().catch(unlessClosed(closing.signal, deps.onBug));

  return {
    read: state,
    check: same,
    download: same,
    async install() {
      if (state().status !== 'ready') return state();
      const now = await ready();
      if (now.waitsFor.length === 0) deps.replaced.restart();
      return now;
    },
    close: () => closing.abort(),
  };
}

const unlessClosed = (closed: AbortSignal, onBug: UpdatesDeps['onBug']) => (thrown: unknown) => {
  if (!closed.aborted) onBug(thrown);
};

async function checkDaily(
  { sleep, checksDaily }: UpdatesDeps,
  { check }: Pick<Updates, 'check'>,
  closed: AbortSignal,
): Promise<void> {
  for (let restMs = firstCheckMs; !closed.aborted; restMs = checkEveryMs) {
    await sleep(restMs, closed);
    if (await checksDaily()) await check();
  }
}

/** The default state with the given changes. */
const stateOf = (changes: Partial<UpdateState>): UpdateState => ({
  status: 'idle',
  disabledReason: null,
  offered: null,
  percent: null,
  waitsFor: [],
  fault: null,
  checkedAt: null,
  ...changes,
});

const shown = (offer: Offer | null): NewVersion | null =>
  offer && { version: offer.version, releasedAt: offer.releasedAt, notes: offer.notes };

type UpdateStatus = ReturnType<typeof createUpdateStatus>;

/** The update state and the current offer; listeners are notified of each change. */
function createUpdateStatus({ announce, note, now, onBug }: UpdatesDeps, first: Partial<UpdateState> = {}) {
  let state = stateOf(first);
  let offer: Offer | null = null;

  function be(changes: Partial<UpdateState>): UpdateState {
    const before = state;
    state = stateOf({ offered: shown(offer), checkedAt: before.checkedAt, ...changes });
    if (state.fault !== null) note('update.failed', { fault: state.fault });
    else if (state.status !== before.status) note('update.moved', { status: state.status });
    announce(state);
    return state;
  }

  return {
    state: (): UpdateState => state,
    offer: (): Offer | null => offer,
    offers: (newest: Offer | null): void => {
      offer = newest;
    },
    be,
    /** Records the failure. A version that was not as offered, or has a wrong signature, is no longer offered. */
    fail: (thrown: unknown): UpdateState => {
      if (!(thrown instanceof UpdateFailure)) onBug(thrown);
      const fault: UpdateFault = thrown instanceof UpdateFailure ? thrown.fault : 'storage';
      if (fault !== 'unreachable' && fault !== 'storage') offer = null;
      return be({ status: 'failed', fault, checkedAt: now().toISOString() });
    },
  };
}

/** How often a downloaded version rechecks whether the active work has ended. */
const waitCheckMs = 5_000;

/** The methods available with a feed. One operation at a time: a call during another one returns the current state. */
function createWork(
  deps: UpdatesDeps,
  source: Source,
  closed: AbortSignal,
): Omit<Updates, 'whatsNew' | 'close'> {
  const standing = createUpdateStatus(deps);
  const { state, offer, offers, be, fail } = standing;

  return {
    read: state,
    async check() {
      if (isTaken(state())) return state();
      be({ status: 'checking' });
      try {
        offers(await source.check());
        const checkedAt = deps.now().toISOString();
        return be({ status: offer() === null ? 'idle' : 'available', checkedAt });
      } catch (thrown) {
        offers(null);
        return fail(thrown);
      }
    },
    async download() {
      const offered = offer();
      if (offered === null || isTaken(state())) return state();
      be({ status: 'downloading', percent: 0 });
      try {
        await source.download(offered, (percent) => {
          if (percent !== state().percent) be({ status: 'downloading', percent });
        });
        be({ status: 'ready', waitsFor: await deps.obstacles() });
        watch(deps, standing, closed).catch(unlessClosed(closed, deps.onBug));
        return state();
      } catch (thrown) {
        return fail(thrown);
      }
    },
    async install() {
      const taken = shown(offer());
      if (state().status !== 'ready') return state();
      const waitsFor = await deps.obstacles();
      if (waitsFor.length > 0) return be({ status: 'ready', waitsFor });
      try {
        if (taken !== null) deps.whatsNew.keep(taken);
        await source.install();
        deps.quit();
        return state();
      } catch (thrown) {
        return fail(thrown);
      }
    },
  };
}

const isTaken = ({ status }: UpdateState): boolean =>
  status === 'checking' || status === 'downloading' || status === 'ready';

/** Updates the state when active work begins or ends; installs nothing by itself. */
async function watch(
  { sleep, obstacles }: UpdatesDeps,
  { state, be }: UpdateStatus,
  closed: AbortSignal,
): Promise<void> {
  while (!closed.aborted && state().status === 'ready') {
    await sleep(waitCheckMs, closed);
    const waitsFor = await obstacles();
    const { status, waitsFor: before } = state();
    if (status === 'ready' && waitsFor.join() !== before.join())
      be({ status, disabledReason: state().disabledReason, waitsFor });
  }
}

/** How and where this application is installed. */
export interface Installed {
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
  /** The path of the executable. */
  readonly execPath: string;
}

/** Where system packages install programs. */
const ofPackages = /^\/(opt|usr)\//;

/** Why updates are not possible here; null if they are. */
export function disabledReasonOf(
  { isPackaged, platform, execPath }: Installed,
  hasFeed: boolean,
): UpdateDisabledReason | null {
  if (!isPackaged) return 'not-installed';
  if (platform === 'linux') return ofPackages.test(execPath) ? 'by-package-manager' : 'not-installed';
  return hasFeed ? null : 'no-feed';
}
