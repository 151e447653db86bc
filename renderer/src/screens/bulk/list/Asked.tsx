import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { sessionOf } from '../sessions-store.ts';
import { CompareDialog } from './CompareDialog.tsx';
import type { ListStore } from './list-store.ts';
import { RemoveDialog } from './RemoveDialog.tsx';
import { RenameDialog } from './RenameDialog.tsx';
import { RunAgainDialog } from './RunAgainDialog.tsx';

const dialogs = {
  rename: RenameDialog,
  remove: RemoveDialog,
  'run-again': RunAgainDialog,
  compare: CompareDialog,
} as const;

/** The question that is being asked about a session; none where the session is gone meanwhile. */
export function Asked({ store }: { readonly store: ListStore }) {
  const { sessions } = useStores();
  const asked = useStore(store, (state) => state.asked);
  const session = useStore(sessions, (state) => (asked === null ? null : sessionOf(state, asked.sessionId)));
  if (asked === null || session === null) return null;
  const Dialog = dialogs[asked.question];
  return (
    <Dialog
      key={session.id}
      session={session}
      onClose={store.actions.close}
      runAgain={() => store.actions.ask('run-again', session.id)}
    />
  );
}
