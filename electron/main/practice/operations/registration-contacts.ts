import type { Contact, ContactSet } from '../account.ts';
import { type Form, nestedOf, textOf } from '../form.ts';

/** A role for which nothing is known: every field an empty string, as published. */
export const emptyContact: Contact = {
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

/** One role of a registration, under the names that a registration uses, as the contact that will be read later. */
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
 * Unknown: which fields are required. Assumed: a registrant with a name and an e-mail address; other roles may be absent.
 *
 * @returns null where the registrant lacks one of them.
 */
export function readRegistrationContacts(contacts: Form): ContactSet | null {
  const role = (name: string): Contact =>
    contacts[name] === undefined ? emptyContact : contactOf(nestedOf(contacts, name));
  const Registrant = role('registrant');
  if (Registrant.Contact_Name === '' || Registrant.Email === '') return null;
  return { Registrant, Admin: role('admin'), Tech: role('tech'), Billing: role('billing') };
}
