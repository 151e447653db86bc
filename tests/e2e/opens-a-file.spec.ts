import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownFolder } from '../../scripts/lib/arrange.mjs';
import { ground, type RunningNamedesk } from '../support/application/launch-namedesk.ts';
import { expect, test } from '../support/application/namedesk-test.ts';
import { enterReseller } from '../support/application/reseller.ts';
import { changePage } from '../support/pages/change-page.ts';
import { shellPage } from '../support/pages/shell-page.ts';

const table = `domain,expires,client
riverstone.com,2027-03-01,ACME
oak.org,2026-12-24,Northwind
`;

/** A file that lies where whoever runs the application can read it. */
function lay(userDataDir: string, name: string, content: string): string {
  const path = join(ownFolder(userDataDir, ground().user ?? undefined), name);
  writeFileSync(path, content, { mode: 0o644 });
  return path;
}

/** What Electron tells the running application of a second start. */
const startAgain = ({ app }: RunningNamedesk, ...args: readonly string[]): Promise<boolean> =>
  app.evaluate(({ app: main }, argv) => main.emit('second-instance', {}, ['namedesk', ...argv], '/'), args);

test('a table that the application is started with is previewed once there is an account, and nothing of it is stored', async ({
  launch,
  reseller,
  userDataDir,
}) => {
  const namedesk = await launch({ args: [lay(userDataDir, 'from the mail.csv', table)] });
  await enterReseller(namedesk, reseller);
  const { main } = changePage(namedesk.page);
  await expect(main.getByRole('button', { name: 'Import 2 domains' })).toBeVisible();
  await expect(main).toContainText('from the mail.csv');
  await shellPage(namedesk.page).goTo('Domains');
  await expect(main.getByRole('button', { name: 'Import from your registrar’s file' })).toBeVisible();
});

test('a second start hands its file to the open window; one that is not there, or too large, is refused there with its reason', async ({
  namedesk,
  reseller,
  userDataDir,
}) => {
  await enterReseller(namedesk, reseller);
  const { main } = changePage(namedesk.page);
  await startAgain(namedesk, lay(userDataDir, 'second.CSV', table));
  await expect(main.getByRole('button', { name: 'Import 2 domains' })).toBeVisible();
  await startAgain(namedesk, join(userDataDir, 'gone.csv'));
  await expect(main).toContainText('gone.csv was not found');
  await startAgain(namedesk, lay(userDataDir, 'large.csv', 'a.com\n'.repeat(20_000_000)));
  await expect(main).toContainText(/large\.csv is .* the limit is/);
});

test('a file of codes is opened where codes are, and one that is none is refused before a passphrase is asked for', async ({
  namedesk,
  reseller,
  userDataDir,
}) => {
  await enterReseller(namedesk, reseller);
  await startAgain(namedesk, lay(userDataDir, 'none.age', 'This is no age file'));
  await expect(namedesk.page.getByRole('main')).toContainText('none.age');
  expect(namedesk.app.windows()).toHaveLength(1);
});
