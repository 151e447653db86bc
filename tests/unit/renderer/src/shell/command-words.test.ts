import { describe, expect, it, vi } from 'vitest';
import * as names from '#shared/domain/domain-name.ts';
import { createStores } from '../../../../../renderer/src/app-stores.ts';
import { createDomainsStore, keyOf } from '../../../../../renderer/src/domains/domains-store.ts';
import { createDomainList } from '../../../../../renderer/src/domains/portfolio-store.ts';
import { entriesOf } from '../../../../../renderer/src/shell/commands.ts';
import { bestGroup, commandsOf, foundIn } from '../../../../../renderer/src/shell/Palette.tsx';
import { storeOf } from '../../../../../renderer/src/ui/live-collection.ts';
import { createFakeBridge } from '../../../../support/fake-bridge.ts';
import { aDomain, aKnown } from '../../../../support/fake-portfolio.ts';
import { createFakePorts } from '../../../../support/fake-sessions.ts';
import { anAccount, aPracticeAccount, aWorld } from '../../../../support/fake-world.ts';

const own = (name: string, lock: 'locked' | 'unlocked' = 'locked') =>
  aDomain(name, { accountId: 'account-1', lock: aKnown(lock), expiresOn: aKnown('2020-01-01') });

const domains = [
  own('harbour.com'),
  { ...own('riverstone.com', 'unlocked'), client: 'Reed & Sons' },
  own('oakline.io'),
  aDomain('undated.com', { accountId: 'account-1', expiresOn: null }),
];

const keysOf = (...wanted: readonly string[]) =>
  wanted.map((name) => keyOf({ accountId: 'account-1', name }));

async function palette() {
  const bridge = createFakeBridge(
    aWorld({ accounts: [anAccount(), aPracticeAccount()], activeId: 'account-1', domains }),
  );
  const stores = createStores(bridge, createFakePorts(), () => Promise.resolve(names));
  await Promise.all([
    stores.accounts.actions.load(),
    stores.settings.actions.read(),
    stores.sessions.actions.load(),
  ]);
  const store = createDomainsStore({ bridge, accounts: stores.accounts });
  store.actions.load();
  await store.actions.reload();
  const list = storeOf(stores, createDomainList);
  const entries = entriesOf(stores);
  const groups = (typed: string) =>
    commandsOf(stores, {
      entries,
      typed,
      accounts: stores.accounts.getState(),
      tlds: stores.tlds.getState(),
      search: stores.search.getState(),
      sessions: stores.sessions.getState(),
      domains: store.getState(),
    });
  /** What is listed for it, as the palette draws it, the first at the top. */
  const listed = (typed: string) => {
    const drawn = groups(typed).map(({ group, commands }) => ({
      group,
      actions: commands.map(({ id, label, hint = '', words = [], keywords = [] }) => ({
        id,
        label,
        description: hint,
        keywords: [...words, ...keywords],
      })),
    }));
    return foundIn(typed, drawn).flatMap((entry) =>
      'actions' in entry ? entry.actions.map(({ id }) => id) : [],
    );
  };
  const act = (typed: string) => {
    const all = groups(typed).flatMap(({ commands }) => commands);
    all.find(({ id }) => id === listed(typed)[0])?.act();
  };
  const labelOf = (typed: string) =>
    groups(typed)
      .flatMap(({ commands }) => commands)
      .find(({ id }) => id === listed(typed)[0])?.label;
  const sent = () =>
    bridge.world.calls.filter(
      ({ name }) => /^(changes|batches|codes|domains)\./.test(name) && !/\.(list|open|now)/.test(name),
    );
  return { bridge, stores, list, groups, listed, act, labelOf, sent };
}

type Palette = Awaited<ReturnType<typeof palette>>;

const openPage = ({ stores }: Palette, domain: string) =>
  stores.route.actions.goToDomains({ kind: 'domain', domain, tab: 'overview' });

const select = ({ stores, list }: Palette, ...wanted: readonly string[]) => {
  stores.route.actions.goToDomains({ kind: 'list' });
  list.actions.choose(() => ({ keys: new Set(keysOf(...wanted)), anchor: null }));
};

