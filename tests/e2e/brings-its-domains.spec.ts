import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { answerDialogs, type RunningNamedesk } from '../support/application/launch-namedesk.ts';
import { expect, test } from '../support/application/namedesk-test.ts';
import { copyToClipboard, type Reseller, startReseller } from '../support/application/reseller.ts';
import { onboardingPage, shellPage } from '../support/pages/shell-page.ts';
import { todayPage } from '../support/pages/today-page.ts';
import { type RdapServer, startRdapServer } from '../support/registry/rdap-server.ts';
import { answered } from '../support/registry/rdap-shapes.ts';

const dayMs = 86_400_000;
/** However busy the machine is. */
const long = { timeout: 120_000 };

const names = Array.from({ length: 800 }, (_, index) => `more-${index}.com`);

/** Twelve are due, of which the file knows ten; one is tomorrow. */
function daysUntil(index: number): number {
  if (index < 12) return 3 + index * 2;
  return index === 12 ? 31 : 60 + (index % 300);
}

function dayIn(days: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + days))
    .toISOString()
    .slice(0, 10);
}

const titles =
  'DOMAIN,TLD,CREATE DATE,EXPIRE DATE,LOCKED,PRIVACY,AUTO RENEW,NAMESERVERS,AUTH CODE,AUTH CODE CHANGED,EST. RENEWAL PRICE,STATUSES,URL FORWARDS';

/** As Porkbun writes it. */
const porkbun = (): string =>
  [
    titles,
    ...names.map((name, index) => {
      const expires = index === 10 || index === 11 ? '' : `${dayIn(daysUntil(index))} 09:00:00`;
      return `${name},com,2020-03-01 10:00:00,${expires},yes,yes,no,"ns1.example.com ns2.example.com",not-shown,2020-01-01,10.29,ok,`;
    }),
  ].join('\n');

/** The registry shows the dates of the file, and a year more of what is renewed at the service, from then on. */
async function registryBehind({ service }: Reseller): Promise<RdapServer> {
  const rdap = await startRdapServer(['com']);
  const before = new Map(service.domains().map(({ name, expiryOn }) => [name, expiryOn]));
  const renewedAt = new Map<string, string>();
  rdap.otherwise = (name) => {
    const expires = new Date(`${dayIn(daysUntil(names.indexOf(name)))}T09:00:00Z`);
    if (service.domain(name)?.expiryOn !== before.get(name) && !renewedAt.has(name))
      renewedAt.set(name, new Date().toISOString());
    const changed = renewedAt.get(name);
    if (changed !== undefined) expires.setUTCFullYear(expires.getUTCFullYear() + 1);
    return answered(name, {
      expires: expires.toISOString(),
      database: null,
      ...(changed !== undefined && { changed }),
    });
  };
  return rdap;
}

/** What a person does, each click, each typed value and each chosen file as one step. */
function walking() {
  const steps: string[] = [];
  let told = 0;
  return {
    press: async (button: Locator): Promise<void> => {
      await expect(button).toBeEnabled(long);
      const [words = ''] = (await button.innerText()).trim().split('\n');
      steps.push(`press “${words}”`);
      await button.click();
    },
    type: async (field: Locator, text: string): Promise<void> => {
      steps.push(`type ${text}`);
      await field.fill(text);
    },
    chooses: (file: string) => steps.push(`choose ${file}`),
    /** Leaves in the report how many steps a job took, since the one before it. */
    job: (name: string, most: number): void => {
      const own = steps.slice(told);
      told = steps.length;
      const description = `${name}: ${own.length} steps: ${own.join(' · ')}`;
      test.info().annotations.push({ type: 'figure', description });
      expect(own.length, description).toBeLessThanOrEqual(most);
    },
  };
}

