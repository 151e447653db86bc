import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { activeAccount } from '../../../shell/accounts-store.ts';
import { LeaveDialog } from './LeaveDialog.tsx';
import { isEntered } from './new-state.ts';
import { createNewStore } from './new-store.ts';
import { NewView } from './NewView.tsx';

/** How long the typing must rest before names are read. */
const restMs = 300;

interface Props {
  /** What stands in the text field at first. */
  readonly names?: string;
}

/** Makes a bulk look-up. What was entered is forgotten when the screen is left, after a question. */
export function NewSession({ names = '' }: Props) {
  const { bridge, route, sessions, accounts } = useStores();
  const [store] = useState(() =>
    createNewStore({
      request: bridge.request,
      draftId: crypto.randomUUID(),
      accountId: () => activeAccount(accounts.getState())?.id ?? null,
      restMs,
      beginning: names,
    }),
  );
  const [goOn, setGoOn] = useState<(() => void) | null>(null);
  const accountId = useStore(accounts, (state) => activeAccount(state)?.id ?? null);
  useEffect(() => store.actions.lookAhead(), [store, accountId]);
  useEffect(() => {
    route.actions.holdBack((leave) => {
      if (isEntered(store.getState())) setGoOn(() => leave);
      else leave();
    });
    return () => {
      route.actions.holdBack(null);
      store.actions.discard();
    };
  }, [route, store]);

  async function create(name: string, start: boolean): Promise<void> {
    const session = await store.actions.create(name, start);
    if (session === null) return;
    sessions.actions.put(session);
    route.actions.holdBack(null);
    route.actions.goToBulk({ kind: 'session', sessionId: session.id });
  }

  return (
    <>
      <NewView store={store} onCreate={(name, start) => void create(name, start)} />
      {goOn !== null && <LeaveDialog onStay={() => setGoOn(null)} onLeave={goOn} />}
    </>
  );
}
