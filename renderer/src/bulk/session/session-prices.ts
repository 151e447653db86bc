import type { StoreApi } from 'zustand/vanilla';
import type { SessionFrame } from '#shared/areas/session-port.ts';
import { buyableCodes, type CellOffers, noOffer, priceKindOf } from '#shared/domain/session-prices.ts';
import type { SessionView } from '#shared/domain/session.ts';
import type { Bridge } from '../../client.ts';
import type { GridModel } from '../../grid/grid-model.ts';
import { coalesced } from '../../ui/live-collection.ts';
import { needsPrices, type SessionState, type ViewChoice } from './session-state.ts';
import { mostFlaggedNames, mostPricedCells } from '#shared/domain/bounds.ts';
import type { NamedPriceChange, PriceChange } from '#shared/domain/seen-prices.ts';
import { valueOf } from '../../remote.ts';

interface PricesDeps {
  readonly sessionId: string;
  readonly request: Pick<Bridge['request'], 'sessions' | 'watching'>;
}

/** The shown rows, which an order by price moves. */
interface OrderedRows {
  readonly refresh: () => void;
  readonly follow: (cells: number) => void;
}

/** In milliseconds: the minimum time between two requests for findings that have just arrived. */
const everyMs = 250;

/**
 * Reads prices into the model, request after request: first those of the rows in sight, where prices are shown; then those that
 * the order needs. Each is read once, and again after its cell was answered again. While marks are shown, nothing is read.
 */
export function createPriceReader(
  { getState: get, setState: set }: StoreApi<SessionState>,
  { request, sessionId }: PricesDeps,
  rows: OrderedRows,
) {
  let sight = nothingSeen;
  const flags = createFlagReader(get, request, () => (isEnded ? nothingSeen : sight));
  let [isReading, isWanted, isChosen, isEnded] = [false, false, false, false];
  let firstRow = 0; // Before it nothing is left to be read for the order.
  /** Cells that were answered again while their prices were read: what was read may be of the earlier answer. */
  const outdated = new Set<number>();

  function wanted(): Wanted {
    const next = wantedOf(pricedOf(get()), sight, firstRow);
    ({ firstRow } = next);
    return next;
  }

  async function readAll(): Promise<void> {
    let hasOrdered = false;
    for (let next = wanted(); next.cells.length > 0; next = wanted()) {
      const { model } = get();
      outdated.clear();
      const result = await request.sessions.prices({ id: sessionId, cells: next.cells });
      if (isEnded || model === null || model !== get().model) return;
      if (!result.ok) {
        isWanted = false;
        set({ failed: { action: 'prices', error: result.error } });
        return;
      }
      model.putPrices(next.cells, current(next.cells, result.value, outdated));
      // What was read for the rows in sight may be all that the order waits for.
      hasOrdered ||= needsPrices(get().choice);
      set(progressOf(get(), next));
    }
    // The user waits for an order that was just chosen; later ones move rows only when nobody works in the grid.
    if (hasOrdered && isChosen) rows.refresh();
    else if (hasOrdered) rows.follow(0);
    isChosen = false;
  }

  /** Called while it reads, it looks once more afterwards for what is wanted by then. */
  async function read(): Promise<void> {
    if (pricedOf(get()) === null) return;
    isWanted = true;
    if (isReading) return;
    isReading = true;
    while (isWanted) {
      isWanted = false;
      await readAll();
    }
    isReading = false;
    flags.readSoon();
    if (get().unpriced > 0) set({ unpriced: 0 });
  }

  const readSoon = coalesced(() => void read(), everyMs);

  return {
    /** The session was opened; or its filter, its order or what is shown was chosen. */
    choose: (): void => {
      isEnded = false;
      isChosen = pricedOf(get()) !== null;
      firstRow = 0;
      void read();
    },
    /** The rows that are visible now. */
    see: (first: number, end: number): void => {
      sight = { first, end };
      void read();
    },
    follow: ({ cells }: Pick<SessionFrame, 'cells'>): void => {
      if (cells.length === 0) return;
      if (isReading) cells.forEach((cell) => outdated.add(cell));
      firstRow = earliestRow(cells, get(), firstRow);
      readSoon();
    },
    end: () => void (isEnded = true),
  };
}

/** The first row with one of these cells, or one before it. */
const earliestRow = (cells: SessionFrame['cells'], { model }: SessionState, before: number): number =>
  cells.reduce(
    (row, cell) => Math.min(row, Math.floor(cell / (model?.matrix.tlds.length ?? Infinity))),
    before,
  );

/** After a part was read: an earlier failure is over. */
function progressOf({ model, failed, unpriced }: SessionState, { isForOrder, firstRow }: Wanted) {
  return {
    failed: failed?.action === 'prices' ? null : failed,
    unpriced: isForOrder && model !== null ? model.matrix.names.length - firstRow : unpriced,
  };
}

const nothingSeen: Sight = { first: 0, end: 0 };

/** What prices are read for. */
interface Priced {
  readonly model: GridModel;
  readonly view: SessionView;
  readonly choice: ViewChoice;
}

/** Null where no price is wanted. */
function pricedOf({ model, shown, choice }: SessionState): Priced | null {
  if (model === null || shown === null) return null;
  const isWanted = choice.show !== 'marks' || needsPrices(choice);
  return isWanted ? { model, view: shown.view, choice } : null;
}

