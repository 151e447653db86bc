import { daysUntil } from '../days.ts';
import { isTroubled, type Look } from './look.ts';
import type { Row } from './row.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/** What the filter needs to know beside the row. */
export interface Circumstances {
  readonly nowMs: number;
  /** The names with an uncertain change. */
  readonly uncertain: { readonly has: (name: string) => boolean };
}

/** Whether a row stays in under `look`. */
export function matcherOf(look: Look, { nowMs, uncertain }: Circumstances): (row: Row) => boolean {
  const words = look.text.trim().toLowerCase();
  const tests: ((row: Row) => boolean)[] = [
    ({ domain }) => (domain.archivedAt !== null) === look.archivedOnly,
    ...given(
      look.lock,
      (wanted) =>
        ({ domain }) =>
          (domain.lock?.value ?? 'not-read') === wanted,
    ),
    ...given(
      look.expiresWithinDays,
      (days) =>
        ({ domain: { expiresOn } }) =>
          expiresOn !== null && daysUntil(expiresOn.value, nowMs) <= days,
    ),
    ...given(look.notReadForDays, (days) => isOlderThan(new Date(nowMs - days * dayMs).toISOString())),
    ...given(
      words === '' ? null : words,
      (text) =>
        ({ searched }) =>
          searched.includes(text),
    ),
    ...(look.troubledOnly ? [({ domain }: Row) => isTroubled(domain)] : []),
    ...(look.uncertainOnly ? [({ domain }: Row) => uncertain.has(domain.name)] : []),
  ];
  return (row) => tests.every((test) => test(row));
}

const given = <T>(value: T | null, test: (value: T) => (row: Row) => boolean): ((row: Row) => boolean)[] =>
  value === null ? [] : [test(value)];

const isOlderThan =
  (before: string) =>
  ({ oldestAt, isPartlyUnread }: Row): boolean =>
    isPartlyUnread || oldestAt === null || oldestAt < before;
