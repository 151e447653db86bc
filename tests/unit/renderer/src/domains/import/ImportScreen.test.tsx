// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Domain } from '#shared/domain/portfolio.ts';
import { registryAsks, registryLearns } from '#shared/domain/registry.ts';
import { fail, ok } from '#shared/result.ts';
import type { Input } from '../../../../../../renderer/src/client.ts';
import { createImportStore } from '../../../../../../renderer/src/domains/import/import-store.ts';
import { createDomainList } from '../../../../../../renderer/src/domains/portfolio-store.ts';
import { valueOf } from '../../../../../../renderer/src/remote.ts';
import { storeOf } from '../../../../../../renderer/src/ui/live-collection.ts';
import type { FakeAnswers } from '../../../../../support/fake-bridge.ts';
import { drawInJsdom } from '../../../../../support/draw.tsx';
import { aDomainImport, anImportReport } from '../../../../../support/fake-import.ts';
import { aDomain, aKnown } from '../../../../../support/fake-portfolio.ts';
import { aWork } from '../../../../../support/fake-today.ts';
import { showing, shownNames } from '../a-portfolio.tsx';

const show = (domainImports: FakeAnswers['domainImports'] = {}) =>
  showing({ view: { kind: 'import' }, answers: { domainImports } });

const expiring = (name: string, day: string | null) =>
  aDomain(name, {
    accountId: 'account-1',
    registry: null,
    expiresOn: day === null ? null : aKnown(day, { source: 'import' }),
  });

/** With three domains of a reseller's own account that no registry was asked for. */
const showOwn = (more: readonly Domain[] = [], answers: FakeAnswers = {}) =>
  showing({
    answers,
    view: { kind: 'import' },
    world: {
      activeId: 'account-1',
      domains: [
        expiring('later.org', '2099-03-01'),
        expiring('soon.com', '2020-12-01'),
        expiring('undated.com', null),
        ...more,
      ],
    },
  });

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const rows = async () => within(await screen.findByRole('grid', { name: 'Rows of the file' }));

const dropping = (file: File): object => ({
  dataTransfer: { files: [file], items: [], getData: () => '' },
});

drawInJsdom();

