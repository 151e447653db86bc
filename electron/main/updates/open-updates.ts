import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '../system/log.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { createUpdates, disabledReasonOf, preferencesIn, type Updates } from './create-updates.ts';
import { builtInFeed } from './feed.ts';
import type { Source, SourceDeps, UpdatedApp } from './updater.ts';
import { openWhatsNew } from './whats-new.ts';
import type { ActiveWork, UpdateState } from '#shared/domain/update.ts';

interface OpenUpdatesDeps {
  /** The application, as the updater sees it. */
  readonly app: UpdatedApp & {
    readonly relaunch: () => void;
    /** Whether another version of it is in its place. */
    readonly isReplaced: () => boolean;
  };
  readonly version: string;
  readonly isPackaged: boolean;
  readonly userData: string;
  readonly settings: Pick<Workspace['settings'], 'read'>;
  readonly obstacles: () => Promise<readonly ActiveWork[]>;
  readonly announce: (state: UpdateState) => void;
  readonly log: Logger;
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
}: OpenUpdatesDeps): Updates {
  const feed = builtInFeed();
  const { platform, arch, execPath, env } = process;
  const installed = { isPackaged, platform, execPath, isAppImage: env['APPIMAGE'] !== undefined };
  return createUpdates({
    ...deps,
    disabledReason: disabledReasonOf(installed, feed !== null),
    whatsNew: openWhatsNew({
      path: join(userData, 'version.json'),
      running: version,
      onBug: (thrown) => void log.bug(thrown),
    }),
    load() {
      if (feed === null) throw new Error('No feed is built in');
      return loadSource({ feed, trust: {}, app, platform, arch });
    },
    settings: preferencesIn(settings),
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
    onBug: (thrown) => void log.bug(thrown),
  });
}

/** The code that reads a feed: half a megabyte that is not needed before the first check, or without a feed. */
const loadSource = async (deps: SourceDeps): Promise<Source> =>
  (await import('./updater.ts')).createSource(deps);
