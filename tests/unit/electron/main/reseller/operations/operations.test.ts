import { readdirSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import type { LockState } from '#shared/changes/parts.ts';
import { registrationFields } from '#shared/changes/register.ts';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import type { Result } from '#shared/result.ts';
import { encodeForm } from '../../../../../../electron/main/reseller/form.ts';
import type { Call } from '../../../../../../electron/main/reseller/operation.ts';
import { readContacts, writeContacts } from '../../../../../../electron/main/reseller/operations/contact.ts';
import {
  listTlds,
  readCredits,
  readVersion,
} from '../../../../../../electron/main/reseller/operations/credits-tlds-version.ts';
import {
  readEppCode,
  readLock,
  sync,
  writeLock,
} from '../../../../../../electron/main/reseller/operations/domain.ts';
import {
  deleteChildNameserver,
  modifyChildNameserver,
  readNameservers,
  registerChildNameserver,
  writeNameservers,
} from '../../../../../../electron/main/reseller/operations/nameservers.ts';
import {
  register,
  renew,
  type SecretContact,
} from '../../../../../../electron/main/reseller/operations/order.ts';
import { Secret } from '../../../../../../electron/main/system/secret.ts';
import { operations } from '../../../../../support/named-operations.ts';
import type { Json } from '../../../../../../electron/main/reseller/json.ts';

const options = defaultAccountOptions;

const domain = 'example.com';

const nameservers = ['ns1.example.net', 'ns2.example.net'];

const secret = (text: string) => new Secret(text);

// Built from the list of fields itself: every one of them is there.
const registrant = Object.fromEntries(
  registrationFields.map((name) => [name, secret(name.toUpperCase())]),
) as SecretContact;

/** The call as method, path and decoded body, which is how a person reads it. */
function wire(call: Result<Call>): string {
  if (!call.ok) return call.error.kind === 'invalid-input' ? `refused: ${call.error.field}` : call.error.kind;
  const { path, form } = call.value;
  const method = form === null ? 'GET' : 'POST';
  return [method, `/${path.join('/')}`, decodeURIComponent(encodeForm(form ?? []))].join(' ').trim();
}

describe('C19 what is sent', () => {
  it.each([
    ['readCredits', readCredits.ask(null, options), 'GET /billing/credits'],
    ['listTlds', listTlds.ask(null, options), 'GET /tlds'],
    ['readVersion', readVersion.ask(null, options), 'GET /version'],
    ['readContacts', readContacts.ask({ domain }, options), 'GET /domains/example.com/contact'],
    [
      'writeContacts: names as read, empty values kept',
      writeContacts.ask(
        {
          domain,
          roles: [
            {
              name: 'Registrant',
              fields: [
                { name: 'Contact_Name', value: secret('Ada') },
                { name: 'Address 2', value: secret('') },
              ],
            },
          ],
        },
        options,
      ),
      'POST /domains/example.com/contact contactdetails[Registrant][Contact_Name]=Ada&contactdetails[Registrant][Address+2]=',
    ],
    ['readLock', readLock.ask({ domain }, options), 'GET /domains/example.com/lock'],
    [
      'client mistake 6: writeLock',
      writeLock.ask({ domain, state: 'locked' }, options),
      'POST /domains/example.com/lock lockstatus=locked',
    ],
    [
      'writeLock to unlock',
      writeLock.ask({ domain, state: 'unlocked' }, options),
      'POST /domains/example.com/lock lockstatus=unlocked',
    ],
    [
      'register',
      register.ask({ domain, periodYears: 2, nameservers, contacts: { registrant } }, options),
      `POST /order/domains/register domain=example.com&regperiod=2&nameservers[ns1]=ns1.example.net&nameservers[ns2]=ns2.example.net&${registrationFields
        .map((name) => `contacts[registrant][${name}]=${name.toUpperCase()}`)
        .join('&')}&domainfields=YTowOnt9`,
    ],
    [
      'renew',
      renew.ask({ domain, periodYears: 1, addons: { idProtection: true, dnsManagement: false } }, options),
      'POST /order/domains/renew domain=example.com&regperiod=1&addons[dnsmanagement]=0&addons[idprotection]=1',
    ],
    ['readEppCode', readEppCode.ask({ domain }, options), 'GET /domains/example.com/eppcode'],
    ['sync', sync.ask({ domain }, options), 'POST /domains/example.com/sync'],
    ['readNameservers', readNameservers.ask({ domain }, options), 'GET /domains/example.com/nameservers'],
    [
      'writeNameservers: flat',
      writeNameservers.ask({ domain, nameservers }, options),
      'POST /domains/example.com/nameservers ns1=ns1.example.net&ns2=ns2.example.net',
    ],
    [
      'registerChildNameserver',
      registerChildNameserver.ask({ domain, nameserver: 'ns1.example.com', ipAddress: '192.0.2.1' }, options),
      'POST /domains/example.com/nameservers/register domain=example.com&nameserver=ns1.example.com&ipaddress=192.0.2.1',
    ],
    [
      'modifyChildNameserver',
      modifyChildNameserver.ask(
        { domain, nameserver: 'ns1.example.com', currentIpAddress: '192.0.2.1', newIpAddress: '192.0.2.2' },
        options,
      ),
      'POST /domains/example.com/nameservers/modify domain=example.com&nameserver=ns1.example.com&currentipaddress=192.0.2.1&newipaddress=192.0.2.2',
    ],
    [
      'deleteChildNameserver',
      deleteChildNameserver.ask({ domain, nameserver: 'ns1.example.com' }, options),
      'POST /domains/example.com/nameservers/delete domain=example.com&nameserver=ns1.example.com',
    ],
    [
      'an internationalised domain as A-labels',
      readLock.ask({ domain: 'Bäckerei.DE' }, options),
      'GET /domains/xn--bckerei-5wa.de/lock',
    ],
  ])('by %s', (_name, call, sent) => {
    expect(wire(call)).toBe(sent);
  });

  it('register names the postcode as the account is set to, and all roles in order', () => {
    const call = register.ask(
      {
        domain,
        periodYears: 1,
        nameservers,
        contacts: { billing: registrant, registrant },
        addons: { emailForwarding: true },
        idnLanguage: 'de',
        // Source of the expected text: `printf 'a:1:{s:1:"a";s:2:"ü";}' | base64`.
        domainFields: { a: 'ü' },
      },
      { ...options, postcodeField: 'zipcode' },
    );
    const sent = wire(call);
    expect(sent).toContain('contacts[registrant][zipcode]=POSTCODE');
    expect(sent).not.toContain('[postcode]');
    expect(sent.indexOf('contacts[registrant]')).toBeLessThan(sent.indexOf('contacts[billing]'));
    expect(sent).toContain(
      '&addons[emailforwarding]=1&idnLanguage=de&domainfields=YToxOntzOjE6ImEiO3M6Mjoiw7wiO30=',
    );
  });
});

describe('what is refused before it is sent', () => {
  const role = (name: string, field = 'City') => ({
    domain,
    roles: [{ name, fields: [{ name: field, value: secret('x') }] }],
  });

  it.each([
    ['a domain without a TLD', readLock.ask({ domain: 'example' }, options), 'domain'],
    ['a domain that climbs', readLock.ask({ domain: '../tlds' }, options), 'domain'],
    ['a domain of dots', readLock.ask({ domain: '..' }, options), 'domain'],
    ['a domain with a slash', readLock.ask({ domain: 'a/b.com' }, options), 'domain'],
    [
      'client mistake 6: a lock that is no word',
      writeLock.ask({ domain, state: '1' as LockState }, options),
      'state',
    ],
    [
      'client mistake 6: a lock in capitals',
      writeLock.ask({ domain, state: 'LOCKED' as LockState }, options),
      'state',
    ],
    ['a role that may not be written', writeContacts.ask(role('Admin'), options), 'roles'],
    ['a role in other letters', writeContacts.ask(role('registrant'), options), 'roles'],
    ['a field name that would nest', writeContacts.ask(role('Registrant', 'a][b'), options), 'roles'],
    ['no contact at all', writeContacts.ask({ domain, roles: [] }, options), 'roles'],
    [
      'one nameserver',
      writeNameservers.ask({ domain, nameservers: ['ns1.example.net'] }, options),
      'nameservers',
    ],
    [
      'six nameservers',
      writeNameservers.ask({ domain, nameservers: Array<string>(6).fill('ns1.example.net') }, options),
      'nameservers',
    ],
    [
      'a nameserver that is none',
      writeNameservers.ask({ domain, nameservers: ['ns1.example.net', 'ns 2'] }, options),
      'nameservers',
    ],
    ['half a year', renew.ask({ domain, periodYears: 0.5 }, options), 'periodYears'],
    ['no year', renew.ask({ domain, periodYears: 0 }, options), 'periodYears'],
    [
      'a registration without a registrant',
      register.ask({ domain, periodYears: 1, nameservers, contacts: {} }, options),
      'contacts',
    ],
    [
      'an address that is none',
      registerChildNameserver.ask(
        { domain, nameserver: 'ns1.example.com', ipAddress: '192.0.2.256' },
        options,
      ),
      'ipaddress',
    ],
    [
      'a name for an address',
      registerChildNameserver.ask({ domain, nameserver: 'ns1.example.com', ipAddress: 'x:y' }, options),
      'ipaddress',
    ],
  ])('%s', (_name, call, field) => {
    expect(wire(call)).toBe(`refused: ${field}`);
  });

  it('an IPv6 address is let through, for nothing says that it is not taken', () => {
    const call = registerChildNameserver.ask(
      { domain, nameserver: 'ns1.example.com', ipAddress: '2001:db8::1' },
      options,
    );
    expect(wire(call)).toContain('ipaddress=2001:db8::1');
  });
});

describe('how many nameservers can be sent', () => {
  const hosts = Array.from({ length: 7 }, (_, index) => `ns${index + 1}.example.net`);

  it('is five, unless the account says otherwise', () => {
    expect(writeNameservers.ask({ domain, nameservers: hosts }, options)).toMatchObject({
      ok: false,
      error: { kind: 'invalid-input', field: 'nameservers', reason: 'Enter two to five nameservers' },
    });
    const call = writeNameservers.ask({ domain, nameservers: hosts }, { ...options, mostNameservers: 13 });
    expect(call.ok && call.value.form?.at(-1)).toEqual(['ns7', 'ns7.example.net']);
  });
});

const folder = new URL('../../../../../../electron/main/reseller/operations/', import.meta.url);

const isOperation = (value: unknown): value is { readonly name: string } =>
  typeof value === 'object' && value !== null && 'judge' in value && 'effect' in value;

it('every operation of the client is among those that the tests go through, under its own name', async () => {
  const modules = await Promise.all(
    readdirSync(folder).map((file) => vi.importActual<object>(new URL(file, folder).pathname)),
  );
  const there = modules.flatMap((module) => Object.values(module).filter(isOperation));
  expect(there.map(({ name }) => name).toSorted()).toEqual(Object.keys(operations).toSorted());
  expect(Object.entries(operations).filter(([name, operation]) => operation.name !== name)).toEqual([]);
});

describe('answers', () => {
  const domain = 'example.com';
  const success = (value: object) => ({ kind: 'success', value });
  const unclear = { kind: 'unclear', why: 'wrong-shape' };

  describe('credits', () => {
    it.each<[string, Json, string | null]>([
      ['client mistake 2: the documented string', '150.50', '150.50'],
      ['a negative balance', '-3.00', '-3.00'],
      ['a number', 150.5, '150.5'],
      ['an object', { credit: '150.50' }, '150.50'],
      ['an object with a number', { balance: 7 }, '7'],
      ['H24 thousands with commas', '1,234.56', '1234.56'],
      ['H24 thousands twice', '1,234,567.00', '1234567.00'],
      ['H24 a negative one with commas', '-1,234.56', '-1234.56'],
      ['H24 the continental way', '1.234,56', '1234.56'],
      ['H24 thousands with blanks', '1 234,56', '1234.56'],
      ['H24 thousands with narrow blanks', '1\u202f234.56', '1234.56'],
      ['H24 thousands with apostrophes', '1’234.56', '1234.56'],
      ['H24 a decimal comma', '12,50', '12.50'],
      ['H24 a sign before and a code behind', '$1,234.56 USD', '1234.56'],
      ['H24 a sign', '$150.50', '150.50'],
      ['H24 a code', '1234.56 EUR', '1234.56'],
      ['H24 a code before', 'EUR 1.234,56', '1234.56'],
      ['H24 four decimals', '1234.5600', '1234.5600'],
      ['H24 a number with three decimals', 1.234, '1.234'],
      ['an object with two amounts', { credit: '1', balance: '2' }, null],
      ['objects in objects', { credit: { amount: '1' } }, null],
      ['nothing', '', null],
      ['an empty array', [], null],
      ['a boolean', true, null],
    ])('from %s', (_name, body, amount) => {
      expect(readCredits.judge(body, null, '')).toEqual(
        amount === null ? unclear : success({ amount, shown: amount }),
      );
    });

    it.each([
      ['a point and three digits', '1.234'],
      ['a comma and three digits', '1,234'],
      ['with a sign', '€1.234'],
      ['groups of two', '12,34,567'],
      ['groups of four', '1,2345.00'],
      ['one separator for both', '1,234,56'],
      ['two codes', 'EUR 5 USD'],
      ['a unit that is no code', '5.00 kr.'],
    ])('H24 that can be two things, or none known, are shown and are no amount: %s', (_name, text) => {
      expect(readCredits.judge(text, null, '')).toEqual(success({ amount: null, shown: `“${text}”` }));
    });

    it.each(['No credit', 'Invalid IP 203.0.113.7', '<b>5.00</b>', 'Your credit is 5.00', '{"credit":5}'])(
      'H24 are none in %s',
      (text) => expect(readCredits.judge(text, null, '')).toEqual(unclear),
    );
  });

  describe('TLDs', () => {
    it.each<[string, Json, readonly string[] | null]>([
      ['the documented array', ['.com', '.co.za'], ['.com', '.co.za']],
      ['without dots, as given', ['com'], ['com']],
      ['strays, which are left out', ['.com', null, '', '.', 5], ['.com']],
      ['none', [], []],
      ['nothing usable', [null, {}], null],
      [
        'H24 an object with numeric names, as PHP writes an array with gaps',
        { '10': '.net', '2': '.com' },
        ['.com', '.net'],
      ],
      ['an object of something else', { '.com': { register: '9.99' } }, null],
      ['an empty object', {}, null],
      ['a text', '.com', null],
      ['entries longer than a name', ['.com', `.${'x'.repeat(260)}`], ['.com']],
      ['entries that make a name too long to store', ['.com', `.${'x'.repeat(192)}`], ['.com']],
      ['entries that do so as A-labels', [`.${'中文'.repeat(90)}`, '.com'], ['.com']],
      ['more than can be kept', Array.from({ length: 10_001 }, (_, index) => `.t${index}`), null],
    ])('from %s', (_name, body, tlds) => {
      expect(listTlds.judge(body, null, '')).toEqual(tlds === null ? unclear : success({ tlds }));
    });
  });

  describe('the version', () => {
    it.each<[string, Json, string | null]>([
      ['the documented string', '2.2.0', '2.2.0'],
      ['another string', 'v3-beta', 'v3-beta'],
      ['nothing', '', null],
      ['a number', 2.2, null],
      ['a page in a string', 'x'.repeat(101), null],
    ])('from %s', (_name, body, version) => {
      expect(readVersion.judge(body, null, '')).toEqual(version === null ? unclear : success({ version }));
    });
  });

  describe('the lock', () => {
    it.each<[string, Json, string | null]>([
      ['client mistake 2: "locked"', 'locked', 'locked'],
      ['"unlocked"', 'unlocked', 'unlocked'],
      ['another case', ' Locked', 'locked'],
      ['an object', { lockstatus: 'unlocked' }, 'unlocked'],
      ['a boolean', true, null],
      ['a number', 1, null],
      ['another word', 'clientTransferProhibited', null],
      ['success', 'success', null],
      ['nothing', '', null],
      ['an empty array', [], null],
    ])('from %s', (_name, body, state) => {
      expect(readLock.judge(body, { domain }, '')).toEqual(state === null ? unclear : success({ state }));
    });

    it.each<[string, Json, string]>([
      ['success', 'success', 'success'],
      ['an object', { success: true }, 'success'],
      ['the state that was asked for', 'locked', 'success'],
      ['the other state', 'unlocked', 'unclear'],
      ['nothing', '', 'unclear'],
      ['an error', { error: 'x' }, 'refusal'],
    ])('set: %s is a %s', (_name, body, kind) => {
      expect(writeLock.judge(body, { domain, state: 'locked' }, '').kind).toBe(kind);
    });
  });

  describe('contacts', () => {
    const shown = (body: Json) => {
      const judgement = readContacts.judge(body, { domain }, '');
      return judgement.kind === 'success'
        ? judgement.value.roles.map(({ name, fields }) => [
            name,
            fields.map((field) => [field.name, field.value.reveal(), field.isText]),
          ])
        : judgement.kind;
    };

    it('keep roles and fields under the names that were read, in their order', () => {
      expect(
        shown({ Technical: { 'First Name': 'Ada', Postcode: '' }, Registrant: { ZIP_code: '1' } }),
      ).toEqual([
        [
          'Technical',
          [
            ['First Name', 'Ada', true],
            ['Postcode', '', true],
          ],
        ],
        ['Registrant', [['ZIP_code', '1', true]]],
      ]);
    });

    it('survive values that are no texts', () => {
      expect(shown({ Registrant: { Address_2: [], State: null, City: false } })).toEqual([
        [
          'Registrant',
          [
            ['Address_2', '[]', false],
            ['State', 'null', false],
            ['City', 'false', false],
          ],
        ],
      ]);
    });

    it('H20 have a number as its digits, where it keeps them', () => {
      expect(shown({ Registrant: { ZIP_code: 1234, Phone: 441130000000, City: 1.5 } })).toEqual([
        [
          'Registrant',
          [
            ['ZIP_code', '1234', true],
            ['Phone', '441130000000', true],
            ['City', '1.5', false],
          ],
        ],
      ]);
    });

    it.each<[string, Json, string]>([
      ['the registrant', { Registrant: { error: 'Contact not found' } }, 'Contact not found'],
      [
        'every role',
        { Registrant: { error: 'No contact' }, Tech: { error: { message: 'None' } } },
        'No contact; None',
      ],
    ])('H20 are refused with its words where %s is an error', (_name, body, said) => {
      expect(readContacts.judge(body, { domain }, '')).toEqual({ kind: 'refusal', said });
    });

    it('H20 leave out a role that is an error beside another one', () => {
      expect(
        shown({ Registrant: { City: 'X', error: '' }, Billing: { error: 'Not found', City: 'Y' } }),
      ).toEqual([
        [
          'Registrant',
          [
            ['City', 'X', true],
            ['error', '', true],
          ],
        ],
      ]);
    });

    it('take an empty array for a role without data, and pass scalars over', () => {
      expect(shown({ success: true, Registrant: { City: 'X' }, Billing: [] })).toEqual([
        ['Registrant', [['City', 'X', true]]],
        ['Billing', []],
      ]);
    });

    it.each<[string, Json]>([
      ['nothing', {}],
      ['an array', []],
      ['scalars alone', { success: true, message: '' }],
      ['a text', 'success'],
    ])('are unclear from %s', (_name, body) => {
      expect(shown(body)).toBe('unclear');
    });

    it.each<[string, Json]>([
      ['an envelope around nothing', { success: true, data: { success: false } }],
      ['a sentence in an object', { error: { message: 'Domain registered; contact id not found' } }],
      ['one role that nobody knows, with fields that no contact has', { result: { status: 'active' } }],
    ])('%s is no contact set, whatever its status', (_what, body) => {
      expect(shown(body)).toBe('unclear');
    });

    it('a role of another name counts by its fields, an empty one by its name', () => {
      expect(shown({ Owner: { FullName: 'Ada' } })).toEqual([['Owner', [['FullName', 'Ada', true]]]]);
      expect(shown({ Registrant: [] })).toEqual([['Registrant', []]]);
    });

    it('client mistake 7: do not print', () => {
      expect(
        JSON.stringify(readContacts.judge({ Registrant: { Email: 'ada@lovelace.example' } }, { domain }, '')),
      ).not.toContain('ada');
    });
  });

  describe('nameservers', () => {
    const manyHosts = (count: number) => Array.from({ length: count }, (_, index) => `ns${index}.example`);

    it.each<[string, Json, readonly string[] | null]>([
      ['ns1…', { ns2: 'b.example', ns1: 'a.example', ns3: '' }, ['a.example', 'b.example']],
      ['ten of them in their order', { ns10: 'j.example', ns9: 'i.example' }, ['i.example', 'j.example']],
      ['success and message beside', { success: true, message: '', ns1: 'a.example' }, ['a.example']],
      ['an array', ['a.example', ''], ['a.example']],
      ['an unset one as null', { ns1: 'a.example', ns2: null }, ['a.example']],
      ['none set', { ns1: '', ns2: '' }, []],
      ['H24 unset ones as false', { ns1: 'a.example', ns2: false, ns3: '' }, ['a.example']],
      ['H24 an array with gaps', { '0': 'a.example', '2': 'b.example' }, ['a.example', 'b.example']],
      [
        'H24 an array with gaps and unset ones',
        { '1': 'a.example', '2': null, '3': false, '10': 'b.example' },
        ['a.example', 'b.example'],
      ],
      [
        'H24 addresses behind the hosts',
        { ns1: 'a.example 192.0.2.1', ns2: ' b.example\t2001:db8::2 ' },
        ['a.example', 'b.example'],
      ],
      ['H24 an error beside that is PHP’s false', { error: '0', ns1: 'a.example' }, ['a.example']],
      [
        'H24 dummy hosts, as sent',
        { ns1: 'not-defined.localhost', ns2: 'none' },
        ['not-defined.localhost', 'none'],
      ],
      ['H24 capitals and Unicode', { ns1: 'NS1.MÜLLER.EXAMPLE.' }, ['NS1.MÜLLER.EXAMPLE.']],
      ['H24 a sentence in place of a host', { ns1: 'Error: domain not found', ns2: '' }, null],
      ['H24 a host and a word', ['a.example unknown'], null],
      ['H24 a host and two addresses', ['a.example 192.0.2.1 192.0.2.2'], null],
      ['H24 a web address', ['https://a.example/'], null],
      ['H24 markup', ['<b>a.example</b>'], null],
      ['H24 a character that was lost', ['m\ufffdller.example'], null],
      ['H24 true in place of a host', { ns1: true }, null],
      ['an empty array', [], null],
      ['an empty object', {}, null],
      ['success alone', { success: true }, null],
      ['an array of something else', [1], null],
      ['a text', 'a.example', null],
      ['as many as a change can set', manyHosts(13), manyHosts(13)],
      // Clipped, each of these could look like the wanted set, or be stored and never be read again.
      ['more than that', manyHosts(14), null],
      ['a host of any length', ['a.example', `${'a'.repeat(256)}.example`], null],
      ['a host that is too long as A-labels', ['a.example', '中文'.repeat(125)], null],
      ['two hosts in one text', ['a.example,b.example'], null],
      ['a host with a line feed in it', { ns1: 'a.example\nb.example' }, null],
    ])('from %s', (_name, body, nameservers) => {
      expect(readNameservers.judge(body, { domain }, '')).toEqual(
        nameservers === null ? unclear : success({ nameservers }),
      );
    });
  });

  describe('a change without a value', () => {
    const operations = [
      writeContacts,
      register,
      renew,
      writeNameservers,
      registerChildNameserver,
      modifyChildNameserver,
      deleteChildNameserver,
    ];

    it.each(operations.map((operation) => [operation.name, operation] as const))(
      '%s is done only when the answer says so',
      (_name, operation) => {
        const judge = (body: Json) => operation.judge(body, undefined as never, '').kind;
        expect(
          ['success', { success: true }, { error: 'x' }, 'Queued', [], {}, ''].map((body) =>
            judge(body as Json),
          ),
        ).toEqual(['success', 'success', 'refusal', 'unclear', 'unclear', 'unclear', 'unclear']);
        expect(operation.effect).toBe('write');
      },
    );
  });
});
