import type { Session } from '#shared/domain/session.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { createCounting } from './counting.ts';
import { createNamesInput, type NamesInput } from './names-input.ts';
import {
  initialState,
  type NewDeps,
  type NewState,
  noChoices,
  type ReadingChoices,
  readyReport,
  type Way,
} from './new-state.ts';
import { createOutlook } from './outlook.ts';
import { createReading } from './reading.ts';
import type { RecipeText } from './recipe-text.ts';
import { withoutTlds, withTlds } from './tld-choice.ts';

export interface NewActions extends Omit<NamesInput, 'again' | 'hold' | 'goOn' | 'giveWay'> {
  /** Asks for a file with the system's own dialog. */
  readonly openFile: () => void;
  /** Reads the same once more; a choice that is not made anew stays, but another sheet has columns of its own. */
  readonly readAs: (changes: Partial<ReadingChoices>) => void;
  readonly turnTo: (way: Way) => void;
  /** Counts what the recipe would make, once the typing rests. */
  readonly shape: (read: () => RecipeText) => void;
  /** Makes the names of the recipe. */
  readonly make: () => void;
  /** What stands in the text field at first: for the first that asks, and nobody after. */
  readonly takeBeginning: () => string;
  readonly addTlds: (tlds: readonly string[]) => void;
  readonly removeTlds: (tlds: readonly string[]) => void;
  readonly rename: (name: string) => void;
  /** Asks again what is before the session: another account, another rate. */
  readonly lookAhead: () => void;
  /** The session that was made; null where it could not be made. */
  readonly create: (name: string, start: boolean) => Promise<Session | null>;
  /** Forgets the names in main, unless a session was made of them. */
  readonly discard: () => void;
}

export interface NewStore extends StoreApi<NewState> {
  readonly actions: NewActions;
}

/** A session in the making: names, TLDs, and what they come to. */
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
  const outlook = createOutlook(store, deps);
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
        // Names that were made since have taken the list's place in main.
        if (way === 'list' && get().reportOf !== 'list') again();
      },
      takeBeginning() {
        const text = beginning;
        beginning = '';
        return text;
      },
      shape: createCounting(store, deps),
      make: () => reading.wish({ kind: 'recipe', recipe: get().recipe }),
      addTlds: (tlds) => set({ tlds: withTlds(get().tlds, tlds) }),
      removeTlds: (tlds) => set({ tlds: withoutTlds(get().tlds, tlds) }),
      rename: (name) => set({ name }),
      lookAhead: outlook.ask,
      ...createMaking(store, deps),
    },
  };
}

/** Makes the session, or forgets the names. */
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
