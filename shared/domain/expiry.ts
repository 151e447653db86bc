import type * as schemas from '../areas/portfolio.ts';
import type { TypeOf } from '../schema-type.ts';
import type { Counting } from './counting.ts';
import { expirySources } from './domain-parts.ts';
import type { Known } from './portfolio.ts';
import { isAutoRenewed, type RegistryReading } from './registry.ts';

export type ExpirySource = (typeof expirySources)[number];

/** The expiry of a domain as one source has it: the date as `YYYY-MM-DD`, and when it was observed. */
export type Expiry = TypeOf<typeof schemas.expiry>;

/** The expiries of a domain, in the order of `expirySources`: one at most of each. */
export type Expiries = readonly Expiry[];

/** Registration of domains began in 1985; nobody registers for more than ten years. */
const [firstDay, lastDay] = ['1985-01-01', '2100-12-31'] as const;
/** For sentences: "lies outside 1985 to 2100". */
export const expiryYears = `${firstDay.slice(0, 4)} to ${lastDay.slice(0, 4)}`;

/**
 * Whether a domain can expire on this day. Registries, services and files write days such as `0001-01-01`, `1970-01-01` and `9999-12-31`
 * where there is no expiry, or they do not know it: such a day is none, wherever it comes from.
 *
 * @param day `YYYY-MM-DD`.
 */
export const canExpireOn = (day: string): boolean => day >= firstDay && day <= lastDay;

