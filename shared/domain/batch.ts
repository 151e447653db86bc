import type * as schemas from '../areas/batches.ts';
import { type ChangeAsk, kindOf, verificationOf } from '../changes/index.ts';
import { assertNever } from '../result.ts';
import type { TypeOf } from '../schema-type.ts';
import { isPaid } from './change-kinds.ts';
import { provenWord } from './change.ts';
import { isRegistrant } from './contact-fields.ts';
import { type Counting, inEnglish, upperFirst } from './counting.ts';
import { nameInText } from './domain-name.ts';
import { isolated } from './isolated.ts';

export type Batch = TypeOf<typeof schemas.batch>;
export type BatchAsk = Batch['ask'];
export type Proposal = TypeOf<typeof schemas.proposal>;
export type FullBatchAsk = TypeOf<typeof schemas.fullBatchAsk>;
export type BatchState = Batch['state'];
export type BatchCounts = Batch['counts'];
type Outcome = 'confirmed' | 'proven' | 'refused' | 'uncertain';
export type BatchRow = TypeOf<typeof schemas.batchRow>;
export type BatchStep = NonNullable<BatchRow['step']>;
export type UndoneSource = TypeOf<typeof schemas.undoneSource>;
export type RenewalFacts = NonNullable<BatchRow['renewal']>;

/** Whether each domain takes three steps: unlock, the contacts, lock again. */
export const hasSteps = (ask: BatchAsk | FullBatchAsk): boolean =>
  ask.kind === 'contacts' && ask.unlocks === true;

/** Whether an assistant made it: a person reviews every value of it, and types the count, however few they are (H11). */
export const isProposed = ({ proposal }: { readonly proposal?: Proposal | undefined }): boolean =>
  proposal !== undefined;

/** How many rows a domain has: one, or one for each of its steps. */
export const rowsOfDomain = (ask: BatchAsk | FullBatchAsk): number => (hasSteps(ask) ? 3 : 1);

/** Excluded ones among them; those that are sent are `counts.domains`. */
export const domainsIn = ({ ask, counts }: Pick<Batch, 'ask' | 'counts'>): number =>
  counts.rows / rowsOfDomain(ask);

/** For how many days what contacts were before is kept, to be put back. */
export const previousKeptDays = 30;

/** What a batch takes back; null for one that does not. */
export const undoneBy = (ask: BatchAsk | FullBatchAsk): UndoneSource | null =>
  ('undoes' in ask ? ask.undoes : undefined) ?? null;

/** The count must be typed for more rows than this, or for more than this share of the portfolio. */
export const rowsWithoutTyping = 25;
export const shareWithoutTyping = 0.2;

interface BatchSize {
  /** The rows that would be applied. */
  readonly remaining: number;
  readonly ask: BatchAsk;
  /** An assistant made it. */
  readonly isProposed: boolean;
  /** How many domains the account has; only called where it matters. */
  readonly owned: () => number;
}

/**
 * Whether a person types what it is done to, the name of one domain or the number of many: it costs money, takes something away at the
 * service, or writes the registrant, who holds the domain.
 */
export const mustBeTyped = (ask: BatchAsk | ChangeAsk): boolean =>
  isPaid(ask.kind) ||
  kindOf(ask.kind).isRemoval === true ||
  (ask.kind === 'contacts' && ask.roles.some(({ name }) => isRegistrant(name)));

/** Whether the number of changes is typed before a batch is applied: also for many rows, and always for what an assistant proposes. */
export const mustTypeCount = ({ remaining, ask, isProposed: isOfAssistant, owned }: BatchSize): boolean =>
  remaining > 0 &&
  (isOfAssistant ||
    mustBeTyped(ask) ||
    remaining > rowsWithoutTyping ||
    remaining > shareWithoutTyping * owned());

/** Of these rows, one for each domain that was not read: of its steps, the one that says why. */
export function unreadRows(rows: readonly BatchRow[]): readonly BatchRow[] {
  const unread = new Map<string, BatchRow>();
  for (const row of rows.filter(({ leftOut }) => leftOut === 'not-readable'))
    if ((unread.get(row.domain)?.error ?? null) === null) unread.set(row.domain, row);
  return [...unread.values()];
}

/** The rows that are excluded for another reason than that their domain was not read. */
export const excludedOtherwise = ({ counts }: Pick<Batch, 'counts'>): number =>
  counts.leftOut - counts.notReadRows;

