import { useEffect, useState } from 'react';
import { type Stores, useStores } from '../../../app-stores.ts';
import { createGridModel } from '../../../grid/grid-model.ts';
import { SessionProvider } from './session-context.ts';
import { sessionTimes } from './session-state.ts';
import { createSessionStore } from './session-store.ts';
import { SessionView } from './SessionView.tsx';

interface Props {
  readonly sessionId: string;
}

/** One bulk look-up, open: its port is asked for when it is come to, and let go when it is left. */
export function SessionScreen({ sessionId }: Props) {
  return <OpenSession key={sessionId} sessionId={sessionId} />;
}

function OpenSession({ sessionId }: Props) {
  const stores = useStores();
  const [store] = useState(() => openStore(stores, sessionId));
  useEffect(() => {
    void store.actions.open();
    return store.actions.leave;
  }, [store]);
  return (
    <SessionProvider value={store}>
      <SessionView />
    </SessionProvider>
  );
}

const openStore = ({ bridge, sessionPorts }: Stores, sessionId: string) =>
  createSessionStore({
    ...bridge,
    sessionId,
    ports: sessionPorts,
    createModel: createGridModel,
    newId: () => crypto.randomUUID(),
    nowMs: Date.now,
    times: sessionTimes,
  });
