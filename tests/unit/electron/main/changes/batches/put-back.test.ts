import { describe, expect, it } from 'vitest';
import type { FullBatchAsk } from '#shared/domain/batch.ts';
import {
  accountId,
  BatchesWorld,
  locking,
  movingTo,
  names,
} from '../../../../../support/batches/a-batches-world.ts';
import { createPutBack } from '../../../../../../electron/main/workspace/batches/put-back.ts';
import { createAccountsRepository } from '../../../../../../electron/main/workspace/repositories/accounts.ts';
import { registrant } from '../../../../../support/changes/a-service.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

const moving: FullBatchAsk = { kind: 'nameservers', nameservers: ['a.example.org', 'b.example.org'] };
const before = ['ns1.example.net', 'ns2.example.net'];

/** A batch that was applied, and what became of it. */
async function done(world: BatchesWorld, ask: FullBatchAsk, domains: readonly string[]): Promise<string> {
  const batch = await world.prepared(ask, domains);
  await world.ran(batch);
  world.service.writes.length = 0;
  return batch.id;
}

/** The batch that puts back what another one changed, as it is read. */
async function wayBack(world: BatchesWorld, batchId: string) {
  const { id } = valueOf(await world.batches.putBack({ batchId }));
  await world.quiet();
  return await world.find(id);
}

const reasons = async (world: BatchesWorld, id: string) =>
  (await world.rows(id)).map(({ domain, leftOut }) => [domain, leftOut]);

