import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Locator, Page } from '@playwright/test';

/** Today: the only place that knows how its parts are found. */
export interface TodayPage {
  readonly heading: Locator;
  /** The rows that are listed, and those that are snoozed. */
  readonly listed: Locator;
  readonly snoozed: Locator;
  /** The row of a kind: "Expired". */
  readonly row: (kind: string) => Locator;
  /** The number on the rail. */
  readonly badge: (count: number) => Locator;
  readonly snooze: (kind: string, until: string) => Promise<void>;
}

export function todayPage(page: Page): TodayPage {
  const main = page.getByRole('main', { name: 'Today' });
  const listed = main.getByRole('list', { name: 'Needs attention' });
  const row = (kind: string): Locator =>
    listed.getByRole('listitem').filter({ has: page.getByText(kind, { exact: true }) });
  return {
    heading: main.getByRole('heading', { name: 'Today', level: 1 }),
    listed,
    snoozed: main.getByRole('list', { name: 'Snoozed' }),
    row,
    badge: (count) =>
      page.getByRole('navigation', { name: 'Screens' }).getByRole('img', { name: `${count} need attention` }),
    async snooze(kind, until) {
      await row(kind)
        .getByRole('button', { name: /^Snooze/ })
        .click();
      await page.getByRole('menuitem', { name: until }).click();
    },
  };
}

/** Has a domain's lock be read so many days earlier than it was, in a workspace that is closed. */
export function readEarlier(userDataDir: string, domain: string, days: number): void {
  const database = new DatabaseSync(join(userDataDir, 'workspace', 'workspace.sqlite'));
  const at = new Date(Date.now() - days * 86_400_000).toISOString();
  database
    .prepare("UPDATE domains SET known = json_set(known, '$.lock.at', ?) WHERE name = ?")
    .run(at, domain);
  database.close();
}

/** Enters when domains expire, in days from today, as a person does by hand. */
export const expiresIn = (page: Page, days: Readonly<Record<string, number>>): Promise<void> =>
  page.evaluate(async (all) => {
    const { accounts, domains } = window.namedesk.request;
    const listed = await accounts.list({});
    const accountId = listed.ok ? (listed.value.activeId ?? '') : '';
    for (const [domain, from] of Object.entries(all)) {
      const now = new Date();
      const date = new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + from));
      const expiresOn = date.toISOString().slice(0, 10);
      const saved = await domains.setExpiry({ accountId, domain, expiresOn });
      if (!saved.ok) throw new Error(JSON.stringify(saved.error));
    }
  }, days);
