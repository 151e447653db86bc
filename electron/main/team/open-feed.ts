import type { Emit } from '#shared/routes.ts';
import type { Feed } from '../portfolio/feed.ts';
import { coalesce, type Timer } from '../system/timing.ts';
import type { NewsOfDomains } from '../workspace/repositories/team-facts.ts';
import type { Workspace } from '../workspace/workspace.ts';

interface FeedDoorDeps {
  readonly workspace: Pick<Workspace, 'team'>;
  /** Opens the team that was joined, with its first use. */
  readonly openTeam: () => Promise<{ readonly sync: () => Promise<unknown> }>;
  readonly emit: Emit;
  readonly onBug: (thrown: unknown) => unknown;
  readonly timer: Timer;
}

/** What this workspace tells its team, and hears of it, where it has joined one. Alone, nothing of a team is loaded. */
export interface FeedDoor {
  readonly feed: Feed;
  /** Told by the team what others have changed; the listeners and the page are told by it. */
  readonly ears: {
    readonly onNews: (news: NewsOfDomains) => Promise<void>;
    readonly onApplied: () => void;
  };
  /** The workspace has joined a team, or left it: the page is told, too, as a command line may have done so. */
  readonly changed: () => void;
  /** Waits a moment for what is still to be published, and ends: the rest is published after the next start. */
  readonly close: () => Promise<void>;
}

/** What is changed at once is published together. */
const pauseMs = 1_000;
/** No longer than a user waits for a window to close. */
const closingMs = 2_000;

export function createFeedDoor({ workspace, openTeam, emit, onBug, timer }: FeedDoorDeps): FeedDoor {
  const listeners: ((news: NewsOfDomains) => Promise<unknown>)[] = [];
  let joined: Promise<boolean> | null = null;
  let syncing: Promise<unknown> | null = null;
  let isPending = false;

  const isJoined = (): Promise<boolean> =>
    (joined ??= workspace.team.read().then((read) => {
      if (!read.ok) joined = null;
      return read.ok && read.value !== null;
    }));

  async function sync(): Promise<void> {
    isPending = false;
    if (await isJoined()) await (await openTeam()).sync();
  }

  const publishing = coalesce(
    () => {
      const before = syncing;
      syncing = Promise.resolve(before).then(sync).catch(onBug);
    },
    pauseMs,
    timer,
  );

  return {
    feed: {
      publish() {
        isPending = true;
        publishing.soon();
      },
      onNews: (listener) => void listeners.push(listener),
    },
    ears: {
      async onNews(news) {
        for (const listener of listeners) await listener(news);
      },
      onApplied: () => emit('team.changed', { isNews: true }),
    },
    changed() {
      joined = null;
      emit('team.changed', { isNews: true });
    },
    async close() {
      if (isPending) publishing.now();
      publishing.stop();
      const limit = new AbortController();
      await Promise.race([syncing, timer.sleep(closingMs, limit.signal).catch(() => undefined)]);
      limit.abort();
    },
  };
}
