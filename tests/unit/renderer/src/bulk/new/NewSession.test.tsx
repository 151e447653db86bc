// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import { aReport } from '../../../../../support/fake-import.ts';
import { aSession } from '../../../../../support/fake-sessions.ts';
import { anAccount, aPracticeAccount, type FakeWorld } from '../../../../../support/fake-world.ts';
import { drawInJsdom, drawPart, enter } from '../../../../../support/draw.tsx';
import { NewSession } from '../../../../../../renderer/src/bulk/new/NewSession.tsx';
import type { FakeAnswers } from '../../../../../support/fake-bridge.ts';

/** The screen on which a session is made, before a fake bridge. */
const show = (answers: FakeAnswers = {}, world: Partial<FakeWorld> = {}, names = '') =>
  drawPart(<NewSession names={names} />, {
    world: { accounts: [aPracticeAccount(), anAccount()], ...world },
    answers,
    async before({ tlds, route }) {
      await tlds.actions.load();
      route.actions.goToBulk({ kind: 'new' });
    },
  });

const step = (name: string) => within(screen.getByRole('region', { name }));
const field = () => screen.getByRole('textbox', { name: 'Names' });
const startButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Start/ });
const kept = () => screen.findByRole('group', { name: 'Report' });
/** As a paste would, in one go. */
const type = (text: string) => fireEvent.input(field(), { target: { value: text } });

drawInJsdom();

describe('a new bulk look-up', () => {
  it('is made by keyboard alone: names, a set, start', async () => {
    const { stores, user, called } = await show();
    expect(document.activeElement).toBe(field());
    await user.keyboard('ab{Enter}cd');
    expect((await kept()).textContent).toContain('2 names');
    const popular = screen.getByRole('button', { name: /^All that the service lists/ });
    popular.focus();
    await user.keyboard('{Enter}');
    expect(popular.getAttribute('aria-pressed')).toBe('true');
    expect(await step('Check').findByText('20')).toBeTruthy();
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(called('sessions.create')).toMatchObject([{ start: true }]);
    expect(stores.route.getState().route).toMatchObject({ screen: 'bulk', view: { kind: 'session' } });
    expect(called('imports.discard')).toEqual([]);
  });

  it('begins with the names that it is opened with, read as if they were pasted', async () => {
    const { called } = await show({}, {}, 'bakery.com');
    expect(field()).toHaveProperty('value', 'bakery.com');
    expect((await kept()).textContent).toContain('1 name');
    expect(called('imports.readText')).toMatchObject([{ text: 'bakery.com' }]);
  });

  it('F15 is made for the account whose name stands on the form, also where another one was made active meanwhile', async () => {
    const { bridge, user, called } = await show();
    type('bakery');
    await kept();
    await user.click(screen.getByRole('button', { name: /^All that the service lists/ }));
    const [shown, other] = [aPracticeAccount(), anAccount()];
    expect(step('Check').getByText(shown.label)).toBeTruthy();
    // As by the command line; the page has not heard of it yet.
    bridge.world.activeId = other.id;
    await user.click(startButton());
    expect(called('sessions.create')).toMatchObject([{ accountId: shown.id }]);
    expect(called('sessions.estimate')).toMatchObject([{ accountId: shown.id }]);
  });

  it('says what is missing, and cannot be started before', async () => {
    const { user } = await show();
    expect(startButton().disabled).toBe(true);
    expect(step('Check').getByRole('status').textContent).toBe('Enter names first.');
    type('bakery');
    expect(step('Check').getByRole('status').textContent).toBe('Reading the names.');
    await kept();
    expect(step('Check').getByRole('status').textContent).toBe('Choose at least one TLD.');
    await user.click(screen.getByRole('button', { name: /^All that the service lists/ }));
    expect(startButton().disabled).toBe(false);
  });

  it('stays with everything in it when no session could be made', async () => {
    const { user } = await show({
      sessions: { create: () => Promise.resolve(fail({ kind: 'storage', fault: 'full' } as const)) },
    });
    type('bakery');
    await kept();
    await user.click(screen.getByRole('button', { name: /^All that the service lists/ }));
    await user.click(startButton());
    expect((await screen.findByRole('alert')).textContent).toContain('The disk is full');
    expect(startButton().disabled).toBe(false);
  });

  it('says plainly that it runs for the practice account, or for one without a key', async () => {
    await show();
    expect(step('Check').getByText(/nothing is real/)).toBeTruthy();
    cleanup();
    const noKey = anAccount({ key: { hasKey: false, place: 'none', savedAt: null } });
    await show({}, { accounts: [noKey], activeId: noKey.id });
    expect(step('Check').getByText(/no key yet/)).toBeTruthy();
  });
});

