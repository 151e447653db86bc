// @vitest-environment jsdom

import { act, cleanup, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Batch, BatchRow, FullBatchAsk, RenewalFacts } from '#shared/domain/batch.ts';
import type { OverLimit } from '#shared/domain/limits.ts';
import type { KnownSource } from '#shared/domain/portfolio.ts';
import { fail, ok } from '#shared/result.ts';
import {
  type BatchAction,
  BatchMaker,
  type GivenChange,
} from '../../../../../../renderer/src/changes/batches/BatchMaker.tsx';
import { hostsProblem, listed } from '../../../../../../renderer/src/domains/nameservers/host-rows.ts';
import { aBatch, aBatchId, aBatchRow, aChangeId, countsOf } from '../../../../../support/a-change.ts';
import type { FakeAnswers } from '../../../../../support/fake-bridge.ts';
import { aDomain } from '../../../../../support/fake-portfolio.ts';
import { draw, drawInJsdom, drawPart } from '../../../../../support/draw.tsx';
import { ActivityScreen } from '../../../../../../renderer/src/activity/ActivityScreen.tsx';
import { format } from '../../../../../../renderer/src/ui/Formats.tsx';

drawInJsdom();

const domains = ['a.com', 'b.com', 'c.com', 'xn--bckerei-5wa.de', 'd.com'];

async function show(action: BatchAction, answers: FakeAnswers = {}, given?: GivenChange) {
  const onClose = vi.fn();
  const of = [{ accountId: 'practice', names: domains }];
  const page = await drawPart(<BatchMaker of={of} action={action} given={given} onClose={onClose} />, {
    world: {
      templates: [
        {
          id: aBatchId(9),
          name: 'Ours',
          kind: 'nameservers',
          nameservers: ['ns1.northwind.example', 'ns2.northwind.example'],
        },
        {
          id: aBatchId(8),
          name: 'Office',
          kind: 'contact',
          fields: [
            { name: 'Contact_Name', value: 'Jane Doe' },
            { name: 'City', value: 'Lon' },
          ],
        },
      ],
    },
    answers,
  });
  await screen.findByRole('dialog');
  /** As on the way back from another screen. */
  const drawAgain = () => {
    page.drawn.unmount();
    draw(page.stores, <BatchMaker of={of} action={action} given={given} onClose={onClose} />);
  };
  return { ...page, onClose, drawAgain, prepared: () => page.called('batches.prepare') };
}

const submit = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Continue to review' });

