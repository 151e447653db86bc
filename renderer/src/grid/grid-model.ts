import type { SessionFrame, SessionOpening } from '#shared/areas/session-port.ts';
import { nameFormsOf } from '#shared/domain/domain-name.ts';
import type { UnknownCause } from '#shared/domain/finding.ts';
import {
  type CauseCounts,
  causeOfCell,
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

  function put(cell: number, code: number): void {
    const before = codes[cell] ?? 0;
    if (before === code || cell >= codes.length) return;
    counts.change(cell % tlds.length, before, code);
    codes[cell] = code;
  }

  return {
    sessionId,
    /** Its arrays change; the object, the names and the TLDs stay the same for the life of the model. */
    matrix,
    apply: (frame: SessionFrame): void => {
      frame.cells.forEach((cell, index) => {
        put(cell, unconfirmed.applyTo(cell, frame.codes[index] ?? 0));
        checkedAt[cell] = frame.checkedAt[index] ?? 0;
      });
      if (frame.cells.length > 0) announceSoon();
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