/** The rows that need attention: excluded for a reason that does, refused, not done or uncertain. */
export const needingAttention = ({ leftOutInNeed, refused, uncertain }: BatchCounts): number =>
  leftOutInNeed + refused + uncertain;

/** "Renew 20 domains". */
export const taskTitle = (ask: BatchAsk, count: number): string =>
  upperFirst(taskText(ask, count, inEnglish)).slice(0, 300);

/** What a batch does, to continue a sentence: "unlock 12 domains". */
export function taskText(
  ask: BatchAsk | FullBatchAsk,
  count: number,
  { counted }: Pick<Counting, 'counted'>,
): string {
  const domains = counted(count, 'domain', 'domains');
  if ('host' in ask) return `${hostTasks[ask.kind]} ${nameInText(ask.host)}`;
  if (undoneBy(ask) !== null) return `put back the ${ask.kind} of ${domains}`;
  switch (ask.kind) {
    case 'lock':
      return ask.state === 'locked' ? `lock ${domains}` : `unlock ${domains}`;
    case 'nameservers':
      return `set nameservers of ${domains}`;
    case 'contacts':
      return `set contacts of ${domains}${hasSteps(ask) ? ', unlocked meanwhile' : ''}`;
    case 'renew':
      return `renew ${domains}${ask.periodYears === 1 ? '' : ` for ${counted(ask.periodYears, 'year', 'years')}`}`;
    case 'register':
      return `register ${counted(count, 'name', 'names')} for ${counted(ask.periodYears, 'year', 'years')}${forClient(ask.client)}`;
    case 'sync':
      return `have the service read ${domains} again`;
    default:
      return assertNever(ask);
  }
}

const hostTasks = {
  'child-register': 'register the host',
  'child-modify': 'change the address of the host',
  'child-delete': 'delete the host',
} as const;

/** What it has done, of so many: "12 domains unlocked". */
export function doneText(
  ask: BatchAsk | FullBatchAsk,
  count: number,
  { counted }: Pick<Counting, 'counted'>,
): string {
  if ('host' in ask) return `${nameInText(ask.host)} ${hostDone[ask.kind]}`;
  const what =
    ask.kind === 'register' ? counted(count, 'name', 'names') : counted(count, 'domain', 'domains');
  const of = `${upperFirst(ask.kind)} of ${what}`;
  if (undoneBy(ask) !== null) return `${of} put back`;
  if (ask.kind === 'lock') return `${what} ${ask.state}`;
  if (ask.kind === 'sync') return `${what} read again by the service`;
  if (!('periodYears' in ask)) return `${of} set`;
  return `${what} ${ask.kind === 'renew' ? 'renewed' : 'registered'} for ${counted(ask.periodYears, 'year', 'years')}`;
}

const hostDone = {
  'child-register': 'registered',
  'child-modify': 'changed',
  'child-delete': 'deleted',
} as const;

const forClient = (client = ''): string => (client === '' ? '' : `, for ${isolated(client)}`);

/** Of how many domains some of its rows are, as of each step of each domain. */
export const domainsOfRows = (ask: BatchAsk | FullBatchAsk, rows: number): number =>
  Math.ceil(rows / rowsOfDomain(ask));

/**
 * What became of the changes that were sent: "1 accepted, 2 proven by registry, 1 refused". Empty where none was. What no reading can
 * prove rests on an answer alone: it is accepted, and not called done (H17). Of domains with steps, each step is a change. Domains that were
 * not read, of which nothing was sent, stand beside them (H23).
 *
 * @param none What is said where nothing was sent.
 */
export function outcomeText(
  { ask, counts }: { readonly ask: BatchAsk; readonly counts: Pick<BatchCounts, Outcome | 'notRead'> },
  { count }: Pick<Counting, 'count'>,
  none = '',
): string {
  const { confirmed, proven, refused, uncertain, notRead } = counts;
  const isShown = verificationOf(ask.kind).isProvable;
  const outcomes: readonly (readonly [number: number, words: string])[] = [
    [confirmed - proven, isShown ? 'done' : 'accepted'],
    [proven, provenWord.toLowerCase()],
    [refused, 'refused'],
    [uncertain, 'uncertain'],
  ];
  const sent = outcomes.filter(([number]) => number > 0);
  return [
    ...(sent.length === 0 && none !== '' ? [none] : []),
    ...sent.map(([number, words]) => `${count(number)} ${words}`),
    ...(notRead > 0 ? [`${count(notRead)} not read`] : []),
  ].join(', ');
}
