import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ContactFields } from '#shared/changes/kind.ts';
import type { Batch, FullBatchAsk } from '#shared/domain/batch.ts';
import { fail } from '#shared/result.ts';
import { fitted } from '../../../../../../electron/main/changes/kinds/contacts.ts';
import { accountId, BatchesWorld, movingTo, names } from '../../../../../support/batches/a-batches-world.ts';
import { stopEvery } from '../../../../../../electron/main/workspace/batches/batches.ts';
import { registrant } from '../../../../../support/changes/a-service.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

const wanted = movingTo('Oxford');
const roles = wanted.kind === 'contacts' ? wanted.roles : [];
const [role] = roles;
const personal = ['Grace Hopper', 'Oxford', 'grace@example.com', 'Ada Lovelace', 'London', 'ada@example.com'];

/** One field of the registrant, and nothing of the others; without a value, it is cleared. */
const only = (name: string, value: string): FullBatchAsk => ({
  kind: 'contacts',
  roles: [{ name: 'Registrant', fields: [{ name, value }] }],
});

const emptied = (field: string) =>
  registrant.fields.map((one) => (one.name === field ? { ...one, value: '' } : one));

const cityOf = (world: BatchesWorld, domain: string): string | undefined =>
  world.service
    .there(domain)
    .contacts.find(({ name }) => name === 'Registrant')
    ?.fields.find(({ name }) => name === 'City')?.value;

/** What the batch's file has of its personal values. */
const sealedOf = (world: BatchesWorld, { id }: Pick<Batch, 'id'>): unknown =>
  world.kept.database
    .prepare("SELECT json_extract(ask, '$.sealed') AS sealed FROM batches WHERE id = ?")
    .get(id);

/** Every text and every byte of every table of the workspace. */
function everythingStored({ kept: { database } }: BatchesWorld): string {
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  return tables
    .flatMap(({ name }) => database.prepare(`SELECT * FROM "${String(name)}"`).all())
    .flatMap((row) => Object.values(row))
    .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
    .join('\n');
}

