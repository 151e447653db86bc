import type { StoreApi } from 'zustand/vanilla';
import type { AppError } from '#shared/errors.ts';
import { ok, type Result } from '#shared/result.ts';
import { createLatest, idle, loading, type Remote, valueOf } from '../../bridge.ts';
import { format } from '../../ui/Formats.tsx';
import {
  type Generator,
  type NewDeps,
  type NewState,
  noChoices,
  type ReadingChoices,
  type Report,
} from './new-state.ts';

/** The ways to enter a list of names, except the system's file dialog. */
export interface NamesInput {
  /** Reads the text field after the debounce time; `read` fetches the text only then, so that a key press copies nothing. */
  readonly type: (read: () => string, isEmpty: boolean) => void;
  /** Takes a text that is too long for the text field. */
  readonly takeText: (text: string) => void;
  /** Takes what was dropped on the screen, or pasted as a file. */
  readonly take: (dropped: Dropped) => void;
  readonly clear: () => void;
  /** Reads the list's text again, after main has replaced its draft with something else; a file is dropped. */
  readonly again: () => void;
  /** Cancels a pending debounced read; `goOn` runs it after all. */
  readonly hold: () => void;
  readonly goOn: () => void;
  /** Drops the present source, because the file dialog has brought a file. */
  readonly giveWay: () => void;
}

/** The limit of one request, in characters. */
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

  /** @param bytes The file's content, or the reason why it could not be read. */
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

/** The present source of the list's names. The text is not in the state, because it may have ten million characters. */
function createSource({ setState: set }: StoreApi<NewState>, reading: Reading) {
  const turns = createLatest();
  const files = createLatest();
  let text: (() => string) | null = null;
  let isResting = false;
  return {
    isResting: () => isResting,
    hold: () => void turns.begin(),
    /** Marks a file as being read; the returned function says whether it is still the newest source. */
    beginFile: files.begin,
    refuse: (reason: string) => set({ refusal: { kind: 'invalid-input', field: 'file', reason } }),
    /** Switches to another source; the returned function says whether it is still the newest. */
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

/** The file's bytes, or why it could not be read. */
async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer> | string> {
  const reason = tooLargeReason(file);
  if (reason !== null) return reason;
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    // The file was moved or may not be read: Chromium does not say which.
    return `“${file.name}” could not be read. It may have been moved, or you may not be allowed to read it`;
  }
}

const tooLong = (length: number): string =>
  `The text has ${Math.ceil(length / 1_000_000)} million characters and was not read: 10 million is the most. Save it as a file and open that`;

/** The next source of names. */
type ReadRequest =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly fileName: string; readonly bytes: Uint8Array<ArrayBuffer> }
  /** A file chosen in the system's dialog. */
  | { readonly kind: 'choose' }
  | { readonly kind: 'reread'; readonly choices: ReadingChoices }
  | { readonly kind: 'recipe'; readonly recipe: Generator }
  | { readonly kind: 'nothing' };

/** The report; null where there is none, for example after a dialog closed without a file. */
type Answer = Result<Report | null>;

interface Reading {
  readonly wish: (wish: ReadRequest) => void;
  /** A new request follows: the result of the present one will be ignored. */
  readonly expect: () => void;
}

/** Events of the system's file dialog. */
interface FileDialogEvents {
  readonly onChosen: () => void;
  /** The dialog was closed without a file. */
  readonly onClosed: () => void;
  /** The file could not be read, and main no longer holds what was read before. */
  readonly onMisread: (error: AppError) => void;
}

/**
 * Reads names, one request at a time. Main stores the last result under the draft's id, so the last request must be the last one
 * answered. A request made meanwhile waits; of several, only the newest is sent.
 *
 * @param told Callbacks for the system's file dialog.
 */
