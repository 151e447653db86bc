import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { domains } from '../../../../../electron/main/portfolio/actions.ts';
import { serviceOf } from '#shared/domain/account.ts';
import { bound } from '../../../../support/bound.ts';
import { aReading } from '../../../../support/registry/a-reading.ts';
import { createTestWorld, type TestWorld } from '../../../../support/test-world.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const name = 'one.com';

async function aWorld(): Promise<TestWorld> {
  const world = await createTestWorld();
  valueOf(await world.portfolio.add(world.accountId, name, ['own'], 'typed'));
  return world;
}

/** As the page asks for it: what is told of each event, the newest first. */
async function historyOf(world: TestWorld, domain = name) {
  return valueOf(
    await bound(domains, { workspace: world.workspace }).history({ accountId: world.accountId, domain }),
  ).events.map(({ kind, changes }) => [
    kind,
    ...changes.map(({ field, before, after }) => `${field}: ${before} > ${after}`),
  ]);
}

const at = (minute: number): string => `2026-11-25T10:0${minute}:00.000Z`;

const observe = ({ portfolio, accountId }: TestWorld, reading: Partial<Parameters<typeof aReading>[0]>) =>
  portfolio.observe(accountId, name, {
    at: reading?.at ?? at(0),
    source: 'registry',
    registry: aReading(reading),
  });

describe('the history of a domain', () => {
  it('has edits of tags, client, note and archive with what was there before, and nothing where nothing was changed', async () => {
    const world = await aWorld();
    const { portfolio, accountId } = world;
    valueOf(await portfolio.tag(accountId, [name], ['spring'], ['own']));
    valueOf(await portfolio.tag(accountId, [name], ['spring'], []));
    valueOf(await portfolio.setTexts(accountId, name, { client: 'ACME' }));
    await portfolio.archive(accountId, [name], true);
    expect(await historyOf(world)).toEqual([
      ['edit', 'archived:  > …'],
      ['edit', 'client:  > ACME'],
      ['edit', 'tags: own > spring'],
    ]);
  });

  it('says of a note only that there is one: what was removed is gone', async () => {
    const world = await aWorld();
    const { portfolio, accountId } = world;
    valueOf(await portfolio.setTexts(accountId, name, { note: 'Call Robin' }));
    valueOf(await portfolio.setTexts(accountId, name, { note: 'Call Ada' }));
    valueOf(await portfolio.setTexts(accountId, name, { note: '' }));
    expect(await historyOf(world)).toEqual([
      ['edit', 'note: … > '],
      ['edit', 'note: … > …'],
      ['edit', 'note:  > …'],
    ]);
  });

  it('has an undone edit as one more edit', async () => {
    const world = await aWorld();
    const edit = randomUUID();
    await world.portfolio.setClient(world.accountId, [name], 'ACME', edit);
    valueOf(await world.portfolio.revert(edit, 'undo'));
    expect(await historyOf(world)).toEqual([
      ['edit', 'client: ACME > '],
      ['edit', 'client:  > ACME'],
    ]);
  });

  it('has what the registry showed first and what it showed otherwise, and no more of what it showed again', async () => {
    const world = await aWorld();
    await observe(world, { at: at(1) });
    await observe(world, { at: at(2) });
    await observe(world, { at: at(3), expiresAt: '2028-05-01T04:00:00.000Z' });
    await observe(world, { at: at(4), expiresAt: '2028-05-01T04:00:00.000Z', registrar: '1068' });
    expect(await historyOf(world)).toEqual([
      ['registry', 'registrar:  > 1068'],
      ['registry', 'expires: 2027-05-01 > 2028-05-01'],
      ['registry', 'registered:  > 2015-05-01', 'expires:  > 2027-05-01'],
    ]);
  });

  it('has what each import changed, until it is taken back', async () => {
    const world = await aWorld();
    const { domainImport, accountId } = world;
    const choices = { mapping: [], isDayFirst: null, encoding: null, sheet: null, restoresArchived: false };
    const text = 'Domain,Expires,Client\none.com,2027-03-01,ACME\nnew.com,2028-01-01,\n';
    const reviewed = valueOf(await domainImport.review(accountId, { kind: 'text', text }, choices));
    const { id } = valueOf(await domainImport.apply(accountId, reviewed)).import;
    expect(await historyOf(world)).toEqual([['import', 'expires:  > 2027-03-01', 'client:  > ACME']]);
    expect(await historyOf(world, 'new.com')).toEqual([['import', 'expires:  > 2028-01-01']]);
    valueOf(await domainImport.undo(accountId, id));
    expect(await historyOf(world)).toEqual([]);
  });

  it('keeps the newest hundred events of a domain, and none of other domains’', async () => {
    const world = await aWorld();
    const { portfolio, accountId } = world;
    valueOf(await portfolio.add(accountId, 'other.com', [], 'typed'));
    await portfolio.setClient(accountId, ['other.com'], 'ACME');
    for (let number = 1; number <= 103; number += 1)
      await portfolio.setClient(accountId, [name], `Client ${number}`);
    const all = await historyOf(world);
    expect(all).toHaveLength(100);
    expect([all.at(0), all.at(-1)]).toEqual([
      ['edit', 'client: Client 102 > Client 103'],
      ['edit', 'client: Client 3 > Client 4'],
    ]);
    expect(await historyOf(world, 'other.com')).toHaveLength(1);
  });

  it('H7 has that another workspace pays with the same login, once, and nothing of that of another login or of practice', async () => {
    const world = await aWorld();
    const { workspace, accountId, accounts } = world;
    const own = workspace.accounts.list().find(({ id }) => id === accountId);
    if (own === undefined) throw new Error('There is no account');
    const other = {
      label: 'Other',
      colour: 'teal',
      baseUrl: own.baseUrl,
      username: 'other@example.com',
    } as const;
    const others = valueOf(await accounts.add(other)).id;
    const practice = valueOf(await accounts.addPractice()).id;
    for (const account of [others, practice]) valueOf(await world.portfolio.add(account, name, [], 'typed'));
    const raise = (mark: string, raisedAt: string) =>
      workspace.restored.raise({
        ...{ service: serviceOf(own), why: 'other-workspace', mark, place: '/home/ada/second', at: raisedAt },
      });
    raise('second 1', at(1));
    raise('second 2', at(2));
    const told = async (account: string) =>
      valueOf(
        await bound(domains, { workspace: world.workspace }).history({ accountId: account, domain: name }),
      ).events;
    expect(await told(accountId)).toMatchObject([
      { kind: 'elsewhere', at: at(1), earlier: { since: at(1), place: '/home/ada/second' } },
    ]);
    expect(await told(others)).toEqual([]);
    expect(await told(practice)).toEqual([]);
    const [{ id } = { id: 0 }] = workspace.doubts.list({ offset: 0, limit: 1 }).doubts;
    workspace.doubts.end({ id, at: at(3), done: [name] });
    expect((await told(accountId)).map(({ earlier }) => earlier?.saidAt)).toEqual([undefined, at(3)]);
  });

  it('goes with the domain, and comes back where its removal is undone', async () => {
    const world = await aWorld();
    const { portfolio, accountId } = world;
    await portfolio.setClient(accountId, [name], 'ACME');
    await portfolio.setClient(accountId, [name], 'Globex');
    const before = await historyOf(world);
    const edit = randomUUID();
    await portfolio.remove(accountId, [name], edit);
    expect(await historyOf(world)).toEqual([]);
    valueOf(await portfolio.revert(edit, 'undo'));
    expect(await historyOf(world)).toEqual(before);
  });
});