describe('putting back what a batch changed', () => {
  it('writes to each domain the nameservers that it had, although each had others', async () => {
    const world = new BatchesWorld();
    world.service.there('name-1.com').nameservers = ['x.example.com', 'y.example.com', 'z.example.com'];
    const batch = await wayBack(world, await done(world, moving, names(3)));
    expect(batch).toMatchObject({
      state: 'ready',
      counts: { remaining: 3 },
      ask: { kind: 'nameservers', nameservers: [] },
    });
    expect((await world.rows(batch.id)).map(({ before: was, after }) => [was, after])).toEqual([
      ['a.example.org, b.example.org', 'ns1.example.net, ns2.example.net'],
      ['a.example.org, b.example.org', 'x.example.com, y.example.com, z.example.com'],
      ['a.example.org, b.example.org', 'ns1.example.net, ns2.example.net'],
    ]);
    expect(world.service.writes).toEqual([]);
    expect(await world.ran(batch)).toMatchObject({ state: 'done', counts: { confirmed: 3 } });
    expect(world.service.there('name-0.com').nameservers).toEqual(before);
    expect(world.service.there('name-1.com').nameservers).toEqual([
      'x.example.com',
      'y.example.com',
      'z.example.com',
    ]);
  });

  it('leaves out what somebody has changed since, and what is as before already', async () => {
    const world = new BatchesWorld();
    const id = await done(world, moving, names(3));
    world.service.there('name-1.com').nameservers = ['other.example.com', 'more.example.com'];
    world.service.there('name-2.com').nameservers = before;
    const batch = await wayBack(world, id);
    expect(await reasons(world, batch.id)).toEqual([
      ['name-0.com', null],
      ['name-1.com', 'changed-after'],
      ['name-2.com', 'already-so'],
    ]);
    await world.ran(batch);
    expect(world.service.writes).toEqual(['writeNameservers name-0.com']);
  });

  it('sends nothing to a domain that somebody changes between the review and the sending', async () => {
    const world = new BatchesWorld();
    const batch = await wayBack(world, await done(world, moving, names(2)));
    world.service.there('name-0.com').nameservers = ['other.example.com', 'more.example.com'];
    await world.ran(batch);
    expect(world.service.writes).toEqual(['writeNameservers name-1.com']);
    expect(await reasons(world, batch.id)).toEqual([
      ['name-0.com', 'changed-since'],
      ['name-1.com', null],
    ]);
  });

  it('concerns only what took effect: a refused row is no part of it', async () => {
    const world = new BatchesWorld();
    world.unlock(names(3));
    world.refusing.set('name-1.com', { kind: 'refused', why: 'validation', status: 200, said: 'No' });
    const id = await done(world, locking, names(3));
    expect(valueOf(await world.batches.wayBack({ batchId: id }))).toEqual({
      toPutBack: 2,
      notKept: 0,
      elsewhere: 0,
      leftUnlocked: [],
    });
    const batch = await wayBack(world, id);
    expect(batch.ask).toMatchObject({ kind: 'lock', state: 'unlocked', undoes: { batchId: id } });
    expect(await reasons(world, batch.id)).toEqual([
      ['name-0.com', null],
      ['name-2.com', null],
    ]);
    await world.ran(batch);
    expect(world.service.there('name-0.com').lock).toBe('unlocked');
  });

  it('is refused while the batch is not over', async () => {
    const world = new BatchesWorld();
    const { id } = await world.prepared(moving, names(2));
    world.service.onWrite = async () => {
      await world.batches.pause(id);
    };
    await world.ran(await world.find(id));
    expect(await world.find(id)).toMatchObject({ state: 'paused', counts: { confirmed: 1 } });
    const refused = { ok: false, error: { kind: 'invalid-input', field: 'of' } };
    expect(await world.batches.putBack({ batchId: id })).toMatchObject(refused);
    valueOf(await world.batches.stop(id));
    expect((await wayBack(world, id)).counts.remaining).toBe(1);
  });

  it('can itself be put back', async () => {
    const world = new BatchesWorld();
    const back = await wayBack(world, await done(world, moving, names(2)));
    await world.ran(back);
    const again = await wayBack(world, back.id);
    await world.ran(again);
    expect(world.service.there('name-1.com').nameservers).toEqual(['a.example.org', 'b.example.org']);
  });

  it('is of another digest where another change is taken back', async () => {
    const world = new BatchesWorld();
    const id = await done(world, moving, names(1));
    const one = await wayBack(world, id);
    world.kept.database.prepare("UPDATE batch_rows SET undoes = 'another' WHERE batch_id = ?").run(one.id);
    expect(await world.apply(one)).toEqual({ ok: false, error: { kind: 'changed-since', what: 'batch' } });
  });

  it('goes on after a restart once what is left was read and reviewed again', async () => {
    const world = new BatchesWorld();
    const batch = await wayBack(world, await done(world, moving, names(2)));
    await world.restart();
    await world.goOn(batch.id);
    valueOf(await world.batches.readAgain(batch.id));
    await world.quiet();
    await world.ran(await world.find(batch.id));
    expect(world.service.there('name-0.com').nameservers).toEqual(before);
  });

  it('is refused for what cannot be taken back, and says so before', async () => {
    const world = new BatchesWorld();
    const id = await done(world, { kind: 'renew', periodYears: 1 }, names(2));
    expect(valueOf(await world.batches.wayBack({ batchId: id }))).toMatchObject({ toPutBack: null });
    expect(await world.batches.putBack({ batchId: id })).toMatchObject({
      ok: false,
      error: { kind: 'invalid-input', field: 'of' },
    });
  });
});

