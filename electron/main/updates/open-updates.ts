import { setTimeout as wait } from 'node:timers/promises';
import type { UpdateObstacle, UpdateState } from '#shared/domain/update.ts';
import type { Logger } from '../log/logger.ts';
import { updatedApp } from '../platform/updated-app.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { createUpdates } from './create-updates.ts';
import { builtInFeed } from './feed.ts';
import { hindranceOf } from './hindrance.ts';
import { loadSource } from './load-source.ts';
import type { Updates } from './updates.ts';
import { wishesIn } from './wishes.ts';

export interface OpenUpdatesDeps {
  readonly isPackaged: boolean;
  readonly userData: string;
  readonly settings: Pick<Workspace['settings'], 'read'>;
  readonly obstacles: () => Promise<readonly UpdateObstacle[]>;
  readonly announce: (state: UpdateState) => void;
  readonly log: Logger;
}

/** New versions of this very application, as it was built and as it is installed. */
export function openUpdates({ isPackaged, userData, settings, log, ...deps }: OpenUpdatesDeps): Updates {
  const feed = builtInFeed();
  const { platform, arch, execPath, env } = process;
  const installed = { isPackaged, platform, execPath, isAppImage: env['APPIMAGE'] !== undefined };
  return createUpdates({
    ...deps,
    hindrance: hindranceOf(installed, feed !== null),
    load() {
      if (feed === null) throw new Error('No feed is built in');
      return loadSource({ feed, trust: {}, app: updatedApp(userData), platform, arch });
    },
    settings: wishesIn(settings),
    note: log.note,
    now: () => new Date(),
    sleep: (durationMs, signal) => wait(durationMs, undefined, { signal, ref: false }),
    onBug: (thrown) => void log.bug(thrown),
  });
}
