import type { StoreApi } from 'zustand/vanilla';
import type { SearchFailure } from '../../lib/nouns.ts';
import { asAsking, asEnded, orderOf, type Rows, withAnswers } from './rows.ts';
import type { Run, SearchDeps, SearchState } from './search-state.ts';

export interface Asking {
  /** Asks for `domains`, all rows of the present question. Those on their way already are not asked twice. */
  readonly ask: (domains: readonly string[]) => void;
  /** Ends everything that is on its way; what has come stays. */
  readonly stop: () => void;
}

/** Asking the service: every run under its own id, so that what comes late for an older question is passed over. */
export function createAsking(store: StoreApi<SearchState>, deps: SearchDeps): Asking {
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
