// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type Attention, type AttentionRow, forGood } from '#shared/domain/attention.ts';
import { ok } from '#shared/result.ts';
import type { Input } from '../../../../../renderer/src/client.ts';
import { readFirst } from '../../../../../renderer/src/app-stores.ts';
import { createDomainList } from '../../../../../renderer/src/domains/portfolio-store.ts';
import { emptyFilter } from '../../../../../renderer/src/domains/portfolio-filter.ts';
import { TodayScreen } from '../../../../../renderer/src/today/TodayScreen.tsx';
import { storeOf } from '../../../../../renderer/src/ui/live-collection.ts';
import { aBatch, aChange, aChangeId } from '../../../../support/a-change.ts';
import { aPage, drawInJsdom, drawPart, type Given } from '../../../../support/draw.tsx';
import type { FakeBridge } from '../../../../support/fake-bridge.ts';
import { aCodeExport } from '../../../../support/fake-codes.ts';
import { aSession } from '../../../../support/fake-sessions.ts';
import { aWork, quietDay } from '../../../../support/fake-today.ts';
import { anAccount, aPracticeAccount, type ListView } from '../../../../support/fake-world.ts';

drawInJsdom();

const row = (more: Partial<AttentionRow> = {}): AttentionRow => ({
  ...{ id: 'due practice', kind: 'due', severity: 'urgent', accountId: 'practice', accountLabel: 'Practice' },
  ...{
    isPractice: true,
    client: null,
    count: 2,
    names: ['alpha.com', 'xn--bckerei-5wa.de'],
    subject: null,
    title: '',
  },
  ...{ firstOn: '2026-11-30', cost: null, coverage: null, step: 'renew', snoozedUntil: null },
  why: '2 domains expire within 30 days; the first on 2026-11-30.',
  ...more,
});

/** The screen on a day; what it tells main changes the day. */
async function showing(day: Partial<Attention>, { answers, ...given }: Given = {}) {
  const today = { ...quietDay, domains: 2, ...day };
  const page = await drawPart(<TodayScreen />, {
    ...given,
    answers: {
      ...answers,
      today: {
        read: () => Promise.resolve(ok(today)),
        names: () => Promise.resolve(ok({ names: ['alpha.com', 'beta.com'] })),
        ...answers?.today,
      },
    },
  });
  await screen.findByRole('heading', { name: 'Today' });
  return page;
}
const list = (name = 'Needs attention') => screen.findByRole('list', { name });

