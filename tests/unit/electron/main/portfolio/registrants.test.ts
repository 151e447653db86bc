import { describe, expect, it } from 'vitest';
import { createEncryption } from '../../../../../electron/main/accounts/encryption.ts';
import { createVault } from '../../../../../electron/main/accounts/vault.ts';
import { eventsOfReading } from '../../../../../electron/main/portfolio/create-portfolio.ts';
import { createRegistrants, registrantNameIn } from '../../../../../electron/main/portfolio/registrants.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import type { DomainRecord } from '../../../../../electron/main/workspace/portfolio-requests.ts';
import { ok } from '../../../../../shared/result.ts';
import { aKeychain, type Misbehaviour } from '../../../../support/keychain/a-keychain.ts';

describe('the names of registrants', () => {
  const [early, noon] = ['2026-02-21T09:00:00.000Z', '2026-02-21T12:00:00.000Z'] as const;
  const accountId = 'a1';

  function aDesk(misbehaviour?: Misbehaviour) {
    const keychain = aKeychain(misbehaviour);
    const vault = createVault(keychain);
    return { keychain, vault, registrants: createRegistrants(createEncryption({ vault })) };
  }

  const aRecord = (name: string, sealed: string | null, at: string = noon): DomainRecord => ({
    accountId,
    name,
    addedAt: early,
    addedBy: 'typed',
    tags: [],
    note: '',
    archivedAt: null,
    lock: null,
    nameservers: null,
    registrant: sealed === null ? null : { value: sealed, at, source: 'read' },
    expiresOn: null,
    transferredAway: null,
    troubles: [],
  });

  const read = (name: string, registrant: string) => ({
    name,
    part: 'contacts' as const,
    at: noon,
    found: ok({ part: 'contacts' as const, registrant }),
  });

  it('are opened for the domain that they were sealed for, and for no other', async () => {
    const { registrants } = aDesk();
    const sealed = await registrants.seal(accountId, 'example.com', 'Acme');
    const opened = await registrants.opened([aRecord('example.com', sealed), aRecord('example.net', sealed)]);
    expect(opened.map(({ registrant }) => registrant)).toEqual([
      { value: 'Acme', at: noon, source: 'read' },
      null,
    ]);
  });

  it('are opened once, for as long as they are the same', async () => {
    const { keychain, vault, registrants } = aDesk();
    const first = await registrants.seal(accountId, 'example.com', 'Acme');
    const other = createRegistrants(createEncryption({ vault }));
    await other.opened([aRecord('example.com', first)]);
    vault.forgetCached();
    const calls = keychain.calls.length;
    const again = await other.opened([aRecord('example.com', first)]);
    expect([again[0]?.registrant?.value, keychain.calls.length]).toEqual(['Acme', calls]);
    const second = await registrants.seal(accountId, 'example.com', 'Acme Ltd');
    const changed = await other.opened([aRecord('example.com', second)]);
    expect(changed[0]?.registrant?.value).toBe('Acme Ltd');
  });

  it('in memory are shown unless a newer one is kept', async () => {
    const { registrants } = aDesk();
    const sealed = await registrants.seal(accountId, 'example.com', 'Acme');
    registrants.remember(accountId, 'example.com', { value: 'In memory', at: early, source: 'read' });
    const shown = async (record: DomainRecord) => (await registrants.opened([record]))[0]?.registrant?.value;
    expect(await shown(aRecord('example.com', null))).toBe('In memory');
    expect(await shown(aRecord('example.com', sealed, noon))).toBe('Acme');
    registrants.remember(accountId, 'example.com', { value: 'In memory', at: noon, source: 'read' });
    expect(await shown(aRecord('example.com', sealed, early))).toBe('In memory');
    registrants.forget(accountId, 'example.com');
    expect(await shown(aRecord('example.com', null))).toBeUndefined();
  });

  it('are called so by anybody: a company may be called “failed”', async () => {
    const { registrants } = aDesk();
    const sealed = await registrants.seal(accountId, 'example.com', 'failed');
    const [domain] = await registrants.opened([aRecord('example.com', sealed)]);
    expect(domain?.registrant?.value).toBe('failed');
  });

  it('are not sealed in clear: a batch asks a keychain that does not answer once, and is kept in memory', async () => {
    const { keychain, registrants } = aDesk({ faultOf: () => 'no-answer' });
    const many = ['one.com', 'two.com', 'three.com'].map((name) => read(name, `Owner of ${name}`));
    const news = await eventsOfReading(many, { accountId, registrants });
    expect(keychain.calls).toHaveLength(1);
    expect(JSON.stringify(news)).not.toContain('Owner');
    expect(news.map(({ wellRead }) => wellRead?.length)).toEqual([1, 1, 1]);
    const opened = await registrants.opened(many.map(({ name }) => aRecord(name, null)));
    expect(opened.map(({ registrant }) => registrant?.value)).toEqual([
      'Owner of one.com',
      'Owner of two.com',
      'Owner of three.com',
    ]);
  });

  it('are news in Base64 of sealed bytes', async () => {
    const { registrants } = aDesk();
    const [news] = await eventsOfReading([read('example.com', 'Acme')], { accountId, registrants });
    const sealed = news?.registrant?.value ?? '';
    expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('Acme');
    const [domain] = await registrants.opened([aRecord('example.com', sealed)]);
    expect(domain?.registrant?.value).toBe('Acme');
  });
});

describe('the name of a registrant', () => {
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
