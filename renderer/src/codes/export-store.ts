import { useEffect } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CodeExport, CodeExportFile, CodeExportRow, CodeExportState } from '#shared/domain/code.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import { assertNever, type Result } from '#shared/result.ts';
import type { Bridge, Input } from '#shared/routes.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { createLatest } from '../bridge.ts';
import { counted, format } from '../ui/Formats.tsx';
import { coalesced, createPaged, type Paged, storeOf } from '../ui/live-collection.ts';

interface CodeExportsState {
  /** The code exports since the start of the program, of all accounts. */
  readonly savings: ReadonlyMap<string, CodeExport>;
  /** The speed of the running exports. */
  readonly paces: ReadonlyMap<string, Pace>;
  readonly isListed: boolean;
  /** Why the list could not be loaded. */
  readonly error: AppError | null;
}

interface CodeExportsStore extends StoreApi<CodeExportsState> {
  readonly actions: {
    readonly load: () => Promise<void>;
    /** Null where the user cancelled before anything was requested. */
    readonly saveMany: (accountId: string, domains: readonly string[]) => Promise<Result<CodeExport | null>>;
    readonly stop: (id: string) => Promise<Result<unknown>>;
  };
}

interface Deps {
  readonly request: Pick<Bridge['request'], 'codes'>;
  readonly on: Pick<Bridge['on'], 'codes.saving'>;
  readonly nowMs: () => number;
}

/** The code exports, with live updates. An event from main is newer than the answer to the call that starts an export. */
export function createCodeExportsStore({ request: { codes: ask }, on, nowMs }: Deps): CodeExportsStore {
  const store = createStore<CodeExportsState>(() => ({
    savings: new Map(),
    paces: new Map(),
    isListed: false,
    error: null,
  }));
  const { getState: get, setState: set } = store;
  const latest = createLatest();

  function put(saving: CodeExport): void {
    const { savings, paces } = get();
    set({ savings: new Map(savings).set(saving.id, saving), paces: pacesWith(paces, saving, nowMs()) });
  }

  on['codes.saving'](put);

  return {
    ...store,
    actions: {
      async load() {
        const isLatest = latest.begin();
        const result = await ask.savings({});
        if (!isLatest()) return;
        if (!result.ok) {
          set({ error: result.error });
          return;
        }
        // Of two versions of an export, the one with more progress is the newer.
        const listed = result.value.savings.map((saving) => further(get().savings.get(saving.id), saving));
        set({ savings: new Map(listed.map((saving) => [saving.id, saving])), isListed: true, error: null });
      },
      async saveMany(accountId, domains) {
        const result = await ask.saveMany({ accountId, domains: [...domains] });
        if (!result.ok) return result;
        const { saving } = result.value;
        if (saving !== null && !get().savings.has(saving.id)) put(saving);
        return { ok: true, value: saving };
      },
      stop: (id) => ask.stopSaving({ id }),
    },
  };
}

function further(known: CodeExport | undefined, listed: CodeExport): CodeExport {
  if (known === undefined) return listed;
  return known.asked > listed.asked || (known.endedAt !== null && listed.endedAt === null) ? known : listed;
}

const codeExportsOf = ({ bridge }: Stores) => createCodeExportsStore({ ...bridge, nowMs: () => Date.now() });

/** The code exports, loaded on first use and updated live. */
export function useCodeExports(): CodeExportsStore {
  const store = storeOf(useStores(), codeExportsOf);
  useEffect(() => {
    if (!store.getState().isListed) void store.actions.load();
  }, [store]);
  return store;
}

/** The same, loaded again: a file may have been removed since. */
export function useFreshCodeExports(): CodeExportsStore {
  const store = storeOf(useStores(), codeExportsOf);
  useEffect(() => void store.actions.load(), [store]);
  return store;
}

/** The newest first. */
export const inOrder = (savings: Iterable<CodeExport>): readonly CodeExport[] =>
  [...savings].sort((a, b) => b.startedAt.localeCompare(a.startedAt));

/** The recent progress of an export, for computing its speed: the oldest first. */
type Pace = readonly { readonly atMs: number; readonly asked: number }[];

/** The time span of the speed. A pause before it does not count. */
const lookBackMs = 10_000;

/** `paces` with the present progress of `saving`; without it once it is over or waits. */
function pacesWith(
  paces: ReadonlyMap<string, Pace>,
  { id, state, asked, waitsFor }: CodeExport,
  nowMs: number,
): ReadonlyMap<string, Pace> {
  const next = new Map(paces);
  const recent = (paces.get(id) ?? []).filter(({ atMs }) => nowMs - atMs <= lookBackMs);
  if (state !== 'running' || waitsFor !== null) next.delete(id);
  else next.set(id, [...recent, { atMs: nowMs, asked }]);
  return next;
}

