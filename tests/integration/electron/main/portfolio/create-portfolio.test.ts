import { afterEach, describe, expect, it } from 'vitest';
import {
  type APortfolioDesk,
  aPortfolioDesk,
  type DeskSetting,
} from '../../../../support/portfolio/a-portfolio-desk.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const open: APortfolioDesk[] = [];

async function aDesk(setting?: DeskSetting): Promise<APortfolioDesk> {
  const desk = await aPortfolioDesk(setting);
  open.push(desk);
  return desk;
}

afterEach(async () => {
  for (const desk of open.splice(0)) await desk.close();
});

const notThere = {
  ok: false,
  error: {
    kind: 'invalid-input',
    field: 'domain',
    reason: 'This name is not in the portfolio of this account',
  },
};

describe('the portfolio', () => {
  it('adds names, says which were there, and brings archived ones back', async () => {
    const { portfolio, accountId } = await aDesk();
    await portfolio.add(accountId, 'example.com example.net', ['client'], 'typed');
    valueOf(await portfolio.archive(accountId, ['example.net'], true));
    const added = valueOf(
      await portfolio.add(accountId, 'example.com, example.net; example.org', ['new'], 'typed'),
    );
    expect(added).toEqual({
      added: ['example.org'],
      already: ['example.com'],
      restored: ['example.net'],
      refused: [],
    });
    const listed = valueOf(await portfolio.list(accountId));
    expect(listed.map(({ name, tags, archivedAt }) => [name, tags, archivedAt])).toEqual([
      ['example.com', ['client'], null],
      ['example.net', ['client'], null],
      ['example.org', ['new'], null],
    ]);
  });

  it('tells the registrable name by the TLDs that the service of the account listed', async () => {
    const { portfolio, workspace, accountId } = await aDesk();
    const readAt = '2026-02-21T14:00:00.000Z';
    valueOf(await workspace.tlds.replace({ accountId, tlds: ['.gov.example'], readAt }));
    const added = valueOf(await portfolio.add(accountId, 'shop.acme.gov.example', [], 'typed'));
    expect(added.added).toEqual(['acme.gov.example']);
  });

  it('tells of what it added, tagged, noted, archived and removed', async () => {
    const { portfolio, accountId, told } = await aDesk();
    valueOf(await portfolio.add(accountId, 'example.com example.net', [], 'command line'));
    expect([...told.values()].map(({ name, addedBy }) => [name, addedBy])).toEqual([
      ['example.com', 'command line'],
      ['example.net', 'command line'],
    ]);
    valueOf(await portfolio.tag(accountId, ['EXAMPLE.com'], ['b', 'a', 'b'], []));
    valueOf(await portfolio.tag(accountId, ['example.com'], ['c'], ['b']));
    valueOf(await portfolio.note(accountId, 'example.com', 'Renew in May'));
    valueOf(await portfolio.archive(accountId, ['example.com'], true));
    expect(told.get('example.com')).toMatchObject({ tags: ['a', 'c'], note: 'Renew in May' });
    expect(told.get('example.com')?.archivedAt).not.toBeNull();
    valueOf(await portfolio.remove(accountId, ['example.com', 'not-there.com']));
    expect([...told.keys()]).toEqual(['example.net']);
  });

  it.each([
    ['find', (desk: APortfolioDesk) => desk.portfolio.find(desk.accountId, 'example.com')],
    ['note', (desk: APortfolioDesk) => desk.portfolio.note(desk.accountId, 'example.com', 'x')],
    ['tellExpiry', (desk: APortfolioDesk) => desk.portfolio.tellExpiry(desk.accountId, 'example.com', null)],
    [
      'readAgain',
      (desk: APortfolioDesk) => desk.portfolio.readAgain(desk.accountId, ['example.com'], ['lock']),
    ],
    [
      'tellChild',
      (desk: APortfolioDesk) =>
        desk.portfolio.tellChild(desk.accountId, 'example.com', 'ns1.example.com', ['192.0.2.1']),
    ],
  ])('refuses to %s a name that is not in it', async (_name, call) => {
    expect(await call(await aDesk())).toEqual(notThere);
  });

  it('takes a person at their word for the expiry, and takes the word back', async () => {
    const { portfolio, accountId } = await aDesk();
    await portfolio.add(accountId, 'example.com', [], 'typed');
    const typed = valueOf(await portfolio.tellExpiry(accountId, 'example.com', '2027-05-01'));
    expect(typed.expiresOn).toMatchObject({ value: '2027-05-01', source: 'typed' });
    expect(valueOf(await portfolio.tellExpiry(accountId, 'example.com', null)).expiresOn).toBeNull();
  });

  it('does not let a person take back what a sync told', async () => {
    const { portfolio, accountId } = await aDesk();
    await portfolio.add(accountId, 'example.com', [], 'typed');
    const told = { active: true, expired: false, transferredAway: null, expiresOn: '2027-05-01' };
    await portfolio.learn(accountId, 'example.com', { at: new Date().toISOString(), source: 'sync', told });
    const kept = valueOf(await portfolio.tellExpiry(accountId, 'example.com', null));
    expect(kept.expiresOn).toMatchObject({ value: '2027-05-01', source: 'sync' });
  });

  it('refuses a twenty-first tag, and tags none of the names then', async () => {
    const { portfolio, accountId } = await aDesk();
    const twenty = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
    await portfolio.add(accountId, 'full.com', twenty, 'typed');
    await portfolio.add(accountId, 'example.com', [], 'typed');
    const tagged = await portfolio.tag(accountId, ['example.com', 'full.com'], ['one more'], []);
    expect(tagged).toEqual({
      ok: false,
      error: { kind: 'invalid-input', field: 'tags', reason: 'full.com would have more than 20 tags' },
    });
    expect(valueOf(await portfolio.find(accountId, 'example.com')).tags).toEqual([]);
  });

  it('keeps one account apart from the other, and goes with its account', async () => {
    const { portfolio, workspace, accountId } = await aDesk();
    await portfolio.add(accountId, 'example.com', [], 'typed');
    expect(valueOf(await portfolio.list('a2'))).toEqual([]);
    valueOf(await workspace.accounts.remove({ id: accountId }));
    expect(valueOf(await portfolio.list(accountId))).toEqual([]);
    expect(valueOf(await portfolio.add(accountId, 'example.net', [], 'typed')).added).toEqual([]);
  });
});