/** RFC 3339 and what is nearly so: a space before the time, an offset without its colon, or none, which is taken as UTC. */
const instantForm =
  /^(\d{4}-\d\d-\d\d)(?:(?:[Tt]|\s+)(\d\d:\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?\s*(?:Z|UTC|GMT|([+-]\d\d):?(\d\d)?)?$/i;

/**
 * The instant that a text gives, in milliseconds; null where it gives none, or the calendar does not have its day. A day alone begins in
 * UTC. The day on which a domain expires is that of its instant in UTC, whether a registry or a file gives it.
 */
export function instantIn(text: string): number | null {
  const [, day = '', time = '00:00', second = '00', fraction = '', hours = '+00', minutes = '00'] =
    instantForm.exec(text.trim()) ?? [];
  const [dayMs, timeMs] = [
    Date.parse(`${day}T00:00:00Z`),
    Date.parse(`2000-01-01T${time}:00${hours}:${minutes}`),
  ];
  const isThere = !Number.isNaN(dayMs) && new Date(dayMs).toISOString().startsWith(day);
  // A leap second is the last one of its minute.
  const ms = Math.min(Number(second), 59) * 1_000 + Math.floor(Number(`0.${fraction}`) * 1_000);
  return isThere && Number(second) <= 60 && !Number.isNaN(timeMs)
    ? dayMs + (timeMs - Date.UTC(2000, 0, 1)) + ms
    : null;
}

/** What an observation says of a domain's expiry. */
export interface ExpiryNews {
  /** Each takes the place of the one of its source (`takesPlace`). */
  readonly expiries?: readonly Expiry[];
  /** Sources whose expiry is removed; before `expiries` are added. */
  readonly removedExpiries?: readonly ExpirySource[];
  /** When the domain was registered anew: earlier values belong to another registration. */
  readonly since?: string;
  /**
   * A renewal made here: an expiry known from before `sentAt` is expected to move by `years`. Of a registration made here (`since`)
   * the expiry is expected `years` after `sentAt`.
   */
  readonly renewal?: { readonly years: number; readonly sentAt: string; readonly at: string };
}

/** Of an observation: when and where it was made, and by whom of the team, unless it was made here. */
type Observation = Pick<Known<unknown>, 'at' | 'source' | 'by'>;

/**
 * What was observed here stands until it is observed here again: a colleague's observation counts where there is none, or only one that
 * says less, in the order of `expirySources`, before which is what the service says of a value (T7). What a colleague has set since is
 * not another look at the same.
 */
const standsAgainst = (own: Observation, other: Observation): boolean =>
  own.by === undefined &&
  other.by !== undefined &&
  other.source !== 'change' &&
  rankOf(own.source) <= rankOf(other.source);

/** Whether an observation takes the place of another one: of the same age or newer, or made here where the other one was not. */
export const takesPlace = (old: Observation, found: Observation): boolean =>
  !standsAgainst(old, found) && (found.at >= old.at || (old.by !== undefined && found.by === undefined));

/** The expiry that is shown, and why: it is the only one; it is newer than the others; its source is preferred to one of the same instant. */
export interface ShownExpiry extends Expiry {
  readonly why: 'only' | 'newest' | 'preferred';
}

/**
 * Decides which expiry of a domain is shown: the newest. Null where there is none. A colleague's does not count beside one of this workspace that says as much (T7). What may be of before a renewal made here takes the
 * place of the expected one only where it is not earlier: a file, and a registry's date in the first days after it. Nor does a file take
 * the place of a later date that the service or a registry has shown. A date to which a
 * registry has renewed an expired domain by itself is shown where nothing else is known: nobody has paid for it yet.
 */
export function shownExpiry(expiries: Expiries): ShownExpiry | null {
  const current = expiries.filter(
    (expiry) => !expiries.some((other) => isOfBefore(expiry, other) || standsAgainst(other, expiry)),
  );
  const paid = current.filter(({ isAutoRenewed }) => isAutoRenewed !== true);
  const [first, second] = (paid.length > 0 ? paid : current).toSorted(
    (a, b) => compareTexts(b.at, a.at) || rankOf(a.source) - rankOf(b.source),
  );
  if (first === undefined) return null;
  if (second === undefined) return { ...first, why: 'only' };
  return { ...first, why: first.at === second.at ? 'preferred' : 'newest' };
}

/** Assumed: no registry shows a renewal later than this. After it, an old date contradicts what is expected. */
const registryLagMs = 7 * 86_400_000;

/** Whether an expiry may be of before a renewal that another one includes: a file says nothing of when it was written. */
function isOfBefore({ source, date, at }: Expiry, other: Expiry): boolean {
  const isExpected = other.source === 'expected';
  if (date >= other.date) return false;
  if (source === 'import') return isExpected || (isOfService(other) && other.isAutoRenewed !== true);
  return isExpected && isOfRegistry(source) && Date.parse(at) - Date.parse(other.at) < registryLagMs;
}

const isOfRegistry = (source: ExpirySource): boolean => source === 'registry' || source === 'registrar';
const isOfService = ({ source }: Expiry): boolean => source === 'sync' || isOfRegistry(source);

/** The expiries after an observation. A day on which no domain can expire says nothing. */
export function expiriesAfter(before: Expiries, news: ExpiryNews): Expiries {
  const { expiries = [], removedExpiries = [], since = '' } = news;
  const left = before.filter(({ source, at }) => at >= since && !removedExpiries.includes(source));
  const meant = expiries.filter(({ date }) => canExpireOn(date));
  return withExpectation(meant.reduce(withExpiry, left), news);
}

/** The expiries that a registry showed: its own, and the registrar's beside it. The day is that of the instant in UTC. */
export function expiriesIn(reading: RegistryReading): Expiries {
  const { expiresAt, registrarExpiresAt, at } = reading;
  const own = isAutoRenewed(reading) ? { isAutoRenewed: true as const } : {};
  return [
    ...(expiresAt === null
      ? []
      : [{ source: 'registry' as const, date: expiresAt.slice(0, 10), at, ...own }]),
    ...(registrarExpiresAt === null
      ? []
      : [{ source: 'registrar' as const, date: registrarExpiresAt.slice(0, 10), at }]),
  ];
}

/** With a value in place of the one of its source. See {@link takesPlace}. */
function withExpiry(expiries: Expiries, value: Expiry): Expiries {
  const before = expiries.find(({ source }) => source === value.source);
  if (before !== undefined && !takesPlace(before, value)) return expiries;
  const others = expiries.filter(({ source }) => source !== value.source);
  return [...others, value].toSorted((a, b) => rankOf(a.source) - rankOf(b.source));
}

/**
 * With the expiry that is expected after a renewal, where the one before it is known, or after a registration. One that was observed
 * after it was sent may already include it.
 */
function withExpectation(expiries: Expiries, { renewal, since }: ExpiryNews): Expiries {
  const shown = shownExpiry(expiries);
  if (renewal === undefined || (shown === null && since === undefined)) return expiries;
  if (shown !== null && shown.at >= renewal.sentAt) return expiries;
  const date = yearsLater(shown?.date ?? renewal.sentAt.slice(0, 10), renewal.years);
  return withExpiry(expiries, { source: 'expected', date, at: renewal.at });
}

const rankOf = (source: Observation['source']): number =>
  (expirySources as readonly string[]).indexOf(source);

const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** The same day `years` later. February 29 becomes the 28th if that year has none. @param day `YYYY-MM-DD`. */
export function yearsLater(day: string, years: number): string {
  const [year = '', ...monthAndDay] = day.split('-');
  const later = Number(year) + years;
  const text = [String(later).padStart(4, '0'), ...monthAndDay].join('-');
  return text.endsWith('-02-29') && !isLeapYear(later) ? text.replace(/29$/, '28') : text;
}

const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

const dayMs = 86_400_000;

/**
 * Whole days from today until `day`, negative where it is past. Today is the user's.
 *
 * Unknown: in which time zone the service's dates begin.
 *
 * @param day `YYYY-MM-DD`.
 */
export function daysUntil(day: string, nowMs: number): number {
  const now = new Date(nowMs);
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  return Math.round((Date.parse(day) - today) / dayMs);
}

/** The day so many days after the user's today, as `YYYY-MM-DD`. */
export function dayIn(days: number, nowMs: number): string {
  const now = new Date(nowMs);
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + days))
    .toISOString()
    .slice(0, 10);
}

/** "in 212 days", "today", "12 days ago". */
export function daysInWords(days: number, { counted }: Pick<Counting, 'counted'>): string {
  if (days === 0) return 'today';
  const count = counted(Math.abs(days), 'day', 'days');
  return days > 0 ? `in ${count}` : `${count} ago`;
}

/** What is due is offered for renewal. */
export const dueWithinDays = 30;
