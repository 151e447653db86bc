import { createStore, type StoreApi } from 'zustand/vanilla';
import type { NameProblem } from '#shared/domain/domain-name.ts';
import type { ShownKind } from '#shared/domain/finding.ts';
import { nameSeparators } from '#shared/domain/plain-name.ts';
import type { AppError } from '#shared/errors.ts';
import type { Bridge, SearchFailure } from '../client.ts';
import {
  asAsking,
  asEnded,
  byLabel,
  emptyRows,
  mostUsefulFirst,
  type OneLabel,
  orderOf,
  type Question,
  questionOf,
  type Rows,
  sameQuestion,
  type SearchSort,
  withAnswers,
  withKnown,
  withOwned,
  writtenIn,
} from './rows.ts';
import { createLatest } from '../remote.ts';
import { type Names, plainNamesFor } from '../names.ts';

export type SearchStore = ReturnType<typeof createSearchStore>;

/** The Search screen's state: one name and many TLDs, or domains as they are written; the stored findings and the requests in progress. */
export function createSearchStore(deps: SearchDeps) {
  const store = createStore<SearchState>(() => initialState);
  const { getState: get, setState: set } = store;
  const asking = createAsking(store, deps);
  const update = createQuestioning(store, deps, asking.stop);

  void deps.loadNames().then((names) => {
    set({ names });
    update();
  });

  const askSoon = askWhenReady(store, () => {
    const { question: asked, text, recent } = get();
    set({ recent: [text.trim(), ...recent.filter((old) => old !== text.trim())].slice(0, 8), held: false });
    asking.ask((asked?.names ?? []).map((name) => name.domain));
  });

  const type = (text: string): void => {
    set({ text });
    update();
  };

  followRequests(deps, (text) => {
    type(text);
    askSoon();
  });

  const actions = {
    type,
    /** @param known All TLDs of the account, to find where the name ends and the TLD begins. */
    useTlds: (tlds: readonly string[], known: readonly string[]): void => {
      const isFirstList = get().knownTlds.length === 0 && known.length > 0;
      set({ tlds, knownTlds: known });
      // A list that comes while the service is being asked is for the next question.
      if (!isFirstList || !isAsking(get())) update();
    },
    /** Asks the service for every name of the question. Returns false where the text is not a name. */
    ask: (): boolean => {
      const { question: asked, problem, text } = get();
      if (asked === null && (problem !== null || text.trim() === '')) return false;
      askSoon();
      return true;
    },
    recheck: asking.ask,
    stop: asking.stop,
    /** Drops the state of another account and reads what is stored for this one. */
    restart: (): void => {
      asking.stop();
      set({ ...blank, question: null, order: [] });
      update();
    },
    putOwned: (owned: ReadonlySet<string>): void => {
      set({ owned, ...placed({ ...get(), owned }, get().rows) });
    },
    hold: (): void => {
      if (!get().held) set({ held: true });
    },
    sort: () => set({ order: sorted(get()), held: false }),
    /** Reverses the order where the list is already sorted by this column. */
    sortBy: (by: SearchSort['by']): void => {
      const { sort } = get();
      actions.putSort({ by, isDescending: sort.by === by && !sort.isDescending });
    },
    putSort: (sort: SearchSort) => set({ sort, order: sorted({ ...get(), sort }), held: false }),
    filterBy: (filter: ShownKind | null) => set({ filter }),
    moveTo: (cursor: string | null) => set({ cursor }),
    openDetails: (domain: string) => set({ open: domain, cursor: domain }),
    closeDetails: () => set({ open: null }),
  };
  return { ...store, actions };
}

/** Reads the text and the TLDs again; where they make another question, everything is reset and stored findings are read for it. */
function createQuestioning(
  { getState: get, setState: set }: StoreApi<SearchState>,
  deps: SearchDeps,
  stop: () => void,
): () => void {
  const latest = createLatest();
  let rest: ReturnType<typeof setTimeout> | undefined;

  async function readKnown(asked: Question): Promise<void> {
    const isLatest = latest.begin();
    const accountId = deps.accountId();
    const read = await Promise.all(
      byLabel(asked.names).map(({ label, tlds }) => deps.request.search.known({ accountId, label, tlds })),
    );
    if (!isLatest()) return;
    const found = read.flatMap((result) => (result.ok ? result.value.findings : []));
    const knownError = read.find((result) => !result.ok)?.error ?? null;
    set({ knownRead: true, knownError, ...placed(get(), withKnown(get().rows, found)) });
  }

  function begin({ question, problem, several }: Reading): void {
    stop();
    latest.begin();
    clearTimeout(rest);
    const rows = emptyRows(question?.names ?? []);
    set({ ...blank, question, problem, several, rows, order: [...rows.keys()] });
    if (question !== null) rest = setTimeout(() => void readKnown(question), deps.restMs);
  }

  return () => {
    const { question: before, ...state } = get();
    const names = state.names ?? plainNamesFor([state.text, ...state.tlds]);
    const reading = names === null ? unread : read(state, names);
    if (before === reading.question || sameQuestion(before, reading.question)) set(reading);
    else begin(reading);
  };
}