describe('the words of the trade', () => {
  it('are sixty at least, and lead somewhere with nothing open, a page open, one and several selected', async () => {
    const all = await palette();
    const wordsNow = (): readonly string[] =>
      all.groups('').flatMap(({ commands }) => commands.flatMap(({ words = [] }) => words));
    const states = [
      () => undefined,
      () => openPage(all, 'harbour.com'),
      () => select(all, 'harbour.com'),
      () => select(all, 'harbour.com', 'oakline.io'),
    ];
    const known = new Set<string>();
    for (const show of states) {
      show();
      for (const word of wordsNow()) known.add(word);
    }
    expect(known.size).toBeGreaterThanOrEqual(60);
    for (const show of states) {
      show();
      const lost = [...known].filter((word) => all.groups(word)[0]?.group !== bestGroup);
      expect(lost).toEqual([]);
    }
  });

  it('are found by their beginnings and in other spellings, and leave what no word begins with alone', async () => {
    const { listed, groups } = await palette();
    expect(listed('invo')[0]).toBe('paid');
    expect(listed('  Auth-Code ')[0]).toBe('codes');
    expect(listed('help').slice(0, 2)).toEqual(['help', 'setting-bundle']);
    expect(groups('zz')[0]?.group).not.toBe(bestGroup);
    expect(groups('in')[0]?.group).not.toBe(bestGroup);
    expect(groups('')[0]?.group).not.toBe(bestGroup);
  });

  it.each([
    ['expiring', { screen: 'domains', view: { kind: 'list' } }],
    ['epp', { screen: 'domains', view: { kind: 'codes', exportId: null } }],
    ['invoice', { screen: 'changes', view: { kind: 'list', changeId: null, paidOf: '' } }],
    ['redirect', { screen: 'domains', view: { kind: 'list' } }],
    ['limits', { screen: 'settings', view: { kind: 'all', setting: 'limit-change' } }],
    ['password', { screen: 'settings', view: { kind: 'all', setting: 'lock' } }],
    ['add account', { screen: 'accounts', accountId: null, intent: 'add' }],
    ['import', { screen: 'domains', view: { kind: 'import' } }],
    ['bulk', { screen: 'bulk', view: { kind: 'new' } }],
  ])('%s leads there', async (word, route) => {
    const { act, stores } = await palette();
    act(word);
    await vi.waitFor(() => expect(stores.route.getState().route).toEqual(route));
  });

  /** What is first for what a reseller types, with nothing open and a few domains that are due. */
  const firstOf = {
    'renew-due': 'renew, renewal, extend, renew all',
    'not-auto renew': 'auto renew, auto-renew, automatic renewal',
    'not-redirect': 'redirect, forwarding, parking',
    'not-zone': 'zone, mx, dns records',
    'not-hosting': 'hosting, ssl',
    'not-privacy': 'whois privacy, id protection',
    'not-transfer in': 'transfer in, push',
    'not-refund': 'refund',
    'not-top up': 'top up, deposit',
    'not-language': 'language',
    'not-zoom': 'zoom, font size',
    'list-registry': 'whois, rdap, look up',
    'list-nameservers': 'ns, dns, nameservers, delegation',
    'list-contacts': 'contact, registrant, owner, holder',
    'list-child-nameservers': 'glue, host record, child nameserver',
    'list-overview': 'note, comment',
    'list-lock': 'lock, transfer lock',
    'list-unlock': 'unlock',
    'list-archive': 'archive',
    'list-remove': 'remove, delete',
    'list-tag': 'tag, label',
    'list-refresh': 'read again, reload',
    codes: 'epp, epp code, auth code, authinfo, transfer code, transfer, transfer out, code',
    clients: 'client, customer',
    'hand-over': 'hand over, hand-over, handover, transfer away, leave, leaving',
    calendar: 'calendar, ics, ical',
    paid: 'invoice, bill, report, month, accounting',
    goChanges: 'history, spent, cost, batch',
    goToday: 'uncertain, today',
    goAccounts: 'key, api key, token, connection',
    goSearch: 'available, premium, price',
    refreshStatus: 'credit, balance, funds',
    registerName: 'register, order, buy',
    newBulk: 'bulk',
    importDomains: 'import, csv, xlsx',
    exportDomains: 'export',
    templates: 'template',
    backUp: 'backup',
    restore: 'restore',
    bundle: 'support, bug',
    'view-due': 'due, expiring',
    'view-expired': 'expired, redemption, grace',
    'setting-limit-change': 'limit, budget',
    'setting-lock': 'password, logout',
    'setting-watched-names': 'backorder, watch',
    'setting-team': 'team, colleague',
    'setting-updates': 'update, version',
    'sync-unknown': 'sync',
    'scheme-dark': 'dark',
  };
  const cases = Object.entries(firstOf).flatMap(([first, words]) =>
    words.split(', ').map((word): [string, string] => [word, first]),
  );

  it('are 90 at least that a reseller types', () => {
    expect(new Set(cases.map(([word]) => word)).size).toBeGreaterThanOrEqual(90);
  });

  it.each(cases)('“%s” has %s first', async (word, first) => {
    expect((await palette()).listed(word)[0]).toBe(first);
  });

  it('hand over has codes beside the client that leaves, and names the client where one is typed or listed', async () => {
    const { act, labelOf, list, listed } = await palette();
    expect(listed('hand over')[1]).toBe('list-codes');
    for (const typed of ['hand over reed', 'transfer away Reed &', 'leaving reed & sons'])
      expect(labelOf(typed), typed).toContain('Hand over 1 domain of');
    act('hand over');
    await vi.waitFor(() => expect(list.getState().asked).toEqual({ kind: 'clients', handsOver: true }));
    act('hand over reed');
    await vi.waitFor(() => expect(list.getState().handOver?.client).toBe('Reed & Sons'));
    expect(list.getState().filter.client).toBe('Reed & Sons');
    list.actions.close();
    list.actions.handOver(null);
    act('leave');
    await vi.waitFor(() => expect(list.getState().handOver?.client).toBe('Reed & Sons'));
    expect(list.getState().asked).toBeNull();
  });

  it('dark is dark, and undo undoes', async () => {
    const { act, bridge, stores } = await palette();
    act('dark mode');
    expect(bridge.world.calls).toContainEqual({ name: 'settings.write', input: { colourScheme: 'dark' } });
    await vi.waitFor(() => expect(stores.undo.getState().done).toHaveLength(1));
    act('undo');
    await vi.waitFor(() =>
      expect(bridge.world.calls).toContainEqual({
        name: 'settings.write',
        input: { colourScheme: 'system' },
      }),
    );
  });
});

