/** Roles and fields of a contact set, as the API document spells them. */
export const contactRoles = ['Registrant', 'Admin', 'Tech', 'Billing'] as const;
export type ContactRole = (typeof contactRoles)[number];

export const contactFields = [
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
export type ContactField = (typeof contactFields)[number];

export type Contact = Readonly<Record<ContactField, string>>;
export type ContactSet = Readonly<Record<ContactRole, Contact>>;

/** A registered name. Days are written `YYYY-MM-DD`, in UTC. */
export interface PracticeDomain {
  /** The full name as A-labels in lower case. */
  readonly name: string;
  readonly registeredOn: string;
  readonly expiryOn: string;
  readonly isLocked: boolean;
  readonly nameservers: readonly string[];
  readonly contacts: ContactSet;
  /** Address by full host name. */
  readonly childNameservers: ReadonlyMap<string, string>;
}

/** All that the practice service remembers. A domain is replaced as a whole, never changed in place. */
export interface PracticeAccount {
  creditCents: number;
  readonly domains: Map<string, PracticeDomain>;
}

/** What an operation may know: the account, the seed of the findings, and the time. */
export interface World {
  readonly account: PracticeAccount;
  readonly seed: number;
  readonly now: () => Date;
}