/** In requests per second; null until there are enough samples. */
export function rateOf(pace: Pace | undefined): number | null {
  const [first, last] = [pace?.at(0), pace?.at(-1)];
  if (first === undefined || last === undefined) return null;
  const seconds = (last.atMs - first.atMs) / 1_000;
  return seconds < 1 || last.asked <= first.asked ? null : (last.asked - first.asked) / seconds;
}

export type Which = Input<'codes', 'savingRows'>['which'];

export const pageSize = 500;

interface ExportViewState {
  readonly which: Which;
  /** The current row, among the shown rows; -1 is none. */
  readonly cursor: number;
}

export interface ExportStore extends StoreApi<ExportViewState> {
  readonly rows: Paged<CodeExportRow, null>;
  readonly actions: {
    readonly show: (which: Which) => void;
    readonly moveTo: (cursor: number) => void;
    /** The names to request again: without a code, and not e-mailed to their registrants. */
    /** Without those that were e-mailed; with those that have a code, where the code was lost. */
    readonly namesToAskAgain: (isLost: boolean) => Promise<Result<readonly string[]>>;
    readonly begin: () => void;
    readonly end: () => void;
  };
}

interface ExportStoreDeps {
  readonly request: Pick<Bridge['request'], 'codes'>;
  readonly on: Pick<Bridge['on'], 'codes.saving'>;
  readonly savingId: string;
  /** Debounce time after an event before the rows are loaded again. */
  readonly restMs: number;
}

/** The store of one open code export: its rows, with live updates. */
export function createExportStore({
  request: { codes: ask },
  on,
  savingId: id,
  restMs,
}: ExportStoreDeps): ExportStore {
  const store = createStore<ExportViewState>(() => ({ which: 'all', cursor: -1 }));
  const { getState: get, setState: set } = store;

  const rows = createPaged<CodeExportRow, null>(pageSize, async (offset, limit) => {
    const result = await ask.savingRows({ id, which: get().which, offset, limit });
    return result.ok ? { ok: true, value: { ...result.value, more: null } } : result;
  });
  const readAgain = coalesced(() => void rows.again(), restMs);
  const ends: (() => void)[] = [];

  async function namesToAskAgain(isLost: boolean): Promise<Result<readonly string[]>> {
    const names: string[] = [];
    for (let offset = 0; ; offset += pageSize) {
      const result = await ask.savingRows({ id, which: 'all', offset, limit: pageSize });
      if (!result.ok) return result;
      const left = result.value.rows.filter(isLost ? hasReachedNobody : isToBeAskedAgain);
      names.push(...left.map(({ domain }) => domain));
      if (offset + pageSize >= result.value.total) return { ok: true, value: names };
    }
  }

  return {
    ...store,
    rows,
    actions: {
      show(which) {
        set({ which, cursor: -1 });
        void rows.anew();
      },
      moveTo: (cursor) => set({ cursor }),
      namesToAskAgain,
      begin() {
        ends.push(
          on['codes.saving']((saving) => {
            if (saving.id === id) readAgain();
          }),
        );
        void rows.anew();
      },
      end: () => ends.splice(0).forEach((end) => end()),
    },
  };
}

const hasReachedNobody = ({ outcome }: CodeExportRow): boolean => outcome !== 'emailed';
const isToBeAskedAgain = (row: CodeExportRow): boolean => row.outcome !== 'code' && hasReachedNobody(row);

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
      return waitsFor === null ? `Asking: ${far}` : `Waiting: ${far} asked`;
    case 'done':
      return `Done: ${codes} of ${counted(total, 'domain', 'domains')}`;
    case 'stopped':
      return `Stopped: ${codes}, ${far} asked`;
    case 'failed':
      return `Ended early: ${far} asked`;
    default:
      return assertNever(state);
  }
}

/** What the state means, in a line. */
export function exportMeaning(saving: CodeExport): string {
  const { state, file, waitsFor } = saving;
  switch (state) {
    case 'running':
      return waitsFor === null
        ? 'One after the other, each asked once. It goes on while you look at something else; no code is shown.'
        : `${sentencesFor(waitsFor).happened} It goes on by itself once it can.`;
    case 'done':
      return endMeaning[file].done;
    case 'stopped':
      return endMeaning[file].stopped;
    case 'failed':
      return endMeaning[file].failed;
    default:
      return assertNever(state);
  }
}

const gone = 'The file does not stand there any more: it was moved, renamed or removed.';

const endMeaning: Readonly<
  Record<CodeExportFile, Readonly<Record<Exclude<CodeExportState, 'running'>, string>>>
> = {
  there: {
    done: 'Each domain was asked once. The file says for each what came.',
    stopped: 'No more is asked. What had come is in the file.',
    failed: 'What had come before is in the file all the same.',
  },
  gone: {
    done: `Each domain was asked once. ${gone}`,
    stopped: `No more is asked. ${gone}`,
    failed: gone,
  },
  none: {
    done: 'Each domain was asked once. There is no file of it.',
    stopped: 'Nothing was asked, so there is no file.',
    failed: 'There is no file of it. What stood under that name is as it was.',
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
