import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '../support/application/namedesk-test.ts';
import { leaveWorkspace, onboardingPage, searchPage } from '../support/pages/shell-page.ts';

test('D5 a damaged workspace is set aside, not deleted, and the user is told where it is', async ({
  launch,
  userDataDir,
}) => {
  const workspace = join(userDataDir, 'workspace');
  await leaveWorkspace(launch);
  const file = (await readdir(workspace)).find((name) => name === 'workspace.sqlite');
  if (file === undefined) throw new Error('There is no workspace file');
  const path = join(workspace, file);
  await writeFile(path, 'this is no database, whatever its name says'.repeat(1_000));

  const { page } = await launch();
  await expect(page.getByRole('heading', { name: 'A new workspace was created' })).toBeFocused();
  const shownPath = await page.getByText(workspace).textContent();
  expect(await readFile(shownPath ?? '', 'utf8')).toContain('this is no database');
  await page.getByRole('button', { name: 'Reviewed – continue' }).click();
  await onboardingPage(page).beginWithPractice();
  await expect(searchPage(page).field).toBeVisible();
});

test('D7 a workspace of a newer version is left as it is, and the window says so', async ({
  launch,
  userDataDir,
}) => {
  await leaveWorkspace(launch);
  const path = join(userDataDir, 'workspace', 'workspace.sqlite');
  const database = new DatabaseSync(path);
  database.exec('PRAGMA user_version = 9999');
  database.close();

  const { page } = await launch();
  await expect(page.getByText('written by a newer Namedesk').first()).toBeVisible();
  const after = new DatabaseSync(path, { readOnly: true });
  expect(after.prepare('PRAGMA user_version').get()).toEqual({ user_version: 9999 });
  after.close();
});
