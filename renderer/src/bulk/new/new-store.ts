import { createStore, type StoreApi } from 'zustand/vanilla';
import { mostCells, mostNames, mostTlds, type Session } from '#shared/domain/session.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { answered, createLatest, idle, loading } from '../../bridge.ts';
import { counted, format } from '../../ui/Formats.tsx';
import { createNamesInput, createReading, type NamesInput } from './names-input.ts';
import {
  type Generator,
  type GeneratorCount,
  initialState,
  isGeneratorEmpty,
  type NewDeps,
  type NewState,
  noChoices,
  type ReadingChoices,
  readyReport,
  type Way,
  withoutTlds,
  withTlds,
} from './new-state.ts';

interface NewActions extends Omit<NamesInput, 'again' | 'hold' | 'goOn' | 'giveWay'> {
  /** Opens the system's file dialog. */
  readonly openFile: () => void;
  /** Reads the same source again. Choices that are not changed stay, except that another sheet resets the column. */
  readonly readAs: (changes: Partial<ReadingChoices>) => void;
  readonly turnTo: (way: Way) => void;
  /** Counts the names that the generator would make, after the debounce time. */
  readonly shape: (read: () => GeneratorText) => void;
  /** Generates the names. */
  readonly make: () => void;
  /** The initial text of the text field. Only the first call gets it; later calls get an empty string. */
  readonly takeBeginning: () => string;
  readonly addTlds: (tlds: readonly string[]) => void;
  readonly removeTlds: (tlds: readonly string[]) => void;
  readonly rename: (name: string) => void;
  /** Requests the estimate again, for example after a change of account or rate. */
  readonly lookAhead: () => void;
  /** The created session; null where it could not be created. */
  readonly create: (name: string, start: boolean) => Promise<Session | null>;
  /** Discards the names in main, unless a session was created from them. */
  readonly discard: () => void;
}

export interface NewStore extends StoreApi<NewState> {
  readonly actions: NewActions;
}

/** The store of the new-session form: names, TLDs, and the estimate. */
export function createNewStore(deps: NewDeps): NewStore {
  const store = createStore<NewState>(() => initialState);
  const { getState: get, setState: set } = store;
  const reading = createReading(store, deps, {
    onChosen: () => giveWay(),
    onClosed: () => goOn(),
    onMisread(error) {
      again();
      set({ refusal: error });
    },
  });
  const { again, hold, goOn, giveWay, ...input } = createNamesInput(store, deps, reading);
  const outlook = createEstimate(store, deps);
  let { beginning = '' } = deps;
  return {
    ...store,
    actions: {
      ...input,
      openFile() {
        hold();
        reading.wish({ kind: 'choose' });
      },
      readAs(changes) {
        const choices = { ...(changes.sheet === undefined ? get().choices : noChoices), ...changes };
        set({ choices });
        reading.wish({ kind: 'reread', choices });
      },
      turnTo(way) {
        set({ way });
        // Names generated since have replaced the list's draft in main.
        if (way === 'list' && get().reportOf !== 'list') again();
      },
      takeBeginning() {
        const text = beginning;
        beginning = '';
        return text;
      },
      shape: createGeneratorCount(store, deps),
      make: () => reading.wish({ kind: 'recipe', recipe: get().recipe }),
      addTlds: (tlds) => set({ tlds: withTlds(get().tlds, tlds) }),
      removeTlds: (tlds) => set({ tlds: withoutTlds(get().tlds, tlds) }),
      rename: (name) => set({ name }),
      lookAhead: outlook.ask,
      ...createMaking(store, deps),
    },
  };
}

