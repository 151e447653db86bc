// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ok } from '#shared/result.ts';
import {
  ordinaryPrice,
  premiumAnswers,
  premiumFinding,
} from '../../../../../../../support/premium-answers.ts';
import { drawInJsdom, showing } from '../a-shown-session.tsx';
import { theSession } from '../an-open-session.ts';

drawInJsdom();

const shown = ['an empty array, as published', 'its prices', 'members that nobody knows'];

describe('F14 the panels of a bulk lookup', () => {
  // One of each sort: the others differ in what is read, not in what is shown.
  it.each(premiumAnswers.filter(([name]) => shown.includes(name)))(
    'show of a premium name with %s its own price or none: %o, %s',
    async (_name, pricing, price) => {
      const finding = premiumFinding('bakery.com', pricing);
      const details = { finding, fields: [], answer: '', accountLabel: 'Northwind Hosting' };
      await showing(theSession(), {
        sessions: {
          cell: () => Promise.resolve(ok(details)),
          row: () => Promise.resolve(ok({ findings: [finding] })),
        },
      });
      act(() => screen.getByRole('grid').focus());
      const cell = await screen.findByRole('complementary', { name: 'Details' });
      expect(await within(cell).findByRole('heading', { name: 'Prices' })).toBeTruthy();
      expect(cell.textContent.toLowerCase()).toContain(price.toLowerCase());
      expect(cell.textContent).not.toContain(ordinaryPrice);
      await userEvent.setup().keyboard('{Control>}{ArrowLeft}{/Control}');
      const list = await screen.findByRole('list', { name: /^TLDs of/ });
      expect((await within(list).findByRole('button', { name: /^\.com/ })).textContent).toContain(price);
      expect(list.textContent).not.toContain(ordinaryPrice);
    },
  );
});
