// @vitest-environment jsdom

import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aDomain } from '../../../../support/fake-portfolio.ts';
import {
  bakery,
  button,
  drawInJsdom,
  grid,
  row,
  selectedNames,
  showing,
  shownNames,
} from './a-portfolio.tsx';

drawInJsdom();

const many = Array.from({ length: 30 }, (_, index) => aDomain(`name-${String(index).padStart(2, '0')}.com`));
const bar = () => screen.getByRole('toolbar', { name: 'With the selected domains' });

describe('the keys of the list of domains', () => {
  it('move and open without the mouse', async () => {
    const { user, view } = await showing();
    expect(document.activeElement).toBe(grid());
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(grid().getAttribute('aria-activedescendant')).toBe(row('harbour.shop').id);
    await user.keyboard('{Enter}');
    expect(view()).toEqual({
      screen: 'domains',
      view: { kind: 'domain', domain: 'harbour.shop', tab: 'overview' },
    });
  });

  it('select one by one, a stretch of them, all of them and none', async () => {
    const { user } = await showing();
    await user.keyboard(' ');
    expect(selectedNames()).toEqual(['bäckerei.de']);
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    expect(selectedNames()).toEqual(['bäckerei.de', 'fresh.app', 'harbour.shop']);
    await user.keyboard('{Control>}a{/Control}');
    expect(selectedNames()).toHaveLength(4);
    await user.keyboard('{Escape}');
    expect(selectedNames()).toEqual([]);
    expect(screen.queryByRole('toolbar')).toBeNull();
  });

  it('lead to the field for finding, and back', async () => {
    const { user } = await showing();
    await user.keyboard('f');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Find a domain' }));
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(grid());
    await user.keyboard('{Control>}f{/Control}');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Find a domain' }));
  });

  it('read the name under the cursor again where none is selected', async () => {
    const { user, asked } = await showing();
    await user.keyboard('{ArrowDown}r');
    expect(asked('domains.readAgain')).toEqual([
      { accountId: 'practice', domains: ['fresh.app'], parts: ['lock', 'nameservers', 'contacts'] },
    ]);
  });
});

describe('the mouse', () => {
  it('opens a domain with a press on its row', async () => {
    const { user, view } = await showing();
    await user.click(row('northwind.com'));
    expect(view()).toMatchObject({ view: { kind: 'domain', domain: 'northwind.com' } });
  });

  it('selects with a press on the box, with Ctrl, and with Shift all up to there', async () => {
    const { user } = await showing();
    await user.click(within(row('bäckerei.de')).getByRole('checkbox').parentElement ?? grid());
    await user.keyboard('{Control>}');
    await user.click(row('northwind.com'));
    await user.keyboard('{/Control}');
    expect(selectedNames()).toEqual(['bäckerei.de', 'northwind.com']);
    await user.keyboard('{Shift>}');
    await user.click(row('harbour.shop'));
    await user.keyboard('{/Shift}');
    expect(selectedNames()).toEqual(['bäckerei.de', 'harbour.shop', 'northwind.com']);
  });

  it('selects all that are shown by the box of the heading', async () => {
    const { user } = await showing();
    await user.type(screen.getByRole('textbox', { name: 'Find a domain' }), '.shop');
    await user.click(screen.getByRole('checkbox', { name: 'Select all that are shown' }));
    await user.click(button('Show all'));
    expect(selectedNames()).toEqual(['harbour.shop']);
  });
});

describe('with the selected domains', () => {
  it('says how many they are, and how many of them the filter hides', async () => {
    const { user } = await showing();
    await user.keyboard('{Control>}a{/Control}');
    await user.type(screen.getByRole('textbox', { name: 'Find a domain' }), '.shop');
    expect(bar().textContent).toContain('4 selected');
    expect(bar().textContent).toContain('3 of them not shown');
  });

  it('archives, and brings back from the archive', async () => {
    const { user, asked } = await showing();
    await user.keyboard(' ');
    await user.click(within(bar()).getByRole('button', { name: 'Archive' }));
    expect(asked('domains.archive')).toEqual([{ accountId: 'practice', domains: [bakery], archived: true }]);
    await user.keyboard('{Escape}');
    await user.click(button(/^Archived/));
    act(() => grid().focus());
    await user.keyboard('{Escape} ');
    await user.click(within(bar()).getByRole('button', { name: 'Bring back' }));
    expect(asked('domains.archive')[1]).toMatchObject({ archived: false });
  });

  it('copies the names in the form for people', async () => {
    const { user, asked } = await showing();
    await user.keyboard('{Control>}a{/Control}');
    await user.click(within(bar()).getByRole('button', { name: 'Copy names' }));
    expect(asked('clipboard.copyText')).toEqual([
      { text: 'bäckerei.de\nfresh.app\nharbour.shop\nnorthwind.com' },
    ]);
  });

  it('forgets a selected name that is gone from the portfolio', async () => {
    const { user, bridge } = await showing();
    await user.keyboard('{Control>}a{/Control}');
    act(() => bridge.tell('domains.changed', { accountId: 'practice', domains: [], removed: ['fresh.app'] }));
    expect(bar().textContent).toContain('3 selected');
  });

  it('selects nothing of another account, not even the same name', async () => {
    const domains = [aDomain('both.com'), aDomain('both.com', { accountId: 'account-1' })];
    const { user, stores } = await showing({ world: { domains } });
    await user.keyboard('{Control>}a{/Control}');
    await act(() => stores.accounts.actions.select('account-1'));
    expect(shownNames()).toEqual(['both.com']);
    expect(screen.queryByRole('toolbar')).toBeNull();
  });

  it('puts tags on, also one that was typed without Enter, and takes them off', async () => {
    const { user, asked } = await showing();
    await user.keyboard('{Control>}a{/Control}t');
    const dialog = await screen.findByRole('dialog', { name: 'Tag 4 domains' });
    await user.type(within(dialog).getByRole('combobox', { name: 'Add' }), 'Spring');
    await user.click(within(dialog).getByRole('checkbox', { name: 'own (1)' }));
    await user.click(within(dialog).getByRole('button', { name: 'Tag 4 domains' }));
    expect(asked('domains.tag')).toEqual([
      {
        accountId: 'practice',
        domains: [bakery, 'fresh.app', 'harbour.shop', 'northwind.com'],
        add: ['Spring'],
        remove: ['own'],
      },
    ]);
  });
});

describe('removing domains', () => {
  it('says what is lost and what stays, and asks once for one', async () => {
    const { user, asked } = await showing();
    await user.keyboard('{End}{Delete}');
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('northwind.com');
    expect(dialog.textContent).toContain('1 note is among it');
    expect(dialog.textContent).toContain('The journal of changes stays as it is');
    await user.click(within(dialog).getByRole('button', { name: 'Remove 1 domain' }));
    expect(asked('domains.remove')).toEqual([{ accountId: 'practice', domains: ['northwind.com'] }]);
  });

  it('has the count typed above a fifth of the portfolio', async () => {
    const { user, asked } = await showing({ world: { domains: many } });
    await user.keyboard(
      ' {Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}{Delete}',
    );
    const dialog = await screen.findByRole('dialog');
    const remove = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Remove 7 domains' });
    expect(remove.disabled).toBe(true);
    const typed = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Type 7 to remove them' });
    await user.type(typed, '6');
    if (typed.form !== null) fireEvent.submit(typed.form);
    expect(asked('domains.remove')).toEqual([]);
    await user.keyboard('{Backspace}7');
    await user.click(remove);
    expect(asked('domains.remove')).toHaveLength(1);
  });
});
