import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerDialogs } from '../support/application/launch-namedesk.ts';
import { expect, test } from '../support/application/namedesk-test.ts';
import { enterReseller, type Reseller, setOptions, startReseller } from '../support/application/reseller.ts';
import { faultsIn, type KeyboardUser, sitDown } from '../support/application/screen-reader.ts';
import { bulkPage, sessionPage } from '../support/pages/bulk-page.ts';
import { changePage } from '../support/pages/change-page.ts';
import { keepTemplates } from '../support/pages/templates.ts';
import { expiresIn } from '../support/pages/today-page.ts';

const client = 'Lindenhof';
const more = (count: number) => Array.from({ length: count }, (_, index) => `more-${index}.com`);

const sent = ({ service }: Reseller, ending: string) =>
  service.requests().filter(({ method, path }) => method === 'POST' && path.endsWith(ending));

/** What leads from one control to another is no step; what is pressed there, and a text that is typed, is one. */
const onTheWay = /^(?:Shift\+)?(?:Tab|Arrow\w+|Home|End)$/;

/** Leaves in the report how many steps a job took, and how many keys led from one to the next. */
function countSteps(job: string, { heard }: KeyboardUser, most: number): void {
  const keys = heard.filter(({ by }) => by === 'key');
  const steps = keys.filter(({ text }) => !onTheWay.test(text));
  const description = `${job}: ${steps.length} steps, ${keys.length - steps.length} keys between them: ${steps.map(({ text }) => text).join(' · ')}`;
  test.info().annotations.push({ type: 'figure', description });
  expect(steps.length, description).toBeLessThanOrEqual(most);
}

async function ofTheClient(page: KeptPage, names: readonly string[]): Promise<void> {
  const { keep, giveTo } = changePage(page);
  await keep(...names);
  await giveTo(client, names);
}

type KeptPage = Parameters<typeof changePage>[0];

/** Opens Domains, finds the client's and selects them: three steps. */
async function selectTheClients(user: KeyboardUser, count: number): Promise<void> {
  await user.press('ControlOrMeta+2');
  await user.arriveAt('Domains, grid');
  await user.press('f');
  await user.arriveAt(/^Find a domain/);
  await user.type(client);
  await user.press('ArrowDown');
  await user.arriveAt('Domains, grid');
  await user.press('ControlOrMeta+a');
  await user.hear(new RegExp(`^${count} selected|${count} domains selected`));
}

/** Types an order into the palette, and chooses it: three steps. */
async function order(page: KeptPage, user: KeyboardUser, text: string, label: RegExp): Promise<void> {
  await user.press('ControlOrMeta+k');
  await user.type(text);
  await expect(page.getByRole('dialog').getByRole('button', { name: label })).toBeVisible();
  await user.press('Enter');
}

/** Types the count that the review of these asks for, sends, and waits for what is said then. */
async function confirm(page: KeptPage, user: KeyboardUser, count: number, done: string): Promise<void> {
  await expect(changePage(page).main).toContainText(`${count} ready, 0 excluded`, { timeout: 60_000 });
  await user.tabTo(new RegExp(`Type ${count} to `), 120);
  await user.type(String(count));
  await user.press('Enter');
  await expect(page.getByText(done)).toBeVisible({ timeout: 120_000 });
}

/** An account whose orders have contacts and nameservers of their own. */
async function enterWithDefaults(namedesk: Parameters<typeof enterReseller>[0]): Promise<Reseller> {
  const { page } = namedesk;
  const reseller = await startReseller();
  const accountId = await enterReseller(namedesk, reseller);
  await keepTemplates(page);
  const templates = await page.evaluate(async () => {
    const listed = await window.namedesk.request.templates.list({});
    return listed.ok ? listed.value.templates.map(({ id, kind }) => [kind, id] as const) : [];
  });
  const byKind = new Map(templates);
  await setOptions(namedesk, accountId, {
    requestsPerSecond: 100,
    orderDefaults: {
      contact: byKind.get('contact') ?? null,
      nameservers: byKind.get('nameservers') ?? null,
      periodYears: 1,
      locksAfter: true,
    },
  });
  return reseller;
}

/** From *Register 5…* on: the order with what the account has for it, its review, and what was sent. */
async function registerFive(page: KeptPage, user: KeyboardUser, reseller: Reseller): Promise<void> {
  await user.press('Enter');
  await expect(page.getByText(/From the account’s defaults/)).toBeVisible();
  await user.tabTo(/Continue to review, button/, 80);
  await user.press('Enter');
  await confirm(page, user, 5, '5 names registered for 1 year');
  expect(sent(reseller, '/order/domains/register')).toHaveLength(5);
}