export function createReading(
  { getState: get, setState: set }: StoreApi<NewState>,
  deps: NewDeps,
  told: FileDialogEvents,
): Reading {
  let next: ReadRequest | null = null;
  let isExpecting = false;
  let isReading = false;
  const isLast = (): boolean => next === null && !isExpecting;

  async function readOn(): Promise<void> {
    if (isReading) return;
    isReading = true;
    for (let wish = next; wish !== null; wish = next) {
      next = null;
      const before = get().report;
      const answer = await ask(wish, deps);
      if (!isLast()) continue;
      if (wish.kind === 'choose' && !answer.ok) told.onMisread(answer.error);
      else {
        set({ ...wayOf(wish, answer), report: reportAfter(wish, answer, valueOf(before)) });
        if (wish.kind === 'choose') told[answer.ok && answer.value !== null ? 'onChosen' : 'onClosed']();
      }
    }
    isReading = false;
  }

  return {
    wish(wish) {
      next = wish;
      isExpecting = false;
      const keeps = wish.kind === 'reread' || wish.kind === 'choose';
      set({ report: loading(keeps ? get().report : idle), refusal: null, createError: null });
      void readOn();
    },
    expect() {
      if (isExpecting) return;
      isExpecting = true;
      set({ report: loading(idle), refusal: null, createError: null });
    },
  };
}

async function ask(wish: ReadRequest, { request: { intake }, draftId }: NewDeps): Promise<Answer> {
  switch (wish.kind) {
    case 'text':
      return intake.readText({ draftId, text: wish.text, choices: noChoices });
    case 'bytes':
      return intake.readBytes({ draftId, fileName: wish.fileName, bytes: wish.bytes, choices: noChoices });
    case 'choose': {
      const result = await intake.chooseFile({ draftId, choices: noChoices });
      return result.ok ? ok(result.value.report) : result;
    }
    case 'reread':
      return intake.reread({ draftId, choices: wish.choices });
    case 'recipe':
      return intake.generate({ draftId, ...wish.recipe });
    case 'nothing': {
      const result = await intake.discard({ draftId });
      return result.ok ? ok(null) : result;
    }
  }
}

function reportAfter(wish: ReadRequest, answer: Answer, known: Report | null): Remote<Report> {
  // The reading choices stay available after a failure; a new file has none yet.
  if (!answer.ok)
    return { status: 'failed', error: answer.error, before: wish.kind === 'reread' ? known : null };
  const value = answer.value ?? (wish.kind === 'choose' ? known : null);
  return value === null ? idle : { status: 'ready', value };
}

function wayOf(wish: ReadRequest, answer: Answer): Partial<NewState> {
  if (wish.kind === 'recipe') return { reportOf: 'recipe' };
  const isSame = wish.kind === 'reread' || (wish.kind === 'choose' && answer.ok && answer.value === null);
  return isSame ? {} : { reportOf: 'list' };
}

/** Larger files are refused before they are read. In bytes. */
export const mostFileBytes = 64 * 1024 * 1024;

type Dropped =
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'text'; readonly text: string }
  /** A sentence for the user. */
  | { readonly kind: 'refused'; readonly reason: string };

/** The part of a drop to read; null where there is nothing usable. A file's own path as text does not count. */
export function whatWasDropped(transfer: DataTransfer): Dropped | null {
  const { files } = transfer;
  const [file] = files;
  if (file === undefined) return textIn(transfer);
  if (files.length > 1)
    return { kind: 'refused', reason: `${files.length} files came at once; take one after the other` };
  if (isFolder(transfer)) return { kind: 'refused', reason: `“${file.name}” is a folder; open a file in it` };
  return { kind: 'file', file };
}

/** The part of a paste to read. Text first: a spreadsheet also adds a picture of its cells. */
export const whatWasPasted = (transfer: DataTransfer): Dropped | null =>
  textIn(transfer) ?? whatWasDropped(transfer);

function textIn(transfer: DataTransfer): Dropped | null {
  const text = transfer.getData('text/plain');
  return text === '' ? null : { kind: 'text', text };
}

/** A dropped folder appears as a file of its name; only its entry tells them apart. */
const isFolder = ({ items }: DataTransfer): boolean => items[0]?.webkitGetAsEntry()?.isDirectory === true;

/** Why a file is refused before it is read; null where it is accepted. */
export function tooLargeReason({ name, size }: Pick<File, 'name' | 'size'>): string | null {
  if (size <= mostFileBytes) return null;
  const mebibytes = format.count(Math.ceil(size / 1024 / 1024));
  return `“${name}” has ${mebibytes} MiB and was not read: 64 MiB is the most. Split it and make a session of each part`;
}
