// @vitest-environment jsdom

import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { bare } from '#shared/domain/isolated.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { aDomain } from '../../../../support/fake-portfolio.ts';
import { bakery, button, grid, showing, shownNames } from './a-portfolio.tsx';
import { drawInJsdom, enter } from '../../../../support/draw.tsx';

drawInJsdom();

describe('the filter by tag', () => {
  it('shows the domains with a tag, or without any', async () => {
    const domains = [
      aDomain('a.com', { tags: ['Acme', 'own'] }),
      aDomain('b.com', { tags: ['Acme'] }),
      aDomain('c.com'),
      aDomain('old.com', { tags: ['Acme', 'gone'], archivedAt: '2026-10-01T08:00:00.000Z' }),
    ];
    const { user } = await showing({ world: { domains } });
    const choose = async (choice: string) => {
      await user.click(button(/^More/));
      await user.click(await screen.findByRole('combobox', { name: 'Tag' }));
      const offered = (await screen.findAllByRole('option')).map(({ textContent }) => bare(textContent));
      await user.click(await screen.findByRole('option', { name: choice }));
      await user.keyboard('{Escape}');
      return offered;
    };
    expect(await choose('Acme')).toEqual(['No tag', 'Acme', 'gone', 'own']);
    expect(shownNames()).toEqual(['a.com', 'b.com']);
    expect(bare(button(/^More/).textContent)).toBe('MoreAcme');
    await choose('No tag');
    expect(shownNames()).toEqual(['c.com']);
    await user.click(button('Show all'));
    expect(shownNames()).toEqual(['a.com', 'b.com', 'c.com']);
  });
});

const dialog = () => screen.findByRole('dialog', { name: 'Add domains' });

