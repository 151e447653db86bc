import type { SessionFrame, SessionOpening } from '#shared/areas/session-port.ts';
import { aLabelsOf, nameFormsOf } from '#shared/domain/domain-name.ts';
import type { UnknownCause } from '#shared/domain/finding.ts';
import { bareTld } from '#shared/domain/plain-name.ts';
import { type CellOffers, createSessionPrices, type SessionPrices } from '#shared/domain/session-prices.ts';
import {
  type CauseCounts,
  causeOfCell,
  findingBits,
  isShortlisted,
  type KindCounts,
  kindOfCell,
  noCounts,
  type SessionMatrix,
  shortlistBit,
} from '#shared/domain/session.ts';
import { findingKinds, unknownCauses } from '#shared/domain/terms.ts';

export type GridModel = ReturnType<typeof createGridModel>;

/**
 * A session's findings in the page: typed arrays that are updated in place while findings stream in.
 *
 * @param nextFrame Runs the callback before the next frame is drawn.
 */
export function createGridModel(
  opening: SessionOpening,
  nextFrame: (act: () => void) => void = requestAnimationFrame,
) {
  const { sessionId, tlds, codes, checkedAt } = opening;
  const names = opening.names === '' ? [] : opening.names.split('\n');
  const matrix: SessionMatrix = { names, tlds, codes, checkedAt };
  const counts = countCells(codes, tlds.length);
  const listeners = new Set<() => void>();
  const unconfirmed = createUnconfirmedShortlist();
  let version = 0;
  let announcedVersion = 0;

  function announceSoon(): void {
    version += 1;
    if (version - announcedVersion > 1) return;
    nextFrame(() => {
      announcedVersion = version;
      listeners.forEach((listener) => listener());
    });
  }

  const looks = createLooks(matrix, announceSoon);

  function put(cell: number, code: number): void {
    const before = codes[cell] ?? 0;
    if (before === code || cell >= codes.length) return;
    counts.change(cell % tlds.length, before, code);
    codes[cell] = code;
  }

  /** Whether the cell was answered again; otherwise only the shortlist has changed. */
  const isAnswered = (cell: number, index: number, frame: SessionFrame): boolean =>
    checkedAt[cell] !== frame.checkedAt[index] ||
    findingBits(codes[cell] ?? 0) !== findingBits(frame.codes[index] ?? 0);

  return {
    sessionId,
    ...looks.members,
    /** Its arrays change; the object, the names and the TLDs stay the same for the life of the model. */
    matrix,
    /** Returns how many cells were answered; of the others, only the shortlist has changed. */
    apply: (frame: SessionFrame): number => {
      let answeredCells = 0;
      frame.cells.forEach((cell, index) => {
        if (isAnswered(cell, index, frame)) {
          looks.forgetPrice(cell);
          answeredCells += 1;
        }
        put(cell, unconfirmed.applyTo(cell, frame.codes[index] ?? 0));
        checkedAt[cell] = frame.checkedAt[index] ?? 0;
      });
      if (frame.cells.length > 0) announceSoon();
      return answeredCells;
    },
    /** Applied at once, before main has answered. Older values of these cells in a frame do not undo it. */
    setShortlist: (cells: Iterable<number>, isOn: boolean): void => {
      for (const cell of cells) put(cell, unconfirmed.set(cell, codes[cell] ?? 0, isOn));
      announceSoon();
    },
    /** Changes whenever a cell has changed: for `useSyncExternalStore`, and to know when to create a new view. */
    version: () => version,
    /** Calls `listener` after changes, at most once for each frame. Returns the function that unsubscribes. */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    counts: counts.all,
    countsOfColumn: counts.ofColumn,
    causes: counts.causes,
    shortlisted: counts.shortlisted,
    /** The name in its Unicode form. */
    unicodeOf: (row: number): string => nameFormsOf(names).unicode[row] ?? '',
  };
}

