// @vitest-environment jsdom

import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { bare } from '#shared/domain/isolated.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { fail, ok } from '#shared/result.ts';
import { aDomain, anUnreadDomain } from '../../../../support/fake-portfolio.ts';
import { bakery, button, grid, showing, shownNames } from './a-portfolio.tsx';
import { drawInJsdom, enter } from '../../../../support/draw.tsx';

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

  it('says of a host which domain was taken of it', async () => {
    const shortened = [{ typed: 'sub.example.co.uk', name: 'example.co.uk' }];
    const added = { added: ['example.co.uk'], already: [], restored: [], shortened, refused: [] };
    const { user } = await showing({ answers: { domains: { add: () => Promise.resolve(ok(added)) } } });
    await user.keyboard('n');
    await enter(user, within(await dialog()).getByRole('textbox', { name: 'Names' }), 'sub.example.co.uk');
    await user.click(within(await dialog()).getByRole('button', { name: 'Add' }));
    const list = await screen.findByRole('list', { name: 'Shortened names' });
    expect(list.textContent).toBe('sub.example.co.uk → example.co.uk');
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

  it('takes the refused ones back to be corrected', async () => {
    const { user } = await showing();
    await user.keyboard('n');
    await enter(user, within(await dialog()).getByRole('textbox', { name: 'Names' }), 'new.com exa_mple.com');
    await user.click(within(await dialog()).getByRole('button', { name: 'Add' }));
    await user.click(await screen.findByRole('button', { name: 'Fix rejected names' }));
    const field = within(await dialog()).getByRole<HTMLTextAreaElement>('textbox', { name: 'Names' });
    expect(field.value).toBe('exa_mple.com');
  });

  it('reads what was added where one wants it', async () => {
    const { user, asked } = await showing();
    await user.keyboard('n');
    await enter(user, within(await dialog()).getByRole('textbox', { name: 'Names' }), 'new.com');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await user.click(await screen.findByRole('button', { name: 'Load its details' }));
    expect(asked('domains.readAgain')).toEqual([
      { accountId: 'practice', domains: ['new.com'], parts: ['lock', 'nameservers', 'contacts'] },
    ]);
  });

  it('does not add twice what is sent twice', async () => {
    const { user, asked } = await showing({
      answers: { domains: { add: () => new Promise(() => undefined) } },
    });
    await user.keyboard('n');
    await enter(user, within(await dialog()).getByRole('textbox', { name: 'Names' }), 'new.com');
    await user.keyboard('{Control>}{Enter}{Enter}{/Control}');
    expect(asked('domains.add')).toHaveLength(1);
  });
});

describe('the first domains', () => {
  it('do not take the focus from what is asked about them', async () => {
    const added = { added: ['new.com'], already: [], restored: [], shortened: [], refused: [] };
    const { user, bridge } = await showing({
      world: { domains: [] },
      answers: { domains: { add: () => Promise.resolve(ok(added)) } },
    });
    await user.click(screen.getAllByRole('button', { name: 'Add domains…' })[1] ?? document.body);
    await enter(user, within(await dialog()).getByRole('textbox', { name: 'Names' }), 'new.com');
    await user.click(within(await dialog()).getByRole('button', { name: 'Add' }));
    const read = await screen.findByRole('button', { name: 'Load its details' });
    act(() =>
      bridge.tell('domains.changed', {
        accountId: 'practice',
        domains: [anUnreadDomain('new.com')],
        removed: [],
      }),
    );
    expect(screen.getByRole('grid', { name: 'Domains', hidden: true })).toBeTruthy();
    expect(document.activeElement).toBe(read);
  });
});

