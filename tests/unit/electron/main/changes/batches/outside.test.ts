import { describe, expect, it } from 'vitest';
import type { FullBatchAsk } from '#shared/domain/batch.ts';
import { overridable } from '#shared/domain/remarks.ts';
import { createAccountsRepository } from '../../../../../../electron/main/workspace/repositories/accounts.ts';
import { notGiven } from '../../../../../../shared/domain/finding.ts';
import {
  accountId,
  BatchesWorld,
  locking,
  movingTo,
  names,
  renewing,
  syncing,
} from '../../../../../support/batches/a-batches-world.ts';
import { anAccount, aPricedFinding } from '../../../../../support/workspace/a-workspace.ts';

const nameservers: FullBatchAsk = {
  kind: 'nameservers',
  nameservers: ['ns1.new.example', 'ns2.new.example'],
};
const stepped: FullBatchAsk = { ...movingTo('Oxford'), kind: 'contacts', unlocks: true } as FullBatchAsk; // `movingTo` is of contacts.
const kinds: readonly (readonly [string, FullBatchAsk])[] = [
  ['locks', { kind: 'lock', state: 'unlocked' }],
  ['nameservers', nameservers],
  ['contacts', movingTo('Oxford')],
  ['contacts with steps', stepped],
  ['renewals', renewing],
  ['syncs', syncing],
];

/** Another account of this workspace, whose portfolio has these names. */
function another(
  world: BatchesWorld,
  label: string,
  domains: readonly string[],
  kind: 'reseller' | 'practice',
) {
  const id = `other ${label}`;
  createAccountsRepository(world.kept.database).save(
    anAccount({ id, label, kind, username: `${label}@b.example` }),
  );
  const addedAt = world.time.now().toISOString();
  world.domains.add({ accountId: id, names: domains.join('\n'), tags: [], addedAt, addedBy: 'typed' });
}

describe('H9 a name that is not in the portfolio of the account', () => {
  it.each(kinds)(
    'H9 is excluded from a batch of %s, with every step, and the others are sent',
    async (_, ask) => {
      const world = new BatchesWorld();
      const [mine = '', typo = ''] = names(2);
      world.own(mine);
      const batch = await world.preparedOf(ask, [mine, typo]);
      const rows = await world.rows(batch.id);
      const reasons = rows.filter(({ domain }) => domain === typo).map(({ leftOut }) => leftOut);
      expect(new Set(reasons)).toEqual(new Set(['not-in-portfolio']));
      expect(rows.filter(({ domain }) => domain === mine).every(({ leftOut }) => leftOut === null)).toBe(
        true,
      );
      expect(rows.filter(({ outside }) => outside !== undefined).map(({ domain }) => domain)).toEqual(
        reasons.map(() => typo),
      );
      const done = await world.ran(batch);
      expect(done.state).toBe('done');
      expect(world.service.writes.length).toBeGreaterThan(0);
      expect(world.service.writes.filter((write) => write.endsWith(typo))).toEqual([]);
    },
  );

  it.each(kinds)('H9 is sent in a batch of %s once a person has included it', async (_, ask) => {
    const world = new BatchesWorld();
    const { id } = await world.preparedOf(ask, names(1));
    const main = (await world.rows(id)).find(({ step }) => step === null);
    expect(await world.batches.leaveOut(id, main?.index ?? -1, false)).toMatchObject({ ok: true });
    await world.ran(await world.find(id));
    const writes = ask.kind === 'contacts' && ask.unlocks === true ? 3 : 1;
    expect(world.service.writes.filter((write) => write.endsWith('name-0.com'))).toHaveLength(writes);
  });

  it('H9 is told with the account that has it: no archived domain, no removed account, the practice account last', async () => {
    const world = new BatchesWorld();
    const [a = '', b = '', c = '', d = ''] = names(4);
    another(world, 'Own', [a, b], 'reseller');
    another(world, 'Gone', [c], 'reseller');
    another(world, 'A practice', [a, d], 'practice');
    world.kept.database.exec("UPDATE accounts SET removed_at = 1 WHERE label = 'Gone'");
    const archivedAt = world.time.now().toISOString();
    world.domains.set({ accountId: 'other Own', names: [b], archivedAt });
    const { id } = await world.preparedOf(locking, [a, b, c, d]);
    expect((await world.rows(id)).map(({ outside }) => outside?.heldBy)).toEqual([
      'Own',
      null,
      null,
      'A practice',
    ]);
  });

  it('H9 is excluded where it was taken out of the portfolio after the review', async () => {
    const world = new BatchesWorld();
    world.unlock(names(2));
    const batch = await world.prepared(locking, names(2));
    world.domains.remove({ accountId, names: ['name-1.com'] });
    const done = await world.ran(batch);
    expect(done.counts).toMatchObject({ confirmed: 1, leftOut: 1 });
    expect((await world.rows(batch.id)).map(({ leftOut }) => leftOut)).toEqual([null, 'not-in-portfolio']);
  });

  it('H9 is not hidden by what else may be included: fields that it would empty; a payment that may be a second one is said first', async () => {
    expect(overridable).toContain('not-in-portfolio');
    const world = new BatchesWorld();
    const erasing: FullBatchAsk = {
      kind: 'contacts',
      roles: [{ name: 'Registrant', fields: [{ name: 'City', value: '' }] }],
    };
    const { id } = await world.preparedOf(erasing, names(1));
    expect(await world.rows(id)).toMatchObject([{ leftOut: 'not-in-portfolio', erases: 'Registrant: City' }]);
    world.own('name-9.com');
    await world.ran(await world.prepared(renewing, ['name-9.com']));
    world.domains.remove({ accountId, names: ['name-9.com'] });
    const again = await world.preparedOf(renewing, ['name-9.com']);
    expect(await world.rows(again.id)).toMatchObject([{ leftOut: 'renewed', outside: { heldBy: null } }]);
  });
});

describe('H9 a renewal whose own lookup finds the name free', () => {
  const given = { kind: 'given', amount: '199.00', currency: 'USD' } as const;

  it.each(['available', 'premium'] as const)(
    'H9 is excluded where it is %s, and what the name costs is no price of it',
    async (found) => {
      const world = new BatchesWorld();
      world.own(...names(2));
      world.service.free('name-0.com', found);
      world.service.renewalPrice = given;
      const { id } = await world.prepared(renewing, names(2));
      expect(await world.rows(id)).toMatchObject([
        { leftOut: 'not-in-portfolio', renewal: { price: notGiven, isFree: true } },
        { leftOut: null, renewal: { price: given } },
      ]);
    },
  );

  it.each(['taken', 'reserved', 'unknown'] as const)('H9 stays ready where it is %s', async (found) => {
    const world = new BatchesWorld();
    world.own('name-0.com');
    world.service.there('name-0.com').finding = found;
    const { id } = await world.prepared(renewing, names(1));
    expect(await world.rows(id)).toMatchObject([{ leftOut: null }]);
  });

  it('H9 is looked up anew where it was free when it was looked up before: it may have been bought since', async () => {
    const world = new BatchesWorld();
    world.own('name-0.com');
    world.service.renewalPrice = given;
    const before = aPricedFinding('name-0.com', '5.00', world.time.now());
    world.findings = [{ ...before, kind: 'available' }];
    const { id } = await world.prepared(renewing, names(1));
    expect(await world.rows(id)).toMatchObject([{ leftOut: null, renewal: { price: given } }]);
    expect(world.service.reads).toEqual(['finding']);
  });
});