describe('a word on the open domain', () => {
  it.each([
    ['renew', 'Renew harbour.com…'],
    ['unlock', 'Unlock harbour.com…'],
    ['lock', 'Overview of harbour.com'],
    ['dns', 'Nameservers of harbour.com'],
    ['registrant', 'Contacts of harbour.com'],
    ['epp', 'Copy the transfer code of harbour.com…'],
    ['refresh', 'Read harbour.com again'],
    ['glue', 'Host records of harbour.com'],
    ['whois', 'Read harbour.com again at the registry'],
    ['note', 'Overview of harbour.com'],
    ['history', 'History of harbour.com'],
  ])('%s is its “%s”', async (word, label) => {
    const all = await palette();
    openPage(all, 'harbour.com');
    expect(all.labelOf(word)).toBe(label);
  });

  it('opens the first step and sends nothing', async () => {
    const all = await palette();
    openPage(all, 'harbour.com');
    all.act('renew');
    expect(all.stores.route.getState().route).toMatchObject({
      view: { domain: 'harbour.com', tab: 'renew' },
    });
    expect(all.sent()).toEqual([]);
    all.act('unlock');
    expect(all.sent().map(({ name }) => name)).toEqual(['changes.prepare']);
  });

  it('leads to the setting where registries are not asked', async () => {
    const all = await palette();
    openPage(all, 'harbour.com');
    all.act('rdap');
    expect(all.stores.route.getState().route).toEqual({
      screen: 'settings',
      view: { kind: 'all', setting: 'registry' },
    });
  });
});

describe('a word on the list of domains', () => {
  const dialogOf = (action: string, ...wanted: readonly string[]) => ({
    kind: 'change',
    action,
    of: [{ accountId: 'account-1', names: wanted }],
  });

  it.each([
    ['renew', 'Renew 2 selected domains…', 'renew'],
    ['lock', 'Lock 2 selected domains…', 'lock'],
    ['unlock', 'Unlock 2 selected domains…', 'unlock'],
    ['nameservers', 'Set nameservers of 2 selected domains…', 'nameservers'],
    ['owner', 'Set contacts of 2 selected domains…', 'contacts'],
  ])('%s is “%s” with two selected, and asks for it', async (word, label, action) => {
    const all = await palette();
    select(all, 'harbour.com', 'oakline.io');
    expect(all.labelOf(word)).toBe(label);
    all.act(word);
    expect(all.list.getState().asked).toEqual(dialogOf(action, 'harbour.com', 'oakline.io'));
    expect(all.sent()).toEqual([]);
  });

  it('is on the domain in the side panel where nothing is selected, and on the selected ones where some are', async () => {
    const all = await palette();
    select(all);
    all.list.actions.showInPanel(keysOf('riverstone.com')[0] ?? null);
    expect(all.labelOf('renew')).toBe('Renew riverstone.com…');
    expect(all.labelOf('code')).toBe('Transfer code of riverstone.com');
    all.act('lock');
    expect(all.list.getState().asked).toEqual(dialogOf('lock', 'riverstone.com'));
    all.list.actions.choose(() => ({ keys: new Set(keysOf('harbour.com', 'oakline.io')), anchor: null }));
    expect(all.labelOf('renew')).toBe('Renew 2 selected domains…');
    expect(all.labelOf('code')).toBe('Transfer codes of 2 selected domains…');
  });

  it('is on nothing that is not on the screen: it renews what is due, or says that domains are selected first', async () => {
    const all = await palette();
    select(all);
    all.list.actions.showInPanel(keysOf('riverstone.com')[0] ?? null);
    all.stores.route.actions.go({ screen: 'search' });
    expect(all.labelOf('renew')).toBe('Renew 3 due domains…');
    expect(all.labelOf('lock')).toBe('Lock domains…');
    all.act('lock');
    expect(all.stores.route.getState().route).toEqual({ screen: 'domains', view: { kind: 'list' } });
    expect(all.stores.notices.getState().notice?.text).toContain('Select domains first');
    expect(all.list.getState().asked).toBeNull();
  });

  it('offers no change of archived domains, which a batch leaves out', async () => {
    const all = await palette();
    select(all, 'harbour.com', 'oakline.io');
    all.list.actions.filter({ archivedOnly: true });
    const labels = all.groups('').flatMap(({ commands }) => commands.map(({ label }) => label));
    expect(labels).toContain('Tag 2 selected domains…');
    expect(labels).not.toContain('Renew 2 selected domains…');
  });
});
