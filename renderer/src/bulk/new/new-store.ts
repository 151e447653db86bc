import { createStore, type StoreApi } from 'zustand/vanilla';
import { isolated } from '#shared/domain/isolated.ts';
import type { Session } from '#shared/domain/session.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { counted, format } from '../../ui/Formats.tsx';
import { createNamesInput, createNamesReader } from './names-input.ts';
import {
  initialState,
  isGeneratorEmpty,
  noChoices,
  readyReport,
  type Generator,
  type NamesFrom,
  type NewDeps,
  type NewState,
  type ReadingChoices,
  withTlds,
  withoutTlds,
} from './new-state.ts';
import { mostCells, mostNames, mostTlds } from '#shared/domain/bounds.ts';
import { answered, createLatest, createRemote, idle, loading } from '../../remote.ts';

export type NewStore = ReturnType<typeof createNewStore>;

/** The store of the new-session form: names, TLDs, and the estimate. */
export function createNewStore(deps: NewDeps) {
  const store = createStore<NewState>(() => ({ ...initialState, tlds: withTlds([], deps.tlds ?? []) }));
  const { getState: get, setState: set } = store;
  const { imports } = deps.request;
  const { draftId } = deps;
  const reader = createNamesReader(store);
  const { again, ...input } = createNamesInput(store, deps, reader);
  let { beginning = '' } = deps;
  return {
    ...store,
    actions: {
      ...input,
      /** Reads the same source again. Choices that are not changed stay, except that another sheet resets the column. */
      readAs: (changes: Partial<ReadingChoices>): void => {
        const choices = { ...(changes.sheet === undefined ? get().choices : noChoices), ...changes };
        set({ choices });
        reader.read({ kind: 'reread', ask: () => imports.reread({ draftId, choices }) });
      },
      takeNamesFrom: (namesFrom: NamesFrom): void => {
        set({ namesFrom });
        // Names generated since have replaced the list's draft in main.
        if (namesFrom === 'list' && get().reportOf !== 'list') again();
      },
      /** The initial text of the text field. Only the first call gets it; later calls get an empty string. */
      takeBeginning: (): string => {
        const text = beginning;
        beginning = '';
        return text;
      },
      shape: createGeneratorCount(store, deps),
      /** Generates the names. */
      make: (): void => {
        const { generator } = get();
        reader.read({ kind: 'generator', ask: () => imports.generate({ draftId, ...generator }) });
      },
      addTlds: (tlds: readonly string[]) => set({ tlds: withTlds(get().tlds, tlds) }),
      removeTlds: (tlds: readonly string[]) => set({ tlds: withoutTlds(get().tlds, tlds) }),
      rename: (name: string) => set({ name }),
      /** Requests the estimate again, for example after a change of account or rate. */
      lookAhead: createEstimate(store, deps),
      ...createMaking(store, deps),
    },
  };
}

function createMaking(
  { getState: get, setState: set }: StoreApi<NewState>,
  { request, draftId, accountId: accountOf }: NewDeps,
) {
  let isUsedUp = false;
  return {
    /** The created session; null where it could not be created. */
    create: async (name: string, start: boolean): Promise<Session | null> => {
      if (get().creating || readyReport(get()) === null) return null;
      const accountId = accountOf();
      if (accountId === null) {
        set({ createError: { kind: 'no-account' } });
        return null;
      }
      set({ creating: true, createError: null });
      const made = { accountId, draftId, name, tlds: [...get().tlds], start };
      const result = await request.sessions.create(made);
      set({ creating: false, createError: result.ok ? null : result.error });
      if (!result.ok) return null;
      isUsedUp = true;
      return result.value;
    },
    /** Discards the names in main, unless a session was created from them. */
    discard: (): void => {
      if (!isUsedUp) void request.imports.discard({ draftId });
    },
  };
}

/** Updates the estimate when names or TLDs change; the returned function requests it again. */
function createEstimate(
  store: StoreApi<NewState>,
  { request: { sessions }, accountId }: NewDeps,
): () => void {
  const { getState: get, setState: set } = store;
  const remote = createRemote(
    () => get().outlook,
    (outlook) => set({ outlook }),
  );

  function ask(): void {
    const { names, tlds } = sizeOf(get());
    if (names * tlds === 0 || tooLarge(names, tlds) !== null) remote.reset();
    else void remote.ask(() => sessions.estimate({ accountId: accountId(), names, tlds }));
  }

  store.subscribe((state, before) => {
    const now = sizeOf(state);
    const then = sizeOf(before);
    if (now.names !== then.names || now.tlds !== then.tlds) ask();
  });
  return ask;
}

