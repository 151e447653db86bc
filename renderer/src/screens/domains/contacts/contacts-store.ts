import type { Bridge } from '#shared/ipc/types.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { answered, createLatest, idle, loading, type Remote } from '../../../lib/remote.ts';
import type { ContactsNow } from './edits.ts';

export interface ContactsStore extends StoreApi<{ readonly contacts: Remote<ContactsNow> }> {
  /** Asks the service; what was read before stays in sight meanwhile. */
  readonly read: () => Promise<void>;
}

/** The contacts of a domain as they are at the service. In clear, so it lives no longer than what draws it. */
export function createContactsStore(
  request: Pick<Bridge['request'], 'domains'>,
  of: { readonly accountId: string; readonly domain: string },
): ContactsStore {
  const store = createStore<{ readonly contacts: Remote<ContactsNow> }>(() => ({ contacts: idle }));
  const { getState: get, setState: set } = store;
  const latest = createLatest();
  return {
    ...store,
    async read() {
      const isLatest = latest.begin();
      set({ contacts: loading(get().contacts) });
      const result = await request.domains.readContacts(of);
      if (isLatest()) set({ contacts: answered(get().contacts, result) });
    },
  };
}
