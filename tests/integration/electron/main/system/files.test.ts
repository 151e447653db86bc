import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import { writeWhole } from '../../../../../electron/main/system/files.ts';
import { type ADirectory, aDirectory } from '../../../../support/workspace/a-workspace.ts';

let directory: ADirectory;
beforeEach(() => (directory = aDirectory()));
afterEach(() => directory.remove());

const inside = (...names: readonly string[]): string => join(directory.path, ...names);
const found = (): readonly string[] => readdirSync(directory.path);
const put = (path: string, text = 'after') =>
  writeWhole(path, async (write) => {
    await write(text);
    return ok({});
  });

describe('a file that is written whole or not at all', () => {
  it('is there under its name, and nothing else is', async () => {
    expect(await put(inside('a.csv'))).toEqual(ok({}));
    expect(found()).toEqual(['a.csv']);
    expect(readFileSync(inside('a.csv'), 'utf8')).toBe('after');
  });

  it('has the rights that the user’s own files get', async () => {
    writeFileSync(inside('own'), '');
    await put(inside('a.csv'));
    expect(statSync(inside('a.csv')).mode).toBe(statSync(inside('own')).mode);
  });

  it('is not there under its name before it is whole', async () => {
    writeFileSync(inside('a.csv'), 'before');
    await writeWhole(inside('a.csv'), async (write) => {
      await write('half');
      expect(readFileSync(inside('a.csv'), 'utf8')).toBe('before');
      return ok({});
    });
    expect(readFileSync(inside('a.csv'), 'utf8')).toBe('half');
  });

  it('goes through a link to the file that it names', async () => {
    writeFileSync(inside('real.csv'), 'before');
    symlinkSync(inside('real.csv'), inside('link.csv'));
    await put(inside('link.csv'));
    expect(lstatSync(inside('link.csv')).isSymbolicLink()).toBe(true);
    expect(readFileSync(inside('real.csv'), 'utf8')).toBe('after');
  });

  it.each([
    ['what fills it fails', () => Promise.resolve(fail({ kind: 'cancelled' }))],
    ['the disk is full', () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))],
  ])('leaves what stood there, and nothing else, where %s', async (_case, fill) => {
    writeFileSync(inside('a.csv'), 'before');
    const written = await writeWhole(inside('a.csv'), async (write) => {
      await write('half');
      return fill();
    });
    expect(written.ok).toBe(false);
    expect(found()).toEqual(['a.csv']);
    expect(readFileSync(inside('a.csv'), 'utf8')).toBe('before');
  });

  it('lets a bug through, and leaves nothing behind it', async () => {
    await expect(writeWhole(inside('a.csv'), () => Promise.reject(new TypeError('ours')))).rejects.toThrow(
      'ours',
    );
    expect(found()).toEqual([]);
  });
});

describe('a place where no file can be put', () => {
  /** The superuser may write everywhere but into the kernel's own folders. */
  const closedFolder = (): string => {
    if (process.getuid?.() === 0) return '/sys';
    mkdirSync(inside('closed'));
    chmodSync(inside('closed'), 0o500);
    return inside('closed');
  };

  /** Not a device of the machine's: should the rule ever fail, the superuser would write over it. */
  const aSocket = (path: string): string => {
    const listen = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
    spawnSync(process.execPath, ['-e', listen]);
    return path;
  };

  it.each([
    ['a folder without the right to write', () => join(closedFolder(), 'a.csv'), 'may not be written'],
    ['a folder that is gone', () => inside('gone', 'a.csv'), 'is not there'],
    [
      'a file where a folder should be',
      () => (writeFileSync(inside('f'), ''), inside('f', 'a.csv')),
      'is not there',
    ],
    ['a folder', () => (mkdirSync(inside('d')), inside('d')), 'is no file'],
    ['what is neither a folder nor a file', () => aSocket(inside('socket')), 'is no file'],
  ])('is refused with a sentence: %s', async (_case, place, words) => {
    const refused = await put(place());
    expect(refused).toMatchObject({ ok: false, error: { kind: 'invalid-input', field: 'path' } });
    expect(JSON.stringify(refused)).toContain(words);
  });
});
