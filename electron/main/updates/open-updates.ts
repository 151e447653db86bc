import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '../system/log.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { createUpdates, disabledReasonOf, type Updates } from './create-updates.ts';
import { builtInFeed, createSource, takesOffers } from './feed.ts';
import { openWhatsNew } from './whats-new.ts';
import type { ActiveWork, UpdateState } from '#shared/domain/update.ts';

interface OpenUpdatesDeps {
  readonly app: {
    readonly relaunch: (program?: string) => void;
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
      isReplaced: watchFile(execPath),
      restart() {
        // Through the launcher, which sees to what must hold before the program runs.
        app.relaunch(join(dirname(execPath), 'namedesk'));
        app.quit();
      },
    },
    note: log.note,
    now: () => new Date(),
    sleep: (durationMs, signal) => wait(durationMs, undefined, { signal, ref: false }),
    onBug: (thrown) => void log.bug(thrown),
  });
}

/** @returns Whether another file is there now. While a package is unpacked there may be none: that is no new version yet. */
export function watchFile(path: string): () => boolean {
  const stamp = (): string | null => {
    const at = statSync(path, { throwIfNoEntry: false });
    return at === undefined ? null : `${at.dev} ${at.ino} ${at.mtimeMs} ${at.size}`;
  };
  const first = stamp();
  return () => {
    const now = stamp();
    return now !== null && now !== first;
  };
}
