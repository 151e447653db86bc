import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as names from '#shared/domain/domain-name.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { createStores } from '../../../../../renderer/src/app-stores.ts';
import { createDomainsStore } from '../../../../../renderer/src/domains/domains-store.ts';
import { codeCommands, entriesOf } from '../../../../../renderer/src/shell/commands.ts';
import { commandsOf } from '../../../../../renderer/src/shell/Palette.tsx';
import { createDomainList } from '../../../../../renderer/src/domains/portfolio-store.ts';
import type { DomainsView } from '../../../../../renderer/src/shell/route-store.ts';
import { storeOf } from '../../../../../renderer/src/ui/live-collection.ts';
import { createFakeBridge } from '../../../../support/fake-bridge.ts';
import { aDomain, aKnown } from '../../../../support/fake-portfolio.ts';
import { aSession, aSessionId, createFakePorts } from '../../../../support/fake-sessions.ts';
import { anAccount, aPracticeAccount, aWorld } from '../../../../support/fake-world.ts';

describe('the palette', () => {
  const sessions = [
    aSession({ id: aSessionId(1), name: 'Early', changedAt: '2026-11-20T08:00:00.000Z' }),
    aSession({ id: aSessionId(2), name: 'Late', state: 'running' }),
    // Practice is active: real sessions are in no entry.
    aSession({ id: aSessionId(9), name: 'Real', accountId: 'account-1', state: 'running' }),
    aSession({ id: aSessionId(3), name: 'Waiting', state: 'waiting', changedAt: '2026-11-19T08:00:00.000Z' }),
  ];

  async function palette(owned: readonly Domain[] = []) {
    const accounts = [aPracticeAccount(), anAccount()];
    const bridge = createFakeBridge(aWorld({ accounts, sessions, domains: owned }));
    const stores = createStores(bridge, createFakePorts(), () => Promise.resolve(names));
    await Promise.all([
      stores.accounts.actions.load(),
      stores.tlds.actions.load(),
      stores.settings.actions.read(),
      stores.sessions.actions.load(),
    ]);
    const domains = createDomainsStore({ bridge, accounts: stores.accounts });
    domains.actions.load();
    await domains.actions.reload();
    const entries = entriesOf(stores);
    const commands = (typed = '') =>
      commandsOf(stores, {
        entries,
        typed,
        accounts: stores.accounts.getState(),
        tlds: stores.tlds.getState(),
        search: stores.search.getState(),
        sessions: stores.sessions.getState(),
        domains: domains.getState(),
      }).flatMap((group) => group.commands);
    return { bridge, stores, commands, labels: () => commands().map((command) => command.label) };
  }

  it('locks, where the lock is on', async () => {
    const { stores, labels } = await palette();
    expect(labels()).not.toContain('Lock now');
    await stores.settings.actions.write({ appLock: true });
    expect(labels()).toContain('Lock now');
  });

  it('offers the export where there are domains, and promises keys of every screen alone', async () => {
    const keysOf = async (owned: readonly Domain[]) => {
      const found = (await palette(owned)).commands();
      return ['newBulk', 'addAccount', 'addDomains', 'exportDomains'].map((id) => {
        const entry = found.find((one) => one.id === id);
        return entry === undefined ? 'not offered' : entry.keys;
      });
    };
    expect(await keysOf([])).toEqual(['newBulk', undefined, undefined, 'not offered']);
    expect(await keysOf([aDomain('harbour.example')])).toEqual(['newBulk', undefined, undefined, undefined]);
  });

  it('takes what is to be done, and for which client: each opens the first step of just these', async () => {
    const ofAcme = ['a.example', 'b.example'].map((name) => aDomain(name, { client: 'ACME GmbH' }));
    const others = [aDomain('xn--bckerei-5wa.example', { client: 'Baker' }), aDomain('free.example')];
    const { stores, commands } = await palette([...ofAcme, ...others]);
    const orders = (typed: string) =>
      commands(typed)
        .filter(({ id }) => id.startsWith('order-'))
        .map(({ label }) => label.replaceAll(/[\u2066-\u2069]/gu, ''));
    expect(orders('renew acme')).toEqual(['Renew 2 domains of ACME GmbH…']);
    expect(orders('ns ACME gm')).toEqual(['Set nameservers of 2 domains of ACME GmbH…']);
    expect(orders('codes baker')).toEqual(['Transfer codes of 1 domain of Baker…']);
    // Those of a domain are of its page, once.
    for (const nothing of [
      'renew',
      'renew a',
      'renew nobody',
      'acme renew',
      'archive acme',
      'lock free.example',
    ]) {
      expect(orders(nothing), nothing).toEqual([]);
    }
    const list = storeOf(stores, createDomainList);
    list.actions.filter({ text: 'bakery', lock: 'unlocked' });
    const before = list.getState().filter;
    commands('renew acme')
      .find(({ id }) => id.startsWith('order-'))
      ?.act();
    await vi.waitFor(() => expect(stores.route.getState().route.screen).toBe('domains'));
    const { asked } = list.getState();
    expect(asked).toMatchObject({
      kind: 'change',
      action: 'renew',
      of: [{ names: ['a.example', 'b.example'] }],
    });
    expect(orders('renew all acme')).toEqual(['Renew 2 domains of ACME GmbH…']);
    expect(list.getState().filter).toEqual(before);
  });

  it('has the domains in the order of their names as they are shown', async () => {
    const { commands } = await palette([aDomain('harbour.example'), aDomain('xn--bckerei-5wa.example')]);
    const domains = commands().filter(({ id }) => id.startsWith('domain-'));
    expect(domains.map(({ label }) => label)).toEqual(['bäckerei.example', 'harbour.example']);
  });

  it('reaches every screen, every other account and every TLD set', async () => {
    const { labels } = await palette();
    expect(labels()).toEqual(
      expect.arrayContaining([
        'Search',
        'Bulk lookup',
        'New bulk lookup',
        'Domains',
        'Activity',
        'Register a name',
        'Accounts',
        'Settings',
        'Add domains…',
        'Switch to Northwind Hosting',
        'Check under All that the service lists',
      ]),
    );
    expect(labels()).not.toContain('Switch to Practice');
  });

  it('searches for a typed domain, whatever its case, and for nothing that is none', async () => {
    const { stores, commands } = await palette();
    const search = (typed: string) => commands(typed).find(({ id }) => id === 'search-typed');
    for (const none of ['', 'add', 'two words.com', '.com', 'example.']) expect(search(none)).toBeUndefined();
    const found = search(' bäckerei.de ');
    expect(found?.label).toBe('Search bäckerei.de');
    found?.act();
    expect(stores.search.getState().text).toBe('bäckerei.de');
    expect(stores.route.getState().route.screen).toBe('search');
  });

  it('asks for new domains, and searches, only where the present screen may be left', async () => {
    const { stores, commands } = await palette();
    const { createDomainList } = await import('../../../../../renderer/src/domains/portfolio-store.ts');
    const list = storeOf(stores, createDomainList);
    const act = (id: string) =>
      commands('bakery.com')
        .find((command) => command.id === id)
        ?.act();
    stores.route.actions.goToBulk({ kind: 'new' });
    const leaves: (() => void)[] = [];
    stores.route.actions.holdBack((leave) => leaves.push(leave));
    act('search-typed');
    act('addDomains');
    await vi.waitFor(() => expect(leaves).toHaveLength(2));
    expect([list.getState().asked, stores.search.getState().text]).toEqual([null, '']);
    leaves[1]?.();
    expect(list.getState().asked).toEqual({ kind: 'add' });
    expect(stores.route.getState().route).toEqual({ screen: 'domains', view: { kind: 'list' } });
    expect(stores.search.getState().text).toBe('');
  });

  it('is found by what one wants to do, and renews what is due', async () => {
    const expiresOn = aKnown('2020-01-01');
    const { stores, commands } = await palette([aDomain('a.com', { accountId: 'practice', expiresOn })]);
    const words = commands().flatMap(({ words: own = [], keywords = [] }) => [...own, ...keywords]);
    expect(words).toEqual(expect.arrayContaining(['renew', 'lock', 'export']));
    const renew = commands().find(({ id }) => id === 'renew-due');
    expect(renew?.label).toBe('Renew 1 due domain…');
    renew?.act();
    const { createDomainList } = await import('../../../../../renderer/src/domains/portfolio-store.ts');
    await vi.waitFor(() =>
      expect(storeOf(stores, createDomainList).getState().asked).toEqual({
        kind: 'change',
        of: [{ accountId: 'practice', names: ['a.com'] }],
        action: 'renew',
      }),
    );
  });

  it('offers first what the page of the open domain offers: reviews at once, and where more is chosen', async () => {
    const domain = aDomain('a.com', {
      accountId: 'practice',
      expiresOn: aKnown('2020-01-01'),
      lock: aKnown('locked'),
    });
    const { bridge, stores, commands, labels } = await palette([domain]);
    expect(labels().filter((label) => /a\.com…$/.test(label))).toEqual([]);
    stores.route.actions.goToDomains({ kind: 'domain', domain: 'a.com', tab: 'history' });
    expect(labels().slice(0, 8)).toEqual([
      'Renew a.com…',
      'Contacts of a.com',
      'Nameservers of a.com',
      'Unlock a.com…',
      'Have the service read a.com again…',
      'Read a.com again',
      'Read a.com again at the registry',
      'Host records of a.com',
    ]);
    const act = (label: string) =>
      commands()
        .find((command) => command.label === label)
        ?.act();
    const asked = (name: string) => bridge.world.calls.filter((call) => call.name === name);
    const tab = () => stores.route.getState().route;
    act('Renew a.com…');
    expect(tab()).toMatchObject({ view: { domain: 'a.com', tab: 'renew' } });
    act('Unlock a.com…');
    expect(tab()).toMatchObject({ view: { domain: 'a.com', tab: 'transfer-code' } });
    expect(asked('changes.prepare').map(({ input }) => input)).toEqual([
      { accountId: 'practice', domain: 'a.com', ask: { kind: 'lock', state: 'unlocked' } },
    ]);
    expect(asked('changes.apply')).toEqual([]);
    act('Read a.com again');
    expect(asked('domains.readAgain')).toHaveLength(1);
  });

  it('offers for what is typed and where a name begins the same of those domains, and a code after an unlock', async () => {
    const of = (name: string) => aDomain(name, { accountId: 'practice', lock: aKnown('locked') });
    const { bridge, stores, commands } = await palette([
      of('oakline.io'),
      of('xn--bckerei-5wa.de'),
      of('a.com'),
    ]);
    const offered = (typed: string) =>
      commands(typed)
        .filter(({ id }) => id.startsWith('page-'))
        .map(({ label }) => label);
    for (const typed of ['', 'unlock', 'oak', 'unlock zzz', 'unlock line'])
      expect(offered(typed)).toEqual([]);
    expect(offered('unlock Oak')).toContain('Unlock oakline.io…');
    expect(offered('renew bäck')).toContain('Renew bäckerei.de…');
    commands('unlock oak')
      .find(({ label }) => label === 'Unlock oakline.io…')
      ?.act();
    expect(stores.route.getState().route).toMatchObject({
      view: { domain: 'oakline.io', tab: 'transfer-code' },
    });
    expect(bridge.world.calls.filter(({ name }) => name === 'changes.prepare')).toMatchObject([
      { input: { domain: 'oakline.io', ask: { kind: 'lock', state: 'unlocked' } } },
    ]);
    expect(offered('renew oak').filter((label) => label === 'Renew oakline.io…')).toHaveLength(1);
  });

  it('syncs what has no known expiry, and nothing that was transferred away', async () => {
    const gone = aDomain('gone.com', {
      accountId: 'practice',
      expiresOn: null,
      transferredAway: aKnown(true),
    });
    const unknown = aDomain('a.com', { accountId: 'practice', expiresOn: null });
    const { stores, commands } = await palette([unknown, gone]);
    const sync = commands().find(({ id }) => id === 'sync-unknown');
    expect(sync?.label).toBe('Have the service read 1 domain without an expiry again…');
    sync?.act();
    const { createDomainList } = await import('../../../../../renderer/src/domains/portfolio-store.ts');
    await vi.waitFor(() =>
      expect(storeOf(stores, createDomainList).getState().asked).toEqual({
        kind: 'change',
        of: [{ accountId: 'practice', names: ['a.com'] }],
        action: 'sync',
      }),
    );
  });

  it('offers nothing of a search that is not on the screen', async () => {
    const { stores, labels } = await palette();
    stores.search.actions.type('harbour');
    expect(labels()).toContain('Check harbour');
    stores.route.actions.goToBulk({ kind: 'list' });
    expect(labels()).not.toContain('Check harbour');
  });

  it('makes a backup', async () => {
    const { bridge, commands } = await palette();
    commands()
      .find(({ id }) => id === 'backUp')
      ?.act();
    expect(bridge.world.calls).toContainEqual({ name: 'backups.make', input: {} });
  });

  it.each([
    ['setting-log', { kind: 'all', setting: 'log' }],
    ['bundle', { kind: 'bundle' }],
    ['restore', { kind: 'all', setting: 'backups' }],
  ])('leads to %s in the settings', async (id, view) => {
    const { stores, commands } = await palette();
    commands()
      .find((command) => command.id === id)
      ?.act();
    expect(stores.route.getState().route).toEqual({ screen: 'settings', view });
  });

  it('asks for a file of proof, and leads to where it is said what it is', async () => {
    const { stores, bridge, commands } = await palette();
    const [first] = commands('proof');
    expect(first?.label).toBe('Check a proof…');
    first?.act();
    const call = { name: 'activity.checkProof', input: {} };
    await vi.waitFor(() => expect(bridge.world.calls).toContainEqual(call));
    expect(stores.route.getState().route).toMatchObject({ screen: 'changes', view: { kind: 'list' } });
  });

  it('has the code of a domain for who names the domain, and no row for each domain before that', async () => {
    const { commands } = await palette([aDomain('harbour.example'), aDomain('oak.example')]);
    const codes = (typed: string) =>
      commands(typed)
        .filter(({ id }) => /^page-.*-transfer-code$/.test(id))
        .map(({ label }) => label);
    expect([codes(''), codes('transfer c')]).toEqual([[], []]);
    expect(codes('code har')).toEqual(['Transfer code of harbour.example']);
  });

  it('lists a few names, clients and sessions at the most, those that begin with what was typed first', async () => {
    const many = Array.from({ length: 40 }, (_, at) =>
      aDomain(`lens${at}.example`, { client: `Lens ${at}` }),
    );
    const { commands } = await palette([...many, aDomain('ns.example')]);
    const shown = (typed: string, of: string) => commands(typed).filter(({ id }) => id.startsWith(`${of}-`));
    expect(shown('ens', 'domain')).toHaveLength(12);
    expect(shown('ns', 'domain').map(({ label }) => label)).toEqual(['ns.example']);
    expect(shown('exa', 'domain')).toHaveLength(12);
    expect(shown('len', 'client')).toHaveLength(12);
    expect(shown('lens 39', 'client')[0]?.hint).toBe('Client, 1 domain');
    expect(shown('late', 'session').map(({ label }) => label)).toEqual(['Late']);
  });

  it('opens the domains of a client by its name', async () => {
    const { stores, commands } = await palette([aDomain('a.example', { client: 'ACME GmbH' })]);
    commands('acme')
      .find(({ id }) => id === 'client-ACME GmbH')
      ?.act();
    await vi.waitFor(() => expect(stores.route.getState().route.screen).toBe('domains'));
    expect(storeOf(stores, createDomainList).getState().filter.client).toBe('ACME GmbH');
  });

  it('takes nameservers or an e-mail address with whom they are for, and has them filled in', async () => {
    const owned = ['a.example', 'b.example'].map((name) => aDomain(name, { client: 'ACME Inc.' }));
    const ofShop = aDomain('c.example', { client: 'ACME shop.example' });
    const { stores, commands } = await palette([...owned, ofShop]);
    const orders = (typed: string) => commands(typed).filter(({ id }) => id.startsWith('order-'));
    for (const nothing of ['ns acme inc', 'dns acme inc.'])
      expect(orders(nothing).map(({ hint }) => hint)).toEqual([undefined]);
    for (const nothing of ['renew acme ns1.oak.example', 'ns ns1.oak.example', 'ns nobody ns1.oak.example'])
      expect(orders(nothing)).toEqual([]);
    expect(orders('ns a.example ns1.oak.example').map(({ label }) => label)).toEqual([
      'Set nameservers of a.example…',
    ]);
    expect(orders('ns acme shop.example ns1.oak.example').map(({ label, hint }) => [label, hint])).toEqual([
      [expect.stringContaining('1 domain'), 'ns1.oak.example'],
    ]);
    orders('ns acme i ns1.oak.example ns2.oak.example')[0]?.act();
    await vi.waitFor(() =>
      expect(storeOf(stores, createDomainList).getState().asked).toMatchObject({
        action: 'nameservers',
        of: [{ names: ['a.example', 'b.example'] }],
        given: { hosts: ['ns1.oak.example', 'ns2.oak.example'] },
      }),
    );
    orders('email a.example Office@a.example')[0]?.act();
    await vi.waitFor(() =>
      expect(storeOf(stores, createDomainList).getState().asked).toMatchObject({
        action: 'contacts',
        of: [{ names: ['a.example'] }],
        given: { email: 'Office@a.example' },
      }),
    );
  });

  it('exports what was paid in the last month of a name, in English and in the system’s language', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-15T12:00:00Z'), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { stores, commands } = await palette();
    const paid = (typed: string) => commands(typed).filter(({ id }) => id.startsWith('paid-'));
    const own = new Date('2026-10-15').toLocaleDateString(undefined, { month: 'long' });
    for (const typed of ['export october', 'export Oct', `export ${own}`])
      expect(
        paid(typed).map(({ id }) => id),
        typed,
      ).toEqual(['paid-2026-10']);
    expect(paid('export nov').map(({ id }) => id)).toEqual(['paid-2026-11']);
    expect(paid('export december').map(({ id }) => id)).toEqual(['paid-2025-12']);
    for (const nothing of ['export', 'export oc', 'export csv', 'october'])
      expect(paid(nothing), nothing).toEqual([]);
    paid('export october')[0]?.act();
    expect(stores.route.getState().route).toEqual({
      screen: 'changes',
      view: { kind: 'list', changeId: null, paidOf: '2026-10' },
    });
  });

  it('offers nothing that cannot be done now', async () => {
    const { labels } = await palette();
    expect(labels()).not.toContain('Stop checking');
    expect(labels()).not.toContain('Check all again');
  });

  it('switches the account', async () => {
    const { bridge, commands } = await palette();
    commands()
      .find((command) => command.id === 'switch-account-1')
      ?.act();
    expect(bridge.world.calls).toContainEqual({ name: 'accounts.select', input: { id: 'account-1' } });
  });

  it('keeps the chosen TLD set for the next start', async () => {
    const { bridge, commands } = await palette();
    commands()
      .find((command) => command.id === 'tlds-listed')
      ?.act();
    expect(bridge.world.calls).toContainEqual({
      name: 'settings.write',
      input: { searchTldSetId: 'listed' },
    });
  });

  it('opens every session by its name, the latest first', async () => {
    const { stores, commands } = await palette();
    const opening = commands().filter((command) => command.id.startsWith('session-'));
    expect(opening.map((command) => command.label)).toEqual(['Late', 'Early', 'Waiting']);
    opening[1]?.act();
    expect(stores.route.getState().route).toEqual({
      screen: 'bulk',
      view: { kind: 'session', sessionId: aSessionId(1) },
    });
  });

  it('pauses all that are on their way, and resumes all that are paused', async () => {
    const { bridge, commands, labels } = await palette();
    const does = (id: string) =>
      commands()
        .find((command) => command.id === id)
        ?.act();
    const asked = (name: string) =>
      bridge.world.calls.filter((call) => call.name === name).map((call) => call.input);
    expect(labels()).toContain('Pause all 2 running sessions');
    does('pause-all');
    expect(asked('sessions.pause')).toEqual([{ id: aSessionId(2) }, { id: aSessionId(3) }]);
    await Promise.resolve();
    expect(labels()).not.toContain('Pause all 2 running sessions');
    does('resume-all');
    expect(asked('sessions.resume')).toHaveLength(3);
  });
});

