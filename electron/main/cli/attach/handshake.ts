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
 * The first three lines of a connection. The threat: on Windows a pipe's name is public, and any program can listen
 * under the name of a host that was killed. So neither side sends anything sensitive before the other one has proven
 * that it knows the secret in the owner file, which only this user can read. The secret itself is never sent.
 *
 *   visitor -> host   hello          the visitor's nonce
 *   host -> visitor   host-proof     the host's nonce; HMAC-SHA256 over both nonces
 *   visitor -> host   visitor-proof  HMAC-SHA256 over both nonces
 *
 * `host` is the process that has the workspace, `visitor` the client. Each proof includes its role, so that a proof
 * cannot be reflected, and the file's address and process id, so that it is valid for this host only. Fresh nonces on
 * both sides prevent replay. Not covered: nothing is encrypted. But a program that relays the bytes would have to
 * listen at the address of a running host.
 */

/** On the wire the client is the visitor, as in every version. */
export type Role = 'host' | 'visitor';

/** Of one connection: 32 random bytes each, in base64url. */
export interface Nonces {
  readonly client: string;
  readonly host: string;
}

type Lines = AsyncGenerator<string, void>;
type Say = (frame: Frame) => void;

/** HMAC-SHA256, in base64url, keyed with the owner file's secret. */
export const proofOf = ({ secret, pid, address }: ReadableNote, role: Role, nonces: Nonces): string =>
  createHmac('sha256', Buffer.from(secret, 'base64url'))
    .update(JSON.stringify(['namedesk-handover', protocol, role, pid, address, nonces.client, nonces.host]))
    .digest('base64url');

/** Compares in constant time. */
function isProof(given: string, expected: string): boolean {
  const [theirs, ours] = [Buffer.from(given), Buffer.from(expected)];
  return theirs.length === ours.length && timingSafeEqual(theirs, ours);
}

const newNonce = (): string => randomBytes(32).toString('base64url');

/**
 * The client's side of the handshake.
 *
 * @returns Whether the other side is the host of this note; then the client has authenticated itself too. If not, the
 *   other side has received only a nonce.
 */
export async function meetHost(note: ReadableNote, lines: Lines, say: Say): Promise<boolean> {
  const client = newNonce();
  say({ kind: 'hello', nonce: client });
  const answer = await nextFrame(lines, hostProof);
  if (answer === null) return false;
  const nonces = { client, host: answer.nonce };
  if (!isProof(answer.proof, proofOf(note, 'host', nonces))) return false;
  say({ kind: 'visitor-proof', proof: proofOf(note, 'visitor', nonces) });
  return true;
}

/**
 * The host's side of the handshake. @returns Whether the client could read this note. If not, nothing more must be read
 * from it.
 */
export async function meetClient(note: ReadableNote, lines: Lines, say: Say): Promise<boolean> {
  const greeting = await nextFrame(lines, hello);
  if (greeting === null) return false;
  const nonces = { client: greeting.nonce, host: newNonce() };
  say({ kind: 'host-proof', nonce: nonces.host, proof: proofOf(note, 'host', nonces) });
  const answer = await nextFrame(lines, clientProof);
  return answer !== null && isProof(answer.proof, proofOf(note, 'visitor', nonces));
}

/** The fields of the file that every version of Namedesk writes. */
const anyNote = z.object({
  pid: z.int().positive(),
  /** Of the socket, or of the pipe on Windows. */
  address: z.string().min(1).max(1_000),
});

/**
 * Which process has the workspace, and the address of its server: a file beside the workspace that only its owner can
 * read. The socket itself is in a separate directory, since a socket's path is limited to 107 bytes and the workspace
 * may have a longer one.
 */
const readableNote = anyNote.extend({
  protocol: z.literal(protocol),
  /** Known to everyone who can read this file. The HMAC key of the handshake; never sent, and new for each host. */
  secret: bytes32,
});
export type ReadableNote = z.output<typeof readableNote>;

/** `secret` is null if another version of Namedesk wrote the file. */
type HostNote = ReadableNote | (z.output<typeof anyNote> & { readonly secret: null });

const isWindows = process.platform === 'win32';
const longestSocketPath = 100;
const noteOf = (workspaceDirectory: string): string => join(workspaceDirectory, 'owner.json');

/** For a process that starts to accept clients: a new address and a new secret. */
export const newNote = (pid: number): ReadableNote => ({
  protocol,
  pid,
  address: newAddress(randomBytes(16).toString('hex')),
  secret: randomBytes(32).toString('base64url'),
});

/** On Unix in a new directory that only this user can enter. */
function newAddress(name: string): string {
  if (isWindows) return `\\\\.\\pipe\\namedesk-${name}`;
  const wanted = join(tmpdir(), 'namedesk-');
  const prefix = wanted.length + 12 <= longestSocketPath ? wanted : '/tmp/namedesk-';
  return join(mkdtempSync(prefix), 'owner');
}

export function writeHostNote(workspaceDirectory: string, note: ReadableNote): void {
  const path = noteOf(workspaceDirectory);
  writeFileSync(`${path}.new`, JSON.stringify(note), { mode: 0o600 });
  chmodSync(`${path}.new`, 0o600);
  renameSync(`${path}.new`, path);
}

/** Null if there is no note, or it cannot be read. */
export function readHostNote(workspaceDirectory: string): HostNote | null {
  try {
    const written: unknown = JSON.parse(readFileSync(noteOf(workspaceDirectory), 'utf8'));
    const readable = readableNote.safeParse(written);
    return readable.success ? readable.data : { ...anyNote.parse(written), secret: null };
  } catch {
    return null; // No file, or no valid note in it: then only the workspace's lock decides.
  }
}

/** Removes the note and its socket, including those of a process that was killed. */
export function removeHostNote(workspaceDirectory: string): void {
  const address = readHostNote(workspaceDirectory)?.address ?? '';
  if (madeHere.test(address)) {
    rmSync(address, { force: true });
    removeIfEmpty(dirname(address));
  }
  rmSync(noteOf(workspaceDirectory), { force: true });
}

/**
 * The note can be changed by anyone who may write to the workspace, so only paths of the form created here are removed.
 */
const madeHere = /[/]namedesk-\w{6}[/]owner$/;

function removeIfEmpty(directory: string): void {
  try {
    rmdirSync(directory);
  } catch {
    // Already gone, or contains files that are not ours: either way there is nothing to remove.
  }
}

/**
 * Whether only this user's processes can listen at an address: its directory belongs to the user, and nobody else may
 * enter it. A pipe on Windows has no directory and its name is public: there the handshake authenticates the listener.
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
