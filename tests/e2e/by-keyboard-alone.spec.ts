import { clipboardOf, codeAt, domain as locked } from '../support/application/code-window.ts';
import { expect, test } from '../support/application/namedesk-test.ts';
import { enterReseller, type Reseller, startReseller } from '../support/application/reseller.ts';
import { faultsIn, sitDown } from '../support/application/screen-reader.ts';
import { changePage } from '../support/pages/change-page.ts';

const registered = 'quaysideworks-and-sons';
const renewed = 'oakline.io';

const orders = ({ service }: Reseller, path: string) =>
  service.requests().filter((each) => each.method === 'POST' && each.path.endsWith(path));

test('a name is searched, ordered, verified and tagged, and the tag undone, by keys alone and in sentences', async ({
  namedesk,
}) => {
  const { page } = namedesk;
  const reseller = await startReseller();
  await enterReseller(namedesk, reseller);
  const user = await sitDown(page, 'search-to-order');

  await user.arriveAt('Name, domain or URL');
  await user.type(registered);
  await user.press('Enter');
  await user.pressUntil('ArrowDown', new RegExp(`${registered}\\.`), 3);
  const domain = new RegExp(`${registered}[.a-z]+`).exec(await user.focused())?.[0] ?? '';
  await user.press('Enter');
  await user.arriveAt(/order/i);

  await user.tabTo('Nameservers');
  await user.type('ns1.example.net ns2.example.net');
  for (const [label, value] of Object.entries(registrant)) {
    await user.tabTo(new RegExp(`^${label},`));
    await user.type(value);
    if (label === 'Country') {
      await user.press('ArrowDown');
      await user.press('Enter');
    }
  }
  await user.tabTo(/^(?:The name and its order.*)?Review…, button/);
  await user.press('Enter');
  await user.arriveAt(/dialog/);
  await user.tabTo(/^Type .* to confirm/);
  await user.type(domain);
  await user.press('Enter');
  await user.hear(`${domain} is registered for 1 year.`);
  expect(await user.focused()).not.toBe('Register, main');
  expect(orders(reseller, '/order/domains/register')).toHaveLength(1);

  // What shows that it was done, and its change in the journal.
  await user.tabTo('How we know');
  await user.press('Enter');
  await expect(page.getByText(/verified/i).first()).toBeVisible();
  await user.tabTo('View domain, button');
  await user.press('Enter');
  await user.arriveAt(/Overview, tab/);

  // A registration stays; what was written beside it is undone.
  await user.pressUntil('Shift+Tab', /^Tags,/);
  await user.type('spring');
  await user.press('Enter');
  await user.hear(`Changed the tags of ${domain}`);
  await user.tabTo('tab');
  await user.press('ControlOrMeta+z');
  await user.hear(/Undone/);
  await expect(page.getByText('spring', { exact: true })).toHaveCount(0);

  expect(faultsIn(user.heard, [domain])).toEqual([]);
  await reseller.service.stop();
});

test('a domain is unlocked and its code copied by keys alone, in two windows and in sentences', async ({
  namedesk,
}) => {
  const { page } = namedesk;
  const reseller = await startReseller();
  await enterReseller(namedesk, reseller);
  await changePage(page).keep(locked);
  const user = await sitDown(page, 'unlock-and-copy-a-code');

  await user.press('ControlOrMeta+2');
  await user.arriveAt('Domains, grid');
  await user.press('Home');
  await user.press('Enter');
  await user.arriveAt(/Overview, tab/);
  await user.pressUntil('ArrowRight', 'Transfer code, tab', 8);
  await user.tabTo('Unlock…, button');
  await user.press('Enter');
  await user.arriveAt(/dialog/);
  await user.tabTo(/^Unlock, button/);
  await user.press('Enter');
  await user.hear(`${locked} is unlocked.`);
  // The button that was pressed is gone; the heading of the part that it stood in is next.
  expect(await user.focused()).toContain('Transfer code, heading');
  expect(reseller.service.domain(locked)?.isLocked).toBe(false);

  await user.tabTo('Copy the code…, button');
  const opened = namedesk.app.waitForEvent('window');
  await user.pressToLeave('Enter');
  const window = await opened;
  await window.waitForURL(/^app:\/\/code\//);
  await user.goOnIn(window);
  await user.arriveAt(`Copy the transfer code of ${locked}`);
  await user.arriveAt(/Copy, button/);
  const closed = window.waitForEvent('close');
  await Promise.all([closed, user.pressToLeave('Enter').catch(() => undefined)]);
  await user.goOnIn(page);
  await user.hear('Code copied');
  expect(await user.focused()).toMatch(/^Copy .* code…, button/);
  expect(await clipboardOf(namedesk.app)).toBe(codeAt(reseller));
  await user.tabTo('Clear now, button');
  await user.press('Enter');
  await user.hear('No longer in the clipboard');
  expect(await clipboardOf(namedesk.app)).toBe('');

  expect(faultsIn(user.heard, [locked])).toEqual([]);
  await reseller.service.stop();
});

test('a renewal without an answer is marked as done by keys alone, and in sentences', async ({
  namedesk,
}) => {
  const { page } = namedesk;
  const reseller = await startReseller({
    faults: [{ operation: 'renew', fault: { kind: 'break', after: 'head', by: 'reset' }, isApplied: true }],
  });
  await enterReseller(namedesk, reseller);
  await changePage(page).keep(renewed);
  const user = await sitDown(page, 'settle-an-uncertain-renewal');

  await user.press('ControlOrMeta+2');
  await user.arriveAt('Domains, grid');
  await user.press('Home');
  await user.press('Enter');
  await user.arriveAt(/Overview, tab/);
  await user.pressUntil('ArrowRight', 'Renew, tab', 8);
  await user.tabTo('Renew for 1 year…, button');
  await user.press('Enter');
  await user.arriveAt(/dialog/);
  await user.tabTo(/^Type .* to confirm/);
  await user.type(renewed);
  await user.press('Enter');
  await user.hear(`We don’t know whether ${renewed} was renewed and paid for.`);
  expect(await user.focused()).toContain('Renew, heading');
  expect(orders(reseller, '/order/domains/renew')).toHaveLength(1);

  await user.tabTo('Mark as done or not done…, button');
  await user.press('Enter');
  await user.arriveAt(/Done.*radio/);
  await user.press('Space');
  await user.tabTo(/^What did you see/);
  await user.type('The provider’s list shows the new day.');
  await user.tabTo(/^Save, button/);
  await user.press('Enter');
  await user.hear(/Marked as done/);

  expect(faultsIn(user.heard, [renewed])).toEqual([]);
  await reseller.service.stop();
});

/** In the order in which Tab comes to the fields. */
const registrant = {
  'First name': 'Nora',
  'Last name': 'Quay',
  'Address 1': 'Am Kai 1',
  City: 'Hamburg',
  Postcode: '20457',
  Country: 'Germany',
  Phone: '+49.4012345678',
  'E-mail': 'nora@quaysideworks.example',
} as const;
