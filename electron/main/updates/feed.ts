import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { newVersion } from '#shared/areas/maintenance.ts';
import built from './feed.json' with { type: 'json' };
import { checkFile, fetchFile, getWhole, type Trust, UpdateFailure } from './get.ts';

/** The source of new versions, and the key that must have signed them. */
export interface Feed {
  /** The folder that contains the files. */
  readonly url: URL;
  readonly publicKey: KeyObject;
}

/** The contents of `feed.json`: `publicKey` is an Ed25519 key, the Base64 of its DER form (SPKI). */
interface FeedFile {
  readonly url: string | null;
  readonly publicKey: string | null;
}

/**
 * The feed in a feed file; null if it names none.
 *
 * @throws If the file is incomplete or the feed cannot be trusted: a mistake of whoever built the application.
 */
export function feedOf({ url, publicKey }: FeedFile): Feed | null {
  if (url === null && publicKey === null) return null;
  if (url === null || publicKey === null) throw new Error('A feed is an address and a public key');
  const address = new URL(url);
  if (address.protocol !== 'https:' || address.username !== '' || !address.pathname.endsWith('/'))
    throw new Error('A feed is a folder behind https, without a user');
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('A feed is signed with Ed25519');
  return { url: address, publicKey: key };
}

/** The built-in feed. There is no setting for it: whoever could change a setting could replace the application. */
export const builtInFeed = (): Feed | null => feedOf(built);

/** The systems that take versions from the feed, with the ending of what they open to install one. */
const installerEndings: ReadonlyMap<string, string> = new Map([
  ['win32-x64', 'exe'],
  ['darwin-arm64', 'dmg'],
  ['darwin-x64', 'dmg'],
]);

/** The name of the file that offers the newest version to one system (`process.platform` and `process.arch`). */
export const offerName = (system: string): string => `update-${system}.json`;

/** The name is signed too, so that what is offered to one system is not taken by another. */
const signedBytes = (name: string, body: string): Buffer => Buffer.from(`namedesk update\n${name}\n${body}`);

/** An offer as it lies on the feed: a line with the signature in Base64, then what is signed. */
export const signedOffer = (name: string, body: string, privateKey: KeyObject): string =>
  `${sign(null, signedBytes(name, body), privateKey).toString('base64')}\n${body}`;

/** @returns What is signed. Throws: `UpdateFailure` (`signature`). */
export function verifiedBody(publicKey: KeyObject, name: string, text: string): string {
  // Base64 of 64 bytes; Node's decoder would ignore invalid characters.
  const [, signature = '', body = ''] = /^([A-Za-z0-9+/]{86}==)\n([\s\S]*)$/.exec(text) ?? [];
  const isSigned =
    signature !== '' && verify(null, signedBytes(name, body), publicKey, Buffer.from(signature, 'base64'));
  if (!isSigned) throw new UpdateFailure('signature');
  return body;
}

const versionShape = /^(?:0|[1-9]\d{0,8})(?:\.(?:0|[1-9]\d{0,8})){2}$/;

/** Whether it is a version of Namedesk: three numbers. */
export const isVersion = (text: string): boolean => versionShape.test(text);

/** Below 0 if `a` is older than `b`, 0 if they are equal. */
export function compareVersions(a: string, b: string): number {
  const other = b.split('.').map(Number);
  const differences = a.split('.').map((number, at) => Number(number) - (other[at] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** One and a half times the maximum size of the application with its runtime. */
const mostBytes = 400_000_000;

const offerShape = newVersion.extend({
  version: z.string().refine(isVersion),
  /** Beside the offer, and never elsewhere. */
  file: z.string().regex(/^\w[\w.-]{0,119}$/),
  size: z.int().min(1).max(mostBytes),
  /** Base64. */
  sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
});

/** A newer version, whose signature was verified. */
export type Offer = z.output<typeof offerShape>;

/** Finds new versions, and opens their installers. */
export interface Source {
  /**
   * The version on offer. Nothing of an answer is parsed before its signature has been verified.
   *
   * @returns Null if the installed version is the newest one.
   *
   * Throws: `UpdateFailure` (`unreachable`, `unreadable`, `signature`, `older`).
   */
  readonly check: () => Promise<Offer | null>;
  /** Keeps the installer if it is what was signed. Throws: `UpdateFailure` (all but `older`). */
  readonly download: (offer: Offer, onPercent: (percent: number) => void) => Promise<void>;
  /** Verifies the installer again and has the system open it. Throws as `download`. */
  readonly install: () => Promise<void>;
}

export interface SourceDeps {
  readonly feed: Feed;
  readonly trust: Trust;
  /** The version that is running. */
  readonly installed: string;
  /** `process.platform` and `process.arch`, as `win32-x64`. */
  readonly system: string;
  /** Only installers are in it, and not for longer than they are needed. */
  readonly folder: string;
  /** Has the system open a file. Rejects where it does not. */
  readonly openFile: (path: string) => Promise<void>;
}

/** An offer is a few hundred bytes, and its notes. */
const mostOfferBytes = 200_000;
const deadlineMs = 30_000;

/** The feed, read over https. Why this is not electron-updater: docs/decisions/0048-installed-copies.md. */
export function createSource({ feed, trust, installed, system, folder, openFile }: SourceDeps): Source {
  let kept: { readonly path: string; readonly sha512: string } | null = null;

  return {
    async check() {
      const name = offerName(system);
      const bytes = await getWhole(new URL(name, feed.url), mostOfferBytes, deadlineMs, trust);
      const offer = offerIn(verifiedBody(feed.publicKey, name, bytes.toString('utf8')));
      const compared = compareVersions(offer.version, installed);
      // An old version with known vulnerabilities has a valid signature too.
      if (compared < 0) throw new UpdateFailure('older');
      return compared === 0 ? null : offer;
    },
    async download({ version, file, size, sha512 }, onPercent) {
      kept = null;
      // The name is ours: what the system does with the file follows from its ending.
      const path = join(folder, `Namedesk-${version}.${installerEndings.get(system) ?? 'bin'}`);
      try {
        rmSync(folder, { recursive: true, force: true });
        mkdirSync(folder, { recursive: true, mode: 0o700 });
      } catch (thrown) {
        throw new UpdateFailure('storage', { cause: thrown });
      }
      await fetchFile({ url: new URL(file, feed.url), size, sha512 }, path, trust, onPercent);
      kept = { path, sha512 };
    },
    async install() {
      if (kept === null) throw new UpdateFailure('storage');
      await checkFile(kept.path, kept.sha512);
      await openFile(kept.path).catch((thrown: unknown) => {
        throw new UpdateFailure('storage', { cause: thrown });
      });
    },
  };
}

/** Only for what has a valid signature. Throws: `UpdateFailure` (`unreadable`). */
function offerIn(body: string): Offer {
  try {
    const offer = offerShape.parse(JSON.parse(body));
    // Control and text-direction characters could make a text look like another one.
    return { ...offer, notes: offer.notes.replaceAll(/[[\p{Cc}\p{Cf}]--\n]/gv, '').trim() };
  } catch (thrown) {
    throw new UpdateFailure('unreadable', { cause: thrown });
  }
}

/** Whether this system takes versions from a feed at all. */
export const takesOffers = (system: string): boolean => installerEndings.has(system);