describe('what changes teach the portfolio', () => {
  const at = '2026-02-21T14:00:00.000Z';

  it('adds a name that was registered here, with what is known of it', async () => {
    const { portfolio, accountId } = await aDesk();
    const nameservers = ['NS1.example.net.', 'ns2.example.net'];
    await portfolio.learn(accountId, 'bäckerei.de', {
      at,
      source: 'change',
      isRegistered: true,
      nameservers,
    });
    expect(valueOf(await portfolio.find(accountId, 'xn--bckerei-5wa.de'))).toMatchObject({
      addedBy: 'registration',
      nameservers: { value: ['ns1.example.net', 'ns2.example.net'], at, source: 'change' },
    });
  });

  it('passes a name over that it does not look after', async () => {
    const { portfolio, accountId, bugs } = await aDesk();
    await portfolio.learn(accountId, 'example.com', { at, source: 'change', lock: 'locked' });
    const child = { host: 'ns1.example.com', addresses: ['192.0.2.1'] };
    await portfolio.learn(accountId, 'example.com', { at, source: 'change', child });
    expect([valueOf(await portfolio.list(accountId)), bugs]).toEqual([[], []]);
  });

  it('forgets of a name that is registered anew what was known of the registration before', async () => {
    const { portfolio, accountId } = await aDesk();
    await portfolio.add(accountId, 'example.com', ['kept'], 'typed');
    const told = { active: false, expired: true, transferredAway: true, expiresOn: '2020-05-01' };
    await portfolio.learn(accountId, 'example.com', { at: '2020-06-01T00:00:00.000Z', source: 'sync', told });
    await portfolio.learn(accountId, 'example.com', { at, source: 'change', isRegistered: true });
    expect(valueOf(await portfolio.find(accountId, 'example.com'))).toMatchObject({
      tags: ['kept'],
      expiresOn: null,
      transferredAway: null,
    });
  });

  it('knows the child nameservers that were made here or told, and who uses a host', async () => {
    const { portfolio, accountId } = await aDesk();
    await portfolio.add(accountId, 'example.com user.net', [], 'typed');
    const made = { host: 'ns1.example.com', addresses: ['192.0.2.1'] };
    await portfolio.learn(accountId, 'example.com', { at, source: 'change', child: made });
    valueOf(await portfolio.tellChild(accountId, 'example.com', 'NS2.example.com', ['192.0.2.2']));
    const nameservers = ['ns1.example.com', 'ns2.example.com'];
    await portfolio.learn(accountId, 'user.net', { at, source: 'change', nameservers });
    const children = valueOf(await portfolio.children(accountId, 'example.com'));
    expect(children).toMatchObject([
      { ...made, at, source: 'change' },
      { host: 'ns2.example.com', addresses: ['192.0.2.2'], source: 'typed' },
    ]);
    expect(valueOf(await portfolio.usersOf(accountId, 'NS2.Example.com'))).toEqual(['user.net']);
    const gone = { host: 'ns1.example.com', isGone: true } as const;
    await portfolio.learn(accountId, 'example.com', { at, source: 'change', child: gone });
    expect(valueOf(await portfolio.forgetChild(accountId, 'example.com', 'ns2.example.com'))).toEqual([]);
  });

  it.each([
    ['a host beside the domain', 'ns1.example.net', '192.0.2.1', 'host'],
    ['a host whose name only ends like it', 'ns1.notexample.com', '192.0.2.1', 'host'],
    ['a host that is none', 'ns 1.example.com', '192.0.2.1', 'host'],
    ['an address that is none', 'ns1.example.com', '192.0.2.256', 'addresses'],
  ])('takes no word for %s', async (_name, host, address, field) => {
    const { portfolio, accountId } = await aDesk();
    await portfolio.add(accountId, 'example.com', [], 'typed');
    const told = await portfolio.tellChild(accountId, 'example.com', host, [address]);
    expect(told).toMatchObject({ ok: false, error: { kind: 'invalid-input', field } });
  });
});
