import { type Addons, longestPeriodYears } from '#shared/domain/change.ts';

export interface RenewForm {
  readonly periodYears: number;
  readonly addons: Addons;
}

export const emptyForm: RenewForm = { periodYears: 1, addons: {} };

/** Assumed: whole years, ten at most; the API document states no limits. */
export const periods: readonly number[] = Array.from({ length: longestPeriodYears }, (_, index) => index + 1);

export type AddonName = keyof Addons;

export const addonNames: readonly AddonName[] = ['dnsManagement', 'emailForwarding', 'idProtection'];

export const addonWords: Readonly<Record<AddonName, string>> = {
  dnsManagement: 'DNS management',
  emailForwarding: 'E-mail forwarding',
  idProtection: 'ID protection',
};

/** Sent as yes, sent as no, or not sent at all. */
export type AddonChoice = 'not-sent' | 'yes' | 'no';

export function choiceOf(addons: Addons, name: AddonName): AddonChoice {
  const value = addons[name];
  if (value === undefined) return 'not-sent';
  return value ? 'yes' : 'no';
}

export function withChoice(addons: Addons, name: AddonName, choice: AddonChoice): Addons {
  const others = Object.fromEntries(Object.entries(addons).filter(([other]) => other !== name));
  return choice === 'not-sent' ? others : { ...others, [name]: choice === 'yes' };
}

/** A draft's form; null where it holds something else. */
export function readForm(body: unknown): RenewForm | null {
  if (typeof body !== 'object' || body === null) return null;
  const { periodYears, addons } = { periodYears: 0, addons: {}, ...body };
  return periods.includes(periodYears) && isAddons(addons) ? { periodYears, addons } : null;
}

const isAddons = (addons: unknown): boolean =>
  typeof addons === 'object' &&
  addons !== null &&
  Object.entries(addons).every(
    ([name, value]) => addonNames.some((known) => known === name) && typeof value === 'boolean',
  );
