import { inspect } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type ClipboardKeeper,
  createClipboardKeeper,
  isMarked,
  markOf,
} from '../../../../../electron/main/codes/shown-codes.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { aSecretClipboard, type FakeSecretClipboard } from '../../../../support/codes/a-secret-clipboard.ts';
import { aVirtualTime, type VirtualTime } from '../../../../support/time/virtual-time.ts';

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

  it('B15 keeps what somebody else copied in between', async () => {
    await copied();
    clipboard.put('a shopping list');
    await time.pass(15_000);
    expect(await content()).toBe('a shopping list');
    expect(keeper.held()).toBeNull();
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

  it('B15 leaves a copy of ours for which no time runs any more', async () => {
    await copied();
    await copied();
    expect(changes).toBe(2);
    await time.pass(15_000);
    expect(await content()).toBe('');
    expect(changes).toBe(3);
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
