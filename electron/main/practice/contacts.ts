import { type Form, nestedOf, textOf } from './wire.ts';

/** Roles and fields of a contact set, spelled as in the API document. */
const contactRoles = ['Registrant', 'Admin', 'Tech', 'Billing'] as const;
type ContactRole = (typeof contactRoles)[number];

const contactFields = [
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
type ContactField = (typeof contactFields)[number];

type Contact = Readonly<Record<ContactField, string>>;
export type ContactSet = Readonly<Record<ContactRole, Contact>>;

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
export function contactsAt(index: number): ContactSet {
  const Registrant = people[index % people.length] ?? emptyContact;
  const other = index % 3 === 2 ? emptyContact : (people[(index + 1) % people.length] ?? emptyContact);
  return { Registrant, Admin: other, Tech: other, Billing: other };
}

/** A role without data: every field is an empty string, as published. */
const emptyContact: Contact = {
  Contact_Name: '',
  Company_Name: '',
  Address_1: '',
  Address_2: '',
  City: '',
  State: '',
  ZIP_code: '',
  Country: '',
  Phone: '',
  Email: '',
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

/** Why these roles and fields cannot be written; null where they can. */
export function contactProblem(details: Form): string | null {
  const roles = Object.keys(details);
  if (roles.length === 0) return 'contactdetails is required';
  return (
    roles.map((role) => roleProblem(role, nestedOf(details, role))).find((text) => text !== null) ?? null
  );
}

function roleProblem(role: string, fields: Form): string | null {
  if (!isOneOf(contactRoles, role)) return `Unknown contact role: ${role}`;
  const unknown = Object.keys(fields).find((field) => !isOneOf(contactFields, field));
  if (unknown !== undefined) return `Unknown contact field: ${unknown}`;
  const country = textOf(fields, 'Country');
  return country === '' || /^[A-Za-z]{2}$/.test(country) ? null : 'Country must be a two-letter country code';
}

const isOneOf = (words: readonly string[], word: string): boolean => words.includes(word);

/** The contacts with what was sent; a field that was not sent stays. */
export function mergedContacts(contacts: ContactSet, details: Form): ContactSet {
  const one = (role: keyof ContactSet): Contact => mergedContact(contacts[role], nestedOf(details, role));
  return { Registrant: one('Registrant'), Admin: one('Admin'), Tech: one('Tech'), Billing: one('Billing') };
}

function mergedContact(contact: Contact, fields: Form): Contact {
  const sent = contactFields.filter((field) => typeof fields[field] === 'string');
  return { ...contact, ...Object.fromEntries(sent.map((field) => [field, textOf(fields, field)])) };
}
