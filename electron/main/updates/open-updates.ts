import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { writeDurably } from '../system/durable-files.ts';
import type { Logger } from '../system/log.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { createUpdates, disabledReasonOf, type Updates } from './create-updates.ts';
import { builtInFeed, compareVersions, isVersion, newestVersion } from './newest.ts';
import type { ActiveWork, UpdateState } from '#shared/domain/update.ts';

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
      const read = await settings.read();
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