type Reading = Pick<SearchState, 'question' | 'problem' | 'several'>;

/** For an empty text, and for one that needs the Unicode tables, until they are loaded. */
const unread: Reading = { question: null, problem: null, several: [] };

/** The question that the text makes; else the names that it lists, or why it makes neither. */
function read(
  { text, tlds, knownTlds }: Pick<SearchState, 'text' | 'tlds' | 'knownTlds'>,
  names: Names,
): Reading {
  if (text.trim() === '') return unread;
  const known = names.knownTldSet(knownTlds);
  const query = names.parseQuery(text, known);
  if (query.ok) return { ...unread, question: questionOf(query.value, tlds, names) };
  const isName = (part: string): boolean => names.parseQuery(part, known).ok;
  const listed = partsOf(text, nameSeparators);
  const written = listed.every(isName) ? writtenIn(listed, known, names) : null;
  // What separates names makes a list also of one domain: it is checked as it is written.
  if (written !== null || (listed.length > 1 && listed.every(isName)))
    return { ...unread, several: listed.length > 1 ? listed : [], question: written };
  // Names with spaces between them may be one that was mistyped: that is said, and both is offered.
  const spaced = partsOf(text, /\s+/);
  const several = spaced.length > 1 && spaced.every(isName) ? spaced : [];
  const question = writtenIn(several, known, names);
  return { problem: question === null ? query.error : null, several, question };
}

