import { describe, expect, it } from 'vitest';
import { keptText, marksIn } from '../../../../../electron/main/changes/marks.ts';

/** What Windows' keychain takes of one entry, as UTF-16 and as UTF-8. */
const mostBytes = 2_560;

const markOf = (n: number, place: string, digits = 1) => ({
  workspaceId: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  place,
  entries: 10 ** digits - 1,
  hash: String(n % 10).repeat(64),
});

describe('(G3) the marks in a keychain', () => {
  const places = [
    '/home/anna/.config/Namedesk/workspace',
    'C:\\Users\\anna.longname\\AppData\\Roaming\\Namedesk\\workspace'.padStart(120, 'x'),
    '\\'.repeat(120),
    '"'.repeat(120),
    '\u0001'.repeat(120),
    '漢'.repeat(120),
    '😀'.repeat(60),
    '\ud800'.repeat(120),
  ];

  it.each(places)('never take more than the smallest keychain does: in %j', (place) => {
    for (let count = 0; count <= 20; count += 1) {
      const all = Array.from({ length: count }, (_, n) => markOf(n, place, 15));
      const text = keptText(all);
      expect(2 * text.length).toBeLessThanOrEqual(mostBytes);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(mostBytes);
      // The last ones are the workspace's own.
      const kept = marksIn(text) ?? [];
      expect(all.slice(all.length - kept.length)).toEqual(kept);
      expect(kept.length).toBeGreaterThanOrEqual(Math.min(count, 1));
    }
  });

  it('are all kept at places of an ordinary length: three of others, three that were missed, and the own', () => {
    const all = Array.from({ length: 7 }, (_, n) => markOf(n, places[0] ?? '', 7));
    expect(marksIn(keptText(all))).toEqual(all);
  });

  it('are read as they were stored before', () => {
    const all = [markOf(1, '/a'), markOf(2, '/b')];
    expect(marksIn(JSON.stringify(all))).toEqual(all);
    for (const other of ['', 'x', '{}', '[1]', '[["a"]]']) expect(marksIn(other)).toBeNull();
  });
});
