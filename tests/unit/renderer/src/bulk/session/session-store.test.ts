import { beforeEach, describe, expect, it, vi } from 'vitest';
import { noFilter, cellCode, shortlistBit, type Session } from '#shared/domain/session.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import {
  plainChoice,
  textOfChoice,
  emptyFilter,
  filterAt,
  isFiltered,
  readChoice,
} from '../../../../../../renderer/src/bulk/session/session-state.ts';
import { aFrame, anOpening, anOpenSession, theSession } from './an-open-session.ts';
import { exportedInWords } from '../../../../../../renderer/src/bulk/export/ExportDialog.tsx';
import { nameInWords } from '../../../../../../renderer/src/bulk/session/FilterPopovers.tsx';
import { toggledIn } from '../../../../../../renderer/src/ui/Filters.tsx';
import { shortlistOf } from '../../../../../../renderer/src/bulk/session/session-actions.ts';
import { aModel, anOpening as aGridOpening } from '../../grid/a-model.ts';
import { valueOf } from '../../../../../../renderer/src/remote.ts';

beforeEach(() => void vi.useFakeTimers());

const busy = { kind: 'storage', fault: 'busy' } as const;

describe('opening a session', () => {
  it('listens for the port before it asks, so that findings which come first are not lost', async () => {
    const { get, ports, asked } = await anOpenSession({ open: () => new Promise(() => undefined) });
    expect(asked('open')).toEqual([{ id: theSession().id, viewId: 'view-1' }]);
    expect(ports.listening()).toEqual(['view-1']);
    expect(get().model?.counts().available).toBe(2);
  });

  it('shows it as it was last looked at', async () => {
    const view = textOfChoice({
      ...plainChoice,
      filter: { ...plainChoice.filter, kinds: ['available'] },
      sort: { by: 'name', descending: true },
      left: { place: { row: 0, column: 1 }, top: 2 },
    });
    const { get, shownNames, topRow } = await anOpenSession({}, theSession({ view }));
    expect(get().choice.sort).toEqual({ by: 'name', descending: true });
    expect(shownNames()).toEqual(['bakery']);
    expect(get().selected?.focus).toEqual({ row: 0, column: 1 });
    expect(topRow()).toBe(2);
  });

  it.each([
    ['a name that there is not', { row: 3, column: 0 }],
    ['a TLD that there is not', { row: 0, column: 2 }],
    ['no number', { row: -1, column: 0 }],
    ['no place', 'there'],
  ])('selects nothing where %s was stored', async (_what, place) => {
    const view = JSON.stringify({ left: { place, top: null } });
    const { get } = await anOpenSession({}, theSession({ view }));
    expect(get().selected).toBeNull();
    expect(get().shown).not.toBeNull();
  });

  it('lets a late answer lose to what main has told meanwhile', async () => {
    const answer = Promise.withResolvers<Result<Session>>();
    const { bridge, get } = await anOpenSession({ open: () => answer.promise });
    bridge.tell('sessions.changed', { sessions: [theSession({ state: 'paused' })], removed: [] });
    answer.resolve(ok(theSession({ state: 'running' })));
    await vi.advanceTimersByTimeAsync(0);
    expect(valueOf(get().session)?.state).toBe('paused');
  });

  it('says so when it fails, and opens at the second try', async () => {
    let tries = 0;
    const { get, open } = await anOpenSession({
      open: () => Promise.resolve((tries += 1) === 1 ? fail(busy) : ok(theSession())),
    });
    expect(get().session).toMatchObject({ status: 'failed', error: busy });
    await open();
    expect(get().session.status).toBe('ready');
  });

  it('says that the findings are still on their way after three seconds, and not once they are there', async () => {
    const { get, open, ports } = await anOpenSession();
    void open();
    await vi.advanceTimersByTimeAsync(2_999);
    expect(get().port).toBe('opening');
    await vi.advanceTimersByTimeAsync(1);
    expect(get().port).toBe('slow');
    ports.send('view-2', anOpening());
    expect(get().port).toBe('open');
  });
});