describe('contacts for many domains', () => {
  it('are written to each that has others, with its own other fields as they are', async () => {
    const world = new BatchesWorld();
    const vat = { name: 'VAT_number', value: 'GB 1' };
    const billing: ContactFields = { ...registrant, name: 'Billing' };
    world.service.there('name-0.com').contacts = [
      { name: 'Registrant', fields: [...registrant.fields, vat] },
      billing,
    ];
    world.service.there('name-1.com').contacts = roles;
    const batch = await world.prepared(wanted, names(3));
    expect(batch).toMatchObject({ state: 'ready', counts: { toDo: 2, leftOut: 1 } });
    expect((await world.rows(batch.id)).map(({ before, leftOut }) => [before, leftOut])).toEqual([
      ['Registrant: Name, City, E-mail', null],
      [null, 'already-so'],
      ['Registrant: Name, City, E-mail', null],
    ]);
    expect(await world.ran(batch)).toMatchObject({ state: 'done', counts: { confirmed: 2 } });
    expect(world.service.writes).toEqual(['writeContacts name-0.com', 'writeContacts name-2.com']);
    expect(world.service.there('name-0.com').contacts).toEqual([
      { name: 'Registrant', fields: [...(role?.fields ?? []), vat] },
      billing,
    ]);
  });

  it('change only the fields that were asked for: the others are written back as they were read', async () => {
    const world = new BatchesWorld();
    const batch = await world.prepared(only('Email', 'new@example.com'), names(2));
    expect((await world.rows(batch.id)).map(({ before, leftOut }) => [before, leftOut])).toEqual([
      ['Registrant: E-mail', null],
      ['Registrant: E-mail', null],
    ]);
    expect(await world.ran(batch)).toMatchObject({ counts: { confirmed: 2, erasing: 0 } });
    expect(world.service.there('name-1.com').contacts[0]?.fields).toEqual(
      registrant.fields.map((field) =>
        field.name === 'Email' ? { ...field, value: 'new@example.com' } : field,
      ),
    );
  });

  it('are shown as they are and will be, by what was read for the review: grouped, never stored, and gone once applied', async () => {
    const world = new BatchesWorld();
    const other = registrant.fields.map((one) =>
      one.name === 'Email' ? { ...one, value: 'other@example.com' } : one,
    );
    world.service.there('name-2.com').contacts = [{ name: 'Registrant', fields: other }];
    const batch = await world.prepared(only('Email', 'new@example.com'), names(3));
    const common = { role: 'Registrant', field: 'Email', after: 'new@example.com' };
    const reads = world.service.reads.length;
    expect(valueOf(await world.batches.contactChanges(batch.id))).toEqual([
      { ...common, before: 'ada@example.com', count: 2, domains: ['name-0.com', 'name-1.com'] },
      { ...common, before: 'other@example.com', count: 1, domains: ['name-2.com'] },
    ]);
    expect(world.service.reads.length, 'nothing is read again').toBe(reads);
    expect(everythingStored(world)).not.toContain('other@example.com');
    await world.batches.leaveOut(batch.id, 2, true);
    expect(valueOf(await world.batches.contactChanges(batch.id))).toHaveLength(1);
    await world.ran(valueOf(await world.batches.find(batch.id)));
    expect(valueOf(await world.batches.contactChanges(batch.id))).toBeNull();
  });

  it('that would erase a field leave their domain out, and are written only where a person includes it', async () => {
    const world = new BatchesWorld();
    world.service.there('name-2.com').contacts = [{ name: 'Registrant', fields: emptied('City') }];
    const batch = await world.prepared(only('City', ''), names(3));
    expect(batch.counts).toMatchObject({ erasing: 2, remaining: 0, leftOut: 3, leftOutInNeed: 2 });
    expect((await world.rows(batch.id)).map(({ leftOut, erases }) => [leftOut, erases])).toEqual([
      ['erases', 'Registrant: City'],
      ['erases', 'Registrant: City'],
      // There is nothing to erase.
      ['already-so', null],
    ]);
    const taken = valueOf(await world.batches.leaveOut(batch.id, 1, false));
    expect(taken.counts).toMatchObject({ erasing: 2, remaining: 1 });
    expect(await world.ran(taken)).toMatchObject({ counts: { confirmed: 1 } });
    expect(world.service.writes).toEqual(['writeContacts name-1.com']);
    expect(cityOf(world, 'name-0.com')).toBe('London');
    expect(cityOf(world, 'name-1.com')).toBe('');
  });

  it('that were asked for with every field, as earlier versions did, empty only what a person includes', async () => {
    const world = new BatchesWorld();
    const all = registrant.fields.map(({ name }) => ({
      name,
      value: name === 'Email' ? 'new@example.com' : '',
    }));
    const batch = await world.prepared(
      { kind: 'contacts', roles: [{ ...registrant, fields: all }] },
      names(2),
    );
    expect(batch.counts).toMatchObject({ remaining: 0, erasing: 2 });
  });

  it('that were reviewed before rows named what they erase are not applied: they are read again', async () => {
    const world = new BatchesWorld();
    const { database } = world.kept;
    const batch = await world.prepared(only('City', ''), names(1));
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

  it('with an unusual value are warned of as in a single review, by the names of the fields', async () => {
    const world = new BatchesWorld();
    const odd = await world.prepared(only('Email', 'nobody'), names(1));
    const ofRegistrant =
      'Changing the registrant can require approvals by e-mail and lock the domain against transfers for a while.';
    expect(odd.ask).toMatchObject({
      warnings: [ofRegistrant, 'Registrant: E-mail looks unusual. It will be sent unchanged.'],
    });
    expect((await world.prepared(only('Email', 'a@example.com'), names(1))).ask).toMatchObject({
      warnings: [ofRegistrant],
    });
  });

  it('name only the fields that differ, in the row and in the journal', async () => {
    const world = new BatchesWorld();
    const fields = (role?.fields ?? []).with(1, { name: 'City', value: 'London' });
    world.service.there('name-0.com').contacts = [{ name: 'Registrant', fields }];
    const batch = await world.prepared(wanted, names(1));
    expect((await world.rows(batch.id))[0]?.before).toBe('Registrant: City');
    await world.ran(batch);
    const [row] = await world.rows(batch.id);
    const found = valueOf(await world.changes.find(row?.changeId ?? ''));
    expect(found.change.what).toEqual({
      kind: 'contacts',
      roles: [{ name: 'Registrant', changed: ['City'] }],
    });
  });

  it('are not sent where a domain has no field for one of them', async () => {
    const world = new BatchesWorld();
    world.service.there('name-0.com').contacts = [
      { name: 'Registrant', fields: registrant.fields.filter(({ name }) => name !== 'Email') },
    ];
    world.service.there('name-1.com').contacts = [{ ...registrant, name: 'Tech' }];
    const batch = await world.prepared(wanted, names(2));
    const reasons = (await world.rows(batch.id)).map(({ leftOut, error }) => [leftOut, error]);
    const noField = (of: string) => ({
      kind: 'invalid-input',
      field: 'roles',
      reason: `The service shows no field here for ${of}.`,
    });
    expect(reasons).toEqual([
      ['fields-differ', noField('Registrant: E-mail')],
      ['fields-differ', noField('Registrant: Name, Registrant: City and Registrant: E-mail')],
    ]);
  });

  it('that cannot be read leave their domain out', async () => {
    const world = new BatchesWorld();
    const refused = { kind: 'refused', why: 'permission', status: 403, said: '' } as const;
    world.failingNames.set('name-1.com', refused);
    const batch = await world.prepared(wanted, names(2));
    expect(await world.rows(batch.id, 'left-out')).toMatchObject([
      { index: 1, leftOut: 'not-readable', error: refused },
    ]);
  });

  it('F7 are not sent where they are others than those that were reviewed', async () => {
    const world = new BatchesWorld();
    const batch = await world.prepared(wanted, names(3));
    const other = (field: string) =>
      registrant.fields.map((one) => ({ ...one, ...(one.name === field && { value: 'Other' }) }));
    world.service.there('name-1.com').contacts = [{ name: 'Registrant', fields: other('Email') }];
    // Somebody wrote them meanwhile: that is another state than the one reviewed, too.
    world.service.there('name-2.com').contacts = roles;
    await world.ran(batch);
    expect(world.service.writes).toEqual(['writeContacts name-0.com']);
    expect(await world.rows(batch.id, 'left-out')).toMatchObject([
      { index: 1, leftOut: 'changed-since', error: { kind: 'changed-since', what: 'contacts' } },
      { index: 2, leftOut: 'changed-since' },
    ]);
  });

  it('F7 are not sent where a field is gone since the review', async () => {
    const world = new BatchesWorld();
    const batch = await world.prepared(wanted, names(1));
    const fields = registrant.fields.filter(({ name }) => name !== 'Email');
    world.service.there('name-0.com').contacts = [{ name: 'Registrant', fields }];
    await world.ran(batch);
    expect(world.service.writes).toEqual([]);
    expect(await world.rows(batch.id)).toMatchObject([{ leftOut: 'changed-since' }]);
  });

  it('F7 are not sent where they change between the row’s own read and the gate’s', async () => {
    const world = new BatchesWorld();
    const batch = await world.prepared(wanted, names(1));
    let reads = 0;
    world.service.onRead = (name) => {
      reads += name === 'contacts' ? 1 : 0;
      if (reads === 2)
        world.service.there('name-0.com').contacts = [
          {
            name: 'Registrant',
            fields: registrant.fields.toSpliced(0, 1, { name: 'Contact_Name', value: 'Somebody' }),
          },
        ];
    };
    await world.ran(batch);
    expect(world.service.writes).toEqual([]);
    expect(await world.rows(batch.id)).toMatchObject([{ leftOut: 'changed-since' }]);
  });

  it('F1 that were refused, and are as before when they are read back, are not done', async () => {
    const world = new BatchesWorld();
    world.service.behaviours.push({ outcome: 'refused', isApplied: false });
    const batch = await world.ran(await world.prepared(wanted, names(2)));
    expect(batch).toMatchObject({ state: 'done', counts: { confirmed: 1, refused: 1, uncertain: 0 } });
    expect((await world.rows(batch.id)).map(({ state }) => state)).toEqual(['refused', 'confirmed']);
  });

  it('halt at the first that is uncertain, and go on when told to', async () => {
    const world = new BatchesWorld();
    world.service.behaviours.push({ outcome: 'uncertain', isApplied: false });
    world.service.failing.clear();
    const batch = await world.prepared(wanted, names(3));
    world.service.onWrite = () => {
      world.service.failing.set('contacts', { kind: 'unreadable', why: 'not-json', status: 200 } as never);
      return Promise.resolve();
    };
    expect(await world.ran(batch)).toMatchObject({ state: 'halted', counts: { uncertain: 1, remaining: 2 } });
    world.service.failing.clear();
    world.service.onWrite = () => Promise.resolve();
    await world.goOn(batch.id, true);
    await world.quiet();
    expect(await world.find(batch.id)).toMatchObject({ counts: { confirmed: 2, remaining: 0 } });
  });

  it('go on after a restart, with the values that were reviewed', async () => {
    const world = new BatchesWorld();
    const batch = await world.applied(wanted, names(4));
    valueOf(await world.batches.pause(batch.id));
    await world.restart();
    await world.goOn(batch.id);
    await world.quiet();
    expect(await world.find(batch.id)).toMatchObject({ state: 'done', counts: { confirmed: 4 } });
    expect(names(4).map((domain) => cityOf(world, domain))).toEqual(Array(4).fill('Oxford'));
  });

  it('have their count typed where the registrant changes, however few', async () => {
    const world = new BatchesWorld();
    world.own(...names(100));
    const tech = { kind: 'contacts', roles: roles.map((one) => ({ ...one, name: 'Tech' })) } as const;
    expect((await world.prepared(wanted, names(1))).typedCount).toBe(1);
    expect(await world.batches.prepare(accountId, tech, names(1))).toMatchObject({
      error: { kind: 'invalid-input', field: 'roles' },
    });
  });
});

describe('D9 the values of a batch of contacts', () => {
  it('are in no table in clear, nor in what the page is told, at any time', async () => {
    const world = new BatchesWorld();
    const batch = await world.prepared(wanted, names(3));
    world.service.behaviours.push({ outcome: 'refused', isApplied: false });
    const before = everythingStored(world);
    await world.ran(batch);
    const after = everythingStored(world);
    const shown = JSON.stringify([
      world.announced,
      await world.rows(batch.id),
      valueOf(await world.batches.list(accountId)),
    ]);
    for (const value of personal) {
      expect(before).not.toContain(value);
      expect(after).not.toContain(value);
      expect(shown).not.toContain(value);
    }
  });

  it('are stored encrypted, and given to a person who asks, as long as the batch may need them', async () => {
    const world = new BatchesWorld();
    const batch = await world.prepared(wanted, names(2));
    expect(sealedOf(world, batch)).not.toEqual({ sealed: null });
    expect(valueOf(await world.batches.personal(batch.id))).toEqual(roles);
    await world.ran(batch);
    expect(sealedOf(world, batch)).toEqual({ sealed: null });
    expect(valueOf(await world.batches.personal(batch.id))).toBeNull();
  });

  it('are deleted when the batch is stopped', async () => {
    const world = new BatchesWorld();
    const batch = await world.prepared(wanted, names(2));
    valueOf(await world.batches.stop(batch.id));
    expect(sealedOf(world, batch)).toEqual({ sealed: null });
  });

  it('F3 are deleted at the start after a restore, which stops the batch', async () => {
    const world = new BatchesWorld();
    const batch = await world.prepared(wanted, names(2));
    stopEvery(world.kept.database, world.time.now().toISOString());
    await world.restart();
    expect(await world.find(batch.id)).toMatchObject({ state: 'stopped', stoppedBy: 'restore' });
    expect(sealedOf(world, batch)).toEqual({ sealed: null });
  });

  it('are kept for what was refused, and deleted when the last doubt is settled', async () => {
    const world = new BatchesWorld();
    world.service.behaviours.push({ outcome: 'refused', isApplied: false });
    const refused = await world.ran(await world.prepared(wanted, names(2)));
    expect(valueOf(await world.batches.personal(refused.id))).toEqual(roles);

    world.service.behaviours.push({ outcome: 'uncertain', isApplied: false });
    const batch = await world.prepared(wanted, ['doubtful.com']);
    world.service.onWrite = () => {
      world.service.there('doubtful.com').contacts = [];
      return Promise.resolve();
    };
    await world.ran(batch);
    await world.goOn(batch.id, true);
    await world.quiet();
    expect(await world.find(batch.id)).toMatchObject({ state: 'done', counts: { uncertain: 1 } });
    expect(valueOf(await world.batches.personal(batch.id))).toEqual(roles);
    const [row] = await world.rows(batch.id);
    valueOf(await world.changes.settle(row?.changeId ?? '', 'applied', ''));
    await world.quiet();
    expect(sealedOf(world, batch)).toEqual({ sealed: null });
  });

  it.each([
    ['at a start', (world: BatchesWorld) => world.restart()],
    ['once a day', (world: BatchesWorld) => world.time.pass(86_400_000)],
  ])(
    '(G17) are kept for a month after a batch of which something was refused, and deleted %s',
    async (_when, later) => {
      const world = new BatchesWorld();
      world.service.behaviours.push({ outcome: 'refused', isApplied: false });
      await world.restart();
      const batch = await world.ran(await world.prepared(wanted, names(2)));
      await world.time.pass(29 * 86_400_000);
      await later(world);
      expect(sealedOf(world, batch)).not.toEqual({ sealed: null });
      await world.time.pass(86_400_000);
      await later(world);
      expect(sealedOf(world, batch)).toEqual({ sealed: null });
    },
  );

  it('are not stored where they cannot be encrypted: no batch is made', async () => {
    const world = new BatchesWorld();
    world.isKeychainLocked = true;
    expect(await world.batches.prepare(accountId, wanted, names(2))).toMatchObject({
      error: { kind: 'keychain' },
    });
    expect(valueOf(await world.batches.list(accountId))).toEqual([]);
  });

  it('halt the batch where they cannot be decrypted, and nothing is sent', async () => {
    const world = new BatchesWorld();
    const batch = await world.prepared(wanted, names(2));
    world.isKeychainLocked = true;
    expect(await world.ran(batch)).toMatchObject({ state: 'halted', waitingFor: { kind: 'keychain' } });
    expect(world.service.writes).toEqual([]);
    world.isKeychainLocked = false;
    expect(await world.resumed(batch.id)).toMatchObject({ state: 'done', counts: { confirmed: 2 } });
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
