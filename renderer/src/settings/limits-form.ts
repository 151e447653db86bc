import {
  defaultLimits,
  limitSumPattern,
  mostLimitCount,
  type SpendingLimits,
} from '#shared/domain/limits.ts';
import { counted, format } from '../ui/Formats.tsx';

export type LimitName = keyof SpendingLimits;

/** One limit in the editor. */
export interface LimitEntry {
  /** Off: no limit. */
  readonly isOn: boolean;
  /** As typed. */
  readonly text: string;
}

export type LimitsForm = Readonly<Record<LimitName, LimitEntry>>;

export const limitNames = Object.keys(defaultLimits) as readonly LimitName[]; // the type's own keys

export const isCount = (name: LimitName): name is 'batchCount' | 'dayCount' =>
  name === 'batchCount' || name === 'dayCount';

/** A limit that is off starts with the default value when it is switched on. */
const entryOf = (name: LimitName, value: string | number | null): LimitEntry => ({
  isOn: value !== null,
  text: String(value ?? defaultLimits[name] ?? ''),
});

const mapped = <T>(of: (name: LimitName) => T) =>
  // One value for each key of the type.
  Object.fromEntries(limitNames.map((name) => [name, of(name)])) as Readonly<Record<LimitName, T>>;

export const formOf = (limits: SpendingLimits): LimitsForm => mapped((name) => entryOf(name, limits[name]));

/** Why an entry is not a valid limit, in a sentence; null where it is. */
export function problemOf(name: LimitName, { isOn, text }: LimitEntry): string | null {
  if (!isOn) return null;
  const typed = text.trim();
  if (typed === '') return 'Type a limit, or switch it off.';
  if (isCount(name)) {
    const isWhole = /^\d{1,7}$/.test(typed) && Number(typed) <= mostLimitCount;
    return isWhole ? null : `Type a whole number from 0 to ${format.count(mostLimitCount)}.`;
  }
  return limitSumPattern.test(typed) ? null : 'Type an amount such as 250 or 99.50.';
}

export const hasProblem = (form: LimitsForm): boolean =>
  limitNames.some((name) => problemOf(name, form[name]) !== null);

/** The limits to store. Only for a form without problems. */
export function limitsIn(form: LimitsForm): SpendingLimits {
  const sum = ({ isOn, text }: LimitEntry) => (isOn ? text.trim() : null);
  const count = ({ isOn, text }: LimitEntry) => (isOn ? Number(text.trim()) : null);
  return {
    changeSum: sum(form.changeSum),
    batchSum: sum(form.batchSum),
    batchCount: count(form.batchCount),
    daySum: sum(form.daySum),
    dayCount: count(form.dayCount),
  };
}

/** Limits in one line, as shown for an account's own. */
export function limitsText(limits: SpendingLimits): string {
  const parts = [
    limits.changeSum === null ? '' : `one change: ${limits.changeSum}`,
    spanText('one batch', limits.batchSum, limits.batchCount),
    spanText('one day', limits.daySum, limits.dayCount),
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'All switched off' : upperFirst(parts.join('; '));
}

function spanText(span: string, sum: string | null, count: number | null): string {
  const parts = [sum ?? '', count === null ? '' : `${counted(count, 'change', 'changes')} of unknown price`];
  const text = parts.filter((part) => part !== '').join(' plus ');
  return text === '' ? '' : `${span}: ${text}`;
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
