import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '../system/log.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { createUpdates, disabledReasonOf, type Updates } from './create-updates.ts';
import { builtInFeed, createSource, takesOffers } from './feed.ts';
import { openWhatsNew } from './whats-new.ts';
import type { ActiveWork, UpdateState } from '#shared/domain/update.ts';

interface OpenUpdatesDeps {
  readonly app: {
    readonly relaunch: () => void;
    /** Whether another version of it is in its place. */
    readonly isReplaced: () => boolean;
    /** Ends it so that another version can start at once. */
    readonly quit: () => void;
  };
  /** Has the system open a file. Rejects where it does not. */
  readonly openFile: (path: string) => Promise<void>;
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
  openFile,
  log,
  ...deps
}: OpenUpdatesDeps): Updates {
  const { platform, arch, execPath } = process;
  const system = `${platform}-${arch}`;
  const feed = takesOffers(system) ? builtInFeed() : null;
  return createUpdates({
    ...deps,
    disabledReason: disabledReasonOf({ isPackaged, platform, execPath }, feed !== null),
    whatsNew: openWhatsNew({
      path: join(userData, 'version.json'),
      running: version,
      onBug: (thrown) => void log.bug(thrown),
    }),
    source:
      feed &&
      createSource({
        ...{ feed, trust: {}, installed: version, system, openFile },
        folder: join(userData, 'updates'),
      }),
    // If the setting cannot be read, no server is contacted.
    async checksDaily() {
      const read = await settings.read();
      return read.ok && read.value.checkForUpdates;
    },
    quit: () => app.quit(),
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
