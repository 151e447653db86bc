import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import type { BulkView } from '../../shell/route-store.ts';
import { NewSession } from './new/NewSession.tsx';
import { createListStore } from './list/list-store.ts';
import { SessionList } from './list/SessionList.tsx';

const list: BulkView = { kind: 'list' };

/** The bulk look-ups: their list, a new one, or one of them. */
export function BulkScreen() {
  const { route, sessions } = useStores();
  const view = useStore(route, (state) => (state.route.screen === 'bulk' ? state.route.view : list));
  const [looking] = useState(createListStore);
  useEffect(() => void sessions.actions.load(), [sessions]);
  switch (view.kind) {
    case 'list':
      return <SessionList store={looking} />;
    case 'new':
      return <NewSession />;
    case 'session':
    case 'compare':
      return <SessionList store={looking} />;
  }
}
