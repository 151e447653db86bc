import type { Page } from '@playwright/test';
import { sessionPage } from '../pages/session-page.ts';
import { both, click, press, type Step, type } from './step.ts';

const rest = (page: Page) => page.waitForTimeout(350);

const open = both(press('Control+k'), async (page) => {
  await page.keyboard.type('Register a name');
  await rest(page);
  await page.keyboard.press('Enter');
  await rest(page);
});

const name = (text: string) => both(open, type('Name to register', text), press('Enter'), rest);
const harbour = name('harbour.com');
const review = both(harbour, click('button', 'Review…'), rest);

const send = both(
  review,
  (page) => page.getByLabel(/^Type harbour.com/).fill('harbour.com'),
  click('button', 'Order for 2 years'),
  rest,
);

const toEnd = async (page: Page) => {
  await page.getByText(/^Assumed, since/).scrollIntoViewIfNeeded();
  await rest(page);
};

/** Registering names. */
export const registerSteps: readonly Step[] = [
  {
    name: 'register-name',
    scene: 'register',
    act: both(open, type('Name to register', 'harbour'), press('Enter')),
  },
  { name: 'register-empty', scene: 'register', act: harbour },
  { name: 'register-missing', scene: 'register', act: review },
  { name: 'register-missing-some', scene: 'registerMissing', act: review },
  {
    name: 'register-missing-anyway',
    scene: 'registerMissing',
    act: both(review, click('button', 'Send anyway…'), rest),
  },
  {
    name: 'register-offered',
    scene: 'register',
    act: both(
      harbour,
      click('button', 'Fill in the registrant'),
      click('menuitem', /^Northwind, own names/),
      click('button', 'Another name'),
      type('Name to register', 'bakery.com'),
      press('Enter'),
      rest,
    ),
  },
  {
    name: 'register-template',
    scene: 'register',
    act: both(harbour, click('button', 'Fill in the registrant'), click('menuitem', /^Northwind, own names/)),
  },
  { name: 'register-typed', scene: 'registerTyped', act: harbour },
  { name: 'register-end', scene: 'registerTyped', act: both(harbour, toEnd) },
  { name: 'register-idn', scene: 'registerTyped', act: both(name('bäckerei-am-hafen.de'), toEnd) },
  { name: 'register-review', scene: 'registerTyped', act: review },
  { name: 'register-premium', scene: 'registerPremium', act: review },
  { name: 'register-taken', scene: 'registerTaken', act: harbour },
  { name: 'register-unknown', scene: 'registerUnknown', act: harbour },
  { name: 'register-unreached', scene: 'registerUnreached', act: harbour },
  { name: 'register-refused', scene: 'registerRefused', act: review },
  { name: 'register-gone', scene: 'registerGone', act: review },
  { name: 'register-done', scene: 'registerDone', act: send },
  { name: 'register-uncertain', scene: 'registerUncertain', act: send },
  { name: 'register-before', scene: 'registerBefore', act: harbour },
  {
    name: 'register-queue',
    scene: 'sessionFinished',
    act: async (page) => {
      const session = sessionPage(page);
      await session.open('Spring campaign, second round');
      await session.expectFinished();
      await session.shortlist('bakery', 'berlin');
      await session.shortlist('bakery', 'shop');
      await session.showShortlist();
      await rest(page);
      await page.getByRole('button', { name: 'Summary' }).click();
      await rest(page);
      await page.getByRole('button', { name: 'Register…' }).first().click();
      await rest(page);
    },
  },
  { name: 'register-no-account', scene: 'noAccount', act: open },
];