test('the five domains of a client’s e-mail are checked by pasting it, and registered by keys alone, in five steps', async ({
  namedesk,
}) => {
  const { page, app } = namedesk;
  const reseller = await enterWithDefaults(namedesk);
  const names = Array.from({ length: 5 }, (_, index) => `priced-pier-${index + 1}.info`);
  const mail = `Dear Ann,\nplease take ${names.slice(0, 3).join(', ')};\nand ${names.slice(3).join(' and ')}!\nben@mail.info`;
  await app.evaluate(({ clipboard }, text) => clipboard.writeText(text), mail);
  await page.keyboard.press('ControlOrMeta+3');
  const user = await sitDown(page, 'five-pasted');
  await user.tabTo(/^Name, domain or URL/);
  await user.press('ControlOrMeta+v');
  await expect(page.getByRole('button', { name: 'Register 5…', exact: true })).toBeVisible({
    timeout: 60_000,
  });
  expect(reseller.service.requests().filter(({ path }) => path.endsWith('/domains/lookup'))).toHaveLength(5);
  await user.tabTo(/^Register 5…, button/);
  await registerFive(page, user, reseller);
  countSteps('Five names of an e-mail', user, 5);
  expect(faultsIn(user.heard, [])).toEqual([]);
  await reseller.service.stop();
});

test('five names of a shortlist are registered by keys alone, in five steps at most', async ({
  namedesk,
}) => {
  const { page } = namedesk;
  const reseller = await enterWithDefaults(namedesk);
  const names = Array.from({ length: 5 }, (_, index) => `priced-quay-${index + 1}`);
  const [bulk, session] = [bulkPage(page), sessionPage(page)];
  await bulk.openNew();
  await bulk.pasteNames(names.join('\n'));
  await bulk.typeTlds('info');
  await bulk.start('Spring campaign');
  await session.expectFinished();
  await session.grid.focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Register 5…', exact: true }).first()).toBeEnabled();

  const user = await sitDown(page, 'five-names');
  await user.pressUntil('Shift+Tab', /Register 5…, button/);
  await registerFive(page, user, reseller);
  countSteps('Five names of a shortlist', user, 5);
  expect(faultsIn(user.heard, [])).toEqual([]);
  await reseller.service.stop();
});

test('what is due in 30 days over two accounts is renewed by keys alone', async ({ namedesk }) => {
  const { page } = namedesk;
  const resellers = [await startReseller(), await startReseller()];
  const due = ['northwind-cycles.co.uk', 'paperplane.studio'];
  for (const [index, name] of due.entries()) {
    const reseller = resellers[index];
    if (reseller === undefined) throw new Error('There is no such reseller');
    await enterReseller(namedesk, reseller, undefined, ['Hosting', 'Agency'][index]);
    await changePage(page).keep(name);
    await expiresIn(page, { [name]: 9 });
  }
  const user = await sitDown(page, 'renew-over-two-accounts');
  await user.press('ControlOrMeta+2');
  await user.tabTo(/(?:^|\. )Account(?![s:]).*collapsed/, 60);
  await user.press('Enter');
  await user.pressUntil('ArrowDown', /All accounts/, 8);
  await user.press('Enter');
  await user.pressUntil('Shift+Tab', /All domains, button/, 20);
  await user.pressUntil('ArrowDown', /Due in 30 days, button/, 3);
  await user.press('Enter');
  await user.pressUntil('Shift+Tab', /Renew 2 due…, button/, 20);
  await user.press('Enter');
  await user.arriveAt(/dialog/);
  await user.tabTo(/Continue to review, button/);
  await user.press('Enter');
  for (const [index] of due.entries()) {
    if (index > 0) {
      await user.tabTo(/Review the next batch, button/, 80);
      await user.press('Enter');
    }
    await confirm(page, user, 1, '1 accepted');
  }
  for (const reseller of resellers) expect(sent(reseller, '/order/domains/renew')).toHaveLength(1);
  countSteps('Renew what is due over two accounts', user, 11);
  expect(faultsIn(user.heard, [])).toEqual([]);
  for (const reseller of resellers) await reseller.service.stop();
});

