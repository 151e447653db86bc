import { describe, expect, it } from 'vitest';
import { byCause } from '../../../../../renderer/src/search/SearchScreen.tsx';
import { byLetter, toggled } from '../../../../../renderer/src/search/TldChoices.tsx';
import { moveFor, windowOf } from '../../../../../renderer/src/ui/virtual-list.ts';

describe('moving through the list', () => {
  it.each([
    ['down', 'ArrowDown', 3, 4],
    ['down at the end', 'ArrowDown', 99, 99],
    ['down from nowhere', 'ArrowDown', -1, 0],
    ['up', 'ArrowUp', 3, 2],
    ['up at the top, out of the list', 'ArrowUp', 0, -1],
    ['to the beginning', 'Home', 50, 0],
    ['to the end', 'End', 50, 99],
    ['a page down', 'PageDown', 95, 99],
    ['a page up', 'PageUp', 5, 0],
  ])('goes %s', (_, key, at, to) => expect(moveFor(key, at, 100)).toBe(to));

  it('leaves other keys alone', () => expect(moveFor('x', 3, 100)).toBeNull());
});

describe('the rows that are drawn', () => {
  it('are those in sight and eight beside them, of any number', () => {
    expect(windowOf(36_000, 720, 36, 1_000_000)).toEqual({ first: 992, end: 1_028 });
  });

  it('end where the list ends', () => expect(windowOf(0, 720, 36, 5)).toEqual({ first: 0, end: 5 }));
});

describe('what stands in the way', () => {
  it('is told once for each cause, with all names it concerns', () => {
    const offline = { kind: 'unreachable', why: 'offline' } as const;
    const causes = byCause([
      { tlds: ['com', 'net'], error: offline },
      { tlds: ['org'], error: { kind: 'no-key' } },
      { tlds: ['io'], error: offline },
    ]);
    expect(causes).toEqual([
      { error: offline, count: 3 },
      { error: { kind: 'no-key' }, count: 1 },
    ]);
  });
});

describe('picking TLDs', () => {
  it('finds them by any part, with or without the dot, under their first letter', () => {
    const sections = byLetter(['.co.uk', '.com', '.uk', '.de'], new Set(), '.UK');
    expect(sections).toEqual([
      { letter: 'C', tlds: ['co.uk'] },
      { letter: 'U', tlds: ['uk'] },
    ]);
  });

  it('shows a pick that the service’s list does not have', () => {
    expect(byLetter(['com'], new Set(['shop']), '').map((section) => section.letter)).toEqual(['C', 'S']);
  });

  it('turns one on and off', () => {
    expect([...toggled(toggled(new Set(['com']), 'net'), 'com')]).toEqual(['net']);
  });

  it('copes with two thousand in the time of a key press', () => {
    const many = Array.from({ length: 2_000 }, (_, index) => `tld${String(index)}`);
    const start = performance.now();
    byLetter(many, new Set(), '9');
    expect(performance.now() - start).toBeLessThan(100);
  });
});
