import { type RefObject, useEffect, useState } from 'react';
import type { GridHandle } from '../../../grid/grid-props.ts';
import { pressed, type ShortcutName } from '../../../lib/shortcuts.ts';
import { useSessionStore } from './session-context.ts';
import type { SessionStore } from './session-store.ts';
import { type SessionDeeds, useSessionDeeds } from './use-session-deeds.ts';

/** The dialogs of a session; one at a time. */
export type SessionDialog = 'none' | 'export' | 'everything' | 'own-age' | 'rename';

export interface DialogChoice {
  readonly dialog: SessionDialog;
  readonly setDialog: (dialog: SessionDialog) => void;
}

interface Places {
  readonly grid: RefObject<GridHandle | null>;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** The keys of the group "Bulk lookup: a session". All of them hold a key down, so that they work while one types as well. */
export function useSessionKeys({ grid, field }: Places): DialogChoice {
  const store = useSessionStore();
  const deeds = useSessionDeeds();
  const [dialog, setDialog] = useState<SessionDialog>('none');
  useEffect(() => {
    const acts = [...actsOf(store, deeds, setDialog), ...waysTo({ grid, field })];
    const onKeyDown = (event: KeyboardEvent): void => {
      const found = acts.find(([name]) => pressed(event, name));
      if (found === undefined || event.defaultPrevented || isDialogOpen()) return;
      event.preventDefault();
      found[1]();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [store, deeds, grid, field]);
  return { dialog, setDialog };
}

type Act = readonly [ShortcutName, () => void];

const waysTo = ({ grid, field }: Places): readonly Act[] => [
  ['sessionGrid', () => grid.current?.focus()],
  [
    'sessionFind',
    () => {
      field.current?.focus();
      field.current?.select();
    },
  ],
];

function actsOf(
  { actions, getState }: SessionStore,
  deeds: SessionDeeds,
  setDialog: (dialog: SessionDialog) => void,
): readonly Act[] {
  const toggleSide = (side: 'panel' | 'summary'): void =>
    actions.showSide(getState().choice.side === side ? 'none' : side);
  return [
    ['sessionRun', deeds.pauseOrGoOn],
    ['sessionAgain', () => void actions.lookAgain({ kind: 'unknown' })],
    ['sessionRename', () => setDialog('rename')],
    ['sessionClear', actions.clearFilter],
    ['sessionStarred', deeds.toggleStarredOnly],
    ['sessionRefresh', actions.refresh],
    ['sessionPanel', () => toggleSide('panel')],
    ['sessionSummary', () => toggleSide('summary')],
    ['sessionCopy', deeds.copyName],
    ['sessionStar', deeds.star],
    ['sessionSearch', deeds.lookUpInSearch],
    ['sessionExport', () => setDialog('export')],
  ];
}

const isDialogOpen = (): boolean => document.querySelector('[role=dialog][aria-modal=true]') !== null;
