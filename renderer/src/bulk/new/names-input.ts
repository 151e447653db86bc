import { type DragEvent, useState } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import { isolated } from '#shared/domain/isolated.ts';
import { ok, type Result } from '#shared/result.ts';
import { format } from '../../ui/Formats.tsx';
import { type NewDeps, type NewState, noChoices, type Report } from './new-state.ts';
import { createLatest, idle, loading, type Remote, valueOf } from '../../remote.ts';

/** The limit of one request, in characters. */
export const mostTextLength = 10_500_000;

/** The present source of a list of names. Its text is not in the state, because it may have ten million characters. */
function createSource(
  { setState: set }: StoreApi<NewState>,
  { request: { imports }, draftId }: NewDeps,
  { read }: NamesReader,
) {
  const turns = createLatest();
  const files = createLatest();
  let text: (() => string) | null = null;
  let isResting = false;

  const readEmpty = (): void =>
    read({ kind: 'list', ask: async () => whenOk(await imports.discard({ draftId }), () => null) });

  return {
    readEmpty,
    isResting: () => isResting,
    /** Cancels a pending debounced reading. */
    hold: () => void turns.begin(),
    /** Marks a file as being read; the returned function says whether it is still the newest source. */
    beginFile: files.begin,
    refuse: (reason: string): void => set({ refusal: { kind: 'invalid-input', field: 'file', reason } }),
    /** Switches to another source; the returned function says whether it is still the newest. */
    turn: (changes: Partial<NewState>, now: (() => string) | null = null): (() => boolean) => {
      text = now;
      isResting = now !== null;
      set({ ...changes, choices: noChoices, refusal: null });
      files.begin();
      return turns.begin();
    },
    /** Reads the text of the list; a file is dropped. */
    readText: (): void => {
      isResting = false;
      if (text === null) {
        set({ card: null, report: idle, reportOf: 'list' });
        return;
      }
      const now = text();
      if (now.trim() === '') readEmpty();
      else read({ kind: 'list', ask: () => imports.readText({ draftId, text: now, choices: noChoices }) });
    },
  };
}

/** The ways to enter a list of names. */
export function createNamesInput(store: StoreApi<NewState>, deps: NewDeps, reader: NamesReader) {
  const { imports } = deps.request;
  const { draftId, restMs } = deps;
  const { turn, readText, ...source } = createSource(store, deps, reader);

  /** Takes a text that is too long for the text field. */
  function takeText(text: string): void {
    if (text.length > mostTextLength) {
      source.refuse(tooLong(text.length));
      return;
    }
    turn({ namesFrom: 'list', card: 'long-text', isTyped: false }, () => text);
    readText();
  }

  async function takeFile(file: File): Promise<void> {
    const isLatest = source.beginFile();
    const bytes = await bytesOf(file);
    if (!isLatest()) return;
    if (typeof bytes === 'string') {
      source.refuse(bytes);
      return;
    }
    turn({ namesFrom: 'list', card: 'file', isTyped: false });
    reader.read({
      kind: 'list',
      ask: () => imports.readBytes({ draftId, fileName: file.name, bytes, choices: noChoices }),
    });
  }

  function afterChoosing(answer: Answer): void {
    if (!answer.ok) {
      // Main no longer holds what was read before.
      readText();
      store.setState({ refusal: answer.error });
    } else if (answer.value !== null) turn({ namesFrom: 'list', card: 'file', isTyped: false });
    else if (source.isResting()) readText();
  }

  return {
    takeText,
    /** Reads the list's text again, after main has replaced its draft with something else. */
    again: readText,
    /** Reads the text field after the debounce time; `now` gets the text only then, so that a key press copies nothing. */
    type: (now: () => string, isEmpty: boolean): void => {
      const isLatest = turn({ card: null, isTyped: !isEmpty }, now);
      reader.expect();
      setTimeout(() => {
        if (isLatest()) readText();
      }, restMs);
    },
    /** Takes what was dropped on the screen, or pasted as a file. */
    take: (dropped: Dropped): void => {
      if (dropped.kind === 'file') void takeFile(dropped.file);
      else if (dropped.kind === 'text') takeText(dropped.text);
      else source.refuse(dropped.reason);
    },
    clear: (): void => {
      turn({ card: null, isTyped: false });
      source.readEmpty();
    },
    /** Opens the system's file dialog. Typed text that still rests is read after all where no file is chosen. */
    openFile: (): void => {
      source.hold();
      reader.read({
        kind: 'choose',
        ask: async () =>
          whenOk(await imports.chooseFile({ draftId, choices: noChoices }), ({ report }) => report),
        onAnswer: afterChoosing,
      });
    },
  };
}

