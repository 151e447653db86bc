import { familyOf, isOpen } from './change-kinds.ts';
import { type Change, tookEffect } from './change.ts';

/** What became of an attempt, for everybody who may send a change of the same domain. `uncertain` keeps them waiting. */
export const settledOutcomes = ['took-effect', 'had-no-effect', 'uncertain', 'unsent', 'released'] as const;

/**
 * `unsent`: no byte of it left, whatever was said before. `released`: it was claimed, and never marked as sent. The rest is what the
 * journal knows.
 */
export type SettledOutcome = (typeof settledOutcomes)[number];

/** Null while the attempt goes on. @param attempt The one that was claimed: it may not have been begun. */
export function settledOutcomeOf(change: Change, attempt: number): SettledOutcome | null {
  const { state, attempts } = change;
  if (attempts < attempt || state === 'planned') return 'unsent';
  if (state === 'uncertain') return state;
  if (isOpen(state)) return null;
  return tookEffect(change) ? 'took-effect' : 'had-no-effect';
}

/**
 * What the others are told of a change. No value of a contact, no words of a person or of a service, nothing that was read before or
 * after: the journal of the desk that sent it has these.
 */
export const teamEntryOf = (
  change: Pick<Change, 'what' | 'state' | 'changedAt'> & { readonly number: number | null },
) => ({
  number: change.number,
  state: change.state,
  at: change.changedAt,
  kind: change.what.kind,
  family: familyOf(change.what.kind),
  what: sharedWhat(change.what),
});

/** Of contacts, the names of their fields alone; of a registration, what it is for. */
function sharedWhat(what: Change['what']): Readonly<Record<string, unknown>> {
  const shared = Object.entries(what).filter(([name]) => sharedMembers.has(name));
  return Object.fromEntries(shared);
}

const sharedMembers: ReadonlySet<string> = new Set([
  'periodYears',
  'price',
  'isPremium',
  'state',
  'nameservers',
  'roles',
  'host',
]);
