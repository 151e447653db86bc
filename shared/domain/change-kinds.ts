// Names and rules about changes that need no schema: the start loads this module alone.

import { changeKinds, familyByKind, nounByKind, paidKinds } from '../changes/names.ts';
import type { ChangeFamily, ChangeKind, PaidKind } from '../changes/index.ts';

export { readPartWords } from '../changes/names.ts';
export { changeKinds };
export type { ChangeFamily, ChangeKind };

/** False of a kind that a newer version has. */
export const isChangeKind = (kind: string): kind is ChangeKind => changeKinds.some((known) => known === kind);

/** Of a kind that a newer version has, too. */
export const nounOf = (kind: string): string => nounByKind[kind] ?? 'A change';

export const familyOf = (kind: ChangeKind): ChangeFamily => familyByKind[kind];

export const changeFamilies: readonly ChangeFamily[] = [...new Set(Object.values(familyByKind))];

export const isPaid = (kind: ChangeKind): kind is PaidKind => paidKinds.some((paid) => paid === kind);

/**
 * The state of a change.
 *
 * - `planned`: recorded, not sent; also after an attempt of which no byte left. It can be sent or withdrawn.
 * - `sending`: being sent, or its answer is being read back.
 * - `confirmed`: the service reported success, and what can be read back agrees.
 * - `refused`: the service refused, and nothing that can be read contradicts that.
 * - `uncertain`: it may have happened. It is read back or resolved by a person, never sent again by the program.
 * - `applied`, `not-applied`: was uncertain; reading back has shown which.
 * - `settled`: was uncertain; a person has resolved it manually.
 * - `withdrawn`: never sent, and never will be.
 */
export const changeStates = [
  'planned',
  'sending',
  'confirmed',
  'refused',
  'uncertain',
  'applied',
  'not-applied',
  'settled',
  'withdrawn',
] as const;
export type ChangeState = (typeof changeStates)[number];

/**
 * The states as they are shown. `accepted`: confirmed, by the service's answer alone. `proven`: confirmed, at once or later, by the
 * registry. `confirmed` and `applied` are the rest.
 */
export const shownStates = [...changeStates, 'accepted', 'proven'] as const;
export type ShownState = (typeof shownStates)[number];

/** Those that share their state with others: only these can be left out of a list of changes by themselves. */
export const sharingStates = [
  'confirmed',
  'applied',
  'accepted',
  'proven',
] as const satisfies readonly ShownState[];

/** In these states another change of the family has to wait. */
export const openStates: readonly ChangeState[] = ['planned', 'sending', 'uncertain'];
export const isOpen = (state: ChangeState): boolean => openStates.includes(state);
