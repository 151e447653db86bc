// Names and rules about changes that need no schema: the start loads this module alone.

/** Kinds of changes at the service: one for each of its writing operations. */
export const changeKinds = [
  'register',
  'renew',
  'contacts',
  'lock',
  'nameservers',
  'child-register',
  'child-modify',
  'child-delete',
  'sync',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** A domain has at most one open change of a family: the next one waits until the outcome of the first is known. */
export type ChangeFamily = Exclude<ChangeKind, `child-${string}`> | 'child-nameservers';

export const familyOf = (kind: ChangeKind): ChangeFamily => (isOfChild(kind) ? 'child-nameservers' : kind);

const isOfChild = (kind: ChangeKind): kind is Extract<ChangeKind, `child-${string}`> =>
  kind.startsWith('child-');

export const changeFamilies: readonly ChangeFamily[] = [...new Set(changeKinds.map(familyOf))];

/** Kinds that cost money. */
export const isPaid = (kind: ChangeKind): kind is 'register' | 'renew' =>
  kind === 'register' || kind === 'renew';

/**
 * What can be read of a domain and its account to compare a change with, each with its sentences. Read by the changes, just
 * before and after one; what the portfolio refreshes by itself are the `domainParts`, some of the same.
 *
 * Source: Domain Reseller API v2.2, "Endpoints".
 */
export const readPartWords = {
  lock: {
    changed: 'The registrar lock has changed since you looked.',
    notShown: 'The service did not show the current registrar lock.',
  },
  nameservers: {
    changed: 'The nameservers have changed since you looked.',
    notShown: 'The service did not show the current nameservers.',
  },
  contacts: {
    changed: 'The contacts have changed since you looked.',
    notShown: 'The service did not show the current contacts.',
  },
  // Never compared with what a person saw: any other order changes it.
  credit: {
    notShown: 'The service did not show the current credit.',
  },
  finding: {
    changed: 'The status of this name has changed since you looked.',
    notShown: 'The service did not show whether the name is still available.',
  },
} as const;
export type ReadPart = keyof typeof readPartWords;
// The names of a constant object are the names of its type.
export const readParts = Object.keys(readPartWords) as readonly ReadPart[];
/** The parts that are compared with what a person saw, before a change is sent. */
type ComparedPart = {
  [P in ReadPart]: (typeof readPartWords)[P] extends { readonly changed: string } ? P : never;
}[ReadPart];
export const comparedParts = readParts.filter(
  (part): part is ComparedPart => 'changed' in readPartWords[part],
);

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

/** In these states another change of the family has to wait. */
export const openStates: readonly ChangeState[] = ['planned', 'sending', 'uncertain'];
export const isOpen = (state: ChangeState): boolean => openStates.includes(state);

/** The maximum number of nameservers in one change. */
export const mostNameservers = 13;
export const longestPeriodYears = 10;
