import { expect, it } from 'vitest';
import { ok } from '#shared/result.ts';
import type { InWindow } from '../../../../../electron/main/app/in-window.ts';
import { codes } from '../../../../../electron/main/codes/actions.ts';
import { bound } from '../../../../support/bound.ts';

/** Saves the codes of one domain as `format`, under `path`: what is answered, and whether the passphrase was asked for. */
async function saving(format: 'html' | 'age', path: string) {
  let isAsked = false;
  const on = {
    accounts: { find: () => ok({ id: 'account-1', label: 'Mine', colour: null }) },
    askWhereTo: () => Promise.resolve(path),
    openCodeWindow: () => {
      isAsked = true;
      return null;
    },
    now: () => new Date('2026-11-20T08:00:00Z'),
  } as unknown as InWindow; // no code is requested: the window is not opened
  const { ok: isTaken } = await bound(codes, on).saveMany({
    accountId: 'account-1',
    domains: ['oakline.io'],
    format,
  });
  return { isTaken, isAsked };
}

it.each([
  ['html', '/tmp/codes.age', false],
  ['html', '/tmp/codes', false],
  ['age', '/tmp/codes.html', false],
  ['html', '/tmp/codes.HTML', true],
  ['age', '/tmp/codes.age', true],
] as const)(
  'codes as %s under %s: refused before anything is asked, or gone on with: %s',
  async (format, path, isFine) => {
    expect(await saving(format, path)).toEqual({ isTaken: isFine, isAsked: isFine });
  },
);
