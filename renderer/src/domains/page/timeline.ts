import type { Change } from '#shared/domain/change.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { partWords } from '../domain-words.ts';

/** A value that a refresh found to be another than the one that was known. */
interface Difference {
  readonly title: string;
  readonly before: string;
  readonly after: string;
}

export type Event = { readonly at: string } & (
  | { readonly kind: 'change'; readonly change: Change }
  | { readonly kind: 'refresh'; readonly difference: Difference }
);
export type EventKind = Event['kind'];

const titles = { ...partWords, registrant: 'Registrant' };
const names = ['lock', 'nameservers', 'registrant'] as const satisfies readonly (keyof typeof titles)[];

/** What happened to a domain, the newest first. Of each value, only the last difference is stored. */
export const timelineOf = (
  domain: Pick<Domain, (typeof names)[number]>,
  changes: readonly Change[],
): readonly Event[] =>
  [
    ...changes.map((change): Event => ({ kind: 'change', at: change.sentAt ?? change.createdAt, change })),
    ...names.flatMap((name): Event[] => {
      const known = domain[name];
      // What a file says, no refresh has found.
      if (known?.before === undefined || known.source === 'import') return [];
      const difference = {
        title: titles[name],
        before: textOf(known.before.value),
        after: textOf(known.value),
      };
      return [{ kind: 'refresh', at: known.since ?? known.at, difference }];
    }),
  ].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));

const textOf = (value: string | readonly string[]): string =>
  (typeof value === 'string' ? value : value.join(', ')) || 'none';
