import { type Contact, contactFields, contactRoles, type ContactSet } from '../account.ts';
import { json, refused } from '../answer.ts';
import { type Form, nestedOf, textOf } from '../form.ts';
import { keep, onDomain } from './operation.ts';

// Source: Domain Reseller API v2.2, "Contact details".

export const readContact = onDomain((domain) => json(domain.contacts));

/**
 * Unknown: whether other roles than Registrant can be written, and which fields are required. Assumed: every role may be
 * written; a field that is not sent stays, one that is sent empty becomes empty.
 */
export const writeContact = onDomain((domain, form, world) => {
  const details = nestedOf(form, 'contactdetails');
  const problem = problemOf(details);
  if (problem !== null) return refused(problem);
  keep(world, { ...domain, contacts: merged(domain.contacts, details) });
  return json({ status: 'success', message: '', success: 'success' });
});

function problemOf(details: Form): string | null {
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

function merged(contacts: ContactSet, details: Form): ContactSet {
  const one = (role: keyof ContactSet): Contact => mergedContact(contacts[role], nestedOf(details, role));
  return { Registrant: one('Registrant'), Admin: one('Admin'), Tech: one('Tech'), Billing: one('Billing') };
}

function mergedContact(contact: Contact, fields: Form): Contact {
  const sent = contactFields.filter((field) => typeof fields[field] === 'string');
  return { ...contact, ...Object.fromEntries(sent.map((field) => [field, textOf(fields, field)])) };
}
