import { describe, expect, it } from 'vitest';
import { NoFile, targetFailure } from '../../../../../electron/main/system/files.ts';

const path = '/home/me/lists/names.csv';
const failed = (code: string): Error => Object.assign(new Error(code), { code });

describe('why a file could not be put where it was to go', () => {
  it.each([
    ['no right to write', 'EACCES', 'names.csv may not be written in /home/me/lists'],
    ['a system that forbids it', 'EPERM', 'may not be written'],
    ['a disk that is only read', 'EROFS', 'may not be written'],
    ['a folder that is gone', 'ENOENT', 'The folder /home/me/lists is not there'],
    ['a folder that is a file', 'ENOTDIR', 'is not there'],
    ['a file that is a folder', 'EISDIR', 'names.csv is a folder'],
    ['a name that is too long', 'ENAMETOOLONG', 'too long'],
    ['a file in use', 'EBUSY', 'in use by another program'],
    ['a disk for small files', 'EFBIG', 'cannot be kept in /home/me/lists'],
    ['a broken disk', 'EIO', 'reports an error'],
  ])('is said with the place: %s', (_case, code, words) => {
    const error = targetFailure(failed(code), path);
    expect(error).toMatchObject({ kind: 'invalid-input', field: 'path' });
    expect(error?.kind === 'invalid-input' ? error.reason : '').toContain(words);
  });

  it.each(['ENOSPC', 'EDQUOT'])('is the full disk: %s', (code) => {
    expect(targetFailure(failed(code), path)).toEqual({ kind: 'storage', fault: 'full' });
  });

  it('is that something else stands there', () => {
    expect(targetFailure(new NoFile(), path)).toMatchObject({
      reason: expect.stringContaining('no file') as string,
    });
  });

  it.each([
    ['an error of ours', new TypeError('x is undefined')],
    ['a code that nobody knows', failed('EWHATEVER')],
    ['no error at all', 'text'],
  ])('is a bug where it is %s', (_case, thrown) => expect(targetFailure(thrown, path)).toBeNull());
});
