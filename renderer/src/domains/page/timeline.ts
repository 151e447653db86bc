import type { TeamChange } from '#shared/domain/activity.ts';
import type { Change } from '#shared/domain/change.ts';
import type { CodeAccess } from '#shared/domain/code.ts';
import { isolated } from '#shared/domain/isolated.ts';
import type { Domain, DomainEvent } from '#shared/domain/portfolio.ts';
import { actionWords, outcomeOf } from '../../codes/TransferCodes.tsx';
import { dayInWords } from '../../ui/Formats.tsx';
import { ownTextWords, partWords } from '../domain-words.ts';

/** Something that happened to a domain, and is not a change: in words, one line a value. */
interface EventText {
  /** Unlike that of any other. */
  readonly key: string;
  readonly lines: readonly string[];
}

export type Event = { readonly at: string } & (
  | { readonly kind: 'change'; readonly change: Change }
  | { readonly kind: 'team'; readonly change: TeamChange }
  | ({ readonly kind: 'refresh' | 'code' | DomainEvent['kind'] } & EventText)
);
export type EventKind = Event['kind'];

const titles = { ...partWords, registrant: 'Registrant' };
const names = ['lock', 'nameservers', 'registrant'] as const satisfies readonly (keyof typeof titles)[];

interface Sources {
  readonly changes: readonly Change[];
  readonly events: readonly DomainEvent[];
  readonly accesses: readonly CodeAccess[];
  /** What colleagues did. */
  readonly team?: readonly TeamChange[];
}

/** What happened to a domain, the newest first. Of what refreshes found, only the last difference of each value is stored. */
export const timelineOf = (
  domain: Pick<Domain, (typeof names)[number]>,
  { changes, events, accesses, team = [] }: Sources,
): readonly Event[] =>
  [
    ...changes.map((change): Event => ({ kind: 'change', at: change.sentAt ?? change.createdAt, change })),
    ...names.flatMap((name): Event[] => {
      const known = domain[name];
      // What a file says, no refresh has found.
      if (known?.before === undefined || known.source === 'import') return [];
      // Who it was before is not stored.
      const line =
        name === 'registrant'
          ? `Another registrant than before: ${isolated(textOf(known.value))}`
          : differenceText(titles[name], textOf(known.before.value), textOf(known.value));
      return [{ kind: 'refresh', key: name, at: known.since ?? known.at, lines: [line] }];
    }),
    ...events.map((event, index): Event => ({
      ...event,
      key: `${event.kind} ${index}`,
      lines: linesOf(event),
    })),
    ...accesses.map((access): Event => {
      const line = `${actionWords[access.deed]}: ${outcomeOf(access)}`;
      return { kind: 'code', key: `code ${access.seq}`, at: access.at, lines: [line] };
    }),
    ...team.map((change): Event => ({ kind: 'team', at: change.at, change })),
  ].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));

const textOf = (value: string | readonly string[]): string =>
  typeof value === 'string' ? value : value.join(', ');

const differenceText = (title: string, before: string, after: string): string =>
  `${title}: ${isolated(before) || 'none'} → ${isolated(after) || 'none'}`;

function linesOf({ source, isAdded, by, changes }: DomainEvent): readonly string[] {
  const from =
    source === undefined ? [] : [`${isAdded === true ? 'Added from' : 'From'} ${isolated(source)}`];
  // Of an expiry, a file has its own beside those of others.
  const title = source === undefined ? 'Expires' : 'Expires, by the file';
  return [
    ...from,
    ...(by == null ? [] : [`By ${isolated(by)}`]),
    ...changes.map(({ field, before, after }) =>
      field === 'expires' ? expiryText(title, day(before), day(after)) : fieldTexts[field](before, after),
    ),
  ];
}

type FieldText = (before: string, after: string) => string;

const day = (date: string): string => (date === '' ? '' : dayInWords(date));

const expiryText = (title: string, before: string, after: string): string =>
  before === '' ? `${title}: ${after}` : differenceText(title, before, after);

const fieldTexts: Readonly<Record<Exclude<DomainEvent['changes'][number]['field'], 'expires'>, FieldText>> = {
  registered: (before, after) =>
    before === '' ? `Registered on ${day(after)}` : differenceText('Registered', day(before), day(after)),
  registrar: () => 'Held at another registrar than before',
  tags: (before, after) => differenceText('Tags', before, after),
  lock: (before, after) => differenceText(titles.lock, before, after),
  nameservers: (before, after) => differenceText(titles.nameservers, before, after),
  client: (before, after) => differenceText(ownTextWords.client.title, before, after),
  note: (before, after) => (before === '' ? 'Note added' : after === '' ? 'Note removed' : 'Note edited'),
  archived: (_before, after) => (after === '' ? 'Restored from the archive' : 'Archived'),
};