describe('Today', () => {
  it('says of each row what it is about, why it is there and its one next step', async () => {
    await showing({ rows: [row()] });
    const text = (await list()).textContent;
    expect(text).toContain('alpha.com, bäckerei.de');
    expect(text).toContain('2 domains expire within 30 days');
    // A date is shown as the system writes it.
    expect(text).not.toContain('2026-11-30');
    expect(within(await list()).getByRole('button', { name: /^Renew 2 due…/ })).toBeTruthy();
    expect(within(await list()).getByRole('img', { name: 'Urgent' })).toBeTruthy();
  });

  it.each([
    ['Practice', true, 'DuePractice'],
    ['Sandbox', true, 'DueSandbox, practice'],
    ['Northwind', false, 'DueNorthwind'],
  ])('H17 says once of a row of practice that it is: %s %s', async (accountLabel, isPractice, said) => {
    await showing({ rows: [row({ accountLabel, isPractice, accountId: 'none' })] });
    expect((await list()).textContent).toMatch(new RegExp(`${said}alpha\\.com`));
  });

  it('leads from what is due to the review of a batch of exactly these domains, in their account', async () => {
    const made = aBatch({ accountId: 'other' });
    const page = await showing(
      { rows: [row({ accountId: 'other' })] },
      { answers: { batches: { prepare: () => Promise.resolve(ok(made)) } } },
    );
    await page.user.click(screen.getByRole('button', { name: /^Renew 2 due…/ }));
    await waitFor(() =>
      expect(page.stores.route.getState().route).toEqual({
        screen: 'changes',
        view: { kind: 'batch', batchId: made.id },
      }),
    );
    expect(page.called('batches.prepare')).toEqual([
      { accountId: 'other', ask: { kind: 'renew', periodYears: 1 }, domains: ['alpha.com', 'beta.com'] },
    ]);
  });

  it('of an account, all that expired or is due is one review, with what is due later in it and excluded at first', async () => {
    const made = aBatch();
    const later = { kind: 'due-later', severity: 'later' } as const;
    const rows = [
      row({ id: 'expired', kind: 'expired', count: 1 }),
      row({ id: 'due' }),
      row({ id: 'of another', accountId: 'other' }),
      row({ id: 'later', ...later }),
      row({ id: 'snoozed', snoozedUntil: '2027-01-01' }),
    ];
    const page = await showing(
      { rows },
      {
        answers: {
          batches: { prepare: () => Promise.resolve(ok(made)) },
          today: { names: ({ id }) => Promise.resolve(ok({ names: [`${id}.com`] })) },
        },
      },
    );
    const text = (await list()).textContent;
    expect(text.match(/In the review above/g)).toHaveLength(2);
    expect(text.match(/excluded at first/g)).toHaveLength(1);
    await page.user.click(screen.getByRole('button', { name: /^Renew 3 due…/ }));
    await waitFor(() => expect(page.called('batches.prepare')).toHaveLength(1));
    expect(page.called('batches.prepare')).toMatchObject([
      { accountId: 'practice', domains: ['expired.com', 'due.com', 'later.com'], leftOut: ['later.com'] },
    ]);
  });

  it('reads an uncertain change at once, as its button says, and shows what came of it', async () => {
    const uncertain = { kind: 'uncertain', step: 'verify', subject: aChangeId(7), count: 1 } as const;
    const page = await showing({ rows: [row({ ...uncertain, id: 'uncertain' })] });
    await page.user.click(screen.getByRole('button', { name: /^Verify…/ }));
    await waitFor(() => expect(page.called('changes.readBack')).toEqual([{ id: aChangeId(7) }]));
    expect(page.stores.route.getState().route).toEqual({
      screen: 'changes',
      view: { kind: 'list', changeId: aChangeId(7) },
    });
  });

  it('chooses what is due later where nothing is due now', async () => {
    const page = await showing({ rows: [row({ kind: 'due-later', severity: 'later' })] });
    await page.user.click(screen.getByRole('button', { name: /^Renew 2 due…/ }));
    await waitFor(() => expect(page.called('batches.prepare')).toHaveLength(1));
    expect(page.called('batches.prepare')).toEqual([
      { accountId: 'practice', ask: { kind: 'renew', periodYears: 1 }, domains: ['alpha.com', 'beta.com'] },
    ]);
  });

  it('leads from what registries show to these domains alone, of the client under whose name it stands', async () => {
    const kind = 'being-deleted' as const;
    const { user, stores } = await showing({ rows: [row({ kind, step: 'restore', client: 'Acme' })] });
    const list = storeOf(stores, createDomainList);
    list.actions.filter({ text: 'before', accounts: 'all' });
    await user.click(screen.getByRole('button', { name: /^Show them/ }));
    await waitFor(() =>
      expect(stores.route.getState().route).toEqual({ screen: 'domains', view: { kind: 'list' } }),
    );
    expect(list.getState().filter).toEqual({ ...emptyFilter, status: kind, client: 'Acme' });
  });

  it('takes one step at a time, of whichever row', async () => {
    const rows = [row(), row({ id: 'due other', accountId: 'other' })];
    const names = () => new Promise<never>(() => undefined);
    const { user, called } = await showing({ rows }, { answers: { today: { names } } });
    for (const button of screen.getAllByRole('button', { name: /^Renew 2 due…/ })) await user.click(button);
    expect(called('today.names')).toEqual([{ id: 'due practice' }]);
  });

  it('snoozes a row until a day, and undoes it', async () => {
    const page = await showing({ today: '2026-11-24', rows: [row()] });
    await page.user.click(screen.getByRole('button', { name: /^Snooze Due/ }));
    await page.user.click(await screen.findByRole('menuitem', { name: /Tomorrow/ }));
    await waitFor(() => expect(page.called('today.snooze')).toHaveLength(1));
    const [{ snooze, id, until }] = page.called('today.snooze') as [
      { snooze: string; id: string; until: string },
    ];
    expect(id).toBe('due practice');
    expect(until).toMatch(/^\d{4}-\d\d-\d\d$/);
    await act(() => page.stores.undo.actions.undo());
    expect(page.called('today.wake')).toEqual([{ snooze }]);
  });

  it('has what is done in one line below what needs somebody, dismissed as one', async () => {
    const done = row({
      id: 'done',
      kind: 'finished',
      severity: 'note',
      count: 7,
      names: [],
      step: 'open-batch',
    });
    const page = await showing({ rows: [{ ...done, why: '7 batches, 200.00' }] });
    expect(screen.getByText('Nothing needs you today')).toBeTruthy();
    expect(screen.getByText(/^Done today: 7 batches, 200\.00/)).toBeTruthy();
    await page.user.click(screen.getByRole('button', { name: 'Dismiss what is done' }));
    expect(page.called('today.snooze')).toMatchObject([{ id: 'done', until: forGood }]);
  });

  it('shows what is snoozed only where it is asked for, with a way to list it again', async () => {
    const page = await showing({ rows: [row({ snoozedUntil: '2099-01-01' })] });
    expect(screen.queryByRole('list', { name: 'Snoozed' })).toBeNull();
    await page.user.click(screen.getByRole('button', { name: 'Snoozed (1)' }));
    await page.user.click(within(await list('Snoozed')).getByRole('button', { name: 'Show again' }));
    expect(page.called('today.wake')).toEqual([{ id: 'due practice' }]);
  });

  it('offers a person without domains to bring them in', async () => {
    await showing({ domains: 0 });
    for (const name of ['Import from your registrar’s file', 'Add domains…'])
      expect(screen.getByRole('button', { name })).toBeTruthy();
  });

  it('says of each month on hover and to a screen reader what its renewals cost, and how many prices are unknown', async () => {
    const sums = [
      { currency: 'USD', account: null, amount: '18.99' },
      { currency: null, account: 'Nordwind', amount: '5.00' },
    ];
    await showing({ months: [{ month: '2026-12', count: 3, cost: { sums, unpriced: 1 } }] });
    const [bar] = within(screen.getByRole('list', { name: 'Renewals by month' })).getAllByRole('listitem');
    const said = 'Dec 2026: 3 renewals: 18.99 USD, 5.00, 1 price unknown';
    expect(bar?.title).toBe(said);
    expect(within(bar as HTMLElement).getByText(said)).toBeTruthy();
  });

  it('shows for each account whether its credit is enough for what is due', async () => {
    const cost = { sums: [{ currency: null, account: 'Practice', amount: '18.99' }], unpriced: 0 };
    const account = { accountId: 'practice', label: 'Practice', isPractice: true, due: 1, cost };
    const credit = { amount: '12.00', readAt: '2026-11-24T10:00:00.000Z' };
    await showing({ credits: [{ ...account, currency: null, credit, coverage: 'not-enough' }] });
    expect(screen.getByText('Not enough for what is due')).toBeTruthy();
    expect(screen.getByText('1 due: 18.99')).toBeTruthy();
  });
});

