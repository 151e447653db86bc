import { readPartWords } from '#shared/domain/change-kinds.ts';
import { plainHost } from '#shared/domain/domain-name.ts';
import { isHeld, notInPortfolioText } from '#shared/domain/portfolio.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { leftOutWords, type LeftOutReason, overridable, type Remark } from '#shared/domain/remarks.ts';
import { findingWords, sentencesFor } from '#shared/error-sentences.ts';
import { type AppError, isNotFound, saidIn } from '#shared/errors.ts';
import type { Portfolio } from '../portfolio/portfolio.ts';
import { resultOf } from '../workspace/sqlite.ts';
import { kindInMain } from './kinds/index.ts';
import { excludes, type Facts, type KnownOfDomain, says } from './kinds/kind.ts';
import { isBelow } from './kinds/nameservers.ts';
import { noTeam } from './referee.ts';

/**
 * What is to be known of the change of one domain before it is sent: what excludes a row for good first, then what a person may override,
 * then the rest. The one home of these rules: a single change warns of each, a batch excludes rows by them, and window, command line and
 * assistants are told what is said here.
 */
export function weigh(facts: Facts): readonly Remark[] {
  const { ask, present } = facts;
  const kind = kindInMain(ask.kind);
  const isOrdered = ask.kind === 'register';
  const isSo = present !== null && kind.isSo(ask, present);
  return [
    ...unknownOf(facts),
    ...excludes(isSo, 'nothing-changes', 'No change needed: everything is like this already.'),
    ...(isOrdered ? yours(facts) : letGo(facts)),
    ...kind.weigh(facts),
    ...(isOrdered ? [] : outside(facts)),
  ]
    .toSorted((one, other) => rankOf(one, facts) - rankOf(other, facts))
    .slice(0, mostRemarks);
}

/** Of a single change, with what is said of it whatever the domain. */
export const remarksOf = (facts: Facts): readonly Remark[] =>
  [...weigh(facts), ...kindInMain(facts.ask.kind).says(facts.ask)].slice(0, mostRemarks);

const mostRemarks = 50;

function rankOf({ id, weight }: Remark, { ask }: Pick<Facts, 'ask'>): number {
  if (weight === 'says') return 2;
  const reason = excludedBy(id, ask.kind);
  return reason !== null && overridable.includes(reason) ? 1 : 0;
}

/** What could not be read or asked. */
const unknownOf = ({ team: { trouble }, present }: Facts): readonly Remark[] => [
  ...(trouble === null ? [] : says(true, 'team-unavailable', wordsOf(trouble))),
  ...(present?.troubles ?? []).flatMap(({ part }) =>
    says(true, 'not-read-before', readPartWords[part].notShown),
  ),
];

function wordsOf(error: AppError): string {
  const { happened, next } = sentencesFor(error);
  return `${happened} ${next}`;
}

/** What was let go may be registered again: the lookup tells. */
const yours = ({ known: { domain } }: Facts): readonly Remark[] =>
  excludes(
    domain !== null && isHeld({ ...domain, transferredAway: domain.transferredAway ?? null }),
    'yours',
    'It is in your domains already.',
  );

/** Why the domain may not be the account's any more. */
const letGo = ({ known: { domain } }: Facts): readonly Remark[] => [
  ...excludes(
    domain !== null && domain.archivedAt !== null,
    'archived',
    'This domain is archived: it may have been let go.',
  ),
  ...excludes(
    domain?.transferredAway?.value === true,
    'transferred-away',
    'This domain was transferred away, as far as we know.',
  ),
];

/** A domain that the account's portfolio does not have, or that its own lookup found free, is for a person to include (H9). */
const outside = ({ known: { domain, heldBy }, isFree }: Facts): readonly Remark[] =>
  excludes(domain === null || isFree === true, 'not-in-portfolio', notInPortfolioText(heldBy, isFree));

/** The reasons that these remarks exclude a row for; the others are reasons themselves. */
const paidReasons: ReadonlySet<Remark['id']> = new Set([
  'from-backup',
  'may-be-renewed',
  'renewed-before',
  'registered-before',
  'paid-elsewhere',
  'done-in-team',
]);

