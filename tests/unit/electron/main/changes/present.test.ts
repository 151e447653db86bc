import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  differingFields,
  digestOf,
  personalDigests,
  valueIn,
} from '../../../../../electron/main/changes/present.ts';
import { asks } from '../../../../support/changes/a-changing-desk.ts';
import { registrant } from '../../../../support/changes/a-service.ts';

const salt = 'a-salt';

describe('a digest', () => {
  it('is SHA-256 over salt, role, field and the value without white space around it', () => {
    const expected = createHash('sha256').update('["a-salt","Registrant","City","Köln"]').digest('hex');
    expect(digestOf(salt, 'Registrant', 'City', ' Köln\n')).toBe(expected);
  });

  it.each([
    ['salt', digestOf('another', 'Registrant', 'City', 'Köln')],
    ['role', digestOf(salt, 'Admin', 'City', 'Köln')],
    ['field', digestOf(salt, 'Registrant', 'State', 'Köln')],
    ['value', digestOf(salt, 'Registrant', 'City', 'Bonn')],
    ['case of the value', digestOf(salt, 'Registrant', 'City', 'köln')],
  ])('is another one for another %s', (_name, digest) => {
    expect(digest).not.toBe(digestOf(salt, 'Registrant', 'City', 'Köln'));
  });
});

describe('the digests of a change', () => {
  it.each(['lock', 'nameservers', 'renew', 'sync', 'child-register'] as const)('of %s are none', (kind) => {
    expect(personalDigests(asks[kind], null, salt)).toBeNull();
  });

  it('of contacts are of what is sent and of what was there, field by field', () => {
    const digests = personalDigests(asks.contacts, [registrant, { name: 'Admin', fields: [] }], salt);
    expect(digests?.roles.map(({ name }) => name)).toEqual(['Registrant']);
    expect(differingFields(salt, digests?.roles ?? [], asks.contacts.roles)).toEqual([]);
    expect(differingFields(salt, digests?.roles ?? [], [registrant])).toEqual(['Registrant: City']);
    expect(differingFields(salt, digests?.before ?? [], [registrant])).toEqual([]);
  });

  it('of contacts that could not be read before say nothing of before', () => {
    expect(personalDigests(asks.contacts, null, salt)?.before).toBeUndefined();
  });

  it('count a field that is not there as empty', () => {
    const ask = {
      kind: 'contacts',
      roles: [{ name: 'Registrant', fields: [{ name: 'State', value: ' ' }] }],
    } as const;
    const digests = personalDigests(ask, [], salt);
    expect(digests?.before).toEqual(digests?.roles);
    expect(differingFields(salt, digests?.roles ?? [], [])).toEqual([]);
  });

  it('of a registration have the full name, made up of its parts where it was left out', () => {
    const digests = personalDigests(asks.register, null, salt);
    const fullname = digests?.roles[0]?.fields.find(({ name }) => name === 'fullname')?.digest;
    expect(fullname).toBe(digestOf(salt, 'registrant', 'fullname', 'Ada firstname Ada lastname'));
    expect(digests?.roles).toHaveLength(1);
  });

  it('hold no value', () => {
    const all = JSON.stringify([
      personalDigests(asks.contacts, [registrant], salt),
      personalDigests(asks.register, null, salt),
    ]);
    for (const value of ['Ada', 'London', 'Oxford', 'ada@example.com']) expect(all).not.toContain(value);
  });
});

it('a value is found by role and field, and empty where it is not', () => {
  expect(valueIn([registrant], 'Registrant', 'City')).toBe('London');
  expect(valueIn([registrant], 'Registrant', 'Fax')).toBe('');
  expect(valueIn([registrant], 'Admin', 'City')).toBe('');
});