test('a client’s 20 domains get other nameservers, and their own back, by keys alone', async ({
  namedesk,
}) => {
  const { page } = namedesk;
  const reseller = await startReseller({ moreDomains: 20 });
  const accountId = await enterReseller(namedesk, reseller);
  await setOptions(namedesk, accountId, { requestsPerSecond: 100 });
  await ofTheClient(page, more(20));
  const before = reseller.service.domain('more-7.com')?.nameservers;
  const user = await sitDown(page, 'nameservers-of-a-client');
  await order(
    page,
    user,
    `ns ${client.toLowerCase()} ns1.example.net ns2.example.net`,
    /^Set nameservers of 20 /,
  );
  await confirm(page, user, 20, 'Nameservers of 20 domains set');
  expect(reseller.service.domain('more-7.com')?.nameservers).toEqual(['ns1.example.net', 'ns2.example.net']);
  countSteps('Nameservers of 20 domains', user, 5);
  await user.pressUntil('Tab', /Put the previous ones back, button/, 60);
  await user.press('Enter');
  await confirm(page, user, 20, 'Nameservers of 20 domains put back');
  expect(reseller.service.domain('more-7.com')?.nameservers).toEqual(before);
  expect(sent(reseller, '/nameservers')).toHaveLength(40);
  countSteps('Nameservers of 20 domains, and back', user, 8);
  expect(faultsIn(user.heard, [])).toEqual([]);
  await reseller.service.stop();
});

test('a client’s 19 contacts get a new e-mail address by keys alone, and nothing else', async ({
  namedesk,
}) => {
  const { page } = namedesk;
  const reseller = await startReseller({ moreDomains: 19 });
  const accountId = await enterReseller(namedesk, reseller);
  await setOptions(namedesk, accountId, { requestsPerSecond: 100 });
  await ofTheClient(page, more(19));
  const before = reseller.service.domain('more-3.com')?.contacts.Registrant;
  const user = await sitDown(page, 'e-mail-of-a-client');
  await order(page, user, `email ${client.toLowerCase()} office@lindenhof.example`, /^Set contacts of 19 /);
  await user.tabTo(/Continue to review, button/);
  await user.press('Enter');
  await confirm(page, user, 19, 'Contacts of 19 domains set');
  const Email = 'office@lindenhof.example';
  expect(reseller.service.domain('more-3.com')?.contacts.Registrant).toEqual({ ...before, Email });
  countSteps('New e-mail for 19 contacts', user, 6);
  expect(faultsIn(user.heard, [])).toEqual([]);
  await reseller.service.stop();
});

test('a client is handed over by keys alone: unlocked, and the codes in one file', async ({ namedesk }) => {
  const { page, app } = namedesk;
  test.setTimeout(180_000);
  const folder = mkdtempSync(join(tmpdir(), 'namedesk-handed-over-'));
  // The application runs as another user than the test.
  chmodSync(folder, 0o777);
  const reseller = await startReseller();
  await enterReseller(namedesk, reseller);
  await ofTheClient(page, ['harbour-books.com', 'harbour-books.net', 'oakline.io']);
  await answerDialogs(namedesk, { save: join(folder, 'leaving.age') });
  const user = await sitDown(page, 'hand-over');
  await selectTheClients(user, 3);
  await user.pressUntil('Tab', /^Unlock…, button/, 20);
  await user.press('Enter');
  await confirm(page, user, 3, '3 domains unlocked');
  expect(reseller.service.domain('oakline.io')?.isLocked).toBe(false);
  await user.pressUntil('Tab', /Back to the selection, button/, 60);
  await user.press('Enter');
  await user.arriveAt('Domains, grid');
  await user.press('k');
  await user.arriveAt(/Type 3 to confirm/);
  await user.type('3');
  const opened = app.waitForEvent('window');
  await user.tabTo(/Choose location…, button/);
  await user.pressToLeave('Enter');
  const window = await opened;
  await window.waitForURL(/^app:\/\/code\//);
  await user.goOnIn(window);
  await user.arriveAt(/Passphrase, edit/);
  await user.type('six words that nobody has heard');
  await user.tabTo(/Passphrase again, edit/);
  await user.type('six words that nobody has heard');
  await user.tabTo(/Request the codes, button/);
  const closed = window.waitForEvent('close');
  await Promise.all([closed, user.pressToLeave('Enter').catch(() => undefined)]);
  await user.goOnIn(page);
  await expect(page.getByText('Done: 3 codes of 3 domains')).toBeVisible({ timeout: 60_000 });
  expect(readdirSync(folder)).toEqual(['leaving.age']);
  countSteps('Hand a client over', user, 15);
  expect(faultsIn(user.heard, [])).toEqual([]);
  rmSync(folder, { recursive: true });
  await reseller.service.stop();
});
