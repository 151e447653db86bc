import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';
import type {
  CodeExport,
  CodeExportFile,
  CodeExportRow,
  CodeExportState,
  OpenedCodeFile,
} from '#shared/domain/code.ts';
import { isUnreadCode } from '#shared/domain/not-read.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import { assertNever, type Result } from '#shared/result.ts';
import type { Bridge, Input } from '../client.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { counted, format } from '../ui/Formats.tsx';
import { coalesced, createPaged, storeOf } from '../ui/live-collection.ts';
import { createLatest } from '../remote.ts';

interface CodeExportsState {
  /** The code exports since the start of the program, of all accounts. */
  readonly codeExports: ReadonlyMap<string, CodeExport>;
  readonly isListed: boolean;
  /** Why the list could not be loaded. */
  readonly error: AppError | null;
}

/** The code exports, with live updates. An event from main is newer than the answer to the call that starts an export. */
export function createCodeExportsStore({ request: { codes: ask }, on }: Bridge) {
  const store = createStore<CodeExportsState>(() => ({
    codeExports: new Map(),
    isListed: false,
    error: null,
  }));
  const { getState: get, setState: set } = store;
  const latest = createLatest();

  function put(codeExport: CodeExport): void {
    set({ codeExports: new Map(get().codeExports).set(codeExport.id, codeExport) });
  }

  on['codes.exportChanged'](put);

  return {
    ...store,
    actions: {
      async load(): Promise<void> {
        const isLatest = latest.begin();
        const result = await ask.codeExports({});
        if (!isLatest()) return;
        if (!result.ok) {
          set({ error: result.error });
          return;
        }
        // Of two versions of an export, the one with more progress is the newer.
        const listed = result.value.codeExports.map((codeExport) =>
          further(get().codeExports.get(codeExport.id), codeExport),
        );
        set({
          codeExports: new Map(listed.map((codeExport) => [codeExport.id, codeExport])),
          isListed: true,
          error: null,
        });
      },
      /** Null where the user cancelled before anything was requested. */
      async saveMany(asked: Input<'codes', 'saveMany'>): Promise<Result<CodeExport | null>> {
        const result = await ask.saveMany(asked);
        if (!result.ok) return result;
        const { codeExport } = result.value;
        if (codeExport !== null && !get().codeExports.has(codeExport.id)) put(codeExport);
        return { ok: true, value: codeExport };
      },
      stop: (id: string) => ask.stopExport({ id }),
    },
  };
}

function further(known: CodeExport | undefined, listed: CodeExport): CodeExport {
  if (known === undefined) return listed;
  return known.asked > listed.asked || (known.endedAt !== null && listed.endedAt === null) ? known : listed;
}

const codeExportsOf = ({ bridge }: Stores) => createCodeExportsStore(bridge);

/** The code exports, loaded on first use and updated live; loaded again where `isFresh`, since a file may have been removed. */
export function useCodeExports(isFresh = false): ReturnType<typeof codeExportsOf> {
  const store = storeOf(useStores(), codeExportsOf);
  useEffect(() => {
    if (isFresh || !store.getState().isListed) void store.actions.load();
  }, [store, isFresh]);
  return store;
}

/** The newest first. */
export const inOrder = (codeExports: Iterable<CodeExport>): readonly CodeExport[] =>
  [...codeExports].sort((a, b) => b.startedAt.localeCompare(a.startedAt));

export type Which = Input<'codes', 'exportRows'>['which'];

const pageSize = 500;

export type ExportStore = ReturnType<typeof createExportStore>;

/** The store of one open code export: its rows, with live updates. */
export function createExportStore({ request: { codes: ask }, on }: Bridge, id: string, which: Which = 'all') {
  const store = createStore<{ readonly which: Which }>(() => ({ which }));

  const rows = createPaged<CodeExportRow, null>(pageSize, async (offset, limit) => {
    const result = await ask.exportRows({ id, which: store.getState().which, offset, limit });
    return result.ok ? { ok: true, value: { ...result.value, more: null } } : result;
  });

  return {
    ...store,
    rows,
    actions: {
      show(wanted: Which): void {
        store.setState({ which: wanted });
        void rows.anew();
      },
      /**
       * The names to request again: without a code, and not e-mailed to their registrants; where the file is lost, those that had
       * a code as well; or those alone whose answer was not read.
       */
      async namesToAskAgain(which: keyof typeof askedAgain): Promise<Result<readonly string[]>> {
        const names: string[] = [];
        for (let offset = 0; ; offset += pageSize) {
          const result = await ask.exportRows({ id, which: 'all', offset, limit: pageSize });
          if (!result.ok) return result;
          const left = result.value.rows.filter(askedAgain[which]);
          names.push(...left.map(({ domain }) => domain));
          if (offset + pageSize >= result.value.total) return { ok: true, value: names };
        }
      },
      /** Loads the rows, and loads them again after events until the returned function is called. */
      follow(): () => void {
        void rows.anew();
        const readAgain = coalesced(() => void rows.again(), 300);
        return on['codes.exportChanged']((codeExport) => {
          if (codeExport.id === id) readAgain();
        });
      },
    },
  };
}

const hasReachedNobody = ({ outcome }: CodeExportRow): boolean => outcome !== 'emailed';

const askedAgain = {
  lost: hasReachedNobody,
  'without-code': (row: CodeExportRow): boolean => row.outcome !== 'code' && hasReachedNobody(row),
  'not-read': ({ outcome }: CodeExportRow): boolean => isUnreadCode(outcome),
};

