import { describe, expect, it } from 'vitest';
import { noFilter } from '#shared/domain/session.ts';
import { exportedInWords } from '../../../../../../renderer/src/bulk/export/ExportDialog.tsx';
import { lengthInWords } from '../../../../../../renderer/src/bulk/session/FilterPopovers.tsx';
import {
  emptyFilter,
  filterAt,
  isFiltered,
  plainChoice,
  readChoice,
  textOfChoice,
} from '../../../../../../renderer/src/bulk/session/session-state.ts';
import { toggledIn } from '../../../../../../renderer/src/ui/Filters.tsx';

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
      sort: { by: 'register', descending: true, tld: 'com' },
      show: 'renew',
      hidesEmpty: true,
      density: 'compact',
      nameWidth: 300,
      side: 'summary',
      left: { place: { row: 7, column: null }, top: 3 },
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

  it('shows marks where it was kept before there were prices', () =>
    expect(readChoice('{"version":1,"density":"compact"}')).toMatchObject({
      show: 'marks',
      density: 'compact',
    }));

  it('is no filter until something is left out by it', () => {
    expect(isFiltered(readChoice('').filter)).toBe(false);
    expect(isFiltered({ ...emptyFilter, shortlistedOnly: true })).toBe(true);
  });
});