function excludedBy(id: Remark['id'], kind: Facts['ask']['kind']): LeftOutReason | null {
  if (paidReasons.has(id)) return kind === 'register' ? 'registered' : 'renewed';
  if (id === 'nothing-changes') return 'already-so';
  return reasons.find((reason) => reason === id) ?? null;
}

// Proof for the cast: the keys of a record of every reason.
const reasons = Object.keys(leftOutWords) as readonly LeftOutReason[];

/** Why a row of a batch is excluded by what is to be known of it; null where it is not. @param isIncluded A person has included it. */
export function leftOutBy(
  remarks: readonly Remark[],
  { ask }: Pick<Facts, 'ask'>,
  isIncluded = false,
): LeftOutReason | null {
  const all = remarks
    .filter(({ weight }) => weight !== 'says')
    .flatMap(({ id }) => excludedBy(id, ask.kind) ?? []);
  return all.find((reason) => !isIncluded || !overridable.includes(reason)) ?? null;
}

/** Of a change about which nothing was asked yet: neither what was done before, nor the team, the state or the price. */
export const nothingAsked: Omit<Facts, 'domain' | 'ask' | 'now' | 'known'> = {
  isPractice: false,
  earlier: {
    last: null,
    lastSent: null,
    lastEffect: null,
    ownEffect: null,
    elsewhere: null,
    mayBeDone: null,
    boughtAsPremium: false,
  },
  team: noTeam,
  present: null,
  price: null,
};

/** What the portfolio knows of the hosts that a change names. A failed read leaves its part empty. */
export async function hostsKnown(
  portfolio: Pick<Portfolio, 'children' | 'usersOf'>,
  accountId: string,
  { domain, ask }: Pick<Facts, 'domain' | 'ask'>,
): Promise<Pick<KnownOfDomain, 'children' | 'usersOfHost'>> {
  const host = 'host' in ask ? ask.host : null;
  const isInside = ask.kind === 'nameservers' && ask.nameservers.some((each) => isBelow(each, domain));
  const [children, users] = await Promise.all([
    resultOf(() => (host !== null || isInside ? portfolio.children(accountId, domain) : [])),
    resultOf(() => (host === null ? [] : portfolio.usersOf(accountId, plainHost(host)))),
  ]);
  return { children: children.ok ? children.value : [], usersOfHost: users.ok ? users.value : [] };
}

interface ExcludedRow {
  readonly leftOut: LeftOutReason | null;
  readonly error: AppError | null;
  readonly remarks: readonly Remark[];
}

/** A row with everything that is to be known of it: with why it is excluded where that is not what it was weighed by. */
export function withReason<R extends ExcludedRow>(row: R): R {
  const { leftOut, error, remarks } = row;
  if (leftOut === null || remarks.some((remark) => isFor(remark, leftOut))) return row;
  const weight = overridable.includes(leftOut) || leftOut === 'by-hand' ? 'excludes' : 'forbids';
  return { ...row, remarks: [{ id: leftOut, weight, text: reasonText(leftOut, error) }, ...remarks] };
}

const isFor = ({ id, weight }: Remark, reason: LeftOutReason): boolean =>
  weight !== 'says' && [excludedBy(id, 'renew'), excludedBy(id, 'register')].includes(reason);

function reasonText(leftOut: LeftOutReason, error: AppError | null): string {
  const words = leftOutWords[leftOut];
  if (error === null) return words;
  if (error.kind === 'not-available') return `${words}: it is ${findingWords[error.finding]}.`;
  if (leftOut === 'not-found' && isNotFound(error))
    return `Not in this account${saidIn(error) === '' ? '' : `: “${isolated(saidIn(error))}”`}`;
  const { happened } = sentencesFor(error);
  const saysItself = leftOut === 'changed-since' || error.kind === 'claimed-elsewhere';
  return saysItself ? happened : `${words}. ${happened}`;
}
