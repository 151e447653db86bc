import { beforeEach, describe, expect, it, vi } from 'vitest';
import { noFilter, type Session } from '#shared/domain/session.ts';
import { ok, type Result } from '#shared/result.ts';
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
});

describe('the rows that are shown', () => {
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
