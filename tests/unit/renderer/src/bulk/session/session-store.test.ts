import { beforeEach, describe, expect, it, vi } from 'vitest';
import { noFilter, type Session } from '#shared/domain/session.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import {
  plainChoice,
  textOfChoice,
  emptyFilter,
  filterAt,
  readChoice,
} from '../../../../../../renderer/src/bulk/session/session-state.ts';
import { aFrame, anOpening, anOpenSession, theSession } from './an-open-session.ts';
import { exportedInWords } from '../../../../../../renderer/src/bulk/export/ExportDialog.tsx';
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

describe('the filter in words and figures', () => {
  it('says exactly what is exported', () =>
    expect(exportedInWords({ rows: new Uint32Array(310), cells: 1_204 })).toBe(
      'Exactly what is shown: 1,204 checks of 310 names.',
    ));

  it('turns an age into instants of the moment', () => {
    const older = filterAt({ ...emptyFilter, age: { than: 'older', seconds: 60 } }, 100_000);
    expect(older).toEqual({ ...noFilter, checkedBefore: 40 });
    const newer = filterAt({ ...emptyFilter, age: { than: 'newer', seconds: 60 } }, 100_000);
    expect(newer).toEqual({ ...noFilter, checkedAfter: 40 });
  });
});

describe('a view that was kept', () => {
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
});
