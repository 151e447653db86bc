import { canExpireOn, expiryYears, instantIn } from '#shared/domain/expiry.ts';

/** Which number stands first. The year only where it has two digits: one of four is always known. */
export type DateOrder = 'day-first' | 'month-first' | 'year-first';
const orders: readonly DateOrder[] = ['day-first', 'month-first', 'year-first'];

/** The days that three numbers can mean, each `YYYY-MM-DD`, by the order. */
type Days = Readonly<Partial<Record<DateOrder, string>>>;

/** A date as a cell of a file has it. */
export type CellDate =
  | { readonly kind: 'blank' }
  /** `YYYY-MM-DD`. `order`: the only one that its numbers fit; left out where they fit both, or there is a name or a year in front. */
  | { readonly kind: 'day'; readonly day: string; readonly order?: DateOrder }
  /** A spreadsheet's count of days, which any number of five digits could be. */
  | { readonly kind: 'serial'; readonly day: string }
  /** Day and month could be swapped. With full stops the day usually stands first. */
  | {
      readonly kind: 'either';
      readonly dayFirst: string;
      readonly monthFirst: string;
      readonly isDotted: boolean;
    }
  /** A year of two digits: the rest of the column tells which number it is. */
  | { readonly kind: 'short'; readonly days: Days; readonly isDotted: boolean }
  /** A day on which no domain can expire, such as 1970-01-01. */
  | { readonly kind: 'outside' }
  | { readonly kind: 'unreadable' };

const unreadable: CellDate = { kind: 'unreadable' };
/** How files say that there is no date. */
const empty =
  /^(?:[-\u2010-\u2015\u2212./_*?\s0:]+|n ?[/.]? ?[ad]\.?|none|null|nil|nan|never|not (?:available|set|known|applicable)|no(?: expir(?:y|ation))?(?: date)?|unknown|lifetime|unlimited|permanent|perpetual|for ?ever|indefinite|tb[ad]|unbegrenzt|keine?s?|nie|jamais|aucune?|inconnue?|nunca|ninguno|no disponible|mai|nessuna|nooit|onbekend|brak|nigdy|никогда|нет|无|無|永久|なし|없음|\(null\)|#n\/a|#null!)$/i;

/** With digits and signs of every script as in ASCII, and one blank between the words. */
const plain = (cell: string): string =>
  cell
    .normalize('NFKC')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** A time of day behind a date, and the words before it; `zone` where an offset is given. */
const timeOfDay =
  /(?:T|,? (?:(?:at|um|à|a las|alle|om|kl\.?|o) )?|:)(?<time>\d{1,2}[:.]\d\d|\d{4}(?=\d\d(?:\.\d+)?(?:Z|[+-])|Z))[^+-]*?(?<zone>[+-]\d\d:?\d\d)?(?: ?\([^)]*\))?$/i;

/**
 * Reads a date in one of the forms that registrars' files and spreadsheets have: numbers in any order with any sign between them
 * (`2027-03-01`, `01. 03. 2027`, `12/13/2021`, `01.03.27`), with the name of a month in one of many languages (`13-Dec-2021`,
 * `13. März 2027`, `Mon, 01 Mar 2027 00:00:00 GMT`), `2027年3月1日`, `20270301`, seconds or milliseconds since 1970, and a spreadsheet's count
 * of days. Times of day are left out, but for an offset: the day is the one in UTC (`instantIn`).
 */
export function cellDate(cell: string): CellDate {
  const text = plain(cell);
  if (text === '' || empty.test(text)) return { kind: 'blank' };
  if (/^\d{10}$|^\d{13}$/.test(text)) return timestamp(Number(text) * (text.length === 10 ? 1_000 : 1));
  const serial = /^(\d{5})(?:[.,]\d+)?$/.exec(text)?.[1];
  if (serial !== undefined) return serialDay(Number(serial));
  const date = dateIn(
    text
      .replace(timeOfDay, '')
      .replace(/ ?\([^)]*\)$/, '')
      .replace(/(?<=^\d{4}-\d\d-\d\d) ?(?:Z|UTC|GMT)$/i, '')
      .trim(),
  );
  return date.kind === 'day' ? inUtc(date, timeOfDay.exec(text)?.groups) : date;
}

