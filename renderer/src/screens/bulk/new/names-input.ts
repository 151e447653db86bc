import type { StoreApi } from 'zustand/vanilla';
import { createLatest, idle } from '../../../lib/remote.ts';
import { type Dropped, tooLargeReason } from './dropped.ts';
import { type NewDeps, type NewState, noChoices } from './new-state.ts';
import type { Reading } from './reading.ts';

/** The ways in which a list of names comes, the system's own dialog aside. */
export interface NamesInput {
  /** Reads the text field once the typing rests; `read` fetches its text then, so that no key costs a copy of it. */
  readonly type: (read: () => string, isEmpty: boolean) => void;
  /** A text that is too long for the text field. */
  readonly takeText: (text: string) => void;
  /** What was dropped on the screen, or pasted as a file. */
  readonly take: (dropped: Dropped) => void;
  readonly clear: () => void;
  /** Reads the list's text once more, where something else has taken its place in main; a file is forgotten. */
  readonly again: () => void;
  /** What is still resting is not read now; `goOn` has it read after all. */
  readonly hold: () => void;
  readonly goOn: () => void;
  /** A file that the dialog brought has taken the place of whatever was there. */
  readonly giveWay: () => void;
}

/** As much as one request may carry. */
const mostTextLength = 10_500_000;

export function createNamesInput(
  store: StoreApi<NewState>,
  { restMs }: NewDeps,
  reading: Reading,
): NamesInput {
  const source = createSource(store, reading);

  function takeText(text: string): void {
    const isTooLong = text.length > mostTextLength;
    if (isTooLong) source.refuse(tooLong(text.length));
    else {
      source.turn({ way: 'list', card: 'long-text', isTyped: false }, () => text);
      source.read();
    }
  }

  /** @param bytes Or why there are none. */
  function takeBytes(fileName: string, bytes: Uint8Array<ArrayBuffer> | string): void {
    if (typeof bytes === 'string') source.refuse(bytes);
    else {
      source.turn({ way: 'list', card: 'file', isTyped: false });
      reading.wish({ kind: 'bytes', fileName, bytes });
    }
  }

  return {
    type(read, isEmpty) {
      const isLatest = source.turn({ card: null, isTyped: !isEmpty }, read);
      reading.expect();
      setTimeout(() => {
        if (isLatest()) source.read();
      }, restMs);
    },
    takeText,
    take(dropped) {
      if (dropped.kind === 'file') {
        const isLatest = source.beginFile();
        void bytesOf(dropped.file).then((bytes) => {
          if (isLatest()) takeBytes(dropped.file.name, bytes);
        });
      } else if (dropped.kind === 'text') takeText(dropped.text);
      else source.refuse(dropped.reason);
    },
    clear() {
      source.turn({ card: null, isTyped: false });
      reading.wish({ kind: 'nothing' });
    },
    again: () => source.read(),
    hold: () => source.hold(),
    goOn() {
      if (source.isResting()) source.read();
    },
    giveWay: () => void source.turn({ way: 'list', card: 'file', isTyped: false }),
  };
}

/** What the list's names are read from now. Its text is not in the state: it may be ten million characters. */
function createSource({ setState: set }: StoreApi<NewState>, reading: Reading) {
  const turns = createLatest();
  const files = createLatest();
  let text: (() => string) | null = null;
  let isResting = false;
  return {
    isResting: () => isResting,
    hold: () => void turns.begin(),
    /** A file is being read; the function says whether nothing else came meanwhile. */
    beginFile: files.begin,
    refuse: (reason: string) => set({ refusal: { kind: 'invalid-input', field: 'file', reason } }),
    /** Turns to another source; the function says whether it is still the newest. */
    turn(changes: Partial<NewState>, now: (() => string) | null = null): () => boolean {
      text = now;
      isResting = now !== null;
      set({ ...changes, choices: noChoices, refusal: null });
      files.begin();
      return turns.begin();
    },
    read(): void {
      isResting = false;
      if (text === null) {
        set({ card: null, report: idle, reportOf: 'list' });
        return;
      }
      const now = text();
      reading.wish(now.trim() === '' ? { kind: 'nothing' } : { kind: 'text', text: now });
    },
  };
}

/** The file's bytes, or why there are none. */
async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer> | string> {
  const reason = tooLargeReason(file);
  if (reason !== null) return reason;
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    // The file went, or may not be read: Chromium does not say which.
    return `“${file.name}” could not be read. It may have been moved, or you may not be allowed to read it`;
  }
}

const tooLong = (length: number): string =>
  `The text has ${Math.ceil(length / 1_000_000)} million characters and was not read: 10 million is the most. Save it as a file and open that`;
