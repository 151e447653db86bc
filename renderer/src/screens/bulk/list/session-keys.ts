import type { KeyboardEvent } from 'react';
import type { Session } from '#shared/domain/session.ts';
import { pressed, type ShortcutName } from '../../../lib/shortcuts.ts';
import { moveFor } from '../../search/move.ts';
import type { ListStore } from './list-store.ts';
import type { Deeds } from './use-deeds.ts';

/** The keys of the list: moving, opening, holding and going on, and what is asked first. */
export function sessionKeys(
  list: ListStore,
  deeds: Deeds,
  shown: readonly Session[],
  at: number,
  toField: () => void,
): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.target !== event.currentTarget) return;
    const moved =
      event.ctrlKey || event.metaKey || event.altKey ? null : moveFor(event.key, at, shown.length);
    const act = moved === null ? actFor(event, deeds, shown[at], toField) : () => goTo(moved);
    if (act === null) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };

  function goTo(moved: number): void {
    if (moved < 0) toField();
    else list.actions.moveTo(shown[moved]?.id ?? null);
  }
}

function actFor(
  event: KeyboardEvent,
  deeds: Deeds,
  session: Session | undefined,
  toField: () => void,
): (() => void) | null {
  const on = (act: (session: Session) => void) => () => {
    if (session !== undefined) act(session);
  };
  const acts: readonly (readonly [ShortcutName, () => void])[] = [
    ['openSession', on(deeds.open)],
    ['pauseSession', on(deeds.pauseOrResume)],
    ['stopSession', on(deeds.stop)],
    ['renameSession', on((one) => deeds.ask('rename', one))],
    ['runSessionAgain', on((one) => deeds.ask('run-again', one))],
    ['compareSession', on((one) => deeds.ask('compare', one))],
    ['removeSession', on((one) => deeds.ask('remove', one))],
    ['findSession', toField],
  ];
  return acts.find(([name]) => pressed(event, name))?.[1] ?? null;
}
