import { type KeyObject, sign, verify } from 'node:crypto';

/**
 * What is signed: the file's name with its bytes, so that a file of one channel or system does not pass for another's.
 * The name has no line feed: the two cannot be taken for one another.
 */
const signedBytes = (name: string, bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`namedesk update metadata\n${name}\n`), bytes]);

/** The signature as it stands in `<name>.sig`: Base64, and a line feed. */
export const signatureOf = (name: string, bytes: Uint8Array, privateKey: KeyObject): string =>
  `${sign(null, signedBytes(name, bytes), privateKey).toString('base64')}\n`;

export function isSignedBy(
  publicKey: KeyObject,
  name: string,
  bytes: Uint8Array,
  signature: string,
): boolean {
  const text = signature.trim();
  // Base64 of 64 bytes; Node's decoder would pass over what is not Base64.
  if (!/^[A-Za-z0-9+/]{86}==$/.test(text)) return false;
  return verify(null, signedBytes(name, bytes), publicKey, Buffer.from(text, 'base64'));
}
