import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../support/application/namedesk-test.ts';
import { onboardingPage } from '../support/pages/onboarding-page.ts';
import { searchPage } from '../support/pages/search-page.ts';

test('D5 a damaged workspace is set aside, not deleted, and the user is told where it is', async ({
  launch,
  userDataDir,
}) => {
  const workspace = join(userDataDir, 'workspace');
  const first = await launch();
  await onboardingPage(first.page).beginWithPractice();
  await expect(searchPage(first.page).field).toBeVisible();
  await first.close();
  const [file] = (await readdir(workspace)).filter((name) => /\.(sqlite|db)$/.test(name));
  if (file === undefined) throw new Error('There is no workspace file');
  const path = join(workspace, file);
  await writeFile(path, 'this is no database, whatever its name says'.repeat(1_000));

  const { page } = await launch();
  const notice = page.getByRole('dialog', { name: 'The workspace could not be read' });
  await expect(notice).toContainText('Nothing of it was deleted');
  const told = await notice.getByText(workspace).textContent();
  expect(await readFile(told ?? '', 'utf8')).toContain('this is no database');
  await notice.getByRole('button', { name: 'Go on with a new workspace' }).click();
  await onboardingPage(page).beginWithPractice();
  await expect(searchPage(page).field).toBeVisible();
});
