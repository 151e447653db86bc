import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { bytes32, clientProof, type Frame, hello, hostProof, nextFrame, protocol } from './frames.ts';

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
export async function meetClient(note: ReadableNote, lines: Lines, say: Say): Promise<boolean> {
  const greeting = await nextFrame(lines, hello);
  if (greeting === null) return false;
  const nonces = { visitor: greeting.nonce, host: newNonce() };
  say({ kind: 'host-proof', nonce: nonces.host, proof: proofOf(note, 'host', nonces) });
  const answer = await nextFrame(lines, clientProof);
  return answer !== null && isProof(answer.proof, proofOf(note, 'visitor', nonces));
}

/** As much of the file as every version of Namedesk writes. */
const anyNote = z.object({
  pid: z.int().positive(),
  /** Of the socket, or of the pipe on Windows. */
  address: z.string().min(1).max(1_000),
});

/**
 * Who has the workspace, and where to reach them: a file beside the workspace that only its owner can read. The socket itself
 * lies in a directory of its own, since a socket's path may have 107 bytes and a workspace may lie deeper than that.
 */
const readableNote = anyNote.extend({
  protocol: z.literal(protocol),
  /** Known to whoever can read this file. The key of the proofs in the handshake; never sent, and new with each host. */
  secret: bytes32,
});
export type ReadableNote = z.output<typeof readableNote>;

/** `secret` is null where another version of Namedesk wrote the file. */
type OwnerNote = ReadableNote | (z.output<typeof anyNote> & { readonly secret: null });

const isWindows = process.platform === 'win32';
const longestSocketPath = 100;
const noteOf = (workspaceDirectory: string): string => join(workspaceDirectory, 'owner.json');

/** For a process that begins to receive: a new address and a new secret. */
export const newNote = (pid: number): ReadableNote => ({
  protocol,
  pid,
  address: newAddress(randomBytes(16).toString('hex')),
  secret: randomBytes(32).toString('base64url'),
});

/** On Unix in a directory that was made for it, open to this user alone. */
function newAddress(name: string): string {
  if (isWindows) return `\\\\.\\pipe\\namedesk-${name}`;
  const wanted = join(tmpdir(), 'namedesk-');
  const prefix = wanted.length + 12 <= longestSocketPath ? wanted : '/tmp/namedesk-';
  return join(mkdtempSync(prefix), 'owner');
}

export function writeOwnerNote(workspaceDirectory: string, note: ReadableNote): void {
  const path = noteOf(workspaceDirectory);
  writeFileSync(`${path}.new`, JSON.stringify(note), { mode: 0o600 });
  chmodSync(`${path}.new`, 0o600);
  renameSync(`${path}.new`, path);
}

/** Null where nobody says that they have the workspace, or says it in a way that cannot be read. */
export function readOwnerNote(workspaceDirectory: string): OwnerNote | null {
  try {
    const written: unknown = JSON.parse(readFileSync(noteOf(workspaceDirectory), 'utf8'));
    const readable = readableNote.safeParse(written);
    return readable.success ? readable.data : { ...anyNote.parse(written), secret: null };
  } catch {
    return null; // No file, or no note in it: then the workspace's lock decides alone.
  }
}

/** Takes the note and the address away, those of a process that was killed too. */
export function removeOwnerNote(workspaceDirectory: string): void {
  const address = readOwnerNote(workspaceDirectory)?.address ?? '';
  if (madeHere.test(address)) {
    rmSync(address, { force: true });
    removeIfEmpty(dirname(address));
  }
  rmSync(noteOf(workspaceDirectory), { force: true });
}

/** A note can have been changed by anyone who may write the workspace: nothing else than what is made here is removed. */
const madeHere = /[/]namedesk-\w{6}[/]owner$/;

function removeIfEmpty(directory: string): void {
  try {
    rmdirSync(directory);
  } catch {
    // It is gone already, or holds something that is not ours: either way there is nothing to remove.
  }
}

/**
 * Whether what is said at an address is heard by this user's processes alone: its directory belongs to the user, and nobody
 * else may enter it. A pipe on Windows lies in no directory and its name is public: who listens there, the handshake says.
 */
export function trustIn(address: string): 'ours' | 'gone' | 'foreign' {
  if (isWindows) return 'ours';
  const directory = lstatSync(dirname(address), { throwIfNoEntry: false });
  const socket = lstatSync(address, { throwIfNoEntry: false });
  if (directory === undefined || socket === undefined) return 'gone';
  const us = process.getuid?.();
  const isTheirsAlone = directory.isDirectory() && directory.uid === us && (directory.mode & 0o077) === 0;
  return isTheirsAlone && socket.isSocket() && socket.uid === us ? 'ours' : 'foreign';
}
