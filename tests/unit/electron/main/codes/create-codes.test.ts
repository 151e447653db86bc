import { inspect } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { createAccessJournal } from '../../../../../electron/main/codes/asking.ts';
import {
  type ClipboardKeeper,
  createClipboardKeeper,
  isMarked,
  markOf,
} from '../../../../../electron/main/codes/shown-codes.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import type { Workspace } from '../../../../../electron/main/workspace/workspace.ts';
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
import {
  aSecretClipboard,
  codeWindows,
  type FakeSecretClipboard,
} from '../../../../support/codes/code-windows.ts';
import { aVirtualTime, type VirtualTime } from '../../../../support/time/virtual-time.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

describe('taking a code', () => {
  const minuteMs = 60_000;

  let world: CodesWorld;
  beforeEach(() => {
    world = aCodesWorld();
  });

  it('B13 asks first in the code window, for this domain of this account', async () => {
    await world.take();
    expect(world.windows.all).toHaveLength(1);
    expect(world.windows.last().question).toEqual({
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
    world = aCodesWorld({ deps: { portfolio: { find } } });
    await world.take('reveal');
    expect(world.windows.last().question?.lock).toEqual({ state: 'locked', readAt: lock.at });
  });

  it('copies: in the clipboard for its time, the window gone, announced both times', async () => {
    world.given.clearAfterS = 30;
    const taken = valueOf(await world.take());
    expect(taken).toEqual({
      kind: 'copied',
      retrievedAt: '2026-03-01T10:30:00.000Z',
      clearsAt: '2026-03-01T10:30:30.000Z',
    });
    expect(await world.clipboard.readText()).toBe('code-1-Ab#');
    expect(world.windows.last().isOpen).toBe(false);
    await world.time.pass(30_000);
    expect(await world.clipboard.readText()).toBe('');
    const clipboard = { domain: 'example.com', clearsAt: '2026-03-01T10:30:30.000Z' };
    expect(world.announced).toEqual([
      { clipboard, shown: null, canHint: false },
      { clipboard: null, shown: null, canHint: false },
    ]);
  });

  it('reveals: in the window for 20 s, nothing in the clipboard, announced when it comes and when it goes', async () => {
    const taken = valueOf(await world.take('reveal'));
    expect(taken).toEqual({
      kind: 'revealed',
      retrievedAt: '2026-03-01T10:30:00.000Z',
      hidesAt: '2026-03-01T10:30:20.000Z',
    });
    const window = world.windows.last();
    expect(window.shown).toMatchObject({ domain: 'example.com', forMs: 20_000 });
    expect(window.shown?.code.reveal()).toBe('code-1-Ab#');
    expect(await world.clipboard.readText()).toBe('');
    expect(world.codes.now().shown).toEqual({ domain: 'example.com', hidesAt: '2026-03-01T10:30:20.000Z' });
    window.vanish();
    await world.time.pass(1);
    expect(world.codes.now().shown).toBeNull();
    expect(world.announced.map(({ shown }) => shown?.domain ?? null)).toEqual(['example.com', null]);
  });

  describe('B13 once for each click', () => {
    it('has each confirmed in a window of its own, however soon after the one before', async () => {
      for (let click = 1; click <= 7; click += 1) {
        expect(kindOf(await world.take(click % 2 === 0 ? 'reveal' : 'copy'))).toMatch(/copied|revealed/);
        world.windows.last().vanish();
        await world.time.pass(1);
      }
      expect(world.asked).toHaveLength(7);
      expect(world.lines).toHaveLength(7);
      expect(world.windows.all.map(({ question }) => question?.deed)).toEqual(
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
      world.answers.push(answer);
      await world.take();
      await world.time.pass(60 * minuteMs);
      expect(world.asked).toEqual(['example.com']);
    });

    it('answers a second click on a domain with "busy" while the first is on its way', async () => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      world.answers.push(async (options) => {
        await promise;
        return await aCode('late-Ab3#')(options);
      });
      const first = world.codes.take('a1', 'example.com', 'copy');
      await world.time.pass(1);
      expect(await world.take()).toEqual(ok({ kind: 'declined', why: 'busy' }));
      expect(await world.take('copy', 'EXAMPLE.com')).toEqual(ok({ kind: 'declined', why: 'busy' }));
      resolve(undefined);
      expect(kindOf(await world.time.outcomeOf(first))).toBe('copied');
      expect(world.asked).toHaveLength(1);
      expect(kindOf(await world.take())).toBe('copied');
    });

    it('answers with "busy" where the window stands open for another domain', async () => {
      world = aCodesWorld({ windows: codeWindows(null) });
      const first = world.codes.take('a1', 'one.com', 'reveal');
      await world.time.pass(1);
      expect(await world.take('copy', 'two.com')).toEqual(ok({ kind: 'declined', why: 'busy' }));
      world.windows.last().answer(true);
      expect(kindOf(await world.time.outcomeOf(first))).toBe('revealed');
      expect(world.asked).toEqual(['one.com']);
    });
  });

  it('asks nothing and writes nothing where the question is closed', async () => {
    world = aCodesWorld({ windows: codeWindows(false) });
    expect(await world.take()).toEqual(ok({ kind: 'declined', why: 'closed' }));
    expect([world.asked, world.lines]).toEqual([[], []]);
    expect(world.windows.last().isOpen).toBe(false);
    await world.take();
    expect(world.windows.all).toHaveLength(2);
  });

  it('refuses what is no domain', async () => {
    expect(kindOf(await world.take('copy', 'not a name'))).toBe('invalid-input');
    expect(world.windows.all).toEqual([]);
  });

  it('shows of an unclear answer its masked shape and the status', async () => {
    world.answers.push(answering(unreadable, '{"[name 1]":"[masked]"}', 202));
    expect(await world.take()).toEqual(
      ok({
        kind: 'unclear',
        retrievedAt: '2026-03-01T10:30:00.000Z',
        status: 202,
        answer: '{"[name 1]":"[masked]"}',
      }),
    );
  });

  it('closes the window where something is wrong with the program, and is free for the next click', async () => {
    world.answers.push(() => {
      throw new Error('A bug');
    });
    await expect(world.take()).rejects.toThrow('A bug');
    expect(world.windows.last().isOpen).toBe(false);
    expect(kindOf(await world.take())).toBe('copied');
  });
});

describe('the clipboard with a code in it', () => {
  const code = 'CANARY-Ab3#xyz';

  let time: VirtualTime;
  let clipboard: FakeSecretClipboard;
  let keeper: ClipboardKeeper;
  let bugs: unknown[];
  let changes: number;
  let wallJumpMs: number;
  const make = (over: Partial<FakeSecretClipboard> = {}): void => {
    keeper = createClipboardKeeper({
      clipboard: { ...clipboard, ...over },
      timer: time.timer,
      now: () => new Date(time.now().getTime() + wallJumpMs),
      onChange: () => (changes += 1),
      onBug: (thrown) => bugs.push(thrown),
    });
  };
  beforeEach(() => {
    time = aVirtualTime();
    clipboard = aSecretClipboard();
    [bugs, changes, wallJumpMs] = [[], 0, 0];
    make();
  });
  const copied = (text = code, forMs = 15_000) =>
    time.outcomeOf(keeper.copy('a.com', new Secret(text), forMs));
  const content = () => clipboard.readText();

  it('B15 holds it until its time is over, and nothing afterwards', async () => {
    expect(await copied()).toEqual({ domain: 'a.com', clearsAt: '2026-03-01T10:30:15.000Z' });
    expect(keeper.held()).toEqual({ domain: 'a.com', clearsAt: '2026-03-01T10:30:15.000Z' });
    await time.pass(14_999);
    expect(await content()).toBe(code);
    await time.pass(1);
    expect(await content()).toBe('');
    expect(keeper.held()).toBeNull();
    expect(changes).toBe(2);
    expect(bugs).toEqual([]);
  });

  it('B15 loses it at once when that is wanted, and nothing is left to come', async () => {
    await copied();
    await keeper.clear();
    expect(await content()).toBe('');
    expect(keeper.held()).toBeNull();
    clipboard.put(code);
    await time.pass(60_000);
    expect(await content()).toBe(code);
  });

  it('B15 keeps what somebody else copied, also when it is cleared by hand', async () => {
    await copied();
    clipboard.put('a shopping list');
    await keeper.clear();
    expect(await content()).toBe('a shopping list');
  });

  it('B15 gives the next code its whole time', async () => {
    await copied('first-Ab3#', 15_000);
    await time.pass(10_000);
    await copied('second-Ab3#', 15_000);
    await time.pass(10_000);
    expect(await content()).toBe('second-Ab3#');
    await time.pass(5_000);
    expect(await content()).toBe('');
  });

  it('B15 is cleared within a second of waking where its time passed while the machine slept', async () => {
    await copied();
    await time.pass(2_000);
    wallJumpMs = 3_600_000;
    await time.pass(1_000);
    expect(await content()).toBe('');
  });

  it('B15 is cleared in time also where the clock was set back', async () => {
    await copied();
    wallJumpMs = -3_600_000;
    await time.pass(15_000);
    expect(await content()).toBe('');
  });

  it('is cleared after all where other programs held it at first', async () => {
    let refusals = 3;
    make({
      clear: () => (refusals-- > 0 ? Promise.reject(new Error('Busy')) : clipboard.clear()),
    });
    await copied();
    await time.pass(16_000);
    expect(await content()).toBe('');
    expect(bugs).toEqual([]);
  });

  it('is cleared after all where clearing did nothing at first', async () => {
    let silences = 2;
    make({ clear: () => (silences-- > 0 ? Promise.resolve() : clipboard.clear()) });
    await copied();
    await time.pass(16_000);
    expect(await content()).toBe('');
  });

  it('says that it could not be cleared, without the code, and goes on trying when told to', async () => {
    let clears = 0;
    let isStuck = true;
    make({
      clear: () => {
        clears += 1;
        return isStuck ? Promise.reject(new Error('Busy')) : clipboard.clear();
      },
    });
    await copied();
    await time.pass(60_000);
    expect(clears).toBe(5);
    expect(bugs).toHaveLength(1);
    expect(inspect(bugs, { depth: 9 })).not.toContain('CANARY');
    expect(keeper.held()).toEqual({ domain: 'a.com', clearsAt: '2026-03-01T10:30:15.000Z' });
    isStuck = false;
    await keeper.clear();
    expect(await content()).toBe('');
    expect(keeper.held()).toBeNull();
  });

  it('leaves nothing of a copy that failed midway, and says of the one before what is', async () => {
    let fails = false;
    make({
      write: async (secret) => {
        await clipboard.write(secret);
        if (fails) throw new Error('Half written');
      },
    });
    await copied('first-Ab3#');
    fails = true;
    await expect(copied()).rejects.toThrow('Half written');
    expect(await content()).toBe('');
    await time.pass(15_000);
    expect(keeper.held()).toBeNull();
    expect(bugs).toEqual([]);
  });

  it('clears what was copied while clearing was asked for', async () => {
    const copying = keeper.copy('a.com', new Secret(code), 15_000);
    await Promise.all([copying, keeper.clear()]);
    expect(await content()).toBe('');
  });
});

describe('the mark of a code', () => {
  const code = 'CANARY-Ab3#';

  it('B17 knows its own text and no other', () => {
    const mark = markOf(new Secret(code));
    expect(isMarked(mark, code)).toBe(true);
    for (const other of ['', 'CANARY-Ab3', 'canary-ab3#', `${code} `])
      expect(isMarked(mark, other)).toBe(false);
  });

  it('B17 has another salt and another hash each time, and nothing of the text', () => {
    const [one, two] = [markOf(new Secret(code)), markOf(new Secret(code))];
    expect(one.salt).toHaveLength(32);
    expect(one.hash).toHaveLength(32);
    expect(one.salt).not.toEqual(two.salt);
    expect(one.hash).not.toEqual(two.hash);
    expect(isMarked({ ...one, salt: two.salt }, code)).toBe(false);
    expect(inspect(one)).not.toContain('CANARY');
  });
});

describe('asking', () => {
  it('says of a chain that does not hold that it is that of accesses, and where', async () => {
    const written = () => Promise.resolve(ok({ kind: 'broken' as const, seq: 3 }));
    const nothing = (): never => {
      throw new Error('Not asked here');
    };
    const codeAccesses: Workspace['codeAccesses'] = {
      ...{ ask: written, conclude: written, note: written },
      ...{ list: nothing, page: nothing, health: nothing },
    };
    const journal = createAccessJournal({ workspace: { codeAccesses }, now: () => new Date(0) });
    const broken = fail({ kind: 'journal-broken', journal: 'accesses', seq: 3 });
    expect(await journal.asked({ id: 'a1', label: 'Acme' }, 'example.com', 'copy')).toEqual(broken);
    expect(await journal.answered(1, 'code')).toEqual(broken);
    expect(await journal.copiesShown({ id: 'a1', label: 'Acme' }, 'example.com')).toEqual(broken);
  });
});
