import type { AppError } from '../errors.ts';
import type { FindingKind, Price } from './finding.ts';
import type { ServiceIdentity } from './service.ts';

/** What can be changed at the service: one kind for each of its nine writing operations. */
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

/** Of one family, a domain has one open change at most: the next one waits until it is known what became of it. */
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
 * Where a change stands.
 *
 * - `planned`: written down, not sent; also after an attempt of which no byte left. It can be sent or withdrawn.
 * - `sending`: on its way, or its answer is being read back.
 * - `confirmed`: the service said done, and what can be read back agrees.
 * - `refused`: the service said no, and nothing that can be read says otherwise.
 * - `uncertain`: it may have happened. It is read back or settled by a person, never sent again by the program.
 * - `applied`, `not-applied`: was uncertain; reading back has shown which.
 * - `settled`: was uncertain; a person has said what became of it.
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

/** In these another change of the family has to wait. */
export const openStates: readonly ChangeState[] = ['planned', 'sending', 'uncertain'];
export const isOpen = (state: ChangeState): boolean => openStates.includes(state);

export type LockState = 'locked' | 'unlocked';

export interface Addons {
  readonly dnsManagement?: boolean | undefined;
  readonly emailForwarding?: boolean | undefined;
  readonly idProtection?: boolean | undefined;
}

/** A contact's fields under the names that the service gave them, in its order; values in clear. */
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
 * Assumed: what most registries refuse a registration without; the API document names no required field. In the order of a
 * form; `firstname` stands for the name, which any of its three fields can give.
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

/** What of it a contact has not. */
export const missingIn = (contact: RegistrationContact): readonly MostlyRequired[] =>
  mostlyRequired.filter((field) => valuesFor(contact, field).every((value) => value.trim() === ''));

const valuesFor = (contact: RegistrationContact, field: MostlyRequired): readonly string[] =>
  field === 'firstname' ? [contact.firstname, contact.lastname, contact.fullname] : [contact[field]];

/** What a person asks for, with every value that is sent. Holds personal data: it is never kept as it stands. */
export type ChangeAsk =
  | {
      readonly kind: 'register';
      readonly periodYears: number;
      readonly nameservers: readonly string[];
      /** The registrant at least; other roles that are left out are not sent. */
      readonly contacts: Readonly<Partial<Record<RegistrationRole, RegistrationContact>>>;
      readonly addons: Addons;
      readonly idnLanguage: string | null;
      /** What a registry asks beyond the contacts, by the registry's names. */
      readonly domainFields: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'renew'; readonly periodYears: number; readonly addons: Addons }
  /** The whole of each role that is named, unchanged fields included. */
  | { readonly kind: 'contacts'; readonly roles: readonly ContactFields[] }
  | { readonly kind: 'lock'; readonly state: LockState }
  /** They replace the whole set. */
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

/** What a change is about, without anything personal: this is what the journal keeps. */
export type ChangeWhat =
  | {
      readonly kind: 'register';
      readonly periodYears: number;
      readonly nameservers: readonly string[];
      readonly roles: readonly RegistrationRole[];
      readonly addons: Addons;
      readonly idnLanguage: string | null;
      /** The names alone. */
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
  /** The names of what differs from what was read. */
  | {
      readonly kind: 'contacts';
      readonly roles: readonly { readonly name: string; readonly changed: readonly string[] }[];
    }
  | Extract<
      ChangeAsk,
      { readonly kind: 'lock' | 'nameservers' | 'child-register' | 'child-modify' | 'child-delete' | 'sync' }
    >;

/** What was read just before an attempt; a member is missing where it was not asked, null where it could not be read. */
export interface BeforeState {
  /** UTC, ISO 8601, like all instants. */
  readonly readAt: string;
  readonly lock?: LockState | null | undefined;
  readonly nameservers?: readonly string[] | null | undefined;
  /** The decimal text. Unknown: its currency and what it stands for. */
  readonly credit?: string | null | undefined;
  readonly finding?: FindingKind | null | undefined;
  /** Whether the contacts could be read; what they said is kept as digests, elsewhere. */
  readonly contacts?: 'read' | null | undefined;
}

/** What a sync told; null where it did not tell. */
export interface SyncAnswer {
  readonly active: boolean | null;
  readonly expired: boolean | null;
  readonly transferredAway: boolean | null;
  /** `YYYY-MM-DD`. */
  readonly expiresOn: string | null;
}

/** Something that was read and speaks for or against a change having happened. Never personal. */
export interface Evidence {
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
  /** `for` and `against` decide nothing by themselves: the verdict does. */
  readonly speaks: 'for' | 'against' | 'neither';
}

/** What shows that a closed change is what it says. */
export type Proof = 'answer' | 'read-back' | 'person';

/** What a person can do next with a change. */
export type NextStep = 'send' | 'read-back' | 'settle' | 'withdraw';

/** A change as it stands. Its story is in its journal entries. */
export interface Change {
  readonly id: string;
  /** Counts all changes of the workspace, from 1. */
  readonly number: number;
  readonly accountId: string;
  /** As it was called when the change was written down: the journal outlives the account. */
  readonly accountLabel: string;
  /** Null for a change of an older version whose account is gone: it blocks nothing, and is shown. */
  readonly service: ServiceIdentity | null;
  /** As A-labels. */
  readonly domain: string;
  readonly what: ChangeWhat;
  readonly state: ChangeState;
  readonly planId: string | null;
  readonly before: BeforeState | null;
  /** How often it was sent, or tried to be. */
  readonly attempts: number;
  readonly createdAt: string;
  readonly changedAt: string;
  /** Null before the first attempt. */
  readonly sentAt: string | null;
  /** Why it is not confirmed; null where it is, or was not sent yet. */
  readonly error: AppError | null;
  readonly proof: Proof | null;
  readonly evidence: readonly Evidence[];
  /** When it was last read back, and whether that could be done. */
  readonly readBackAt: string | null;
  /** What a sync answered. */
  readonly told: SyncAnswer | null;
  /** A person's words when settling it. */
  readonly note: string;
  /** What a person said became of it; null unless `settled`. */
  readonly settledAs: 'applied' | 'not-applied' | null;
  readonly next: readonly NextStep[];
}

/** Whether it has happened, as far as is known: the service, a read or a person said so. */
export const tookEffect = ({ state, settledAs }: Pick<Change, 'state' | 'settledAs'>): boolean =>
  state === 'confirmed' || state === 'applied' || (state === 'settled' && settledAs === 'applied');

/** Kinds that cost money. */
export const isPaid = (kind: ChangeKind): kind is 'register' | 'renew' =>
  kind === 'register' || kind === 'renew';

/** One line of before → after. */
export interface ChangeLine {
  readonly label: string;
  /** Null where it is not known. */
  readonly before: string | null;
  readonly after: string | null;
  readonly isChanged: boolean;
}

/** Of a contact or a host, how many can stand in one change. */
export const mostNameservers = 13;
export const longestPeriodYears = 10;
