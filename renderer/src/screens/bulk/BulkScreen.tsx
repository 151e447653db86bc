import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import { lazily, usePreloading } from '../../lib/lazily.tsx';
import type { BulkView } from '../../shell/route-store.ts';
import { NewSession } from './new/NewSession.tsx';
import { createListStore } from './list/list-store.ts';
import { SessionList } from './list/SessionList.tsx';

const Session = lazily(async () => (await import('./session/SessionScreen.tsx')).SessionScreen);
const Compare = lazily(async () => (await import('./compare/CompareScreen.tsx')).CompareScreen);

const later = [Session, Compare];

const list: BulkView = { kind: 'list' };

/** The bulk look-ups: their list, a new one, or one of them. */
export function BulkScreen() {
  const { route, sessions } = useStores();
  const view = useStore(route, (state) => (state.route.screen === 'bulk' ? state.route.view : list));
  const [looking] = useState(createListStore);
  useEffect(() => void sessions.actions.load(), [sessions]);
  usePreloading(later);
  switch (view.kind) {
    case 'list':
      return <SessionList store={looking} />;
    case 'new':
      return <NewSession />;
    case 'session':
      return <Session sessionId={view.sessionId} />;
    case 'compare':
      return <Compare beforeId={view.beforeId} afterId={view.afterId} />;
  }
}
