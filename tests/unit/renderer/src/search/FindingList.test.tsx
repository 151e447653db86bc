// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Prices } from '../../../../../renderer/src/search/Details.tsx';
import { Price } from '../../../../../renderer/src/search/FindingList.tsx';
import { ordinaryPrice, premiumAnswers, premiumFinding } from '../../../../support/known-answers.ts';
import { drawInJsdom, drawPart } from '../a-drawn-part.tsx';

drawInJsdom();

describe('F14 a premium name', () => {
  it.each(premiumAnswers)(
    'with %s shows its own price or none in Search: %o, %s',
    async (_name, pricing, price) => {
      const finding = premiumFinding('quay.com', pricing);
      await drawPart(
        <>
          <p aria-label="In the list">
            <Price finding={finding} of="register" />
          </p>
          <Prices prices={finding.prices} canBuy />
        </>,
      );
      expect(screen.getByLabelText('In the list').textContent).toContain(price);
      const shown = document.body.textContent;
      expect(shown).not.toContain(ordinaryPrice);
      const table = screen.queryByRole('table');
      if (table === null) expect(shown).toContain('Not given');
      else expect(within(table).getAllByRole('cell')[0]?.textContent).toBe(price);
    },
  );
});

it('has no price where the name cannot be bought, though the answer has one', async () => {
  const free = premiumFinding('quay.com', {});
  for (const kind of ['taken', 'reserved', 'unknown'] as const) {
    const { drawn } = await drawPart(<Price finding={{ ...free, kind }} of="register" />);
    expect(drawn.container.textContent, kind).toBe('');
    drawn.unmount();
  }
});

it.each([
  [true, ['Period', 'Register', 'Transfer', 'Renew']],
  [false, ['Period', 'Transfer', 'Renew']],
])('lists the price of a registration only where the name can be bought: %s', async (canBuy, columns) => {
  const one = { kind: 'given', amount: '5.49', currency: null } as const;
  await drawPart(
    <Prices prices={[{ period: 1, register: one, transfer: one, renew: one }]} canBuy={canBuy} />,
  );
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(columns);
});
