import type { ContactFields } from '../changes/kind.ts';
import { contactFieldNames, contactLabelOf } from './contact-labels.ts';

export type ContactFieldName = (typeof contactFieldNames)[number];

/** The input type of a field, which determines its input help and checks. */
export type FieldKind = 'text' | 'country' | 'phone' | 'email';

/** Other names of the documented fields, in lower case without spaces and underscores. Source: field notes, "Contact read". */
const otherNames: Readonly<Record<string, ContactFieldName>> = {
  name: 'Contact_Name',
  fullname: 'Contact_Name',
  company: 'Company_Name',
  organisation: 'Company_Name',
  organization: 'Company_Name',
  organisationname: 'Company_Name',
  organizationname: 'Company_Name',
  address: 'Address_1',
  street: 'Address_1',
  town: 'City',
  province: 'State',
  region: 'State',
  zip: 'ZIP_code',
  postcode: 'ZIP_code',
  postalcode: 'ZIP_code',
  countrycode: 'Country',
  phonenumber: 'Phone',
  telephone: 'Phone',
  telephonenumber: 'Phone',
  emailaddress: 'Email',
};

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const byPlainName: ReadonlyMap<string, ContactFieldName> = new Map([
  ...Object.entries(otherNames),
  ...contactFieldNames.map((name) => [plain(name), name] as const),
]);

/** The documented field that a field corresponds to, whatever a registrar calls it; null where there is none. */
export const meaningOf = (name: string): ContactFieldName | null => byPlainName.get(plain(name)) ?? null;

export function kindOf(name: string): FieldKind {
  const meaning = meaningOf(name);
  if (meaning === 'Country') return 'country';
  if (meaning === 'Phone') return 'phone';
  return meaning === 'Email' ? 'email' : 'text';
}

/** Assumed: required by most registries; the API document names no required field. */
const mostlyAsked: ReadonlySet<ContactFieldName | null> = new Set([
  'Contact_Name',
  'Address_1',
  'City',
  'ZIP_code',
  'Country',
  'Phone',
  'Email',
]);

export const isMostlyAsked = (name: string): boolean => mostlyAsked.has(meaningOf(name));

/** Whether a role is the registrant, the holder of the domain. */
export const isRegistrant = (role: string): boolean => /^registrant$/i.test(role);

export type NamedValue = ContactFields['fields'][number];

/** Values for the fields of a role, and the source's fields without a match there. */
interface Filling {
  readonly values: readonly NamedValue[];
  /** As labels. */
  readonly leftOver: readonly string[];
}

/**
 * Matches the fields of a template or another contact to those of a role: by the same name, else by meaning.
 *
 * @param fieldNames The role's fields, as the service calls them.
 */
export function filled(source: readonly NamedValue[], fieldNames: readonly string[]): Filling {
  const values: NamedValue[] = [];
  const leftOver: string[] = [];
  for (const { name, value } of source) {
    const place = fieldNames.includes(name) ? name : fieldNames.find((field) => isSame(field, name));
    if (place !== undefined) values.push({ name: place, value });
    else if (value !== '') leftOver.push(contactLabelOf(name));
  }
  return { values, leftOver };
}

const isSame = (a: string, b: string): boolean => meaningOf(a) !== null && meaningOf(a) === meaningOf(b);

/** The fields that a template stores of a contact: the documented ones, under their documented names. */
export function templateFields(source: readonly NamedValue[]): readonly NamedValue[] {
  const byMeaning = new Map<ContactFieldName | null, string>();
  for (const { name, value } of source) {
    const meaning = meaningOf(name);
    if (!byMeaning.has(meaning)) byMeaning.set(meaning, value);
  }
  return contactFieldNames.map((name) => ({ name, value: byMeaning.get(name) ?? '' }));
}
