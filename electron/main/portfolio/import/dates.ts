/** A date as a cell of a file has it. */
export type CellDate =
  | { readonly kind: 'blank' }
  /** `YYYY-MM-DD`. */
  | { readonly kind: 'day'; readonly day: string }
  /** Day and month could be swapped. */
  | { readonly kind: 'either'; readonly dayFirst: string; readonly monthFirst: string }
  | { readonly kind: 'unreadable' };

/**
 * Reads a date in one of the forms that registrars' files have: `2027-03-01`, `2027/03/01 10:00 UTC`, `Dec 13 2021`, `13-Dec-2021`,
 * `13.12.2021`, `12/13/2021`, seconds or milliseconds since 1970 (UTC). Times of day are left out.
 *
 * Assumed: with full stops the day stands first. A year of two digits is unreadable: it
 * could stand first or last.
 */
export function cellDate(cell: string): CellDate {
  const text = cell.trim();
  if (text === '' || empty.test(text)) return { kind: 'blank' };
  if (/^\d{10}$|^\d{13}$/.test(text)) return timestamp(text);
  const date = text.replace(timeOfDay, '').trim();
  const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(date);
  if (yearFirst !== null) return dayOf(yearFirst[1], yearFirst[3], yearFirst[4]);
  const named = namedMonth(date);
  if (named !== null) return named;
  const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(date);
  if (yearLast === null) return unreadable;
  const [, first, separator, second, year] = yearLast;
  return separator === '.' ? dayOf(year, second, first) : either(year, first, second);
}

const unreadable: CellDate = { kind: 'unreadable' };
/** How files say that there is no date. */
const empty = /^(?:-+|n\/?a|none|null|never|0000-00-00.*|unknown)$/i;
const timeOfDay = /(?:T|,?\s+)\d{1,2}:\d\d.*$/i;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Registration of domains began in 1985; nobody registers for more than ten years. */
const [firstYear, lastYear] = [1985, 2100];

function namedMonth(date: string): CellDate | null {
  const monthFirst = /^([a-z]{3,9})\.?[\s-]+(\d{1,2})(?:st|nd|rd|th)?,?[\s-]+(\d{4})$/i.exec(date);
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4})$/i.exec(date);
  const [name, day, year] =
    monthFirst === null ? [dayFirst?.[2], dayFirst?.[1], dayFirst?.[3]] : monthFirst.slice(1);
  if (name === undefined) return null;
  const month = months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  const isWhole = name.length <= 4 || longMonths.has(name.toLowerCase());
  return month === 0 || !isWhole ? unreadable : dayOf(year, String(month), day);
}

const longMonths: ReadonlySet<string> = new Set(
  Array.from({ length: 12 }, (_, month) =>
    new Date(Date.UTC(2000, month, 1)).toLocaleString('en', { month: 'long', timeZone: 'UTC' }).toLowerCase(),
  ),
);

function either(year: string | undefined, first: string | undefined, second: string | undefined): CellDate {
  const [dayFirst, monthFirst] = [dayOf(year, second, first), dayOf(year, first, second)];
  if (dayFirst.kind !== 'day' || monthFirst.kind !== 'day')
    return dayFirst.kind === 'day' ? dayFirst : monthFirst;
  return dayFirst.day === monthFirst.day
    ? dayFirst
    : { kind: 'either', dayFirst: dayFirst.day, monthFirst: monthFirst.day };
}

function timestamp(digits: string): CellDate {
  const date = new Date(Number(digits) * (digits.length === 10 ? 1_000 : 1));
  return dayOf(String(date.getUTCFullYear()), String(date.getUTCMonth() + 1), String(date.getUTCDate()));
}

/** A day that the calendar has. */
function dayOf(year: string | undefined, month: string | undefined, day: string | undefined): CellDate {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const date = new Date(Date.UTC(y, m - 1, d));
  const isThere = date.getUTCFullYear() === y && date.getUTCMonth() === m - 1 && date.getUTCDate() === d;
  if (!isThere || y < firstYear || y > lastYear) return unreadable;
  return { kind: 'day', day: date.toISOString().slice(0, 10) };
}
