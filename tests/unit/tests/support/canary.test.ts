import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findIn, sweep } from '../../../support/canary.ts';

const canaries = { key: 'KEY-canary-7f3a', absent: 'never-written-anywhere' };

describe('the canary sweep can find what it looks for', () => {
  it.each([
    ['as it is', Buffer.from('x KEY-canary-7f3a y')],
    ['as UTF-16', Buffer.from('..KEY-canary-7f3a..', 'utf16le')],
    ['in hexadecimal', Buffer.from(Buffer.from('a KEY-canary-7f3a').toString('hex'))],
    ['in Base64, aligned', Buffer.from(Buffer.from('KEY-canary-7f3a;').toString('base64'))],
    ['in Base64, one byte off', Buffer.from(Buffer.from(':KEY-canary-7f3a;').toString('base64'))],
    ['in Base64, two bytes off', Buffer.from(Buffer.from('::KEY-canary-7f3a;').toString('base64'))],
  ])('%s', (_form, bytes) => expect(findIn('there', bytes, canaries)).toEqual(['there: key']));

  it.each(['q=12+Elm%26Oak', 'q=12%20Elm%26Oak'])('in a URL: %s', (url) =>
    expect(findIn('there', Buffer.from(url), { street: '12 Elm&Oak' })).toEqual(['there: street']),
  );

  it('finds it in a file and says where; finds nothing where nothing is', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'canary-'));
    try {
      await writeFile(join(directory, 'clean'), 'nothing here');
      expect(await sweep(directory, canaries)).toEqual({ finds: [], files: 1, bytes: 12 });
      await writeFile(join(directory, 'dirty'), 'the KEY-canary-7f3a');
      expect((await sweep(directory, canaries)).finds).toEqual([`${join(directory, 'dirty')}: key`]);
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
