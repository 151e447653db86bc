import { createPublicKey, type KeyObject } from 'node:crypto';
import built from './feed.json' with { type: 'json' };

/** Where new versions come from, and whose signature they have to bear. */
export interface Feed {
  /** A folder: what is asked for stands in it. */
  readonly url: URL;
  readonly publicKey: KeyObject;
}

/** As `feed.json` has it: `publicKey` is an Ed25519 key, the Base64 of its DER form (SPKI). */
export interface FeedFile {
  readonly url: string | null;
  readonly publicKey: string | null;
}

/**
 * The feed of a file; null where it names none.
 *
 * @throws Where it is half a feed, or none that can be trusted: that is a mistake of whoever built the application.
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

/**
 * The one that is built in. There is no setting for it: whoever could change a setting could send another application in this
 * one's place.
 */
export const builtInFeed = (): Feed | null => feedOf(built);
