import { describe, expect, it } from 'vitest';
import type { ChangeAsk, RegistrationContact } from '#shared/domain/change.ts';
import { registrationFields } from '#shared/domain/change.ts';
import { ChangingDesk, domain } from '../../../../support/changes/a-changing-desk.ts';
import { type OutcomeOfWrite, outcomes } from '../../../../support/changes/a-service.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const contact = Object.fromEntries(registrationFields.map((name) => [name, 'CANARY'])) as RegistrationContact; // Built from the list of fields itself.

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
