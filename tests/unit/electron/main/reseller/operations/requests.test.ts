import { readdirSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import type { LockState } from '#shared/changes/parts.ts';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import { registrationFields } from '#shared/changes/register.ts';
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