/** What the cells show and say besides their findings: prices, and what is owned. */
function createLooks(matrix: SessionMatrix, announce: () => void) {
  let looks = 0;
  let prices: SessionPrices | null = null;
  let owned: ReadonlySet<number> = new Set();

  function lookAnew(): void {
    looks += 1;
    announce();
  }

  const members = {
    /** Null until they are wanted: they take four bytes a cell. The price of a cell that is answered again is forgotten. */
    prices: () => prices,
    openPrices: (): SessionPrices => (prices ??= createSessionPrices(matrix.codes.length)),
    /** Prices that were read for `cells`. */
    putPrices: (cells: readonly number[], found: CellOffers): void => {
      prices?.put(cells, found);
      lookAnew();
    },
    /** The cells whose domains are in the portfolio. */
    owned: () => owned,
    /** @param domains The names in the portfolio, as A-labels. */
    setOwned: (domains: ReadonlySet<string>): void => {
      const cells = cellsOf(domains, matrix);
      if (cells.size === 0 && owned.size === 0) return;
      owned = cells;
      lookAnew();
    },
    /** Changes with the prices and with what is owned: the cells are then drawn and read out in another way. */
    looks: () => looks,
  };
  return {
    members,
    forgetPrice: (cell: number): void => {
      if (prices !== null) prices.offerOf[cell] = 0;
    },
  };
}

/** The cells of some domains. The names are walked once, however many there are. */
function cellsOf(domains: ReadonlySet<string>, { names, tlds }: SessionMatrix): ReadonlySet<number> {
  const columns = new Map(tlds.map((tld, column) => [aLabelsOf(bareTld(tld)), column]));
  const columnsByName = new Map<string, number[]>();
  for (const domain of domains) {
    const dot = domain.indexOf('.');
    const column = columns.get(domain.slice(dot + 1));
    if (column === undefined) continue;
    const name = domain.slice(0, dot);
    columnsByName.set(name, [...(columnsByName.get(name) ?? []), column]);
  }
  const cells = new Set<number>();
  if (columnsByName.size === 0) return cells;
  names.forEach((name, row) =>
    columnsByName.get(name)?.forEach((column) => cells.add(row * tlds.length + column)),
  );
  return cells;
}

/**
 * Shortlist changes by the user that main has not confirmed yet: a frame sent before may still contain the old value.
 */
function createUnconfirmedShortlist() {
  const changes = new Map<number, boolean>();
  return {
    set: (cell: number, code: number, isOn: boolean): number => {
      changes.set(cell, isOn);
      return withShortlist(code, isOn);
    },
    applyTo: (cell: number, code: number): number => {
      const isOn = changes.get(cell);
      if (isOn === undefined) return code;
      if (isOn === isShortlisted(code)) changes.delete(cell);
      return withShortlist(code, isOn);
    },
  };
}

const withShortlist = (code: number, isOn: boolean): number =>
  isOn ? code | shortlistBit : code & ~shortlistBit;

const kinds = findingKinds.length;
const kindByCode = Uint8Array.from({ length: 256 }, (_, code) => findingKinds.indexOf(kindOfCell(code)));

/**
 * Numbers of cells by kind and cause, updated with each change, so that a million cells are not counted again.
 *
 * @param codes Row by row. @param width The number of cells in a row.
 */
function countCells(codes: Uint8Array, width: number) {
  const byColumn = new Uint32Array(width * kinds);
  const byCode = new Uint32Array(256);
  for (let start = 0; start < codes.length; start += width)
    for (let column = 0; column < width; column += 1) add(column, codes[start + column] ?? 0, 1);

  function add(column: number, code: number, by: 1 | -1): void {
    const place = column * kinds + (kindByCode[code] ?? 0);
    byColumn[place] = (byColumn[place] ?? 0) + by;
    byCode[code] = (byCode[code] ?? 0) + by;
  }

  const sumOf = (wanted: (code: number) => boolean): number =>
    byCode.reduce((sum, count, code) => (wanted(code) ? sum + count : sum), 0);

  return {
    all: (): KindCounts => named((kind) => sumOf((code) => kindByCode[code] === kind)),
    ofColumn: (column: number): KindCounts => named((kind) => byColumn[column * kinds + kind] ?? 0),
    causes: (): CauseCounts => {
      const counts: Partial<Record<UnknownCause, number>> = {};
      for (const cause of unknownCauses) {
        const count = sumOf((code) => causeOfCell(code) === cause);
        if (count > 0) counts[cause] = count;
      }
      return counts;
    },
    shortlisted: (): number => sumOf(isShortlisted),
    /** A cell of `column` changed from `before` to `after`. */
    change: (column: number, before: number, after: number): void => {
      add(column, before, -1);
      add(column, after, 1);
    },
  };
}

function named(countOf: (kind: number) => number): KindCounts {
  const counts = noCounts();
  findingKinds.forEach((kind, index) => (counts[kind] = countOf(index)));
  return counts;
}
