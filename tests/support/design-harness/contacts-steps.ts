import type { Page } from '@playwright/test';
import { both, click, open, press, type Step, type } from './step.ts';

const rest = (page: Page) => page.waitForTimeout(300);

const contacts = async (page: Page) => {
  await open('Domains')(page);
  await page.getByText('bäckerei.example', { exact: true }).first().click();
  await rest(page);
  await page.getByRole('tab', { name: 'Contacts', exact: true }).click();
  await rest(page);
};

const templates = both(press('Control+k'), async (page) => {
  await page.keyboard.type('Templates');
  await rest(page);
  await page.keyboard.press('Enter');
  await rest(page);
});

const toEnd = async (page: Page) => {
  await page.getByText('The answer as JSON').scrollIntoViewIfNeeded();
  await rest(page);
};

/** A domain's contacts and the templates. */
export const contactsSteps: readonly Step[] = [
  { name: 'contacts', scene: 'contacts', act: contacts },
  { name: 'contacts-end', scene: 'contacts', act: both(contacts, toEnd) },
  { name: 'contacts-typed', scene: 'contactsTyped', act: contacts },
  { name: 'contacts-strange', scene: 'contactsStrange', act: contacts },
  { name: 'contacts-strange-end', scene: 'contactsStrange', act: both(contacts, toEnd) },
  { name: 'contacts-reading', scene: 'contactsReading', act: contacts },
  { name: 'contacts-unread', scene: 'contactsUnread', act: contacts },
  { name: 'contacts-conflict', scene: 'contactsConflict', act: contacts },
  {
    name: 'contacts-refused',
    scene: 'contactsRefused',
    act: both(contacts, click('button', 'Review…'), async (page) => {
      await page.getByRole('textbox', { name: 'Phone' }).first().scrollIntoViewIfNeeded();
    }),
  },
  { name: 'contacts-review', scene: 'contactsTyped', act: both(contacts, click('button', 'Review…')) },
  {
    name: 'contacts-country',
    scene: 'contacts',
    act: both(contacts, async (page) => {
      const country = page.getByLabel('Country').first();
      await country.click();
      await country.fill('united');
      await rest(page);
    }),
  },
  { name: 'contacts-fill', scene: 'contacts', act: both(contacts, click('button', 'Fill in Registrant')) },
  {
    name: 'contacts-copy',
    scene: 'contacts',
    act: both(
      contacts,
      click('button', 'Fill in Registrant'),
      click('menuitem', 'Copy from another domain…'),
      click('button', 'hafen-cafe.example'),
    ),
  },
  {
    name: 'contacts-save',
    scene: 'contactsStrange',
    act: both(contacts, click('button', 'Fill in Registrant'), click('menuitem', 'Save as a template…')),
  },
  { name: 'templates', scene: 'templates', act: templates },
  { name: 'templates-none', scene: 'templatesNone', act: templates },
  { name: 'templates-sealed', scene: 'templatesSealed', act: templates },
  {
    name: 'templates-edit',
    scene: 'templates',
    act: both(templates, click('button', /^Bäckerei Müller/)),
  },
  {
    name: 'templates-unkept',
    scene: 'templatesUnkept',
    act: both(
      templates,
      click('button', 'New contact'),
      type('Name of the template', 'Alex'),
      click('button', 'Save'),
    ),
  },
  {
    name: 'templates-hosts',
    scene: 'templates',
    act: both(templates, click('button', 'New nameserver set'), type('Nameserver 1', 'ns1.bäckerei.example')),
  },
  {
    name: 'templates-remove',
    scene: 'templates',
    act: both(templates, click('button', 'More for Parking'), click('menuitem', 'Remove…')),
  },
  {
    name: 'templates-rename',
    scene: 'templates',
    act: both(templates, click('button', 'More for Parking'), click('menuitem', 'Rename…')),
  },
];