describe('making a batch', () => {
  it('is tried by itself once: drawn again after a failure, it waits for a person', async () => {
    const prepare = () => Promise.resolve(fail({ kind: 'unreachable', why: 'offline' } as const));
    const { user, prepared, drawAgain } = await show('lock', { batches: { prepare } });
    await screen.findByText(/^The batch change was not created/);
    drawAgain();
    await submit();
    expect(prepared()).toHaveLength(1);
    await user.click(await submit());
    expect(prepared()).toHaveLength(2);
  });

  it('is made as it opens where nothing is left to fill in, and goes to the batch', async () => {
    const { prepared, stores, onClose } = await show('unlock');
    expect(prepared()).toEqual([
      { accountId: 'practice', ask: { kind: 'lock', state: 'unlocked' }, domains },
    ]);
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(stores.route.getState().route).toEqual({
      screen: 'changes',
      view: { kind: 'batch', batchId: aBatchId(1) },
    });
  });

  it('is made as it opens of nameservers that were typed before, and not of too few', async () => {
    const whole = await show('nameservers', {}, { hosts: ['ns1.a.example', 'ns2.a.example'] });
    expect(whole.prepared()).toMatchObject([{ ask: { nameservers: ['ns1.a.example', 'ns2.a.example'] } }]);
    cleanup();
    expect((await show('nameservers', {}, { hosts: ['ns1.a.example'] })).prepared()).toEqual([]);
  });

  it('has the e-mail address that was typed before at the registrant, and asks', async () => {
    const { user, prepared } = await show('contacts', {}, { email: 'office@a.example' });
    expect(prepared()).toEqual([]);
    await user.click(await submit());
    const fields = [{ name: 'Email', value: 'office@a.example' }];
    expect(prepared()).toMatchObject([{ ask: { roles: [{ name: 'Registrant', fields }] } }]);
  });

  it('takes nameservers typed, pasted or from a template, and no misfit', async () => {
    const { user, prepared } = await show('nameservers');
    await user.click(await submit());
    await screen.findByText('Enter two nameservers');
    expect(prepared()).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Use a template' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Ours/ }));
    await user.click(await submit());
    expect(prepared()).toEqual([
      {
        accountId: 'practice',
        ask: { kind: 'nameservers', nameservers: ['ns1.northwind.example', 'ns2.northwind.example'] },
        domains,
      },
    ]);
  });

  it('takes a contact typed or from a template, for the roles that the account may write', async () => {
    const { user, prepared } = await show('contacts');
    // The only role that there is.
    expect(await screen.findByRole('checkbox', { name: 'Registrant', checked: true })).toBeTruthy();
    expect(screen.queryByRole('checkbox', { name: 'Admin' })).toBeNull();
    await user.click(await submit());
    await screen.findByText('Fill in or clear a field, or use a template');
    await user.click(await screen.findByRole('button', { name: 'Use a template' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Office/ }));
    await user.type(await screen.findByRole('textbox', { name: 'City' }), 'don');
    await user.click(screen.getByRole('checkbox', { name: 'Registrant' }));
    await user.click(await submit());
    await screen.findByText('Choose a role');
    expect(prepared()).toEqual([]);
    await user.click(screen.getByRole('checkbox', { name: 'Registrant' }));
    await user.click(await submit());
    const [asked] = prepared() as readonly { readonly ask: FullBatchAsk }[];
    const roles = asked?.ask.kind === 'contacts' ? asked.ask.roles : [];
    expect(roles.map(({ name }) => name)).toEqual(['Registrant']);
    // Of the fields that the template leaves empty nothing is asked: they stay as they are.
    expect(roles[0]?.fields).toEqual([
      { name: 'Contact_Name', value: 'Jane Doe' },
      { name: 'City', value: 'London' },
    ]);
  });

  it('unlocks each domain for its contacts only where that was ticked', async () => {
    const { user, prepared } = await show('contacts');
    await user.type(await screen.findByRole('textbox', { name: 'City' }), 'Bath');
    const tick = await screen.findByRole('checkbox', {
      name: 'Unlock before, lock again after',
      checked: false,
    });
    await user.click(tick);
    await user.click(tick);
    await user.click(tick);
    await user.click(await submit());
    expect(prepared()).toMatchObject([{ ask: { kind: 'contacts', unlocks: true } }]);
  });

  it('clears a contact field only where that was ticked, and not where something is typed after all', async () => {
    const { user, prepared } = await show('contacts');
    await user.type(await screen.findByRole('textbox', { name: 'Company' }), 'Acme');
    await user.click(await screen.findByRole('checkbox', { name: 'Clear Company' }));
    await user.click(screen.getByRole('checkbox', { name: 'Clear City' }));
    await user.type(screen.getByRole('textbox', { name: 'City' }), 'Oxford');
    expect(screen.queryByRole('checkbox', { name: 'Clear City', checked: true })).toBeNull();
    await user.click(await submit());
    expect(prepared()).toMatchObject([
      {
        ask: {
          roles: [
            {
              name: 'Registrant',
              fields: [
                { name: 'Company_Name', value: '' },
                { name: 'City', value: 'Oxford' },
              ],
            },
          ],
        },
      },
    ]);
  });

  it('stays where the batch cannot be made, and says why', async () => {
    const { user, onClose } = await show('lock', {
      batches: {
        prepare: () =>
          Promise.resolve(fail({ kind: 'journal-broken', journal: 'changes', seq: 812 } as const)),
      },
    });
    await user.click(await submit());
    await screen.findByText('The batch change was not created');
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('renewing', () => {
  it('has its own dialog: until when each domain is registered, until when it would be, and what it costs', async () => {
    const until = (value: string) => ({ value, at: '2026-11-20T08:00:00.000Z', source: 'sync' }) as const;
    const { user } = await drawPart(
      <BatchMaker
        of={[{ accountId: 'practice', names: ['a.com', 'b.com'] }]}
        action="renew"
        onClose={vi.fn()}
      />,
      {
        world: {
          domains: [
            aDomain('a.com', { expiresOn: until('2026-12-20') }),
            aDomain('b.com', { expiresOn: null }),
          ],
        },
        answers: {
          domains: {
            prices: () =>
              Promise.resolve(
                ok({
                  known: [
                    { name: 'a.com', amount: '10.99', currency: 'EUR', at: '2026-11-20T08:00:00.000Z' },
                  ],
                  similar: [],
                }),
              ),
          },
        },
      },
    );
    await screen.findByRole('dialog', { name: 'Renew 2 domains' });
    const list = within(await screen.findByRole('list', { name: 'To be renewed' }));
    const [first, second] = list.getAllByRole('listitem');
    await vi.waitFor(() => expect(first?.textContent).toBe('a.comDec 20, 2026Dec 20, 202710.99 EUR'));
    expect(second?.textContent).toBe('b.comexpiry not knownlooked up next');
    expect(screen.getByText(/^Renewing costs 10\.99 EUR and 1 unknown price/)).toBeTruthy();
    await user.click(screen.getByRole('combobox', { name: 'Period' }));
    await user.click(await screen.findByRole('option', { name: '2 years' }));
    expect(first?.textContent).toBe('a.comDec 20, 2026Dec 20, 2028looked up next');
  });
});

describe('a list of nameservers', () => {
  it.each([
    ['ns1.example.net ns2.example.net', null],
    ['ns1.example.net 192.0.2.1\nns2.example.net 192.0.2.2', null],
    ['ns1.example.net', 'Enter two nameservers'],
    ['ns1.example.net\nns1.example.net', 'ns1.example.net: This one is already in the list'],
    ['a.b,c.d,e.f,g.h,i.j,k.l', '5 nameservers can be sent at most'],
  ])('%j: %j', (text, expected) => {
    expect(hostsProblem(listed(text), 5)).toBe(expected);
  });
});

const renewedAt = '2026-11-22T10:00:00.000Z';

const expiring = (source: KnownSource) => ({ value: '2027-08-14', at: '2026-11-20T10:00:00.000Z', source });

const facts = (changes: Partial<RenewalFacts> = {}): RenewalFacts => ({
  renewedAt: null,
  expiresOn: expiring('sync'),
  price: { kind: 'not-given' },
  ...changes,
});

const aRow = (index: number, changes: Partial<BatchRow> = {}, renewal: Partial<RenewalFacts> = {}) =>
  aBatchRow(index, { after: 'renewed for 1 year', before: null, renewal: facts(renewal), ...changes });

const renewed = (index: number, at = renewedAt, changes: Partial<BatchRow> = {}) =>
  aRow(
    index,
    { leftOut: 'renewed', remarks: [saidOf(at)], ...changes },
    { renewedAt: at, expiresOn: expiring('expected') },
  );

const saidOf = (at: string, text = `Renewed before, as change 3 of ${at.slice(0, 10)}.`) =>
  ({ id: 'renewed-before', weight: 'excludes', text, at }) as const;

async function showReview(
  rows: readonly BatchRow[],
  changes: Partial<Batch> = {},
  answers: FakeAnswers = {},
) {
  const batch = aBatch({
    ask: { kind: 'renew', periodYears: 1 },
    ...changes,
    counts: { ...countsOf(rows), ...changes.counts },
  });
  const page = await drawPart(<ActivityScreen />, {
    world: { batches: [batch], batchRows: new Map([[aBatchId(1), rows]]) },
    answers,
    async before({ status, route }) {
      await status.actions.read();
      route.actions.goToChanges({ kind: 'batch', batchId: aBatchId(1) });
    },
  });
  await screen.findByRole('row', { name: /shop-1\.com/ });
  return page;
}

const cells = async (name: RegExp) =>
  within(await screen.findByRole('row', { name }))
    .getAllByRole('gridcell')
    .map(({ textContent }) => textContent);

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });

const status = () => screen.getByRole('region', { name: 'Status of the batch' });

describe('F1 a batch of renewals', () => {
  it('shows when each was renewed, until when it is registered and by whose word, and its price', async () => {
    await showReview([
      aRow(0, {}, { price: { kind: 'given', amount: '12.50', currency: 'USD' } }),
      aRow(1, {}, { expiresOn: null }),
      renewed(2),
    ]);
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Domain',
      'Last renewed',
      'Expires',
      'Price',
      'Note',
    ]);
    const [, renewedOn, expires, price] = await cells(/shop-1\.com/);
    expect(renewedOn).toBe('–');
    const [now, then] = [format.day('2027-08-14T12:00:00'), format.day('2028-08-14T12:00:00')];
    expect(expires).toMatch(new RegExp(`^${now}${then} expectedfrom the service `));
    expect(price).toBe('12.50 USD');
    expect((await cells(/shop-2\.com/)).slice(1, 4)).toEqual(['–', 'not known', 'not given']);
  });

  it('says where a row was renewed last what was done then, and nothing else of it', async () => {
    const price = { id: 'price-not-given', weight: 'says', text: 'No price was given.' } as const;
    await showReview([
      renewed(0, renewedAt, { remarks: [saidOf(renewedAt, 'Renewed by ben.'), price] }),
      aRow(1, { remarks: [price] }),
    ]);
    const titles = screen
      .getAllByRole('row', { name: /shop/ })
      .map((row) => within(row).getAllByRole('gridcell')[1]?.getAttribute('title'));
    expect(titles).toEqual(['Renewed by ben.', '']);
  });

  it.each([
    ['300.00', /The credit of 500\.00 may not be enough for 600\.00 USD\./],
    ['250.00', /^(?!.*may not be enough)/],
  ])('warns where the credit may not be enough for all, as for one: twice %s', async (amount, words) => {
    const price = { price: { kind: 'given', amount, currency: 'USD' } } as const;
    await showReview([aRow(0, {}, price), aRow(1, {}, price)]);
    await screen.findByText(/for 2 renewals/);
    expect(status().textContent).toMatch(words);
  });

  it('adds up and warns of every domain of a large batch, not only of the first thousand', async () => {
    const price = { price: { kind: 'given', amount: '0.50', currency: 'USD' } } as const;
    const many = Array.from({ length: 1_002 }, (_, index) => aRow(index, {}, price));
    await showReview([...many.slice(0, -1), aRow(1_001, {}, { ...price, isPremium: true })]);
    await screen.findByText('501.00 USD for 1,002 renewals.');
    expect(status().textContent).toContain('The credit of 500.00 may not be enough for 501.00 USD.');
    expect(status().textContent).toContain('1 of them was registered from here as a premium name');
  });

  it('is not applied before what it costs is in sight', async () => {
    const rows = [aRow(0), aRow(1)];
    const busy = fail({ kind: 'storage', fault: 'busy' } as const);
    const listed = ({ which }: { readonly which: string }) =>
      Promise.resolve(which === 'to-do' ? busy : ok({ rows, total: 2 }));
    await showReview(rows, {}, { batches: { rows: listed } });
    expect((await button(/^Renew 2/)).disabled).toBe(true);
  });

  it('names money on its button, and wants the count typed where a price is not known', async () => {
    const priced = { price: { kind: 'given', amount: '12.50', currency: 'USD' } } as const;
    const { user, called } = await showReview([aRow(0, {}, priced), aRow(1)], { typedCount: 2 });
    const apply = await button('Renew 2 · 12.50 USD + 1 at unknown price');
    expect(apply.disabled).toBe(true);
    const label = 'Type 2 to renew 2 domains';
    await user.type(screen.getByRole('textbox', { name: label }), '2');
    await user.click(apply);
    expect(called('batches.apply')[0]).toMatchObject({ typedCount: 2 });
  });

  it('F3 says before anything is typed that a restore has to be reviewed first, and leads there', async () => {
    const read = () => Promise.resolve(ok({ notice: { kind: 'unknown' as const } }));
    const { user, stores } = await showReview([aRow(0), aRow(1)], { typedCount: 2 }, { restored: { read } });
    await act(() => stores.restored.actions.read());
    expect(screen.queryByRole('textbox', { name: /^Type/ })).toBeNull();
    expect((await button(/^Renew 2/)).disabled).toBe(true);
    await user.click(await button('Review what may have changed'));
    expect(stores.route.getState().route).toEqual({ screen: 'restored' });
  });

  it.each<readonly [string, readonly string[], string, string]>([
    ['none is known', [], 'Renew 2', 'Type 2 to renew 2 domains'],
    ['all are known', ['12.50', '7.00'], 'Renew 2 · 19.50 USD', 'Type 2 to renew 2 domains'],
  ])('says on its button and on its field what it costs where %s', async (_, amounts, words, label) => {
    const rows = [0, 1].map((index) => {
      const amount = amounts[index];
      return aRow(
        index,
        {},
        amount === undefined ? {} : { price: { kind: 'given', amount, currency: 'USD' } },
      );
    });
    await showReview(rows, { typedCount: 2 });
    await button(words);
    screen.getByRole('textbox', { name: label });
  });

  describe('that was accepted and not charged (G1)', () => {
    const remark = saidOf(renewedAt, 'Accepted before, but not yet charged.');
    const unpaid = (index: number, isSynced = false) =>
      aRow(
        index,
        { leftOut: 'renewed', remarks: [isSynced ? remark : { ...remark, step: 'sync' }] },
        { renewedAt, isUncharged: true },
      );

    it('is not told as renewed, and a sync of it is one press away', async () => {
      const { user, called } = await showReview([unpaid(0), aRow(1), renewed(2)]);
      await screen.findByText(/^The renewal of 1 domain was accepted and is not yet charged\./);
      await user.click(await button('Have the service read it again…'));
      expect(called('batches.prepare')).toEqual([
        { accountId: 'practice', ask: { kind: 'sync' }, domains: ['shop-1.com'] },
      ]);
    });
  });
});

