import { constants, type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { ok, type Result } from '#shared/result.ts';
import { refuse, type Refusal } from '../refuse.ts';
import { cut, sizeInWords } from '../words.ts';

export interface FileBytes {
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

/** A list of ten million names is no bigger; what is bigger was probably chosen by mistake. */
export const mostFileBytes = 64 * 1_024 * 1_024;

/**
 * A file's bytes. What is too large is refused before a byte of it is read.
 *
 * Fails with: `invalid-input` (`file`).
 */
export async function readFileBytes(path: string): Promise<Result<FileBytes, Refusal>> {
  const fileName = cut(basename(path), 200);
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return await bytesOf(file, fileName);
    } finally {
      await file.close();
    }
  } catch (thrown) {
    const words = thrown instanceof Error && 'code' in thrown ? sentenceFor(thrown.code) : undefined;
    if (words !== undefined) return refuse('file', words(fileName));
    if (thrown instanceof Error && 'syscall' in thrown)
      return refuse(
        'file',
        `${fileName} could not be read (${thrown.message}). Copy it elsewhere and choose the copy.`,
      );
    throw thrown;
  }
}

export const tooLarge = (fileName: string, bytes: number): ReturnType<typeof refuse> =>
  refuse(
    'file',
    `${fileName} is ${sizeInWords(bytes)} large; ${sizeInWords(mostFileBytes)} is the most that is read. Split it, or choose another file.`,
  );

async function bytesOf(file: FileHandle, fileName: string): Promise<Result<FileBytes, Refusal>> {
  const found = await file.stat();
  if (found.isDirectory()) return refuse('file', sentences.EISDIR(fileName));
  if (!found.isFile())
    return refuse('file', `${fileName} is a device or a pipe, not a file. Choose a file with names.`);
  if (found.size > mostFileBytes) return tooLarge(fileName, found.size);
  // One byte more than it had: a file that grows while it is read is noticed, and never read without end.
  const bytes = new Uint8Array(found.size + 1);
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  if (filled > found.size)
    return refuse(
      'file',
      `${fileName} grew while it was read. Close it in the other program, then try again.`,
    );
  return ok({ fileName, bytes: bytes.subarray(0, filled) });
}

const noRight = (name: string): string =>
  `You have no right to read ${name}. Change its permissions, or choose another file.`;
const gone = (name: string): string => `${name} is not there (any more). Choose it once more.`;

const sentences = {
  EISDIR: (name: string) => `${name} is a folder. Choose a file with names in it.`,
  EACCES: noRight,
  EPERM: noRight,
  ENOENT: gone,
  ENOTDIR: gone,
} as const satisfies Record<string, (name: string) => string>;

const sentenceFor = (code: unknown): ((name: string) => string) | undefined =>
  Object.entries(sentences).find(([each]) => each === code)?.[1];
