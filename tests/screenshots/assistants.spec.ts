import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '../support/application/namedesk-test.ts';
import { show } from '../support/application/photographs.ts';
import { enterReseller, startReseller } from '../support/application/reseller.ts';
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

  const prepared = await page.evaluate(
    ([id, domains]) =>
      window.namedesk.request.batches.prepare({
        accountId: id,
        ask: { kind: 'lock', state: 'unlocked' },
        domains: [...domains],
      }),
    [accountId, names.slice(0, 6)] as const,
  );
  if (!prepared.ok) throw new Error(prepared.error.kind);
  // As a command line of an assistant leaves it.
  const database = new DatabaseSync(join(userDataDir, 'workspace/workspace.sqlite'));
  const proposal = {
    by: 'desk-assistant',
    why: 'The client asked to transfer these domains to another registrar this week, so I propose to unlock them. The transfer codes are not part of this.',
  };
  database
    .prepare('UPDATE batches SET proposal = ? WHERE id = ?')
    .run(JSON.stringify(proposal), prepared.value.id);
  database.close();

  await page.reload();
  await shellPage(page).goTo('Activity');
  await expect(main.getByRole('row', { name: /Proposed by/ })).toBeVisible();
  await show(namedesk, 'batches-proposed');
  await main.getByRole('row', { name: /Proposed by/ }).click();
  await page.keyboard.press('Enter');
  await expect(main.getByText(/Proposed by an assistant/)).toBeVisible();
  await expect(main.getByRole('row', { name: /harbour-books/ }).first()).toBeVisible();
  await show(namedesk, 'batch-proposed');
});
