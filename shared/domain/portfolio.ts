import type { AppError } from '../errors.ts';
import type { LockState } from './change.ts';

/**
 * Where a value of a domain came from. `typed`: a person said so. `change`: a confirmed change of ours set it. `expected`: worked
 * out from a renewal that was done here, the expiry before plus its years; no service has said it.
 */
export const knownSources = ['read', 'change', 'sync', 'typed', 'expected'] as const;
export type KnownSource = (typeof knownSources)[number];

/** A value with its age and its source; never a guess. */
export interface Known<T> {
  readonly value: T;
  /** UTC, ISO 8601. */
  readonly at: string;
  readonly source: KnownSource;
}

export const domainParts = ['lock', 'nameservers', 'contacts'] as const;
export type DomainPart = (typeof domainParts)[number];

/** A name in the portfolio. The API cannot list domains: what is here was put here. */
export interface Domain {
  readonly accountId: string;
  /** The full name as A-labels, lower case. */
  readonly name: string;
  readonly addedAt: string;
  readonly addedBy: 'typed' | 'registration' | 'command line';
  readonly tags: readonly string[];
  readonly note: string;
  readonly archivedAt: string | null;
  readonly lock: Known<LockState> | null;
  /** Lower case, in their order. */
  readonly nameservers: Known<readonly string[]> | null;
  /** The registrant's company or name, for people. */
  readonly registrant: Known<string> | null;
  /** `YYYY-MM-DD`. */
  readonly expiresOn: Known<string> | null;
  /** Whether the service said that it is no longer ours. */
  readonly transferredAway: Known<boolean> | null;
  /** What the last reading failed with, by part; a part that was read since is not in it. */
  readonly troubles: readonly { readonly part: DomainPart; readonly error: AppError; readonly at: string }[];
}

/** A host below a domain, with its addresses. The API cannot list them: these were made here or told by a person. */
export interface ChildNameserver {
  readonly host: string;
  readonly addresses: readonly string[];
  readonly at: string;
  readonly source: 'change' | 'typed';
}

/** What is kept to be used again. Contact templates hold personal data and are sealed. */
export type Template =
  | {
      readonly id: string;
      readonly name: string;
      readonly kind: 'contact';
      /** Under the documented names, such as `Contact_Name`. */
      readonly fields: readonly { readonly name: string; readonly value: string }[];
    }
  | {
      readonly id: string;
      readonly name: string;
      readonly kind: 'nameservers';
      readonly nameservers: readonly string[];
    };

/** Reading the present state of many domains. */
export interface Reading {
  readonly id: string;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly isFinished: boolean;
  /** Why it waits or ended early; null where it does not. */
  readonly error: AppError | null;
}

/** Editors keep what was typed under one of these, for each domain. */
export const draftKinds = ['contacts', 'nameservers', 'child-nameservers', 'register', 'renew'] as const;
export type DraftKind = (typeof draftKinds)[number];

/** The ten fields of a contact. Source: Domain Reseller API v2.2, "Contact set". */
export const contactFieldNames = [
  'Contact_Name',
  'Company_Name',
  'Address_1',
  'Address_2',
  'City',
  'State',
  'ZIP_code',
  'Country',
  'Phone',
  'Email',
] as const;

/** The same day so many years later; of a leap day the one before it, where there is none. @param day `YYYY-MM-DD`. */
export function yearsLater(day: string, years: number): string {
  const [year = '', ...monthAndDay] = day.split('-');
  const later = Number(year) + years;
  const text = [String(later).padStart(4, '0'), ...monthAndDay].join('-');
  return text.endsWith('-02-29') && !isLeapYear(later) ? text.replace(/29$/, '28') : text;
}

const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
