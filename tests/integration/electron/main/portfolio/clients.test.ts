import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type RegistrationContact, registrationFields } from '#shared/changes/register.ts';
import { emptyChangeFilter } from '#shared/domain/change.ts';
import { createTestWorld, type TestWorld } from '../../../../support/test-world.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const other = {
  label: 'Other',
  colour: 'blue',
  baseUrl: 'https://b.example/api',
  username: 'b@example.com',
} as const;

const noTemplates = { contact: null, nameservers: null };

describe('clients and their templates', () => {
  it('are listed over all accounts with their domains, and by their templates where no domain has them', async () => {
    const { portfolio, accounts, clients, accountId } = await createTestWorld();
    const otherId = valueOf(await accounts.add(other)).id;
    for (const id of [accountId, otherId]) {
      valueOf(await portfolio.add(id, 'one.com two.com three.com', [], 'typed'));
      await portfolio.setClient(id, ['one.com', 'two.com'], 'ACME');
    }
    await portfolio.archive(otherId, ['two.com'], true);
    const nameservers = randomUUID();
    clients.save({ name: 'Zoo', contact: null, nameservers });
    expect(clients.list()).toEqual([
      { name: 'ACME', domains: 3, ...noTemplates },
      { name: 'Zoo', domains: 0, contact: null, nameservers },
    ]);
  });

  it('are kept over a restart, and a choice of them is undone and done again', async () => {
    const world = await createTestWorld();
    const [contact, edit] = [randomUUID(), randomUUID()];
    world.clients.save({ name: 'ACME', contact, nameservers: null });
    const { clients } = await world.reopen();
    expect(clients.list()).toEqual([{ name: 'ACME', domains: 0, contact, nameservers: null }]);
    clients.save({ name: 'ACME', ...noTemplates, edit });
    expect(clients.list()).toEqual([]);
    expect(valueOf(await clients.revert(edit, 'undo'))).toEqual({ changed: 1, kept: 0 });
    expect(clients.list()).toMatchObject([{ name: 'ACME', contact }]);
    expect(valueOf(await clients.revert(edit, 'redo'))).toEqual({ changed: 1, kept: 0 });
    expect(clients.list()).toEqual([]);
  });

  it('are set one by one: what is set does not replace the other', async () => {
    const { clients } = await createTestWorld();
    const [contact, nameservers] = [randomUUID(), randomUUID()];
    clients.save({ name: 'ACME', contact });
    clients.save({ name: 'ACME', nameservers });
    expect(clients.list()).toEqual([{ name: 'ACME', domains: 0, contact, nameservers }]);
  });

  it('are not put back over what was chosen since', async () => {
    const { clients } = await createTestWorld();
    const [first, second, edit] = [randomUUID(), randomUUID(), randomUUID()];
    clients.save({ name: 'ACME', contact: first, nameservers: null, edit });
    clients.save({ name: 'ACME', contact: second, nameservers: null });
    expect(valueOf(await clients.revert(edit, 'undo'))).toEqual({ changed: 0, kept: 1 });
    expect(clients.list()).toMatchObject([{ contact: second }]);
  });

  it.each([
    ['the one that all of them have', ['one.com', 'two.com'], 'ACME'],
    ['none where they have several', ['one.com', 'three.com'], null],
    ['none where one of them has none', ['one.com', 'four.com'], null],
    ['none where none of them has one', ['four.com'], null],
  ])('of some domains are %s', async (_, domains, name) => {
    const { portfolio, clients, accountId } = await createTestWorld();
    valueOf(await portfolio.add(accountId, 'one.com two.com three.com four.com', [], 'typed'));
    await portfolio.setClient(accountId, ['one.com', 'two.com'], 'ACME');
    await portfolio.setClient(accountId, ['three.com'], 'Zoo');
    const contact = randomUUID();
    clients.save({ name: 'ACME', contact, nameservers: null });
    const found = clients.ofDomains([{ accountId, domains }]);
    expect(found).toEqual(name === null ? null : { name, contact, nameservers: null });
  });
});

const contact = Object.fromEntries(
  registrationFields.map((name) => [name, name === 'email' ? 'ada@example.com' : `Ada ${name}`]),
) as RegistrationContact; // Built from the list of fields itself: every one of them is there.

const ordered = 'harbour-of-acme.com';

/** Orders a name, for a client or for none; resolves once it is sent. */
async function order({ changes, accountId }: TestWorld, client?: string): Promise<void> {
  const ask = {
    kind: 'register',
    periodYears: 1,
    nameservers: ['ns1.example.net', 'ns2.example.net'],
    contacts: { registrant: contact },
    addons: {},
    idnLanguage: null,
    domainFields: {},
    ...(client === undefined ? {} : { client }),
  } as const;
  const { reviewId } = valueOf(await changes.prepare(accountId, ordered, ask));
  const consent = { typedName: ordered, premiumAccepted: true, typedLimit: null };
  valueOf(await changes.apply(reviewId, consent));
}

const registered = { isRegistered: true, source: 'change' } as const;

describe('the client of an order', () => {
  it('is given to the domain when it arrives, and is no part of what is sent or written down', async () => {
    const world = await createTestWorld();
    await order(world, 'ACME');
    await expect
      .poll(async () => (await world.portfolio.find(world.accountId, ordered)).ok, { timeout: 20_000 })
      .toBe(true);
    expect(valueOf(await world.portfolio.find(world.accountId, ordered)).client).toBe('ACME');
    const [change] = valueOf(await world.changes.list(emptyChangeFilter, 0, 1)).changes;
    const found = valueOf(await world.changes.find(change?.id ?? ''));
    expect(JSON.stringify([found, world.service.requests()])).not.toContain('ACME');
  });

  it('is given after a restart too, once, and not over what a person sets later', async () => {
    const world = await createTestWorld();
    world.clients.setOrdered(world.accountId, ordered, 'ACME');
    const { portfolio, accountId } = await world.reopen();
    const arrive = () =>
      portfolio.observe(accountId, ordered, { ...registered, at: new Date().toISOString() });
    await arrive();
    expect(valueOf(await portfolio.find(accountId, ordered)).client).toBe('ACME');
    await portfolio.setClient(accountId, [ordered], '');
    await arrive();
    expect(valueOf(await portfolio.find(accountId, ordered)).client).toBe('');
  });

  it('does not replace one that a person gave the domain before the order was found to be done', async () => {
    const { portfolio, clients, accountId } = await createTestWorld();
    clients.setOrdered(accountId, ordered, 'ACME');
    valueOf(await portfolio.add(accountId, ordered, [], 'typed'));
    await portfolio.setClient(accountId, [ordered], 'Zoo');
    await portfolio.observe(accountId, ordered, { ...registered, at: new Date().toISOString() });
    expect(valueOf(await portfolio.find(accountId, ordered)).client).toBe('Zoo');
  });

  it('is forgotten by a later order of the same name for nobody', async () => {
    const world = await createTestWorld();
    world.clients.setOrdered(world.accountId, ordered, 'ACME');
    await order(world);
    await expect
      .poll(async () => (await world.portfolio.find(world.accountId, ordered)).ok, { timeout: 20_000 })
      .toBe(true);
    expect(valueOf(await world.portfolio.find(world.accountId, ordered)).client).toBe('');
  });
});
