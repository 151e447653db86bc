import type { Locator, Page } from '@playwright/test';

/** The Search screen: the only place that knows how its parts are found. */
export interface SearchPage {
  readonly field: Locator;
  readonly problem: Locator;
  readonly findings: Locator;
  readonly alerts: Locator;
  readonly ask: (text: string) => Promise<void>;
  readonly row: (domain: string) => Locator;
  readonly markOf: (domain: string) => Locator;
  readonly details: Locator;
  readonly openDetails: (domain: string) => Promise<void>;
}

export function searchPage(page: Page): SearchPage {
  const field = page.getByRole('textbox', { name: 'Name, domain or URL' });
  const findings = page.getByRole('grid', { name: 'Findings' });
  const row = (domain: string): Locator =>
    findings.getByRole('row').filter({ has: page.getByRole('gridcell', { name: domain, exact: true }) });
  return {
    field,
    findings,
    problem: page.getByRole('search').getByRole('paragraph'),
    alerts: page.getByRole('main').getByRole('alert'),
    row,
    markOf: (domain) => row(domain).getByRole('gridcell').first(),
    details: page.getByRole('complementary'),
    async ask(text) {
      await field.fill(text);
      await field.press('Enter');
    },
    async openDetails(domain) {
      await row(domain).hover();
      await row(domain)
        .getByRole('button', { name: `Details of ${domain}` })
        .click();
    },
  };
}
