import { randomBytes } from 'node:crypto';
import type { AppError } from '#shared/app-error.ts';
import { fail, type Result } from '#shared/result.ts';
import { openPartFile, type PartFile, placeOf } from './part-file.ts';
import { targetFailure } from './target-failure.ts';

/**
 * Runs `fill` on a file that takes the place of `path` if `fill` succeeds, and leaves nothing behind if it does not.
 * The file gets the rights that the user's umask gives.
 *
 * Fails with: what `fill` fails with; `storage` (`full`, `read-only`), `invalid-input` (field `path`) for the place.
 */
export async function writeWhole<T>(
  path: string,
  fill: (write: (text: string) => Promise<void>) => Promise<Result<T>>,
): Promise<Result<T>> {
  let part: PartFile | null = null;
  try {
    const opened = await openPartFile(await placeOf(path), partName());
    part = opened;
    const filled = await fill((text) => opened.handle.writeFile(text));
    await (filled.ok ? opened.keep() : opened.remove());
    return filled;
  } catch (thrown) {
    await part?.remove();
    const error: AppError | null = targetFailure(thrown, path);
    if (error === null) throw thrown;
    return fail(error);
  }
}

const partName = (): string => `.namedesk-${randomBytes(6).toString('hex')}.part`;
