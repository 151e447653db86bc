import { describe, expect, it, vi } from 'vitest';
import type { ChangeAsk } from '#shared/changes/index.ts';
import { amountToType } from '#shared/domain/limits.ts';
import { createTestWorld, type TestWorld } from '../../../../../support/test-world.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

const asRecognised = { mapping: [], isDayFirst: null, encoding: null, sheet: null, restoresArchived: false };
const file = 'domain,expires\nmore-0.com,2026-12-20\nmore-1.com,2026-12-20\n';

/** The answer to the first order is lost on its way, though it is carried out. */
const lost = {
  operation: 'renew',
  times: 1,
  fault: { kind: 'break', after: 'request', by: 'reset' },
  isApplied: true,
} as const;

const review = ({ domainImport, accountId }: TestWorld, text: string) =>
  domainImport.review(accountId, { kind: 'text', text }, asRecognised);

const bringIn = async (world: TestWorld, text: string) =>
  valueOf(await world.domainImport.apply(world.accountId, valueOf(await review(world, text)))).import;

const renewal = { kind: 'renew', periodYears: 1, addons: {} } as const;
const renew = (world: TestWorld, domain: string) => changed(world, domain, renewal);

async function changed({ changes, accountId }: TestWorld, domain: string, ask: ChangeAsk) {
  const reviewed = valueOf(await changes.prepare(accountId, domain, ask));
  const typedLimit = amountToType(reviewed.asksFor.limits);
  const { id } = valueOf(
    await changes.apply(reviewed.reviewId, { typedName: domain, premiumAccepted: false, typedLimit }),
  );
  return await vi.waitFor(async () => {
    const { change } = valueOf(await changes.find(id));
    if (change.state === 'planned' || change.state === 'sending') throw new Error('It is still sent');
    return change;
  });
}

const listOf = async ({ portfolio, accountId }: TestWorld) =>
  (await portfolio.list(accountId)).map(({ name, expiresOn, addedBy }) => [
    name,
    expiresOn?.value ?? null,
    expiresOn?.source ?? null,
    addedBy,
  ]);

describe('an import that is undone after its domains were renewed', () => {
  it('H16 keeps them, done or uncertain, and the expiry that is expected is right through undoing and importing again', async () => {
    const world = await createTestWorld({ service: { moreDomains: 2, faults: [lost] } });
    const { id } = await bringIn(world, file);
    const uncertain = await renew(world, 'more-1.com');
    expect(uncertain.state).toBe('uncertain');
    expect((await renew(world, 'more-0.com')).state).toBe('confirmed');
    expect(valueOf(await world.domainImport.undo(world.accountId, id))).toEqual({
      undone: 0,
      stayed: ['more-0.com', 'more-1.com'],
    });
    valueOf(await world.changes.settle(uncertain.id, 'applied', 'Seen in the panel'));
    const expected = [
      ['more-0.com', '2027-12-20', 'expected', 'import'],
      ['more-1.com', '2027-12-20', 'expected', 'import'],
    ];
    await vi.waitFor(async () => expect(await listOf(world)).toEqual(expected));
    const again = await review(world, file);
    if (again.ok) await world.domainImport.apply(world.accountId, again.value);
    expect(await listOf(world)).toEqual(expected);
  });

  it('H16 a renewal that is done adds its name where a restore has taken it, and one that a person removed stays removed', async () => {
    const world = await createTestWorld({ service: { moreDomains: 2 }, keyPlace: 'keychain' });
    const backup = valueOf(await world.backups.make());
    await bringIn(world, file);
    await renew(world, 'more-0.com');
    await renew(world, 'more-1.com');
    await world.portfolio.remove(world.accountId, ['more-1.com']);
    valueOf(await world.backups.restoreAtNextStart(backup.name));
    const after = await world.reopen();
    await after.changes.recover();
    await vi.waitFor(async () => expect(await listOf(after)).toEqual([['more-0.com', null, null, 'change']]));
  });

  const email = { name: 'Email', value: 'new@example.com' };
  const asks: readonly ChangeAsk[] = [
    renewal,
    { kind: 'lock', state: 'unlocked' },
    { kind: 'nameservers', nameservers: ['ns1.example.org', 'ns2.example.org'] },
    { kind: 'contacts', roles: [{ name: 'Registrant', fields: [email] }] },
    { kind: 'sync' },
  ];
  it.each(asks.map((ask) => [ask.kind, ask] as const))(
    'H16 a change of a name that is not in the portfolio adds it once it is done: %s',
    async (_kind, ask) => {
      const world = await createTestWorld({ service: { moreDomains: 1 } });
      expect((await changed(world, 'more-0.com', ask)).state).toBe('confirmed');
      await vi.waitFor(async () =>
        expect(await world.portfolio.list(world.accountId)).toMatchObject([
          { name: 'more-0.com', addedBy: 'change' },
        ]),
      );
    },
  );
});
