import type { NameProblem } from '#shared/domain/domain-name.ts';
import type { FindingKind } from '#shared/domain/finding.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Names, plainNamesFor } from '../../lib/names.ts';
import { answered, createLatest, idle, loading } from '../../lib/remote.ts';
import { createAsking } from './asking.ts';
import { askWhenReady } from './ask-when-ready.ts';
import { followRequests } from './requested.ts';
import { type Question, questionOf, sameQuestion } from './question.ts';
import { emptyRows, orderOf, withKnown } from './rows.ts';
import { blank, initialState, type SearchDeps, type SearchState } from './search-state.ts';

export interface SearchActions {
  readonly type: (text: string) => void;
  /** @param known All TLDs that the account has, for telling where the name ends and the TLD begins. */
  readonly useTlds: (tlds: readonly string[], known: readonly string[]) => void;
  /** Asks the service for every name of the question. Answers false where the text is no name. */
  readonly ask: () => boolean;
  readonly lookAgain: (domains: readonly string[]) => void;
  readonly stop: () => void;
  /** Forgets what belongs to another account and reads what this one knows. */
  readonly restart: () => void;
  readonly hold: () => void;
  readonly sort: () => void;
  readonly filterBy: (kind: FindingKind | null) => void;
  readonly moveTo: (domain: string | null) => void;
  readonly openDetails: (domain: string) => void;
  readonly closeDetails: () => void;
}

export interface SearchStore extends StoreApi<SearchState> {
  readonly actions: SearchActions;
}

/** The Search screen's state: one name, many TLDs, what is known of them and what is being asked. */
export function createSearchStore(deps: SearchDeps): SearchStore {
  const store = createStore<SearchState>(() => initialState);
  const { getState: get, setState: set } = store;
  const asking = createAsking(store, deps);
  const details = createDetails(store, deps);
  const question = createQuestioning(store, deps, asking.stop);

  void deps.loadNames().then((names) => {
    set({ names });
    question.update();
  });

  const askSoon = askWhenReady(store, () => {
    const { question: asked, text, recent } = get();
    set({ recent: [text.trim(), ...recent.filter((old) => old !== text.trim())].slice(0, 8), held: false });
    asking.ask((asked?.names ?? []).map((name) => name.domain));
  });

  const actions: SearchActions = {
    type(text) {
      set({ text });
      question.update();
    },
    useTlds(tlds, knownTlds) {
      set({ tlds, knownTlds });
      question.update();
    },
    ask() {
      const { question: asked, problem, text } = get();
      if (asked === null && (problem !== null || text.trim() === '')) return false;
      askSoon();
      return true;
    },
    lookAgain: asking.ask,
    stop: asking.stop,
    restart() {
      asking.stop();
      set({ ...blank, question: null, order: [] });
      question.update();
    },
    hold: () => {
      if (!get().held) set({ held: true });
    },
    sort: () => set({ order: orderOf(get().rows), held: false }),
    filterBy: (filter) => set({ filter }),
    moveTo: (cursor) => set({ cursor }),
    openDetails: details.open,
    closeDetails: details.close,
  };
  followRequests(deps, (text) => {
    actions.type(text);
    askSoon();
  });
  return { ...store, actions };
}

interface Questioning {
  /** Reads the text and the TLDs anew; where they make another question, everything begins anew. */
  readonly update: () => void;
}

/** Keeps the question in step with the text and the TLDs, and reads what the local store knows of it. */
function createQuestioning(store: StoreApi<SearchState>, deps: SearchDeps, stop: () => void): Questioning {
  const { getState: get, setState: set } = store;
  const latest = createLatest();
  let rest: ReturnType<typeof setTimeout> | undefined;

  async function readKnown(asked: Question): Promise<void> {
    const isLatest = latest.begin();
    const tlds = asked.names.map((name) => name.tld);
    const accountId = deps.accountId();
    const result = await deps.request.search.known({ accountId, label: asked.query.ascii, tlds });
    if (!isLatest()) return;
    const rows = result.ok ? withKnown(get().rows, result.value.findings) : get().rows;
    const knownError = result.ok ? null : result.error;
    set({ rows, knownRead: true, knownError, order: get().held ? get().order : orderOf(rows) });
  }

  function begin(question: Question | null, problem: NameProblem | null): void {
    stop();
    latest.begin();
    clearTimeout(rest);
    const rows = emptyRows(question?.names ?? []);
    set({ ...blank, question, problem, rows, order: [...rows.keys()] });
    if (question !== null) rest = setTimeout(() => void readKnown(question), deps.restMs);
  }

  return {
    update(): void {
      const { question: before, ...state } = get();
      const names = state.names ?? plainNamesFor([state.text, ...state.tlds]);
      const { question, problem } = names === null ? unread : read(state, names);
      if (before === question || sameQuestion(before, question)) set({ question, problem });
      else begin(question, problem);
    },
  };
}

/** Of a text that only the tables can read, until they are there. */
const unread = { question: null, problem: null };

/** What the text asks, or why it asks nothing. */
function read(
  { text, tlds, knownTlds }: Pick<SearchState, 'text' | 'tlds' | 'knownTlds'>,
  names: Names,
): Pick<SearchState, 'question' | 'problem'> {
  if (text.trim() === '') return { question: null, problem: null };
  const query = names.parseQuery(text, names.knownTldSet(knownTlds));
  return query.ok
    ? { question: questionOf(query.value, tlds, names), problem: null }
    : { question: null, problem: query.error };
}

interface Details {
  readonly open: (domain: string) => void;
  readonly close: () => void;
}

/** Every field of one finding, read when it is opened. */
function createDetails(store: StoreApi<SearchState>, deps: SearchDeps): Details {
  const { getState: get, setState: set } = store;
  const latest = createLatest();

  function open(domain: string): void {
    const isLatest = latest.begin();
    const before = get().open === domain ? get().details : idle;
    set({ open: domain, cursor: domain, details: loading(before) });
    void deps.request.search.details({ accountId: deps.accountId(), domain }).then((result) => {
      if (isLatest()) set({ details: answered(get().details, result) });
    });
  }

  deps.on['search.findings']((event) => {
    const shown = get().open;
    if (shown !== null && event.findings.some((finding) => finding.domain === shown)) open(shown);
  });

  return {
    open,
    close(): void {
      latest.begin();
      set({ open: null, details: idle });
    },
  };
}