describe('the first tasks in practice', () => {
  const tasks = () => screen.queryByRole('region', { name: 'Three things to try' });
  const done = () =>
    [...(tasks()?.querySelectorAll('li') ?? [])].map(
      (one) => within(one).queryByRole('img', { name: 'Done' }) !== null,
    );
  const practicing = async (given: Given = {}) => {
    const page = await showing({ rows: [row()] }, given);
    await act(() => page.stores.listViews.actions.load());
    return page;
  };
  const practice = aPracticeAccount();
  const of = { accountId: practice.id, domain: 'alpha.com' };

  it('are ticked by what was done there, and lead to an account of one’s own', async () => {
    const { bridge, stores } = await practicing();
    expect(done()).toEqual([false, false, false]);
    expect(screen.queryByText('Now with your own account.')).toBeNull();
    act(() => stores.search.setState({ asked: 3, runs: [] }));
    await waitFor(() => expect(done()).toEqual([true, false, false]));
    const renewed = aChange({
      ...of,
      number: 1,
      state: 'confirmed',
      what: { kind: 'renew', periodYears: 1, addons: {}, price: { kind: 'not-given' } },
    });
    bridge.world.changes = [renewed];
    act(() => bridge.tell('changes.changed', { changes: [renewed] }));
    await waitFor(() => expect(done()).toEqual([true, true, false]));
    const settled = aChange({ ...of, number: 2, state: 'settled', settledAs: 'applied' });
    bridge.world.changes = [renewed, settled];
    act(() => bridge.tell('changes.changed', { changes: [settled] }));
    await waitFor(() => expect(done()).toEqual([true, true, true]));
    screen.getByText('Now with your own account.');
  });

  it('each lead to where it is done', async () => {
    const { user, stores } = await practicing();
    const view = () => stores.route.getState().route;
    await user.click(screen.getByRole('button', { name: 'Renew one…' }));
    expect(view()).toMatchObject({ view: { domain: 'alpha.com', tab: 'renew' } });
    await user.click(screen.getByRole('button', { name: 'Renew it…' }));
    expect(view()).toMatchObject({ view: { domain: 'uncertain-change.com', tab: 'renew' } });
    await user.click(screen.getByRole('button', { name: 'Search' }));
    expect(view()).toMatchObject({ screen: 'search' });
  });

  it('do not come back once they were closed', async () => {
    const { user, bridge, stores } = await practicing();
    await user.click(screen.getByRole('button', { name: 'Close for good' }));
    expect(tasks()).toBeNull();
    await stores.listViews.actions.flush();
    cleanup();
    const again = await practicing({ world: { listViews: bridge.world.listViews } });
    expect(tasks()).toBeNull();
    act(() => {
      again.stores.search.setState({ asked: 3, runs: [] });
    });
    expect(tasks()).toBeNull();
  });

  it('are in no workspace that has a real account, also where practice is the active one', async () => {
    await practicing({ world: { accounts: [practice, anAccount()], activeId: practice.id } });
    expect(tasks()).toBeNull();
  });
});

