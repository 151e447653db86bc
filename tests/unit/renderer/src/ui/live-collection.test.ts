import { describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '#shared/result.ts';
import { createPaged, type PageOf, rowAt } from '../../../../../renderer/src/ui/live-collection.ts';

const numbers = (offset: number, limit: number, total: number): PageOf<number, null> => ({
  rows: Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, index) => offset + index),
  total,
  more: null,
});

function aList(total = 25) {
  const asked: number[] = [];
  const list = createPaged<number, null>(10, (offset, limit) => {
    asked.push(offset);
    return Promise.resolve(ok(numbers(offset, limit, total)));
  });
  const at = (index: number) => rowAt(list.getState().pages, 10, index);
  return { list, asked, at };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a long list', () => {
  it('reads the pages that come into sight, each once', async () => {
    const { list, asked, at } = aList();
    await list.anew();
    list.show(8, 22);
    list.show(8, 22);
    await settled();
    expect(asked).toEqual([0, 10, 20]);
    expect([at(0), at(11), at(24), at(25)]).toEqual([0, 11, 24, null]);
  });

  it('reads again only what is in sight, and forgets what is not', async () => {
    const { list, asked, at } = aList();
    await list.anew();
    list.show(10, 20);
    await settled();
    asked.length = 0;
    await list.again();
    expect(asked).toEqual([10]);
    expect([at(0), at(10)]).toEqual([null, 10]);
  });

  it('lets a late answer lose to a newer question', async () => {
    const answers: ((page: Result<PageOf<string, null>>) => void)[] = [];
    const list = createPaged<string, null>(10, () => new Promise((resolve) => answers.push(resolve)));
    const first = list.anew();
    const second = list.anew();
    answers[1]?.(ok({ rows: ['new'], total: 1, more: null }));
    await second;
    answers[0]?.(ok({ rows: ['old'], total: 1, more: null }));
    await first;
    expect(rowAt(list.getState().pages, 10, 0)).toBe('new');
  });

  /** Three numbers that were read once, and cannot be read any more. */
  async function breaking() {
    let isBroken = false;
    const list = createPaged<number, null>(10, (offset, limit) =>
      Promise.resolve(
        isBroken ? fail({ kind: 'storage', fault: 'busy' } as const) : ok(numbers(offset, limit, 3)),
      ),
    );
    await list.anew();
    isBroken = true;
    return list;
  }

  it('keeps what is shown until another question is answered, and drops it where that fails', async () => {
    const list = await breaking();
    const asked = list.anew();
    expect(rowAt(list.getState().pages, 10, 2)).toBe(2);
    await asked;
    expect(list.getState()).toMatchObject({ total: null, error: { kind: 'storage' } });
  });

  it('keeps what is shown where reading the same again fails', async () => {
    const list = await breaking();
    await list.again();
    expect(list.getState()).toMatchObject({ total: 3, error: { kind: 'storage' } });
    expect(rowAt(list.getState().pages, 10, 2)).toBe(2);
  });
});
