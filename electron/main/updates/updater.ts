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
import type { Source } from './create-updates.ts';
import { type Metadata, readOffer } from './feed-reader.ts';
import { type Feed, UpdateFailure } from './feed.ts';
import { checkFile, fetchFile, type Trust } from './get.ts';

/** What electron-updater needs to know of the application; its own implementation loads Chromium's network stack. */
export type UpdatedApp = AppAdapter;

export interface SourceDeps {
  readonly feed: Feed;
  readonly trust: Trust;
  readonly app: UpdatedApp;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
}

/**
 * A feed read over https. electron-updater is used only to install a version on each system and to store it until then;
 * the metadata and the download are our own code: see docs/decisions/0017-updates.md.
 */
export function createSource(deps: SourceDeps): Source {
  let kept: { readonly updater: AppUpdater; readonly path: string; readonly sha512: string } | null = null;

  return {
    look: (channel) => readOffer({ ...deps, installed: deps.app.version }, channel),
    async download(metadata, onPercent) {
      kept = null;
      const updater = updaterFor(deps, metadata, onPercent);
      try {
        // Sends no request: it uses the metadata that is already there.
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
  { feed, trust, app, platform }: SourceDeps,
  metadata: Metadata,
  onPercent: (percent: number) => void,
): AppUpdater {
  const updater = newUpdater(platform, app);
  updater.logger = new NoOpLogger();
  // electron-updater reports failures twice, and an `error` event without a listener throws.
  updater.on('error', () => undefined);
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  updater.disableWebInstaller = true;
  // A differential download is verified only after it is assembled.
  updater.disableDifferentialDownload = true;
  // Private members of its types, in the version pinned in package.json.
  Object.assign(updater, {
    httpExecutor: {
      async download(url: URL, path: string): Promise<string> {
        const file = metadata.files.find((one) => new URL(one.url, feed.url).href === url.href);
        if (file === undefined) throw new UpdateFailure('unreadable');
        await fetchFile({ ...file, url }, path, trust, onPercent);
        return path;
      },
    },
    // Otherwise it would read a file beside the application, whose address would override ours.
    configOnDisk: { value: Promise.resolve({ updaterCacheDirName: 'updates' }) },
    // Otherwise it would create, store and send an id of this computer.
    stagingUserIdPromise: { value: Promise.resolve('') },
  });
  updater.setFeedURL({ provider: 'custom', updateProvider: providerOf(feed, metadata) });
  return updater;
}

function newUpdater(platform: NodeJS.Platform, app: UpdatedApp): AppUpdater {
  if (platform === 'win32') return new NsisUpdater(null, app);
  return platform === 'darwin' ? new MacUpdater(undefined, app) : new AppImageUpdater(null, app);
}

/** A provider that returns the metadata already known. */
const providerOf = (feed: Feed, metadata: Metadata) =>
  class Known extends Provider<UpdateInfo> {
    constructor(_options: object, _updater: object, runtime: unknown) {
      // electron-updater constructs it, with the arguments it passes to all its own providers.
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