describe('what runs', () => {
  const of = { label: 'Practice', isPractice: true, currency: null, credit: null, due: 0, coverage: null };
  const credits = [{ ...of, accountId: 'practice', cost: { sums: [], unpriced: 0 } }];
  const reading = { ...{ id: 'r', accountId: 'practice', total: 9, done: 4 }, notShown: 0, notRead: 0 };
  const importing = aWork({ kind: 'import', title: 'Importing domains' });
  type Told = (tell: FakeBridge['tell']) => void;

  it.each<[string, Told, Told]>([
    [
      'Spring names',
      (tell) =>
        tell('sessions.changed', {
          sessions: [aSession({ name: 'Spring names', state: 'running' })],
          removed: [],
        }),
      (tell) => tell('sessions.changed', { sessions: [], removed: [aSession().id] }),
    ],
    [
      'Lock 0 domains',
      (tell) => tell('batches.changed', { batches: [aBatch({ state: 'reading' })], removed: [] }),
      (tell) => tell('batches.changed', { batches: [aBatch({ state: 'ready' })], removed: [] }),
    ],
    [
      'Transfer codes into a file',
      (tell) => tell('codes.exportChanged', aCodeExport({ total: 9 })),
      (tell) => tell('codes.exportChanged', aCodeExport({ state: 'done' })),
    ],
    [
      'Reading domains',
      (tell) => tell('domains.reading', { ...reading, isFinished: false, error: null }),
      (tell) => tell('domains.reading', { ...reading, isFinished: true, error: null }),
    ],
    [
      'Reading expiries',
      (tell) => tell('domains.reading', { ...reading, isOfRegistry: true, isFinished: false, error: null }),
      (tell) => tell('domains.reading', { ...reading, isOfRegistry: true, isFinished: true, error: null }),
    ],
  ])('is on Today until it has ended, and is led to: %s', async (title, begins, ends) => {
    const page = await showing({ credits });
    act(() => begins(page.bridge.tell));
    await page.user.click(await screen.findByRole('button', { name: title }));
    expect(page.stores.route.getState().route.screen).not.toBe('search');
    expect(screen.getByRole('progressbar', { name: title })).toBeTruthy();
    act(() => ends(page.bridge.tell));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Running' })).toBeNull());
  });

  it('leads to the list of the account whose domains are read', async () => {
    const works = () =>
      Promise.resolve(ok({ works: [aWork({ kind: 'reading', title: 'Reading', accountId: 'practice' })] }));
    const page = await showing({ credits }, { answers: { today: { works } } });
    await page.user.click(await screen.findByRole('button', { name: 'Reading' }));
    expect(page.bridge.world.calls).toContainEqual({ name: 'accounts.select', input: { id: 'practice' } });
  });

  it('is of the accounts that Today is of, and no file that is written, which is shown below every screen', async () => {
    const others = [
      aWork({ id: 'b', accountId: 'other' }),
      aWork({ id: 'c', kind: 'export', accountId: null }),
    ];
    const works = () => Promise.resolve(ok({ works: [...others, importing] }));
    await showing({ credits }, { answers: { today: { works } } });
    await screen.findByRole('button', { name: 'Importing domains' });
    expect(screen.getAllByRole('progressbar')).toHaveLength(1);
  });
});

