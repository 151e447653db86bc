import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ImportField, RowResultKind } from '#shared/domain/domain-parts.ts';
import { isolated } from '#shared/domain/isolated.ts';
import type { DomainImportEntry } from '#shared/domain/portfolio.ts';
import type { AppError } from '#shared/errors.ts';
import { mapOk, type Result } from '#shared/result.ts';
import type { Input, Output } from '../../client.ts';
import type { Stores } from '../../app-stores.ts';
import { bytesOf, type Dropped, mostTextLength, tooLong } from '../../bulk/new/names-input.ts';
import { createLatest, createRemote, idle, loading, type Remote, valueOf } from '../../remote.ts';
import { activeAccount, onAnotherAccount } from '../../shell/stores.ts';
import { counted } from '../../ui/Formats.tsx';
import { createPaged, storeOf } from '../../ui/live-collection.ts';

export type ImportReport = Output<'domainImports', 'readText'>;
export type ImportRow = Output<'domainImports', 'rows'>['rows'][number];
type Choices = Input<'domainImports', 'reread'>['choices'];
type Undone = Output<'domainImports', 'undo'>;

interface ImportState {
  /** What is read or was read; null before a file is chosen. */
  readonly report: Remote<ImportReport>;
  readonly choices: Choices;
  /** Rows of one result alone; null: all of them. */
  readonly shown: RowResultKind | null;
  /** Why a file or a text was not taken at all. */
  readonly refusal: AppError | null;
  /** How far it is stored; null where nothing is being stored. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  /** Why it was not stored, or not all of it. */
  readonly failed: { readonly error: AppError; readonly done: number; readonly total: number } | null;
  /** What came of it. */
  readonly done: Output<'domainImports', 'apply'> | null;
  /** What became of the imports that were undone here, by their ids. */
  readonly undone: ReadonlyMap<string, Undone>;
  /** Earlier imports of the account. */
  readonly imports: Remote<readonly DomainImportEntry[]>;
}

const noChoices: Choices = {
  mapping: [],
  isDayFirst: null,
  encoding: null,
  sheet: null,
  restoresArchived: false,
};

const atFirst: Omit<ImportState, 'imports' | 'undone'> = {
  report: idle,
  choices: noChoices,
  shown: null,
  refusal: null,
  progress: null,
  failed: null,
  done: null,
};

type Ask = Stores['bridge']['request']['domainImports'];
type Store = StoreApi<ImportState>;

interface Deps {
  readonly ask: Ask;
  /** Null where there is no account. */
  readonly accountNow: () => string | null;
}

const rowsPerPage = 100;

