import { beforeEach, describe, expect, it } from 'vitest';
import type { ShownCopy } from '../../../../../shared/areas/secret-windows.ts';
import type { CodeOutcome } from '../../../../../shared/domain/code.ts';
import type { AppError } from '../../../../../shared/errors.ts';
import { fail, ok } from '../../../../../shared/result.ts';
import {
  aCode,
  aCodesWorld,
  type Answer,
  answering,
  type CodesWorld,
  emailed,
  failing,
  kindOf,
  refused,
  unreadable,
} from '../../../../support/codes/a-codes-world.ts';
import { codeWindows } from '../../../../support/codes/code-windows.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

describe('one code a retrieval', () => {
  const clearsAt = '2026-03-01T10:30:15.000Z';

  let world: CodesWorld;
  beforeEach(() => {
    world = aCodesWorld();
  });

  /** The user presses “Copy code” in the window. */
  const copyShown = (): Promise<ShownCopy | null> => {
    const { shown } = world.windows.last();
    if (shown === null) throw new Error('No code is shown');
    return world.time.outcomeOf(shown.copy());
  };
  const earlier = () => world.windows.last().question?.earlier;

  it('F17 Reveal, then Copy in the window: one request, and the clipboard has the code that is shown', async () => {
    await world.take('reveal');
    expect(await copyShown()).toEqual({ kind: 'copied', clearsAt });
    expect(await copyShown()).toEqual({ kind: 'copied', clearsAt });
    expect(world.asked).toEqual(['example.com']);
    expect(await world.clipboard.readText()).toBe('code-1-Ab#');
    expect(world.windows.last()).toMatchObject({ isOpen: true, shown: { domain: 'example.com' } });
    expect(world.codes.now()).toMatchObject({
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
        const requests = world.asked.length;
        await world.take(deed);
        expect(world.asked).toHaveLength(requests + 1);
        expect(world.windows.all).toHaveLength(index + 1);
        const before = index === 0 ? null : { how: deeds[0] === 'copy' ? 'copied' : 'shown' };
        if (before === null) expect(earlier()).toBeNull();
        else expect(earlier()).toMatchObject(before);
        world.windows.last().vanish();
        await world.time.pass(1);
      }
    },
  );

  it('F17 asks nothing where the question about another code is turned down; the one in the clipboard stays', async () => {
    const windows = codeWindows(null);
    world = aCodesWorld({ windows });
    const first = world.codes.take('a1', 'example.com', 'copy');
    await world.time.pass(1);
    windows.last().answer(true);
    await world.time.outcomeOf(first);
    const second = world.codes.take('a1', 'example.com', 'copy');
    await world.time.pass(1);
    expect(earlier()).toMatchObject({ how: 'copied' });
    windows.last().answer(false);
    expect(await world.time.outcomeOf(second)).toMatchObject({ value: { kind: 'declined' } });
    expect(world.asked).toHaveLength(1);
    expect(await world.clipboard.readText()).toBe('code-1-Ab#');
  });

  it('F17 says in the question how the earlier code went out, however long ago, and for this domain alone', async () => {
    await world.take('reveal');
    await copyShown();
    world.windows.last().vanish();
    await world.time.pass(3_600_000);
    await world.take('copy', 'other.com');
    expect(earlier()).toBeNull();
    await world.take();
    expect(earlier()).toEqual({ how: 'copied', at: '2026-03-01T10:30:00.000Z' });
    world.answers.push(emailed);
    await world.take();
    await world.take();
    expect(earlier()).toMatchObject({ how: 'emailed' });
  });

  it.each<[CodeOutcome, Parameters<typeof failing>[0]]>([
    ['refused', refused],
    ['no-answer', { kind: 'unreachable', why: 'no-answer-in-time' }],
  ])('F17 speaks of no earlier code where none reached anybody: %s', async (_outcome, error) => {
    world.answers.push(failing(error));
    await world.take();
    await world.take();
    expect(earlier()).toBeNull();
  });

  it('F17 writes a copy of a shown code down as one line of its own kind, before it is in the clipboard', async () => {
    await world.take('reveal');
    let atCopy: unknown;
    const write = world.clipboard.write.bind(world.clipboard);
    Object.assign(world.clipboard, {
      write(secret: Parameters<typeof write>[0]) {
        atCopy = structuredClone(world.lines.at(-1));
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
    expect(world.lines).toHaveLength(2);
  });

  it.each(['storage', 'journal-broken'] as const)(
    'F17 copies nothing where that line cannot be written (%s), and says so; the code stays on the screen',
    async (kind) => {
      await world.take('reveal');
      world.given.journalError =
        kind === 'storage' ? { kind, fault: 'full' } : { kind, journal: 'accesses', seq: 3 };
      expect(await copyShown()).toEqual({ kind: 'not-copied', why: 'journal' });
      expect(await world.clipboard.readText()).toBe('');
      expect(world.windows.last().isOpen).toBe(true);
    },
  );

  it('F17 says where the clipboard does not take it', async () => {
    await world.take('reveal');
    Object.assign(world.clipboard, { write: () => Promise.reject(new Error('Held by another program')) });
    expect(await copyShown()).toEqual({ kind: 'not-copied', why: 'clipboard' });
    expect(world.codes.now().clipboard).toBeNull();
    expect(world.bugs).toHaveLength(1);
  });

  it('B15 F17 takes it out after its time, and reads that time at each copy', async () => {
    await world.take('reveal');
    world.given.clearAfterS = 5;
    await copyShown();
    await world.time.pass(5_000);
    expect(await world.clipboard.readText()).toBe('');
    expect(world.codes.now().clipboard).toBeNull();
  });

  it('B15 F17 hiding the code leaves it in the clipboard for its time; what somebody else copied stays', async () => {
    await world.take('reveal');
    await copyShown();
    world.windows.last().vanish();
    await world.time.pass(1);
    expect(world.codes.now()).toMatchObject({ shown: null, clipboard: { domain: 'example.com' } });
    world.clipboard.put('a shopping list');
    await world.time.pass(15_000);
    expect(await world.clipboard.readText()).toBe('a shopping list');
  });

  it('B15 knows the code in the clipboard as long as it is there, and nothing else', async () => {
    const isCopied = () => ['code-1-Ab#', 'code-1-Ab', ''].map(world.codes.isCopied);
    expect(isCopied()).toEqual([false, false, false]);
    await world.take('copy');
    expect(isCopied()).toEqual([true, false, false]);
    await world.time.pass(15_000);
    expect(isCopied()).toEqual([false, false, false]);
  });

  it('F17 copies also where the window is hidden while the line is written, as when one turns to where it is pasted', async () => {
    await world.take('reveal');
    const { shown } = world.windows.last();
    const copying = shown?.copy();
    world.windows.last().vanish();
    expect(await world.time.outcomeOf(copying ?? Promise.resolve(null))).toEqual({
      kind: 'copied',
      clearsAt,
    });
    expect(await world.clipboard.readText()).toBe('code-1-Ab#');
  });

  it.each<[string, (codes: CodesWorld) => unknown]>([
    ['the user goes away', ({ codes }) => codes.leave()],
    ['the program ends', ({ codes }) => codes.close()],
    ['the connection is dropped', ({ given }) => given.connection.abort()],
  ])('B15 F17 leaves nothing in the clipboard where %s while it is copied', async (_what, leave) => {
    await world.take('reveal');
    const { shown } = world.windows.last();
    const copying = shown?.copy();
    void leave(world);
    expect(await world.time.outcomeOf(copying ?? Promise.resolve(null))).toBeNull();
    expect(await world.clipboard.readText()).toBe('');
  });

  it('F17 copies nothing where another account is active by then', async () => {
    await world.take('reveal');
    world.given.activeId = 'a2';
    expect(await copyShown()).toBeNull();
    expect(await world.clipboard.readText()).toBe('');
    expect(world.lines).toHaveLength(1);
  });

  it.each(['leave', 'close'] as const)('B15 F17 takes it out at once on %s', async (how) => {
    await world.take('reveal');
    await copyShown();
    await world.time.outcomeOf(world.codes[how]());
    expect(await world.clipboard.readText()).toBe('');
    expect(world.windows.last().isOpen).toBe(false);
  });

  it('B16 F17 tells the window whether histories can be asked, and for how long the clipboard keeps it', async () => {
    world.given.clearAfterS = 30;
    world.answers.push(aCode('x-Ab3#'));
    await world.take('reveal');
    expect(world.windows.last().shown).toMatchObject({ canHint: false, clearClipboardAfterS: 30 });
  });
});

describe('taking a code', () => {
  let world: CodesWorld;
  beforeEach(() => {
    world = aCodesWorld();
  });

  describe('when the user goes away', () => {
    it('B15 clears the clipboard at once when the program ends, and takes nothing more', async () => {
      await world.take();
      await world.time.outcomeOf(world.codes.close());
      expect(await world.clipboard.readText()).toBe('');
      expect(await world.take()).toEqual(fail({ kind: 'cancelled' }));
      expect(world.asked).toHaveLength(1);
    });

    it('closes a question that stands open; nothing is asked', async () => {
      world = aCodesWorld({ windows: codeWindows(null) });
      const taking = world.codes.take('a1', 'example.com', 'copy');
      await world.time.pass(1);
      await world.codes.leave();
      expect(await world.time.outcomeOf(taking)).toEqual(ok({ kind: 'declined', why: 'closed' }));
      expect([world.asked, world.lines]).toEqual([[], []]);
    });

    it('asks nothing where another is active when the user has confirmed', async () => {
      world = aCodesWorld({ windows: codeWindows(null) });
      const taking = world.codes.take('a1', 'example.com', 'copy');
      await world.time.pass(1);
      world.given.activeId = 'a2';
      world.windows.last().answer(true);
      expect(await world.time.outcomeOf(taking)).toEqual(fail({ kind: 'cancelled' }));
      expect(world.asked).toEqual([]);
    });
  });

  it.each<[string, (world: CodesWorld) => unknown]>([
    ['the user has gone away', ({ codes }) => codes.leave()],
    ['another account is active', ({ given }) => (given.activeId = 'a2')],
    ['its connection was dropped', ({ given }) => given.connection.abort()],
    ['its window was closed', ({ windows }) => windows.last().vanish()],
  ])('B13 puts a code nowhere that comes when %s', async (_what, happens) => {
    for (const deed of ['copy', 'reveal'] as const) {
      world = aCodesWorld();
      world.answers.push(async (options) => {
        await happens(world);
        return await aCode('late-Ab3#')(options);
      });
      expect(await world.take(deed)).toEqual(fail({ kind: 'cancelled' }));
      expect(await world.clipboard.readText()).toBe('');
      expect(world.codes.now()).toMatchObject({ shown: null, clipboard: null });
      expect(world.windows.last()).toMatchObject({ shown: null, isOpen: false });
      expect(world.announced).toEqual([]);
      expect(world.lines).toMatchObject([{ outcome: 'code' }]);
    }
  });
});

describe('the journal of a code that is taken', () => {
  const inTrouble: AppError = { kind: 'refused', why: 'server', status: 503, said: '' };

  let world: CodesWorld;
  beforeEach(() => {
    world = aCodesWorld();
  });

  it('B13 has its line before the service is asked, and the outcome after', async () => {
    let before: unknown;
    world.answers.push((options) => {
      before = structuredClone(world.lines);
      return aCode('x-Ab3#')(options);
    });
    await world.take('reveal');
    const line = {
      seq: 1,
      at: '2026-03-01T10:30:00.000Z',
      accountId: 'a1',
      accountLabel: 'Account a1',
      domain: 'example.com',
      deed: 'reveal',
    };
    expect(before).toEqual([{ ...line, outcome: null }]);
    expect(world.lines).toEqual([{ ...line, outcome: 'code' }]);
    expect(valueOf(await world.codes.accesses('a1', 'example.com'))).toEqual(world.lines);
  });

  it.each<AppError>([
    { kind: 'storage', fault: 'full' },
    { kind: 'journal-broken', journal: 'accesses', seq: 3 },
  ])('that cannot be written keeps the service from being asked: $kind', async (error) => {
    world.given.journalError = error;
    expect(await world.take()).toEqual(fail(error));
    expect(world.asked).toEqual([]);
    expect(world.windows.last().isOpen).toBe(false);
  });

  it('that cannot take the outcome keeps no code from the user', async () => {
    world.answers.push((options) => {
      world.given.journalError = { kind: 'storage', fault: 'full' };
      return aCode('x-Ab3#')(options);
    });
    expect(kindOf(await world.take())).toBe('copied');
    expect(world.lines).toMatchObject([{ outcome: null }]);
  });

  it.each<[CodeOutcome, string, Answer]>([
    ['code', 'copied', aCode('x-Ab3#')],
    ['emailed', 'emailed', emailed],
    ['refused', 'refused', answering(refused)],
    ['not-sent', 'refused', failing(refused)],
    ['unclear', 'refused', answering(inTrouble)],
    ['not-sent', 'refused', failing(inTrouble)],
    ['unclear', 'unclear', answering(unreadable)],
    ['no-answer', 'unreadable', failing({ kind: 'unreadable', status: 200, why: 'cut-short' })],
    ['no-answer', 'unreachable', failing({ kind: 'unreachable', why: 'connection-lost' })],
    ['no-answer', 'unreachable', failing({ kind: 'unreachable', why: 'no-answer-in-time' })],
    ['not-sent', 'unreachable', failing({ kind: 'unreachable', why: 'offline' })],
    ['not-sent', 'not-sent', failing({ kind: 'not-sent', why: 'tls-failed' })],
    ['not-sent', 'no-key', failing({ kind: 'no-key' })],
    ['not-sent', 'keychain', failing({ kind: 'keychain', fault: 'locked' })],
  ])('says %s where the page hears "%s"', async (outcome, kind, answer) => {
    world.answers.push(answer);
    expect(kindOf(await world.take())).toBe(kind);
    expect(world.lines).toMatchObject([{ outcome }]);
    expect(world.windows.last().isOpen).toBe(false);
  });
  it('waits for its place in the account’s order of asking, and writes nothing before it is there', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    // Everything that the account may ask at once.
    const others = Array.from({ length: 4 }, () =>
      world.throttle.run(() => promise, new AbortController().signal),
    );
    const taking = world.codes.take('a1', 'example.com', 'copy');
    await world.time.pass(10);
    expect([world.asked, world.lines]).toEqual([[], []]);
    await world.codes.leave();
    resolve(undefined);
    await Promise.all(others);
    expect(kindOf(await world.time.outcomeOf(taking))).toBe('cancelled');
    expect([world.asked, world.lines]).toEqual([[], []]);
    expect(await world.clipboard.readText()).toBe('');
  });
});
