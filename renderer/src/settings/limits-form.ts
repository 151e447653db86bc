import { defaultLimits, type SpendingLimits } from '#shared/domain/limits.ts';
import { limitSumPattern, mostLimitCount } from '#shared/domain/terms.ts';
import { counted, format, upperFirst } from '../ui/Formats.tsx';

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

export const formOf = (limits: SpendingLimits): LimitsForm =>
  // One entry for each key of the type.
  Object.fromEntries(limitNames.map((name) => [name, entryOf(name, limits[name])])) as LimitsForm;

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
export function limitsText({ changeSum, batchSum, batchCount, daySum, dayCount }: SpendingLimits): string {
  const text = [
    spanText('one change', changeSum, null),
    spanText('one batch', batchSum, batchCount),
    spanText('one day', daySum, dayCount),
  ]
    .filter((part) => part !== '')
    .join('; ');
  return text === '' ? 'All switched off' : upperFirst(text);
}

function spanText(span: string, sum: string | null, count: number | null): string {
  const parts = [sum ?? '', count === null ? '' : `${counted(count, 'change', 'changes')} of unknown price`];
  const text = parts.filter((part) => part !== '').join(' plus ');
  return text === '' ? '' : `${span}: ${text}`;
}
