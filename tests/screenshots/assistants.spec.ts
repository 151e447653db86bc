import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { domainToASCII } from 'node:url';
import type { Page } from '@playwright/test';
import type { FullBatchAsk } from '../../shared/domain/batch.ts';
import { expect, test } from '../support/application/namedesk-test.ts';
import { show } from '../support/application/photographs.ts';
import { enterReseller, setOptions, startReseller } from '../support/application/reseller.ts';
import { changePage } from '../support/pages/change-page.ts';
import { shellPage } from '../support/pages/shell-page.ts';
import { names } from './portfolio.ts';

test('Assistants look right: the setting with the line to paste, a proposal in the list and above its review', async ({
  namedesk,

  userDataDir,
}) => {
  const { page } = namedesk;
  const reseller = await startReseller();
  const accountId = await enterReseller(namedesk, reseller);
  await setOptions(namedesk, accountId, { writableRoles: ['Registrant', 'Admin'] });
  await changePage(page).keep(...names);
  await shellPage(page).goTo('Settings');
  const main = page.getByRole('main');
  const part = () =>
    main.getByRole('heading', { name: 'Assistants', exact: true }).evaluate((each) => each.scrollIntoView());
  await part();
  await show(namedesk, 'settings-assistants-off');
  await main.getByRole('switch', { name: 'Let assistants read and propose' }).check({ force: true });
  await expect(main.getByText('mcpServers')).toBeVisible();
  await part();
  await show(namedesk, 'settings-assistants');

  const why =
    'The client asked to transfer these domains to another registrar this week, so I propose to unlock them. The transfer codes are not part of this.';
  const propose = async (...asked: Parameters<typeof prepare>) => {
    proposed(userDataDir, await prepare(...asked), why);
  };
  const prepare = (ask: FullBatchAsk, domains: readonly string[]) =>
    prepareBatch(page, accountId, ask, domains);
  await propose({ kind: 'lock', state: 'unlocked' }, names.slice(0, 6));

  await page.reload();
  await shellPage(page).goTo('Activity');
  await expect(main.getByRole('row', { name: /By an assistant/ })).toBeVisible();
  await show(namedesk, 'batches-proposed');
  await main.getByRole('row', { name: /By an assistant/ }).click();
  await page.keyboard.press('Enter');
  await expect(main.getByText(/Proposed by an assistant/)).toBeVisible();
  await expect(main.getByRole('row', { name: /harbour-books/ }).first()).toBeVisible();
  await show(namedesk, 'batch-proposed');

  // Each of these has something in it that could be mistaken for something else.
  const lookAlike = 'p\u0430yments.example';
  await propose(
    { kind: 'nameservers', nameservers: [domainToASCII(`ns1.${lookAlike}`), 'ns2.harbour.example'] },
    names.slice(0, 2),
  );
  await propose(
    {
      kind: 'contacts',
      roles: [contact('Registrant', `anna@${lookAlike}`), contact('Admin', `anna@${lookAlike}`)],
    },
    names.slice(0, 5),
  );
  await propose(order, [domainToASCII('h\u0430rbour-books.com'), 'available-harbour.com']);
  for (const [title, picture, verb] of [
    [/Set nameservers/, 'batch-proposed-nameservers', /^Set nameservers of/],
    [/Set contacts/, 'batch-proposed-contacts', /^Set contacts of/],
    [/Register 2/, 'batch-proposed-registrations', /^Register \d/],
  ] as const) {
    await page.reload();
    await shellPage(page).goTo('Activity');
    await main.getByRole('row', { name: title }).click();
    await page.keyboard.press('Enter');
    await expect(main.getByRole('button', { name: verb })).toBeVisible({ timeout: 30_000 });
    if (picture !== 'batch-proposed-nameservers')
      await expect(main.getByRole('region', { name: 'What is written' })).toBeInViewport();
    await show(namedesk, picture);
  }
  await reseller.service.stop();
});

const prepareBatch = (page: Page, accountId: string, ask: FullBatchAsk, domains: readonly string[]) =>
  page.evaluate(
    async (asked) => {
      const prepared = await window.namedesk.request.batches.prepare(asked);
      if (!prepared.ok) throw new Error(JSON.stringify(prepared.error));
      return prepared.value.id;
    },
    { accountId, ask, domains: [...domains] },
  );

/** Makes a batch one that an assistant has proposed, as its command line leaves it. */
function proposed(userDataDir: string, id: string, why: string): void {
  const database = new DatabaseSync(join(userDataDir, 'workspace/workspace.sqlite'), { timeout: 10_000 });
  const proposal = JSON.stringify({ by: 'desk-assistant', why });
  database.prepare('UPDATE batches SET proposal = ? WHERE id = ?').run(proposal, id);
  database.close();
}

const order = {
  kind: 'register',
  periodYears: 2,
  addons: {},
  idnLanguage: null,
  domainFields: {},
  nameservers: ['ns1.harbour.example', 'ns2.harbour.example'],
  contacts: {
    registrant: {
      firstname: 'Anna',
      lastname: 'Schmidt',
      fullname: '',
      companyname: '',
      address1: 'Am Kai 1',
      address2: '',
      city: 'Hamburg',
      state: '',
      postcode: '20457',
      country: 'DE',
      email: 'anna@lindenhof.example',
      phonenumber: '+49.4012345678',
    },
  },
  client: 'Lindenhof Gardens',
} as const;

const contact = (name: string, email: string) => ({
  name,
  fields: [
    { name: 'Contact_Name', value: 'Anna Schmidt' },
    { name: 'Company_Name', value: 'Lindenhof Gardens Landscape Architecture Partnership mbB' },
    { name: 'Email', value: email },
    { name: 'Phone', value: '+49.4012345678' },
  ],
});
