import type { AppError } from '../errors.ts';
import type { FindingKind, Price } from './finding.ts';
import type { ServiceIdentity } from './service.ts';

/** Kinds of changes at the service: one for each of its nine writing operations. */
export const changeKinds = [
  'register',
  'renew',
  'contacts',
  'lock',
  'nameservers',
  'child-register',
  'child-modify',
  'child-delete',
  'sync',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** A domain has at most one open change of a family: the next one waits until the outcome of the first is known. */
export type ChangeFamily = Exclude<ChangeKind, `child-${string}`> | 'child-nameservers';

export const changeFamilies = [
  'register',
  'renew',
  'contacts',
  'lock',
  'nameservers',
  'sync',
  'child-nameservers',
] as const satisfies readonly ChangeFamily[];

export const familyOf = (kind: ChangeKind): ChangeFamily => (isOfChild(kind) ? 'child-nameservers' : kind);

const isOfChild = (kind: ChangeKind): kind is Extract<ChangeKind, `child-${string}`> =>
  kind.startsWith('child-');

/**
 * The state of a change.
 *
 * - `planned`: recorded, not sent; also after an attempt of which no byte left. It can be sent or withdrawn.
 * - `sending`: being sent, or its answer is being read back.
 * - `confirmed`: the service reported success, and what can be read back agrees.
 * - `refused`: the service refused, and nothing that can be read contradicts that.
 * - `uncertain`: it may have happened. It is read back or resolved by a person, never sent again by the program.
 * - `applied`, `not-applied`: was uncertain; reading back has shown which.
 * - `settled`: was uncertain; a person has resolved it manually.
 * - `withdrawn`: never sent, and never will be.
 */
export const changeStates = [
  'planned',
  'sending',
  'confirmed',
  'refused',
  'uncertain',
  'applied',
  'not-applied',
  'settled',
  'withdrawn',
] as const;
export type ChangeState = (typeof changeStates)[number];

/** In these states another change of the family has to wait. */
export const openStates: readonly ChangeState[] = ['planned', 'sending', 'uncertain'];
export const isOpen = (state: ChangeState): boolean => openStates.includes(state);

export type LockState = 'locked' | 'unlocked';

export interface Addons {
  readonly dnsManagement?: boolean | undefined;
  readonly emailForwarding?: boolean | undefined;
  readonly idProtection?: boolean | undefined;
}

/** A contact's fields under the names that the service gave them, in its order; values in clear text. */
export interface ContactFields {
  readonly name: string;
  readonly fields: readonly { readonly name: string; readonly value: string }[];
}

/** Assumed: the names of field notes, "Register"; the API document shows none. In the order in which they are sent. */
export const registrationFields = [
  'firstname',
  'lastname',
  'fullname',
  'companyname',
  'email',
  'address1',
  'address2',
  'city',
  'state',
  'postcode',
  'country',
  'phonenumber',
] as const;
export type RegistrationField = (typeof registrationFields)[number];
export const registrationRoles = ['registrant', 'admin', 'tech', 'billing'] as const;
export type RegistrationRole = (typeof registrationRoles)[number];
export type RegistrationContact = Readonly<Record<RegistrationField, string>>;

/**
 * Assumed: most registries reject a registration without these; the API document names no required field. In the order
 * of a form; `firstname` stands for the name, which any of its three fields can provide.
 */
export const mostlyRequired = [
  'firstname',
  'address1',
  'city',
  'postcode',
  'country',
  'phonenumber',
  'email',
] as const satisfies readonly RegistrationField[];
export type MostlyRequired = (typeof mostlyRequired)[number];

/** The usually required fields that are empty in a contact. */
export const missingIn = (contact: RegistrationContact): readonly MostlyRequired[] =>
  mostlyRequired.filter((field) => valuesFor(contact, field).every((value) => value.trim() === ''));

const valuesFor = (contact: RegistrationContact, field: MostlyRequired): readonly string[] =>
  field === 'firstname' ? [contact.firstname, contact.lastname, contact.fullname] : [contact[field]];

/**
 * The change that a person requests, with every value that is sent. Contains personal data: never stored in this form.
 */
export type ChangeAsk =
  | {
      readonly kind: 'register';
      readonly periodYears: number;
      readonly nameservers: readonly string[];
      /** At least the registrant; other roles that are left out are not sent. */
      readonly contacts: Readonly<Partial<Record<RegistrationRole, RegistrationContact>>>;
      readonly addons: Addons;
      readonly idnLanguage: string | null;
      /** Fields that a registry requires beyond the contacts, under the registry's names. */
      readonly domainFields: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'renew'; readonly periodYears: number; readonly addons: Addons }
  /** Each named role is sent completely, including unchanged fields. */
  | { readonly kind: 'contacts'; readonly roles: readonly ContactFields[] }
  | { readonly kind: 'lock'; readonly state: LockState }
  /** Replaces the whole set. */
  | { readonly kind: 'nameservers'; readonly nameservers: readonly string[] }
  | { readonly kind: 'child-register'; readonly host: string; readonly address: string }
  | {
      readonly kind: 'child-modify';
      readonly host: string;
      readonly currentAddress: string;
      readonly newAddress: string;
    }
  | { readonly kind: 'child-delete'; readonly host: string }
  | { readonly kind: 'sync' };

/** A change without personal data: this is what the journal stores. */
export type ChangeWhat =
  | {
      readonly kind: 'register';
      readonly periodYears: number;
      readonly nameservers: readonly string[];
      readonly roles: readonly RegistrationRole[];
      readonly addons: Addons;
      readonly idnLanguage: string | null;
      /** The names only. */
      readonly domainFields: readonly string[];
      readonly isPremium: boolean;
      readonly price: Price;
    }
  | {
      readonly kind: 'renew';
      readonly periodYears: number;
      readonly addons: Addons;
      readonly price: Price;
    }
  /** The names of the fields that differ from what was read. */
  | {
      readonly kind: 'contacts';
      readonly roles: readonly { readonly name: string; readonly changed: readonly string[] }[];
    }
  | Extract<
      ChangeAsk,
      { readonly kind: 'lock' | 'nameservers' | 'child-register' | 'child-modify' | 'child-delete' | 'sync' }
    >;

/**
 * What was read just before an attempt. A member is missing if it was not requested, and null if it could not be read.
 */
export interface BeforeState {
  /** UTC, ISO 8601, like all instants. */
  readonly readAt: string;
  readonly lock?: LockState | null | undefined;
  readonly nameservers?: readonly string[] | null | undefined;
  /** The decimal text. Unknown: its currency and what it stands for. */
  readonly credit?: string | null | undefined;
  readonly finding?: FindingKind | null | undefined;
  /** Whether the contacts could be read; their values are stored elsewhere, as digests. */
  readonly contacts?: 'read' | null | undefined;
}

/** The result of a sync; null for what it did not report. */
export interface SyncAnswer {
  readonly active: boolean | null;
  readonly expired: boolean | null;
  readonly transferredAway: boolean | null;
  /** `YYYY-MM-DD`. */
  readonly expiresOn: string | null;
}

/** Something that was read and that supports or contradicts that a change happened. Never personal. */
export interface Evidence {
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
  /** `for` (supports) and `against` (contradicts) decide nothing by themselves: the verdict does. */
  readonly speaks: 'for' | 'against' | 'neither';
}

/** The source that proves the state of a closed change. */
export type Proof = 'answer' | 'read-back' | 'person';

/** What a person can do next with a change. */
export type NextStep = 'send' | 'read-back' | 'settle' | 'withdraw';

/** The current status of a change. Its history is in its journal entries. */
export interface Change {
  readonly id: string;
  /** Counts all changes of the workspace, from 1. */
  readonly number: number;
  readonly accountId: string;
  /** The account's label when the change was recorded: the journal outlives the account. */
  readonly accountLabel: string;
  /** Null for a change of an older version whose account no longer exists: it blocks nothing, and is shown. */
  readonly service: ServiceIdentity | null;
  /** As A-labels. */
  readonly domain: string;
  readonly what: ChangeWhat;
  readonly state: ChangeState;
  readonly planId: string | null;
  readonly before: BeforeState | null;
  /** How often it was sent or attempted. */
  readonly attempts: number;
  readonly createdAt: string;
  readonly changedAt: string;
  /** Null before the first attempt. */
  readonly sentAt: string | null;
  /** Why it is not confirmed; null if it is, or was not sent yet. */
  readonly error: AppError | null;
  readonly proof: Proof | null;
  readonly evidence: readonly Evidence[];
  /** When it was last read back, even if the reading failed. */
  readonly readBackAt: string | null;
  /** The result of a sync. */
  readonly told: SyncAnswer | null;
  /** The note of the person who resolved it. */
  readonly note: string;
  /** The outcome that a person set; null unless `settled`. */
  readonly settledAs: 'applied' | 'not-applied' | null;
  readonly next: readonly NextStep[];
}

/** Whether the change has happened, as far as is known: according to the service, a read or a person. */
export const tookEffect = ({ state, settledAs }: Pick<Change, 'state' | 'settledAs'>): boolean =>
  state === 'confirmed' || state === 'applied' || (state === 'settled' && settledAs === 'applied');

/** Kinds that cost money. */
export const isPaid = (kind: ChangeKind): kind is 'register' | 'renew' =>
  kind === 'register' || kind === 'renew';

/** One row of a before/after comparison. */
export interface ChangeLine {
  readonly label: string;
  /** Null if unknown. */
  readonly before: string | null;
  readonly after: string | null;
  readonly isChanged: boolean;
}

/** The maximum number of nameservers in one change. */
export const mostNameservers = 13;
export const longestPeriodYears = 10;