describe('putting back contacts', () => {
  const cityOf = (world: BatchesWorld, domain: string) =>
    world.service.there(domain).contacts[0]?.fields.find(({ name }) => name === 'City')?.value;

  it('writes what each domain had, and leaves alone what was set in other fields since', async () => {
    const world = new BatchesWorld();
    world.service.there('name-1.com').contacts = [
      { name: 'Registrant', fields: [...registrant.fields, { name: 'Phone', value: '+44.1' }] },
    ];
    const id = await done(world, movingTo('Oxford'), names(2));
    const [role] = world.service.there('name-1.com').contacts;
    world.service.there('name-1.com').contacts = [
      {
        name: 'Registrant',
        fields: (role?.fields ?? []).map((field) =>
          field.name === 'Phone' ? { ...field, value: '+44.2' } : field,
        ),
      },
    ];
    const batch = await wayBack(world, id);
    // The registrant changes: the count is typed.
    expect(batch).toMatchObject({ counts: { remaining: 2, erasing: 0 }, typedCount: 2 });
    await world.ran(batch);
    expect(world.service.there('name-0.com').contacts).toEqual([registrant]);
    expect(world.service.there('name-1.com').contacts[0]?.fields).toEqual([
      ...registrant.fields,
      { name: 'Phone', value: '+44.2' },
    ]);
  });

  it('empties a field again that was empty before, without asking for each row', async () => {
    const world = new BatchesWorld();
    world.service.there('name-0.com').contacts = [
      {
        name: 'Registrant',
        fields: registrant.fields.map((field) => (field.name === 'City' ? { ...field, value: '' } : field)),
      },
    ];
    await world.ran(await wayBack(world, await done(world, movingTo('Oxford'), names(1))));
    expect(cityOf(world, 'name-0.com')).toBe('');
  });

  it('leaves out a domain of which a field that was set has another value now', async () => {
    const world = new BatchesWorld();
    const id = await done(world, movingTo('Oxford'), names(2));
    const [role] = world.service.there('name-0.com').contacts;
    world.service.there('name-0.com').contacts = [
      {
        name: 'Registrant',
        fields: (role?.fields ?? []).map((field) =>
          field.name === 'City' ? { ...field, value: 'Bath' } : field,
        ),
      },
    ];
    const batch = await wayBack(world, id);
    expect(await reasons(world, batch.id)).toEqual([
      ['name-0.com', 'changed-after'],
      ['name-1.com', null],
    ]);
    await world.ran(batch);
    expect(cityOf(world, 'name-0.com')).toBe('Bath');
  });

  it('is possible for 30 days: then the values are deleted, and each row says so', async () => {
    const world = new BatchesWorld();
    const id = await done(world, movingTo('Oxford'), names(2));
    expect(valueOf(await world.batches.wayBack({ batchId: id }))).toMatchObject({ toPutBack: 2, notKept: 0 });
    const stored = () => world.kept.database.prepare('SELECT count(*) AS count FROM previous_contacts').get();
    expect(stored()).toEqual({ count: 2 });
    await world.time.pass(31 * 86_400_000);
    await world.restart();
    expect(stored()).toEqual({ count: 0 });
    expect(valueOf(await world.batches.wayBack({ batchId: id }))).toMatchObject({ toPutBack: 0, notKept: 2 });
    const batch = await wayBack(world, id);
    expect(await reasons(world, batch.id)).toEqual([
      ['name-0.com', 'not-kept'],
      ['name-1.com', 'not-kept'],
    ]);
  });

  it('stores nothing of them that can be read without the keychain, and nothing for what was refused', async () => {
    const world = new BatchesWorld();
    world.service.behaviours.push({ outcome: 'refused', isApplied: false });
    await done(world, movingTo('Oxford'), names(2));
    const rows = world.kept.database.prepare('SELECT bytes FROM previous_contacts').all();
    expect(rows).toHaveLength(1);
    const text = rows.map(({ bytes }) => Buffer.from(bytes as Uint8Array).toString('latin1')).join();
    for (const value of ['Ada', 'London', 'Oxford', 'ada@example.com']) expect(text).not.toContain(value);
  });

  it('puts back a single change, made in the editor, in a batch of one', async () => {
    const world = new BatchesWorld();
    world.own('name-0.com');
    const review = valueOf(
      await world.changes.prepare(accountId, 'name-0.com', {
        kind: 'contacts',
        roles: [
          {
            name: 'Registrant',
            fields: registrant.fields.map((field) =>
              field.name === 'City' ? { ...field, value: 'Oxford' } : field,
            ),
          },
        ],
      }),
    );
    const typed = { typedName: 'name-0.com', premiumAccepted: false, typedLimit: null };
    const change = valueOf(await world.changes.apply(review.reviewId, typed));
    await world.quiet();
    expect(cityOf(world, 'name-0.com')).toBe('Oxford');
    const { id } = valueOf(await world.batches.putBack({ changeId: change.id }));
    await world.quiet();
    expect((await world.rows(id)).map(({ before: fields }) => fields)).toEqual(['Registrant: City']);
    await world.ran(await world.find(id));
    expect(cityOf(world, 'name-0.com')).toBe('London');
  });

  describe('H14 after the address of the account was edited', () => {
    const elsewhere = 'https://another.example/api/index.php';

    function edit(world: BatchesWorld, isSameService: boolean): void {
      const repository = createAccountsRepository(world.kept.database);
      const account = repository.list().find(({ id }) => id === accountId);
      if (account === undefined) throw new Error('The account is gone');
      expect(repository.save({ ...account, baseUrl: elsewhere, isSameService })).toEqual({ inUse: null });
    }

    const changesOf = (world: BatchesWorld, batchId: string) =>
      world.kept.database
        .prepare('SELECT id FROM journal_changes WHERE batch_id = ?')
        .all(batchId)
        .map(({ id }) => ({ id: String(id) }));

    const refused = {
      kind: 'invalid-input',
      field: 'of',
      reason: expect.stringContaining('had before') as unknown,
    };

    it.each([
      ['nameservers', moving],
      ['a lock', { kind: 'lock', state: 'unlocked' } as const],
      ['contacts', movingTo('Oxford')],
    ])('H14 nothing of a batch is put back at the other service, and that is said: %s', async (_, ask) => {
      const world = new BatchesWorld();
      for (const name of names(2)) world.service.there(name).lock = 'locked';
      const id = await done(world, ask, names(2));
      expect(valueOf(await world.batches.wayBack({ batchId: id }))).toMatchObject({
        toPutBack: 2,
        elsewhere: 0,
      });
      edit(world, false);
      expect(valueOf(await world.batches.wayBack({ batchId: id }))).toMatchObject({
        toPutBack: 0,
        elsewhere: 2,
      });
      expect(await world.batches.putBack({ batchId: id })).toMatchObject({ ok: false, error: refused });
      for (const { id: changeId } of changesOf(world, id)) {
        expect(await world.batches.putBack({ changeId })).toMatchObject({ ok: false, error: refused });
        expect(valueOf(await world.batches.wayBack({ changeId }))).toMatchObject({
          toPutBack: 0,
          elsewhere: 1,
        });
      }
    });

    it('H14 where a person said that it is the same service, everything is put back', async () => {
      const world = new BatchesWorld();
      const id = await done(world, moving, names(2));
      edit(world, true);
      expect(valueOf(await world.batches.wayBack({ batchId: id }))).toMatchObject({
        toPutBack: 2,
        elsewhere: 0,
      });
    });

    it('H14 back at the first address, it is offered again', async () => {
      const world = new BatchesWorld();
      const id = await done(world, moving, names(1));
      const { base_url: first } =
        world.kept.database.prepare('SELECT base_url FROM accounts WHERE id = ?').get(accountId) ?? {};
      edit(world, false);
      world.kept.database
        .prepare('UPDATE accounts SET base_url = ? WHERE id = ?')
        .run(first ?? '', accountId);
      expect(valueOf(await world.batches.wayBack({ batchId: id }))).toMatchObject({
        toPutBack: 1,
        elsewhere: 0,
      });
    });

    it('H14 a row that takes such a change back is excluded when it is read', async () => {
      const world = new BatchesWorld();
      const id = await done(world, moving, names(1));
      const [change] = changesOf(world, id);
      edit(world, false);
      expect(createPutBack(world.kept.database).undone({ id: change?.id ?? '' })).toBeNull();
    });
  });
});