/** Of a time with an offset the day is the one in UTC. */
function inUtc(
  date: Extract<CellDate, { readonly kind: 'day' }>,
  { time, zone }: Readonly<Record<string, string | undefined>> = {},
): CellDate {
  if (zone === undefined || time === undefined) return date;
  const ms = instantIn(`${date.day}T${time.replace(/[:.]?(\d\d)$/, ':$1').padStart(5, '0')}${zone}`);
  return ms === null ? date : timestamp(ms);
}

function dateIn(date: string): CellDate {
  const digits =
    /^(\d{4})(\d\d)(\d\d)$/.exec(date) ??
    /^(\d{4}) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일]?$/.exec(date);
  if (digits !== null) return dayOf(digits[1], digits[2], digits[3]);
  const numbers = /^(\d{1,4}) ?([-/. ]) ?(\d{1,2}) ?\2 ?(\d{1,4})\.?$/.exec(date);
  return numbers === null ? namedMonth(date) : numbered(numbers);
}

function numbered([, first = '', separator, second = '', third = '']: readonly string[]): CellDate {
  const lengths = `${first.length} ${third.length}`;
  if (/^4 [12]$/.test(lengths)) return dayOf(first, second, third);
  const isDotted = separator === '.';
  if (/^[12] 2$/.test(lengths)) return short(first, second, third, isDotted);
  return /^[12] 4$/.test(lengths) ? eitherOf(first, second, third, isDotted) : unreadable;
}

function eitherOf(first: string, second: string, year: string, isDotted: boolean): CellDate {
  const [dayFirst, monthFirst] = [dayOf(year, second, first), dayOf(year, first, second)];
  if (dayFirst.kind !== 'day' || monthFirst.kind !== 'day') {
    if (dayFirst.kind === 'day') return { ...dayFirst, order: 'day-first' };
    if (monthFirst.kind === 'day') return { ...monthFirst, order: 'month-first' };
    return dayFirst.kind === 'outside' ? dayFirst : monthFirst;
  }
  if (dayFirst.day === monthFirst.day) return dayFirst;
  return { kind: 'either', dayFirst: dayFirst.day, monthFirst: monthFirst.day, isDotted };
}

function short(first: string, second: string, third: string, isDotted: boolean): CellDate {
  const found = {
    'day-first': dayOf(ofCentury(third), second, first),
    'month-first': dayOf(ofCentury(third), first, second),
    'year-first': first.length === 2 ? dayOf(ofCentury(first), second, third) : unreadable,
  };
  const days: Days = Object.fromEntries(
    orders.flatMap((order) => {
      const date = found[order];
      return date.kind === 'day' ? [[order, date.day]] : [];
    }),
  );
  return Object.keys(days).length === 0 ? unreadable : { kind: 'short', days, isDotted };
}

/** A year of two digits is one in which a domain can expire. */
const ofCentury = (year: string): string => (Number(year) < 85 ? `20${year}` : `19${year}`);

/** What stands beside the numbers and the month, and says nothing. */
const fillers = /^(?:de|del|den|der|of|the|le|el|al|d|m|st|nd|rd|th|er|re|o|a|г|года|р|року)$/;

/** A month by its name, between, before or behind the day and the year. */
function namedMonth(date: string): CellDate {
  const parts = date.toLowerCase().match(/\d+|[\p{L}\p{M}'’]+|[^\s\d\p{L}\p{M}.,/'’ºª-]/gu) ?? [];
  const isNumber = (part: string): boolean => /^\d/.test(part);
  const [first = '', second = '', ...others] = parts.filter(isNumber);
  if (second === '' || others.length > 0) return unreadable;
  const words = parts.filter((part) => !isNumber(part) && !fillers.test(part)).map(calendarWord);
  const [month, ...more] = words.filter((word) => word !== 'weekday');
  if (typeof month !== 'number' || more.length > 0) return unreadable;
  const lengths = `${first.length} ${second.length}`;
  if (/^4 [12]$/.test(lengths)) return dayOf(first, String(month), second);
  if (/^[12] 2$/.test(lengths)) return dayOf(ofCentury(second), String(month), first);
  return /^[12] 4$/.test(lengths) ? dayOf(second, String(month), first) : unreadable;
}

/** The languages whose names of months are known. Not Croatian, whose October is the November of its neighbours. */
const languages =
  'en de fr es it pt nl pl cs sk sl sv da nb fi et lv lt hu ro tr ru uk bg el id ms ca gl'.split(' ');
const forms: readonly Intl.DateTimeFormatOptions[] = [
  { month: 'long' },
  { month: 'short' },
  // Many languages decline a month behind its day.
  { month: 'long', day: 'numeric' },
  { month: 'short', day: 'numeric' },
];

