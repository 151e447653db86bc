import { describe, expect, it } from 'vitest';
import type { ChangeAsk } from '#shared/changes/index.ts';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import { type RegistrationContact, registrationFields, registrationRoles } from '#shared/changes/register.ts';
import { orderOf } from '../../../../../electron/main/changes/order.ts';
import { asks, ChangesWorld, domain } from '../../../../support/changes/a-changes-world.ts';
import { type OutcomeOfWrite, outcomes } from '../../../../support/changes/a-service.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

describe('order', () => {
  const order = (ask: ChangeAsk, name: string = domain) => orderOf(name, ask, defaultAccountOptions);

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
        valueOf(order(asks.lock)).digestFor('one', null),
        valueOf(order(asks.lock)).digestFor('two', null),
        valueOf(order(asks.lock, 'example.net')).digestFor('one', null),
        valueOf(order({ kind: 'lock', state: 'locked' })).digestFor('one', null),
      ];
      expect(new Set(digests).size).toBe(4);
      const keyed = (text: string): string => `keyed ${text.length}`;
      expect(valueOf(order(asks.lock)).digestFor('one', keyed)).toMatch(/^keyed /);
      expect(digests[0]).toMatch(/^[0-9a-f]{64}$/);
      expect(valueOf(order(asks.lock)).digestFor('one', null)).toBe(digests[0]);
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
  const fields = ['City', 'Email'].map((name) => ({ name, value: 'CANARY' }));
  const personal: readonly ChangeAsk[] = [
    { kind: 'contacts', roles: [{ name: 'Registrant', fields }] },
    {
      ...asks.register,
      contacts: { registrant: contact, admin: contact },
      domainFields: { vat: 'CANARY' },
    },
  ];

  /** The table's bytes in every form, but for those that are sealed. */
  const kept = (world: ChangesWorld): string =>
    JSON.stringify(
      ['journal_entries', 'journal_changes', 'journal_head'].map((table) =>
        world.kept.database.prepare(`SELECT * FROM ${table}`).all(),
      ),
    );

  describe.each(personal)('D10 nothing personal of %o', (ask) => {
    it.each(outcomes)(
      'is in the journal, in a change or in what is announced, after “%s”',
      async (outcome: OutcomeOfWrite) => {
        const world = new ChangesWorld();
        if (ask.kind === 'register') world.service.free(domain);
        else
          world.service.there(domain).contacts = [
            { name: 'Registrant', fields: [{ name: 'City', value: 'CANARY' }] },
          ];
        world.service.behaviours.push({ outcome, isApplied: false });
        const { id } = await world.settled(ask);
        const { change, entries } = valueOf(await world.changes.find(id));
        expect(JSON.stringify([change, entries, world.announced])).not.toContain('CANARY');
        expect(kept(world)).not.toContain('CANARY');
      },
    );
  });
});