describe('reading domains again', () => {
  const reading = {
    id: '00000000-0000-4000-9100-000000000001',
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
    expect(screen.getByText('Refreshing: 3 of 4 · 1 not read')).toBeTruthy();
    await user.click(button('Stop refreshing'));
    expect(asked('domains.cancelReading')).toEqual([{ id: reading.id }]);
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('is silent where all went well', async () => {
    const { user, bridge } = await showing();
    await user.keyboard('{Control>}a{/Control}r');
    act(() => bridge.tell('domains.reading', { ...reading, done: 4, isFinished: true }));
    expect(screen.queryByText(/of 4/)).toBeNull();
  });

  it('says what could not be read, and shows it', async () => {
    const { user, bridge, stores } = await showing();
    await user.keyboard('{Control>}a{/Control}r');
    act(() => bridge.tell('domains.reading', { ...reading, done: 4, notShown: 1, isFinished: true }));
    expect(screen.getByText('3 of 4 refreshed · 1 not found')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /again$/ })).toBeNull();
    await user.click(button('Show them'));
    expect(button(/^Problems/).getAttribute('aria-pressed')).toBe('true');
    await user.click(button('Dismiss'));
    expect(screen.queryByText(/3 of 4/)).toBeNull();
    expect(stores.notices.getState().notice).toBeNull();
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
    const said = screen.getByText(/^Ended early · 1 of 4 refreshed · 3 not read\./).textContent;
    expect(said.split(sentencesFor(error).happened)).toHaveLength(2);
    expect(said).toContain(sentencesFor(error).next);
    await user.click(button('Read these 3 again'));
    expect(asked('domains.readAgain')).toEqual([first, { ...first, domains: names }]);
  });

  it('offers those that were not read for a day', async () => {
    const { user, asked } = await showing();
    await user.click(button('Refresh'));
    await user.click(await screen.findByRole('menuitem', { name: /^Not refreshed for a day/ }));
    expect(asked('domains.readAgain')).toHaveLength(1);
  });
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

  it('says that all are archived, where no filter hides them', async () => {
    const { user } = await showing();
    await user.keyboard('{Control>}a{/Control}a');
    expect(await screen.findByText('All domains are archived.')).toBeTruthy();
    await enter(user, screen.getByRole('textbox', { name: 'Find a domain' }), 'never unlock');
    expect(screen.getByText('1 domain has this text, all archived.')).toBeTruthy();
  });
});

describe('the calendar of expiries', () => {
  it('is saved for the accounts that are listed, and says of how many', async () => {
    const { user, asked, stores } = await showing();
    await user.click(button('Calendar (.ics)…'));
    await waitFor(() =>
      expect(stores.notices.getState().notice?.text).toBe('Saved 3 expiries as a calendar'),
    );
    expect(asked('watching.saveCalendar')).toEqual([{ accountIds: ['practice'] }]);
  });

  it('says nothing where the place for it was not chosen', async () => {
    const saveCalendar = () => Promise.resolve(ok({ path: null, events: 0 }));
    const { user, asked, stores } = await showing({ answers: { watching: { saveCalendar } } });
    await user.click(button('Calendar (.ics)…'));
    await waitFor(() => expect(asked('watching.saveCalendar')).toHaveLength(1));
    expect(stores.notices.getState().notice).toBeNull();
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
    await user.click(button('Export…'));
    await user.click((await dialog()).getByRole('checkbox', { name: 'Only the 1 selected' }));
    await user.click((await dialog()).getByRole('button', { name: 'Copy names' }));
    expect(asked('clipboard.copyText')).toEqual([{ text: 'fresh.app' }]);
  });

  it('leaves out the columns that are hidden in the list where that is ticked', async () => {
    const { user, asked } = await showing();
    await user.click(button('Columns'));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Lock' }));
    await user.keyboard('{Escape}');
    await user.click(button('Export…'));
    await user.click((await dialog()).getByRole('checkbox', { name: /^Without the 1 column/ }));
    await user.click((await dialog()).getByRole('button', { name: 'Save as…' }));
    expect(asked('exports.domainsToFile')).toMatchObject([{ hidden: ['lock'] }]);
  });

  it('asks for one file, however often the button is pressed meanwhile', async () => {
    const unanswered = () => new Promise<never>(() => undefined);
    const { user, asked } = await showing({ answers: { exports: { domainsToFile: unanswered } } });
    await user.click(button('Export…'));
    const choose = (await dialog()).getByRole('button', { name: 'Save as…' });
    await user.click(choose);
    await user.click(choose);
    expect(asked('exports.domainsToFile')).toHaveLength(1);
    expect(document.activeElement).toBe(choose);
  });

  it('has nothing to export where the filter hides everything, and says why something was not', async () => {
    const failing = () => Promise.resolve(fail({ kind: 'storage', fault: 'full' } as const));
    const { user } = await showing({ answers: { exports: { domainsToFile: failing } } });
    await user.type(screen.getByRole('textbox', { name: 'Find a domain' }), 'zzz');
    await user.click(button('Export…'));
    for (const name of ['Copy names', 'Copy as a table', 'Save as…'])
      expect((await dialog()).getByRole('button', { name }).hasAttribute('disabled')).toBe(true);
    await user.keyboard('{Escape}');
    await user.click(screen.getAllByRole('button', { name: 'Show all' })[0] ?? grid());
    await user.click(button('Export…'));
    await user.click((await dialog()).getByRole('button', { name: 'Save as…' }));
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
  expect(titles()).toEqual(all.toSpliced(4, 0, 'At the registry'));
});
