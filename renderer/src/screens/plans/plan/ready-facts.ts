import { decimalText, sumsOf, unpricedIn } from '#shared/domain/limits.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import type { Plan, PlanRow } from '#shared/domain/plan.ts';
import type { Price } from '#shared/domain/price.ts';
import { useEffect, useState } from 'react';
import { useStores } from '../../../app-stores.ts';
import { counted, format } from '../../../lib/format.ts';
import { isAgain, leftOutWords } from '../plan-words.ts';

/** As many rows as one request brings: of more, it is only said how many there are. */
const mostRows = 1_000;

/** The rows of a batch that awaits its review: those that are ready, and those that are not. */
export interface ReadyFacts {
  readonly ready: readonly PlanRow[];
  readonly excluded: readonly PlanRow[];
}

/** Null until they are read; they are read again whenever the batch is another one. */
export function useReadyFacts({ id, digest, counts }: Plan): ReadyFacts | null {
  const { request } = useStores().bridge;
  const [facts, setFacts] = useState<{ readonly key: string; readonly facts: ReadyFacts } | null>(null);
  const key = `${digest ?? ''} ${counts.remaining} ${counts.leftOut}`;
  useEffect(() => {
    let isDrawn = true;
    const some = (which: 'to-do' | 'left-out') =>
      request.plans.rows({ id, which, offset: 0, limit: mostRows });
    void Promise.all([some('to-do'), some('left-out')]).then(([toDo, leftOut]) => {
      if (!isDrawn || !toDo.ok || !leftOut.ok) return;
      const ready = toDo.value.rows.filter(({ state }) => state === null || state === 'planned');
      setFacts({ key, facts: { ready, excluded: leftOut.value.rows } });
    });
    return () => {
      isDrawn = false;
    };
  }, [request, id, key]);
  return facts?.key === key ? facts.facts : null;
}

/** What the renewals that are ready cost, as far as it is known; null where too many are ready to be added up here. */
export function costText({ counts }: Plan, { ready }: ReadyFacts): string | null {
  if (ready.length < counts.remaining) return null;
  const prices = ready.map(({ renewal }): Price => renewal?.price ?? { kind: 'not-given' });
  const unpriced = unpricedIn(prices);
  const sums = sumsOf(prices).map(
    ({ currency, sum }) => `${decimalText(sum)}${currency === null ? '' : ` ${currency}`}`,
  );
  if (sums.length === 0) return `Price not given, for ${counted(unpriced, 'renewal', 'renewals')}.`;
  const known = `${sums.join(' + ')} for ${counted(prices.length - unpriced, 'renewal', 'renewals')}`;
  return unpriced === 0 ? `${known}.` : `${known}; price not given for ${format.count(unpriced)} more.`;
}

/** Why nothing of a batch is ready, since when, and what a person can do about it. */
export function nothingReadyText(plan: Plan, facts: ReadyFacts | null): string {
  const { rows, leftOut } = plan.counts;
  if (leftOut === 0) return 'Nothing is left to do: every domain has its change.';
  const excluded = facts?.excluded ?? [];
  if (excluded.length < leftOut) {
    const all = leftOut === rows ? `all ${format.count(rows)}` : `the other ${format.count(leftOut)}`;
    return `Nothing is ready: ${all} domains are excluded, each for the reason beside it.`;
  }
  const days = excluded.flatMap(({ leftOut: why, renewal }) =>
    why === 'renewed' && renewal?.renewedAt != null ? [renewal.renewedAt] : [],
  );
  if (days.length === excluded.length) return renewedText(excluded, days, isAgain(plan));
  const isSo = excluded.every((row) => row.leftOut === 'already-so');
  if (isSo)
    return `No change needed: ${subjectOf(excluded, isAgain(plan))} ${excluded.length === 1 ? 'is' : 'are'} as wanted already.`;
  return `Nothing is ready. Excluded: ${reasonsText(excluded)}.${includeText(excluded)}`;
}

function renewedText(rows: readonly PlanRow[], days: readonly string[], isRest: boolean): string {
  const sorted = [...days].sort();
  const [first, last] = [format.day(sorted[0] ?? ''), format.day(sorted.at(-1) ?? '')];
  const since = first === last ? `on ${last}` : `between ${first} and ${last}`;
  const subject = subjectOf(rows, isRest);
  return rows.length === 1
    ? `${subject} was renewed ${since}. Include it to renew it again.`
    : `${upperFirst(subject)} were renewed ${since}. Include a domain to renew it again.`;
}

function subjectOf(rows: readonly PlanRow[], isRest: boolean): string {
  const [only] = rows;
  if (rows.length === 1 && only !== undefined) return toUnicode(only.domain);
  return `${isRest ? 'the other' : 'all'} ${format.count(rows.length)} domains`;
}

function reasonsText(rows: readonly PlanRow[]): string {
  const byReason = new Map<string, number>();
  for (const { leftOut } of rows) {
    const words = leftOut === null ? '' : lowerFirst(leftOutWords[leftOut]);
    byReason.set(words, (byReason.get(words) ?? 0) + 1);
  }
  return [...byReason].map(([words, count]) => `${words} (${format.count(count)})`).join(', ');
}

const includeText = (rows: readonly PlanRow[]): string =>
  rows.some(({ leftOut }) => leftOut === 'renewed' || leftOut === 'by-hand')
    ? ' You can include those that were renewed or that you excluded.'
    : '';

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
