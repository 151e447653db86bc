import type { AppError } from '../errors.ts';
import type { LockState } from './change.ts';

/**
 * The source of a domain's value. `typed`: entered by hand. `change`: set by a confirmed change of ours. `expected`:
 * the expiry calculated from a renewal made here, the previous expiry plus its years; no service has confirmed it.
 */
export const knownSources = ['read', 'change', 'sync', 'typed', 'expected'] as const;
export type KnownSource = (typeof knownSources)[number];

/** A value with its time and source; never a guess. */
export interface Known<T> {
  readonly value: T;
  /** UTC, ISO 8601. */
  readonly at: string;
  readonly source: KnownSource;
}

export const domainParts = ['lock', 'nameservers', 'contacts'] as const;
export type DomainPart = (typeof domainParts)[number];

/** A domain in the portfolio. The API cannot list domains: all of them were added here. */
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
  /** Lower case, in order. */
  readonly nameservers: Known<readonly string[]> | null;
  /** The registrant's company or name, for display. */
  readonly registrant: Known<string> | null;
  /** `YYYY-MM-DD`. */
  readonly expiresOn: Known<string> | null;
  /** Whether the service said that the domain was transferred away from us. */
  readonly transferredAway: Known<boolean> | null;
  /** The errors of the last reading, by part; a part that was read successfully since is removed. */
  readonly troubles: readonly { readonly part: DomainPart; readonly error: AppError; readonly at: string }[];
}

/** A host below a domain, with its addresses. The API cannot list them: they were created here or entered by hand. */
export interface ChildNameserver {
  readonly host: string;
  readonly addresses: readonly string[];
  readonly at: string;
  readonly source: 'change' | 'typed';
}

/** A stored template. Contact templates hold personal data and are encrypted. */
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

/** Progress of reading the present state of many domains. */
export interface Reading {
  readonly id: string;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly isFinished: boolean;
  /** Why it waits or ended early; null if neither. */
  readonly error: AppError | null;
}

/** For each domain, editors store unsent input under one of these. */
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

/** The same day `years` later. February 29 becomes the 28th if that year has none. @param day `YYYY-MM-DD`. */
export function yearsLater(day: string, years: number): string {
  const [year = '', ...monthAndDay] = day.split('-');
  const later = Number(year) + years;
  const text = [String(later).padStart(4, '0'), ...monthAndDay].join('-');
  return text.endsWith('-02-29') && !isLeapYear(later) ? text.replace(/29$/, '28') : text;
}

const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
