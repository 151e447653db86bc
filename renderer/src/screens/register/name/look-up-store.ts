import type { AppError } from '#shared/app-error.ts';
import type { Bridge } from '#shared/ipc/types.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Finding } from '../../../lib/nouns.ts';

export interface LookUpState {
  /** The newest that is known; null before anything is. */
  readonly finding: Finding | null;
  readonly isAsking: boolean;
  /** Why the last asking brought nothing. */
  readonly error: AppError | null;
}

export interface LookUpStore extends StoreApi<LookUpState> {
  /** Begins to listen and looks at once; the function it answers with ends both. */
  readonly open: () => () => void;
  readonly look: () => void;
}

export interface LookUpDeps {
  readonly bridge: Pick<Bridge, 'request' | 'on'>;
  readonly newId: () => string;
  /** Who is asked with. */
  readonly accountId: string;
  /** As A-labels. */
  readonly domain: string;
}

/** Looks one name up: what is kept of it at once, and what the service says now. */
export function createLookUpStore({
  bridge: { request, on },
  newId,
  accountId,
  domain,
}: LookUpDeps): LookUpStore {
  const store = createStore<LookUpState>(() => ({ finding: null, isAsking: false, error: null }));
  const { getState: get, setState: set } = store;
  const [label = '', ...rest] = domain.split('.');
  const tld = rest.join('.');
  let searchId = '';

  /** Of two findings the newer. */
  function put(finding: Finding): void {
    const before = get().finding?.checkedAt ?? '';
    if ((finding.checkedAt ?? '') >= before) set({ finding });
  }

  function finish(error: AppError | null): void {
    searchId = '';
    set({ isAsking: false, error });
  }

  async function readKnown(): Promise<void> {
    const known = await request.search.known({ accountId, label, tlds: [tld] });
    const finding = known.ok ? known.value.findings[0] : undefined;
    if (finding !== undefined && finding.kind !== 'unchecked') put(finding);
  }

  async function ask(): Promise<void> {
    const mine = newId();
    searchId = mine;
    set({ isAsking: true, error: null });
    const started = await request.search.start({ searchId: mine, accountId, label, tlds: [tld] });
    if (!started.ok && searchId === mine) finish(started.error);
  }

  function look(): void {
    if (get().isAsking) return;
    void readKnown();
    void ask();
  }

  function open(): () => void {
    const stops = [
      on['search.findings']((event) => {
        if (event.searchId === searchId) event.findings.forEach(put);
      }),
      on['search.finished']((event) => {
        if (event.searchId === searchId) finish(event.failures[0]?.error ?? null);
      }),
    ];
    look();
    return () => {
      for (const stop of stops) stop();
      if (searchId === '') return;
      void request.search.cancel({ searchId });
      finish(null);
    };
  }

  return { ...store, open, look };
}