type CalendarWord = number | 'weekday' | null;
let calendar: ReadonlyMap<string, CalendarWord> | null = null;

/** The number of a month, from 1; null for any other word, and for one that languages give to different months. */
function calendarWord(word: string): CalendarWord {
  calendar ??= calendarWords();
  return calendar.get(bare(word)) ?? null;
}

/** Without marks, which files often lose. */
const bare = (word: string): string =>
  word
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\p{M}.'’]/gu, '')
    .replaceAll('ı', 'i')
    .trim();

function calendarWords(): ReadonlyMap<string, CalendarWord> {
  const words = new Map<string, CalendarWord>([['sept', 9]]);
  const add = (text: string, meaning: number | 'weekday'): void => {
    const key = bare(text);
    if (key === '' || /[\d\s]/.test(key)) return;
    words.set(key, words.has(key) && words.get(key) !== meaning ? null : meaning);
  };
  const isMonth = ({ type }: Intl.DateTimeFormatPart): boolean => type === 'month';
  for (const format of formatsOf(forms))
    for (let month = 1; month <= 12; month += 1)
      add(format.formatToParts(Date.UTC(2000, month - 1, 1)).find(isMonth)?.value ?? '', month);
  for (const format of formatsOf([{ weekday: 'long' }, { weekday: 'short' }]))
    for (let day = 1; day <= 7; day += 1) {
      const word = format.format(Date.UTC(2000, 0, day));
      if (!words.has(bare(word))) add(word, 'weekday');
    }
  return words;
}

/** In each language that this program has: of another one, it would give the names of its own. */
const formatsOf = (options: readonly Intl.DateTimeFormatOptions[]): readonly Intl.DateTimeFormat[] =>
  Intl.DateTimeFormat.supportedLocalesOf(languages).flatMap((language) =>
    options.map(
      (form) => new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC', calendar: 'gregory' }),
    ),
  );

const timestamp = (ms: number): CellDate => {
  const [year, month, day] = new Date(ms).toISOString().slice(0, 10).split('-');
  return dayOf(year, month, day);
};

/** Counted from 1899-12-30. Any other number of five digits is none. */
function serialDay(days: number): CellDate {
  const day = new Date(Date.UTC(1899, 11, 30 + days)).toISOString().slice(0, 10);
  return canExpireOn(day) ? { kind: 'serial', day } : unreadable;
}

/** A day that the calendar has. */
function dayOf(year: string | undefined, month: string | undefined, day: string | undefined): CellDate {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  if (instantIn(text) === null) return unreadable;
  return canExpireOn(text) ? { kind: 'day', day: text } : { kind: 'outside' };
}

/** The day of a date that stands alone; null where its column would have to tell, or there is none. */
export function clearDay(date: CellDate): string | null {
  if (date.kind === 'day') return date.day;
  return date.kind === 'either' && date.isDotted ? date.dayFirst : null;
}

/** A date with the text of its cell, and the line where it stands. */
export interface PlacedDate {
  readonly line: number;
  readonly text: string;
  readonly date: CellDate;
}

/** The one order of all dates of a column. */
export interface ColumnOrder {
  /** Null where nobody can know it yet, or no date depends on it. */
  readonly order: DateOrder | null;
  /** The first date that fits no other order; null where none proves it. */
  readonly proof: PlacedDate | null;
  /** The first date that the order which was given does not fit, where nothing else fits it either. */
  readonly contradiction: PlacedDate | null;
  /** The first date that has to be asked about. */
  readonly doubt: (PlacedDate & { readonly dayFirst: string; readonly monthFirst: string }) | null;
}

const none = { order: null, proof: null, contradiction: null, doubt: null } as const;

/**
 * Finds the order of the dates of a column: the one that was given, the one that dates prove which fit no other, or the day first where
 * all have full stops. Where dates prove both, and others are in doubt, it has to be asked.
 *
 * @param isDayFirst What was given; null where nobody was asked. @param at The time that the file is of.
 */
