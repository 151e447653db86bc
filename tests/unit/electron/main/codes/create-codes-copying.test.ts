import { beforeEach, describe, expect, it } from 'vitest';
import type { CodeOutcome } from '../../../../../shared/domain/code.ts';
import type { ShownCopy } from '../../../../../shared/areas/code-window.ts';
import {
  aCode,
  aCodesDesk,
  emailed,
  failing,
  refused,
  type CodesDesk,
} from '../../../../support/codes/a-codes-desk.ts';
import { codeWindows } from '../../../../support/codes/code-windows.ts';

const clearsAt = '2026-03-01T10:30:15.000Z';

describe('one code a retrieval', () => {
  let desk: CodesDesk;
  beforeEach(() => {
    desk = aCodesDesk();
  });

  /** The user presses “Copy code” in the window. */
  const copyShown = (): Promise<ShownCopy | null> => {
    const { shown } = desk.windows.last();
    if (shown === null) throw new Error('No code is shown');
    return desk.time.outcomeOf(shown.copy());
  };
  const earlier = () => desk.windows.last().question?.earlier;

  it('F17 Reveal, then Copy in the window: one request, and the clipboard has the code that is shown', async () => {
    await desk.take('reveal');
    expect(await copyShown()).toEqual({ kind: 'copied', clearsAt });
    expect(await copyShown()).toEqual({ kind: 'copied', clearsAt });
    expect(desk.asked).toEqual(['example.com']);
    expect(await desk.clipboard.readText()).toBe('code-1-Ab#');
    expect(desk.windows.last()).toMatchObject({ isOpen: true, shown: { domain: 'example.com' } });
    expect(desk.codes.now()).toMatchObject({
      clipboard: { domain: 'example.com', clearsAt },
      shown: { domain: 'example.com' },
    });
  });

  it.each<readonly [string, readonly ('copy' | 'reveal')[]]>([
    ['Reveal, then Copy', ['reveal', 'copy']],
    ['Copy, then Reveal', ['copy', 'reveal']],
    ['Copy, then Copy', ['copy', 'copy']],
    ['Reveal, then Reveal', ['reveal', 'reveal']],
  ])(
    'F17 %s on the page: each is asked about, and the second question says what it may end',
    async (_way, deeds) => {
      for (const [index, deed] of deeds.entries()) {
        const requests = desk.asked.length;
        await desk.take(deed);
        expect(desk.asked).toHaveLength(requests + 1);
        expect(desk.windows.all).toHaveLength(index + 1);
        const before = index === 0 ? null : { how: deeds[0] === 'copy' ? 'copied' : 'shown' };
        if (before === null) expect(earlier()).toBeNull();
        else expect(earlier()).toMatchObject(before);
        desk.windows.last().vanish();
        await desk.time.pass(1);
      }
    },
  );

  it('F17 asks nothing where the question about another code is turned down; the one in the clipboard stays', async () => {
    const windows = codeWindows(null);
    desk = aCodesDesk({ windows });
    const first = desk.codes.take('a1', 'example.com', 'copy');
    await desk.time.pass(1);
    windows.last().answer(true);
    await desk.time.outcomeOf(first);
    const second = desk.codes.take('a1', 'example.com', 'copy');
    await desk.time.pass(1);
    expect(earlier()).toMatchObject({ how: 'copied' });
    windows.last().answer(false);
    expect(await desk.time.outcomeOf(second)).toMatchObject({ value: { kind: 'declined' } });
    expect(desk.asked).toHaveLength(1);
    expect(await desk.clipboard.readText()).toBe('code-1-Ab#');
  });

  it('F17 says in the question how the earlier code went out, however long ago, and for this domain alone', async () => {
    await desk.take('reveal');
    await copyShown();
    desk.windows.last().vanish();
    await desk.time.pass(3_600_000);
    await desk.take('copy', 'other.com');
    expect(earlier()).toBeNull();
    await desk.take();
    expect(earlier()).toEqual({ how: 'copied', at: '2026-03-01T10:30:00.000Z' });
    desk.answers.push(emailed);
    await desk.take();
    await desk.take();
    expect(earlier()).toMatchObject({ how: 'emailed' });
  });

  it.each<[CodeOutcome, Parameters<typeof failing>[0]]>([
    ['refused', refused],
    ['no-answer', { kind: 'unreachable', why: 'no-answer-in-time' }],
  ])('F17 speaks of no earlier code where none reached anybody: %s', async (_outcome, error) => {
    desk.answers.push(failing(error));
    await desk.take();
    await desk.take();
    expect(earlier()).toBeNull();
  });

  it('F17 writes a copy of a shown code down as one line of its own kind, before it is in the clipboard', async () => {
    await desk.take('reveal');
    let atCopy: unknown;
    const write = desk.clipboard.write.bind(desk.clipboard);
    Object.assign(desk.clipboard, {
      write(secret: Parameters<typeof write>[0]) {
        atCopy = structuredClone(desk.lines.at(-1));
        return write(secret);
      },
    });
    await copyShown();
    const line = {
      seq: 2,
      at: '2026-03-01T10:30:00.000Z',
      accountId: 'a1',
      accountLabel: 'Account a1',
      domain: 'example.com',
      deed: 'copy-shown',
      outcome: 'code',
    };
    expect(atCopy).toEqual(line);
    expect(desk.lines).toHaveLength(2);
  });

  it.each(['storage', 'journal-broken'] as const)(
    'F17 copies nothing where that line cannot be written (%s), and says so; the code stays on the screen',
    async (kind) => {
      await desk.take('reveal');
      desk.world.journalError =
        kind === 'storage' ? { kind, fault: 'full' } : { kind, journal: 'accesses', seq: 3 };
      expect(await copyShown()).toEqual({ kind: 'not-copied', why: 'journal' });
      expect(await desk.clipboard.readText()).toBe('');
      expect(desk.windows.last().isOpen).toBe(true);
    },
  );

  it('F17 says where the clipboard does not take it', async () => {
    await desk.take('reveal');
    Object.assign(desk.clipboard, { write: () => Promise.reject(new Error('Held by another program')) });
    expect(await copyShown()).toEqual({ kind: 'not-copied', why: 'clipboard' });
    expect(desk.codes.now().clipboard).toBeNull();
    expect(desk.bugs).toHaveLength(1);
  });

  it('B15 F17 takes it out after its time, and reads that time at each copy', async () => {
    await desk.take('reveal');
    desk.world.clearAfterS = 5;
    await copyShown();
    await desk.time.pass(5_000);
    expect(await desk.clipboard.readText()).toBe('');
    expect(desk.codes.now().clipboard).toBeNull();
  });

  it('B15 F17 hiding the code leaves it in the clipboard for its time; what somebody else copied stays', async () => {
    await desk.take('reveal');
    await copyShown();
    desk.windows.last().vanish();
    await desk.time.pass(1);
    expect(desk.codes.now()).toMatchObject({ shown: null, clipboard: { domain: 'example.com' } });
    desk.clipboard.put('a shopping list');
    await desk.time.pass(15_000);
    expect(await desk.clipboard.readText()).toBe('a shopping list');
  });

  it('F17 copies also where the window is hidden while the line is written, as when one turns to where it is pasted', async () => {
    await desk.take('reveal');
    const { shown } = desk.windows.last();
    const copying = shown?.copy();
    desk.windows.last().vanish();
    expect(await desk.time.outcomeOf(copying ?? Promise.resolve(null))).toEqual({ kind: 'copied', clearsAt });
    expect(await desk.clipboard.readText()).toBe('code-1-Ab#');
  });

  it.each<[string, (codes: CodesDesk) => unknown]>([
    ['the user goes away', ({ codes }) => codes.leave()],
    ['the program ends', ({ codes }) => codes.close()],
    ['the connection is dropped', ({ world }) => world.connection.abort()],
  ])('B15 F17 leaves nothing in the clipboard where %s while it is copied', async (_what, leave) => {
    await desk.take('reveal');
    const { shown } = desk.windows.last();
    const copying = shown?.copy();
    void leave(desk);
    expect(await desk.time.outcomeOf(copying ?? Promise.resolve(null))).toBeNull();
    expect(await desk.clipboard.readText()).toBe('');
  });

  it('F17 copies nothing where another account is active by then', async () => {
    await desk.take('reveal');
    desk.world.activeId = 'a2';
    expect(await copyShown()).toBeNull();
    expect(await desk.clipboard.readText()).toBe('');
    expect(desk.lines).toHaveLength(1);
  });

  it.each(['leave', 'close'] as const)('B15 F17 takes it out at once on %s', async (how) => {
    await desk.take('reveal');
    await copyShown();
    await desk.time.outcomeOf(desk.codes[how]());
    expect(await desk.clipboard.readText()).toBe('');
    expect(desk.windows.last().isOpen).toBe(false);
  });

  it('B16 F17 tells the window whether histories can be asked, and for how long the clipboard keeps it', async () => {
    desk.world.clearAfterS = 30;
    desk.answers.push(aCode('x-Ab3#'));
    await desk.take('reveal');
    expect(desk.windows.last().shown).toMatchObject({ canHint: false, clearClipboardAfterS: 30 });
  });
});