/** Creates the session, or discards the names. */
function createMaking(
  { getState: get, setState: set }: StoreApi<NewState>,
  { request, draftId, accountId: accountOf }: NewDeps,
): Pick<NewActions, 'create' | 'discard'> {
  let isUsedUp = false;
  return {
    async create(name, start) {
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
    discard() {
      if (!isUsedUp) void request.intake.discard({ draftId });
    },
  };
}

/** Updates the estimate when names or TLDs change; the returned function requests it again, for example for another account. */
function createEstimate(
  store: StoreApi<NewState>,
  { request: { sessions }, accountId }: NewDeps,
): { readonly ask: () => void } {
  const { getState: get, setState: set } = store;
  const latest = createLatest();

  function ask(): void {
    const isLatest = latest.begin();
    const { names, tlds } = sizeOf(get());
    if (names * tlds === 0 || tooLarge(names, tlds) !== null) {
      set({ outlook: idle });
      return;
    }
    set({ outlook: loading(get().outlook) });
    void sessions.estimate({ accountId: accountId(), names, tlds }).then((result) => {
      if (isLatest()) set({ outlook: answered(get().outlook, result) });
    });
  }

  store.subscribe((state, before) => {
    const now = sizeOf(state);
    const then = sizeOf(before);
    if (now.names !== then.names || now.tlds !== then.tlds) ask();
  });
  return { ask };
}

export const sizeOf = (state: NewState): { readonly names: number; readonly tlds: number } => ({
  names: readyReport(state)?.names ?? 0,
  tlds: state.tlds.length,
});

/** Why no session of this size can be created; null where one can. */
export function tooLarge(names: number, tlds: number): string | null {
  if (names > mostNames)
    return `${counted(names, 'name is', 'names are')} too many: a session holds ${format.count(mostNames)}. Make several sessions of them.`;
  if (tlds > mostTlds)
    return `${counted(tlds, 'TLD is', 'TLDs are')} too many: a session holds ${format.count(mostTlds)}. Take some out.`;
  if (names * tlds <= mostCells) return null;
  const fit = Math.floor(mostCells / names);
  return (
    `${format.count(names)} names × ${format.count(tlds)} TLDs are ${format.count(names * tlds)} cells; a session holds ` +
    `${format.count(mostCells)}. Take ${counted(fit, 'TLD', 'TLDs')} at most, or make several sessions of the names.`
  );
}

/** Counts the names that the generator would make, before any is made. Names made with other settings are dropped. */
function createGeneratorCount(
  { getState: get, setState: set }: StoreApi<NewState>,
  { request: { intake }, restMs }: NewDeps,
): (read: () => GeneratorText) => void {
  const latest = createLatest();

  function count(text: GeneratorText, isLatest: () => boolean): void {
    const recipe = generatorOf(text);
    if (!recipe.ok) {
      set({ count: { status: 'failed', error: recipe.error, before: null } });
      return;
    }
    const isEmpty = isGeneratorEmpty(recipe.value);
    set({ recipe: recipe.value, count: isEmpty ? idle : loading(get().count) });
    if (isEmpty) return;
    void intake.count(recipe.value).then((result) => {
      if (isLatest()) set({ count: answered<GeneratorCount>(idle, result) });
    });
  }

  return (read) => {
    const isLatest = latest.begin();
    if (get().count.status !== 'loading')
      set({ count: loading(get().count), ...(get().reportOf === 'recipe' ? { report: idle } : {}) });
    setTimeout(() => {
      if (isLatest()) count(read(), isLatest);
    }, restMs);
  };
}

export type GeneratorField = 'prefixes' | 'words' | 'secondWords' | 'suffixes' | 'patterns';

/** The texts of the fields as typed, and the choices beside them. */
export interface GeneratorText {
  readonly fields: Readonly<Record<GeneratorField, string>>;
  readonly joiner: 'nothing' | 'hyphen' | 'both';
  readonly withoutPrefix: boolean;
  readonly withoutSuffix: boolean;
}

/** Source: `recipe` in session-schemas.ts. */
const limits: Readonly<Record<GeneratorField, { readonly lines: number; readonly length: number }>> = {
  prefixes: { lines: 10_000, length: 260 },
  words: { lines: 100_000, length: 260 },
  secondWords: { lines: 100_000, length: 260 },
  suffixes: { lines: 10_000, length: 260 },
  patterns: { lines: 1_000, length: 500 },
};

const joiners: Readonly<Record<GeneratorText['joiner'], Generator['joiners']>> = {
  nothing: [''],
  hyphen: ['-'],
  both: ['', '-'],
};

/** Splits the fields into parts. Fails with: `invalid-input`, its `field` the one that is too long. */
export function generatorOf({
  fields,
  joiner,
  withoutPrefix,
  withoutSuffix,
}: GeneratorText): Result<Generator> {
  const lists: Partial<Record<GeneratorField, string[]>> = {};
  for (const field of ['prefixes', 'words', 'secondWords', 'suffixes', 'patterns'] as const) {
    const lines = linesOf(fields[field], field);
    const problem = problemOf(field, lines);
    if (problem !== null) return fail(problem);
    lists[field] = lines;
  }
  const { prefixes = [], words = [], secondWords = [], suffixes = [], patterns = [] } = lists;
  return ok({
    prefixes,
    words,
    secondWords,
    suffixes,
    patterns,
    joiners: joiners[joiner],
    withoutPrefix,
    withoutSuffix,
  });
}

/** Words are separated by lines, spaces, commas or semicolons. Patterns contain commas, so each has its own line. */
const linesOf = (text: string, field: GeneratorField): string[] =>
  text
    .split(field === 'patterns' ? /[\r\n]+/ : /[\s,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

function problemOf(field: GeneratorField, lines: readonly string[]): AppError | null {
  const { lines: most, length } = limits[field];
  if (lines.length > most)
    return {
      kind: 'invalid-input',
      field,
      reason: `${format.count(lines.length)} are too many; ${format.count(most)} at most`,
    };
  const tooLong = lines.find((line) => line.length > length);
  return tooLong === undefined
    ? null
    : {
        kind: 'invalid-input',
        field,
        reason: `“${tooLong.slice(0, 20)}…” has ${format.count(tooLong.length)} characters; ${length} at most`,
      };
}
