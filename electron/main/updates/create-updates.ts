import type { UpdateFault, UpdateDisabledReason, ActiveWork, UpdateState } from '#shared/domain/update.ts';
import type { Logger } from '../system/log.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Channel, Offer } from './feed-reader.ts';
import { UpdateFailure } from './feed.ts';
import type { Updater } from './updater.ts';

/** New versions of Namedesk. Each answer is where updating stands then. */
export interface Updates {
  readonly read: () => UpdateState;
  readonly check: () => Promise<UpdateState>;
  readonly download: () => Promise<UpdateState>;
  /** Ends the application where nothing is on its way. */
  readonly install: () => Promise<UpdateState>;
  readonly close: () => void;
}

/** Where versions come from, and how one is put in place. */
export interface Source extends Updater {
  /** As `readOffer`. */
  readonly look: (channel: Channel) => Promise<Offer | null>;
}

export interface UpdatesDeps {
  readonly hindrance: UpdateDisabledReason | null;
  /** Loaded when it is first wanted. */
  readonly load: () => Promise<Source>;
  readonly settings: () => Promise<{ readonly checkForUpdates: boolean; readonly updateChannel: Channel }>;
  /** What is on its way, and would be cut off. */
  readonly obstacles: () => Promise<readonly ActiveWork[]>;
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

function nothingToUpdate(hindrance: UpdateDisabledReason): Updates {
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

/** A state with nothing to say but what is given. */
const stateOf = (changes: Partial<UpdateState>): UpdateState => ({
  status: 'idle',
  hindrance: null,
  offered: null,
  percent: null,
  waitsFor: [],
  fault: null,
  checkedAt: null,
  ...changes,
});

/** Where updating stands, and what is on offer; whoever wants to know is told of each change. */
interface UpdateStatus {
  readonly state: () => UpdateState;
  readonly offer: () => Offer | null;
  readonly offers: (offer: Offer | null) => void;
  readonly be: (changes: Partial<UpdateState>) => UpdateState;
  /** Takes note of what was thrown. What is not what was offered, or not from who made this, is offered no more. */
  readonly fail: (thrown: unknown) => UpdateState;
}

type Deps = Pick<UpdatesDeps, 'announce' | 'note' | 'now' | 'onBug'>;

function createUpdateStatus({ announce, note, now, onBug }: Deps): UpdateStatus {
  let state = stateOf({});
  let offer: Offer | null = null;

  function be(changes: Partial<UpdateState>): UpdateState {
    const before = state;
    state = stateOf({ offered: offer?.shown ?? null, checkedAt: before.checkedAt, ...changes });
    if (state.fault !== null) note('update.failed', { fault: state.fault });
    else if (state.status !== before.status) note('update.moved', { status: state.status });
    announce(state);
    return state;
  }

  return {
    state: () => state,
    offer: () => offer,
    offers(newest) {
      offer = newest;
    },
    be,
    fail(thrown) {
      if (!(thrown instanceof UpdateFailure)) onBug(thrown);
      const fault: UpdateFault = thrown instanceof UpdateFailure ? thrown.fault : 'storage';
      if (fault !== 'unreachable' && fault !== 'storage') offer = null;
      return be({ status: 'failed', fault, checkedAt: now().toISOString() });
    },
  };
}

/** How often a version that is ready looks whether what it waits for has ended. */
const waitLookMs = 5_000;

/** What can be done where there is a feed. One thing at a time: what is asked for meanwhile answers with where it stands. */
function createWork(deps: UpdatesDeps, closed: AbortSignal): Omit<Updates, 'close'> {
  const standing = createUpdateStatus(deps);
  const { state, offer, offers, be, fail } = standing;
  let source: Promise<Source> | null = null;
  const loaded = (): Promise<Source> => (source ??= deps.load());

  return {
    read: state,
    async check() {
      if (isTaken(state())) return state();
      be({ status: 'checking' });
      try {
        const { updateChannel } = await deps.settings();
        offers(await (await loaded()).look(updateChannel));
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
        const { download } = await loaded();
        await download(offered.metadata, (percent) => {
          if (percent !== state().percent) be({ status: 'downloading', percent });
        });
        be({ status: 'ready', waitsFor: await deps.obstacles() });
        watch(deps, standing, closed).catch((thrown: unknown) => {
          if (!closed.aborted) deps.onBug(thrown);
        });
        return state();
      } catch (thrown) {
        return fail(thrown);
      }
    },
    async install() {
      if (state().status !== 'ready') return state();
      const waitsFor = await deps.obstacles();
      if (waitsFor.length > 0) return be({ status: 'ready', waitsFor });
      try {
        await (await loaded()).install();
        return state();
      } catch (thrown) {
        return fail(thrown);
      }
    },
  };
}

const isTaken = ({ status }: UpdateState): boolean =>
  status === 'checking' || status === 'downloading' || status === 'ready';

/** Tells when what it waits for has ended; puts nothing in place by itself. */
async function watch(
  { sleep, obstacles }: UpdatesDeps,
  { state, be }: UpdateStatus,
  closed: AbortSignal,
): Promise<void> {
  while (!closed.aborted && state().status === 'ready') {
    await sleep(waitLookMs, closed);
    const waitsFor = await obstacles();
    const { status, waitsFor: before } = state();
    if (status === 'ready' && waitsFor.join() !== before.join()) be({ status, waitsFor });
  }
}

/** What the user wants of updates. Where that cannot be read, nobody is asked. */
export const preferencesIn =
  (settings: Pick<Workspace['settings'], 'read'>): UpdatesDeps['settings'] =>
  async () => {
    const read = await settings.read({});
    return read.ok ? read.value : { checkForUpdates: false, updateChannel: 'stable' };
  };

/** Where this application runs. */
export interface Installed {
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
  /** Of the runtime. */
  readonly execPath: string;
  /** Whether it was started from an AppImage, which can take a new one in its place. */
  readonly isAppImage: boolean;
}

/** Where a package of the system puts programs. */
const ofPackages = /^\/(opt|usr)\//;

/** Why nothing can be updated here; null where it can. */
export function disabledReasonOf(
  { isPackaged, platform, execPath, isAppImage }: Installed,
  hasFeed: boolean,
): UpdateDisabledReason | null {
  if (!isPackaged) return 'not-installed';
  if (platform === 'linux' && !isAppImage)
    return ofPackages.test(execPath) ? 'by-package-manager' : 'not-installed';
  return hasFeed ? null : 'no-feed';
}
