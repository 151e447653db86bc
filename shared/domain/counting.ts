/** Numbers in sentences. The words are English, like the whole application; the digits are grouped as the locale has it. */
export type Counting = ReturnType<typeof createCounting>;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
/** Below it, an age is "just now". */
export const shortMs = 45 * second;

/** @param locale Of the digits; undefined is the system's. The formatter is made on first use: at startup it would take milliseconds. */
export function createCounting(locale: string | undefined) {
  const numbers = once(() => new Intl.NumberFormat(locale));
  const count = (value: number | bigint): string => numbers().format(value);
  const counted = (value: number, one: string, many: string): string =>
    `${count(value)} ${plural(value, one, many)}`;
  const whole = (ms: number, unit: number): string => count(Math.max(1, Math.round(ms / unit)));
  const joined = (first: string, rest: number, unit: string): string =>
    rest === 0 ? first : `${first} ${count(rest)} ${unit}`;
  return {
    /** `12,345`. */
    count,
    /** `1 name`, `12 names`, `1 entry`, `0 entries`: both forms are given, since many words have an irregular plural. */
    counted,
    /** About how long: `12 s`, `3 min`, `2 h`, `4 days`. */
    span: (ms: number): string => {
      if (ms < shortMs) return `${whole(ms, second)} s`;
      if (ms < hour) return `${whole(ms, minute)} min`;
      return ms < day ? `${whole(ms, hour)} h` : counted(Math.round(ms / day), 'day', 'days');
    },
    /** `12 s`, `3 min 5 s`, `2 h 4 min`. */
    duration: (ms: number): string => {
      const seconds = Math.round(ms / second);
      if (seconds < 60) return `${count(seconds)} s`;
      const minutes = Math.floor(seconds / 60);
      if (minutes < 60) return joined(`${count(minutes)} min`, seconds % 60, 's');
      return joined(`${count(Math.floor(minutes / 60))} h`, minutes % 60, 'min');
    },
  };
}

/** Digits in English whatever the locale, so that scripts and people read the same: for the command line and for logs. */
export const inEnglish = createCounting('en');

/** Digits as the system's locale has them, for a window without the page's formats. */
export const inLocale = createCounting(undefined);

const rules = once(() => new Intl.PluralRules('en'));

/** The form that goes with a number. Where more than the noun changes, each form is a whole sentence. */
export const plural = <T>(value: number, one: T, many: T): T =>
  rules().select(value) === 'one' ? one : many;

const lists = once(() => new Intl.ListFormat('en-GB'));

export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `a`, `a and b`, `a, b and c`. */
export const listed = (texts: Iterable<string>): string => lists().format(texts);

/** `a, b and 1,209 more`: at most so many of the texts. */
export function listedFirst(
  texts: readonly string[],
  most: number,
  { count }: Pick<Counting, 'count'>,
): string {
  const rest = texts.length - most;
  return listed(rest > 0 ? [...texts.slice(0, most), `${count(rest)} more`] : texts);
}

/** Calls `make` at the first call, and returns that value from then on. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

const two = (part: number): string => String(part).padStart(2, '0');

/** "2026-11-20" in the system's time zone. */
export function localDay(instant: string | Date): string {
  const at = new Date(instant);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** "2026-11-20 14:05" in the system's time zone. */
export function localTime(instant: string): string {
  const at = new Date(instant);
  return `${localDay(instant)} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/**
 * An amount as every screen, sentence and export words it. Without a currency the number stands alone: none is guessed.
 *
 * @param usual The currency that the user gave the account, for an amount that names none.
 */
export function amountText(
  { amount, currency }: { readonly amount: string; readonly currency: string | null },
  usual: string | null = null,
): string {
  const its = currency ?? usual;
  return its === null ? amount : `${amount} ${its}`;
}

/** `count` times an amount; null if it is not a plain decimal. */
export function timesAmount(amount: string, count: number): string | null {
  const once = tenThousandths(amount);
  return once === null ? null : decimalText(once * BigInt(count));
}

/**
 * The plain decimal that an amount with separators, a sign or a currency stands for, where it can be one thing only; null where not
 * (H24). `1,234.56`, `1.234,56`, `1 234,56`, `1’234` and `1,234,567` can. `1.234` and `1,234` cannot: more than a thousand, or a
 * little over one. Assumed: thousands are grouped by three digits, and a decimal separator is a point or a comma.
 *
 * @returns `currency`: the code beside it. A sign is none: several currencies share it, so `hasSign` says that there is one.
 */
export function writtenAmount(text: string) {
  const whole = text.length > 64 ? '' : text.trim();
  const unsigned = whole.replace(/^(\D*)-/, '$1');
  const [, before, digits = '', after] = written.exec(unsigned) ?? [];
  const amount = plainDecimal(digits);
  const signs = [before, after].filter((sign) => sign !== undefined);
  const codes = signs.filter((sign) => /[A-Z]/.test(sign));
  if (amount === null || codes.length > 1 || signs.length - codes.length > 1) return null;
  return {
    amount: unsigned === whole ? amount : `-${amount}`,
    currency: codes[0] ?? null,
    hasSign: signs.length > codes.length,
  };
}

const written = /^(\p{Sc}|[A-Z]{3})?\s*(\d[\d.,'’\s]*?)\s*(\p{Sc}|[A-Z]{3})?$/u;

function plainDecimal(digits: string): string | null {
  const [, whole = '', fraction = ''] = /^(\d{1,20})(?:[.,](\d{1,20}))?$/.exec(digits) ?? [];
  if (whole !== '') {
    if (fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) return null;
    return fraction === '' ? whole : `${whole}.${fraction}`;
  }
  const grouped = /^([1-9]\d{0,2}(?:([.,'’\s])\d{3})(?:\2\d{3}){0,5})(?:(?!\2)[.,](\d{1,20}))?$/.exec(digits);
  if (grouped === null) return null;
  const [, groups = '', , decimals] = grouped;
  const together = groups.replace(/\D/g, '');
  return decimals === undefined ? together : `${together}.${decimals}`;
}

/**
 * The decimal text in ten-thousandths; exact, because prices are never floats. Digits after the fourth are rounded up.
 * Null if it is not a plain decimal.
 */
export function tenThousandths(text: string): bigint | null {
  const match = /^(\d{1,15})(?:\.(\d*))?$/.exec(text.trim());
  if (match === null) return null;
  const [, whole = '0', fraction = ''] = match;
  const shown = BigInt(whole) * 10_000n + BigInt(fraction.slice(0, 4).padEnd(4, '0'));
  return /[1-9]/.test(fraction.slice(4)) ? shown + 1n : shown;
}

/** The same of a credit, which may be below zero where the provider lends. */
export function creditUnits(text: string): bigint | null {
  const [, sign, rest = ''] = /^\s*(-?)(.*)$/.exec(text) ?? [];
  const amount = tenThousandths(rest);
  return amount !== null && sign === '-' ? -amount : amount;
}

/** With at least two decimals, and up to four if needed. */
export function decimalText(sum: bigint): string {
  const fraction = String(sum % 10_000n)
    .padStart(4, '0')
    .replace(/0{1,2}$/, '');
  return `${sum / 10_000n}.${fraction}`;
}
