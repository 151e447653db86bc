import { describe, expect, it } from 'vitest';
import type { CodesInFile, OpenCodeFile } from '../../../../../electron/main/codes/codes.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import type { OpenedCodeFile } from '../../../../../shared/domain/code.ts';
import { fail, ok } from '../../../../../shared/result.ts';
import { aCodesWorld, type CodesWorld } from '../../../../support/codes/a-codes-world.ts';
import { aDomain } from '../../../../support/fake-portfolio.ts';
import { turns } from '../../../../support/time/virtual-time.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const minuteMs = 60_000;

const codes: CodesInFile = [
  { domain: 'a.com', code: new Secret('CANARY-a'), at: '2026-03-01T09:00:00.000Z' },
  { domain: 'b.com', code: null, at: '2026-03-01T09:00:02.000Z' },
  { domain: 'c.com', code: new Secret('CANARY-c'), at: '2026-03-01T09:00:01.000Z' },
];

/** Opened by `right`, and by nothing else. */
const openCodeFile: OpenCodeFile = (_path, passphrase) =>
  Promise.resolve(ok(passphrase?.reveal() === 'right' ? codes : null));

function aWorldWithFiles(open = openCodeFile): CodesWorld {
  return aCodesWorld({ deps: { openCodeFile: open } });
}

async function opened(world: CodesWorld): Promise<OpenedCodeFile> {
  const opening = world.codes.openFile('/home/robin/leaving.age');
  await turns();
  world.windows.last().unlockWith('right');
  const file = valueOf(await opening);
  if (file === null) throw new Error('It was not opened');
  return file;
}

const isHeld = async (world: CodesWorld, { id }: OpenedCodeFile): Promise<boolean> => {
  const shown = await world.codes.showFromFile(id, 0);
  world.windows.last().vanish();
  return shown.ok && shown.value.isShown;
};