/** Up to the step in which the domains are brought. */
async function firstStart(namedesk: RunningNamedesk, reseller: Reseller): Promise<void> {
  const { page } = namedesk;
  const onboarding = onboardingPage(page);
  await onboarding.describeAccount({
    label: 'Northwind Hosting',
    baseUrl: reseller.service.baseUrl,
    username: reseller.username,
  });
  // The keyring of a busy machine may take longer than the application waits for it: a person tries again.
  await expect(async () => {
    if (await onboarding.fromClipboard.isVisible()) {
      await copyToClipboard(namedesk, reseller.apiKey);
      await onboarding.fromClipboard.click();
    }
    await expect(onboarding.report).toContainText('500.00', { timeout: 15_000 });
  }).toPass(long);
  await page.getByRole('button', { name: 'Next: your domains' }).click();
  await expect(onboarding.domainsStep).toBeVisible();
}

/** By which each renewal is known. */
const proofs = ({ page }: RunningNamedesk) =>
  page.evaluate(async () => {
    const filter = { accountId: null, kinds: null, states: null, domain: null, batchId: null, text: '' };
    const listed = await window.namedesk.request.changes.list({ filter, offset: 0, limit: 100 });
    return listed.ok ? listed.value.changes.map(({ state, proof }) => `${state} ${proof}`) : [];
  });

/** The clock of the backend, from now on (`clock.cjs`). */
const passDays = ({ app }: RunningNamedesk, days: number): Promise<void> =>
  app.evaluate((_, aheadMs) => {
    const { BroadcastChannel } = process.getBuiltinModule('node:worker_threads');
    const clock = new BroadcastChannel('namedesk-clock');
    clock.postMessage(aheadMs);
    clock.close();
  }, days * dayMs);

test('a new user brings 800 domains in a registrar’s file, learns when they expire, renews what is due with proof, and sees what is due tomorrow', async ({
  launch,
}) => {
  test.setTimeout(600_000);
  const reseller = await startReseller({ moreDomains: names.length, isShowcase: true });
  const rdap = await registryBehind(reseller);
  const first = await launch();
  const { page } = first;
  const main = page.getByRole('main');
  await firstStart(first, reseller);
  const path = join(first.userDataDir, 'porkbun.csv');
  writeFileSync(path, porkbun());
  await answerDialogs(first, { open: path });
  await page.evaluate(
    (registryBootstrap) => window.namedesk.request.settings.write({ registryBootstrap }),
    rdap.bootstrap,
  );

  const { press, type, chooses, job } = walking();
  await press(page.getByRole('button', { name: 'Import from your registrar’s file' }));
  chooses('porkbun.csv');
  await press(main.getByRole('button', { name: 'Import 800 domains' }));
  await expect(main.getByText(/^2 have no date yet\./)).toBeVisible(long);
  expect(rdap.asked).toEqual([]);
  job('800 domains of a file', 3);
  await press(main.getByRole('button', { name: 'Switch on and read' }));
  await expect.poll(() => rdap.namesAsked().length, long).toBeGreaterThanOrEqual(12);
  expect(rdap.namesAsked().slice(0, 12).toSorted()).toEqual(names.slice(0, 12).toSorted());
  job('Their expiries', 1);
  await press(page.getByRole('navigation').getByRole('button', { name: /^Today/ }));
  const today = todayPage(page);
  // The two that have no date in the file are asked for first.
  await press(today.row('Due').getByRole('button', { name: /^Renew 12 due…/ }));
  job('The review of 12 renewals', 2);
  await type(main.getByRole('textbox', { name: /^Type 12 to renew 12 domains/ }), '12');
  await press(main.getByRole('button', { name: /^Renew 12(?: ·|$)/ }));

  await expect(main.getByText('12 domains renewed for 1 year')).toBeVisible({ timeout: 300_000 });
  await expect
    .poll(() => proofs(first), long)
    .toEqual(Array.from({ length: 12 }, () => 'confirmed registry'));
  job('Sending it', 2);
  expect(names).toEqual(expect.arrayContaining([...new Set(rdap.namesAsked())]));
  await shellPage(page).goTo('Today');
  await expect(today.heading).toBeVisible();
  await expect(today.row('Due')).toHaveCount(0, long);
  await first.close();

  const second = await launch();
  await expect(todayPage(second.page).heading).toBeVisible(long);
  await passDays(second, 1);
  await shellPage(second.page).goTo('Activity');
  await shellPage(second.page).goTo('Today');
  await expect(todayPage(second.page).row('Due')).toContainText('more-12.com', long);
  await rdap.stop();
  await reseller.service.stop();
});
