import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fail } from '#shared/result.ts';
import { fitted } from '../../../../../../electron/main/changes/kinds/contacts.ts';
import { stopEvery } from '../../../../../../electron/main/workspace/batches/batches.ts';
import { BatchesWorld, movingTo, names } from '../../../../../support/batches/a-batches-world.ts';
import { batchSteps } from '../../../../../support/batches/batch-rows.ts';
import { registrant } from '../../../../../support/changes/a-service.ts';
import { testRows } from '../../../../../support/rows.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

// Contacts for many domains: what is written, what is excluded, and what becomes of the values.
testRows(
  batchSteps,
  `
contacts for many domains are written to each that has others
  1 has the contacts that are wanted; prepare contacts of 0 1 2; batch ready toDo=2 leftOut=1; rows - already-so -
  rows show Registrant: Name, City, E-mail → with the contacts that were chosen | - → with the contacts that were chosen | Registrant: Name, City, E-mail → with the contacts that were chosen
  run; batch done confirmed=2; POSTs writeContacts 0 2; City of 0 is Oxford
contacts for many domains change only the fields that were asked for: the others are written back as they were read
  prepare email new@example.com of 0 1; run; batch done confirmed=2 erasing=0; Email of 1 is new@example.com; City of 1 is London
  Contact_Name of 1 is Ada Lovelace
contacts that would erase a field leave their domain out, and are written only where a person includes it
  2 has City ; prepare clearing City of 0 1 2; batch ready erasing=2 remaining=0 leftOut=3 leftOutInNeed=2
  rows erases erases already-so; erases Registrant: City | Registrant: City | -; take in 1; batch ready erasing=2 remaining=1; run
  batch done confirmed=1; POSTs writeContacts 1; City of 0 is London; City of 1 is empty
contacts with an {unusual|usual} value are warned of {as in a single review, by the name of the field|no more than others}
  prepare email {nobody|a@example.com} of 0
  warns ^Changing the registrant can require approvals.*for a while.{ Registrant: E-mail looks unusual. It will be sent unchanged.$|$}
contacts that differ in one field name only that, in the row and in the journal
  0 has the contacts that are wanted; 0 has now City London; prepare contacts of 0
  rows show Registrant: City → with the contacts that were chosen; run; row 0 changed City in the journal
contacts are not sent where a domain has no field for one of them
  0 has no field Email; 1 has the role Tech alone; prepare contacts of 0 1; rows fields-differ fields-differ
  row 0 error invalid-input roles; row 0 reason The service shows no field here for Registrant: E-mail.
  row 1 reason The service shows no field here for Registrant: Name, Registrant: City and Registrant: E-mail.
contacts that cannot be read leave their domain out
  1 fails to be read: refused permission; prepare contacts of 0 1; rows - not-readable; row 1 error refused permission
F7 contacts are not sent where they are others than those that were reviewed, also where somebody wrote the same
  prepare contacts of 0 1 2; 1 has Email other@example.com; 2 has the contacts that are wanted; run; POSTs writeContacts 0
  rows confirmed changed-since changed-since; row 1 error changed-since contacts
F7 contacts are not sent where a field is gone since the review
  prepare contacts of 0; 0 has no field Email; run; POSTs none; rows changed-since
F7 contacts are not sent where they change between the row’s own read and the gate’s
  prepare contacts of 0; from here; at read 2 of contacts: 0 has Contact_Name Somebody; run; POSTs none; rows changed-since
contacts halt at the first that is uncertain, and go on when told to
  answer uncertain; prepare contacts of 0 1 2; when written: contacts cannot be read: unreadable not-json; run
  batch halted uncertain=1 remaining=2; all can be read; when written nothing more; go on; batch done confirmed=2 remaining=0
contacts go on after a restart, with the values that were reviewed
  prepare contacts of 0 1 2 3; apply; pause; restart; go on; batch done confirmed=4; City of 0 is Oxford; City of 3 is Oxford
contacts have their count typed where the registrant changes, however few
  in the portfolio 100 names; prepare contacts of 0; types 1
contacts of a role that the account may not write are not taken
  ask tech of 0; fails invalid-input roles

# D9 The values
D9 the values of a batch of contacts are given to a person who asks, as long as the batch may need them
  prepare contacts of 0 1; the values are stored; run; the values are deleted
D9 the values of a batch of contacts are deleted when it is stopped
  prepare contacts of 0 1; stop; the values are deleted
D9 the values of a batch of contacts are kept for what was refused
  answer refused; prepare contacts of 0 1; run; the values are stored
D9 the values of a batch of contacts are deleted when the last doubt is settled
  answer uncertain; prepare contacts of 0; when written: 0 has no contacts; run; go on; batch done uncertain=1; the values are stored
  settle row 0 applied; the values are deleted
(G17) the values of a batch of which something was refused are kept for a month, and deleted {at a start|once a day}
  restart; answer refused; prepare contacts of 0 1; run; pass 29d; {restart|pass 1d}; the values are stored; pass 1d; {restart|pass 1d}; the values are deleted
D9 the values of a batch of contacts are not stored where they cannot be encrypted: no batch is made
  keychain locked; ask contacts of 0 1; fails keychain; no batch is kept
D9 a batch whose values cannot be decrypted halts, and nothing is sent
  prepare contacts of 0 1; keychain locked; run; batch halted; waits for keychain; POSTs none; keychain open; resume; batch done confirmed=2
D9 the values of a batch of contacts are in no table in clear, nor in what the page is told, at any time
  prepare contacts of 0 1 2; answer refused; nothing stored or told says {Grace Hopper|Oxford|grace@example.com|Ada Lovelace|London|ada@example.com}
  run; nothing stored or told says {Grace Hopper|Oxford|grace@example.com|Ada Lovelace|London|ada@example.com}
`,
);

