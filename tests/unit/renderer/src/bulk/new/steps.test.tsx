// @vitest-environment jsdom

import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import { standInForTheBrowser } from '../../../../../support/draw.tsx';
import { aReport } from '../../../../../support/fake-intake.ts';
import { field, kept, show, step, type } from './a-new-screen.tsx';

vi.setConfig({ testTimeout: 20_000 });
beforeAll(standInForTheBrowser);
afterEach(cleanup);

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
    const { user } = await show({
      intake: {
        readText: () =>
          Promise.resolve(
            ok(
              aReport({
                changed: 1,
                changes: [{ line: 7, text: 'Exa Mple', name: 'example', why: 'Spaces were taken out' }],
                dropped: 3,
                drops: [{ line: 9, text: 'exa_mple', reason: 'A name has no underscores' }],
                dropsByReason: [{ reason: 'A name has no underscores', count: 3 }],
              }),
            ),
          ),
      },
    });
    type('x');
    const report = await kept();
    await user.click(within(report).getByText('1 was taken in another form'));
    await user.click(within(report).getByText('3 were left out'));
    expect(report.textContent).toContain('Row 7Exa Mple → exampleSpaces were taken out');
    expect(report.textContent).toContain('Row 9exa_mple A name has no underscores');
    expect(report.textContent).toContain('The first 1 of 3.');
  });

  it('of a table are in the column that is chosen', async () => {
    const { user, called } = await show({
      intake: {
        chooseFile: () => Promise.resolve(ok({ report: table })),
        reread: () => Promise.resolve(ok(table)),
      },
    });
    await user.keyboard('{Control>}o{/Control}');
    await user.click(await screen.findByRole('radio', { name: /^Customer/ }));
    expect(called('intake.reread')).toMatchObject([{ choices: { column: 0 } }]);
    await user.selectOptions(screen.getByLabelText('Encoding'), 'utf-8');
    expect(called('intake.reread')).toMatchObject([{}, { choices: { column: 0, encoding: 'utf-8' } }]);
    await user.click(screen.getByRole('checkbox', { name: 'The first row is a heading' }));
    expect(called('intake.reread').at(-1)).toMatchObject({ choices: { hasHeader: false } });
  });

  it('of a paste that is too long for the field are read without being put into it', async () => {
    const { called } = await show();
    const long = 'bakery\n'.repeat(40_000);
    fireEvent.paste(field(), { clipboardData: { files: [], items: [], getData: () => long } });
    expect(await screen.findByText('Pasted text')).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Names' })).toBeNull();
    expect(called('intake.readText')).toMatchObject([{ text: long }]);
  });

  it('that are dropped as two files are refused where one looks, and nothing is read', async () => {
    const { called } = await show();
    const files = [new File(['a'], 'a.txt'), new File(['b'], 'b.txt')];
    fireEvent.drop(field(), { dataTransfer: { files, items: [], getData: () => '' } });
    expect((await screen.findByRole('alert')).textContent).toContain('2 files came at once');
    expect(called('intake.readBytes')).toEqual([]);
  });

  it('made of words are counted before they are made', async () => {
    const { user, called } = await show();
    await user.click(screen.getByText('Made of words'));
    fireEvent.input(screen.getByRole('textbox', { name: 'Words' }), { target: { value: 'bakery\ncafé' } });
    const make = await screen.findByRole('button', { name: 'Make 2 names' });
    expect(called('intake.generate')).toEqual([]);
    await user.click(make);
    expect((await kept()).textContent).toContain('2 names');
  });

  it('show what is wrong with a pattern at the patterns', async () => {
    const { user } = await show({
      intake: {
        count: () =>
          Promise.resolve(
            fail({
              kind: 'invalid-input',
              field: 'recipe',
              reason: 'Pattern 1, character 4: this { is not closed.',
            } as const),
          ),
      },
    });
    await user.click(screen.getByText('Made of words'));
    const patterns = screen.getByRole('textbox', { name: 'Patterns' });
    fireEvent.input(patterns, { target: { value: 'caf{e' } });
    expect(await screen.findByText(/this { is not closed/)).toBeTruthy();
    expect(patterns.getAttribute('aria-invalid')).toBe('true');
  });
});

describe('TLDs', () => {
  it('that the account’s list does not have are said to be asked all the same, and go with one click', async () => {
    const { user } = await show();
    const typed = screen.getByRole('textbox', { name: 'Type TLDs' });
    await user.type(typed, '.com, museum co_m{Enter}');
    const said = await step('TLDs').findByText(/Not in this account/);
    expect(said.parentElement?.textContent).toContain('.museum. It is asked all the same');
    expect((typed as HTMLInputElement).value).toBe('co_m');
    await user.click(screen.getByRole('button', { name: 'Take it out' }));
    expect(step('TLDs').getByText('1 TLD chosen')).toBeTruthy();
  });

  it('found behind the names are offered with their numbers', async () => {
    const { user } = await show({
      intake: {
        readText: () =>
          Promise.resolve(
            ok(
              aReport({
                tldsFound: [
                  { tld: 'com', count: 812 },
                  { tld: 'de', count: 3 },
                ],
              }),
            ),
          ),
      },
    });
    type('bakery.com');
    await kept();
    await user.click(screen.getByRole('button', { name: '.com 812' }));
    expect(step('TLDs').getByText('1 TLD chosen')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Add all 2 TLDs' }));
    expect(step('TLDs').getByText('2 TLDs chosen')).toBeTruthy();
  });

  it('are found in the account’s list, picked all at once, and kept as a set', async () => {
    const { user, called } = await show();
    await user.type(screen.getByRole('textbox', { name: 'Find a TLD' }), 'co');
    await user.click(screen.getByRole('button', { name: 'These 3' }));
    expect(step('TLDs').getByText('3 TLDs chosen')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save as set…' }));
    await user.type(await screen.findByRole('textbox', { name: 'Name of the set' }), 'Co{Enter}');
    expect(called('tlds.saveSet')).toEqual([{ id: null, name: 'Co', tlds: ['co', 'co.uk', 'com'] }]);
  });
});
