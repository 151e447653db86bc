import { dirname } from 'node:path';
import type { AppError } from '#shared/app-error.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Secret } from '../../accounts/secret.ts';
import { openPartFile, type PartFile, placeOf } from '../../files/part-file.ts';
import { targetFailure } from '../../files/target-failure.ts';
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

function sealing(part: Pieces, path: string, passphrase: Secret, startEncryptor: StartEncryptor): SealedFile {
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