export const sizeOf = (state: NewState): { readonly names: number; readonly tlds: number } => ({
  names: readyReport(state)?.names ?? 0,
  tlds: state.tlds.length,
});

/** Why no session of this size can be created; null where one can. */
export function tooLarge(names: number, tlds: number): string | null {
  if (names > mostNames)
    return `${counted(names, 'name is', 'names are')} too many: a session holds ${format.count(mostNames)}. Split them into several sessions.`;
  if (tlds > mostTlds)
    return `${counted(tlds, 'TLD is', 'TLDs are')} too many: a session holds ${format.count(mostTlds)}. Remove some.`;
  if (names * tlds <= mostCells) return null;
  const fit = Math.floor(mostCells / names);
  return (
    `${counted(names, 'name', 'names')} × ${counted(tlds, 'TLD', 'TLDs')} are ${format.count(names * tlds)} checks; a session holds ` +
    `${format.count(mostCells)}. Choose at most ${counted(fit, 'TLD', 'TLDs')}, or split the names into several sessions.`
  );
}

/**
 * Counts the names that the generator would make, after the debounce time and before any is made. Names made with other settings
 * are dropped.
 */
function createGeneratorCount(
  { getState: get, setState: set }: StoreApi<NewState>,
  { request: { imports }, restMs }: NewDeps,
): (read: () => FormData) => void {
  const latest = createLatest();

  async function count(form: FormData, isLatest: () => boolean): Promise<void> {
    const generator = generatorOf(form);
    if (!generator.ok) {
      set({ count: answered(idle, generator) });
      return;
    }
    const isEmpty = isGeneratorEmpty(generator.value);
    set({ generator: generator.value, count: isEmpty ? idle : loading(get().count) });
    if (isEmpty) return;
    const result = await imports.count(generator.value);
    if (isLatest()) set({ count: answered(idle, result) });
  }

  return (read) => {
    const isLatest = latest.begin();
    if (get().count.status !== 'loading')
      set({ count: loading(get().count), ...(get().reportOf === 'generator' ? { report: idle } : {}) });
    setTimeout(() => {
      if (isLatest()) void count(read(), isLatest);
    }, restMs);
  };
}

export type GeneratorField = 'prefixes' | 'words' | 'secondWords' | 'suffixes' | 'patterns';

/** Source: `recipe` in session-schemas.ts. */
const limits: Readonly<Record<GeneratorField, { readonly lines: number; readonly length: number }>> = {
  prefixes: { lines: 10_000, length: 260 },
  words: { lines: 100_000, length: 260 },
  secondWords: { lines: 100_000, length: 260 },
  suffixes: { lines: 10_000, length: 260 },
  patterns: { lines: 1_000, length: 500 },
};

export const isGeneratorField = (name: string): name is GeneratorField => name in limits;

/** Splits the form's fields into parts. Fails with: `invalid-input`, its `field` the one that is too long. */
export function generatorOf(form: FormData): Result<Generator> {
  const lists: Record<GeneratorField, string[]> = {
    prefixes: linesOf(form, 'prefixes'),
    words: linesOf(form, 'words'),
    secondWords: linesOf(form, 'secondWords'),
    suffixes: linesOf(form, 'suffixes'),
    patterns: linesOf(form, 'patterns'),
  };
  for (const [field, lines] of Object.entries(lists)) {
    const reason = isGeneratorField(field) ? problemOf(field, lines) : null;
    if (reason !== null) return fail({ kind: 'invalid-input', field, reason } satisfies AppError);
  }
  const joiner = form.get('joiner');
  return ok({
    ...lists,
    joiners: joiner === 'both' ? ['', '-'] : [joiner === 'hyphen' ? '-' : ''],
    withoutPrefix: form.has('withoutPrefix'),
    withoutSuffix: form.has('withoutSuffix'),
  });
}

/** Words are separated by lines, spaces, commas or semicolons. Patterns contain commas, so each has its own line. */
function linesOf(form: FormData, field: GeneratorField): string[] {
  const text = form.get(field);
  return (typeof text === 'string' ? text : '')
    .split(field === 'patterns' ? /[\r\n]+/ : /[\s,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function problemOf(field: GeneratorField, lines: readonly string[]): string | null {
  const { lines: most, length } = limits[field];
  if (lines.length > most) return `${format.count(lines.length)} are too many; ${format.count(most)} at most`;
  const tooLong = lines.find((line) => line.length > length);
  return tooLong === undefined
    ? null
    : `“${isolated(tooLong.slice(0, 20))}…” has ${format.count(tooLong.length)} characters; ${format.count(length)} at most`;
}