export function orderOf(dates: readonly PlacedDate[], isDayFirst: boolean | null, at: string): ColumnOrder {
  const [dayFirst, monthFirst] = [proofs(dates, 'day-first'), proofs(dates, 'month-first')];
  if (isDayFirst !== null) {
    const [fitting, others] = isDayFirst ? [dayFirst, monthFirst] : [monthFirst, dayFirst];
    const contradiction = fitting.length === 0 ? (others[0] ?? null) : null;
    // What was asked stays to be answered otherwise.
    const { doubt } = orderOf(dates, null, at);
    return { ...none, order: isDayFirst ? 'day-first' : 'month-first', contradiction, doubt };
  }
  const open = dates.filter(({ date }) => date.kind === 'either' || date.kind === 'short');
  const isSplit = dayFirst.length > 0 && monthFirst.length > 0;
  if (isSplit && open.length > 0) return { ...none, doubt: doubtIn(open) };
  const most = monthFirst.length > dayFirst.length ? monthFirst : dayFirst;
  const [proof] = most;
  if (proof === undefined) return orderOfOpen(open, at);
  return { ...none, order: most === dayFirst ? 'day-first' : 'month-first', proof };
}

/** The dates that fit no other order. */
const proofs = (dates: readonly PlacedDate[], order: DateOrder): readonly PlacedDate[] =>
  dates.filter(({ date }) => date.kind === 'day' && date.order === order);

/** Of dates that fit several orders each. */
function orderOfOpen(open: readonly PlacedDate[], at: string): ColumnOrder {
  const [first, ...others] = possibleOrders(open, at);
  const proof = open.find(({ date }) => date.kind === 'short');
  if (first !== undefined && others.length === 0 && proof !== undefined)
    return { ...none, order: first, proof };
  if (others.includes('year-first')) return none;
  const isDotted = open.every(({ date }) => 'isDotted' in date && date.isDotted);
  return isDotted && first !== undefined && open.length > 0
    ? { ...none, order: 'day-first' }
    : { ...none, doubt: doubtIn(open) };
}

function doubtIn(open: readonly PlacedDate[]): ColumnOrder['doubt'] {
  for (const placed of open) {
    const { 'day-first': dayFirst, 'month-first': monthFirst } = daysOf(placed.date);
    if (dayFirst !== undefined && monthFirst !== undefined && dayFirst !== monthFirst)
      return { ...placed, dayFirst, monthFirst };
  }
  return null;
}

function daysOf(date: CellDate): Days {
  if (date.kind === 'short') return date.days;
  return date.kind === 'either' ? { 'day-first': date.dayFirst, 'month-first': date.monthFirst } : {};
}

/**
 * The orders that every date fits. Of several, those by which most dates are near the time of the file: an expiry is no more than a
 * year before it, and no more than eleven behind. One date alone says too little for that, but that its year does not stand first.
 */
function possibleOrders(open: readonly PlacedDate[], at: string): readonly DateOrder[] {
  const all = open.map(({ date }) => daysOf(date));
  const fitting = orders.filter((order) => all.every((days) => days[order] !== undefined));
  const year = Number(at.slice(0, 4));
  const isNear = (day = ''): boolean => Math.abs(Number(day.slice(0, 4)) - (year + 5)) <= 6;
  const areNear = (order: DateOrder): boolean =>
    all.filter((days) => isNear(days[order])).length * 2 > all.length;
  const near = fitting.filter((order) => areNear(order) || (all.length < 2 && order !== 'year-first'));
  return near.length === 0 ? fitting : near;
}

/** What a cell of a column says of an expiry. */
export type ExpiryInCell =
  | { readonly kind: 'blank' }
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'unreadable'; readonly why: string };

const not = (why: string): ExpiryInCell => ({ kind: 'unreadable', why });

/** @param order That of its column; null: the day stands first. */
export function expiryIn(date: CellDate, order: DateOrder | null): ExpiryInCell {
  if (date.kind === 'blank') return date;
  if (date.kind === 'outside') return not(`No domain can expire on this day, outside ${expiryYears}`);
  return date.kind === 'unreadable' ? not('This is not a date') : dayOfColumn(date, order);
}

type Written = Exclude<CellDate, { readonly kind: 'blank' | 'outside' | 'unreadable' }>;

function dayOfColumn(date: Written, order: DateOrder | null): ExpiryInCell {
  if (date.kind === 'day' && date.order !== undefined && order !== null && date.order !== order)
    return not(`This date can only be ${date.order}, and its column is ${order}`);
  if (date.kind === 'day' || date.kind === 'serial') return { kind: 'value', value: date.day };
  const usual = date.kind === 'either' ? date.dayFirst : undefined;
  const value = order === null ? usual : daysOf(date)[order];
  return value === undefined ? not('The year of this date is not clear') : { kind: 'value', value };
}
