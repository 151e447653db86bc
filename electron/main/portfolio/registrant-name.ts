import type { ContactField, ContactSet } from '../reseller/operations/contact.ts';

const longest = 500;

/**
 * What a domain's registrant is called: the company, or else the person; empty where the answer names neither.
 *
 * Unknown: what a registrar calls roles and fields. Assumed: words of these, in any case and with any separators.
 * Source: field notes, "Contact read".
 */
export function registrantNameIn({ roles }: ContactSet): string {
  const role = roles.find(({ name }) => /^(registrant|owner)(contact)?$/.test(bare(name)));
  const called = (wanted: RegExp): string => {
    const field = role?.fields.find(({ name, isText }) => isText && wanted.test(bare(name)));
    return field === undefined ? '' : plain(field);
  };
  const company = called(/^(company|organi[sz]ation)(name)?$/);
  if (company !== '') return company;
  const person = called(/^((contact|full)name|name)$/);
  return person === '' ? `${called(/^firstname$/)} ${called(/^lastname$/)}`.trim() : person;
}

const bare = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '');

/** On one line, and without what turns or hides characters. */
const plain = ({ value }: ContactField): string =>
  value
    .reveal()
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed();
