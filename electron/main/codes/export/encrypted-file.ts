import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { CodeOutcome } from '#shared/domain/code.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { formulaSafe } from '../../export/formats.ts';
import { openPartFile, type PartFile, placeOf, targetFailure } from '../../system/files.ts';
import { createJobThread } from '../../system/job-thread.ts';
import { Secret } from '../../system/secret.ts';

/**
 * An encrypted file that is being written beside its place, and appears there only when it is whole. Nothing in clear is
 * ever on the disk. It is readable by its owner alone.
 */
export interface EncryptedFile {
  /** A key was made of the passphrase: from now on what is put into it will be encrypted. */
  readonly ready: Promise<void>;
  /** Takes text; pieces are written as they fill. Fails with: what writing an earlier piece failed with. */
  readonly put: (text: Secret) => Result<null>;
  /**
   * Puts the whole file in its place, over what stood there; it outlives a power cut then. Where it fails, nothing is left.
   *
   * Fails with: `storage`, `invalid-input` (`path`).
   */
  readonly keep: () => Promise<Result<null>>;
  /** Leaves no trace; what stood there still stands. */
  readonly discard: () => Promise<void>;
}

interface EncryptedFileAsk {
  readonly path: string;
  readonly passphrase: Secret;
  /** Room for so much is made at once, so that a full disk is noticed before anything is asked of the service. */
  readonly roomBytes: number;
}

/**
 * Makes the file. What is not of the place is a mistake of ours, and thrown.
 *
 * Fails with: `storage` (`full`), `invalid-input` (`path`).
 */
export async function openEncryptedFile(
  { path, passphrase, roomBytes }: EncryptedFileAsk,
  startEncryptor: StartEncryptor,
): Promise<Result<EncryptedFile>> {
  let part: PartFile | null = null;
  try {
    const place = await placeOf(path);
    await removeLeftovers(dirname(place));
    part = await openPartFile(place, newPartName(), 0o600);
    await part.handle.writeFile(new Uint8Array(roomBytes));
    await part.handle.sync();
    return ok(sealing(inPieces(part), path, passphrase, startEncryptor));
  } catch (thrown) {
    await part?.remove();
    return failed(thrown, path);
  }
}

function sealing(
  part: Pieces,
  path: string,
  passphrase: Secret,
  startEncryptor: StartEncryptor,
): EncryptedFile {
  let failure: { readonly thrown: unknown } | null = null;
  let written: Promise<void> = Promise.resolve();
  const note = (thrown: unknown): void => void (failure ??= { thrown });
  const encryptor: Encryptor = startEncryptor(passphrase, {
    onPiece(piece) {
      written = written.then(async () => (failure === null ? part.append(piece) : undefined)).catch(note);
    },
    onFailure: note,
  });
  /** What was noted while something else was done: the compiler does not see that it changes. */
  const noted = (): { readonly thrown: unknown } | null => failure;

  return {
    ready: encryptor.ready,
    put(text) {
      const before = noted();
      if (before !== null) return failed(before.thrown, path);
      encryptor.put(text);
      return ok(null);
    },
    async keep() {
      try {
        await encryptor.finish();
        await written;
        const before = noted();
        if (before !== null) throw before.thrown;
        await part.keep();
        return ok(null);
      } catch (thrown) {
        await part.remove();
        return failed(thrown, path);
      } finally {
        await encryptor.stop();
      }
    },
    async discard() {
      await encryptor.stop();
      await written;
      await part.remove();
    },
  };
}

function failed(thrown: unknown, path: string): Result<never> {
  const error: AppError | null = targetFailure(thrown, path);
  if (error === null) throw thrown;
  return fail(error);
}

/** A file that has more room than what comes. */
interface Pieces extends Pick<PartFile, 'keep' | 'remove'> {
  readonly append: (piece: Uint8Array) => Promise<void>;
}

function inPieces({ handle, keep, remove }: PartFile): Pieces {
  let lengthBytes = 0;
  return {
    async append(piece) {
      for (let from = 0; from < piece.length;) {
        const { bytesWritten } = await handle.write(piece, from, piece.length - from, lengthBytes);
        lengthBytes += bytesWritten;
        from += bytesWritten;
      }
    },
    async keep() {
      await handle.truncate(lengthBytes);
      await keep();
    },
    remove,
  };
}

/** Turns text into an encrypted file, piece by piece. The text is kept no longer than it takes. */
interface Encryptor {
  /** It has made a key of the passphrase. Rejects with a mistake of ours, as it is found. */
  readonly ready: Promise<void>;
  readonly put: (text: Secret) => void;
  /** The last piece of the file has come out. Rejects with a mistake of ours. */
  readonly finish: () => Promise<void>;
  /** Gives the file up. */
  readonly stop: () => Promise<void>;
}

interface EncryptorEvents {
  /** Called with each piece of the encrypted file, in their order. */
  readonly onPiece: (piece: Uint8Array) => void;
  /** Called when it can do no more before its last piece is out; never after that. */
  readonly onFailure: (thrown: unknown) => void;
}

export type StartEncryptor = (passphrase: Secret, events: EncryptorEvents) => Encryptor;

