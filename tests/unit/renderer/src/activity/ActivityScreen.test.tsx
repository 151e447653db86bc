// @vitest-environment jsdom

import { act, cleanup, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Change } from '#shared/domain/change.ts';
import { sharedCreditLabel } from '#shared/domain/limits.ts';
import { fail, ok } from '#shared/result.ts';
import { ActivityScreen } from '../../../../../renderer/src/activity/ActivityScreen.tsx';
import {
  aBatch,
  aBatchId,
  aBatchRow,
  aChange,
  anUncertainChange,
  aHealth,
} from '../../../../support/a-change.ts';
import type { FakeAnswers } from '../../../../support/fake-bridge.ts';
import { aTeamChange } from '../../../../support/fake-team.ts';
import { anAccount, aPracticeAccount, aWorld } from '../../../../support/fake-world.ts';
import { drawInJsdom, drawPart, enter, type User } from '../../../../support/draw.tsx';

drawInJsdom();

const renewal = anUncertainChange({
  number: 2,
  domain: 'contoso.com',
  what: { kind: 'renew', periodYears: 1, addons: {}, price: { kind: 'not-given' } },
  evidence: [{ label: 'Credit', before: '500.00', after: '490.00', speaks: 'for' }],
});

const contacts = anUncertainChange({
  number: 1,
  domain: 'northwind.net',
  what: { kind: 'contacts', roles: [{ name: 'Registrant', changed: ['Email'] }] },
});

const lock = aChange({ number: 4, domain: 'bakery.com' });

const waiting = aChange({
  number: 5,
  domain: 'harbour.com',
  state: 'planned',
  createdAt: '2026-11-21T08:30:00.000Z',
});

const foreign = aChange({ number: 6, domain: 'clients.com', accountId: 'account-1' });

async function show(
  changes: readonly Change[] = [contacts, renewal, lock, waiting, foreign],
  answers: FakeAnswers = {},
  world: Parameters<typeof aWorld>[0] = {},
) {
  const page = await drawPart(<ActivityScreen />, {
    world: { accounts: [aPracticeAccount(), anAccount()], changes, ...world },
    answers,
    before: ({ route }) => route.actions.goToChanges({ kind: 'list', changeId: null }),
  });
  await screen.findByRole('grid', { name: 'Activity' });
  return page;
}

