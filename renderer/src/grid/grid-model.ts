import { type CauseCounts, isShortlisted, type KindCounts, shortlistBit } from '#shared/domain/cell.ts';
import { nameFormsOf } from '#shared/domain/name-forms.ts';
import type { SessionMatrix } from '#shared/domain/session-view.ts';
import type { SessionFrame, SessionOpening } from '#shared/ipc/session-port.ts';
import { countCells } from './counts.ts';

/** A session's findings in the page: typed arrays that change in place while findings stream in. */
export interface GridModel {
  readonly sessionId: string;
  /** Its arrays change; the object, the names and the TLDs stay the same as long as the model lives. */
  readonly matrix: SessionMatrix;
  readonly apply: (frame: SessionFrame) => void;
  /** At once, before main has answered; what a frame still says of these cells from before does not undo it. */
  readonly setShortlist: (cells: Iterable<number>, isOn: boolean) => void;
  /** Another number whenever a cell has changed: for `useSyncExternalStore`, and to make a view again. */
  readonly version: () => number;
  /** Tells of changes, at most once in a drawn frame. Returns the way to stop listening. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly counts: () => KindCounts;
  readonly countsOfColumn: (column: number) => KindCounts;
  readonly causes: () => CauseCounts;
  readonly shortlisted: () => number;
  /** The name for people. */
  readonly unicodeOf: (row: number) => string;
}

/** @param nextFrame Calls back before the next drawing. */
export function createGridModel(
  opening: SessionOpening,
  nextFrame: (act: () => void) => void = requestAnimationFrame,
): GridModel {
  const { sessionId, tlds, codes, checkedAt } = opening;
  const names = opening.names === '' ? [] : opening.names.split('\n');
  const matrix: SessionMatrix = { names, tlds, codes, checkedAt };
  const counts = countCells(codes, tlds.length);
  const listeners = new Set<() => void>();
  const wishes = shortlistWishes();
  let version = 0;
  let toldVersion = 0;

  function tellSoon(): void {
    version += 1;
    if (version - toldVersion > 1) return;
    nextFrame(() => {
      toldVersion = version;
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
    matrix,
    apply(frame) {
      frame.cells.forEach((cell, index) => {
        put(cell, wishes.hold(cell, frame.codes[index] ?? 0));
        checkedAt[cell] = frame.checkedAt[index] ?? 0;
      });
      if (frame.cells.length > 0) tellSoon();
    },
    setShortlist(cells, isOn) {
      for (const cell of cells) {
        put(cell, wishes.wish(cell, codes[cell] ?? 0, isOn));
      }
      tellSoon();
    },
    version: () => version,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    counts: counts.all,
    countsOfColumn: counts.ofColumn,
    causes: counts.causes,
    shortlisted: counts.shortlisted,
    unicodeOf: (row) => nameFormsOf(names).unicode[row] ?? '',
  };
}

/** The shortlist as the user set it, until main says the same: a frame that was already on its way says otherwise. */
function shortlistWishes() {
  const wished = new Map<number, boolean>();
  return {
    wish(cell: number, code: number, isOn: boolean): number {
      wished.set(cell, isOn);
      return withShortlist(code, isOn);
    },
    hold(cell: number, code: number): number {
      const wish = wished.get(cell);
      if (wish === undefined) return code;
      if (wish === isShortlisted(code)) wished.delete(cell);
      return withShortlist(code, wish);
    },
  };
}

const withShortlist = (code: number, isOn: boolean): number =>
  isOn ? code | shortlistBit : code & ~shortlistBit;
