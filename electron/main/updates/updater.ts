import {
  AppImageUpdater,
  type AppUpdater,
  MacUpdater,
  NoOpLogger,
  NsisUpdater,
  Provider,
  type ResolvedUpdateFileInfo,
  type UpdateInfo,
} from 'electron-updater';
import type { AppAdapter } from 'electron-updater/out/AppAdapter.js';
import type { Metadata } from './feed-reader.ts';
import { type Feed, UpdateFailure } from './feed.ts';
import { checkFile, fetchFile, type Trust } from './get.ts';

/** What electron-updater wants to know of the application; its own way to that brings Chromium's network stack along. */
export type UpdatedApp = AppAdapter;

interface UpdaterDeps {
  readonly feed: Feed;
  readonly trust: Trust;
  readonly app: UpdatedApp;
  readonly platform: NodeJS.Platform;
}

/** Brings a version and puts it in this one's place. */
export interface Updater {
  /**
   * Downloads the version's file and keeps it if it is the one that the signed metadata names.
   *
   * Throws: `UpdateFailure` (`unreachable`, `unreadable`, `signature`, `storage`).
   */
  readonly download: (metadata: Metadata, onPercent: (percent: number) => void) => Promise<void>;
  /** Looks once more whether the file is that one, puts it in place, and ends the application. Throws as `download`. */
  readonly install: () => Promise<void>;
}

/**
 * electron-updater's knowledge of how a version is put in place on each system, and where it lies until then. What it is told
 * of a version, and how it comes by the file, is ours: see docs/decisions/0017-updates.md.
 */
export function createUpdater(deps: UpdaterDeps): Updater {
  let kept: { readonly updater: AppUpdater; readonly path: string; readonly sha512: string } | null = null;

  return {
    async download(metadata, onPercent) {
      kept = null;
      const updater = updaterFor(deps, metadata, onPercent);
      try {
        // This asks nobody: it takes the metadata that is there already.
        await updater.checkForUpdates();
        const [path] = await updater.downloadUpdate();
        const file = metadata.files.find(({ url }) => path?.endsWith(url) === true);
        if (path === undefined || file === undefined) throw new UpdateFailure('unreadable');
        kept = { updater, path, sha512: file.sha512 };
      } catch (thrown) {
        throw thrown instanceof UpdateFailure ? thrown : new UpdateFailure('storage', { cause: thrown });
      }
    },
    async install() {
      if (kept === null) throw new UpdateFailure('storage');
      await checkFile(kept.path, kept.sha512);
      kept.updater.quitAndInstall(true, true);
    },
  };
}

function updaterFor(
  { feed, trust, app, platform }: UpdaterDeps,
  metadata: Metadata,
  onPercent: (percent: number) => void,
): AppUpdater {
  const updater = newUpdater(platform, app);
  updater.logger = new NoOpLogger();
  // It tells of failures twice, and an event that nobody hears is thrown.
  updater.on('error', () => undefined);
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  updater.disableWebInstaller = true;
  // What comes in pieces is checked only when it is put together.
  updater.disableDifferentialDownload = true;
  // Members that its types keep to themselves, in the version that package.json names.
  Object.assign(updater, {
    httpExecutor: {
      async download(url: URL, path: string): Promise<string> {
        const file = metadata.files.find((one) => new URL(one.url, feed.url).href === url.href);
        if (file === undefined) throw new UpdateFailure('unreadable');
        await fetchFile({ ...file, url }, path, trust, onPercent);
        return path;
      },
    },
    // It would read a file beside the application, whose address would count for more than ours.
    configOnDisk: { value: Promise.resolve({ updaterCacheDirName: 'updates' }) },
    // It would make up an id of this computer, keep it and send it along.
    stagingUserIdPromise: { value: Promise.resolve('') },
  });
  updater.setFeedURL({ provider: 'custom', updateProvider: providerOf(feed, metadata) });
  return updater;
}

function newUpdater(platform: NodeJS.Platform, app: UpdatedApp): AppUpdater {
  if (platform === 'win32') return new NsisUpdater(null, app);
  return platform === 'darwin' ? new MacUpdater(undefined, app) : new AppImageUpdater(null, app);
}

/** Answers with what is known already. */
const providerOf = (feed: Feed, metadata: Metadata) =>
  class Known extends Provider<UpdateInfo> {
    constructor(_options: object, _updater: object, runtime: unknown) {
      // electron-updater makes it, and hands over what it hands to each provider of its own.
      super(runtime as never);
    }

    override getLatestVersion(): Promise<UpdateInfo> {
      const [first] = metadata.files;
      return Promise.resolve({
        version: metadata.version,
        files: metadata.files,
        path: first?.url ?? '',
        sha512: first?.sha512 ?? '',
        releaseDate: metadata.releaseDate ?? '',
      });
    }

    override resolveFiles(): ResolvedUpdateFileInfo[] {
      return metadata.files.map((info) => ({ url: new URL(info.url, feed.url), info }));
    }
  };
