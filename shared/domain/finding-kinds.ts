// The closed lists and limits that schemas share with the page and with the start of main, which load no schema.

const buyableKinds = ['available', 'premium'] as const;
const otherKinds = ['taken', 'reserved', 'invalid', 'unknown', 'unchecked'] as const;

/** The kinds of findings for one name under one TLD. Code, screens and files use these same words. */
export const findingKinds = [...buyableKinds, ...otherKinds] as const;

/** How a name is shown: as it was found, or as the user's own, whatever was found. No finding is ever `yours`. */
export const shownKinds = [...buyableKinds, 'yours', ...otherKinds] as const;

/** Why a requested name has no usable answer. */
export const unknownCauses = [
  'not-in-answer',
  'no-decision',
  'error-in-answer',
  'refused',
  'unreachable',
  'unreadable',
  'no-key',
  'cancelled',
] as const;
