import type { Domain } from '#shared/domain/portfolio.ts';

/** The columns, each of which the list can be sorted by. */
export const columns = ['name', 'lock', 'nameservers', 'registrant', 'expires', 'tags', 'read'] as const;
export type Column = (typeof columns)[number];

export interface Sort {
  readonly by: Column;
  readonly isDescending: boolean;
}

export type LockChoice = 'locked' | 'unlocked' | 'not-read';

/** How one looks at the list. Null, false and empty leave everything in. */
export interface Look {
  readonly text: string;
  readonly lock: LockChoice | null;
  /** Those that are past are within every number of days. */
  readonly expiresWithinDays: number | null;
  /** As a whole or in a part, or never. */
  readonly notReadForDays: number | null;
  readonly troubledOnly: boolean;
  readonly uncertainOnly: boolean;
  /** Those alone; else none of them. */
  readonly archivedOnly: boolean;
  readonly sort: Sort;
}

export const usualLook: Look = {
  text: '',
  lock: null,
  expiresWithinDays: null,
  notReadForDays: null,
  troubledOnly: false,
  uncertainOnly: false,
  archivedOnly: false,
  sort: { by: 'name', isDescending: false },
};

/** Whether something is left out that stands in the list as it usually is. */
export const isNarrowed = (look: Look): boolean =>
  look.text.trim() !== '' ||
  look.lock !== null ||
  look.expiresWithinDays !== null ||
  look.notReadForDays !== null ||
  look.troubledOnly ||
  look.uncertainOnly ||
  look.archivedOnly;

export const isTroubled = ({ troubles, transferredAway }: Domain): boolean =>
  troubles.length > 0 || transferredAway?.value === true;
