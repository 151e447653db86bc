import { assertNever } from '#shared/assert-never.ts';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import type { BulkView } from '../../shell/route-store.ts';
import { CompareScreen } from './compare/CompareScreen.tsx';
import { createListStore } from './list/list-store.ts';
import { SessionList } from './list/SessionList.tsx';
import { NewSession } from './new/NewSession.tsx';
import { SessionScreen } from './session/SessionScreen.tsx';

const list: BulkView = { kind: 'list' };

/** The bulk look-ups: their list, a new one, one of them, or two beside each other. */
export function BulkScreen() {
  const { route, sessions } = useStores();
  const view = useStore(route, (state) => (state.route.screen === 'bulk' ? state.route.view : list));
  const [looking] = useState(createListStore);
  useEffect(() => void sessions.actions.load(), [sessions]);
  switch (view.kind) {
    case 'list':
      return <SessionList store={looking} />;
    case 'new':
      return <NewSession names={view.names ?? ''} />;
    case 'session':
      return <SessionScreen sessionId={view.sessionId} />;
    case 'compare':
      return <CompareScreen beforeId={view.beforeId} afterId={view.afterId} />;
    default:
      return assertNever(view);
  }
}