/** Reads a file or a text, one draft at a time: main holds it under its id. */
function createReader({ getState: get, setState: set }: Store, { ask, accountNow }: Deps) {
  const latest = createLatest();
  /** Of what is read, and the account that it is for. */
  let draft = { draftId: crypto.randomUUID() as string, accountId: '' };
  const rows = createPaged<ImportRow, null>(rowsPerPage, async (offset, limit) =>
    mapOk(await ask.rows({ draftId: draft.draftId, result: get().shown, offset, limit }), (page) => ({
      ...page,
      more: null,
    })),
  );

  async function read(request: () => Promise<Result<ImportReport | null>>): Promise<void> {
    const isLatest = latest.begin();
    const before = get().report;
    set({ report: loading(before), refusal: null, failed: null });
    const result = await request();
    if (!isLatest()) return;
    if (!result.ok) {
      const isStopped = result.error.kind === 'cancelled';
      set({ report: isStopped ? idle : { status: 'failed', error: result.error, before: valueOf(before) } });
    } else if (result.value === null) set({ report: before });
    else {
      set({ report: { status: 'ready', value: result.value }, done: null });
      await rows.anew();
    }
  }

  function discard(): void {
    latest.begin();
    void ask.discard({ draftId: draft.draftId });
  }

  /** Begins a new draft, unless rows are being stored. */
  function begin(
    request: (source: typeof draft & { readonly choices: Choices }) => Promise<Result<ImportReport | null>>,
  ): void {
    const accountId = accountNow();
    if (accountId === null || get().progress !== null) return;
    discard();
    draft = { draftId: crypto.randomUUID(), accountId };
    set(atFirst);
    void read(() => request({ ...draft, choices: noChoices }));
  }

  /** Reads the same file with other choices. */
  function reread(news: Partial<Choices>): void {
    const choices = { ...get().choices, ...news };
    set({ choices });
    void read(() => ask.reread({ draftId: draft.draftId, choices }));
  }

  return {
    rows,
    draft: () => draft,
    begin,
    discard,
    actions: {
      /** Reads the same file in another way; another sheet has other columns. */
      readAs: (news: Partial<Omit<Choices, 'mapping'>>): void =>
        reread(news.sheet === undefined ? news : { ...news, mapping: [] }),
      /** Takes a field from columns; null: nothing. */
      map(columns: readonly number[], field: ImportField | null): void {
        const others = get().choices.mapping.filter(({ column }) => !columns.includes(column));
        reread({ mapping: [...others, ...columns.map((column) => ({ column, field }))] });
      },
      show: (shown: RowResultKind | null): void => {
        set({ shown });
        void rows.anew();
      },
      /** Stops reading, or storing: what was stored by then stays. */
      stop: (): void => void ask.cancel({ draftId: draft.draftId }),
      /** Back to the choice of a file. */
      clear: (): void => {
        discard();
        set(atFirst);
      },
    },
  };
}

/** The ways to choose a file or a text. */
function createSources(
  { setState: set }: Store,
  { ask }: Deps,
  begin: ReturnType<typeof createReader>['begin'],
) {
  const latest = createLatest();
  const fromFile =
    (isHanded: boolean) => async (source: Omit<Input<'domainImports', 'chooseFile'>, 'isHanded'>) =>
      mapOk(await ask.chooseFile({ ...source, isHanded }), ({ report }) => report);
  const refuse = (reason: string): void => set({ refusal: { kind: 'invalid-input', field: 'file', reason } });

  async function takeFile(file: File): Promise<void> {
    const isLatest = latest.begin();
    const bytes = await bytesOf(file);
    if (!isLatest()) return;
    if (typeof bytes === 'string') refuse(bytes);
    else
      begin((source) => ask.readBytes({ ...source, fileName: file.name, bytes, savedMs: file.lastModified }));
  }

  function takeText(text: string): void {
    latest.begin();
    if (text.length > mostTextLength) refuse(tooLong(text.length));
    else if (text.trim() !== '') begin((source) => ask.readText({ ...source, text }));
  }

  return {
    takeText,
    /** Takes what was dropped on the screen, or pasted as a file. */
    take: (dropped: Dropped): void => {
      if (dropped.kind === 'file') void takeFile(dropped.file);
      else if (dropped.kind === 'text') takeText(dropped.text);
      else refuse(dropped.reason);
    },
    /** Opens the system's file dialog. */
    openFile: (): void => begin(fromFile(false)),
    /** Reads the file that was handed to the application. */
    openHanded: (): void => begin(fromFile(true)),
  };
}

/** The imports of an account that were stored, and how they are taken back. */
function createEarlier({ getState: get, setState: set }: Store, { ask, accountNow }: Deps) {
  const { ask: askFor } = createRemote(
    () => get().imports,
    (imports) => set({ imports }),
  );

  async function load(): Promise<void> {
    const accountId = accountNow();
    if (accountId !== null)
      await askFor(async () => mapOk(await ask.list({ accountId }), ({ imports }) => imports));
  }

  return {
    load,
    takeBack: async (accountId: string, { id }: DomainImportEntry): Promise<Result<Undone>> => {
      const result = await ask.undo({ accountId, id });
      if (result.ok) set({ undone: new Map(get().undone).set(id, result.value) });
      await load();
      return result;
    },
  };
}

export type ImportStore = ReturnType<typeof createImportStore>;

/**
 * The import of a file into the active account's portfolio: what it would do, what came of it, and the earlier ones. It outlives the
 * screen, so that one can look at something else meanwhile; another account begins anew, unless rows are being stored.
 */
