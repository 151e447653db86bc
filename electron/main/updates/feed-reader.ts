import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js';
import { z } from 'zod';
import type { NewVersion } from '#shared/domain/update.ts';
import { compareVersions, type Feed, isSignedBy, isVersion, UpdateFailure } from './feed.ts';
import { getWhole, type Trust } from './get.ts';

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
