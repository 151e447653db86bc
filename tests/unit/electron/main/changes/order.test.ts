import { describe, expect, it } from 'vitest';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import {
  type ChangeAsk,
  type RegistrationContact,
  registrationFields,
  registrationRoles,
} from '#shared/domain/change.ts';
import { orderOf } from '../../../../../electron/main/changes/order.ts';
import { asks, ChangingDesk, domain } from '../../../../support/changes/a-changing-desk.ts';
import { type OutcomeOfWrite, outcomes } from '../../../../support/changes/a-service.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

describe('order', () => {
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
});

describe('personal', () => {
  const contact = Object.fromEntries(
    registrationFields.map((name) => [name, 'CANARY']),
  ) as RegistrationContact; // Built from the list of fields itself.

  const personal: readonly ChangeAsk[] = [
    {
      kind: 'contacts',
      roles: [
        {
          name: 'Registrant',
          fields: [
            { name: 'City', value: 'CANARY' },
            { name: 'Email', value: 'CANARY@example.com' },
          ],
        },
      ],
    },
    {
      kind: 'register',
      periodYears: 1,
      nameservers: ['ns1.example.net', 'ns2.example.net'],
      contacts: { registrant: contact, admin: contact },
      addons: {},
      idnLanguage: null,
      domainFields: { vat: 'CANARY' },
    },
  ];

  /** The table's bytes in every form, but for those that are sealed. */
  const kept = (desk: ChangingDesk): string =>
    JSON.stringify(
      ['journal_entries', 'journal_changes', 'journal_head'].map((table) =>
        desk.kept.database.prepare(`SELECT * FROM ${table}`).all(),
      ),
    );

  describe.each(personal)('D10 nothing personal of %o', (ask) => {
    it.each(outcomes)(
      'is in the journal, in a change or in what is announced, after “%s”',
      async (outcome: OutcomeOfWrite) => {
        const desk = new ChangingDesk();
        if (ask.kind === 'register') desk.service.free(domain);
        else
          desk.service.there(domain).contacts = [
            { name: 'Registrant', fields: [{ name: 'City', value: 'CANARY' }] },
          ];
        desk.service.behaviours.push({ outcome, isApplied: false });
        const { id } = await desk.settled(ask);
        const { change, entries } = valueOf(await desk.changes.find(id));
        expect(JSON.stringify([change, entries, desk.announced])).not.toContain('CANARY');
        expect(kept(desk)).not.toContain('CANARY');
      },
    );
  });
});