describe('the import of a registrar’s file', () => {
  it('shows the columns, what is taken from each, and that transfer codes are never read', async () => {
    const { user } = await show();
    await user.click(button('Open a file…'));
    expect(await screen.findByText('Porkbun file · utf-8')).toBeTruthy();
    expect(screen.getByText('2027-03-01')).toBeTruthy();
    expect(screen.getByText('Never read: looks like transfer codes')).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: 'What is taken from AUTH CODE' })).toBeNull();
  });

  it('says of each row what it would change, and why it is skipped; one result alone where that is chosen', async () => {
    const { user, asked } = await show();
    await user.click(button('Open a file…'));
    const shown = (await rows()).getAllByRole('row').map(({ textContent }) => textContent);
    expect(shown.slice(1)).toEqual([
      expect.stringMatching(/riverstone\.comNew.*Mar 1, 2027/),
      expect.stringMatching(/oak\.orgChanged.*Mar 1, 2026 → Mar 1, 2027/),
      expect.stringMatching(/bad nameSkipped.*A name has no spaces/),
    ]);
    await user.click(button(/^Skipped/));
    expect((await rows()).getAllByRole('row')).toHaveLength(2);
    expect(asked('domainImports.rows').at(-1)).toMatchObject({ result: 'skipped' });
  });

  it('takes a column for something else at once, and reads the file again', async () => {
    const { user, asked } = await show({ reread: () => new Promise<never>(() => undefined) });
    await user.click(button('Open a file…'));
    const choice = await screen.findByRole<HTMLSelectElement>('combobox', {
      name: 'What is taken from EXPIRE DATE',
    });
    await user.selectOptions(choice, 'Client');
    expect(choice.value).toBe('client');
    expect(asked('domainImports.reread')).toMatchObject([
      { choices: { mapping: [{ column: 1, field: 'client' }] } },
    ]);
    expect(button('Import 2 domains').disabled).toBe(true);
    await user.click(button('Cancel'));
    expect(asked('domainImports.cancel')).toHaveLength(1);
  });

  it('asks once which of day and month stands first, and imports nothing before', async () => {
    const ambiguousDate = { line: 2, text: '03/04/2027', dayFirst: '2027-04-03', monthFirst: '2027-03-04' };
    const missing = 'Say whether the day or the month stands first in line 2.';
    const { user, asked } = await show({
      chooseFile: () => Promise.resolve(ok({ report: anImportReport({ ambiguousDate, missing }) })),
      reread: ({ choices: { isDayFirst } }) =>
        Promise.resolve(ok(anImportReport({ ambiguousDate, isDayFirst }))),
    });
    await user.click(button('Open a file…'));
    expect(await screen.findByText(missing)).toBeTruthy();
    expect(button('Import 2 domains').disabled).toBe(true);
    await user.click(screen.getByRole('radio', { name: /month first/ }));
    expect(asked('domainImports.reread')).toMatchObject([{ choices: { isDayFirst: false } }]);
    await act(() => Promise.resolve());
    expect(button('Import 2 domains').disabled).toBe(false);
  });

  it('shows cells as they read in each encoding, and imports nothing before one is chosen', async () => {
    const encodings = [
      { encoding: 'windows-1252', samples: ['Þükrü Yýlmaz'] },
      { encoding: 'windows-1254', samples: ['Şükrü Yılmaz'] },
    ];
    const missing = 'Say which encoding is right: windows-1252 or windows-1254.';
    const { user, asked } = await show({
      chooseFile: () => Promise.resolve(ok({ report: anImportReport({ encodings, missing }) })),
      reread: () => Promise.resolve(ok(anImportReport({ encoding: 'windows-1254' }))),
    });
    await user.click(button('Open a file…'));
    expect(await screen.findByText(missing)).toBeTruthy();
    expect(button('Import 2 domains').disabled).toBe(true);
    const question = within(screen.getByRole('radiogroup', { name: 'Which of these is spelt right?' }));
    expect(question.getByRole('radio', { name: /^Þükrü Yýlmaz.*windows-1252/ })).toBeTruthy();
    await user.click(question.getByRole('radio', { name: /^Şükrü Yılmaz.*windows-1254/ }));
    expect(asked('domainImports.reread')).toMatchObject([{ choices: { encoding: 'windows-1254' } }]);
    expect(screen.queryByRole('radiogroup')).toBeNull();
    expect(button('Import 2 domains').disabled).toBe(false);
  });

  it('asks which of two columns is meant, imports nothing before, and takes none of them where that is said', async () => {
    const doubts = [{ field: 'expires' as const, columns: [0, 1] }];
    const missing = 'Say which column has the expiry date: DOMAIN or EXPIRE DATE.';
    const notes = ['Not used: STATUSES.'];
    const { user, asked } = await show({
      chooseFile: () => Promise.resolve(ok({ report: anImportReport({ doubts, missing, notes }) })),
      reread: () => Promise.resolve(ok(anImportReport())),
    });
    await user.click(button('Open a file…'));
    expect(await screen.findByText(missing)).toBeTruthy();
    expect(screen.getByText('Not used: STATUSES.')).toBeTruthy();
    expect(button('Import 2 domains').disabled).toBe(true);
    const question = within(screen.getByRole('radiogroup', { name: 'Which column has the expiry date?' }));
    expect(question.getByRole('radio', { name: /^EXPIRE DATE.*2027-03-01/ })).toBeTruthy();
    await user.click(question.getByRole('radio', { name: 'None of them' }));
    expect(asked('domainImports.reread')).toMatchObject([
      {
        choices: {
          mapping: [
            { column: 0, field: null },
            { column: 1, field: null },
          ],
        },
      },
    ]);
    expect(screen.queryByRole('radiogroup')).toBeNull();
    expect(button('Import 2 domains').disabled).toBe(false);
  });

  it('imports, says what came of it once, and is undone, which names what stays', async () => {
    const { user, asked, stores } = await show({
      undo: () => Promise.resolve(ok({ undone: 1, stayed: 1, named: ['oak.org'] })),
    });
    await user.click(button('Open a file…'));
    await user.click(await screen.findByRole('button', { name: 'Import 2 domains' }));
    const outcome = await screen.findByRole('status', { name: 'The import' });
    expect(outcome.textContent).toContain(
      'Imported 2 domains from porkbun.csv: 1 new, 1 changed, 1 skipped.',
    );
    expect(stores.notices.getState().notice).toBeNull();
    expect(screen.queryByRole('button', { name: /^Undo the import/ })).toBeNull();
    await act(() => stores.undo.actions.undo());
    expect(asked('domainImports.undo')).toEqual([{ accountId: 'practice', id: aDomainImport().id }]);
    expect(outcome.textContent).toContain(
      'Undone for 1 domain from porkbun.csv. 1 was changed since and stays as it is: oak.org.',
    );
  });

  it('says at its end how many domains there are and how many are due, and leads to exactly these', async () => {
    const past = aKnown('2020-01-31', { source: 'import' } as const);
    const own = { accountId: 'account-1', expiresOn: past };
    const { user } = await showOwn([
      aDomain('due.com', own),
      // No renewal is offered of it, and it is due all the same.
      aDomain('left.com', { ...own, transferredAway: aKnown(true) }),
      aDomain('archived.com', { ...own, archivedAt: '2026-10-01T08:00:00.000Z' }),
      aDomain('practice.com', { expiresOn: past }),
    ]);
    await user.click(button('Open a file…'));
    await user.click(await screen.findByRole('button', { name: 'Import 2 domains' }));
    const outcome = await screen.findByRole('status', { name: 'The import' });
    expect(outcome.textContent).toContain('Now 5 domains, 3 due in 30 days.');
    await user.click(button('Show the 3 due'));
    await screen.findByRole('grid', { name: 'Domains' });
    expect(shownNames().toSorted()).toEqual(['due.com', 'left.com', 'soon.com']);
  });

  it('says nothing of what is due before the domains are loaded', async () => {
    const { user } = await showOwn([], { domains: { list: () => new Promise(() => undefined) } });
    await user.click(button('Open a file…'));
    await user.click(await screen.findByRole('button', { name: 'Import 2 domains' }));
    const outcome = await screen.findByRole('status', { name: 'The import' });
    expect(outcome.textContent).toContain('Imported 2 domains');
    expect(outcome.textContent).not.toContain('due');
    expect(button('Show the domains')).toBeTruthy();
  });

  it('shows all domains at its end, whatever was filtered before', async () => {
    const { user, stores, view } = await showOwn();
    const list = storeOf(stores, createDomainList);
    act(() => list.actions.filter({ text: 'zzz' }));
    await user.click(button('Open a file…'));
    await user.click(await screen.findByRole('button', { name: 'Import 2 domains' }));
    await user.click(await screen.findByRole('button', { name: 'Show the domains' }));
    await vi.waitFor(() => expect(view()).toEqual({ screen: 'domains', view: { kind: 'list' } }));
    expect(list.getState().filter.text).toBe('');
  });

  it('gives the client a column of its own where the file has one', async () => {
    const client = 'Nordwind Consulting & Partner GmbH';
    const columns = [
      ...anImportReport().columns,
      { title: 'CUSTOMER', samples: [client], field: 'client' as const, isCode: false },
    ];
    const changes = [
      { field: 'expires', before: '', after: '2027-03-01' },
      { field: 'client', before: '', after: client },
    ];
    const rowOf = {
      ...{ line: 2, domain: 'riverstone.com', result: 'new' as const, reason: '', isArchived: false },
      changes,
    };
    const { user } = await show({
      chooseFile: () => Promise.resolve(ok({ report: anImportReport({ columns }) })),
      rows: () => Promise.resolve(ok({ rows: [rowOf], total: 1 })),
    });
    await user.click(button('Open a file…'));
    expect((await rows()).getByRole('columnheader', { name: 'Client' })).toBeTruthy();
    const cells = (await rows()).getAllByRole('gridcell').map(({ textContent }) => textContent);
    expect(cells.slice(-2)).toEqual([client, 'Expiry date Mar 1, 2027']);
  });

  it('asks after an import when the domains expire: one press, beside who is asked and what they learn, switches the registries on and asks for the soonest first', async () => {
    const { user, asked, stores } = await showOwn();
    await user.click(button('Open a file…'));
    await user.click(await screen.findByRole('button', { name: 'Import 2 domains' }));
    const step = await screen.findByRole('region', { name: 'When do they expire?' });
    expect(step.textContent).toContain('1 has no date yet.');
    expect(step.textContent).toContain(registryAsks);
    expect(step.textContent).toContain('The TLDs here: .com, .org.');
    expect(step.textContent).toContain(registryLearns);
    expect(asked('domains.readRegistry')).toEqual([]);
    await user.click(button('Switch on and read'));
    expect(valueOf(stores.settings.getState().settings)?.registryEnabled).toBe(true);
    const [{ accountId, domains }] = asked('domains.readRegistry') as [Input<'domains', 'readRegistry'>];
    expect({ accountId, domains }).toEqual({
      accountId: 'account-1',
      domains: ['undated.com', 'soon.com', 'later.org'],
    });
    expect(screen.getByText('Reading expiries: 0 of 3')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /look up/i })).toBeNull();
  });

  it('shows how far it is, can be stopped, and says where it stopped', async () => {
    const stopped = Promise.withResolvers<undefined>();
    const { user, asked, bridge } = await show({
      async apply() {
        await stopped.promise;
        return ok({ import: aDomainImport(), isCancelled: true });
      },
    });
    await user.click(button('Open a file…'));
    await user.click(await screen.findByRole('button', { name: 'Import 2 domains' }));
    const { draftId } = asked('domainImports.apply')[0] as { readonly draftId: string };
    act(() => bridge.tell('work.changed', aWork({ kind: 'import', id: draftId, done: 1, total: 2 })));
    expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('1 of 2');
    await user.click(button('Stop importing'));
    expect(asked('domainImports.cancel')).toEqual([{ draftId }]);
    await act(async () => {
      stopped.resolve(undefined);
      await stopped.promise;
    });
    expect((await screen.findByRole('status', { name: 'The import' })).textContent).toContain('Stopped.');
  });

  it('begins no second one while rows are stored', async () => {
    const { user, asked, stores } = await show({ apply: () => new Promise(() => undefined) });
    await user.click(button('Open a file…'));
    await user.click(await screen.findByRole('button', { name: 'Import 2 domains' }));
    act(() => storeOf(stores, createImportStore).actions.openFile());
    expect(asked('domainImports.chooseFile')).toHaveLength(1);
    expect(asked('domainImports.discard')).toHaveLength(1);
  });

  it('says how much is stored where it fails on the way, and can be tried again', async () => {
    let tries = 0;
    const { user, asked, bridge } = await show({
      apply({ draftId }) {
        tries += 1;
        if (tries > 1) return Promise.resolve(ok({ import: aDomainImport(), isCancelled: false }));
        bridge.tell('work.changed', aWork({ kind: 'import', id: draftId, done: 1, total: 2 }));
        return Promise.resolve(fail({ kind: 'storage', fault: 'full' } as const));
      },
    });
    await user.click(button('Open a file…'));
    await user.click(await screen.findByRole('button', { name: 'Import 2 domains' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Stopped after 1 of 2 domains');
    await user.click(button('Try again'));
    expect(asked('domainImports.apply')).toHaveLength(2);
  });

  it('says of a file that cannot be read what happened, that nothing was imported, and what to do', async () => {
    const reason = 'domains.pdf is a PDF document, not a list of domains. Choose a text file.';
    const { user } = await show({
      chooseFile: () => Promise.resolve(fail({ kind: 'invalid-input', field: 'file', reason } as const)),
    });
    await user.click(button('Open a file…'));
    const alert = (await screen.findByRole('alert')).textContent;
    expect(alert).toContain('Nothing was imported');
    expect(alert).toContain(reason);
    expect(button('Open a file…')).toBeTruthy();
  });

  it('takes a file that is dropped, and a table that is pasted', async () => {
    const { user, asked } = await show();
    const file = new File(['a.com'], 'dropped.csv');
    fireEvent.drop(screen.getByRole('region', { name: 'The file' }), dropping(file));
    expect(await screen.findByText('dropped.csv')).toBeTruthy();
    await user.click(button('Back'));
    await user.click(screen.getByRole('textbox'));
    await user.paste('riverstone.com,2027-03-01,ACME');
    expect(await screen.findByText('Pasted table')).toBeTruthy();
    expect(asked('domainImports.readText')).toMatchObject([{ text: 'riverstone.com,2027-03-01,ACME' }]);
  });

  it('lists the earlier imports, and takes one back after a question', async () => {
    const entry = aDomainImport();
    const list = () => Promise.resolve(ok({ imports: [entry, aDomainImport({ id: 'x', left: 0 })] }));
    const { user, asked } = await show({ list });
    const undo = await screen.findAllByRole('button', { name: 'Undo the import from porkbun.csv' });
    expect(undo).toHaveLength(1);
    await user.click(undo[0] as HTMLElement);
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Undo import' }));
    expect(asked('domainImports.undo')).toEqual([{ accountId: 'practice', id: entry.id }]);
  });

  it('begins anew for another account', async () => {
    const { user, stores, asked } = await show();
    await user.click(button('Open a file…'));
    await rows();
    await act(() => stores.accounts.actions.select('account-1'));
    expect(screen.queryByRole('grid', { name: 'Rows of the file' })).toBeNull();
    expect(asked('domainImports.discard').length).toBeGreaterThan(0);
    expect(asked('domainImports.list').at(-1)).toEqual({ accountId: 'account-1' });
  });
});