const emailFor = (value: string) =>
  ({ kind: 'contacts', roles: [{ name: 'Registrant', fields: [{ name: 'Email', value }] }] }) as const;
const clearing = {
  kind: 'contacts',
  roles: [{ name: 'Registrant', fields: [{ name: 'City', value: '' }] }],
} as const;
const wanted = movingTo('Oxford');
const roles = wanted.kind === 'contacts' ? wanted.roles : [];

describe('contacts for many domains, of what no row can say', () => {
  it('F3 are deleted at the start after a restore, which stops the batch', async () => {
    const world = new BatchesWorld();
    const { id } = await world.prepared(wanted, names(2));
    stopEvery(world.kept.database, world.time.now().toISOString());
    await world.restart();
    expect(await world.find(id)).toMatchObject({ state: 'stopped', stoppedBy: 'restore' });
    expect(valueOf(await world.batches.personal(id))).toBeNull();
  });

  it('are shown as they are and will be, by what was read for the review: grouped, never stored, and gone once applied', async () => {
    const world = new BatchesWorld();
    const other = registrant.fields.map((one) =>
      one.name === 'Email' ? { ...one, value: 'other@example.com' } : one,
    );
    world.service.there('name-2.com').contacts = [{ name: 'Registrant', fields: other }];
    const batch = await world.prepared(emailFor('new@example.com'), names(3));
    const common = { role: 'Registrant', field: 'Email', after: 'new@example.com' };
    const reads = world.service.reads.length;
    expect(valueOf(await world.batches.contactChanges(batch.id))).toEqual([
      { ...common, before: 'ada@example.com', count: 2, domains: ['name-0.com', 'name-1.com'] },
      { ...common, before: 'other@example.com', count: 1, domains: ['name-2.com'] },
    ]);
    expect(world.service.reads.length, 'nothing is read again').toBe(reads);
    await world.batches.leaveOut(batch.id, 2, true);
    expect(valueOf(await world.batches.contactChanges(batch.id))).toHaveLength(1);
    await world.ran(valueOf(await world.batches.find(batch.id)));
    expect(valueOf(await world.batches.contactChanges(batch.id))).toBeNull();
  });

  it('that were reviewed before rows named what they erase are not applied: they are read again', async () => {
    const world = new BatchesWorld();
    const { database } = world.kept;
    const batch = await world.prepared(clearing, names(1));
    // As an earlier version left it: nothing of the row is excluded, and the digest knows no erased field.
    database.exec('UPDATE batch_rows SET left_out = NULL, erases = NULL');
    const earlier = database
      .prepare(
        `SELECT p.ask || char(10) || json_array(number, domain, before, seen, last_effect, renewal, taken_in, NULL) AS text
         FROM batch_rows r JOIN batches p ON p.id = r.batch_id`,
      )
      .get();
    const digest = createHash('sha256').update(String(earlier?.['text'])).digest('hex');
    database.prepare('UPDATE batches SET digest = ?').run(digest);
    expect(await world.batches.apply(batch.id, digest, 1, false)).toEqual(
      fail({ kind: 'changed-since', what: 'batch' }),
    );
    valueOf(await world.batches.readAgain(batch.id));
    await world.quiet();
    expect(await world.rows(batch.id)).toMatchObject([{ leftOut: 'erases' }]);
  });
});

describe('fitting contacts to a domain', () => {
  it('finds a field by its meaning, and writes it under the domain’s own name', () => {
    const read = [{ name: 'Registrant', fields: [{ name: 'Full Name', value: 'Ada' }] }];
    const asked = [
      {
        name: 'Registrant',
        fields: [
          { name: 'Contact_Name', value: 'Grace' },
          { name: 'State', value: '' },
        ],
      },
    ];
    expect(fitted(asked, read)).toEqual({
      roles: [{ name: 'Registrant', fields: [{ name: 'Full Name', value: 'Grace' }] }],
      lacking: [],
    });
  });

  it('sends no value that is not text, and has no place for another one there', () => {
    const odd = { name: 'City', value: '{"x":1}', isText: false as const };
    const read = [{ name: 'Registrant', fields: [{ name: 'Contact_Name', value: 'Ada' }, odd] }];
    const asked = [{ name: 'Registrant', fields: [{ name: 'Contact_Name', value: 'Grace' }] }];
    expect(fitted(asked, read).roles).toEqual(asked);
    expect(fitted(roles, read).lacking).toEqual(['Registrant: City', 'Registrant: E-mail']);
  });

  it('takes white space around a value for no difference, as reading back does', () => {
    const read = [{ name: 'Registrant', fields: [{ name: 'City', value: 'Oxford' }] }];
    expect(
      fitted([{ name: 'Registrant', fields: [{ name: 'City', value: ' Oxford ' }] }], read).roles,
    ).toEqual([]);
  });
});
