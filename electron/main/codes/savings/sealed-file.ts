import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AppError } from '#shared/app-error.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Secret } from '../../accounts/secret.ts';
import { placeOf } from '../../exports/target.ts';
import { targetFailure } from '../../exports/target-failure.ts';
import type { Encryptor, StartEncryptor } from './encryptor.ts';
import { newPartName, removeLeftovers } from './leftovers.ts';

/**
 * An encrypted file that is being written beside its place, and appears there only when it is whole. Nothing in clear is
 * ever on the disk. It is readable by its owner alone.
 */
export interface SealedFile {
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

export interface SealedFileAsk {
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
export async function openSealedFile(
  { path, passphrase, roomBytes }: SealedFileAsk,
  startEncryptor: StartEncryptor,
): Promise<Result<SealedFile>> {
  let part: Part | null = null;
  try {
    const place = await placeOf(path);
    await removeLeftovers(dirname(place));
    part = new Part(join(dirname(place), newPartName()), place);
    await part.make(roomBytes);
    return ok(sealing(part, path, passphrase, startEncryptor));
  } catch (thrown) {
    await part?.remove();
    return failed(thrown, path);
  }
}

function sealing(part: Part, path: string, passphrase: Secret, startEncryptor: StartEncryptor): SealedFile {
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

/** The file beside its place. */
class Part {
  readonly #path: string;
  readonly #place: string;
  #handle: FileHandle | null = null;
  #lengthBytes = 0;

  constructor(path: string, place: string) {
    this.#path = path;
    this.#place = place;
  }

  async make(roomBytes: number): Promise<void> {
    this.#handle = await open(this.#path, 'wx', 0o600);
    await this.#handle.writeFile(new Uint8Array(roomBytes));
    await this.#handle.sync();
  }

  async append(piece: Uint8Array): Promise<void> {
    for (let from = 0; from < piece.length;) {
      const left = piece.length - from;
      const { bytesWritten } = await this.#open().write(piece, from, left, this.#lengthBytes);
      this.#lengthBytes += bytesWritten;
      from += bytesWritten;
    }
  }

  async keep(): Promise<void> {
    const handle = this.#open();
    await handle.truncate(this.#lengthBytes);
    await handle.sync();
    await this.#close();
    await rename(this.#path, this.#place);
    await syncFolder(dirname(this.#place));
  }

  /** Where it cannot be taken away, why it was to be is what counts; what lies there is encrypted. */
  async remove(): Promise<void> {
    await this.#close();
    await rm(this.#path, { force: true }).catch(() => undefined);
  }

  #open(): FileHandle {
    if (this.#handle === null) throw new Error('This file is not open any more');
    return this.#handle;
  }

  async #close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = null;
    // One that failed while closing is closed too: the number of its file is given back in any case.
    await handle?.close().catch(() => undefined);
  }
}

/** The new name is on the disk then, too. Windows has no such call for folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
