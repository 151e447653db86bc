import { describe, expect, it } from 'vitest';
import { Secret } from '../../../../../electron/main/accounts/secret.ts';
import { registrantNameIn } from '../../../../../electron/main/portfolio/registrant-name.ts';

type Roles = Readonly<Record<string, Readonly<Record<string, string>>>>;

const nameIn = (roles: Roles): string =>
  registrantNameIn({
    roles: Object.entries(roles).map(([name, fields]) => ({
      name,
      fields: Object.entries(fields).map(([field, value]) => ({
        name: field,
        value: new Secret(value),
        isText: value !== '[]',
      })),
    })),
  });

describe('the name of a registrant', () => {
  it.each([
    ['the company first', { Registrant: { Contact_Name: 'Anna', Company_Name: 'Acme' } }, 'Acme'],
    ['the person without a company', { Registrant: { Contact_Name: 'Anna', Company_Name: ' ' } }, 'Anna'],
    ['fields with spaces', { Registrant: { 'Company Name': 'Acme' } }, 'Acme'],
    ['another word for company', { Registrant: { Organisation: 'Acme' } }, 'Acme'],
    ['a full name', { Registrant: { 'Full Name': 'Anna Schmidt' } }, 'Anna Schmidt'],
    ['first and last name', { Registrant: { 'First Name': 'Anna', 'Last Name': 'Schmidt' } }, 'Anna Schmidt'],
    ['another word for registrant', { Tech: { Name: 'T' }, Owner: { Name: 'Anna' } }, 'Anna'],
    ['no registrant', { Tech: { Name: 'T' } }, ''],
    ['a registrant without data', { Registrant: { Contact_Name: '', Company_Name: '' } }, ''],
    ['what is no text', { Registrant: { Company_Name: '[]', Contact_Name: 'Anna' } }, 'Anna'],
    ['lines and hidden characters', { Registrant: { Company_Name: 'Ac\u202Eme\r\nLtd' } }, 'Ac me Ltd'],
  ])('is found: %s', (_name, roles: Roles, expected) => {
    expect(nameIn(roles)).toBe(expected);
  });

  it('has 500 characters at most, none of them half', () => {
    const name = nameIn({ Registrant: { Company_Name: `${'a'.repeat(499)}😀` } });
    expect([name.length, name.isWellFormed()]).toEqual([500, true]);
  });
});
