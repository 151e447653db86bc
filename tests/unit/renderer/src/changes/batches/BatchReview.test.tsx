// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Batch, BatchRow, RenewalFacts } from '#shared/domain/batch.ts';
import type { OverLimit } from '#shared/domain/limits.ts';
import type { KnownSource } from '#shared/domain/portfolio.ts';
import { fail, ok } from '#shared/result.ts';
import { ChangesScreen } from '../../../../../../renderer/src/changes/ChangesScreen.tsx';
import { format } from '../../../../../../renderer/src/ui/Formats.tsx';
import { aBatch, aBatchId, aBatchRow, aChangeId, countsOf } from '../../../../../support/a-change.ts';
import type { FakeAnswers } from '../../../../../support/fake-bridge.ts';
import { drawInJsdom, drawPart } from '../../a-drawn-part.tsx';

drawInJsdom();

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
  aRow(index, { leftOut: 'renewed', ...changes }, { renewedAt: at, expiresOn: expiring('expected') });

async function show(rows: readonly BatchRow[], changes: Partial<Batch> = {}, answers: FakeAnswers = {}) {
  const batch = aBatch({
    ask: { kind: 'renew', periodYears: 1 },
    ...changes,
    counts: { ...countsOf(rows), ...changes.counts },
  });
  const page = await drawPart(<ChangesScreen />, {
    world: { batches: [batch], planRows: new Map([[aBatchId(1), rows]]) },
    answers,
    async before({ status, route }) {
      await status.actions.read();
      route.actions.goToChanges({ kind: 'batch', planId: aBatchId(1) });
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
    await show([
      aRow(0, {}, { price: { kind: 'given', amount: '12.50', currency: 'USD' } }),
      aRow(1, {}, { expiresOn: null }),
      renewed(2),
    ]);
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Domain',
      'Last renewed',
      'Expires',
      'Price',
      'State',
    ]);
    const [, renewedOn, expires, price] = await cells(/shop-1\.com/);
    expect(renewedOn).toBe('–');
    expect(expires).toMatch(new RegExp(`^${format.day('2027-08-14T12:00:00')}from a sync `));
    expect(price).toBe('12.50 USD');
    expect((await cells(/shop-2\.com/)).slice(1, 4)).toEqual(['–', 'unknown', 'not given']);
  });

  it('names money on its button, and wants the count typed where a price is not known', async () => {
    const priced = { price: { kind: 'given', amount: '12.50', currency: 'USD' } } as const;
    const { user, called } = await show([aRow(0, {}, priced), aRow(1)], { typedCount: 2 });
    const apply = await button('Renew 2 · 12.50 USD + 1 at unknown price');
    expect(apply.disabled).toBe(true);
    const label = 'Type 2 to renew 2 domains, 1 at unknown price';
    await user.type(screen.getByRole('textbox', { name: label }), '2');
    await user.click(apply);
    expect(called('batches.apply')[0]).toMatchObject({ typedCount: 2 });
  });

  it.each<readonly [string, readonly string[], string, string]>([
    ['none is known', [], 'Renew 2 · price unknown', 'Type 2 to renew 2 domains at unknown prices'],
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
    await show(rows, { typedCount: 2 });
    await button(words);
    screen.getByRole('textbox', { name: label });
  });

  it('never shows an expiry that is only expected as one that was read', async () => {
    await show([renewed(0)]);
    const [, renewedOn, expires] = await cells(/shop-1\.com/);
    expect(renewedOn).toBe(format.day(renewedAt));
    expect(expires).toMatch(/expected, ordered from here/);
    expect(expires).not.toMatch(/\bread\b|sync/);
  });

  it('is accepted by the service, and not called confirmed, where nothing could show that it was done', async () => {
    const done = { changeId: aChangeId(1), state: 'confirmed', proof: 'answer' } as const;
    await show([aRow(0, done)], { state: 'done' });
    expect((await cells(/shop-1\.com/)).at(-1)).toBe('Accepted');
    expect(within(status()).getByRole('list', { name: 'Result' }).textContent).toBe('Accepted1');
  });

  it('says of what was renewed when, and includes it one by one', async () => {
    const { user, called } = await show([aRow(0), renewed(1), renewed(2)]);
    expect((await cells(/shop-2\.com/))[4]).toBe(`Renewed on ${format.day(renewedAt)}Include`);
    await screen.findByText('1 ready, 2 excluded');
    await user.click(await button('Include shop-2.com'));
    await screen.findByText('2 ready, 1 excluded');
    expect(called('batches.leaveOut')).toEqual([{ id: aBatchId(1), index: 1, isLeftOut: false }]);
    await button('Renew 2 · price unknown');
    await button('Include shop-3.com');
    await button('Exclude shop-2.com');
  });

  it('has nothing to apply where all were renewed, and says so and since when', async () => {
    await show([renewed(0), renewed(1), renewed(2)]);
    await screen.findByText('0 ready, 3 excluded');
    await screen.findByText(
      `All 3 domains were renewed on ${format.day(renewedAt)}. Include a domain to renew it again.`,
    );
    expect(screen.queryByRole('button', { name: /^Apply/ })).toBeNull();
    expect(screen.queryByText(/^Price/, { selector: 'strong' })).toBeNull();
  });

  it.each<[string, readonly BatchRow[], RegExp]>([
    ['one', [renewed(0)], /^shop-1\.com was renewed on .+\. Include it to renew it again\.$/],
    [
      'several on different days',
      [renewed(0), renewed(1, '2026-11-01T10:00:00.000Z')],
      /^All 2 domains were renewed between .+ and .+\. Include a domain to renew it again\.$/,
    ],
    [
      'several for different reasons',
      [renewed(0), aRow(1, { leftOut: 'archived' }), aRow(2, { leftOut: 'by-hand' })],
      /^Nothing is ready\. Excluded: renewed recently \(1\), archived \(1\), excluded by you \(1\)\. You can include/,
    ],
  ])('says why nothing is ready: %s', async (_, rows, words) => {
    await show(rows);
    await vi.waitFor(() => {
      const said = within(status()).getAllByText(words);
      expect(said).toHaveLength(1);
    });
  });

  it('adds up the prices that are given, and counts the others', async () => {
    await show([
      aRow(0, {}, { price: { kind: 'given', amount: '12.50', currency: 'USD' } }),
      aRow(1, {}, { price: { kind: 'given', amount: '12.5', currency: 'USD' } }),
      aRow(2),
      renewed(3, renewedAt, {}),
    ]);
    await screen.findByText('25.00 USD for 2 renewals; price not given for 1 more.');
  });

  it('says of a row that came to be otherwise what it was', async () => {
    await show([
      aRow(0, {
        leftOut: 'changed-since',
        error: { kind: 'changed-since', what: 'earlier-change', number: 12 },
      }),
    ]);
    expect((await cells(/shop-1\.com/))[4]).toBe('Change 12 took effect in the meantime.');
    expect(screen.queryByRole('button', { name: 'Include shop-1.com' })).toBeNull();
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
    const { bridge, user, called } = await show(
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
    await screen.findByText('What is left was refreshed. Review it, then apply.');
    await screen.findByText('2 ready, 0 excluded');
    await user.click(await button('Renew 2 · price unknown'));
    expect(called('batches.apply')[0]).toMatchObject({ digest: 'e'.repeat(64) });
  });

  it('says so too where nothing was applied before it was read anew', async () => {
    const rows = [aRow(0), aRow(1)];
    const anew = (state: 'reading' | 'ready') =>
      aBatch({ ask: { kind: 'renew', periodYears: 1 }, state, counts: countsOf(rows) });
    const { bridge, user } = await show(
      rows,
      { state: 'paused' },
      {
        batches: { resume: () => Promise.resolve(ok(anew('reading'))) },
      },
    );
    await user.click(await button('Resume'));
    bridge.tell('batches.changed', { batches: [anew('ready')], removed: [] });
    await screen.findByText('What is left was refreshed. Review it, then apply.');
  });

  it('F3 that came back with a backup says so, and cannot be resumed', async () => {
    await show([done, aRow(1)], { state: 'stopped', stoppedBy: 'restore' });
    expect(status().textContent).toContain('Stopped by a restore');
    expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
  });

  it('that waits for a person does not say that it resumes automatically', async () => {
    await show([aRow(0)], { state: 'halted', waitingFor: { kind: 'no-key' } });
    expect(status().textContent).not.toContain('by itself');
    expect(screen.queryByRole('button', { name: 'Open the uncertain one' })).toBeNull();
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
  const sentence = 'This batch comes to 2 paid changes of unknown price: this account’s limit is 1.';

  it('is applied once what it comes to is typed', async () => {
    let asked = 0;
    const { user, called } = await show(
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
    await user.click(await button('Renew 2 · price unknown'));
    await screen.findByText(sentence);
    expect((await button('Renew 2 · price unknown')).disabled).toBe(true);
    await user.type(screen.getByRole('textbox', { name: 'Type 2 to confirm' }), '2');
    await user.click(await button('Renew 2 · price unknown'));
    expect(called('batches.apply')).toMatchObject([{ typedLimit: null }, { typedLimit: '2' }]);
    await button('Pause');
  });

  it('asks anew where another row is excluded', async () => {
    const { user } = await show(
      [aRow(0), aRow(1), aRow(2)],
      {},
      {
        batches: { apply: () => Promise.resolve(fail({ kind: 'over-limit', limits: [limit] } as const)) },
      },
    );
    await user.click(await button('Renew 3 · price unknown'));
    await screen.findByText(sentence);
    await user.click(await button('Exclude shop-3.com'));
    await vi.waitFor(() => {
      expect(screen.queryByText(sentence)).toBeNull();
    });
    expect((await button('Renew 2 · price unknown')).disabled).toBe(false);
  });

  it('that halted there goes on once what it comes to is typed', async () => {
    const { user, called } = await show([aRow(0), aRow(1)], {
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
