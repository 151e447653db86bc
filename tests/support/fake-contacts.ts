import { contactFieldNames, type Template } from '#shared/domain/portfolio.ts';
import type { Client, Output } from '#shared/routes.ts';
import { fail, ok } from '#shared/result.ts';
import type { AppError } from '#shared/errors.ts';

export type ContactsNow = Output<'domains', 'readContacts'>;
export type RoleNow = ContactsNow['roles'][number];

/** A person with everything in its usual form. */
export const robin: Readonly<Record<string, string>> = {
  Contact_Name: 'Robin van Example',
  Company_Name: 'Northwind Hosting',
  Address_1: 'Harbour Street 7',
  Address_2: '',
  City: 'Hamburg',
  State: '',
  ZIP_code: '20457',
  Country: 'DE',
  Phone: '+49.40123456',
  Email: 'robin@northwind.example',
};

export const texts = (values: Readonly<Record<string, string>>): RoleNow['fields'] =>
  Object.entries(values).map(([name, value]) => ({ name, value, isText: true }));

/** A role with the ten documented fields; `changes` may name others too, which come behind them. */
export const aRole = (
  name: string,
  changes: Readonly<Record<string, string>> = {},
  isWritable = false,
): RoleNow => ({
  name,
  isWritable,
  fields: texts({ ...robin, ...changes }),
});

/** The four documented roles, the registrant alone writable, unless a test says otherwise. */
export const aContactsAnswer = (changes: Partial<ContactsNow> = {}): ContactsNow => ({
  readAt: '2026-11-21T09:00:00.000Z',
  roles: [aRole('Registrant', {}, true), aRole('Admin'), aRole('Tech'), aRole('Billing')],
  answer: '{"Registrant":{"Contact_Name":"•••"}}',
  ...changes,
});

/** `domains.readContacts` that answers with these, one after the other; the last one again and again. */
export function readsContacts(
  ...answers: readonly (ContactsNow | AppError)[]
): Client['domains']['readContacts'] {
  let at = 0;
  return () => {
    const answer = answers[Math.min(at, answers.length - 1)] ?? aContactsAnswer();
    at += 1;
    return Promise.resolve('kind' in answer ? fail(answer) : ok(answer));
  };
}

const templateId = (number: number): string => `00000000-0000-4000-9200-${String(number).padStart(12, '0')}`;

export const aContactTemplate = (
  number: number,
  name: string,
  values: Readonly<Record<string, string>> = robin,
): Template => ({
  id: templateId(number),
  name,
  kind: 'contact',
  fields: contactFieldNames.map((field) => ({ name: field, value: values[field] ?? '' })),
});

export const aHostsTemplate = (number: number, name: string, nameservers: readonly string[]): Template => ({
  id: templateId(number),
  name,
  kind: 'nameservers',
  nameservers,
});