describe('leaving without a session', () => {
  it('asks first where names were entered, and forgets them then', async () => {
    const { stores, user, called } = await show();
    type('bakery');
    await kept();
    stores.route.actions.focusSearch();
    await user.click(await screen.findByRole('button', { name: 'Stay' }));
    expect(stores.route.getState().route.screen).toBe('bulk');
    stores.route.actions.focusSearch();
    await user.click(await screen.findByRole('button', { name: 'Discard and leave' }));
    expect(stores.route.getState().route.screen).toBe('search');
    cleanup();
    expect(called('imports.discard')).toHaveLength(1);
    stores.route.actions.goToAccount(null, 'view');
    expect(stores.route.getState().route.screen).toBe('accounts');
  });

  it('stays gone where the session is created only afterwards, and lets the next screen ask', async () => {
    let create = (): void => undefined;
    const { stores, user } = await show({
      sessions: {
        create: () => new Promise((resolve) => (create = () => resolve(ok(aSession())))),
      },
    });
    type('bakery');
    await kept();
    await user.click(screen.getByRole('button', { name: /^All that the service lists/ }));
    await user.click(startButton());
    stores.route.actions.goToAccount(null, 'edit');
    await user.click(await screen.findByRole('button', { name: 'Discard and leave' }));
    cleanup();
    let asked = 0;
    stores.route.actions.holdBack(() => (asked += 1));
    const put = vi.spyOn(stores.sessions.actions, 'put');
    create();
    await vi.waitFor(() => expect(put).toHaveBeenCalled());
    expect(stores.route.getState().route.screen).toBe('accounts');
    stores.route.actions.focusSearch();
    expect(asked).toBe(1);
  });
});

/** Every text is read as this. */
const reporting = (report: Parameters<typeof aReport>[0]) => ({
  imports: { readText: () => Promise.resolve(ok(aReport(report))) },
});

const table = aReport({
  form: 'table',
  source: 'names.csv',
  encoding: 'windows-1252',
  columns: [
    { title: 'Customer', samples: ['Northwind'], names: 1 },
    { title: 'Wanted', samples: ['bakery'], names: 9 },
  ],
  column: 1,
  hasHeader: true,
});

describe('names', () => {
  it('say what was changed and what was left out, row by row, with the reason', async () => {
    const { user } = await show(
      reporting({
        notes: ['The list “tags” was not read (1 entry).'],
        changed: 1,
        changes: [{ line: 7, text: 'Exa Mple', name: 'example', why: 'Spaces were taken out' }],
        dropped: 3,
        drops: [{ line: 9, text: 'exa_mple', reason: 'A name has no underscores' }],
        dropsByReason: [{ reason: 'A name has no underscores', count: 3 }],
      }),
    );
    type('x');
    const report = await kept();
    await user.click(within(report).getByText('1 name adjusted'));
    await user.click(within(report).getByText('3 rows skipped'));
    expect(report.textContent).toContain('The list “tags” was not read (1 entry).');
    expect(report.textContent).toContain('Row 7Exa Mple → exampleSpaces were taken out');
    expect(report.textContent).toContain('Row 9exa_mple A name has no underscores');
    expect(report.textContent).toContain('The first 1 of 3.');
  });

  it('of a table are in the column that is chosen', async () => {
    const { user, called } = await show({
      imports: {
        chooseFile: () => Promise.resolve(ok({ report: table })),
        reread: () => Promise.resolve(ok(table)),
      },
    });
    await user.keyboard('{Control>}o{/Control}');
    await user.click(await screen.findByRole('radio', { name: /^Customer/ }));
    expect(called('imports.reread')).toMatchObject([{ choices: { column: 0 } }]);
    await user.selectOptions(screen.getByLabelText('Encoding'), 'utf-8');
    expect(called('imports.reread')).toMatchObject([{}, { choices: { column: 0, encoding: 'utf-8' } }]);
    await user.click(screen.getByRole('checkbox', { name: 'First row is a header' }));
    expect(called('imports.reread').at(-1)).toMatchObject({ choices: { hasHeader: false } });
  });

  it('made of words are counted before they are made', async () => {
    const { user, called } = await show();
    await user.click(screen.getByText('Generator'));
    fireEvent.input(screen.getByRole('textbox', { name: 'Words' }), { target: { value: 'bakery\ncafé' } });
    const make = await screen.findByRole('button', { name: 'Generate 2 names' });
    expect(called('imports.generate')).toEqual([]);
    await user.click(make);
    expect((await kept()).textContent).toContain('2 names');
  });
});

describe('TLDs', () => {
  it('that the account’s list does not have are said to be checked anyway, and go with one click', async () => {
    const { user } = await show();
    const typed = screen.getByRole('textbox', { name: 'Type TLDs' });
    await user.type(typed, '.com, museum co_m{Enter}');
    const said = await step('TLDs').findByText(/Not in this account/);
    expect(said.parentElement?.textContent).toContain('.museum. It is checked anyway');
    expect((typed as HTMLInputElement).value).toBe('co_m');
    await user.click(screen.getByRole('button', { name: 'Remove it' }));
    expect(step('TLDs').getByText('1 TLD chosen')).toBeTruthy();
  });

  it('found behind the names are offered with their numbers', async () => {
    const { user } = await show(
      reporting({
        tldsFound: [
          { tld: 'com', count: 812 },
          { tld: 'de', count: 3 },
        ],
      }),
    );
    type('bakery.com');
    await kept();
    await user.click(screen.getByRole('button', { name: '.com 812' }));
    expect(step('TLDs').getByText('1 TLD chosen')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Add all 2 TLDs' }));
    expect(step('TLDs').getByText('2 TLDs chosen')).toBeTruthy();
  });

  it('are found in the account’s list, picked all at once, and kept as a set', async () => {
    const { user, called } = await show();
    await enter(user, screen.getByRole('textbox', { name: 'Find a TLD' }), 'co');
    await user.click(screen.getByRole('button', { name: 'These 3' }));
    expect(step('TLDs').getByText('3 TLDs chosen')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save as set…' }));
    await user.type(await screen.findByRole('textbox', { name: 'Name of the set' }), 'Co{Enter}');
    expect(called('tlds.saveSet')).toEqual([{ id: null, name: 'Co', tlds: ['co', 'co.uk', 'com'] }]);
  });
});
