import { type Batch, type BatchRow, domainsIn, rowsOfDomain } from '#shared/domain/batch.ts';
import { plural } from '#shared/domain/counting.ts';
import { nameInText } from '#shared/domain/domain-name.ts';
import { leftOutWords, mayBeIncluded } from '#shared/domain/remarks.ts';
import { format, lowerFirst, upperFirst } from '../../ui/Formats.tsx';
import { isAgain } from './batch-store.ts';

/** The excluded rows of a batch, as many as were read. */
interface Excluded {
  readonly excluded: readonly BatchRow[];
}

/** Why no row of a batch is ready, since when, and what the user can do. */
export function nothingReadyText(batch: Batch, facts: Excluded | null): string {
  const rows = domainsIn(batch);
  if (batch.counts.leftOut === 0) return 'Nothing left to do: every domain has its change.';
  const isRead = facts !== null && facts.excluded.length >= batch.counts.leftOut;
  // Of a domain with steps, what it is for says why.
  const excluded = (facts?.excluded ?? []).filter(({ step }) => step === null);
  if (isRead && excluded.length === 0) return 'Nothing is left that can be done.';
  const leftOut = isRead ? excluded.length : Math.ceil(batch.counts.leftOut / rowsOfDomain(batch.ask));
  if (excluded.length < leftOut) {
    const all = leftOut === rows ? 'all' : 'the other';
    return plural(
      leftOut,
      'Nothing is ready: the domain left is excluded, for the reason shown.',
      `Nothing is ready: ${all} ${format.count(leftOut)} domains are excluded, each for the reason shown.`,
    );
  }
  const days = excluded.flatMap(({ leftOut: why, renewal, remarks }) =>
    why === 'renewed' && remarks.every(isRenewedHere) && renewal?.isUncharged !== true
      ? remarks.flatMap(({ id, at }) => (id === 'renewed-before' && at !== undefined ? [at] : []))
      : [],
  );
  if (days.length === excluded.length) return renewedText(excluded, days, isAgain(batch));
  const isSo = excluded.every((row) => row.leftOut === 'already-so');
  if (isSo) return noneNeededText(subjectOf(excluded, isAgain(batch)), excluded.length);
  return `Nothing is ready. Excluded: ${reasonsText(excluded)}.${includeText(excluded)}`;
}

const isRenewedHere = ({ id, weight }: BatchRow['remarks'][number]): boolean =>
  weight === 'says' || id === 'renewed-before';

const noneNeededText = (subject: string, domains: number): string =>
  plural(
    domains,
    `No change needed: ${subject} is as wanted already.`,
    `No change needed: ${subject} are as wanted already.`,
  );

function renewedText(rows: readonly BatchRow[], days: readonly string[], isRest: boolean): string {
  const sorted = [...days].sort();
  const [first, last] = [format.day(sorted[0] ?? ''), format.day(sorted.at(-1) ?? '')];
  const since = first === last ? `on ${last}` : `between ${first} and ${last}`;
  const subject = subjectOf(rows, isRest);
  return plural(
    rows.length,
    `${subject} was renewed ${since}. Include it to renew it again.`,
    `${upperFirst(subject)} were renewed ${since}. Include a domain to renew it again.`,
  );
}

function subjectOf(rows: readonly BatchRow[], isRest: boolean): string {
  const [only] = rows;
  if (rows.length === 1 && only !== undefined) return nameInText(only.domain);
  return `${isRest ? 'the other' : 'all'} ${format.count(rows.length)} domains`;
}

function reasonsText(rows: readonly BatchRow[]): string {
  const byReason = new Map<string, number>();
  for (const { leftOut, renewal } of rows) {
    const isUncharged = leftOut === 'renewed' && renewal?.isUncharged === true;
    const words = isUncharged ? uncharged : leftOut === null ? '' : lowerFirst(leftOutWords[leftOut]);
    byReason.set(words, (byReason.get(words) ?? 0) + 1);
  }
  return [...byReason].map(([words, count]) => `${words} (${format.count(count)})`).join(', ');
}

const uncharged = 'accepted, not yet charged';

const includeText = (rows: readonly BatchRow[]): string =>
  rows.some(({ leftOut }) => leftOut !== null && mayBeIncluded(leftOut))
    ? ' You can include those that have a button for it.'
    : '';