interface CodeFileState {
  /** The opened file, without its codes; null where none is open. */
  readonly file: OpenedCodeFile | null;
  /** The rows whose code was shown, by their indexes. */
  readonly shown: ReadonlySet<number>;
  /** A file is being chosen or decrypted, or the code window is being opened. */
  readonly isBusy: boolean;
  /** Why the last file was not opened, or the last code not shown. */
  readonly error: AppError | null;
  /** The name of a file that main closed by itself. */
  readonly closed: string | null;
}

const noFile: CodeFileState = {
  file: null,
  shown: new Set(),
  isBusy: false,
  error: null,
  closed: null,
};

/** The file of codes that is open. No code comes here: main holds them, and the code window shows them. */
export function createCodeFileStore({ request: { codes: ask }, on }: Bridge) {
  const store = createStore<CodeFileState>(() => noFile);
  const { getState: get, setState: set } = store;
  let isFollowed = false;
  /** A file was handed over before there was a screen to show it on. */
  let isHandedBefore = false;

  on['codes.fileClosed'](({ id }) => {
    const { file } = get();
    if (file?.id === id) set({ ...noFile, closed: file.fileName });
  });

  function close(): void {
    const { file } = get();
    set(noFile);
    if (file !== null) void ask.closeFile({ id: file.id });
  }

  async function open(isHanded: boolean): Promise<void> {
    if (get().isBusy) return;
    set({ isBusy: true, error: null, closed: null });
    const result = await ask.openFile({ isHanded });
    set({ isBusy: false });
    if (!result.ok) set({ error: result.error });
    else if (result.value.file !== null) set({ ...noFile, file: result.value.file });
    if (!isFollowed) close();
  }

  return {
    ...store,
    actions: {
      /** Asks for the file and its passphrase, both outside of the page. */
      open: (): Promise<void> => open(false),
      /** Takes the file that was handed to the application, as soon as it is in sight. No dialog gives the screen time to load. */
      openHanded(): void {
        if (isFollowed) void open(true);
        else isHandedBefore = true;
      },
      async show(index: number): Promise<void> {
        const { file, isBusy } = get();
        if (file === null || isBusy) return;
        set({ isBusy: true, error: null });
        const result = await ask.showFromFile({ id: file.id, index });
        if (get().file?.id !== file.id) return;
        set({ isBusy: false });
        if (!result.ok) set({ error: result.error });
        else if (result.value.isShown) set({ shown: new Set([...get().shown, index]) });
      },
      close,
      /** For as long as the file is in sight: nobody can close one that is not. */
      follow(): () => void {
        isFollowed = true;
        if (isHandedBefore) void open(true);
        isHandedBefore = false;
        return () => {
          isFollowed = false;
          close();
        };
      },
    },
  };
}

const codeFileOf = ({ bridge }: Stores) => createCodeFileStore(bridge);

export const useCodeFile = (): ReturnType<typeof codeFileOf> => storeOf(useStores(), codeFileOf);

/** Goes to the files with codes and opens one: by the system's dialog, or the one that was handed to the application. */
export const openCodeFile = (stores: Stores, isHanded = false): void =>
  stores.route.actions.goToDomains({ kind: 'codes', exportId: null }, () => {
    const { actions } = storeOf(stores, codeFileOf);
    if (isHanded) actions.openHanded();
    else void actions.open();
  });

export const exportStateWords: Readonly<Record<CodeExportState, string>> = {
  running: 'Running',
  done: 'Done',
  stopped: 'Stopped',
  failed: 'Ended early',
};

/** The state, as a title. */
export function exportTitle({ state, asked, total, outcomes, waitsFor }: CodeExport): string {
  const far = `${format.count(asked)} of ${counted(total, 'domain', 'domains')}`;
  const codes = counted(outcomes.code, 'code', 'codes');
  switch (state) {
    case 'running':
      return waitsFor === null ? `Requesting: ${far}` : `Waiting: ${far} requested`;
    case 'done':
      return `Done: ${codes} of ${counted(total, 'domain', 'domains')}`;
    case 'stopped':
      return `Stopped: ${codes}, ${far} requested`;
    case 'failed':
      return `Ended early: ${far} requested`;
    default:
      return assertNever(state);
  }
}

/** What the state means, in a line. */
export function exportMeaning({ state, file, waitsFor }: CodeExport): string {
  if (state !== 'running') return endMeaning[file][state];
  return waitsFor === null
    ? 'One at a time, each requested once. You can keep working; no code is shown.'
    : `${sentencesFor(waitsFor).happened} Resumes automatically.`;
}

const gone = 'The file is no longer there: it was moved, renamed or removed.';

const endMeaning: Readonly<
  Record<CodeExportFile, Readonly<Record<Exclude<CodeExportState, 'running'>, string>>>
> = {
  there: {
    done: 'Each code was requested once. The file lists the outcome of each.',
    stopped: 'Nothing more is requested. What was received is in the file.',
    failed: 'What was received before is in the file.',
  },
  gone: {
    done: `Each code was requested once. ${gone}`,
    stopped: `Nothing more is requested. ${gone}`,
    failed: gone,
  },
  none: {
    done: 'Each code was requested once. There is no file.',
    stopped: 'Nothing was requested, so there is no file.',
    failed: 'There is no file. An existing file with that name is unchanged.',
  },
};

export const hasFile = ({ file }: CodeExport): boolean => file === 'there';

/** How many domains without a code can be requested again. E-mailed codes are excluded, because they have reached the registrant. */
export const askableAgain = ({ total, outcomes }: CodeExport): number =>
  total - outcomes.code - outcomes.emailed;

/** The file name without its folder, with either path separator. */
export const fileNameOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

/** The shell command that decrypts the file. It asks for the passphrase and prints the codes. */
export function openCommand(path: string, isWindows: boolean): string {
  const quoted = isWindows ? `"${path}"` : `'${path.replaceAll("'", String.raw`'\''`)}'`;
  return `age --decrypt ${quoted}`;
}