describe('adding domains', () => {
  it('says what came of each, and why some are not in', async () => {
    const { user, asked } = await showing();
    await user.keyboard('n');
    const asking = await dialog();
    await user.type(
      within(asking).getByRole('textbox', { name: 'Names' }),
      'new.com{Enter}exa_mple.com{Enter}old.info northwind.com',
    );
    await user.type(within(asking).getByRole('combobox', { name: 'Tags for all of them' }), 'Spring{Enter}');
    await user.click(within(asking).getByRole('button', { name: 'Add' }));
    expect(asked('domains.add')).toEqual([
      { accountId: 'practice', text: 'new.com\nexa_mple.com\nold.info northwind.com', tags: ['Spring'] },
    ]);
    const report = (await dialog()).textContent;
    expect(report).toContain(
      '1 name added, 1 name restored from the archive, 1 name was already there, 1 name rejected.',
    );
    expect(report).toContain('exa_mple.comA name has no underscores');
    expect(shownNames()).toContain('new.com');
  });

  it('asks before Escape discards what was typed, and goes on where it was', async () => {
    const { user } = await showing();
    await user.keyboard('n');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(button('Add domains…'));
    const field = within(await dialog()).getByRole('textbox', { name: 'Names' });
    await enter(user, field, 'new.com');
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(button('Keep editing'));
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(field);
    await user.keyboard('{Escape}');
    await user.click(button('Discard'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('reading domains again', () => {
  const reading = {
    id: '00000000-0000-4000-9100-000000000001',
    accountId: 'practice',
    total: 4,
    done: 0,
    notShown: 0,
    notRead: 0,
    isFinished: false,
    error: null,
  };

  it('says how far it is, and can be stopped', async () => {
    const { user, bridge, asked } = await showing();
    await user.keyboard('{Control>}a{/Control}r');
    act(() => bridge.tell('domains.reading', { ...reading, done: 3, notRead: 1 }));
    expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('3 of 4');
    expect(screen.getByText('Reading: 3 of 4 · 1 not read')).toBeTruthy();
    await user.click(button('Stop reading'));
    expect(asked('domains.cancelReading')).toEqual([{ id: reading.id }]);
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('H23 says how many were not read and why, and reads just these again, of the parts that were wanted', async () => {
    const { user, bridge, asked } = await showing();
    await user.keyboard('{Control>}a{/Control}r');
    const [first] = asked('domains.readAgain') as [{ parts: unknown; accountId: unknown }];
    const error = { kind: 'unreachable', why: 'offline' } as const;
    const why = `3 not read. ${sentencesFor(error).happened}`;
    const names = ['northwind.com', 'harbour.shop', 'fresh.app'];
    act(() =>
      bridge.tell('domains.reading', {
        ...reading,
        ...{ done: 1, notRead: 3, unread: { names, why }, isFinished: true, error },
      }),
    );
    const said = screen.getByText(/^Ended early · 1 of 4 read · 3 not read\./).textContent;
    expect(said.split(sentencesFor(error).happened)).toHaveLength(2);
    expect(said).toContain(sentencesFor(error).next);
    await user.click(button('Read these 3 again'));
    expect(asked('domains.readAgain')).toEqual([first, { ...first, domains: names }]);
  });
});

it('a reading of expiries says at its end whose registry publishes none, and that is no warning', async () => {
  const { user, bridge } = await showing();
  await user.keyboard('{Control>}a{/Control}r');
  const without = '3 without an expiry: the registry of .nl publishes none. Take the date from there.';
  const reading = {
    ...{ id: '00000000-0000-4000-9100-000000000001', accountId: 'practice', total: 30, done: 30 },
    ...{ notShown: 3, notRead: 0, isFinished: true, error: null, isOfRegistry: true as const, without },
  };
  act(() => bridge.tell('domains.reading', reading));
  expect(screen.getByText(`27 of 30 expiries found at the registry · ${without}`)).toBeTruthy();
  const line = screen.getByRole('group', { name: 'Reading expiries' });
  expect(line.getAttribute('style')).toContain('--nd-chrome');
});

describe('a list without a match', () => {
  it('says that another filter hides what has the text, or that it is archived', async () => {
    const { user } = await showing();
    const field = screen.getByRole('textbox', { name: 'Find a domain' });
    const filters = within(screen.getByRole('group', { name: 'Filter' }));
    await user.click(filters.getByRole('button', { name: 'Lock' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Unlocked' }));
    await enter(user, field, 'never unlock');
    expect(screen.getByText('1 domain has this text, hidden by the other filters.')).toBeTruthy();
    await user.clear(field);
    await user.click(filters.getByRole('button', { name: 'Expires' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Not known (1)' }));
    expect(screen.getByText('No domain fits the filters that are on.')).toBeTruthy();
  });
});

describe('the calendar of expiries', () => {
  it('is saved for the accounts that are listed, and says of how many', async () => {
    const { user, asked, stores } = await showing();
    await user.click(button('List actions'));
    await user.click(await screen.findByRole('menuitem', { name: 'Calendar (.ics)…' }));
    await waitFor(() =>
      expect(stores.notices.getState().notice?.text).toBe('Saved 3 expiries as a calendar'),
    );
    expect(asked('watching.saveCalendar')).toEqual([{ accountIds: ['practice'] }]);
  });
});

describe('exporting the domains', () => {
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Export domains' }));

  it('asks for exactly the domains that are shown, in their order and the chosen format', async () => {
    const { user, asked } = await showing();
    await user.click(within(grid()).getByRole('button', { name: 'Name' }));
    await user.click(button('List actions'));
    await user.click(await screen.findByRole('menuitem', { name: 'Export…' }));
    const text = (await dialog()).getByText(/^Exactly what is shown/);
    expect(text.textContent).toMatch(
      /^Exactly what is shown, in this order: 4 domains\. .*No transfer codes\.$/,
    );
    await user.click((await dialog()).getByRole('radio', { name: 'NDJSON' }));
    await user.click((await dialog()).getByRole('button', { name: 'Save as…' }));
    const rows = ['northwind.com', 'harbour.shop', 'fresh.app', bakery].map((name) => `0 ${name}`).join('\n');
    expect(asked('exports.domainsToFile')).toMatchObject([
      { accountIds: ['practice'], format: 'ndjson', rows },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('exports only those that the filter leaves, and of these the selected ones alone where that is wanted', async () => {
    const { user, asked } = await showing();
    await user.type(screen.getByRole('textbox', { name: 'Find a domain' }), 'northwind.com{Enter}');
    await user.keyboard('{Control>}e{/Control}');
    await user.click((await dialog()).getByRole('button', { name: 'Copy as a table' }));
    expect(asked('exports.domainsToClipboard')).toEqual([
      { accountIds: ['practice'], rows: '0 northwind.com', hidden: [] },
    ]);
    await user.click(button('Show all'));
    await user.click(screen.getByRole('checkbox', { name: /fresh\.app/ }));
    await user.click(button('List actions'));
    await user.click(await screen.findByRole('menuitem', { name: 'Export…' }));
    await user.click((await dialog()).getByRole('checkbox', { name: 'Only the 1 selected' }));
    await user.click((await dialog()).getByRole('button', { name: 'Copy names' }));
    expect(asked('clipboard.copyText')).toEqual([{ text: 'fresh.app' }]);
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
  await user.click(button('List actions'));
  (await screen.findByRole('menuitem', { name: 'Columns' })).focus();
  await user.keyboard('{ArrowRight}');
  for (const name of ['Registrant', 'Expires'])
    await user.click(await screen.findByRole('menuitemcheckbox', { name }));
  expect(titles()).toEqual(['Name', 'Lock', 'Nameservers', 'Tags', 'Updated']);
  expect(shownNames()).toEqual(['bäckerei.de', 'fresh.app', 'harbour.shop', 'northwind.com']);
  expect(within(grid()).getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe(
    'ascending',
  );
  await user.click(screen.getByRole('menuitem', { name: 'Show all columns' }));
  expect(titles()).toEqual(all.toSpliced(4, 0, 'At the registry'));
});
