// @vitest-environment jsdom

import { screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { notGiven, type Price as PriceValue } from '#shared/domain/finding.ts';
import type { BatchRow } from '#shared/domain/batch.ts';
import { CostFacts } from '../../../../../renderer/src/changes/ChangeStatus.tsx';
import { RenewsAt } from '../../../../../renderer/src/changes/ChangeParts.tsx';
import { ActivityScreen } from '../../../../../renderer/src/activity/ActivityScreen.tsx';
import { Prices } from '../../../../../renderer/src/search/Details.tsx';
import { Price } from '../../../../../renderer/src/search/FlaggedPrice.tsx';
import { aBatch, aBatchId, aBatchRow, aChange, countsOf } from '../../../../support/a-change.ts';
import { drawInJsdom, drawPart } from '../../../../support/draw.tsx';
import { aFinding, anAccount, aPracticeAccount } from '../../../../support/fake-world.ts';

drawInJsdom();

const given: PriceValue = { kind: 'given', amount: '8.50', currency: null };
const prices = [{ period: 1, register: given, transfer: notGiven, renew: given }];
const finding = aFinding('harbour.com', 'available', { prices });
const { options } = anAccount();
const inFrancs = { options: { ...options, currency: 'CHF' } };
const accounts = [
  aPracticeAccount(inFrancs),
  anAccount({ id: 'dollars', options: { ...options, currency: 'USD' } }),
];

const renewing = aChange({
  accountId: 'dollars',
  what: { kind: 'renew', periodYears: 1, addons: {}, price: given },
  evidence: [{ label: 'Credit', speaks: 'for', before: '20.00', after: '11.50' }],
});

describe('an amount that names no currency', () => {
  const cases: readonly (readonly [where: string, part: ReactNode, shown: string])[] = [
    ['in Search', <Price key="p" finding={finding} of="register" />, '8.50 CHF'],
    [
      'in the prices of a name of a lookup',
      <Prices key="p" prices={prices} accountId="dollars" canBuy />,
      '8.50 USD',
    ],
    ['in what a name renews at', <RenewsAt key="r" prices={prices} accountId="dollars" />, '8.50 USD'],
    ['in what a change cost', <CostFacts key="c" change={renewing} />, '8.50 USD'],
    ['in the credit after a change', <CostFacts key="c" change={renewing} />, '11.50 USD'],
    ['in the credit before it', <CostFacts key="c" change={renewing} />, 'before: 20.00 USD'],
  ];
  it.each(cases)('%s has that of its account', async (_, part, shown) => {
    await drawPart(part, { world: { accounts } });
    expect(document.body.textContent).toContain(shown);
  });
});

it('a batch of renewals adds up prices with and without a currency in that of its account', async () => {
  const row = (index: number, currency: string | null): BatchRow =>
    aBatchRow(index, {
      before: null,
      renewal: { renewedAt: null, expiresOn: null, price: { kind: 'given', amount: '8.50', currency } },
    });
  const rows = [row(0, null), row(1, 'CHF')];
  const batch = aBatch({ ask: { kind: 'renew', periodYears: 1 }, counts: countsOf(rows) });
  await drawPart(<ActivityScreen />, {
    world: { accounts, batches: [batch], batchRows: new Map([[aBatchId(1), rows]]) },
    async before({ status, route }) {
      await status.actions.read();
      route.actions.goToChanges({ kind: 'batch', batchId: aBatchId(1) });
    },
  });
  const shown = await screen.findByRole('region', { name: 'Status of the batch' });
  expect(await within(shown).findByText('17.00 CHF for 2 renewals.')).toBeTruthy();
  expect(shown.textContent).toContain('Credit 500.00 CHF, read');
  expect(await screen.findByRole('button', { name: 'Renew 2 · 17.00 CHF' })).toBeTruthy();
  const first = await screen.findByRole('row', { name: /shop-1\.com/ });
  expect(within(first).getByText('8.50 CHF')).toBeTruthy();
});
