import { type Form, nestedOf, textOf } from './wire.ts';

/** Roles and fields of a contact set, spelled as in the API document. */
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

/** The state of the practice service. A domain is replaced as a whole, never changed in place. */
interface PracticeAccount {
  creditCents: number;
  domains: Map<string, PracticeDomain>;
}

/** The input of every operation: the account, the seed of the findings, and the time. */
export interface World {
  readonly account: PracticeAccount;
  readonly seed: number;
  /** Whether most lookups answer with prices. */
  readonly mostPriced: boolean;
  readonly now: () => Date;
}

/** A domain that the account owns at the start. */
export interface StartingDomain {
  readonly name: string;
  /** Until it expires. */
  readonly days: number;
  readonly isUnlocked?: boolean;
  /** The zone of its two nameservers. */
  readonly zone?: string;
  readonly children?: readonly (readonly [host: string, address: string])[];
}

const rows: readonly StartingDomain[] = [
  { name: 'harbour-books.com', days: 212 },
  { name: 'harbour-books.net', days: 212 },
  { name: 'lindenhof-garten.de', days: 31 },
  { name: 'xn--bckerei-schmidt-0kb.de', days: 74, zone: 'bakery-hosting.example' },
  { name: 'northwind-cycles.co.uk', days: 9 },
  { name: 'cape-coffee.co.za', days: 143, isUnlocked: true },
  { name: 'sunstone-surf.com.au', days: 365, zone: 'surf-cloud.example' },
  { name: 'quiet-harbor.org', days: 500 },
  {
    name: 'orbit-hosting.net',
    days: 88,
    zone: 'orbit-hosting.net',
    children: [
      ['ns1.orbit-hosting.net', '192.0.2.11'],
      ['ns2.orbit-hosting.net', '198.51.100.12'],
    ],
  },
  { name: 'paperplane.studio', days: 27, isUnlocked: true, zone: 'surf-cloud.example' },
  { name: 'oakline.io', days: 640 },
  { name: 'old-lighthouse.info', days: -6, zone: 'parking.example' },
];

const registeredDaysAgo = 700;

const people: readonly Contact[] = [
  {
    Contact_Name: 'Anna Schmidt',
    Company_Name: 'Lindenhof GmbH',
    Address_1: 'Lindenallee 4',
    Address_2: '',
    City: 'Lübeck',
    State: 'Schleswig-Holstein',
    ZIP_code: '23552',
    Country: 'DE',
    Phone: '+49.4515550142',
    Email: 'anna.schmidt@lindenhof.example',
  },
  {
    Contact_Name: 'Thabo Nkosi',
    Company_Name: 'Cape Coffee (Pty) Ltd',
    Address_1: '12 Long Street',
    Address_2: 'Floor 3',
    City: 'Cape Town',
    State: 'Western Cape',
    ZIP_code: '8001',
    Country: 'ZA',
    Phone: '+27.215550173',
    Email: 'thabo@cape-coffee.example',
  },
  {
    Contact_Name: "Siobhán O'Neill",
    Company_Name: '',
    Address_1: '7 Quay & Co. Walk',
    Address_2: '',
    City: 'Galway',
    State: '',
    ZIP_code: 'H91 E2K4',
    Country: 'IE',
    Phone: '+353.915550118',
    Email: 'siobhan@harbour-books.example',
  },
];

/** The contacts of the domain with this index; every third domain has only a registrant, its other roles are empty. */
function contactsAt(index: number): ContactSet {
  const Registrant = people[index % people.length] ?? emptyContact;
  const other = index % 3 === 2 ? emptyContact : (people[(index + 1) % people.length] ?? emptyContact);
  return { Registrant, Admin: other, Tech: other, Billing: other };
}

/**
 * The domains that the account owns at the start: one about to expire, one expired, some unlocked, one an IDN.
 *
 * @param more Additional domains.
 */
export function startingDomains(
  now: Date,
  more: readonly StartingDomain[] = [],
): Map<string, PracticeDomain> {
  return new Map(
    [...rows, ...more].map(
      (
        { name, days, isUnlocked = false, zone = 'practice-dns.example', children }: StartingDomain,
        index,
      ) => [
        name,
        {
          name,
          registeredOn: daysAfter(now, -registeredDaysAgo),
          expiryOn: daysAfter(now, days),
          isLocked: !isUnlocked,
          nameservers: [`ns1.${zone}`, `ns2.${zone}`],
          contacts: contactsAt(index),
          childNameservers: new Map(children),
        },
      ],
    ),
  );
}

/** A role without data: every field is an empty string, as published. */
const emptyContact: Contact = {
  ...{ Contact_Name: '', Company_Name: '', Address_1: '', Address_2: '', City: '' },
  ...{ State: '', ZIP_code: '', Country: '', Phone: '', Email: '' },
};

/** One role of a registration, with a registration's field names, converted to the contact that reads return. */
function contactOf(fields: Form): Contact {
  const fullName = `${textOf(fields, 'firstname')} ${textOf(fields, 'lastname')}`.trim();
  return {
    Contact_Name: textOf(fields, 'fullname') || fullName,
    Company_Name: textOf(fields, 'companyname'),
    Address_1: textOf(fields, 'address1'),
    Address_2: textOf(fields, 'address2'),
    City: textOf(fields, 'city'),
    State: textOf(fields, 'state'),
    ZIP_code: textOf(fields, 'postcode') || textOf(fields, 'zipcode'),
    Country: textOf(fields, 'country'),
    Phone: textOf(fields, 'phonenumber'),
    Email: textOf(fields, 'email'),
  };
}

/**
 * The contacts of a registration, under lower-case role keys.
 *
 * Unknown: which fields are required. Assumed: a registrant with a name and an e-mail address; other roles may be
 * absent.
 *
 * @returns null if the registrant lacks one of them.
 */
export function readRegistrationContacts(contacts: Form): ContactSet | null {
  const role = (name: string): Contact =>
    contacts[name] === undefined ? emptyContact : contactOf(nestedOf(contacts, name));
  const Registrant = role('registrant');
  if (Registrant.Contact_Name === '' || Registrant.Email === '') return null;
  return { Registrant, Admin: role('admin'), Tech: role('tech'), Billing: role('billing') };
}

/** A day in UTC, `YYYY-MM-DD`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The same day `years` later; 29 February becomes 28 February if that year has none. */
export function yearsAfter(dayOn: string, years: number): string {
  const [year = 0, month = 1, day = 1] = dayOn.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year + years, month, 0)).getUTCDate();
  return dayOf(new Date(Date.UTC(year + years, month - 1, Math.min(day, lastOfMonth))));
}

export const daysAfter = (at: Date, days: number): string =>
  dayOf(new Date(at.getTime() + days * 86_400_000));