describe('a batch that goes on', () => {
  const done = aRow(0, { state: 'confirmed', changeId: aChangeId(1) });

  it('is read and reviewed again where what was agreed to does not hold any more', async () => {
    const rows = [done, aRow(1), aRow(2)];
    const again = aBatch({
      ask: { kind: 'renew', periodYears: 1 },
      state: 'reading',
      digest: null,
      counts: { ...countsOf(rows), read: 1 },
    });
    const { bridge, user, called } = await showReview(
      rows,
      { state: 'paused' },
      {
        batches: { resume: () => Promise.resolve(ok(again)) },
      },
    );
    await user.click(await button('Resume'));
    await screen.findByText('Checking what is left: 1 of 3');
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    const ready = { ...again, state: 'ready', digest: 'e'.repeat(64), counts: countsOf(rows) } as const;
    bridge.world.batches = [ready];
    bridge.tell('batches.changed', { batches: [ready], removed: [] });
    await screen.findByText('What is left was read again. Review it, then apply.');
    await screen.findByText('2 ready, 0 excluded');
    await user.click(await button('Renew 2'));
    expect(called('batches.apply')[0]).toMatchObject({ digest: 'e'.repeat(64) });
  });

  it('F3 that came back with a backup says so, and cannot be resumed', async () => {
    await showReview([done, aRow(1)], { state: 'stopped', stoppedBy: 'restore' });
    expect(status().textContent).toContain('Stopped, may be done already');
    expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
  });
});