/**
 * An encryptor on a thread of its own, which ends with its file: codes in clear are on its heap, and with the thread the heap
 * goes back to the system.
 *
 * @param workerUrl The thread's code: `savings-worker.js` of the build, or `savings-worker.ts` where sources are run.
 */
export const encryptorOnThread =
  (workerUrl: URL): StartEncryptor =>
  (passphrase, { onPiece, onFailure }) => {
    const thread = createJobThread<EncryptFile>({ workerUrl });
    const { port1: pieces, port2: port } = new MessageChannel();
    const [ready, ended] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    // Either is looked at when it is waited for.
    for (const { promise } of [ready, ended]) promise.catch(() => undefined);
    let isLastOut = false;
    const fail = (thrown: unknown): void => {
      if (isLastOut) return;
      ready.reject(thrown);
      ended.reject(thrown);
      onFailure(thrown);
    };
    pieces.on('message', (piece: EncryptedPiece) => {
      ready.resolve(undefined);
      isLastOut = piece === null;
      if (piece === null) ended.resolve(undefined);
      else onPiece(piece);
    });
    const job = thread
      .run({ passphrase: passphrase.reveal(), port }, { handedOver: [port] })
      // A file that is done says so itself, by its last piece.
      .then((ran) => (ran.ok ? undefined : fail(new Error('The thread ended before its file had'))), fail);
    const send = (piece: ClearPiece): void => pieces.postMessage(piece);
    return {
      ready: ready.promise,
      put: (text) => send(text.reveal()),
      async finish() {
        send(null);
        await ended.promise;
      },
      async stop() {
        await thread.close();
        await job;
        pieces.close();
      },
    };
  };

/** What crosses between main and the thread that encrypts a file. */
interface EncryptionMessage {
  readonly passphrase: string;
  /** Takes the text for the file and brings the encrypted file, each in pieces; null after the last one. */
  readonly port: MessagePort;
}

/** Ends when the last piece is out. */
export type EncryptFile = (sealing: EncryptionMessage) => Promise<null>;

export type ClearPiece = string | null;
export type EncryptedPiece = Uint8Array | null;

/**
 * A file that is being written carries in its name which process of which computer writes it: what a process left behind
 * that was killed can be told from what another one is writing now, also in a folder that several computers share. There
 * is nothing in clear in either.
 */
const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const ending = '.part';
const start = '.namedesk-codes-';
const form = /^\.namedesk-codes-([0-9a-f]{8})-(\d{1,10})-[0-9a-f]{12}\.part$/;

const newPartName = (): string => `${start}${host}-${process.pid}-${randomBytes(6).toString('hex')}${ending}`;

/** Takes away what processes of this computer left in a folder that are not there any more. Never fails. */
async function removeLeftovers(folder: string): Promise<void> {
  try {
    const names = await readdir(folder);
    await Promise.all(names.filter(isLeftOver).map((name) => rm(join(folder, name), { force: true })));
  } catch {
    // A folder that cannot be read, or a file that somebody else owns: what lies there is encrypted, and stays.
  }
}

function isLeftOver(name: string): boolean {
  const [, itsHost, pid] = form.exec(name) ?? [];
  return itsHost === host && pid !== undefined && !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    // Another user's process may not be signalled, but it is there.
    return !(thrown instanceof Error && 'code' in thrown && thrown.code === 'ESRCH');
  }
}

/** What one asking came to, as it stands in the file. */
export interface CodeRow {
  /** As A-labels. */
  readonly domain: string;
  readonly outcome: CodeOutcome;
  /** Null where the answer has none. */
  readonly code: Secret | null;
  readonly error: AppError | null;
  /** UTC, ISO 8601. */
  readonly at: string;
}

export const codeRowsHead = 'domain,code,outcome,message,retrieved_at\n';

/**
 * A row as a line of the file: UTF-8, line feeds, quoted where it must be.
 *
 * A code stands as it came, to the byte: one that begins with `=` or `-` has no apostrophe before it, as an export's texts
 * have, since whoever copies it out would hand over a wrong code. So a spreadsheet may take such a code for a formula; the
 * documentation says so. The message is the service's own words, and is made safe as in every export.
 *
 * Source: RFC 4180, but for the line ends.
 */
export function codeRow({ domain, outcome, code, error, at }: CodeRow): Secret {
  const message = formulaSafe(messageOf(outcome, error));
  return new Secret(`${[domain, code?.reveal() ?? '', outcome, message, at].map(field).join(',')}\n`);
}

const field = (text: string): string =>
  /[",\r\n]|^\s|\s$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

function messageOf(outcome: CodeOutcome, error: AppError | null): string {
  if (outcome === 'emailed') return 'The service says that the code was e-mailed to the registrant.';
  return error === null ? '' : oneLine(`${sentencesFor(error).happened}${saidBy(error)}`);
}

/** The service's own words, where the sentence leaves them out. */
function saidBy(error: AppError): string {
  if (error.kind !== 'refused' || error.said === '') return '';
  return sentencesFor(error).happened.includes(error.said) ? '' : ` ${error.said}`;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();
