import { describe, expect, it } from 'vitest';
import { noFilter } from '#shared/domain/session.ts';
import { exportedInWords } from '../../../../../../renderer/src/bulk/export/ExportDialog.tsx';
import {
  ageInWords,
  countOlder,
  leftInWords,
  percentDone,
  slowedInWords,
  waitingInWords,
} from '../../../../../../renderer/src/bulk/session-words.ts';
import { lengthInWords } from '../../../../../../renderer/src/bulk/session/FilterPopovers.tsx';
import {
  emptyFilter,
  filterAt,
  isFiltered,
  plainChoice,
  readChoice,
  textOfChoice,
} from '../../../../../../renderer/src/bulk/session/session-state.ts';
import { comparable } from '../../../../../../renderer/src/bulk/session/SessionHead.tsx';
import { toggledIn } from '../../../../../../renderer/src/ui/FilterPopover.tsx';
import { aPace, aSession, aSessionId } from '../../../../../support/fake-sessions.ts';

describe('progress', () => {
  const size = { names: 2_000, tlds: ['com'] };

  it.each([
    ['nothing asked', 2_000, 0],
    ['one short of the end', 1, 99],
    ['all asked', 0, 100],
  ])('is rounded down, so that 100 %% means the end: %s', (_, left, percent) =>
    expect(percentDone({ ...size, left })).toBe(percent),
  );
});

describe('the time left', () => {
  it('is told with its range', () =>
    expect(leftInWords({ likely: 720, low: 540, high: 960 })).toBe('about 12 min left (9 min to 16 min)'));

  it('is told alone where the range is nothing', () =>
    expect(leftInWords({ likely: 61, low: 60, high: 62 })).toBe('about 1 min left'));

  it('is never no time at all', () =>
    expect(leftInWords({ likely: 0.2, low: 0, high: 0.4 })).toContain('1 s'));

  it('is not told where it is not known', () => expect(leftInWords(null)).toBe(''));
});

describe('why it is slower than its ceiling', () => {
  it('is not said where it is not', () => expect(slowedInWords(aPace())).toBe(''));

  it('names the reason, and what is allowed now', () =>
    expect(slowedInWords(aPace({ slowedBy: 'latency', allowedPerSecond: 3.24, ceilingPerSecond: 10 }))).toBe(
      'Slowed down: the service answers slowly; now at most 3.2 requests/s of 10',
    ));
});

describe('why it waits', () => {
  it('says that being offline passes by itself', () =>
    expect(waitingInWords({ kind: 'unreachable', why: 'offline' })).toBe('Offline: goes on by itself'));

  it('says what happened otherwise', () =>
    expect(waitingInWords({ kind: 'no-key' })).toContain('This account has no API key.'));
});

describe('ages', () => {
  const checkedAt = Uint32Array.from([0, 100, 5_000, 6_400]);

  it('count what was checked longer ago, and never what was not checked', () =>
    expect(countOlder(checkedAt, 10_000_000, 3_600)).toBe(2));

  it.each([
    [3_600, '1 hour'],
    [36 * 3_600, '36 hours'],
    [7 * 24 * 3_600, '7 days'],
    [90 * 60, '90 minutes'],
  ])('of %i seconds are told as %s', (seconds, words) => expect(ageInWords(seconds)).toBe(words));
});

describe('the filter in words and figures', () => {
  it.each([
    [null, null, null],
    [3, null, 'from 3'],
    [null, 8, 'up to 8'],
    [3, 8, '3–8'],
    [5, 5, '5'],
  ])('tells lengths from %s to %s as %s', (minLength, maxLength, words) =>
    expect(lengthInWords({ minLength, maxLength })).toBe(words),
  );

  it('says exactly what is exported', () =>
    expect(exportedInWords({ rows: new Uint32Array(310), cells: 1_204 })).toBe(
      'Exactly what is shown: 1,204 cells of 310 names.',
    ));

  it('takes none and all for no filter, and keeps the order of the table', () => {
    const all = ['a', 'b', 'c'];
    expect(toggledIn(all, null, 'b')).toEqual(['b']);
    expect(toggledIn(all, ['b'], 'a')).toEqual(['a', 'b']);
    expect(toggledIn(all, ['a', 'b'], 'c')).toBeNull();
    expect(toggledIn(all, ['b'], 'b')).toBeNull();
  });

  it('turns an age into instants of the moment', () => {
    const older = filterAt({ ...emptyFilter, age: { than: 'older', seconds: 60 } }, 100_000);
    expect(older).toEqual({ ...noFilter, checkedBefore: 40 });
    const newer = filterAt({ ...emptyFilter, age: { than: 'newer', seconds: 60 } }, 100_000);
    expect(newer).toEqual({ ...noFilter, checkedAfter: 40 });
  });
});

describe('a view that was kept', () => {
  it('comes back as it was', () => {
    const choice = {
      filter: { ...emptyFilter, tlds: ['com'], kinds: ['premium'], age: { than: 'newer', seconds: 60 } },
      sort: { by: 'available', descending: true },
      density: 'compact',
      nameWidth: 300,
      side: 'summary',
    } as const;
    expect(readChoice(textOfChoice(choice))).toEqual(choice);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '{"filter":'],
    ['something else', '[1,2]'],
    ['null', 'null'],
    [
      'a newer version’s',
      '{"version":9,"filter":{"kinds":["minted"],"age":{"than":"about","seconds":-1}},"sort":{"by":"price"},"side":"map"}',
    ],
  ])('is plain where %s was kept', (_, text) => expect(readChoice(text)).toEqual(plainChoice));

  it('is no filter until something is left out by it', () => {
    expect(isFiltered(readChoice('').filter)).toBe(false);
    expect(isFiltered({ ...emptyFilter, shortlistedOnly: true })).toBe(true);
  });
});

describe('what a session can be compared with', () => {
  const base = aSession({ id: aSessionId(1), createdAt: '2026-11-20T08:00:00.000Z' });
  const rerun = aSession({
    id: aSessionId(2),
    rerunOf: aSessionId(1),
    changedAt: '2026-11-20T09:00:00.000Z',
  });
  const alike = aSession({ id: aSessionId(3), changedAt: '2026-11-21T09:00:00.000Z' });
  const other = aSession({ id: aSessionId(4), tlds: ['com', 'org'] });

  it('is its reruns first, then those of the same size, and none over other TLDs', () =>
    expect(comparable(base, [alike, other, base, rerun]).map(({ id }) => id)).toEqual([
      aSessionId(2),
      aSessionId(3),
    ]));

  it('holds where the first of the chain was removed', () => {
    const second = aSession({
      id: aSessionId(5),
      rerunOf: aSessionId(1),
      changedAt: '2026-11-01T09:00:00.000Z',
    });
    expect(comparable(rerun, [alike, second, rerun])[0]?.id).toBe(aSessionId(5));
  });
});
