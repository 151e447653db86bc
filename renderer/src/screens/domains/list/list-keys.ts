import type { KeyboardEvent } from 'react';
import { pressed, type ShortcutName } from '../../../lib/shortcuts.ts';
import { moveFor } from '../../search/move.ts';
import { allOrNone, noneChosen, reached, toggled } from './chosen.ts';
import type { Deeds } from './deeds.ts';
import type { ListStore } from './list-store.ts';
import type { Row } from './row.ts';

export interface KeyContext {
  readonly list: ListStore;
  readonly deeds: Deeds;
  readonly shown: readonly Row[];
  /** The row under the cursor; -1 is none. */
  readonly at: number;
  readonly toField: () => void;
}

/** The keys of the list: moving, selecting, opening, and what is done with the selected ones. */
export const listKeys =
  (context: KeyContext) =>
  (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return;
    const act = moveOf(event, context) ?? actOf(event, context);
    if (act === null) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };

function moveOf(event: KeyboardEvent, { list, shown, at, toField }: KeyContext): (() => void) | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const moved = moveFor(event.key, at, shown.length);
  if (moved === null) return null;
  return () => {
    const name = shown[moved]?.domain.name ?? null;
    if (moved < 0 && !event.shiftKey) toField();
    if (name === null) return;
    const from = list.getState().cursor;
    if (event.shiftKey) list.actions.choose((chosen) => reached(chosen, shown, from, name));
    list.actions.moveTo(name);
  };
}

/** The selected names; where none is selected, the one under the cursor. */
export function namesMeant({
  list,
  shown,
  at,
}: Pick<KeyContext, 'list' | 'shown' | 'at'>): readonly string[] {
  const { names } = list.getState().chosen;
  if (names.size > 0) return [...names];
  const current = shown[at];
  return current === undefined ? [] : [current.domain.name];
}

function actOf(event: KeyboardEvent, context: KeyContext): (() => void) | null {
  const { list, deeds, shown, at, toField } = context;
  const current = shown[at]?.domain;
  const names = () => namesMeant(context);
  if (event.key === ' ' && !event.ctrlKey && !event.metaKey)
    return () => {
      if (current !== undefined) list.actions.choose((chosen) => toggled(chosen, current.name));
    };
  const acts: readonly (readonly [ShortcutName, () => void])[] = [
    [
      'openDomain',
      () => {
        if (current !== undefined) deeds.open(current.name);
      },
    ],
    ['selectDomains', () => list.actions.choose((chosen) => allOrNone(chosen, shown))],
    ['dropSelection', () => list.actions.choose(() => noneChosen)],
    ['findDomain', toField],
    ['addDomains', deeds.add],
    ['readDomains', () => deeds.readAgain(names())],
    ['changeDomains', () => deeds.change(names())],
    ['codesOfDomains', () => deeds.codes(names())],
    ['tagDomains', () => deeds.tag(names())],
    ['archiveDomains', () => deeds.archive(names(), !list.getState().look.archivedOnly)],
    ['copyDomains', () => deeds.copy(names())],
    ['removeDomains', () => deeds.remove(names())],
  ];
  return acts.find(([name]) => pressed(event, name))?.[1] ?? null;
}
