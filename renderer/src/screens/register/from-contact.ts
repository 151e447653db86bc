import type { RegistrationContact, RegistrationField } from '#shared/domain/change.ts';
import { type ContactFieldName, meaningOf } from '../domains/contacts/contact-fields.ts';
import type { NamedValue } from '../domains/contacts/filling.ts';
import { contactWith } from './register-form.ts';

const places: Readonly<Record<Exclude<ContactFieldName, 'Contact_Name'>, RegistrationField>> = {
  Company_Name: 'companyname',
  Address_1: 'address1',
  Address_2: 'address2',
  City: 'city',
  State: 'state',
  ZIP_code: 'postcode',
  Country: 'country',
  Phone: 'phonenumber',
  Email: 'email',
};

export interface Taken {
  readonly contact: RegistrationContact;
  /** The one name that was split into first and last; null where there was none to split. */
  readonly split: string | null;
}

/**
 * A contact as a registration wants it. Its one name becomes two: the last word is taken for the last name, which is a
 * guess that a person has to look at.
 */
export function registrationContact(fields: readonly NamedValue[]): Taken {
  const values: Partial<Record<RegistrationField, string>> = {};
  let name = '';
  for (const { name: field, value } of fields) {
    const meaning = meaningOf(field);
    if (meaning === 'Contact_Name') name = value.trim();
    else if (meaning !== null) values[places[meaning]] = value;
  }
  const cut = name.lastIndexOf(' ');
  const contact = contactWith({
    ...values,
    firstname: cut === -1 ? name : name.slice(0, cut).trimEnd(),
    lastname: cut === -1 ? '' : name.slice(cut + 1),
  });
  return { contact, split: name === '' ? null : name };
}