describe('the palette on transfer codes', () => {
  async function palette(view: DomainsView = { kind: 'list' }) {
    const domains = [
      aDomain('harbour.example'),
      aDomain('xn--bckerei-5wa.example'),
      aDomain('old.example', { archivedAt: '2026-10-01T08:00:00.000Z' }),
    ];
    const bridge = createFakeBridge(aWorld({ domains }));
    const stores = createStores(bridge, createFakePorts(), () => Promise.resolve(names));
    await stores.accounts.actions.load();
    const store = createDomainsStore({ bridge, accounts: stores.accounts });
    store.actions.load();
    await store.actions.reload();
    stores.route.actions.goToDomains(view);
    const commands = () => codeCommands(stores, store.getState(), entriesOf(stores));
    const act = (id: string) =>
      commands()
        .find((one) => one.id === id)
        ?.act();
    const asked = (name: string) => bridge.world.calls.filter((call) => call.name === name);
    return {
      bridge,
      stores,
      domains: store,
      commands,
      act,
      asked,
      view: () => stores.route.getState().route,
    };
  }

  const open = { kind: 'domain', domain: 'harbour.example', tab: 'overview' } as const;

  it('copies and reveals that of the open domain alone, and leads to where the result is told', async () => {
    const { commands, act, asked, view } = await palette(open);
    expect(commands().map(({ label }) => label)).toEqual([
      'Copy the transfer code of harbour.example…',
      'Reveal the transfer code of harbour.example…',
      'Open a code file…',
      'Transfer codes into files',
    ]);
    act('reveal-code');
    expect(asked('codes.take').map(({ input }) => input)).toEqual([
      { accountId: 'practice', domain: 'harbour.example', deed: 'reveal' },
    ]);
    expect(view()).toMatchObject({ view: { domain: 'harbour.example', tab: 'transfer-code' } });
  });

  it('opens a code file where the files are listed; one that nobody waits for there is closed again', async () => {
    const { bridge, act, asked, view } = await palette(open);
    bridge.world.codes.file = { id: aSessionId(1), fileName: 'leaving.age', requestedAt: null, rows: [] };
    act('openCodeFile');
    expect(view()).toMatchObject({ view: { kind: 'codes', exportId: null } });
    await vi.waitFor(() =>
      expect(asked('codes.closeFile').map(({ input }) => input)).toEqual([{ id: aSessionId(1) }]),
    );
    expect(asked('codes.openFile')).toHaveLength(1);
  });

  it('asks for nothing where no domain is open', async () => {
    const { commands } = await palette();
    expect(commands().map(({ id }) => id)).toEqual(['openCodeFile', 'codes']);
  });

  it('takes a code out of the clipboard while one is there', async () => {
    const { commands, act, asked } = await palette(open);
    act('copy-code');
    await Promise.resolve();
    await Promise.resolve();
    expect(commands()[0]?.label).toBe('Clear the code of harbour.example from the clipboard');
    act('clear-code');
    expect(asked('codes.clearClipboard')).toHaveLength(1);
  });
});
