// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aDomain } from '../../../../support/fake-portfolio.ts';
import { drawInJsdom, enter } from '../../../../support/draw.tsx';
import { button, grid, row, showing, shownNames } from './a-portfolio.tsx';

drawInJsdom();

const domains = [
  aDomain('alder.com', { client: 'Acme' }),
  aDomain('birch.net', { client: 'Zoo' }),
  aDomain('cedar.org', { client: 'Acme' }),
  aDomain('dahlia.com'),
];

const filterButton = (name: RegExp) =>
  within(screen.getByRole('group', { name: 'Filter' })).getByRole('button', { name });

describe('the clients of domains', () => {
  it('are set for a selection at once, suggested by what is typed, and put back by undo', async () => {
    const { user, asked, stores } = await showing({ world: { domains } });
    act(() => grid().focus());
    await user.keyboard('{Control>}a{/Control}l');
    const dialog = await screen.findByRole('dialog', { name: 'Client of 4 domains' });
    const field = within(dialog).getByRole<HTMLInputElement>('combobox', { name: 'Client' });
    expect(field.value).toBe('');
    await enter(user, field, 'z');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Zoo',
      'New client: z',
    ]);
    await user.keyboard('{Escape}');
    await user.clear(field);
    await enter(user, field, ' Contoso ');
    await user.click(within(dialog).getByRole('button', { name: 'Set client' }));
    await waitFor(() => expect(asked('domains.setClient')).toHaveLength(1));
    expect(asked('domains.setClient')[0]).toMatchObject({
      accountId: 'practice',
      client: 'Contoso',
      domains: ['alder.com', 'birch.net', 'cedar.org', 'dahlia.com'],
    });
    expect(row('dahlia.com').textContent).toContain('Contoso');
    await act(() => stores.undo.actions.undo());
    expect(row('dahlia.com').textContent).not.toContain('Contoso');
  });
});

describe('the filters of the list for what is chosen less often', () => {
  it.each([
    ['TLD', 'org', ['cedar.org']],
    ['Nameserver', 'ns1.zoo.example', ['birch.net']],
    ['Registrant', 'Robin Example', ['dahlia.com']],
  ])('narrow it by %s', async (label, value, names) => {
    const [alder, birch, cedar, dahlia] = domains;
    if (alder === undefined || birch === undefined || cedar === undefined || dahlia === undefined)
      throw new Error('four domains');
    const known = { at: '2026-11-21T08:00:00.000Z', source: 'read' } as const;
    const { user } = await showing({
      world: {
        domains: [
          alder,
          { ...birch, nameservers: { ...known, value: ['ns1.zoo.example'] } },
          cedar,
          { ...dahlia, registrant: { ...known, value: 'Robin Example' } },
        ],
      },
    });
    await user.click(filterButton(/^More/));
    await user.click(await screen.findByRole('combobox', { name: label }));
    await user.click(await screen.findByRole('option', { name: value }));
    expect(shownNames()).toEqual(names);
    expect(button(/^More/).textContent).toContain(value);
  });
});
