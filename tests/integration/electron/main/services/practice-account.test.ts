import { beforeEach, describe, expect, it } from 'vitest';
import { addPracticeAccount, resetPractice } from '../../../../../electron/main/services/practice-account.ts';
import { named } from '../../../../support/named-operations.ts';
import { createTestWorld, type TestWorld } from '../../../../support/test-world.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

let world: TestWorld;
beforeEach(async () => {
  world = await createTestWorld({ account: null });
});

/** When the samples have been refreshed too. */
async function add(): Promise<string> {
  const { id } = valueOf(await addPracticeAccount(world));
  const unread = async () =>
    (await domainsOf(id)).filter(({ lock, tags }) => lock === null && !tags.includes('trouble on purpose'));
  await expect.poll(unread).toEqual([]);
  return id;
}

const domainsOf = async (id: string) => await world.portfolio.list(id);

describe('a practice account', () => {
  it('begins with twelve domains that have expiries, and one of each trouble, marked as made on purpose', async () => {
    const domains = await domainsOf(await add());
    const troubles = domains.filter(({ tags }) => tags.includes('trouble on purpose'));
    expect(domains.length - troubles.length).toBe(12);
    expect(troubles.map(({ name }) => name).sort()).toEqual([
      'missing-domain.com',
      'refused-change.com',
      'slow-answer.com',
      'uncertain-change.com',
    ]);
    expect(domains.every(({ tags }) => tags.includes('sample'))).toBe(true);
    // They are not what a person has entered.
    expect(new Set(domains.map(({ expiresOn }) => expiresOn?.source ?? 'sample'))).toEqual(
      new Set(['sample']),
    );
    const expiries = domains.map(({ expiresOn }) => expiresOn?.value).filter(Boolean);
    expect(expiries).toHaveLength(12);
    expect(new Set(expiries).size).toBeGreaterThan(8);
  });

  it('is announced with its key once its service has started, for a list that was read before', async () => {
    await world.accounts.addPractice();
    const before = world.payloads('accounts.changed').length;
    await world.practice.start();
    expect(world.payloads('accounts.changed').length).toBe(before + 1);
    expect(world.accounts.list().accounts[0]?.key.hasKey).toBe(true);
  });

  it('opens no keychain for them', async () => {
    await add();
    expect(world.keychain.size).toBe(0);
  });

  it('that is there already gets no sample back that was removed', async () => {
    const id = await add();
    await world.portfolio.remove(id, ['oakline.io']);
    expect(await add()).toBe(id);
    expect((await domainsOf(id)).map(({ name }) => name)).not.toContain('oakline.io');
  });

  it('has its samples and its credit back once it is reset, and nothing else', async () => {
    const id = await add();
    const before = (await domainsOf(id)).map(({ name }) => name);
    await world.portfolio.remove(id, ['oakline.io', 'harbour-books.com']);
    valueOf(await world.portfolio.add(id, 'bakery.com', [], 'typed'));
    const client = named(valueOf(await world.connections.of(id)).client);
    expect((await client.renew({ domain: 'oakline.io', periodYears: 1, addons: {} })).ok).toBe(true);
    expect(valueOf(await client.readCredits(null)).amount).not.toBe('500.00');
    valueOf(await resetPractice(world, id));
    expect((await domainsOf(id)).map(({ name }) => name)).toEqual(before);
    expect(valueOf(await client.readCredits(null)).amount).toBe('500.00');
  });

  it('shows an uncertain change, and is not reset before a person has decided about it', async () => {
    const id = await add();
    const domain = 'uncertain-change.com';
    const { changes } = world;
    const renewing = { kind: 'renew', periodYears: 1, addons: {} } as const;
    const review = valueOf(await changes.prepare(id, domain, renewing));
    const confirmation = { typedName: domain, premiumAccepted: false, typedLimit: null };
    const renewal = valueOf(await changes.apply(review.reviewId, confirmation));
    const stateNow = async () => valueOf(await changes.find(renewal.id)).change.state;
    await expect.poll(stateNow).toBe('uncertain');
    expect(await resetPractice(world, id)).toMatchObject({
      ok: false,
      error: { kind: 'account-in-use', why: 'change', domain },
    });
    valueOf(await changes.settle(renewal.id, 'applied', 'Seen in the panel'));
    expect(await resetPractice(world, id)).toMatchObject({ ok: true });
  });

  it('expects nothing more of what it ordered once its service has started over', async () => {
    const id = await add();
    const { portfolio, practice } = world;
    const expiryOf = async (name: string) => {
      const { expiresOn } = valueOf(await portfolio.find(id, name));
      return expiresOn === null ? null : { value: expiresOn.value, source: expiresOn.source };
    };
    const begins = await expiryOf('oakline.io');
    const begunAt = valueOf(await portfolio.find(id, 'oakline.io')).expiresOn?.at ?? '';
    const at = new Date(Date.now() + 60_000).toISOString();
    const ordered = { at, source: 'change', renewal: { years: 1, sentAt: at } } as const;
    await portfolio.observe(id, 'oakline.io', ordered);
    await portfolio.observe(id, 'bakery.com', { ...ordered, isRegistered: true });
    valueOf(await portfolio.setExpiry(id, 'harbour-books.com', '2033-05-06'));
    expect(await expiryOf('oakline.io')).toMatchObject({ source: 'expected' });
    expect(await expiryOf('bakery.com')).toMatchObject({ source: 'expected' });
    await practice.stop();
    await practice.start();
    expect(await expiryOf('oakline.io')).toEqual(begins);
    // As of now, so that a batch does not take the domain for renewed.
    const { expiresOn } = valueOf(await portfolio.find(id, 'oakline.io'));
    expect(Date.parse(expiresOn?.at ?? '')).toBeGreaterThan(Date.parse(begunAt));
    expect(await expiryOf('bakery.com')).toBeNull();
    expect(await expiryOf('harbour-books.com')).toEqual({ value: '2033-05-06', source: 'typed' });
  });

  it('expects nothing under a date that a person has entered, either', async () => {
    const id = await add();
    const { portfolio, practice } = world;
    const expiry = async () => valueOf(await portfolio.find(id, 'oakline.io')).expiresOn;
    const sampleAt = (await expiry())?.at ?? '';
    const at = new Date(Date.parse(sampleAt) + 1).toISOString();
    await portfolio.observe(id, 'oakline.io', { at, source: 'change', renewal: { years: 1, sentAt: at } });
    expect(await expiry()).toMatchObject({ source: 'expected' });
    valueOf(await portfolio.setExpiry(id, 'oakline.io', '2033-05-06'));
    await practice.stop();
    await practice.start();
    expect(await expiry()).toMatchObject({ value: '2033-05-06', source: 'typed' });
    valueOf(await portfolio.setExpiry(id, 'oakline.io', null));
    expect(await expiry()).toBeNull();
  });

  it('alone can be reset', async () => {
    const { id } = valueOf(
      await world.accounts.add({
        label: 'Acme',
        colour: 'teal',
        baseUrl: 'https://reseller.example/api/index.php',
        username: 'me@example.com',
      }),
    );
    expect(await resetPractice(world, id)).toMatchObject({
      ok: false,
      error: { kind: 'invalid-input', field: 'id' },
    });
  });
});
