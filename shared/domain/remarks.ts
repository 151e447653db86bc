import type { leftOutReason, remark } from '../areas/change-schemas.ts';
import type { TypeOf } from '../schema-type.ts';

export type Remark = TypeOf<typeof remark>;
export type LeftOutReason = TypeOf<typeof leftOutReason>;

/** The reasons of the program that a person may override, row by row. */
export const overridable: readonly LeftOutReason[] = [
  'renewed',
  'erases',
  'premium',
  'registered',
  'not-in-portfolio',
];

/** Whether a person may include a row that is excluded for this. */
export const mayBeIncluded = (reason: LeftOutReason): boolean =>
  reason === 'by-hand' || overridable.includes(reason);

/** Why rows are excluded, in few words: for many of them together, and where no remark says more. */
export const leftOutWords: Readonly<Record<LeftOutReason, string>> = {
  'already-so': 'No change needed',
  'not-readable': 'Not read',
  unsendable: 'Can’t be sent',
  'not-in-portfolio': 'Not in this account’s domains',
  'open-change': 'An earlier change is not finished',
  archived: 'Archived',
  'transferred-away': 'Transferred away',
  'not-found': 'Not found when it was read',
  'being-deleted': 'Being deleted at its registry: a renewal does not bring it back',
  'changed-since': 'Changed since you looked',
  'fields-differ': 'Other contact fields',
  renewed: 'Renewed recently',
  'not-available': 'Can’t be ordered',
  yours: 'In your domains already',
  premium: 'Premium name',
  registered: 'Registered from here before',
  erases: 'Would erase fields',
  'changed-after': 'Changed since: left as it is',
  'not-kept': 'What it had before is not known',
  'step-before': 'The step before was not done',
  'was-unlocked': 'Was not locked before',
  'by-hand': 'Not chosen',
};

/** What is said of a row: why it is excluded, or what is to be known before it is sent. */
export const remarksText = (remarks: readonly Remark[], isExcluded: boolean): string =>
  remarks
    .filter(({ weight }) => !isExcluded || weight !== 'says')
    .map(({ text }) => text)
    .join(' ');
