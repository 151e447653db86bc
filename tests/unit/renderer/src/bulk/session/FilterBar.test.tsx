// @vitest-environment jsdom

import { act, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ok } from '#shared/result.ts';
import { button, showing } from './a-shown-session.tsx';
import { aFrame, theSession } from './an-open-session.ts';
import { drawInJsdom } from '../../a-drawn-part.tsx';

drawInJsdom();

describe('the filter of a session', () => {
  it('has the number of each finding, live, and shows those that are pressed', async () => {
    const { user, tell } = await showing();
    expect(button('Available 2').getAttribute('aria-pressed')).toBe('false');
    await user.click(button('Available 2'));
    expect(screen.getByText('1 name, 2 checks shown')).toBeTruthy();
    tell();
    expect(await screen.findByRole('button', { name: 'Available 3', pressed: true })).toBeTruthy();
  });

  it('has words on its chips, and none for what there is not', async () => {
    await showing();
    const chips = within(screen.getByRole('group', { name: 'Findings to show' })).getAllByRole('button');
    const words = ['Available 2', 'Taken 1', 'Unknown 1', 'Not checked yet 2', 'Shortlist 0'];
    expect(chips.map((chip) => chip.textContent)).toEqual(words);
  });

  it('counts the user’s own names as theirs, and shows them apart from the available ones', async () => {
    const names = () => Promise.resolve(ok({ names: ['bakery.net', 'drift.com'] }));
    const { user } = await showing(theSession(), { domains: { names } });
    const chips = within(screen.getByRole('group', { name: 'Findings to show' }));
    await chips.findByRole('button', { name: 'Yours 2' });
    await user.click(button('Available 1'));
    expect(screen.getByText('1 name, 1 check shown')).toBeTruthy();
    await user.click(button('Available 1'));
    await user.click(button('Yours 2'));
    expect(screen.getByText('2 names, 2 checks shown')).toBeTruthy();
  });

  it('hides the TLDs without a match by one switch, for the grid, its keys and a screen reader', async () => {
    const { user } = await showing();
    await user.click(button('Taken 1'));
    const grid = screen.getByRole('grid');
    expect(grid.getAttribute('aria-colcount')).toBe('3');
    await user.click(button('Hide TLDs without a match'));
    expect(screen.getByRole('button', { name: 'Hide TLDs without a match', pressed: true })).toBeTruthy();
    expect(screen.getByText('1 name, 1 check, 1 of 2 TLDs shown')).toBeTruthy();
    expect(grid.getAttribute('aria-colcount')).toBe('2');
    act(() => grid.focus());
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    const current = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
    expect(current?.getAttribute('aria-label')).toContain('under .com: taken');
    expect(await screen.findByText('Shown: 1 name, 1 check, 1 of 2 TLDs')).toBeTruthy();
  });

  it('is cleared by one press', async () => {
    const { user } = await showing();
    await user.type(screen.getByRole('textbox', { name: 'Part of the name' }), 'nothing');
    expect(await screen.findByText('No matching names')).toBeTruthy();
    await user.click(screen.getAllByRole('button', { name: 'Clear the filter' })[0] ?? document.body);
    expect(screen.getByText('3 names, 6 checks shown')).toBeTruthy();
  });

  it('leads to the orders of the shortlist without its filter too, once something on it can be registered', async () => {
    const { user } = await showing();
    expect(screen.queryByRole('button', { name: /^Register \d/ })).toBeNull();
    act(() => screen.getByRole('grid').focus());
    await user.keyboard('{ArrowRight} ');
    expect(await screen.findByRole('button', { name: 'Register 1…' })).toBeTruthy();
    expect(button('Shortlist 1').getAttribute('aria-pressed')).toBe('false');
  });

  it('says what the frame around some prices means', async () => {
    const { user } = await showing();
    expect(screen.queryByText('Cheapest TLD of the name')).toBeNull();
    await user.click(screen.getByRole('radio', { name: /^Register/ }));
    expect(screen.getByText('Cheapest TLD of the name')).toBeTruthy();
  });

  it('has no filter by cause once nothing is unknown', async () => {
    const { tell } = await showing();
    expect(button('Cause')).toBeTruthy();
    tell(aFrame({ 3: 'taken' }));
    await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Cause' })).toBeNull());
  });

  it('says how many findings are newer than the rows, and shows them when asked', async () => {
    const { user, tell } = await showing();
    await user.click(button('Available 2'));
    act(() => {
      screen.getByRole('grid').dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));
    });
    tell();
    await user.click(button('Re-sort 1 newer result'));
    expect(screen.getByText('2 names, 3 checks shown')).toBeTruthy();
  });

  it('shows the unknown ones alone when a cause is chosen', async () => {
    const { user } = await showing();
    await user.click(button('Cause'));
    await user.click(await screen.findByRole('checkbox', { name: /^Service unreachable/ }));
    expect(screen.getByText('1 name, 1 check shown')).toBeTruthy();
  });
});