describe('F12 a batch over a limit', () => {
  const limit: OverLimit = {
    span: 'batch',
    scope: 'account',
    measure: 'count',
    currency: null,
    allowed: '1',
    wouldBe: '2',
  };
  const sentence = '2 paid changes of unknown price are above this account’s limit of 1 for one batch.';

  it('is applied once what it comes to is typed', async () => {
    let asked = 0;
    const { user, called } = await showReview(
      [aRow(0), aRow(1)],
      {},
      {
        batches: {
          apply: () => {
            asked += 1;
            return Promise.resolve(
              asked === 1
                ? fail({ kind: 'over-limit', limits: [limit] } as const)
                : ok(aBatch({ state: 'running', counts: countsOf([aRow(0), aRow(1)]) })),
            );
          },
        },
      },
    );
    await user.click(await button('Renew 2'));
    await screen.findByText(sentence);
    expect((await button('Renew 2')).disabled).toBe(true);
    await user.type(screen.getByRole('textbox', { name: 'Type 2 to confirm' }), '2');
    await user.click(await button('Renew 2'));
    expect(called('batches.apply')).toMatchObject([{ typedLimit: null }, { typedLimit: '2' }]);
    await button('Pause');
  });

  it('that halted there goes on once what it comes to is typed', async () => {
    const { user, called } = await showReview([aRow(0), aRow(1)], {
      state: 'halted',
      waitingFor: { kind: 'over-limit', limits: [limit] },
    });
    await screen.findByText(sentence);
    expect((await button('Resume')).disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Open the uncertain one' })).toBeNull();
    const field = screen.getByRole('textbox', { name: 'Type 2 to confirm' });
    await user.type(field, '3');
    expect((await button('Resume')).disabled).toBe(true);
    await user.clear(field);
    await user.type(field, '2');
    await user.click(await button('Resume'));
    expect(called('batches.resume')[0]).toEqual({
      id: aBatchId(1),
      goOnAfterUncertain: false,
      typedLimit: '2',
    });
  });
});