export function createImportStore({ bridge, accounts, undo, notices, route }: Stores) {
  const ask = bridge.request.domainImports;
  const store = createStore<ImportState>(() => ({ ...atFirst, undone: new Map(), imports: idle }));
  const { getState: get, setState: set } = store;
  const accountNow = (): string | null => activeAccount(accounts.getState())?.id ?? null;
  const { rows, draft, begin, discard, actions } = createReader(store, { ask, accountNow });
  const { load, takeBack } = createEarlier(store, { ask, accountNow });

  async function apply(): Promise<void> {
    if (get().progress !== null || valueOf(get().report) === null) return;
    const { draftId, accountId } = draft();
    set({ progress: { done: 0, total: 0 }, failed: null });
    const applied = await ask.apply({ draftId });
    const { progress } = get();
    set({ progress: null });
    if (applied.ok) {
      set({ ...atFirst, done: applied.value });
      tell(accountId, applied.value.import);
    } else set({ failed: { error: applied.error, done: progress?.done ?? 0, total: progress?.total ?? 0 } });
    await load();
  }

  /** It cannot be done again by a key: the file is imported again. Where the screen is shown, it tells of it. */
  function tell(accountId: string, entry: DomainImportEntry): void {
    const { route: here } = route.getState();
    const isShown = here.screen === 'domains' && here.view.kind === 'import';
    undo.actions[isShown ? 'add' : 'tell']({
      text: importedText(entry),
      accountId,
      isLast: true,
      revert: async () =>
        mapOk(await takeBack(accountId, entry), (undone) => ({
          changed: undone.undone,
          kept: undone.stayed,
          said: undoneText(entry, undone),
        })),
    });
  }

  bridge.on['work.changed'](({ id, done, total }) => {
    if (id === draft().draftId && get().progress !== null) set({ progress: { done, total } });
  });
  onAnotherAccount(accounts, () => {
    if (get().progress !== null) return;
    discard();
    set({ ...atFirst, imports: idle, undone: new Map() });
    void load();
  });

  return {
    ...store,
    rows,
    actions: {
      ...actions,
      ...createSources(store, { ask, accountNow }, begin),
      load,
      apply,
      undo: async (entry: DomainImportEntry): Promise<Result<Undone>> => {
        const result = await takeBack(accountNow() ?? '', entry);
        if (result.ok) notices.actions.say(undoneText(entry, result.value));
        return result;
      },
    },
  };
}

/** Shows what the file would change that a person opened with the application. Nothing is stored. */
export const previewHandedFile = (stores: Stores): void =>
  stores.route.actions.goToDomains({ kind: 'import' }, () => {
    const store = storeOf(stores, createImportStore);
    if (store.getState().progress === null) store.actions.openHanded();
    else stores.notices.actions.say('An import is being stored. Open the file again when it is done.');
  });

/** "Imported 12 domains from porkbun.csv". */
export const importedText = ({ added, changed, source }: DomainImportEntry): string =>
  `Imported ${counted(added + changed, 'domain', 'domains')} ${fromWords(source)}`;

export const fromWords = (source: string): string =>
  source === 'pasted' ? 'from a pasted table' : `from ${isolated(source)}`;

/** How many domains are named in a notice. */
const mostNamed = 3;

/** "Undone: imported 12 domains from porkbun.csv. 2 were changed since and stay as they are: a.com, b.com." */
export function undoneText(entry: DomainImportEntry, { undone, stayed, named }: Undone): string {
  const done =
    undone === 0
      ? 'Nothing was undone.'
      : `Undone for ${counted(undone, 'domain', 'domains')} ${fromWords(entry.source)}.`;
  if (stayed === 0) return done;
  const names = named.slice(0, mostNamed).map(isolated).join(', ');
  const more = stayed > mostNamed ? ' and others' : '';
  return `${done} ${counted(stayed, 'was changed since and stays as it is', 'were changed since and stay as they are')}: ${names}${more}.`;
}
