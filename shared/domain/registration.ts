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
