import type { NewVersion } from '#shared/domain/update.ts';
import type { Feed } from './feed.ts';
import { getWhole, type Trust } from './get.ts';
import { type Metadata, metadataIn } from './metadata.ts';
import { notesText } from './notes-text.ts';
import { isSignedBy } from './signature.ts';
import { UpdateFailure } from './update-failure.ts';
import { compareVersions } from './version.ts';

export type Channel = 'stable' | 'beta';

/** A newer version whose metadata bears the right signature. */
export interface Offer {
  readonly shown: NewVersion;
  readonly metadata: Metadata;
}

export interface FeedReaderDeps {
  readonly feed: Feed;
  readonly trust: Trust;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  /** This version. */
  readonly installed: string;
}

/** Metadata is a few hundred bytes, and the notes. */
const mostMetadataBytes = 200_000;
const mostSignatureBytes = 200;
const deadlineMs = 30_000;

/**
 * Asks the feed what the newest version is. Nothing of the answer is so much as parsed before its signature is found good.
 *
 * @returns Null where this is the newest one.
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
  // An old version with faults that are known is signed as well as a new one.
  if (compared < 0) throw new UpdateFailure('older');
  return compared === 0 ? null : { shown: shown(metadata), metadata };
}

const shown = ({ version, releaseDate, releaseNotes }: Metadata): NewVersion => ({
  version,
  releasedAt: releaseDate,
  notes: notesText(releaseNotes),
});

/** As electron-builder names it. Source: electron-updater, `providers/Provider.ts`, `getChannelFilePrefix`. */
export function metadataName(channel: Channel, platform: NodeJS.Platform, arch: string): string {
  const of = channel === 'stable' ? 'latest' : 'beta';
  if (platform === 'linux') return `${of}-linux${arch === 'x64' ? '' : `-${arch}`}.yml`;
  return `${of}${platform === 'darwin' ? '-mac' : ''}.yml`;
}
