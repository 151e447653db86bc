import { describe, expect, it } from 'vitest';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import { type ChangeAsk, registrationFields, registrationRoles } from '#shared/domain/change.ts';
import { orderOf } from '../../../../../electron/main/changes/order.ts';
import { asks, domain } from '../../../../support/changes/a-changing-desk.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const order = (ask: ChangeAsk, name: string = domain) => orderOf(name, ask, defaultAccountOptions);
const sent = (ask: ChangeAsk) => {
  const { path, fields } = valueOf(order(ask));
  return [path, fields.map(({ name, value }) => `${name}=${value}`)];
};

describe('an order shows what is sent', () => {
  it.each([
    [asks.lock, `/domains/${domain}/lock`, ['lockstatus=unlocked']],
    [asks.nameservers, `/domains/${domain}/nameservers`, ['ns1=a.example.org', 'ns2=b.example.org']],
    [
      asks.contacts,
      `/domains/${domain}/contact`,
      [
        'contactdetails[Registrant][Contact_Name]=Ada Lovelace',
        'contactdetails[Registrant][City]=Oxford',
        'contactdetails[Registrant][Email]=ada@example.com',
      ],
    ],
    [asks.renew, '/order/domains/renew', [`domain=${domain}`, 'regperiod=1']],
    [
      asks['child-register'],
      `/domains/${domain}/nameservers/register`,
      [`domain=${domain}`, `nameserver=ns1.${domain}`, 'ipaddress=192.0.2.1'],
    ],
    [
      asks['child-modify'],
      `/domains/${domain}/nameservers/modify`,
      [
        `domain=${domain}`,
        `nameserver=ns1.${domain}`,
        'currentipaddress=192.0.2.1',
        'newipaddress=192.0.2.2',
      ],
    ],
    [
      asks['child-delete'],
      `/domains/${domain}/nameservers/delete`,
      [`domain=${domain}`, `nameserver=ns1.${domain}`],
    ],
    [asks.sync, `/domains/${domain}/sync`, []],
  ] as const satisfies readonly (readonly [ChangeAsk, string, readonly string[]])[])(
    '%o',
    (ask, path, fields) => {
      expect(sent(ask)).toEqual([path, fields]);
    },
  );

  it('of a registration with everything', () => {
    const ask: ChangeAsk = {
      ...asks.register,
      addons: { dnsManagement: true, emailForwarding: false, idProtection: true },
      idnLanguage: 'ger',
      domainFields: { vat: 'DE1' },
    };
    const [path, fields] = sent(ask);
    expect(path).toBe('/order/domains/register');
    expect(fields).toEqual(
      expect.arrayContaining([
        `domain=${domain}`,
        'regperiod=1',
        'nameservers[ns1]=ns1.example.net',
        'contacts[registrant][email]=ada@example.com',
        'contacts[registrant][fullname]=',
        'addons[dnsmanagement]=1',
        'addons[emailforwarding]=0',
        'addons[idprotection]=1',
        'idnLanguage=ger',
        // Base64 of a:1:{s:3:"vat";s:3:"DE1";}
        'domainfields=YToxOntzOjM6InZhdCI7czozOiJERTEiO30=',
      ]),
    );
  });
});

describe('an order', () => {
  it('is for the name as A-labels, without its final dot', () => {
    expect(valueOf(order(asks.sync, ' Bäckerei.example. ')).domain).toBe('xn--bckerei-5wa.example');
  });

  it.each([
    ['no name', asks.sync, 'example'],
    ['one nameserver', { kind: 'nameservers', nameservers: ['a.example'] }, domain],
    [
      'a role that the account may not write',
      { kind: 'contacts', roles: [{ name: 'Admin', fields: [{ name: 'City', value: '' }] }] },
      domain,
    ],
    ['no registrant', { ...asks.register, contacts: {} }, domain],
    ['no address', { ...asks['child-register'], address: 'here' }, domain],
  ] as const satisfies readonly (readonly [string, ChangeAsk, string])[])(
    'with %s is refused as the operation refuses it',
    (_name, ask, name) => {
      expect(order(ask, name)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } });
    },
  );

  it('has a digest that differs by change, path and field', () => {
    const digests = [
      valueOf(order(asks.lock)).digestFor('one'),
      valueOf(order(asks.lock)).digestFor('two'),
      valueOf(order(asks.lock, 'example.net')).digestFor('one'),
      valueOf(order({ kind: 'lock', state: 'locked' })).digestFor('one'),
    ];
    expect(new Set(digests).size).toBe(4);
    expect(digests[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(valueOf(order(asks.lock)).digestFor('one')).toBe(digests[0]);
  });
});

it('the fields and roles of a registration are those of the field notes, in their order', () => {
  expect(registrationFields.join(', ')).toBe(
    'firstname, lastname, fullname, companyname, email, address1, address2, city, state, postcode, country, phonenumber',
  );
  expect(registrationRoles.join('|')).toBe('registrant|admin|tech|billing');
});