const partsOf = (text: string, separator: RegExp): readonly string[] => [
  ...new Set(
    text
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
];

interface SearchDeps {
  readonly request: Pick<Bridge['request'], 'search'>;
  readonly on: Pick<Bridge['on'], 'search.findings' | 'search.finished' | 'search.requested'>;
  readonly loadNames: () => Promise<Names>;
  /** The active account, shown in the header; null while it is not known. */
  readonly accountId: () => string | null;
  readonly newId: () => string;
  /** Debounce time before the local store is queried. */
  readonly restMs: number;
  /** Time without an answer from the service after which the screen says so. */
  readonly slowAfterMs: number;
}

/** One search request to the service, from start to end. */
interface Run {
  readonly searchId: string;
  readonly domains: ReadonlySet<string>;
  /** No answer for so long that the screen says so. */
  readonly slow: boolean;
}

export interface SearchState {
  readonly text: string;
  /** Null until the Unicode tables are loaded. */
  readonly names: Names | null;
  readonly tlds: readonly string[];
  readonly knownTlds: readonly string[];
  readonly question: Question | null;
  /** Why the text is not a name; null for an empty text, and for a list of names. */
  readonly problem: NameProblem | null;
  /** The names of a text that lists several, for a bulk lookup; whole domains make a question too. */
  readonly several: readonly string[];
  /** Whether the local store has answered this question. */
  readonly knownRead: boolean;
  readonly knownError: AppError | null;
  readonly rows: Rows;
  /** The user's own names, as A-labels: what the list knows of them, for the order. */
  readonly owned: ReadonlySet<string>;
  readonly order: readonly string[];
  /** Stays for the next question. */
  readonly sort: SearchSort;
  /** The user is working in the list: rows keep their order until the user sorts them. */
  readonly held: boolean;
  readonly runs: readonly Run[];
  /** How many names were asked for since nothing was on its way. */
  readonly asked: number;
  readonly failures: readonly SearchFailure[];
  readonly filter: ShownKind | null;
  readonly cursor: string | null;
  /** The domain whose details are open. */
  readonly open: string | null;
  readonly recent: readonly string[];
}

/** State that belongs to one question and is reset with it. */
const blank = {
  knownRead: false,
  knownError: null,
  rows: new Map(),
  order: [],
  held: false,
  runs: [],
  asked: 0,
  failures: [],
  filter: null,
  cursor: null,
  open: null,
} satisfies Partial<SearchState>;

const initialState: SearchState = {
  ...blank,
  owned: new Set(),
  sort: mostUsefulFirst,
  text: '',
  names: null,
  tlds: [],
  knownTlds: [],
  question: null,
  problem: null,
  several: [],
  recent: [],
};

export const isAsking = (state: SearchState): boolean => state.runs.length > 0;

/** The text lists names that only a bulk lookup takes. */
export const isList = ({ question, problem, several }: SearchState): boolean =>
  question === null && problem === null && several.length > 0;

/** Requests to the service. Every run has its own id, so that late answers to an older question are ignored. */
function createAsking(store: StoreApi<SearchState>, deps: SearchDeps) {
  const { getState: get, setState: set } = store;
  const runs = createRuns(store, deps.slowAfterMs);

  deps.on['search.findings']((event) => {
    if (runs.heard(event.searchId)) set(placed(get(), withAnswers(get().rows, event.findings)));
  });

  deps.on['search.finished']((event) => runs.end(event.searchId, event.failures, event.cancelled));

  async function ask(domains: readonly string[]): Promise<void> {
    const { question, rows } = get();
    const wanted = new Set(domains.filter((domain) => rows.get(domain)?.asking === false));
    if (question === null || wanted.size === 0) return;
    const before = isAsking(get()) ? get().asked : 0;
    set({ rows: asAsking(rows, wanted), failures: [], asked: before + wanted.size });
    await Promise.all(byLabel(question.names.filter((name) => wanted.has(name.domain))).map(begin));
  }

  async function begin({ label, tlds, domains }: OneLabel): Promise<void> {
    const searchId = deps.newId();
    runs.begin({ searchId, domains, slow: false });
    const result = await deps.request.search.start({ searchId, accountId: deps.accountId(), label, tlds });
    if (!result.ok) runs.end(searchId, [{ tlds, error: result.error }], false);
  }

  return {
    /** Requests `domains`, all rows of the present question. Those already requested are not requested again. */
    ask: (domains: readonly string[]): void => void ask(domains),
    /** Cancels all runs in progress; received findings stay. */
    stop: (): void => {
      for (const { searchId } of get().runs) {
        void deps.request.search.cancel({ searchId });
        runs.end(searchId, [], true);
      }
    },
  };
}

/** New rows; they keep their order while the user is working in the list. */
const placed = (state: SearchState, rows: Rows): Partial<SearchState> =>
  state.held ? { rows } : { rows, order: sorted({ ...state, rows }) };

const sorted = ({ rows, owned, sort }: Pick<SearchState, 'rows' | 'owned' | 'sort'>): readonly string[] =>
  orderOf(withOwned(rows, owned), sort);

/** The runs in progress, each with a timer that marks it as slow. */
function createRuns(store: StoreApi<SearchState>, slowAfterMs: number) {
  const { getState: get, setState: set } = store;
  const watches = new Map<string, ReturnType<typeof setTimeout>>();

  const find = (searchId: string): Run | undefined => get().runs.find((run) => run.searchId === searchId);

  const mark = (searchId: string, slow: boolean) =>
    set({ runs: get().runs.map((run) => (run.searchId === searchId ? { ...run, slow } : run)) });

  function watch(searchId: string): void {
    clearTimeout(watches.get(searchId));
    watches.set(
      searchId,
      setTimeout(() => mark(searchId, true), slowAfterMs),
    );
  }

  return {
    begin: (run: Run): void => {
      set({ runs: [...get().runs, run] });
      watch(run.searchId);
    },
    /** Records that a run is alive; returns false for a run that is unknown or over. */
    heard: (searchId: string): boolean => {
      if (find(searchId) === undefined) return false;
      // An answer to one shows that the service is there for the others too.
      set({ runs: get().runs.map((run) => (run.slow ? { ...run, slow: false } : run)) });
      for (const run of get().runs) watch(run.searchId);
      return true;
    },
    end: (searchId: string, failures: readonly SearchFailure[], cancelled: boolean): void => {
      const run = find(searchId);
      if (run === undefined) return;
      clearTimeout(watches.get(searchId));
      watches.delete(searchId);
      set({
        ...placed(get(), asEnded(get().rows, run.domains, cancelled)),
        runs: get().runs.filter((other) => other !== run),
        failures: [...get().failures, ...failures.filter((failure) => failure.error.kind !== 'cancelled')],
      });
    },
  };
}

/**
 * A pending request to search for the present text. It runs as soon as there is a name and a list of TLDs, which takes a moment
 * at startup. It is dropped where the text is not a name or has changed.
 */
function askWhenReady(store: StoreApi<SearchState>, ask: () => void): () => void {
  let wished: string | null = null;

  function askIfReady({ text, question, problem }: SearchState): void {
    if (wished === null) return;
    if (problem !== null || text !== wished) wished = null;
    // Between a change of the TLDs and the question that follows from it, the question has no names.
    else if (question !== null && question.names.length > 0) {
      wished = null;
      ask();
    }
  }

  store.subscribe(askIfReady);
  return () => {
    wished = store.getState().text;
    askIfReady(store.getState());
  };
}

/** Handles lookups requested from outside the page, before or after it began to listen. */
function followRequests(deps: SearchDeps, lookUp: (text: string) => void): void {
  deps.on['search.requested'](({ text }) => lookUp(text));
  void deps.request.search.takeRequested({}).then((result) => {
    if (result.ok && result.value.text !== null) lookUp(result.value.text);
  });
}
