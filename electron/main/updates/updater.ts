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
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js';
import { z } from 'zod';
import { compareVersions, type Feed, isSignedBy, isVersion, UpdateFailure } from './feed.ts';
import { checkFile, fetchFile, getWhole, type Trust } from './get.ts';
import type { NewVersion } from '#shared/domain/update.ts';

/** What electron-updater needs to know of the application; its own implementation loads Chromium's network stack. */
export type UpdatedApp = AppAdapter;

/** Finds new versions and installs them. */
export interface Source {
  /** See {@link readOffer}. */
  readonly check: (channel: Channel) => Promise<Offer | null>;
  /**
   * Downloads the version's file and keeps it if it matches the signed metadata.
   *
   * Throws: `UpdateFailure` (`unreachable`, `unreadable`, `signature`, `storage`).
   */
  readonly download: (metadata: Metadata, onPercent: (percent: number) => void) => Promise<void>;
  /** Verifies the file again, installs it, and ends the application. Throws as `download`. */
  readonly install: () => Promise<void>;
}

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
    check: (channel) => readOffer({ ...deps, installed: deps.app.version }, channel),
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

export type Channel = 'stable' | 'beta';

/** A newer version whose metadata has a valid signature. */
export interface Offer {
  readonly shown: NewVersion;
  readonly metadata: Metadata;
}

export interface FeedReaderDeps {
  readonly feed: Feed;
  readonly trust: Trust;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  /** The version that is running. */
  readonly installed: string;
}

/** Metadata consists of a few hundred bytes, plus the release notes. */
const mostMetadataBytes = 200_000;
const mostSignatureBytes = 200;
const deadlineMs = 30_000;

/**
 * Reads the newest version from the feed. Nothing in the answer is parsed before its signature has been verified.
 *
 * @returns Null if the installed version is the newest one.
 *
 * Throws: `UpdateFailure` (`unreachable`, `unreadable`, `signature`, `older`).
 */
export async function readOffer(deps: FeedReaderDeps, channel: Channel): Promise<Offer | null> {
  const { feed, trust, installed } = deps;
  const name = metadataName(channel, deps.platform, deps.arch);
  const url = new URL(name, feed.url);
  const bytes = await getWhole(url, mostMetadataBytes, deadlineMs, trust);
  const signature = await getWhole(new URL(`${name}.sig`, feed.url), mostSignatureBytes, deadlineMs, trust);
  if (!isSignedBy(feed.publicKey, name, bytes, signature.toString('latin1')))
    throw new UpdateFailure('signature');
  const metadata = metadataIn(bytes, name, url);
  const compared = compareVersions(metadata.version, installed);
  // An old version with known vulnerabilities has a valid signature too.
  if (compared < 0) throw new UpdateFailure('older');
  return compared === 0 ? null : { shown: shown(metadata), metadata };
}

const shown = ({ version, releaseDate, releaseNotes }: Metadata): NewVersion => ({
  version,
  releasedAt: releaseDate,
  notes: notesText(releaseNotes),
});

/**
 * The file name that electron-builder uses. Source: electron-updater, `providers/Provider.ts`, `getChannelFilePrefix`.
 */
function metadataName(channel: Channel, platform: NodeJS.Platform, arch: string): string {
  const of = channel === 'stable' ? 'latest' : 'beta';
  if (platform === 'linux') return `${of}-linux${arch === 'x64' ? '' : `-${arch}`}.yml`;
  return `${of}${platform === 'darwin' ? '-mac' : ''}.yml`;
}

/** One and a half times the maximum size of the application with its runtime. */
const mostBytes = 400_000_000;

const file = z.object({
  /** A file name in the metadata's folder: nothing is fetched from or written to other places. */
  url: z.string().regex(/^[\w][\w.-]{0,119}$/),
  sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
  size: z.int().min(1).max(mostBytes),
});

const metadata = z.object({
  version: z.string().refine(isVersion),
  files: z.array(file).min(1).max(10),
  // YAML parses an unquoted date as a date.
  releaseDate: z
    .union([z.iso.datetime(), z.date().transform((date) => date.toISOString())])
    .nullish()
    .transform((date) => date ?? null),
  releaseNotes: z
    .string()
    .nullish()
    .transform((notes) => notes ?? ''),
});

/** The offered version, after its signature was verified. */
export type Metadata = z.output<typeof metadata>;

/** Throws: `UpdateFailure` (`unreadable`). Only for bytes with a valid signature: untrusted YAML is never parsed. */
export function metadataIn(bytes: Buffer, name: string, url: URL): Metadata {
  const parsed = metadata.safeParse(parsedYaml(bytes, name, url));
  if (!parsed.success) throw new UpdateFailure('unreadable', { cause: parsed.error });
  return parsed.data;
}

function parsedYaml(bytes: Buffer, name: string, url: URL): unknown {
  try {
    return parseUpdateInfo(bytes.toString('utf8'), name, url);
  } catch (thrown) {
    throw new UpdateFailure('unreadable', { cause: thrown });
  }
}

/** The length that is shown. */
const mostCharacters = 20_000;

/**
 * Release notes as plain text: HTML tags and Markdown marks are removed, links keep their text. The result is shown as
 * text, never as markup.
 */
export const notesText = (notes: string): string =>
  withoutMarkdown(withoutTags(notes))
    // Control and text-direction characters could make a text look like another one.
    .replaceAll(/[[\p{Cc}\p{Cf}]--\n]/gv, '')
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, mostCharacters);

const withoutTags = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, '')
    .replaceAll(/<li\b[^>]*>/gi, '- ')
    .replaceAll(/<(?:br|\/p|\/h[1-6]|\/li|\/ul|\/ol|\/div)\b[^>]*>/gi, '\n')
    .replaceAll(/<\/?[a-z!][^>]*>/gi, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

const withoutMarkdown = (text: string): string =>
  text
    .replaceAll(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replaceAll(/^#{1,6}[ \t]+/gm, '')
    .replaceAll(/^[ \t]*[*+][ \t]+/gm, '- ')
    .replaceAll(/(\*\*|__|`)(.+?)\1/g, '$2');