const lines = () =>
  within(screen.getByRole('grid', { name: 'Activity' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);

const open = async (user: User, name: RegExp) => {
  await user.click(await screen.findByRole('row', { name }));
  return screen.findByRole('complementary', { name: 'The change' });
};

const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('the list of changes', () => {
  it('stands uncertain ones first, under what they are and what to do', async () => {
    await show();
    await screen.findByRole('row', { name: /bakery/ });
    expect(lines()[0]).toBe(
      '2 changes are uncertain: we don’t know whether they were done. Verify or mark each.',
    );
    expect(
      lines().map((line) => /(?:contoso|northwind|harbour|bakery)\.\w{3}/.exec(line)?.[0] ?? ''),
    ).toEqual(['', 'contoso.com', 'northwind.net', '', 'harbour.com', 'bakery.com']);
    expect(lines()[5]).toContain('LockUnlocked → Locked');
  });

  it('has changes of colleagues among the own ones, says whose they are, and shows one person’s alone', async () => {
    const team = { ...aWorld().team, changes: [aTeamChange({ domain: 'oak.com' })] };
    const { user } = await show(undefined, {}, { team });
    const colleagues = await screen.findByRole('row', { name: /oak\.com/ });
    expect(colleagues.textContent).toMatch(/^AcceptedRenewal.*by ben/);
    expect(colleagues.textContent).toContain('10.99 EUR');
    await screen.findByText(/, 1 of them by colleagues/);
    await user.click(await button('Person'));
    await user.click(await screen.findByRole('menuitem', { name: 'ben' }));
    await vi.waitFor(() => expect(screen.queryByRole('row', { name: /bakery/ })).toBeNull());
    expect(screen.getByRole('row', { name: /oak\.com/ })).toBeDefined();
    await user.click(await button(/^Person/));
    await user.click(await screen.findByRole('menuitem', { name: 'You' }));
    await screen.findByRole('row', { name: /bakery/ });
    expect(screen.queryByRole('row', { name: /oak\.com/ })).toBeNull();
  });

  it('shows the other accounts’ too when asked, and one state alone', async () => {
    const { user } = await show();
    await user.click(await screen.findByText('All accounts'));
    await screen.findByRole('row', { name: /clients/ });
    await user.click(await button(/Done.*2$/));
    await vi.waitFor(() => expect(lines()).toHaveLength(2));
    expect(screen.queryByText(/are uncertain/)).toBeNull();
  });

  it('keeps the counts of what is shown where those of the filter before come late', async () => {
    const { user, bridge } = await show();
    await button(/Done.*1$/);
    const { summary } = bridge.request.activity;
    const late = Promise.withResolvers<undefined>();
    const asked = vi.spyOn(bridge.request.activity, 'summary').mockImplementationOnce(async (input) => {
      const answer = await summary(input);
      await late.promise;
      return answer;
    });
    await user.click(screen.getByText('All accounts'));
    await user.click(screen.getByText('This account'));
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
    await act(async () => {
      late.resolve(undefined);
      await late.promise;
    });
    await button(/Done.*1$/);
    expect(screen.queryByRole('button', { name: /Done.*2$/ })).toBeNull();
  });

  it('finds by a part of the domain, and says so where nothing fits', async () => {
    const { user } = await show();
    await enter(user, await screen.findByRole('textbox', { name: 'Find by domain' }), 'zzz');
    await screen.findByText('No matching changes');
    await user.click(screen.getAllByRole('button', { name: 'Show all' })[0] ?? document.body);
    expect(await screen.findByRole('row', { name: /bakery/ })).toBeDefined();
  });

  it('follows what main tells', async () => {
    const { bridge } = await show();
    await screen.findByRole('row', { name: /Uncertain ?Renew/ });
    const done = { ...renewal, state: 'applied', proof: 'read-back', next: [] } as const;
    bridge.world.changes = [contacts, done, lock, waiting];
    bridge.tell('changes.changed', { changes: [done] });
    await screen.findByRole('row', { name: /Done \(verified\) ?Renew/ });
    await screen.findByText(/^1 change is uncertain/);
  });

  it('is walked by keyboard; what is opened follows the cursor, and Esc closes it', async () => {
    const { user, stores } = await show();
    await screen.findByRole('row', { name: /bakery/ });
    await user.keyboard('{ArrowDown}{Enter}');
    await screen.findByRole('heading', { name: 'Renew for 1 year' });
    await user.keyboard('{ArrowDown}');
    await screen.findByRole('heading', { name: 'Change Registrant contact' });
    await user.keyboard('{Escape}');
    expect(stores.route.getState().route).toMatchObject({ view: { kind: 'list', changeId: null } });
  });

  it('says what to do first where there is none, and why it cannot be read', async () => {
    await show([]);
    await screen.findByText('No changes yet');
    cleanup();
    await show([lock], {
      activity: { list: () => Promise.resolve(fail({ kind: 'storage', fault: 'damaged' } as const)) },
    });
    await screen.findByText('Couldn’t load the activity');
  });
});

describe('batches and money in the list', () => {
  const first = aBatchId(1);
  const paid = (number: number, changes: Partial<Change>, price: string | null = '10.00'): Change =>
    aChange({
      number,
      domain: `shop-${number}.com`,
      what: {
        kind: 'renew',
        periodYears: 1,
        addons: {},
        price: price === null ? { kind: 'not-given' } : { kind: 'given', amount: price, currency: 'EUR' },
      },
      proof: 'answer',
      ...changes,
    });
  const fell = [{ label: 'Credit', before: '500.00', after: '489.51', speaks: 'for' as const }];
  const story = [
    paid(1, { batchId: first }),
    paid(2, { batchId: first }, null),
    paid(3, { batchId: first, state: 'refused' }),
    paid(4, { createdAt: '2026-10-05T08:00:00.000Z', evidence: fell }, null),
    paid(5, { createdAt: '2026-10-04T08:00:00.000Z' }, null),
    aChange({ number: 6, domain: 'lock.com', createdAt: '2026-10-03T08:00:00.000Z' }),
  ];
  const rows = [0, 1, 2].map((index) => aBatchRow(index, { leftOut: index === 2 ? 'by-hand' : null }));
  const batches = [aBatch({ id: first, ask: { kind: 'renew', periodYears: 1 }, state: 'done' }, rows)];
  const nordwind = anAccount({ id: 'practice', label: 'Nordwind' });
  const showMoney = () => show(story, {}, { batches, accounts: [nordwind] });
  const domains = () => lines().map((line) => /(?:shop-\d|lock)\.com/.exec(line)?.[0] ?? '');

  it('has one row for a batch, with its outcomes and its sum, and its changes below it once it is unfolded', async () => {
    const { user } = await showMoney();
    const batch = await screen.findByRole('row', { name: /Renew 2 domains/ });
    expect(batch.textContent).toContain('Not all done');
    expect(batch.textContent).toContain('211 excluded');
    expect(batch.textContent).toContain('10.00 EUR+ 1 not given');
    expect(lines()).toHaveLength(4);
    await user.click(await button(/^Show the 3 changes of Renew 2 domains/));
    await vi.waitFor(() => expect(lines()).toHaveLength(7));
    expect(domains().slice(1, 4)).toEqual(['shop-1.com', 'shop-2.com', 'shop-3.com']);
    await user.click(await button(/^Hide the 3 changes/));
    await vi.waitFor(() => expect(lines()).toHaveLength(4));
  });

  it('unfolds and folds a batch by the arrow keys, from one of its changes too, and opens it by Enter', async () => {
    const { user, stores } = await showMoney();
    await screen.findByRole('row', { name: /Renew 2 domains/ });
    screen.getByRole('grid', { name: 'Activity' }).focus();
    await user.keyboard('{ArrowDown}{ArrowRight}');
    await vi.waitFor(() => expect(lines()).toHaveLength(7));
    await user.keyboard('{ArrowDown}{ArrowLeft}');
    await vi.waitFor(() => expect(lines()).toHaveLength(4));
    await user.keyboard('{ArrowUp}{Enter}');
    expect(stores.route.getState().route).toMatchObject({ view: { kind: 'batch', batchId: first } });
  });

  it('counts and adds up what is shown, by days too, and asks for that', async () => {
    const { user, called } = await showMoney();
    const sum = await screen.findByRole('group', { name: 'Count and sum of what is shown' });
    expect(sum.textContent).toBe(
      '6 changes · spent 10.00 EUR + 10.49 of Nordwind (10.49 of Nordwind seen in the credit) · 2 amounts not given · What is the currency of Nordwind?',
    );
    await user.click(await button('Days'));
    await user.type(await screen.findByLabelText('From'), '2026-10-04');
    await user.type(await screen.findByLabelText(/^To/), '2026-10-04');
    await vi.waitFor(() => expect(sum.textContent).toBe('1 change · 1 paid · 1 amount not given'));
    expect(called('activity.list').at(-1)).toMatchObject({
      filter: {
        from: new Date(2026, 9, 4).toISOString(),
        until: new Date(2026, 9, 5).toISOString(),
      },
    });
  });

  it('H17 says of practice that it is play money, and has nothing of it for invoices', async () => {
    const { user } = await show(story, {}, { batches });
    const sum = await screen.findByRole('group', { name: 'Count and sum of what is shown' });
    expect(sum.textContent).toMatch(/ · practice: play money$/);
    await user.click(await button('Export…'));
    const item = await screen.findByRole('menuitem', { name: /^Paid changes of a month/ });
    expect(item.getAttribute('data-disabled')).toBe('true');
  });

  it('H17 asks for the currency where a sum has none, and leads to it', async () => {
    const { user, stores } = await showMoney();
    await user.click(await button('What is the currency of Nordwind?'));
    expect(stores.route.getState().route).toMatchObject({
      ...{ screen: 'accounts', accountId: 'practice', intent: 'edit', field: 'currency' },
    });
  });

  it('offers the month that has paid changes at first, and says of another that its file would have no rows', async () => {
    const at = (ago: number) => new Date(new Date().getFullYear(), new Date().getMonth() - ago, 15);
    const month = (ago: number) => at(ago).toLocaleDateString('sv').slice(0, 7);
    const only = paid(9, { createdAt: at(0).toISOString() });
    const { user } = await show([only], {}, { batches: [], accounts: [nordwind] });
    await user.click(await button('Export…'));
    await user.click(await screen.findByRole('menuitem', { name: /^Paid changes of a month/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText('Month')).toHaveProperty('value', month(0));
    await dialog.findByText('Spent 10.00 EUR');
    await user.selectOptions(dialog.getByLabelText('Month'), month(1));
    await dialog.findByText('Nothing was paid then: the file would have no rows.');
  });

  it('says of a month how many of its paid renewals are proven, and leads to those that are not', async () => {
    const now = new Date();
    const createdAt = new Date(now.getFullYear(), now.getMonth(), 1, 12).toISOString();
    const of = (number: number, proof: Change['proof']) => paid(number, { createdAt, proof });
    const one = [of(1, 'registry'), of(2, 'registry'), of(3, 'answer')];
    const { user } = await show(one, {}, { batches: [], accounts: [nordwind] });
    await user.click(await button('Days'));
    await user.click(await screen.findByRole('radio', { name: 'This month' }));
    const month = now.toLocaleDateString(undefined, { month: 'long', year: 'numeric' });
    await screen.findByText(
      (_, element) =>
        element?.tagName === 'P' &&
        element.textContent === `3 paid renewals of ${month}: 2 proven, 1 not yet.`,
    );
    await user.click(await button('1 not yet'));
    await vi.waitFor(() => expect(domains()).toEqual(['shop-3.com']));
  });

  it('says of a month whose paid renewals are all proven that they are', async () => {
    const createdAt = new Date().toISOString();
    const both = [1, 2].map((number) => paid(number, { createdAt, proof: 'registry' }));
    const { user } = await show(both, {}, { batches: [], accounts: [nordwind] });
    await user.click(await button('Export…'));
    await user.click(await screen.findByRole('menuitem', { name: /^Paid changes of a month/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText(/^All 2 paid renewals of .* are proven\.$/);
  });

  it('exports the paid changes of a month as they are filtered, and says their sum', async () => {
    const { user, called } = await showMoney();
    await screen.findByRole('row', { name: /Renew 2 domains/ });
    await user.click(await button('Export…'));
    await user.click(await screen.findByRole('menuitem', { name: /^Paid changes of a month/ }));
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText(/^Nordwind: one row for each registration and renewal/);
    await user.click(within(dialog).getByRole('radio', { name: 'XLSX' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save as…' }));
    await within(dialog).findByText(/paid-changes-.*\.xlsx$/);
    expect(called('activity.exportPaid')[0]).toMatchObject({
      format: 'xlsx',
      filter: { accountId: 'practice', states: null },
    });
  });
});

describe('one change', () => {
  it('C12 says of an uncertain one that it is not known, and never that it failed', async () => {
    const { user } = await show();
    const panel = await open(user, /Renew/);
    await within(panel).findByText('We don’t know whether contoso.com was renewed and paid for.');
    expect(panel.textContent).not.toMatch(/fail/i);
    expect(within(panel).queryByRole('button', { name: /^Send/ })).toBeNull();
    const evidence = within(panel).getByRole('table');
    expect(within(evidence).getByRole('row', { name: 'Credit 500.00 490.00 done' })).toBeDefined();
    const fact = (name: string) => within(panel).getByText(name).nextElementSibling?.textContent;
    expect(fact('Credit after')).toBe('490.00 before: 500.00');
    expect(fact('Credit went down by')).toBe('10.00 other orders may be in it');
  });

  it('does not say what the credit fell by where another order may have used it', async () => {
    const evidence = [
      { label: sharedCreditLabel, before: '500.00', after: '480.00', speaks: 'for' },
    ] as const;
    const { user } = await show([aChange({ ...renewal, evidence })]);
    const panel = await open(user, /Renew/);
    const fell = (await within(panel).findByText('Credit went down by')).nextElementSibling;
    expect(fell?.textContent).toBe('not known: another order was open then, and may have used it too');
  });

  it.each([
    ['accepted, where only the service answered', 'answer', 'Accepted', 'Could not be verified'],
    ['confirmed, where that was verified', 'read-back', 'Done', 'Verified: as requested'],
  ] as const)('is marked in its history as %s', async (_case, proof, word, title) => {
    const { user } = await show([aChange({ number: 8, domain: 'answered.com', proof })]);
    const panel = await open(user, /answered/);
    const verified = (await within(panel).findByText(title)).closest('li');
    const mark = verified?.querySelector('svg[role=img]');
    expect(mark?.getAttribute('aria-label')).toBe(word);
  });

  it('that a registry has proven is said to be so, counted apart and shown alone, whether it was uncertain before or not', async () => {
    const { user } = await show([
      lock,
      aChange({ number: 8, domain: 'shown.com', proof: 'registry' }),
      aChange({ number: 9, domain: 'later.com', state: 'applied', proof: 'registry' }),
    ]);
    await button(/^Done.*1$/);
    await screen.findByRole('row', { name: /^Proven by registry.*shown\.com/ });
    await user.click(await button(/^Proven by registry.*2$/));
    await vi.waitFor(() => expect(screen.queryByRole('row', { name: new RegExp(lock.domain) })).toBeNull());
    await screen.findByRole('row', { name: /^Proven by registry.*later\.com/ });
    const panel = await open(user, /shown/);
    expect(within(panel).getAllByText('Proven by registry').length).toBeGreaterThan(0);
  });

  it('is settled by hand with a verdict and a note, and not without', async () => {
    const { user, called } = await show();
    await open(user, /Renew/);
    await user.click(await button('Mark as done or not done…'));
    const dialog = await screen.findByRole('dialog', { name: 'Mark as done or not done: Renew for 1 year' });
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(called('changes.settle')).toHaveLength(0);
    within(dialog).getByText('Choose one of the two.');
    await user.click(within(dialog).getByRole('radio', { name: /^Not done/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(called('changes.settle')).toHaveLength(0);
    await enter(user, within(dialog).getByRole('textbox'), 'Expires as before');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await screen.findByText(/^Marked as not done\./);
    expect(called('changes.settle')[0]).toEqual({
      id: renewal.id,
      as: 'not-applied',
      note: 'Expires as before',
    });
  });

  it('is marked from the list where it is the only uncertain one: the reason alone is left to give', async () => {
    const { user, called } = await show([renewal, lock]);
    await user.click(await button('Mark as not done…'));
    const dialog = await screen.findByRole('dialog', { name: 'Mark as done or not done: Renew for 1 year' });
    expect(within(dialog).getByRole('radio', { name: /^Not done/ })).toHaveProperty('checked', true);
    expect(called('changes.settle')).toHaveLength(0);
    await enter(user, within(dialog).getByRole('textbox'), 'Expires as before');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await screen.findByText(/^Marked as not done\./);
    expect(called('changes.settle')).toEqual([
      { id: renewal.id, as: 'not-applied', note: 'Expires as before' },
    ]);
  });

  it('is read back, with what that reads said beside the button', async () => {
    const { user, called } = await show();
    const panel = await open(user, /Change Registrant/);
    await within(panel).findByText('Reads the contacts again and compares them field by field.');
    await user.click(await button('Verify'));
    await within(panel).findByText('northwind.net has the contacts that you set.');
    expect(called('changes.readBack')).toHaveLength(1);
  });

  it('is sent or withdrawn where nothing has left', async () => {
    const { user, called } = await show();
    const panel = await open(user, /harbour/);
    await within(panel).findByText('Logged, not sent.');
    await within(panel).findByRole('button', { name: 'Send' });
    await user.click(await button('Withdraw'));
    await within(panel).findByText(/^Withdrawn/, { selector: 'p' });
    expect(called('changes.send')).toHaveLength(0);
  });

  it('shows personal values only when asked, and takes them away again', async () => {
    const { user, called } = await show();
    const panel = await open(user, /Change Registrant/);
    const shown = await button('Show what was to be written');
    expect(panel.textContent).not.toContain('robin@northwind.example');
    await user.click(shown);
    await within(panel).findByText('robin@northwind.example');
    await user.click(await button('Hide what was to be written'));
    expect(panel.textContent).not.toContain('robin@northwind.example');
    expect(called('changes.personal')).toHaveLength(1);
    await user.click(await button('Show what was to be written'));
    await within(panel).findByText('robin@northwind.example');
    await open(user, /Renew/);
    await open(user, /Change Registrant/);
    expect(screen.getByRole('complementary').textContent, 'forgotten with the change').not.toContain(
      'robin@',
    );
  });

  it('(G1) that was accepted and not charged leads to the sync that decides', async () => {
    const accepted = { state: 'confirmed', proof: 'answer', charge: 'not-yet', what: renewal.what } as const;
    const { user, stores } = await show([aChange({ number: 3, domain: 'harbour.com', ...accepted })]);
    await open(user, /harbour/);
    await user.click(await button('Have the service read it again…'));
    expect(stores.route.getState().route).toMatchObject({
      view: { kind: 'domain', domain: 'harbour.com', tab: 'overview' },
    });
  });
});

async function showJournal(answers: FakeAnswers = {}) {
  const changes = [anUncertainChange({ number: 1 }), aChange({ number: 2, domain: 'bakery.com' })];
  const page = await drawPart(<ActivityScreen />, {
    world: { changes },
    answers,
    before: ({ route }) => route.actions.goToChanges({ kind: 'list', changeId: null }),
  });
  await screen.findByRole('row', { name: /bakery/ });
  return page;
}

const rows = () =>
  within(screen.getByRole('grid', { name: 'Activity' }))
    .getAllByRole('row')
    .slice(1);

describe('the journal', () => {
  it('says how many entries are verified, and checks them when asked', async () => {
    const { user, called } = await showJournal();
    await screen.findByText(/Journal verified: 1,204 entries/);
    await user.click(await button('Check that nothing was altered'));
    await vi.waitFor(() => expect(called('changes.health').at(-1)).toEqual({ check: true }));
  });

  it('says of a file of proof what it is, or why that is not known', async () => {
    const proof = { file: 'sent.html', verdict: 'altered', said: 'This file was changed.' } as const;
    const answers: (typeof proof | null)[] = [null, proof];
    const checkProof = () => {
      const next = answers.shift();
      const error = { kind: 'journal-broken', journal: 'changes', seq: 8 } as const;
      return Promise.resolve(next === undefined ? fail(error) : ok(next));
    };
    const { user } = await showJournal({ activity: { checkProof } });
    const check = async () => user.click(await button('Check a proof…'));
    await check();
    expect(screen.queryByText(/sent\.html|check the proof/)).toBeNull();
    await check();
    expect((await screen.findByText(/This file was changed/)).textContent).toContain('sent.html');
    await check();
    await screen.findByText(/^Couldn’t check the proof\. /);
    expect(screen.queryByText(/sent\.html/)).toBeNull();
  });

  it('opens one dialog for a file of proof, and says nothing of the one before while the next is checked', async () => {
    const checked = { file: 'sent.html', verdict: 'altered', said: 'This file was changed.' } as const;
    const checkProof = vi.fn(() => Promise.resolve(ok<typeof checked | null>(checked)));
    const { user } = await showJournal({ activity: { checkProof } });
    const places = screen.getAllByRole('status');
    const check = await button('Check a proof…');
    await user.click(check);
    const said = await screen.findByText(/This file was changed/);
    expect(places, 'what is read out is there before its words').toContain(said);
    checkProof.mockImplementation(() => new Promise<never>(() => undefined));
    await user.click(check);
    await user.click(check);
    expect(checkProof).toHaveBeenCalledTimes(2);
    expect(said.textContent).toBe('');
    expect(check.dataset['loading']).toBe('true');
  });

  it('D4 says of a broken chain where, why, and what still works', async () => {
    const { bridge } = await showJournal();
    bridge.tell('changes.health', aHealth({ broken: { seq: 812, why: 'The hash does not fit.' } }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('at entry 812: no change is sent to any service');
    expect(alert.textContent).toContain('The hash does not fit.');
    expect(alert.textContent).toContain('verifying and exporting keep working');
  });

  it('is exported as it is filtered, and says where it was put', async () => {
    const { user, called } = await showJournal();
    await user.click(await button(/Done/));
    await vi.waitFor(() => expect(rows()).toHaveLength(1));
    await user.click(await button('Export…'));
    await user.click(await screen.findByRole('menuitem', { name: /^The journal/ }));
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText(/^Exactly what is filtered: 1 change,/);
    await user.click(within(dialog).getByRole('radio', { name: 'JSON' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save as…' }));
    await within(dialog).findByText('/home/robin/Documents/changes.json');
    expect(called('changes.exportJournal')[0]).toMatchObject({
      format: 'json',
      filter: { accountId: 'practice', states: ['confirmed'] },
    });
  });
});
