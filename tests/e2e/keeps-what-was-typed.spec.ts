// window.namedesk
import type { RunningNamedesk } from '../support/application/launch-namedesk.ts';
import { enterReseller } from '../support/application/reseller.ts';
import { expect, test } from '../support/application/namedesk-test.ts';
import { changePage } from '../support/pages/change-page.ts';

const domain = 'harbour-books.com';
const first = 'Northwind Hosting';
const second = 'Contoso Web';

/** Where something is typed that is written down only once the typing rests. */
const fields = [
  { what: 'a draft of nameservers', tab: 'Nameservers', label: 'Nameservers' },
  { what: 'a note', tab: 'Overview', label: 'Note' },
] as const;
type Field = (typeof fields)[number];

const fieldIn = (namedesk: RunningNamedesk, { label }: Field) =>
  changePage(namedesk.page).main.getByRole('textbox', { name: label, exact: true });

/** Both accounts have the domain in their portfolio; the first one is active, and its page of the domain is open. */
async function openUnderFirst(
  namedesk: RunningNamedesk,
  reseller: Parameters<typeof enterReseller>[1],
  field: Field,
): Promise<void> {
  const { page } = namedesk;
  for (const label of [second, first]) {
    await enterReseller(namedesk, reseller, reseller.apiKey, label);
    await changePage(page).keep(domain);
  }
  await changePage(page).open(domain, field.tab);
}

/** The last letters come as a keyboard brings them, and `then` follows before the typing has rested. */
async function typeAndAtOnce(
  namedesk: RunningNamedesk,
  field: Field,
  then: 'go on' | 'close' | 'quit',
): Promise<void> {
  const typedInto = fieldIn(namedesk, field);
  // Once something was typed, what the opened domain's refresh brings is not filled in.
  await typedInto.fill('x');
  await typedInto.fill('');
  await typedInto.pressSequentially('ns1.typed');
  // The window may be gone before the inspector answers.
  await namedesk.app
    .evaluate(async ({ app, BrowserWindow }, deed) => {
      const [window] = BrowserWindow.getAllWindows();
      await window?.webContents.insertText('-at-once.example');
      if (deed === 'close') window?.close();
      if (deed === 'quit') app.quit();
    }, then)
    .catch(() => undefined);
}

async function switchTo({ page }: RunningNamedesk, label: string): Promise<void> {
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('menuitem', { name: label }).click();
  await expect(page.getByRole('button', { name: `Account: ${label}` })).toBeVisible();
}

const whole = 'ns1.typed-at-once.example';

/** What stands in the field of the domain's page under an account, after it has been read. */
async function expectUnder(
  namedesk: RunningNamedesk,
  label: string,
  field: Field,
  isThere: boolean,
): Promise<void> {
  await switchTo(namedesk, label);
  await changePage(namedesk.page).open(domain, field.tab);
  const found = expect(fieldIn(namedesk, field), `${field.what} under ${label}`);
  await (isThere ? found.toHaveValue(whole) : found.not.toHaveValue(/typed/));
}

/** From now on what waits for half a second waits for half a minute: a slow click is a quick one to it. */
const slowRest = ({ page }: RunningNamedesk): Promise<void> =>
  page.evaluate(() => {
    const later = window.setTimeout.bind(window);
    const slowed = (work: TimerHandler, delayMs = 0): number =>
      later(work, delayMs >= 500 && delayMs <= 600 ? 30_000 : delayMs);
    Object.assign(window, { setTimeout: slowed });
  });

/** From now on each call to the keychain takes this much longer. A draft that is the first to be sealed takes five. */
const slowKeychain = ({ app }: RunningNamedesk, byMs: number): Promise<void> =>
  app.evaluate(({ utilityProcess }, delayMs) => {
    const fork = utilityProcess.fork.bind(utilityProcess);
    utilityProcess.fork = (...args) => {
      const child = fork(...args);
      const post = child.postMessage.bind(child);
      child.postMessage = (message) => void setTimeout(() => post(message), delayMs);
      return child;
    };
  }, byMs);

test('F8 a draft survives a quit also where the keychain takes longer than the window waits for its page', async ({
  launch,
  reseller,
}) => {
  const [field] = fields;
  const before = await launch();
  await openUnderFirst(before, reseller, field);
  await slowKeychain(before, 400);
  await typeAndAtOnce(before, field, 'quit');
  await expect.poll(before.hasEnded, { message: 'the application ends' }).toBe(true);

  await expectUnder(await launch(), first, field, true);
});

for (const field of fields) {
  for (const leaving of ['close', 'quit'] as const) {
    test(`F8 ${field.what}: its last letters survive it when the window is left by ${leaving} at once`, async ({
      launch,
      reseller,
    }) => {
      const before = await launch();
      await openUnderFirst(before, reseller, field);
      await typeAndAtOnce(before, field, leaving);
      await expect.poll(before.hasEnded, { message: 'the application ends' }).toBe(true);

      const after = await launch();
      await expectUnder(after, second, field, false);
      await expectUnder(after, first, field, true);
    });
  }

  test(`F8 ${field.what}: what was typed before a switch of the account is of the account it was typed under`, async ({
    launch,
    reseller,
  }) => {
    const before = await launch();
    await openUnderFirst(before, reseller, field);
    await slowRest(before);
    await typeAndAtOnce(before, field, 'go on');
    await switchTo(before, second);
    await before.close();

    const after = await launch();
    await expectUnder(after, second, field, false);
    await expectUnder(after, first, field, true);
  });
}
