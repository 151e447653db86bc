import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Frame, hello, hostProof, protocol, visitorProof } from './frames.ts';
import { nextFrame } from './lines.ts';
import type { ReadableNote } from './owner-file.ts';

/*
 * The first three lines of a connection. The threat: on Windows a pipe's name is public, and any program can listen under the
 * name of a host that was killed. So neither side says anything that matters before the other one has proven that it knows the
 * secret in the owner file, which only this user can read. The secret itself is never sent.
 *
 *   visitor -> host   hello          the visitor's nonce
 *   host -> visitor   host-proof     the host's nonce; HMAC-SHA256 over both nonces
 *   visitor -> host   visitor-proof  HMAC-SHA256 over both nonces
 *
 * Each proof names its role, so that a proof that is sent back proves nothing, and the file's address and process, so that it
 * holds for this host alone. Fresh nonces on both sides make a recorded proof worthless. What this does not do: it encrypts
 * nothing. A program that could carry the bytes between the two would have to listen at the very address of a host that lives.
 */

export type Role = 'host' | 'visitor';

/** Of one connection, in base64url, 32 random bytes each. */
export interface Nonces {
  readonly visitor: string;
  readonly host: string;
}

type Lines = AsyncGenerator<string, void>;
type Say = (frame: Frame) => void;

/** HMAC-SHA256, in base64url, keyed with the owner file's secret. */
export const proofOf = ({ secret, pid, address }: ReadableNote, role: Role, nonces: Nonces): string =>
  createHmac('sha256', Buffer.from(secret, 'base64url'))
    .update(JSON.stringify(['namedesk-handover', protocol, role, pid, address, nonces.visitor, nonces.host]))
    .digest('base64url');

/** Takes the same time wherever the two differ. */
function isProof(given: string, expected: string): boolean {
  const [theirs, ours] = [Buffer.from(given), Buffer.from(expected)];
  return theirs.length === ours.length && timingSafeEqual(theirs, ours);
}

const newNonce = (): string => randomBytes(32).toString('base64url');

/**
 * The visitor's side.
 *
 * @returns Whether the other side is the host of this note; the visitor has proven itself then. Where it is not, a nonce is
 *   all that it was told.
 */
export async function meetHost(note: ReadableNote, lines: Lines, say: Say): Promise<boolean> {
  const visitor = newNonce();
  say({ kind: 'hello', nonce: visitor });
  const answer = await nextFrame(lines, hostProof);
  if (answer === null) return false;
  const nonces = { visitor, host: answer.nonce };
  if (!isProof(answer.proof, proofOf(note, 'host', nonces))) return false;
  say({ kind: 'visitor-proof', proof: proofOf(note, 'visitor', nonces) });
  return true;
}

/** The host's side. @returns Whether the visitor could read this note. Where it could not, nothing more is to be read of it. */
export async function meetVisitor(note: ReadableNote, lines: Lines, say: Say): Promise<boolean> {
  const greeting = await nextFrame(lines, hello);
  if (greeting === null) return false;
  const nonces = { visitor: greeting.nonce, host: newNonce() };
  say({ kind: 'host-proof', nonce: nonces.host, proof: proofOf(note, 'host', nonces) });
  const answer = await nextFrame(lines, visitorProof);
  return answer !== null && isProof(answer.proof, proofOf(note, 'visitor', nonces));
}
