import { beforeEach, describe, expect, it } from 'vitest';
import { fail, ok } from '../../../../../shared/result.ts';
import {
  aCode,
  aCodesDesk,
  type Answer,
  answering,
  type CodesDesk,
  emailed,
  failing,
  kindOf,
  refused,
  unreadable,
} from '../../../../support/codes/a-codes-desk.ts';
import { codeWindows } from '../../../../support/codes/code-windows.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const minuteMs = 60_000;

describe('taking a code', () => {
  let desk: CodesDesk;
  beforeEach(() => {
    desk = aCodesDesk();
  });

  it('B13 asks first in the code window, for this domain of this account', async () => {
    await desk.take();
    expect(desk.windows.all).toHaveLength(1);
    expect(desk.windows.last().question).toEqual({
      deed: 'copy',
      domain: 'example.com',
      accountLabel: 'Account a1',
      accountColour: 'blue',
      lock: null,
      canHint: false,
      clearClipboardAfterS: 15,
      earlier: null,
    });
  });

  it('says in the question how the lock was last known', async () => {
    const lock = { value: 'locked', at: '2026-02-01T00:00:00.000Z', source: 'read' } as const;
    const domain = { name: 'example.com', lock };
    // As much of a domain as is looked at here.
    const find = () => Promise.resolve(ok(domain as never));
    desk = aCodesDesk({ deps: { portfolio: { find } } });
    await desk.take('reveal');
    expect(desk.windows.last().question?.lock).toEqual({ state: 'locked', readAt: lock.at });
  });

  it('copies: in the clipboard for its time, the window gone, announced both times', async () => {
    desk.world.clearAfterS = 30;
    const taken = valueOf(await desk.take());
    expect(taken).toEqual({
      kind: 'copied',
      retrievedAt: '2026-03-01T10:30:00.000Z',
      clearsAt: '2026-03-01T10:30:30.000Z',
    });
    expect(await desk.clipboard.readText()).toBe('code-1-Ab#');
    expect(desk.windows.last().isOpen).toBe(false);
    await desk.time.pass(30_000);
    expect(await desk.clipboard.readText()).toBe('');
    const clipboard = { domain: 'example.com', clearsAt: '2026-03-01T10:30:30.000Z' };
    expect(desk.announced).toEqual([
      { clipboard, shown: null, canHint: false },
      { clipboard: null, shown: null, canHint: false },
    ]);
  });

  it('B15 reads the time of the clipboard at each copy', async () => {
    await desk.take();
    desk.world.clearAfterS = 5;
    await desk.take();
    await desk.time.pass(5_000);
    expect(await desk.clipboard.readText()).toBe('');
  });

  it('reveals: in the window for 20 s, nothing in the clipboard, announced when it comes and when it goes', async () => {
    const taken = valueOf(await desk.take('reveal'));
    expect(taken).toEqual({
      kind: 'revealed',
      retrievedAt: '2026-03-01T10:30:00.000Z',
      hidesAt: '2026-03-01T10:30:20.000Z',
    });
    const window = desk.windows.last();
    expect(window.shown).toMatchObject({ domain: 'example.com', forMs: 20_000 });
    expect(window.shown?.code.reveal()).toBe('code-1-Ab#');
    expect(await desk.clipboard.readText()).toBe('');
    expect(desk.codes.now().shown).toEqual({ domain: 'example.com', hidesAt: '2026-03-01T10:30:20.000Z' });
    window.vanish();
    await desk.time.pass(1);
    expect(desk.codes.now().shown).toBeNull();
    expect(desk.announced.map(({ shown }) => shown?.domain ?? null)).toEqual(['example.com', null]);
  });

  describe('B13 once for each click', () => {
    it('has each confirmed in a window of its own, however soon after the one before', async () => {
      for (let click = 1; click <= 7; click += 1) {
        expect(kindOf(await desk.take(click % 2 === 0 ? 'reveal' : 'copy'))).toMatch(/copied|revealed/);
        desk.windows.last().vanish();
        await desk.time.pass(1);
      }
      expect(desk.asked).toHaveLength(7);
      expect(desk.lines).toHaveLength(7);
      expect(desk.windows.all.map(({ question }) => question?.deed)).toEqual(
        Array.from({ length: 7 }, (_, index) => (index % 2 === 0 ? 'copy' : 'reveal')),
      );
    });

    it.each<[string, Answer]>([
      ['e-mailed', emailed],
      ['refused', failing(refused)],
      ['not understood', answering(unreadable)],
      ['lost', failing({ kind: 'unreachable', why: 'no-answer-in-time' })],
      ['not sent', failing({ kind: 'unreachable', why: 'offline' })],
    ])('asks once also where it is %s', async (_what, answer) => {
      desk.answers.push(answer);
      await desk.take();
      await desk.time.pass(60 * minuteMs);
      expect(desk.asked).toEqual(['example.com']);
    });

    it('answers a second click on a domain with "busy" while the first is on its way', async () => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      desk.answers.push(async (options) => {
        await promise;
        return await aCode('late-Ab3#')(options);
      });
      const first = desk.codes.take('a1', 'example.com', 'copy');
      await desk.time.pass(1);
      expect(await desk.take()).toEqual(ok({ kind: 'declined', why: 'busy' }));
      expect(await desk.take('copy', 'EXAMPLE.com')).toEqual(ok({ kind: 'declined', why: 'busy' }));
      resolve(undefined);
      expect(kindOf(await desk.time.outcomeOf(first))).toBe('copied');
      expect(desk.asked).toHaveLength(1);
      expect(kindOf(await desk.take())).toBe('copied');
    });

    it('answers with "busy" where the window stands open for another domain', async () => {
      desk = aCodesDesk({ windows: codeWindows(null) });
      const first = desk.codes.take('a1', 'one.com', 'reveal');
      await desk.time.pass(1);
      expect(await desk.take('copy', 'two.com')).toEqual(ok({ kind: 'declined', why: 'busy' }));
      desk.windows.last().answer(true);
      expect(kindOf(await desk.time.outcomeOf(first))).toBe('revealed');
      expect(desk.asked).toEqual(['one.com']);
    });
  });

  it('asks nothing and writes nothing where the question is closed', async () => {
    desk = aCodesDesk({ windows: codeWindows(false) });
    expect(await desk.take()).toEqual(ok({ kind: 'declined', why: 'closed' }));
    expect([desk.asked, desk.lines]).toEqual([[], []]);
    expect(desk.windows.last().isOpen).toBe(false);
    await desk.take();
    expect(desk.windows.all).toHaveLength(2);
  });

  it('refuses what is no domain', async () => {
    expect(kindOf(await desk.take('copy', 'not a name'))).toBe('invalid-input');
    expect(desk.windows.all).toEqual([]);
  });

  it('shows of an unclear answer its masked shape and the status', async () => {
    desk.answers.push(answering(unreadable, '{"[name 1]":"[masked]"}', 202));
    expect(await desk.take()).toEqual(
      ok({
        kind: 'unclear',
        retrievedAt: '2026-03-01T10:30:00.000Z',
        status: 202,
        answer: '{"[name 1]":"[masked]"}',
      }),
    );
  });

  it.each(['copy', 'reveal'] as const)(
    'drops a code where the window was closed meanwhile: %s',
    async (deed) => {
      desk.answers.push((options) => {
        desk.windows.last().vanish();
        return aCode('late-Ab3#')(options);
      });
      expect(await desk.take(deed)).toEqual(fail({ kind: 'cancelled' }));
      expect(desk.codes.now()).toMatchObject({ shown: null, clipboard: null });
      expect(desk.announced).toEqual([]);
    },
  );

  it('closes the window where something is wrong with the program, and is free for the next click', async () => {
    desk.answers.push(() => {
      throw new Error('A bug');
    });
    await expect(desk.take()).rejects.toThrow('A bug');
    expect(desk.windows.last().isOpen).toBe(false);
    expect(kindOf(await desk.take())).toBe('copied');
  });
});
