import { describe, expect, it } from 'vitest';
import { byCause } from '../../../../../renderer/src/search/SearchScreen.tsx';
import { byLetter, toggled } from '../../../../../renderer/src/search/TldChoices.tsx';

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