describe('a file of codes that is open', () => {
  it.each<readonly [string, (world: CodesWorld, file: OpenedCodeFile) => unknown, boolean]>([
    ['the page closes it', ({ codes: { closeFile } }, { id }) => closeFile(id), false],
    ['the page is loaded anew', ({ codes: { closeFile } }) => closeFile(null), false],
    ['the user leaves', ({ codes: { leave } }) => leave(), true],
    ['the application ends', ({ codes, time }) => time.outcomeOf(codes.close()), true],
    ['none was shown for five minutes', ({ time }) => time.pass(5 * minuteMs), true],
  ])('B14 is forgotten when %s, and none of its codes stays on the screen', async (_when, end, isTold) => {
    const world = aWorldWithFiles();
    const file = await opened(world);
    valueOf(await world.codes.showFromFile(file.id, 2));
    const window = world.windows.last();
    const copy = window.shown?.copy;
    expect(window.shown?.code.reveal()).toBe('CANARY-c');
    await end(world, file);
    expect(window).toMatchObject({ isOpen: false, shown: null });
    expect(await isHeld(world, file)).toBe(false);
    expect(world.closed).toEqual(isTold ? [file.id] : []);
    // A copy that was begun meanwhile comes too late.
    expect(await copy?.()).toBeNull();
    expect(world.lines.map(({ deed }) => deed)).toEqual(['show-saved']);
    expect(await world.clipboard.readText()).toBe('');
    expect(world.bugs).toEqual([]);
  });

  it('is held for five minutes after each code that is shown', async () => {
    const world = aWorldWithFiles();
    const file = await opened(world);
    for (let time = 0; time < 3; time += 1) {
      await world.time.pass(5 * minuteMs - 1);
      expect(await isHeld(world, file)).toBe(true);
    }
    await world.time.pass(5 * minuteMs);
    expect(await isHeld(world, file)).toBe(false);
  });

  it('is not closed by the page that closes an earlier one', async () => {
    let made = 0;
    const newId = () => `00000000-0000-4000-8000-00000000000${(made += 1)}`;
    const world = aCodesWorld({ deps: { openCodeFile, newId } });
    const [first, second] = [await opened(world), await opened(world)];
    world.codes.closeFile(first.id);
    expect([await isHeld(world, first), await isHeld(world, second)]).toEqual([false, true]);
    expect(world.closed).toEqual([]);
  });

  it('B13 shows no code where its line of the access log cannot be written', async () => {
    const world = aWorldWithFiles();
    const file = await opened(world);
    world.given.journalError = { kind: 'journal-broken', journal: 'accesses', seq: 3 };
    expect(await world.codes.showFromFile(file.id, 0)).toEqual(fail(world.given.journalError));
    expect(world.windows.last()).toMatchObject({ isOpen: false, shown: null });
    expect(world.lines).toEqual([]);
  });

  it('shows one code at a time', async () => {
    const world = aWorldWithFiles();
    const file = await opened(world);
    valueOf(await world.codes.showFromFile(file.id, 0));
    expect(valueOf(await world.codes.showFromFile(file.id, 2))).toEqual({ isShown: false });
    expect(world.lines.map(({ domain, deed }) => [domain, deed])).toEqual([['a.com', 'show-saved']]);
    expect(world.codes.now().shown).toMatchObject({ domain: 'a.com' });
  });

  it.each([1, 3])('has no code to show in row %i', async (index) => {
    const world = aWorldWithFiles();
    const file = await opened(world);
    expect(await world.codes.showFromFile(file.id, index)).toMatchObject({
      ok: false,
      error: { field: 'file' },
    });
    expect(world.lines).toEqual([]);
  });

  it('is logged for the account whose portfolio has the domain, also where another one is active', async () => {
    const find = (accountId: string, name: string) =>
      Promise.resolve(
        accountId === 'a1' && name === 'a.com'
          ? ok(aDomain(name))
          : fail({ kind: 'invalid-input', field: 'name', reason: 'Not there' } as const),
      );
    const world = aCodesWorld({ deps: { openCodeFile, portfolio: { find } } });
    world.given.activeId = 'a2';
    const file = await opened(world);
    for (const index of [0, 2]) {
      valueOf(await world.codes.showFromFile(file.id, index));
      world.windows.last().vanish();
      await turns();
    }
    expect(world.lines.map(({ domain, accountId }) => [domain, accountId])).toEqual([
      ['a.com', 'a1'],
      ['c.com', 'a2'],
    ]);
  });

  it('is logged for the active account where no portfolio has the domain', async () => {
    const world = aWorldWithFiles();
    world.given.activeId = 'a2';
    const file = await opened(world);
    valueOf(await world.codes.showFromFile(file.id, 0));
    expect(world.lines[0]).toMatchObject({ accountId: 'a2', outcome: 'code' });
  });

  it('is not asked about any more where the user left while it was looked at', async () => {
    const looked = Promise.withResolvers<Awaited<ReturnType<OpenCodeFile>>>();
    const world = aWorldWithFiles(() => looked.promise);
    const opening = world.codes.openFile('/home/robin/leaving.age');
    await world.codes.leave();
    looked.resolve(ok(null));
    expect(valueOf(await opening)).toBeNull();
    expect(world.windows.all).toEqual([]);
  });

  it('stops what decrypts it when the window is closed, and holds nothing', async () => {
    let isStopped = false;
    const world = aWorldWithFiles((_path, passphrase, signal) => {
      if (passphrase === null) return Promise.resolve(ok(null));
      return new Promise((resolve) =>
        signal.addEventListener('abort', () => {
          isStopped = true;
          resolve(ok(codes));
        }),
      );
    });
    const opening = world.codes.openFile('/home/robin/leaving.age');
    await turns();
    world.windows.last().unlockWith('right');
    await turns();
    await world.codes.leave();
    expect(valueOf(await opening)).toBeNull();
    expect(isStopped).toBe(true);
  });
});
