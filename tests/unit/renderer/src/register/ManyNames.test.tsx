// @vitest-environment jsdom

import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FullBatchAsk } from '#shared/domain/batch.ts';
import type { FindingKind } from '#shared/domain/finding.ts';
import { fail, ok } from '#shared/result.ts';
import { RegisterScreen } from '../../../../../renderer/src/register/RegisterScreen.tsx';
import { aBatch } from '../../../../support/a-change.ts';
import { aPage, draw, drawInJsdom, enter } from '../../../../support/draw.tsx';
import { aContactTemplate, aHostsTemplate } from '../../../../support/fake-change-flow.ts';
import type { FakeAnswers } from '../../../../support/fake-bridge.ts';
import { aReport } from '../../../../support/fake-import.ts';
import { aFinding } from '../../../../support/fake-world.ts';

drawInJsdom();

const names = ['bakery.com', 'harbour.com', 'quay.com'];
const given = { kind: 'given', amount: '8.50', currency: 'EUR' } as const;
const notGiven = { kind: 'not-given' } as const;
const prices = [{ period: 1, register: given, transfer: notGiven, renew: notGiven }];
const templates = [
  aContactTemplate(1, 'Own'),
  aHostsTemplate(2, 'Northwind DNS', ['ns1.northwind.example', 'ns2.northwind.example']),
];
const registering = {
  kind: 'register',
  roles: [],
  domainFields: [],
  nameservers: [],
  addons: {},
  idnLanguage: null,
} as const;

/** The screen with these names, of which lookups have found this. */
async function show(found: Readonly<Record<string, FindingKind>> = {}, answers: FakeAnswers = {}) {
  const batch = aBatch({ ask: { ...registering, periodYears: 1 } });
  const page = await aPage({
    world: { templates },
    answers: {
      search: {
        known: ({ label, tlds }) =>
          Promise.resolve(
            ok({
              findings: tlds.map((tld) =>
                aFinding(`${label}.${tld}`, found[`${label}.${tld}`] ?? 'available', { prices }),
              ),
            }),
          ),
      },
      batches: { prepare: () => Promise.resolve(ok(batch)) },
      ...answers,
    },
    before: ({ route }) => route.actions.goToRegister(names, null),
  });
  draw(page.stores, <RegisterScreen />);
  await screen.findByRole('heading', { name: `Register ${names.length} names` });
  const prepared = () =>
    page.called('batches.prepare') as readonly { readonly ask: FullBatchAsk; readonly domains: string[] }[]; // The contract's own input.
  return { ...page, batch, prepared };
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('several names to register', () => {
  it('take contact and nameservers once by one press, and lead to the review of a batch by another', async () => {
    const { user, prepared, stores, batch } = await show();
    await user.click(await button('Own'));
    await user.click(await button('Continue to review'));
    expect(prepared()).toMatchObject([
      {
        domains: names,
        ask: {
          kind: 'register',
          periodYears: 1,
          nameservers: ['ns1.northwind.example', 'ns2.northwind.example'],
          contacts: { registrant: { fullname: 'Robin van Example' } },
        },
      },
    ]);
    expect(stores.route.getState().route).toEqual({
      screen: 'changes',
      view: { kind: 'batch', batchId: batch.id },
    });
    // The way back is to where the names were chosen.
    expect(stores.route.getState().batchOrigin).toEqual({ screen: 'search' });
  });

  it('say what is missing at its field, and make a batch then only where a person says so', async () => {
    const { user, prepared } = await show();
    await user.click(await button('Templates'));
    await user.click(await screen.findByRole('menuitem', { name: /^Northwind DNS/ }));
    await enter(user, await screen.findByRole('textbox', { name: 'Last name' }), 'Example');
    await user.click(await button('Continue to review'));
    expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true');
    expect(prepared()).toEqual([]);
    expect(screen.getByText(/^Still empty: Address 1, City/)).toBeTruthy();
    await user.click(await screen.findByRole('checkbox', { name: /^This registry asks for less/ }));
    await user.click(await button('Continue to review'));
    expect(prepared()).toHaveLength(1);
  });

  it('offer the same as the last batch, and nothing is filled in before it is asked for', async () => {
    const { user, stores, prepared } = await show();
    await user.click(await button('Own'));
    await user.click(await button('Continue to review'));
    stores.route.actions.goToRegister(['oakline.io', 'quiet.org'], null);
    await screen.findByRole('heading', { name: 'Register 2 names' });
    expect(await screen.findByRole('textbox', { name: 'Last name' })).toHaveProperty('value', '');
    await user.click(await button('Use the same'));
    await user.click(await button('Continue to review'));
    expect(prepared()[1]).toMatchObject({ domains: ['oakline.io', 'quiet.org'], ask: prepared()[0]?.ask });
  });

  it('keep what was typed where no batch could be made, and say why', async () => {
    const error = { kind: 'keychain', fault: 'locked' } as const;
    const { user } = await show({}, { batches: { prepare: () => Promise.resolve(fail(error)) } });
    await user.click(await button('Own'));
    await user.click(await button('Continue to review'));
    expect(await screen.findByText(/The batch was not created/)).toBeTruthy();
    expect(await screen.findByRole('textbox', { name: 'Last name' })).toHaveProperty('value', 'Example');
  });
});

describe('a pasted list of names', () => {
  it('leads to one order of all, without the lines that are no whole name, which are told', async () => {
    const { user } = await show();
    await user.click(await button('Cancel'));
    await user.click(await screen.findByRole('textbox', { name: /^Names? to register/ }));
    await user.paste('bakery.com\nharbour\nquay.com');
    await user.click(await button('Check'));
    expect(await screen.findByText(/The TLD is missing/)).toBeTruthy();
    await user.click(await button('Continue with the other 2'));
    expect(await screen.findByRole('heading', { name: 'Register 2 names' })).toBeTruthy();
  });
});

describe('a file of names', () => {
  /** What main reads of a workbook with two columns. */
  const columns = [
    { title: 'Owner', samples: ['Ann'], names: 0 },
    { title: 'Domain', samples: ['bakery.com'], names: 2 },
  ];
  const cells: Readonly<Record<number, readonly string[]>> = {
    0: ['Ann', 'Bob'],
    1: ['bakery.com', 'https://quay.com/', 'harbour', 'bakery.com'],
  };

  async function showWithFile() {
    let column = 1;
    const report = () => aReport({ form: 'workbook', source: 'clients.xlsx', columns, column, rows: 4 });
    const page = await show(
      {},
      {
        imports: {
          chooseFile: () => Promise.resolve(ok({ report: report() })),
          readBytes: () => Promise.resolve(ok(report())),
          reread({ choices }) {
            column = choices.column ?? column;
            return Promise.resolve(ok(report()));
          },
          wholeNames: () => Promise.resolve(ok({ texts: [...(cells[column] ?? [])] })),
        },
      },
    );
    await page.user.click(await button('Cancel'));
    return page;
  }

  it('shows which column of a workbook has the names and what is none, and orders the others', async () => {
    const { user, called } = await showWithFile();
    await user.click(await button('Open a file…'));
    const card = within(await screen.findByRole('group', { name: 'Names from a file' }));
    expect(card.getByRole('combobox', { name: 'Column with the names' })).toHaveProperty('value', '1');
    expect(card.getByText(/The TLD is missing/)).toBeTruthy();
    expect(called('imports.chooseFile')).toMatchObject([{ choices: { isWhole: true } }]);
    await user.click(card.getByRole('button', { name: 'Continue with the other 2' }));
    expect(await screen.findByRole('heading', { name: 'Register 2 names' })).toBeTruthy();
  });
});
