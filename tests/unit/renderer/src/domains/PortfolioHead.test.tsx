// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { bare } from '#shared/domain/isolated.ts';
import { fail } from '#shared/result.ts';
import { aDomain } from '../../../../support/fake-portfolio.ts';
import { bakery, button, grid, showing, shownNames } from './a-portfolio.tsx';
import { drawInJsdom } from '../a-drawn-part.tsx';

drawInJsdom();

describe('the filter by tag', () => {
  it('shows the domains with a tag, or without any, each with their number', async () => {
    const domains = [
      aDomain('a.com', { tags: ['Acme', 'own'] }),
      aDomain('b.com', { tags: ['Acme'] }),
      aDomain('c.com'),
      aDomain('old.com', { tags: ['Acme', 'gone'], archivedAt: '2026-10-01T08:00:00.000Z' }),
    ];
    const { user } = await showing({ world: { domains } });
    const choose = async (choice: RegExp) => {
      await user.click(button(/^Tag(?!s)/));
      await user.click(await screen.findByRole('menuitem', { name: choice }));
    };
    await user.click(button(/^Tag(?!s)/));
    const choices = await screen.findAllByRole('menuitem');
    expect(choices.map(({ textContent }) => bare(textContent))).toEqual([
      'Any tag',
      'No tag (1)',
      'Acme (2)',
      'own (1)',
    ]);
    await user.keyboard('{Escape}');
    await choose(/Acme/);
    expect(shownNames()).toEqual(['a.com', 'b.com']);
    expect(bare(button(/^Tag(?!s)/).textContent)).toBe('TagAcme (2)');
    await choose(/^No tag/);
    expect(shownNames()).toEqual(['c.com']);
    await user.click(button('Show all'));
    expect(shownNames()).toEqual(['a.com', 'b.com', 'c.com']);
  });

  it('finds one of many tags by a part of it', async () => {
    const domains = Array.from({ length: 40 }, (_, at) =>
      aDomain(`shop-${at}.com`, { tags: [`Customer ${at}`] }),
    );
    const { user } = await showing({ world: { domains } });
    await user.click(button(/^Tag(?!s)/));
    await user.type(await screen.findByRole('searchbox', { name: 'Find: Tag' }), 'mer 17');
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => bare(textContent))).toEqual([
      'Customer 17 (1)',
    ]);
    await user.click(screen.getByRole('menuitem'));
    expect(shownNames()).toEqual(['shop-17.com']);
  });

  it('names the chosen tag also when no domain has it any more, and has no such filter where there are no tags', async () => {
    const tagged = aDomain('a.com', { tags: ['Acme'] });
    const { user, bridge } = await showing({ world: { domains: [tagged, aDomain('b.com')] } });
    await user.click(button(/^Tag(?!s)/));
    await user.click(await screen.findByRole('menuitem', { name: /Acme/ }));
    act(() =>
      bridge.tell('domains.changed', {
        accountId: 'practice',
        domains: [{ ...tagged, tags: [] }],
        removed: [],
      }),
    );
    expect(bare(button(/^Tag(?!s)/).textContent)).toBe('TagAcme (0)');
    await user.click(screen.getAllByRole('button', { name: 'Show all' })[0] ?? grid());
    expect(screen.queryByRole('button', { name: /^Tag(?!s)/ })).toBeNull();
  });
});

describe('exporting the domains', () => {
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Export domains' }));

  it('asks for exactly the domains that are shown, in their order and the chosen format', async () => {
    const { user, asked } = await showing();
    await user.click(within(grid()).getByRole('button', { name: 'Name' }));
    await user.click(button('Export…'));
    const text = (await dialog()).getByText(/^Exactly what is shown/);
    expect(text.textContent).toMatch(
      /^Exactly what is shown, in this order: 4 domains\. .*No transfer codes\.$/,
    );
    await user.click((await dialog()).getByRole('radio', { name: 'NDJSON' }));
    await user.click((await dialog()).getByRole('button', { name: 'Choose a file…' }));
    const names = ['northwind.com', 'harbour.shop', 'fresh.app', bakery].join('\n');
    expect(asked('exports.domainsToFile')).toMatchObject([
      { accountId: 'practice', format: 'ndjson', names },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('exports only those that the filter leaves, and of these the selected ones alone where that is wanted', async () => {
    const { user, asked } = await showing();
    await user.type(screen.getByRole('textbox', { name: 'Find a domain' }), 'northwind.com{Enter}');
    await user.keyboard('{Control>}e{/Control}');
    await user.click((await dialog()).getByRole('button', { name: 'Copy as a table' }));
    expect(asked('exports.domainsToClipboard')).toEqual([{ accountId: 'practice', names: 'northwind.com' }]);
    await user.click(button('Show all'));
    await user.click(screen.getByRole('checkbox', { name: /fresh\.app/ }));
    await user.click(button('Export…'));
    await user.click((await dialog()).getByRole('checkbox', { name: 'Only the 1 selected' }));
    await user.click((await dialog()).getByRole('button', { name: 'Copy names' }));
    expect(asked('clipboard.copyText')).toEqual([{ text: 'fresh.app' }]);
  });

  it('has nothing to export where the filter hides everything, and says why something was not', async () => {
    const failing = () => Promise.resolve(fail({ kind: 'storage', fault: 'full' } as const));
    const { user } = await showing({ answers: { exports: { domainsToFile: failing } } });
    await user.type(screen.getByRole('textbox', { name: 'Find a domain' }), 'zzz');
    await user.click(button('Export…'));
    for (const name of ['Copy names', 'Copy as a table', 'Choose a file…'])
      expect((await dialog()).getByRole('button', { name }).hasAttribute('disabled')).toBe(true);
    await user.keyboard('{Escape}');
    await user.click(screen.getAllByRole('button', { name: 'Show all' })[0] ?? grid());
    await user.click(button('Export…'));
    await user.click((await dialog()).getByRole('button', { name: 'Choose a file…' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing was exported');
  });
});

it('hides and shows columns, and gives the order back to the name where its column is hidden', async () => {
  const { user } = await showing();
  const titles = () =>
    within(grid())
      .getAllByRole('columnheader')
      .slice(1)
      .map(({ textContent }) => textContent);
  const all = ['Name', 'Lock', 'Nameservers', 'Registrant', 'Expires', 'Tags', 'Updated'];
  expect(titles()).toEqual(all);
  await user.click(within(grid()).getByRole('button', { name: 'Expires' }));
  await user.click(button('Columns'));
  for (const name of ['Registrant', 'Expires'])
    await user.click(await screen.findByRole('menuitemcheckbox', { name }));
  expect(titles()).toEqual(['Name', 'Lock', 'Nameservers', 'Tags', 'Updated']);
  expect(shownNames()).toEqual(['bäckerei.de', 'fresh.app', 'harbour.shop', 'northwind.com']);
  expect(within(grid()).getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe(
    'ascending',
  );
  await user.click(screen.getByRole('menuitem', { name: 'Show all columns' }));
  expect(titles()).toEqual(all);
});