interface Wanted {
  readonly cells: readonly number[];
  readonly isForOrder: boolean;
  /** As in `createPriceReader`. */
  readonly firstRow: number;
}

const nothing: Wanted = { cells: [], isForOrder: false, firstRow: 0 };

function wantedOf(state: Priced | null, { first, end }: Sight, firstRow: number): Wanted {
  if (state === null) return nothing;
  const cells: number[] = [];
  const { view, choice, model } = state;
  for (const row of choice.show === 'marks' ? [] : view.rows.subarray(first, end))
    if (!addUnread(cells, model, row, view.columns)) break;
  if (cells.length > 0) return { cells, isForOrder: false, firstRow };
  const columns = columnsOfOrder(state);
  let row = firstRow;
  while (row < model.matrix.names.length && addUnread(cells, model, row, columns)) row += 1;
  return { cells, isForOrder: true, firstRow: row };
}

/** The columns whose prices the order and the limit compare, hidden for want of a match or not; none where there is neither. */
function columnsOfOrder({ model, choice: { sort, filter } }: Priced): Uint32Array {
  if (!needsPrices({ filter, sort })) return new Uint32Array();
  const { tlds } = model.matrix;
  const ofOrder = priceKindOf(sort) === null ? undefined : sort.tld;
  const isOneOnly = ofOrder !== undefined && filter.mostPrice === null;
  const chosen = new Set(isOneOnly ? [ofOrder] : [...(filter.tlds ?? tlds), ...(ofOrder ? [ofOrder] : [])]);
  return Uint32Array.from(tlds.flatMap((tld, column) => (chosen.has(tld) ? [column] : [])));
}

/** Adds the cells of a row that can be bought and whose price is not read. Returns false where there is no room for a row. */
function addUnread(to: number[], model: GridModel, row: number, columns: Uint32Array): boolean {
  if (to.length + columns.length > mostPricedCells) return false;
  const { codes, tlds } = model.matrix;
  const { offerOf } = model.openPrices();
  for (const column of columns) {
    const cell = row * tlds.length + column;
    if (buyableCodes[codes[cell] ?? 0] === 1 && offerOf[cell] === 0) to.push(cell);
  }
  return true;
}

/**
 * What was read and is not outdated. A cell that main knows no offer of has none to wait for: its newest finding is on its way.
 */
function current(
  cells: readonly number[],
  { offers, of }: CellOffers,
  outdated: ReadonlySet<number>,
): CellOffers {
  const none = offers.length + 1;
  return {
    offers: [...offers, noOffer],
    of: cells.map((cell, at) => (outdated.has(cell) ? 0 : (of[at] ?? 0) || none)),
  };
}

/** Indices into the shown rows; the end is exclusive. */
interface Sight {
  readonly first: number;
  readonly end: number;
}

/** In milliseconds: the minimum time between two requests while rows and findings move. */
const flagsEveryMs = 500;

/**
 * Reads how the prices of the rows in sight differ from what was seen before, where prices are shown: once for each cell, and again
 * after it was answered again.
 *
 * @param sight The rows that are visible now.
 */
function createFlagReader(
  get: () => SessionState,
  request: Pick<Bridge['request'], 'watching'>,
  sight: () => Sight,
) {
  let isReading = false;

  async function readAll(): Promise<void> {
    if (isReading) return;
    isReading = true;
    for (let cells = wantedCells(get(), sight()); cells.length > 0; cells = wantedCells(get(), sight())) {
      const { model, session } = get();
      const accountId = valueOf(session)?.accountId;
      if (model === null || accountId === undefined) break;
      const domains = cells.map((cell) => domainOf(model, cell));
      const answer = await request.watching.priceChanges({ accountId, domains });
      // Without an answer nothing is flagged, and the same is not asked over and over.
      const changes = Map.groupBy(answer.ok ? answer.value.changes : [], ({ domain }) => domain);
      model.putFlags(
        cells.map((cell, at) => [cell, shownAt(model, cell, changes.get(domains[at] ?? '') ?? [])]),
      );
    }
    isReading = false;
  }

  return { readSoon: coalesced(() => void readAll(), flagsEveryMs) };
}

const domainOf = ({ matrix: { names, tlds } }: GridModel, cell: number): string =>
  `${names[Math.floor(cell / tlds.length)] ?? ''}.${tlds[cell % tlds.length] ?? ''}`;

/** A later lookup of the name may have found another price than the cell shows. */
const shownAt = (
  { matrix }: GridModel,
  cell: number,
  changes: readonly NamedPriceChange[],
): readonly PriceChange[] =>
  changes.filter(({ checkedAt }) => Math.floor(Date.parse(checkedAt) / 1_000) === matrix.checkedAt[cell]);

/** The cells in sight that can be bought and were not asked about, at most as many as one request takes. */
function wantedCells({ model, shown, choice }: SessionState, { first, end }: Sight): readonly number[] {
  if (model === null || shown === null || choice.show === 'marks') return [];
  const { codes, tlds } = model.matrix;
  const cells: number[] = [];
  for (const row of shown.view.rows.subarray(first, end))
    for (const column of shown.view.columns) {
      const cell = row * tlds.length + column;
      if (buyableCodes[codes[cell] ?? 0] !== 1 || model.flagsAt(cell) !== undefined) continue;
      if (cells.push(cell) === mostFlaggedNames) return cells;
    }
  return cells;
}