const whenOk = <A, B>(result: Result<A>, change: (value: A) => B): Result<B> =>
  result.ok ? ok(change(result.value)) : result;

/** The file's bytes, or why it could not be read. */
export async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer> | string> {
  const reason = tooLargeReason(file);
  if (reason !== null) return reason;
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    // The file was moved or may not be read: Chromium does not say which.
    return `“${isolated(file.name)}” could not be read. It may have been moved, or you may not be allowed to read it`;
  }
}

export const tooLong = (length: number): string =>
  `The text has ${Math.ceil(length / 1_000_000)} million characters and was not read; the limit is 10 million. Save it as a file and open that`;

/** The report; null where there is none, for example after a dialog closed without a file. */
type Answer = Result<Report | null>;

interface ReadRequest {
  /** `choose`: a file from the system's dialog. `reread`: the same source with other choices. */
  readonly kind: 'list' | 'generator' | 'choose' | 'reread';
  readonly ask: () => Promise<Answer>;
  /** Called with the answer, unless a newer request follows. */
  readonly onAnswer?: (answer: Answer) => void;
}

type NamesReader = ReturnType<typeof createNamesReader>;

/**
 * Reads names, one request at a time. Main stores the last result under the draft's id, so the last request must be the last one
 * answered. A request made meanwhile waits; of several, only the newest is sent.
 */
export function createNamesReader({ getState: get, setState: set }: StoreApi<NewState>) {
  let next: ReadRequest | null = null;
  let isExpecting = false;
  let isReading = false;
  const isLast = (): boolean => next === null && !isExpecting;

  async function readOn(): Promise<void> {
    if (isReading) return;
    isReading = true;
    for (let request = next; request !== null; request = next) {
      next = null;
      const known = valueOf(get().report);
      const answer = await request.ask();
      if (!isLast()) continue;
      if (request.kind !== 'choose' || answer.ok) set(afterReading(request, answer, known));
      request.onAnswer?.(answer);
    }
    isReading = false;
  }

  function begin(report: Remote<Report>): void {
    set({ report: loading(report), refusal: null, createError: null });
  }

  return {
    read: (request: ReadRequest): void => {
      next = request;
      isExpecting = false;
      begin(request.kind === 'reread' || request.kind === 'choose' ? get().report : idle);
      void readOn();
    },
    /** A new request follows: the result of the present one will be ignored. */
    expect: (): void => {
      if (!isExpecting) begin(idle);
      isExpecting = true;
    },
  };
}

function afterReading({ kind }: ReadRequest, answer: Answer, known: Report | null): Partial<NewState> {
  const isCancelled = kind === 'choose' && answer.ok && answer.value === null;
  const reportOf = kind === 'generator' ? kind : 'list';
  const source = kind === 'reread' || isCancelled ? {} : ({ reportOf } as const);
  // The reading choices stay available after a failure; a new file has none yet.
  if (!answer.ok) {
    const before = kind === 'reread' ? known : null;
    return { ...source, report: { status: 'failed', error: answer.error, before } };
  }
  const value = isCancelled ? known : answer.value;
  return { ...source, report: value === null ? idle : { status: 'ready', value } };
}

/** Larger files are refused before they are read. In bytes. */
export const mostFileBytes = 64 * 1024 * 1024;

export type Dropped =
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
    return {
      kind: 'refused',
      reason: `${format.count(files.length)} files were dropped; drop one at a time`,
    };
  if (isFolder(transfer))
    return { kind: 'refused', reason: `“${isolated(file.name)}” is a folder; open a file in it` };
  return { kind: 'file', file };
}

/** A whole screen is a drop target: the handlers of its element, and whether something is held over it. */
export function useDrop(take: (dropped: Dropped) => void) {
  const [isOver, setIsOver] = useState(false);
  return {
    isOver,
    handlers: {
      onDragOver(event: DragEvent) {
        event.preventDefault();
        setIsOver(true);
      },
      onDragLeave(event: DragEvent) {
        if (event.relatedTarget === null) setIsOver(false);
      },
      onDrop(event: DragEvent) {
        event.preventDefault();
        setIsOver(false);
        const dropped = whatWasDropped(event.dataTransfer);
        if (dropped !== null) take(dropped);
      },
    },
  };
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
  return `“${isolated(name)}” has ${mebibytes} MiB and was not read; the limit is 64 MiB. Split it and open each part`;
}

/** The encodings offered where the detection was wrong, by the names that main knows them by; frequent ones first. */
export const encodings: string[] = [
  'utf-8',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-15',
  'koi8-r',
  'ibm850',
  'ibm852',
  'utf-16le',
  'utf-16be',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'macintosh',
];