describe('the user’s own names', () => {
  const available = { ...plainChoice, filter: { ...plainChoice.filter, kinds: ['available'] as const } };

  it('are left out of the available ones at once when they are first known, and after the port is opened anew', async () => {
    const { get, own, open, ports } = await anOpenSession({}, theSession({ view: textOfChoice(available) }));
    expect(get().shown?.view.cells).toBe(2);
    own(new Set(['bakery.com']));
    expect([get().shown?.view.cells, get().newer]).toEqual([1, 0]);
    void open();
    ports.send('view-2', anOpening());
    expect(get().model?.counts()).toMatchObject({ available: 1, yours: 1 });
  });

  it('move no row that the user works with when one is added later', async () => {
    const { get, own, touch } = await anOpenSession({}, theSession({ view: textOfChoice(available) }));
    own(new Set(['bakery.com']));
    touch();
    own(new Set(['bakery.com', 'bakery.net']));
    expect([get().shown?.view.rows.length, get().newer]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect([get().shown?.view.rows.length, get().newer]).toEqual([0, 0]);
    expect(get().model?.counts()).toMatchObject({ available: 0, yours: 2 });
  });
});

describe('following a session', () => {
  it('takes what main tells of it, and nothing of others', async () => {
    const { bridge, get } = await anOpenSession();
    const other = theSession({ id: '00000000-0000-4000-8000-000000000009', name: 'Other' });
    bridge.tell('sessions.changed', { sessions: [other, theSession({ name: 'Renamed' })], removed: [] });
    expect(valueOf(get().session)?.name).toBe('Renamed');
  });

  it('knows that it was removed elsewhere', async () => {
    const { bridge, get } = await anOpenSession();
    bridge.tell('sessions.changed', { sessions: [], removed: [theSession().id] });
    expect(get().isRemoved).toBe(true);
  });

  it('knows that the way to the findings was cut, and finds it again', async () => {
    const { ports, get, open } = await anOpenSession();
    ports.lose('view-1');
    expect(get().port).toBe('lost');
    await open();
    ports.send('view-2', anOpening());
    expect(get().port).toBe('open');
    expect(ports.listening()).toEqual(['view-2']);
  });

  it('has the counts drawn four times a second, however many frames come', async () => {
    const { get, tell } = await anOpenSession();
    const before = get().counted;
    for (let frame = 0; frame < 20; frame += 1) {
      tell(aFrame({ 4: 'taken' }));
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(get().counted - before).toBe(4);
  });

  it('takes the pace and what is left from each frame', async () => {
    const { get, tell } = await anOpenSession();
    tell(aFrame({ 4: 'taken' }, { left: 1 }));
    expect(valueOf(get().session)?.left).toBe(1);
  });

  it('lets go of the port and the view when it is left, and keeps how it was looked at', async () => {
    const { leave, filterBy, ports, asked } = await anOpenSession();
    filterBy({ minLength: 6 });
    leave();
    expect(ports.listening()).toEqual([]);
    expect(asked('close')).toEqual([{ viewId: 'view-1' }]);
    expect(asked('saveView')).toEqual([
      { id: theSession().id, view: expect.stringContaining('"minLength":6') as string },
    ]);
  });
});

describe('the rows that are shown', () => {
  it('follow a choice at once', async () => {
    const { filterBy, sortBy, shownNames } = await anOpenSession();
    filterBy({ kinds: ['available', 'taken'] });
    expect(shownNames()).toEqual(['bakery', 'cedar']);
    sortBy({ by: 'entered', descending: true });
    expect(shownNames()).toEqual(['cedar', 'bakery']);
  });

  it('are without the TLDs under which nothing matches where these are hidden, and with them again', async () => {
    const { filterBy, hideEmpty, shownTlds, shownNames, asked, get } = await anOpenSession();
    filterBy({ kinds: ['taken'] });
    expect(shownTlds()).toEqual(['com', 'net']);
    hideEmpty(true);
    expect(shownTlds()).toEqual(['com']);
    expect(shownNames()).toEqual(['cedar']);
    filterBy({ kinds: ['available'] });
    expect(shownTlds()).toEqual(['com', 'net']);
    filterBy({ kinds: ['premium'] });
    expect([shownNames(), shownTlds()]).toEqual([[], ['com', 'net']]);
    filterBy({ kinds: ['taken'] });
    hideEmpty(false);
    expect(shownTlds()).toEqual(['com', 'net']);
    hideEmpty(true);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(JSON.stringify(asked('saveView').at(-1))).toContain('hidesEmpty\\":true');
    const view = textOfChoice({ ...get().choice });
    const again = await anOpenSession({}, theSession({ view }));
    expect(again.shownTlds()).toEqual(['com']);
  });

  it('follow what is typed once it rests', async () => {
    const { filterBy, shownNames } = await anOpenSession();
    filterBy({ text: 'd' });
    filterBy({ text: 'dr' });
    await vi.advanceTimersByTimeAsync(119);
    expect(shownNames()).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(shownNames()).toEqual(['drift']);
  });

  it('stay in their places under a hand, and say how much is newer', async () => {
    const { filterBy, touch, tell, shownNames, get } = await anOpenSession();
    filterBy({ kinds: ['available'] });
    touch();
    tell(aFrame({ 4: 'available', 5: 'available' }));
    await vi.advanceTimersByTimeAsync(1_999);
    expect(shownNames()).toEqual(['bakery']);
    expect(get().newer).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(shownNames()).toEqual(['bakery', 'drift']);
    expect(get().newer).toBe(0);
  });

  it('count no star as a newer result, unless only the shortlist is shown', async () => {
    const { filterBy, touch, tell, get } = await anOpenSession();
    const starred = (seconds: number) => aFrame({ 0: 'starred' }, { checkedAt: Uint32Array.of(seconds) });
    filterBy({ kinds: ['available'] });
    touch();
    tell(starred(1_000));
    expect(get().newer).toBe(0);
    tell(starred(2_000));
    expect(get().newer).toBe(1);
    filterBy({ shortlistedOnly: true });
    touch();
    tell(starred(2_000));
    expect(get().newer).toBe(1);
  });

  it('wait again when the hand comes back before the rest is over', async () => {
    const { filterBy, touch, tell, shownNames } = await anOpenSession();
    filterBy({ kinds: ['available'] });
    touch();
    tell(aFrame({ 4: 'available' }));
    await vi.advanceTimersByTimeAsync(1_500);
    touch();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(shownNames()).toEqual(['bakery']);
    await vi.advanceTimersByTimeAsync(500);
    expect(shownNames()).toEqual(['bakery', 'drift']);
  });

  it('are put in their places twice a second at most while nobody touches them', async () => {
    const { filterBy, tell, store } = await anOpenSession();
    filterBy({ kinds: ['available'] });
    await vi.advanceTimersByTimeAsync(1_000);
    let times = 0;
    store.subscribe((state, before) => {
      if (state.shown !== before.shown) times += 1;
    });
    for (let frame = 0; frame < 20; frame += 1) {
      tell(aFrame({ 4: frame % 2 === 0 ? 'available' : 'taken' }));
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(times).toBe(3); // After 0, 500 and 1,000 ms.
  });

  it('follow the more rarely the longer the filtering takes', async () => {
    const { filterBy, tell, get, shownNames } = await anOpenSession();
    const { model } = get();
    if (model === null) throw new Error('The findings have not arrived');
    const { matrix } = model;
    vi.spyOn(model, 'matrix', 'get').mockImplementation(() => {
      vi.setSystemTime(Date.now() + 100); // What a filtering of some millions of cells takes.
      return matrix;
    });
    filterBy({ kinds: ['available'] });
    tell(aFrame({ 4: 'available' }));
    await vi.advanceTimersByTimeAsync(1_999);
    expect(shownNames()).toEqual(['bakery']);
    await vi.advanceTimersByTimeAsync(1);
    expect(shownNames()).toEqual(['bakery', 'drift']);
  });

  it('are never stale where findings cannot change them', async () => {
    const { filterBy, tell, get } = await anOpenSession();
    filterBy({ minLength: 2 });
    const { shown } = get();
    tell(aFrame({ 4: 'available' }));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(get().newer).toBe(0);
    expect(get().shown).toBe(shown);
  });

  it('can be called for', async () => {
    const { filterBy, touch, tell, refresh, shownNames } = await anOpenSession();
    filterBy({ kinds: ['available'] });
    touch();
    tell(aFrame({ 4: 'available' }));
    refresh();
    expect(shownNames()).toEqual(['bakery', 'drift']);
  });

  it('are those of everything after one click, and the order stays', async () => {
    const { filterBy, sortBy, clearFilter, shownNames } = await anOpenSession();
    sortBy({ by: 'entered', descending: true });
    filterBy({ kinds: ['premium'], text: 'x', shortlistedOnly: true });
    clearFilter();
    expect(shownNames()).toEqual(['drift', 'cedar', 'bakery']);
  });
});

describe('where the grid is', () => {
  it('is saved once it rests: the cell with the focus, and the uppermost row by its name', async () => {
    const { select, seeRows, sortBy, asked } = await anOpenSession();
    sortBy({ by: 'entered', descending: true });
    for (const row of [0, 1, 2]) {
      select({ anchor: { row, column: null }, focus: { row, column: null } });
      seeRows(row, row + 1);
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.advanceTimersByTimeAsync(600);
    expect(asked('saveView')).toHaveLength(1);
    // In this order the third row is the one that was entered first.
    expect(asked('saveView')).toMatchObject([
      { view: expect.stringContaining('"left":{"place":{"row":2,"column":null},"top":0}') as string },
    ]);
  });

  it('is saved at once when the window closes', async () => {
    const { select, saveView, asked } = await anOpenSession();
    select({ anchor: { row: 1, column: 0 }, focus: { row: 1, column: 0 } });
    await saveView();
    expect(asked('saveView')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked('saveView')).toHaveLength(1);
  });
});

describe('a choice', () => {
  it('is kept once it rests, the newest alone', async () => {
    const { filterBy, showDensity, asked } = await anOpenSession();
    filterBy({ minLength: 2 });
    await vi.advanceTimersByTimeAsync(599);
    showDensity('compact');
    await vi.advanceTimersByTimeAsync(599);
    expect(asked('saveView')).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked('saveView')).toHaveLength(1);
  });
});

describe('the filter in words and figures', () => {
  it.each([
    [null, null, null],
    [3, null, 'from 3'],
    [null, 8, 'up to 8'],
    [3, 8, '3–8'],
    [5, 5, '5'],
  ])('tells lengths from %s to %s as %s', (minLength, maxLength, words) =>
    expect(nameInWords({ minLength, maxLength, noDigits: false, noHyphens: false })).toBe(words),
  );

  it('tells what names must not have beside their length', () =>
    expect(nameInWords({ minLength: null, maxLength: 8, noDigits: true, noHyphens: true })).toBe(
      'up to 8, no digits, no hyphens',
    ));

  it('says exactly what is exported', () =>
    expect(exportedInWords({ rows: new Uint32Array(310), cells: 1_204 })).toBe(
      'Exactly what is shown: 1,204 checks of 310 names.',
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

const available = cellCode('available', null);

const taken = cellCode('taken', null);

/** The places of the shortlist that can be registered, and how many cells were looked at for them. */
function registrable(codes: readonly number[]) {
  const { model } = aModel(aGridOpening(['a', 'b', 'c'], ['com', 'de'], codes));
  let looks = 0;
  const counting = new Proxy(model.matrix.codes, {
    get(target, key) {
      // A method walks over all of them.
      if (key !== 'length') looks += /^\d+$/.test(String(key)) ? 1 : target.length;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const places = shortlistOf({ ...model, matrix: { ...model.matrix, codes: counting } }, true);
  return { places, looks };
}

describe('the shortlist of a session', () => {
  it('has the starred cells that can be registered, in the order of entry', () => {
    const codes = [taken | shortlistBit, available, available, available | shortlistBit, available];
    expect(registrable([...codes, available | shortlistBit]).places).toEqual([
      { row: 1, column: 1 },
      { row: 2, column: 1 },
    ]);
  });

  it('is found without a look at the cells where it is empty, or behind its last one', () => {
    expect(registrable(Array<number>(6).fill(available))).toEqual({ places: [], looks: 0 });
    const early = registrable([available, available | shortlistBit, ...Array<number>(4).fill(taken)]);
    expect(early.places).toEqual([{ row: 0, column: 1 }]);
    expect(early.looks).toBeLessThan(4);
  });
});