describe('the start', () => {
  const withDomains: Given = {
    answers: { today: { hasDomains: () => Promise.resolve(ok({ hasDomains: true })) } },
  };
  const screenOf = ({ stores }: Awaited<ReturnType<typeof aPage>>) => stores.route.getState().route.screen;

  it('is Today for a person who has domains', async () => {
    const page = await aPage(withDomains);
    readFirst(page.stores);
    await waitFor(() => expect(screenOf(page)).toBe('today'));
  });
});

describe('Today by client', () => {
  const byClient = [
    row({ id: 'one', client: 'Acme', names: ['alpha.com'], count: 1 }),
    row({ id: 'two', client: '', names: ['beta.com'], count: 1 }),
    row({ id: 'three', client: null, kind: 'credit', names: [], count: 1, step: 'open-account' }),
  ];
  const read = ({ by }: Input<'today', 'read'>) =>
    Promise.resolve(
      ok({ ...quietDay, domains: 2, hasClients: true, rows: by === 'client' ? byClient : [row()] }),
    );

  const shown = (listViews: readonly ListView[]) =>
    showing(
      {},
      {
        answers: { today: { read } },
        world: { listViews },
        before: ({ listViews: left }) => left.actions.load(),
      },
    );

  it('has the rows of each client under its name, and is found so again after a restart', async () => {
    const page = await shown([]);
    await list();
    await page.user.click(screen.getByRole('checkbox', { name: 'By client' }));
    expect(within(await list('Acme')).getByText('alpha.com')).toBeTruthy();
    expect(within(await list('No client')).getByText('beta.com')).toBeTruthy();
    expect(within(await list('Accounts and work')).getByText('Low credit')).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'Needs attention' })).toBeNull();
    await page.stores.listViews.actions.flush();
    cleanup();
    await shown(page.bridge.world.listViews);
    await list('Acme');
    expect(screen.getByRole('checkbox', { name: 'By client' })).toHaveProperty('checked', true);
  });
});
