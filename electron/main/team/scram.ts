import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { Secret } from '../system/secret.ts';

const iterations = 4_096;

/**
 * What a server needs to verify a password, and from which the password cannot be read: PostgreSQL takes it in place of the password.
 *
 * Assumed: the password is ASCII, as ours are, so that SASLprep leaves it as it is.
 *
 * Source: RFC 5803; PostgreSQL's documentation, "pg_authid", `rolpassword`.
 */
export function scramVerifier(password: Secret, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(password.reveal(), salt, iterations, 32, 'sha256');
  const keyed = (text: string): Buffer => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${keyed('Server Key').toString('base64')}`;
}

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** 125 bits, in groups that can be read aloud, without letters that are taken for others: `x7kq2-…`. */
export function newPassword(random: (size: number) => Buffer = randomBytes): string {
  const letters = [...random(25)].map((byte) => alphabet[byte % alphabet.length] ?? '');
  return letters.join('').replaceAll(/.{5}(?=.)/g, '$&-');
}
