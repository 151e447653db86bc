import { describe, expect, it } from 'vitest';
import {
  type ChangeAsk,
  missingIn,
  mostlyRequired,
  type RegistrationContact,
  registrationFields,
} from '#shared/domain/change.ts';
import { warningsOf } from '../../../../../electron/main/changes/description.ts';

const whole = Object.fromEntries(
  registrationFields.map((name) => [name, name === 'fullname' ? '' : `a ${name}`]),
) as RegistrationContact; // Made of the very list that the type is made of.
const without = (...names: readonly (keyof RegistrationContact)[]): RegistrationContact => ({
  ...whole,
  ...Object.fromEntries(names.map((name) => [name, '  '])),
});

function warned(registrant: RegistrationContact): readonly string[] {
  const ask: ChangeAsk = {
    kind: 'register',
    periodYears: 1,
    nameservers: ['ns1.example.net', 'ns2.example.net'],
    contacts: { registrant, admin: registrant, tech: registrant, billing: registrant },
    addons: {},
    idnLanguage: null,
    domainFields: {},
  };
  const present = {
    before: { readAt: '2026-11-22T10:00:00.000Z' },
    contacts: null,
    finding: null,
    troubles: [],
  };
  const warnings = warningsOf({
    domain: 'example.com',
    ask,
    present,
    known: { domain: null, children: [], usersOfHost: [] },
    lines: [],
    price: null,
    last: null,
  });
  return warnings.filter(({ id }) => id === 'missing-value').map(({ text }) => text);
}

describe('what a registrant is without', () => {
  it('is nothing where all is there that most registries want', () => {
    expect(missingIn(whole)).toEqual([]);
    expect(missingIn(without('companyname', 'address2', 'state'))).toEqual([]);
    expect(warned(whole)).toEqual([]);
  });

  it('is every one of these that is empty, spaces or not, in the order of the form', () => {
    const empty = without(...registrationFields);
    expect(missingIn(empty)).toEqual([...mostlyRequired]);
    for (const field of mostlyRequired.filter((name) => name !== 'firstname'))
      expect(missingIn(without(field))).toEqual([field]);
  });

  it('is no name only where none of its three fields has one', () => {
    expect(missingIn(without('firstname', 'fullname'))).toEqual([]);
    expect(missingIn({ ...without('firstname', 'lastname'), fullname: 'Robin Example' })).toEqual([]);
    expect(missingIn(without('firstname', 'lastname', 'fullname'))).toEqual(['firstname']);
  });

  it('is named in the review once, whatever roles are copies of it', () => {
    expect(warned(without('city', 'email'))).toEqual([
      'Missing for the registrant: city, e-mail. Most registries refuse an order without them.',
    ]);
  });
});
