import type { SessionFrame, SessionOpening } from '#shared/areas/session-port.ts';
import { nameFormsOf } from '#shared/domain/domain-name.ts';
import type { ShownKind, UnknownCause } from '#shared/domain/finding.ts';
import {
  buyableCodes,
  type CellOffers,
  createSessionPrices,
  type SessionPrices,
} from '#shared/domain/session-prices.ts';
import type { PriceChange } from '#shared/domain/seen-prices.ts';
import { cellsOfDomains } from '#shared/domain/session-rows.ts';
import {
  asYours,
  type CauseCounts,
  causeOfCell,
  findingBits,
  isShortlisted,
  kindOfCell,
  noCounts,
  type SessionMatrix,
  shortlistBit,
  shownKindOf,
} from '#shared/domain/session.ts';
import { shownKinds, unknownCauses } from '#shared/domain/finding-kinds.ts';

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
  const unconfirmed = createUnconfirmedShortlist();
  const { announceSoon, ...announced } = createAnnouncer(nextFrame);
  const prices = createCellPrices(codes, announceSoon);

  function put(cell: number, code: number): void {
    const before = codes[cell] ?? 0;
    if (before === code || cell >= codes.length) return;
    counts.change(cell % tlds.length, before, code);
    codes[cell] = code;
    if (buyableCodes[code] !== 1) prices.forgetPrice(cell);
  }

  const own = createOwnCells(codes, put);

  /** Whether the cell was answered again; otherwise only the shortlist has changed. */
  const isAnswered = (cell: number, index: number, frame: SessionFrame): boolean =>
    checkedAt[cell] !== frame.checkedAt[index] ||
    own.findingAt(cell) !== findingBits(frame.codes[index] ?? 0);

  return {
    sessionId,
    ...prices.members,
    /** Its arrays change; the object, the names and the TLDs stay the same for the life of the model. */
    matrix,
    /** Returns how many cells were answered; of the others, only the shortlist has changed. */
    apply: (frame: SessionFrame): number => {
      let answeredCells = 0;
      frame.cells.forEach((cell, index) => {
        if (isAnswered(cell, index, frame)) {
          prices.forgetPrice(cell);
          answeredCells += 1;
        }
        put(cell, own.shown(cell, unconfirmed.applyTo(cell, frame.codes[index] ?? 0)));
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
    /**
     * Shows the cells of the user's own names as `yours`, and those that are no longer as they were found.
     *
     * @param domains The names in the portfolio, as A-labels.
     * @returns The cells that have changed.
     */
    setOwned: (domains: ReadonlySet<string>): readonly number[] => {
      const changed = own.set(cellsOfDomains(domains, matrix));
      if (changed.length > 0) announceSoon();
      return changed;
    },
    /** The code of what was found, whether or not the name is the user's own. */
    findingAt: own.findingAt,
    ...announced,
    counts: counts.all,
    /** How many cells were not checked yet, the user's own among them. */
    unchecked: (): number => counts.all().unchecked + own.unchecked(),
    countsOfColumn: counts.ofColumn,
    causes: counts.causes,
    shortlisted: counts.shortlisted,
    /** The name in its Unicode form. */
    unicodeOf: (row: number): string => nameFormsOf(names).unicode[row] ?? '',
  };
}

/** Tells of changes, at most once for each frame. */
function createAnnouncer(nextFrame: (act: () => void) => void) {
  const listeners = new Set<() => void>();
  let version = 0;
  let announcedVersion = 0;
  return {
    announceSoon: (): void => {
      version += 1;
      if (version - announcedVersion > 1) return;
      nextFrame(() => {
        announcedVersion = version;
        listeners.forEach((listener) => listener());
      });
    },
    /** Changes whenever a cell has changed: for `useSyncExternalStore`, and to know when to create a new view. */
    version: () => version,
    /** Calls `listener` after changes. Returns the function that unsubscribes. */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What the cells show and say besides their findings: prices. */
function createCellPrices(codes: Uint8Array, announce: () => void) {
  let pricesVersion = 0;
  let prices: SessionPrices | null = null;

  const flags = new Map<number, readonly PriceChange[]>();

  function forgetPrice(cell: number): void {
    if (prices !== null) prices.offerOf[cell] = 0;
    flags.delete(cell);
  }

  const members = {
    /**
     * Null until they are wanted: they take four bytes a cell. The price of a cell that is answered again, or that cannot be bought
     * any more, is forgotten.
     */
    prices: () => prices,
    openPrices: (): SessionPrices => (prices ??= createSessionPrices(codes.length)),
    /** Prices that were read for `cells`. */
    putPrices: (cells: readonly number[], found: CellOffers): void => {
      prices?.put(cells, found);
      for (const cell of cells) if (buyableCodes[codes[cell] ?? 0] !== 1) forgetPrice(cell);
      pricesVersion += 1;
      announce();
    },
    /** How the prices of a cell differ from what was seen before; undefined where that was not asked. */
    flagsAt: (cell: number): readonly PriceChange[] | undefined => flags.get(cell),
    putFlags: (found: Iterable<readonly [cell: number, changes: readonly PriceChange[]]>): void => {
      for (const [cell, changes] of found) flags.set(cell, changes);
      pricesVersion += 1;
      announce();
    },
    /** Changes with the prices: the cells are then drawn and read out in another way. */
    pricesVersion: () => pricesVersion,
  };
  return { members, forgetPrice };
}

/** The cells whose names are the user's own: their codes say `yours`, and what was found is kept here. */
function createOwnCells(codes: Uint8Array, put: (cell: number, code: number) => void) {
  const findings = new Map<number, number>();
  let unchecked = 0;

  function keep(cell: number, finding: number | undefined): void {
    unchecked += Number(isUnchecked(finding)) - Number(isUnchecked(findings.get(cell)));
    if (finding === undefined) findings.delete(cell);
    else findings.set(cell, finding);
  }

  const findingAt = (cell: number): number => findings.get(cell) ?? findingBits(codes[cell] ?? 0);

  function mark(cell: number, isOwn: boolean): void {
    const code = codes[cell] ?? 0;
    if (isOwn) {
      keep(cell, findingBits(code));
      put(cell, asYours(code));
    } else {
      put(cell, findingAt(cell) | (code & shortlistBit));
      keep(cell, undefined);
    }
  }

  return {
    findingAt,
    unchecked: () => unchecked,
    /** The code to show for one that main has sent. */
    shown: (cell: number, code: number): number => {
      if (!findings.has(cell)) return code;
      keep(cell, findingBits(code));
      return asYours(code);
    },
    /** Returns the cells that have changed. */
    set: (cells: ReadonlySet<number>): readonly number[] => {
      const changed = [...findings.keys(), ...cells].filter((cell) => findings.has(cell) !== cells.has(cell));
      for (const cell of changed) mark(cell, cells.has(cell));
      return changed;
    },
  };
}

const isUnchecked = (finding: number | undefined): boolean =>
  finding !== undefined && kindOfCell(finding) === 'unchecked';

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

const kinds = shownKinds.length;
const kindByCode = Uint8Array.from({ length: 256 }, (_, code) => shownKinds.indexOf(shownKindOf(code)));

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
    all: (): AllCounts => named((kind) => sumOf((code) => kindByCode[code] === kind)),
    ofColumn: (column: number): AllCounts => named((kind) => byColumn[column * kinds + kind] ?? 0),
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

type AllCounts = Record<ShownKind, number>;

function named(countOf: (kind: number) => number): AllCounts {
  const counts = { ...noCounts(), yours: 0 };
  shownKinds.forEach((kind, index) => (counts[kind] = countOf(index)));
  return counts;
}
