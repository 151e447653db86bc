import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { isCodePage } from '#shared/domain/code-actions.ts';
import type { CodeOutcome } from '#shared/domain/code.ts';
import { bare } from '#shared/domain/isolated.ts';
import { isUnreadCode } from '#shared/domain/not-read.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { formulaSafe } from '../../export/formats.ts';
import { openPartFile, type PartFile, placeOf, targetFailure } from '../../system/files.ts';
import { createJobThread, diedOfMemory } from '../../system/job-thread.ts';
import { Secret } from '../../system/secret.ts';
import type { OpenCodeFile } from '../codes.ts';

/**
 * An encrypted file. It is written to a temporary file next to its path, and appears there only when it is complete. No plaintext
 * is ever on the disk. Only its owner can read it.
 */
export type EncryptedFile = ReturnType<typeof sealing>;

interface EncryptedFileAsk {
  readonly path: string;
  readonly passphrase: Secret;
  /** So many bytes are reserved at once, so that a full disk is noticed before anything is requested from the service. */
  readonly roomBytes: number;
}

/**
 * Creates the file. Errors other than those of the path are bugs, and thrown.
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

function sealing(part: Pieces, path: string, passphrase: Secret, startEncryptor: StartEncryptor) {
  let failure: { readonly thrown: unknown } | null = null;
  let written: Promise<void> = Promise.resolve();
  const note = (thrown: unknown): void => void (failure ??= { thrown });
  const encryptor: Encryptor = startEncryptor(passphrase, isCodePage(path), {
    onPiece(piece) {
      written = written.then(async () => (failure === null ? part.append(piece) : undefined)).catch(note);
    },
    onFailure: note,
  });
  /** Returns the failure through a function, because the compiler does not see that `failure` changes meanwhile. */
  const noted = (): { readonly thrown: unknown } | null => failure;

  return {
    /** Resolves when the key is derived from the passphrase: from now on what is put will be encrypted. */
    ready: encryptor.ready,
    /** Adds text; pieces are written as they fill. Fails with: what writing an earlier piece failed with. */
    put(text: Secret): Result<null> {
      const before = noted();
      if (before !== null) return failed(before.thrown, path);
      encryptor.put(text);
      return ok(null);
    },
    /**
     * Moves the complete file to its path, over an existing one, and flushes it to the disk. Where it fails, nothing is left.
     *
     * Fails with: `storage`, `invalid-input` (`path`).
     */
    async keep(): Promise<Result<null>> {
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
    /** Removes the temporary file; an existing file at the path stays. */
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

/** A file with more reserved bytes than are written; truncated to its length at the end. */
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

/** Converts text to an encrypted file, piece by piece. The text is held no longer than that takes. */
interface Encryptor {
  /** Resolves when the key is derived from the passphrase. Rejects with a bug. */
  readonly ready: Promise<void>;
  readonly put: (text: Secret) => void;
  /** Resolves when the last piece of the file was emitted. Rejects with a bug. */
  readonly finish: () => Promise<void>;
  /** Cancels the file. */
  readonly stop: () => Promise<void>;
}

interface EncryptorEvents {
  /** Called with each piece of the encrypted file, in order. */
  readonly onPiece: (piece: Uint8Array) => void;
  /** Called when it fails before its last piece was emitted; never after that. */
  readonly onFailure: (thrown: unknown) => void;
}

export type StartEncryptor = (passphrase: Secret, isPage: boolean, events: EncryptorEvents) => Encryptor;

/**
 * An encryptor on its own thread, which ends with its file: plaintext codes are on its heap, and the heap is returned to the system
 * when the thread ends.
 *
 * @param workerUrl The thread's code: `code-export-worker.js` of the build, or `code-export-worker.ts` where sources are run.
 */
export const encryptorOnThread =
  (workerUrl: URL): StartEncryptor =>
  (passphrase, isPage, { onPiece, onFailure }) => {
    const thread = createJobThread<EncryptFile>({ workerUrl });
    const { port1: pieces, port2: port } = new MessageChannel();
    const [ready, ended] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    // Rejections are handled where the promises are awaited.
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
      .run({ passphrase: passphrase.reveal(), isPage, port }, { handedOver: [port] })
      // A finished file has sent its last piece already, and `fail` then does nothing.
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

/** What main sends to the thread that encrypts a file. */
export interface EncryptionMessage {
  readonly passphrase: string;
  /** Whether the file is a page that asks for the passphrase in a browser, around the same bytes. */
  readonly isPage: boolean;
  /** Receives the text for the file and sends the encrypted file, each in pieces; null after the last one. */
  readonly port: MessagePort;
}

/** Resolves when the last piece was sent. */
type EncryptFile = (sealing: EncryptionMessage) => Promise<null>;

export type ClearPiece = string | null;
export type EncryptedPiece = Uint8Array | null;

/** What main sends to the thread that reads a file. */
export interface OpeningMessage {
  readonly path: string;
  /** Null: the file is only looked at. */
  readonly passphrase: string | null;
}

/** `locked`: a passphrase is needed, or another one. `refused`: why it cannot be opened, as a sentence. */
export type ReadFile =
  | { readonly kind: 'locked' }
  | { readonly kind: 'refused'; readonly reason: string }
  | {
      readonly kind: 'read';
      readonly rows: readonly {
        readonly domain: string;
        readonly code: string | null;
        readonly at: string;
      }[];
    };

type OpenFile = (opening: OpeningMessage) => Promise<ReadFile>;

/** A hostile file that needs more ends the thread. The key's own memory is not on the heap. */
const mostHeapMb = 512;

/**
 * Opens files on a thread that ends with each attempt, for the same reason as the encryptor's, and whatever a file makes it do.
 *
 * @param workerUrl As of the encryptor.
 */
export const openerOnThread =
  (workerUrl: URL): OpenCodeFile =>
  async (path, passphrase, signal) => {
    const thread = createJobThread<OpenFile>({ workerUrl, mostHeapMb });
    const task = { path, passphrase: passphrase?.reveal() ?? null };
    try {
      const ran = await thread.run(task, { signal });
      if (!ran.ok) return ran;
      if (ran.value.kind === 'locked') return ok(null);
      if (ran.value.kind === 'refused') return refused(ran.value.reason);
      return ok(
        ran.value.rows.map((row) => ({ ...row, code: row.code === null ? null : new Secret(row.code) })),
      );
    } catch (thrown) {
      if (!diedOfMemory(thrown)) throw thrown;
      return refused(`${basename(path)} takes more memory than Namedesk allows.`);
    } finally {
      await thread.close();
    }
  };

const refused = (reason: string): Result<never> => fail({ kind: 'invalid-input', field: 'file', reason });

/**
 * The name of a temporary file contains a hash of the computer's name and the id of the process that writes it. So leftovers of
 * a killed process can be distinguished from files that are being written, also in a folder that several computers share.
 * Neither contains plaintext.
 */
const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const ending = '.part';
const start = '.namedesk-codes-';
const form = /^\.namedesk-codes-([0-9a-f]{8})-(\d{1,10})-[0-9a-f]{12}\.part$/;

const newPartName = (): string => `${start}${host}-${process.pid}-${randomBytes(6).toString('hex')}${ending}`;

/** Removes files that ended processes of this computer left in a folder. Never fails. */
async function removeLeftovers(folder: string): Promise<void> {
  try {
    const names = await readdir(folder);
    await Promise.all(names.filter(isLeftOver).map((name) => rm(join(folder, name), { force: true })));
  } catch {
    // A folder that cannot be read, or a file of another user: what is left there is encrypted, and stays.
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
    // Another user's process may not be signalled, but it exists.
    return !(thrown instanceof Error && 'code' in thrown && thrown.code === 'ESRCH');
  }
}

/** The result of one request for a code, as a row of the file. */
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
 * A row as a line of the file: UTF-8, line feeds, quoted where necessary.
 *
 * The code is written exactly as it came: one that begins with `=` or `-` gets no apostrophe, unlike the texts of other exports,
 * because a person who copies it out would use a wrong code. So a spreadsheet may take such a code for a formula; the
 * documentation says so. The message is the service's own text, and is made safe as in every export.
 *
 * Source: RFC 4180, except for the line ends.
 */
export function codeRow({ domain, outcome, code, error, at }: CodeRow): Secret {
  const message = formulaSafe(messageOf(outcome, error));
  const came = isUnreadCode(outcome) ? 'not-read' : outcome;
  return new Secret(`${[domain, code?.reveal() ?? '', came, message, at].map(field).join(',')}\n`);
}

const field = (text: string): string =>
  /[",\r\n]|^\s|\s$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

function messageOf(outcome: CodeOutcome, error: AppError | null): string {
  if (outcome === 'emailed') return 'The service says it e-mailed the code to the registrant.';
  return error === null ? '' : oneLine(bare(`${sentencesFor(error).happened}${saidBy(error)}`));
}

/** The service's own text, where the sentence does not contain it. */
function saidBy(error: AppError): string {
  if (error.kind !== 'refused' || error.said === '') return '';
  return bare(sentencesFor(error).happened).includes(bare(error.said)) ? '' : ` ${error.said}`;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();
