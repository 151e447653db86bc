import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../accounts/secret.ts';

/** By which a text is known again, without being kept. */
export interface SaltedMark {
  readonly salt: Uint8Array;
  readonly hash: Uint8Array;
}

const saltBytes = 32;

/** A mark with a salt of its own: two of the same text have nothing in common. */
export function markOf(secret: Secret): SaltedMark {
  const salt = randomBytes(saltBytes);
  return { salt, hash: hashOf(salt, secret.reveal()) };
}

export const isMarked = ({ salt, hash }: SaltedMark, text: string): boolean =>
  timingSafeEqual(hash, hashOf(salt, text));

const hashOf = (salt: Uint8Array, text: string): Uint8Array =>
  createHash('sha256').update(salt).update(text, 'utf8').digest();
