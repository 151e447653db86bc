// @vitest-environment jsdom

import { act, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fail } from '#shared/result.ts';
import { anUncertainChange } from '../../../../support/a-change.ts';
import { aDomain } from '../../../../support/fake-portfolio.ts';
import { bakery, button, drawInJsdom, grid, row, rows, showing, shownNames } from './a-portfolio.tsx';

drawInJsdom();

describe('the list of domains', () => {
  it('names each in the form for people, with what is known of it', async () => {
    await showing();
    expect(shownNames()).toEqual(['bäckerei.de', 'fresh.app', 'harbour.shop', 'northwind.com']);
    expect(row('bäckerei.de').textContent).toContain(bakery);
    expect(row('bäckerei.de').textContent).toContain('a.bakery.exampleand 2 more');
    expect(row('harbour.shop').textContent).toContain('Unlocked');
    expect(row('harbour.shop').textContent).toContain('Robin Example');
  });

  it('says of each value where it came from', async () => {
    await showing();
    const titles = [...row('harbour.shop').querySelectorAll('[title]')].map((one) =>
      one.getAttribute('title'),
    );
    expect(titles.some((title) => title?.startsWith('Set by a change from here') === true)).toBe(true);
    expect(titles.some((title) => title?.startsWith('Entered by you') === true)).toBe(true);
    expect(titles.some((title) => title?.includes('Read ') === true)).toBe(true);
  });

  it('never guesses what was not read', async () => {
    await showing();
    const text = row('fresh.app').textContent;
    expect(text.match(/Not read yet/g)).toHaveLength(3);
    expect(text).toContain('Not known');
    expect(text).toContain('Never');
  });

  it('leaves archived ones out until they are asked for', async () => {
    const { user } = await showing();
    await user.click(button(/^Archived/));
    expect(shownNames()).toEqual(['old.info']);
    await user.click(button('Show all'));
    expect(shownNames()).toHaveLength(4);
  });

  it('follows what main tells of this account, and of no other', async () => {
    const { bridge } = await showing();
    const fresh = aDomain('added.com');
    act(() =>
      bridge.tell('domains.changed', { accountId: 'practice', domains: [fresh], removed: ['fresh.app'] }),
    );
    expect(shownNames()).toEqual(['added.com', 'bäckerei.de', 'harbour.shop', 'northwind.com']);
    act(() =>
      bridge.tell('domains.changed', {
        accountId: 'account-1',
        domains: [aDomain('foreign.com')],
        removed: [],
      }),
    );
    expect(shownNames()).not.toContain('foreign.com');
  });

  it('follows the account', async () => {
    const domains = [aDomain('mine.com'), aDomain('theirs.com', { accountId: 'account-1' })];
    const { stores } = await showing({ world: { domains } });
    expect(shownNames()).toEqual(['mine.com']);
    await act(() => stores.accounts.actions.select('account-1'));
    expect(shownNames()).toEqual(['theirs.com']);
  });

  it('leads to the uncertain change of a name', async () => {
    const change = anUncertainChange({ number: 12, domain: 'northwind.com' });
    const { user, view } = await showing({ world: { changes: [change] } });
    await user.click(within(row('northwind.com')).getByRole('button', { name: /Change 12 is uncertain/ }));
    expect(view()).toEqual({ screen: 'changes', view: { kind: 'list', changeId: change.id } });
  });

  it('takes the mark off as soon as the change is not uncertain any more', async () => {
    const change = anUncertainChange({ number: 12, domain: 'northwind.com' });
    const { bridge } = await showing({ world: { changes: [change] } });
    act(() => bridge.tell('changes.changed', { changes: [{ ...change, state: 'applied' }] }));
    expect(screen.queryByRole('button', { name: /is uncertain/ })).toBeNull();
  });

  it('says what could not be read of a name, and shows those names alone', async () => {
    const troubles = [
      {
        part: 'lock' as const,
        error: { kind: 'unreachable' as const, why: 'offline' as const },
        at: '2026-11-21T08:00:00.000Z',
      },
    ];
    const { user } = await showing({
      world: { domains: [aDomain('a.com', { troubles }), aDomain('b.com')] },
    });
    expect(within(row('a.com')).getByRole('img', { name: /^Registrar lock: / })).toBeTruthy();
    await user.click(button(/^Trouble/));
    expect(shownNames()).toEqual(['a.com']);
  });

  it('is narrowed by what is typed, in names of either form, tags, notes, registrants and hosts', async () => {
    const { user } = await showing();
    const field = screen.getByRole('textbox', { name: 'Find a domain' });
    const found = async (text: string) => {
      await user.clear(field);
      await user.type(field, text);
      return shownNames();
    };
    expect(await found('BÄCK')).toEqual(['bäckerei.de']);
    expect(await found('xn--')).toEqual(['bäckerei.de']);
    expect(await found('own')).toEqual(['northwind.com']);
    expect(await found('never unlock')).toEqual(['northwind.com']);
    expect(await found('robin')).toEqual(['harbour.shop']);
    expect(await found('c.bakery')).toEqual(['bäckerei.de']);
    await user.type(field, 'zzz');
    expect(rows()[0]?.textContent).toContain('No domain fits');
  });

  it('is filtered by lock and expiry', async () => {
    const { user } = await showing();
    await user.click(
      within(screen.getByRole('group', { name: 'Filter' })).getByRole('button', { name: 'Lock' }),
    );
    await user.click(await screen.findByRole('menuitem', { name: 'Unlocked' }));
    expect(shownNames()).toEqual(['harbour.shop']);
    await user.click(button('Show all'));
    await user.click(
      within(screen.getByRole('group', { name: 'Filter' })).getByRole('button', { name: 'Expires' }),
    );
    await user.click(await screen.findByRole('menuitem', { name: 'past' }));
    expect(shownNames()).toEqual(['harbour.shop']);
  });

  it('is sorted by any column, and the other way round', async () => {
    const { user } = await showing();
    const heading = screen.getByRole('columnheader', { name: 'Registrant' });
    await user.click(within(heading).getByRole('button'));
    expect(heading.getAttribute('aria-sort')).toBe('ascending');
    expect(shownNames()[2]).toBe('harbour.shop');
    await user.click(within(heading).getByRole('button'));
    expect(heading.getAttribute('aria-sort')).toBe('descending');
    expect(shownNames()).toEqual(['harbour.shop', 'bäckerei.de', 'northwind.com', 'fresh.app']);
  });

  it('says what to do first where there is none', async () => {
    const { user } = await showing({ world: { domains: [] } });
    await user.click(await screen.findByRole('button', { name: 'Add domains…' }));
    expect(await screen.findByRole('dialog', { name: 'Add domains' })).toBeTruthy();
  });

  it('says why it cannot be read, and reads it again', async () => {
    let isBroken = true;
    const { user } = await showing({
      answers: {
        domains: {
          list: () =>
            Promise.resolve(
              isBroken
                ? fail({ kind: 'storage', fault: 'busy' } as const)
                : ({ ok: true, value: { domains: [aDomain('a.com')] } } as const),
            ),
        },
      },
    });
    expect(screen.getByRole('alert').textContent).toContain('could not be read');
    isBroken = false;
    await user.click(button('Try again'));
    expect(shownNames()).toEqual(['a.com']);
  });

  it('draws no more rows than are in sight, however many there are', async () => {
    const domains = Array.from({ length: 10_000 }, (_, index) => aDomain(`name-${index}.com`));
    await showing({ world: { domains } });
    expect(grid().getAttribute('aria-rowcount')).toBe('10001');
    expect(rows().length).toBeLessThan(60);
  });

  it('leads to the templates', async () => {
    const { user, view } = await showing();
    await user.click(button('Templates'));
    expect(view()).toEqual({ screen: 'domains', view: { kind: 'templates' } });
  });
});
