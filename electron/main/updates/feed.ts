import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import built from './feed.json' with { type: 'json' };
import type { UpdateFault } from '#shared/domain/update.ts';

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

/**
 * The signed bytes: the file's name and its contents, so that a file of one channel or system is not accepted for
 * another's. The name contains no line feed, so the separation is unambiguous.
 */
const signedBytes = (name: string, bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`namedesk update metadata\n${name}\n`), bytes]);

/** The contents of `<name>.sig`: the signature in Base64, and a line feed. */
export const signatureOf = (name: string, bytes: Uint8Array, privateKey: KeyObject): string =>
  `${sign(null, signedBytes(name, bytes), privateKey).toString('base64')}\n`;

export function isSignedBy(
  publicKey: KeyObject,
  name: string,
  bytes: Uint8Array,
  signature: string,
): boolean {
  const text = signature.trim();
  // Base64 of 64 bytes; Node's decoder would ignore invalid characters.
  if (!/^[A-Za-z0-9+/]{86}==$/.test(text)) return false;
  return verify(null, signedBytes(name, bytes), publicKey, Buffer.from(text, 'base64'));
}

const shape =
  /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-([\dA-Za-z-]{1,40}(?:\.[\dA-Za-z-]{1,40}){0,5}))?$/;

/** Whether it is a valid version of Namedesk: SemVer without build metadata. */
export const isVersion = (text: string): boolean => shape.test(text);

/** Below 0 if `a` is older than `b`, 0 if they are equal. Source: SemVer 2.0.0, section 11. */
export function compareVersions(a: string, b: string): number {
  const one = partsOf(a);
  const other = partsOf(b);
  const numbers = one.numbers.map((number, at) => number - (other.numbers[at] ?? 0));
  const first = numbers.find((difference) => difference !== 0);
  if (first !== undefined) return first;
  // A release is newer than all its pre-releases.
  if (one.tried.length === 0 || other.tried.length === 0) return other.tried.length - one.tried.length;
  return compareTried(one.tried, other.tried);
}

function partsOf(version: string): {
  readonly numbers: readonly number[];
  readonly tried: readonly string[];
} {
  const [, major, minor, patch, tried] = shape.exec(version) ?? [];
  return { numbers: [major, minor, patch].map(Number), tried: tried?.split('.') ?? [] };
}

function compareTried(a: readonly string[], b: readonly string[]): number {
  for (const [at, one] of a.entries()) {
    const other = b[at];
    if (other === undefined) return 1;
    const difference = compareIdentifiers(one, other);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

const isNumber = (identifier: string): boolean => /^\d+$/.test(identifier);

function compareIdentifiers(a: string, b: string): number {
  if (isNumber(a) && isNumber(b)) return Number(a) - Number(b);
  if (isNumber(a) !== isNumber(b)) return isNumber(a) ? -1 : 1;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * Thrown only within `updates/`, because caller and source of a failure are far apart there; outside the folder it
 * becomes an `UpdateState`.
 */
export class UpdateFailure extends Error {
  readonly fault: UpdateFault;

  constructor(fault: UpdateFault, options?: ErrorOptions) {
    super(fault, options);
    this.name = 'UpdateFailure';
    this.fault = fault;
  }
}
