import { type BatchRow, type BatchStep, type LeftOutReason, overridable } from '#shared/domain/batch.ts';

/** Why a row is excluded. */
export const leftOutWords: Readonly<Record<LeftOutReason, string>> = {
  'already-so': 'No change needed',
  'not-readable': 'Could not be read',
  'open-change': 'An earlier change is not finished',
  archived: 'Archived',
  'transferred-away': 'Transferred away',
  'not-found': 'Not found when last refreshed',
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
  'by-hand': 'Excluded by you',
};

/** Whether a sync can show if its renewal, which was accepted and not charged, was done: none since has shown its expiry. */
export const awaitsSync = ({ renewal }: Pick<BatchRow, 'renewal'>): boolean =>
  renewal?.isUncharged === true && !isSyncedSince(renewal);

/** Whether its expiry is known from a sync after its last renewal. */
const isSyncedSince = ({ expiresOn, renewedAt }: NonNullable<BatchRow['renewal']>): boolean =>
  expiresOn?.source === 'sync' && expiresOn.at > (renewedAt ?? '');

/** Whether a person may override the reason, row by row. */
export const mayBeIncluded = (reason: LeftOutReason): boolean =>
  reason === 'by-hand' || overridable.includes(reason);

/** What a row does that is a step of its domain. */
export const stepWords: Readonly<Record<BatchStep, string>> = {
  unlock: 'Unlock',
  'lock-again': 'Lock again',
};
