// @vitest-environment jsdom

import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { button, showing } from './a-shown-session.tsx';
import { aFrame } from './an-open-session.ts';
import { drawInJsdom } from '../../a-drawn-part.tsx';

drawInJsdom();

describe('the summary', () => {
  it('is a table for screen readers, the TLD with the most to buy first, and filters by a press', async () => {
    const { user, tell } = await showing();
    tell(aFrame({ 5: 'available' }));
    await user.keyboard('{Control>}j{/Control}');
    const table = screen.getByRole('table', { name: 'Findings by TLD' });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map((row) => within(row).getByRole('rowheader').textContent)).toEqual(['.net', '.com']);
    await user.click(within(table).getByRole('button', { name: '.net' }));
    expect(screen.getByText('3 names, 3 cells shown')).toBeTruthy();
  });

  it('copies the shortlist, one domain to a line', async () => {
    const { user, asked, tell } = await showing();
    tell(aFrame({ 1: 'starred', 4: 'starred' }));
    await user.keyboard('{Control>}j{/Control}');
    await user.click(button('Copy the names'));
    expect(asked('clipboard.copyText')).toEqual([{ text: 'bakery.net\ndrift.com' }]);
  });
});
