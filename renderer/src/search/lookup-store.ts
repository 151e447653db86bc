import { createStore } from 'zustand/vanilla';
import type { AppError } from '#shared/errors.ts';
import type { Bridge, Finding } from '../client.ts';

interface LookupState {
  /** The newest known finding; null before there is one. */
  readonly finding: Finding | null;
  readonly isAsking: boolean;
  /** What was found before has been read. */
  readonly isRead: boolean;
  /** Why the last lookup failed. */
  readonly error: AppError | null;
}

export type LookupStore = ReturnType<typeof createLookupStore>;

export interface LookupDeps {
  readonly bridge: Pick<Bridge, 'request' | 'on'>;
  readonly newId: () => string;
  /** The account of the lookup. */
  readonly accountId: string;
  /** As A-labels. */
  readonly domain: string;
}

/** The store of one name's lookup: the stored finding at once, then the service's answer. */
export function createLookupStore({ bridge: { request, on }, newId, accountId, domain }: LookupDeps) {
  const store = createStore<LookupState>(() => ({
    finding: null,
    isAsking: false,
    isRead: false,
    error: null,
  }));
  const { getState: get, setState: set } = store;
  const [label = '', ...rest] = domain.split('.');
  const tld = rest.join('.');
  let searchId = '';

  /** Keeps the newer of two findings. */
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
    set({ isRead: true });
  }

  async function ask(): Promise<void> {
    const mine = newId();
    searchId = mine;
    set({ isAsking: true, error: null });
    const started = await request.search.start({ searchId: mine, accountId, label, tlds: [tld] });
    if (!started.ok && searchId === mine) finish(started.error);
  }

  function start(): void {
    if (get().isAsking) return;
    void readKnown();
    void ask();
  }

  /** Subscribes, and looks the name up or only reads what is known; returns a function that ends both. */
  function open(isToAsk = true): () => void {
    const stops = [
      on['search.findings']((event) => {
        if (event.searchId === searchId) event.findings.forEach(put);
      }),
      on['search.finished']((event) => {
        if (event.searchId === searchId) finish(event.failures[0]?.error ?? null);
      }),
    ];
    if (isToAsk) start();
    else void readKnown();
    return () => {
      for (const stop of stops) stop();
      if (searchId === '') return;
      void request.search.cancel({ searchId });
      finish(null);
    };
  }

  return { ...store, open, start };
}
