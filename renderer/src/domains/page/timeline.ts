import type { TeamChange } from '#shared/domain/activity.ts';
import { type Change, tookEffect } from '#shared/domain/change.ts';
import type { ChangeKind } from '#shared/domain/change-kinds.ts';
import type { CodeAccess } from '#shared/domain/code.ts';
import { earlierText } from '#shared/error-sentences.ts';
import { isolated } from '#shared/domain/isolated.ts';
import type { Domain, DomainEvent } from '#shared/domain/portfolio.ts';
import { actionWords, outcomeOf } from '../../codes/TransferCodes.tsx';
import { dayInWords, withDaysInWords } from '../../ui/Formats.tsx';
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
  /** All changes of this name, with any account; null where they were not read: then nobody knows what was not done from here. */
  readonly sent?: readonly Change[] | null;
  readonly events: readonly DomainEvent[];
  readonly accesses: readonly CodeAccess[];
  /** What colleagues did. */
  readonly team?: readonly TeamChange[];
}

/** What happened to a domain, the newest first. Of what refreshes found, only the last difference of each value is stored. */
export const timelineOf = (
  domain: Pick<Domain, (typeof names)[number]>,
  sources: Sources,
): readonly Event[] => {
  const { changes, events, accesses, team = [] } = sources;
  return [
    ...changes.map((change): Event => ({ kind: 'change', at: change.sentAt ?? change.createdAt, change })),
    ...names.flatMap((name): Event[] => {
      const known = domain[name];
      // What a file says, no refresh has found.
      if (known === null || known.source === 'import') return [];
      const before = known.before ?? (known.source === 'read' ? saidByFile(name, known, events) : undefined);
      if (before === undefined) return [];
      // Who it was before is not stored.
      const line =
        name === 'registrant'
          ? `Another registrant than before: ${isolated(textOf(known.value))}`
          : differenceText(titles[name], textOf(before.value), textOf(known.value));
      const at = known.since ?? known.at;
      const isOurs = mayBeFromHere(sources, { kinds: setBy[name], from: before.at, until: at });
      return [{ kind: 'refresh', key: name, at, lines: isOurs ? [line] : [line, notFromHere('changed')] }];
    }),
    ...events.map((event, index): Event => {
      const isOurs = !isLater(event) || mayBeFromHere(sources, spanOf(event, events));
      const lines = isOurs ? linesOf(event) : [...linesOf(event), notFromHere('renewed')];
      return { ...event, key: `${event.kind} ${index}`, lines };
    }),
    ...accesses.map((access): Event => {
      const line = `${actionWords[access.deed]}: ${outcomeOf(access)}`;
      return { kind: 'code', key: `code ${access.seq}`, at: access.at, lines: [line] };
    }),
    ...team.map((change): Event => ({ kind: 'team', at: change.at, change })),
  ].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
};

/** What a file said of a value that was read otherwise the first time; undefined where none did. */
function saidByFile(
  name: (typeof names)[number],
  {
    value,
    at,
    since = at,
  }: { readonly value: string | readonly string[]; readonly at: string; readonly since?: string },
  events: readonly DomainEvent[],
): { readonly value: string; readonly at: string } | undefined {
  const said = events.flatMap((event) => {
    const of = event.changes.find(({ field }) => field === name);
    return event.kind === 'import' && of !== undefined && event.at < since
      ? [{ value: of.after, at: event.at }]
      : [];
  });
  const last = said.toSorted((a, b) => a.at.localeCompare(b.at)).at(-1);
  return last === undefined || last.value === '' || last.value === textOf(value) ? undefined : last;
}

/** What is set by the changes of these kinds. */
const setBy: Readonly<Record<(typeof names)[number], readonly ChangeKind[]>> = {
  lock: ['lock', 'register'],
  nameservers: ['nameservers', 'register'],
  registrant: ['contacts', 'register'],
};

/** It was done by another workspace, or in the provider's panel. */
const notFromHere = (done: string): string => `Not ${done} from here, as far as the journal shows.`;

interface Span {
  readonly kinds: readonly ChangeKind[];
  /** When it was known to be otherwise. */
  readonly from: string;
  readonly until: string;
  /** What took effect may be seen later. */
  readonly isSlow?: true;
}

/** So long after it was sent, a change may still show an effect. */
const slowMs = 30 * 86_400_000;

/** Whether something that was sent from here, or by a colleague, may be what was found, whatever its answer was. */
function mayBeFromHere({ sent = null, team = [] }: Sources, span: Span): boolean {
  const [from, until] = [Date.parse(span.from), Date.parse(span.until)];
  const isIn = (at: string | null, since: number): boolean =>
    at !== null && Date.parse(at) >= since && Date.parse(at) <= until;
  const isOne = (kind: string): boolean => span.kinds.some((each) => each === kind);
  const isSlow = (change: Change): boolean => span.isSlow === true || !tookEffect(change);
  return (
    sent === null ||
    sent.some((each) => isOne(each.what.kind) && isIn(each.sentAt, isSlow(each) ? from - slowMs : from)) ||
    team.some(({ kind, at }) => isOne(kind) && isIn(at, from - slowMs))
  );
}

const expiryIn = ({ kind, changes }: DomainEvent) =>
  kind === 'registry' ? changes.find(({ field }) => field === 'expires') : undefined;

/** Whether a registry shows a later expiry than it did. */
function isLater(event: DomainEvent): boolean {
  const { before = '', after = '' } = expiryIn(event) ?? {};
  return before !== '' && after > before;
}

/** Since the registry showed the expiry before. */
function spanOf(event: DomainEvent, events: readonly DomainEvent[]): Span {
  const earlier = events.filter((each) => each.at < event.at && expiryIn(each) !== undefined);
  const from =
    earlier
      .map(({ at }) => at)
      .toSorted()
      .at(-1) ?? '1970-01-01T00:00:00.000Z';
  return { kinds: ['renew', 'register'], from, until: event.at, isSlow: true };
}

const textOf = (value: string | readonly string[]): string =>
  typeof value === 'string' ? value : value.join(', ');

const differenceText = (title: string, before: string, after: string): string =>
  `${title}: ${isolated(before) || 'none'} → ${isolated(after) || 'none'}`;

function linesOf({ source, isAdded, by, earlier, changes }: DomainEvent): readonly string[] {
  if (earlier !== undefined) return [withDaysInWords(earlierText(earlier))];
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
