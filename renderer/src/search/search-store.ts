import { createStore, type StoreApi } from 'zustand/vanilla';
import type { NameProblem } from '#shared/domain/domain-name.ts';
import type { FindingKind } from '#shared/domain/finding.ts';
import type { AppError } from '#shared/errors.ts';
import type { Bridge } from '#shared/routes.ts';
import {
  answered,
  createLatest,
  type FindingDetails,
  idle,
  loading,
  type Remote,
  type SearchFailure,
} from '../bridge.ts';
import { type Names, plainNamesFor } from '../ui/lazily.tsx';
import {
  asAsking,
  asEnded,
  emptyRows,
  orderOf,
  type Question,
  questionOf,
  type Rows,
  sameQuestion,
  withAnswers,
  withKnown,
} from './rows.ts';

interface SearchActions {
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

interface SearchDeps {
  readonly request: Pick<Bridge['request'], 'search'>;
  readonly on: Pick<Bridge['on'], 'search.findings' | 'search.finished' | 'search.requested'>;
  readonly loadNames: () => Promise<Names>;
  /** Of the account whose name stands in the header; null while it is not known. */
  readonly accountId: () => string | null;
  readonly newId: () => string;
  /** How long the typing must rest before the local store is asked. */
  readonly restMs: number;
  /** How long the service may be quiet before the screen says so. */
  readonly slowAfterMs: number;
}

/** One asking of the service, from its start to its end. */
interface Run {
  readonly searchId: string;
  readonly domains: ReadonlySet<string>;
  /** It has been quiet for so long that the screen says so. */
  readonly slow: boolean;
}

export interface SearchState {
  readonly text: string;
  /** Null until the tables of characters are loaded. */
  readonly names: Names | null;
  readonly tlds: readonly string[];
  readonly knownTlds: readonly string[];
  readonly question: Question | null;
  /** Why the text is no name; only while there is a text. */
  readonly problem: NameProblem | null;
  /** Whether the local store has answered for this question. */
  readonly knownRead: boolean;
  readonly knownError: AppError | null;
  readonly rows: Rows;
  readonly order: readonly string[];
  /** The user is in the list: rows stay where they are until sorted on purpose. */
  readonly held: boolean;
  readonly runs: readonly Run[];
  readonly failures: readonly SearchFailure[];
  readonly filter: FindingKind | null;
  readonly cursor: string | null;
  /** The domain whose details are open. */
  readonly open: string | null;
  readonly details: Remote<FindingDetails>;
  readonly recent: readonly string[];
}

/** Everything that belongs to one question and ends with it. */
const blank = {
  knownRead: false,
  knownError: null,
  rows: new Map(),
  order: [],
  held: false,
  runs: [],
  failures: [],
  filter: null,
  cursor: null,
  open: null,
  details: idle,
} satisfies Partial<SearchState>;

const initialState: SearchState = {
  ...blank,
  text: '',
  names: null,
  tlds: [],
  knownTlds: [],
  question: null,
  problem: null,
  recent: [],
};

export const isAsking = (state: SearchState): boolean => state.runs.length > 0;

export interface Asking {
  /** Asks for `domains`, all rows of the present question. Those on their way already are not asked twice. */
  readonly ask: (domains: readonly string[]) => void;
  /** Ends everything that is on its way; what has come stays. */
  readonly stop: () => void;
}

/** Asking the service: every run under its own id, so that what comes late for an older question is passed over. */
function createAsking(store: StoreApi<SearchState>, deps: SearchDeps): Asking {
  const { getState: get, setState: set } = store;
  const runs = createRuns(store, deps.slowAfterMs);

  deps.on['search.findings']((event) => {
    if (!runs.heard(event.searchId)) return;
    set(placed(get(), withAnswers(get().rows, event.findings)));
  });

  deps.on['search.finished']((event) => runs.end(event.searchId, event.failures, event.cancelled));

  return {
    ask(domains) {
      const { question, rows } = get();
      const wanted = new Set(domains.filter((domain) => rows.get(domain)?.asking === false));
      if (question === null || wanted.size === 0) return;
      const searchId = deps.newId();
      const tlds = question.names.filter((name) => wanted.has(name.domain)).map((name) => name.tld);
      set({ rows: asAsking(rows, wanted), failures: [] });
      runs.begin({ searchId, domains: wanted, slow: false });
      void deps.request.search
        .start({ searchId, accountId: deps.accountId(), label: question.query.ascii, tlds })
        .then((result) => {
          if (!result.ok) runs.end(searchId, [{ tlds, error: result.error }], false);
        });
    },
    stop() {
      for (const { searchId } of get().runs) {
        void deps.request.search.cancel({ searchId });
        runs.end(searchId, [], true);
      }
    },
  };
}

/** New rows; where the user is in the list, they keep their places. */
const placed = (state: SearchState, rows: Rows): Partial<SearchState> =>
  state.held ? { rows } : { rows, order: orderOf(rows) };

/** The runs that are on their way, each with a watch on how long it has been quiet. */
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
    begin(run: Run): void {
      set({ runs: [...get().runs, run] });
      watch(run.searchId);
    },
    /** Takes note that a run is alive; false for a run that is not ours, or no longer. */
    heard(searchId: string): boolean {
      if (find(searchId) === undefined) return false;
      mark(searchId, false);
      watch(searchId);
      return true;
    },
    end(searchId: string, failures: readonly SearchFailure[], cancelled: boolean): void {
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
 * A wish to ask for the text as it stands: carried out as soon as there is a name and a list of TLDs to ask it under, which
 * at the start takes a moment; forgotten where the text is no name, or another by then.
 */
function askWhenReady(store: StoreApi<SearchState>, ask: () => void): () => void {
  let wished: string | null = null;

  function look({ text, question, problem }: SearchState): void {
    if (wished === null) return;
    if (problem !== null || text !== wished) wished = null;
    // Between a change of the TLDs and the question that follows from it, the question has no names.
    else if (question !== null && question.names.length > 0) {
      wished = null;
      ask();
    }
  }

  store.subscribe(look);
  return () => {
    wished = store.getState().text;
    look(store.getState());
  };
}

/** Takes look-ups that are asked for from outside the page, whether before it listened or since. */
function followRequests(deps: SearchDeps, lookUp: (text: string) => void): void {
  deps.on['search.requested'](({ text }) => lookUp(text));
  void deps.request.search.takeRequested({}).then((result) => {
    if (result.ok && result.value.text !== null) lookUp(result.value.text);
  });
}
