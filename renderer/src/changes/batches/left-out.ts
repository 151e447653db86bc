import { type BatchRow, type BatchStep, type LeftOutReason, overridable } from '#shared/domain/batch.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { notInPortfolioText } from '#shared/domain/portfolio.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { type AppError, isNotFound, saidIn } from '#shared/errors.ts';
import { format, upperFirst } from '../../ui/Formats.tsx';

/** Why a row is excluded. */
export const leftOutWords: Readonly<Record<LeftOutReason, string>> = {
  'already-so': 'No change needed',
  'not-readable': 'Not read',
  unsendable: 'Can’t be sent',
  'not-in-portfolio': 'Not in this account’s domains',
  'open-change': 'An earlier change is not finished',
  archived: 'Archived',
  'transferred-away': 'Transferred away',
  'not-found': 'Not found when last refreshed',
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

export function renewedText(on: string, renewal: NonNullable<BatchRow['renewal']>, done = 'renewed'): string {
  const { elsewhere, isUncharged, by } = renewal;
  const day = format.day(on);
  if (isUncharged === true)
    return `Accepted on ${day}, not yet charged. ${awaitsSync({ renewal }) ? 'Sync it to see whether it was renewed' : 'A sync since shows its expiry: include it if it was not renewed'}`;
  if (elsewhere === undefined)
    return `${upperFirst(done)} on ${day}${by === undefined ? '' : ` by ${isolated(by)}`}`;
  const here = elsewhere.ownAt === undefined ? '' : `, and ${done} here on ${format.day(elsewhere.ownAt)}`;
  return `${elsewhere.isSure ? upperFirst(done) : `May have been ${done}`} on ${day} at ${isolated(elsewhere.accountLabel)}${here}`;
}

/** Why a row is excluded, with the date for a recent renewal, else with the error; of the others, why they have no price. */
export function excludedText(row: BatchRow): string {
  const { leftOut, error } = row;
  if (leftOut === null) return unpricedText(row);
  if (leftOut === 'premium') return 'Premium name: include it to accept its price';
  if (leftOut === 'not-in-portfolio') return outsideText(row);
  if (error === null) return earlierText(row) ?? leftOutWords[leftOut];
  const { happened, changed } = sentencesFor(error);
  if (error.kind === 'from-backup') return `May have been ${orderWord(leftOut)}. ${happened} ${changed}`;
  // What was found stands beside it.
  if (error.kind === 'not-available') return leftOutWords['not-available'];
  if (leftOut === 'not-found' && isNotFound(error)) return notFoundText(error);
  return leftOut === 'changed-since' || error.kind === 'claimed-elsewhere'
    ? happened
    : `${leftOutWords[leftOut]}. ${happened}`;
}

const outsideText = ({ outside, renewal }: BatchRow): string =>
  notInPortfolioText(outside?.heldBy ?? null, renewal?.isFree);

const unpricedText = ({ renewal }: BatchRow): string =>
  renewal?.priceError == null ? '' : `Price not looked up. ${sentencesFor(renewal.priceError).happened}`;

/** One sentence for one fact, with the service's own words. */
const notFoundText = (error: AppError): string =>
  saidIn(error) !== '' ? `Not in this account: “${isolated(saidIn(error))}”` : 'Not in this account';

/** When a name that is excluded for it was ordered before; null where it is excluded for something else. */
function earlierText({ leftOut, renewal }: BatchRow): string | null {
  const isOrdered = leftOut === 'renewed' || leftOut === 'registered';
  return isOrdered && renewal?.renewedAt != null
    ? renewedText(renewal.renewedAt, renewal, orderWord(leftOut))
    : null;
}

const orderWord = (leftOut: BatchRow['leftOut']): string => (leftOut === 'registered' ? leftOut : 'renewed');