it('H2 the registrars of a login’s other names are those under the same TLD, of names that it still has, whichever of its accounts has them', async () => {
  const { portfolio, accounts, workspace, accountId } = await createTestWorld();
  const own = workspace.accounts.list().find(({ id }) => id === accountId);
  if (own === undefined) throw new Error('There is no account');
  const { baseUrl, username } = own;
  const again = valueOf(await accounts.add({ label: 'Again', colour: 'teal', baseUrl, username })).id;
  const other = { label: 'Other', colour: 'teal', baseUrl, username: 'other@example.com' } as const;
  const others = valueOf(await accounts.add(other)).id;
  const shown: readonly (readonly [account: string, domain: string, registrar: string | null])[] = [
    [accountId, 'one.co.uk', '292'],
    [accountId, 'unknown.co.uk', null],
    [accountId, 'one.uk', '1'],
    [accountId, 'archived.co.uk', '2'],
    [again, 'two.co.uk', '1068'],
    [others, 'three.co.uk', '3'],
    [accountId, 'itself.co.uk', '4'],
  ];
  for (const [account, domain, registrar] of shown) {
    valueOf(await portfolio.add(account, domain, [], 'typed'));
    const registry = aReading({ registrar });
    await portfolio.observe(account, domain, { at: registry.at, source: 'registry', registry });
  }
  await portfolio.archive(accountId, ['archived.co.uk'], true);
  expect([...portfolio.registrarsBeside(accountId, 'itself.co.uk')].sort()).toEqual(['1068', '292']);
  expect(portfolio.registrarsBeside(accountId, 'new.com')).toEqual([]);
});
