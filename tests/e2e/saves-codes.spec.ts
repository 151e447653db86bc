import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../../electron/main/practice/operations/domains.ts';
import { answerDialogs } from '../support/application/launch-namedesk.ts';
import { enterReseller } from '../support/application/reseller.ts';
import { expect, test } from '../support/application/namedesk-test.ts';
import { findIn, sweep } from '../support/canary.ts';
import { rowsIn } from '../support/codes/codes-to-save.ts';
import { changePage } from '../support/pages/change-page.ts';
import { codePage } from '../support/pages/code-page.ts';
import { shellPage } from '../support/pages/shell-page.ts';

const passphrase = 'CANARY passphrase of six words';
const ours = ['harbour-books.com', 'harbour-books.net', 'oakline.io', 'paperplane.studio'];
const notOurs = 'somebody-elses.com';

test('B9 B13 many codes: selected, a place and a passphrase outside of the page, one encrypted file', async ({
  namedesk,
  reseller,
}) => {
  test.setTimeout(180_000);
  const folder = mkdtempSync(join(tmpdir(), 'namedesk-saved-'));
  // The application runs as another user than the test.
  chmodSync(folder, 0o777);
  const path = join(folder, 'leaving.age');
  await enterReseller(namedesk, reseller);
  const { page, app } = namedesk;
  const change = changePage(page);
  await change.keep(...ours, notOurs);
  await shellPage(page).goTo('Domains');
  await expect(change.row(notOurs)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page
    .getByRole('toolbar', { name: 'With the selected domains' })
    .getByRole('button', { name: 'Codes…' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Transfer codes of 5 domains into a file' });
  await dialog.getByLabel('Type 5 to confirm').fill('5');

  await answerDialogs(namedesk, { save: path });
  const opened = app.waitForEvent('window');
  await dialog.getByRole('button', { name: 'Choose location…' }).click();
  const codeWindow = codePage(await opened);
  await codeWindow.passphrase.fill(passphrase);
  await codeWindow.again.fill(passphrase);
  await codeWindow.leaveBy(() => codeWindow.use.click());

  await expect(page.getByText('Done: 4 codes of 5 domains')).toBeVisible({ timeout: 60_000 });
  expect(readdirSync(folder)).toEqual(['leaving.age']);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const codes = Object.fromEntries(
    reseller.service.domains().map((domain) => [domain.name, codeOf(1, domain)]),
  );
  const rows = await rowsIn(path, passphrase);
  expect(rows.filter(({ outcome }) => outcome === 'code').map(({ domain, code }) => [domain, code])).toEqual(
    expect.arrayContaining(ours.map((name) => [name, codes[name]])),
  );
  expect(rows.find(({ domain }) => domain === notOurs)).toMatchObject({ outcome: 'refused', code: '' });

  const canaries = { ...codes, passphrase };
  expect(findIn('page', Buffer.from(await page.content()), canaries)).toEqual([]);
  const swept = await sweep(folder, canaries);
  expect(swept.finds).toEqual([]);
  const asked = reseller.service.requests().filter((request) => request.path.endsWith('/eppcode'));
  expect(asked).toHaveLength(5);
  test.info().annotations.push({ type: 'figure', description: `${rows.length} rows in one encrypted file` });
  rmSync(folder, { recursive: true });
});
