// @vitest-environment jsdom

import { webcrypto } from 'node:crypto';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { proofPage, type ProofFacts } from '../../../../../electron/main/activity/proof-file.ts';

const facts: ProofFacts = {
  ...{ format: 'namedesk-proof-1', client: 'Bäcker & <Söhne>', fromDay: '2026-10-01', toDay: '2026-10-31' },
  ...{ writtenAt: '2026-11-01T08:00:00.000Z', hasPrices: true, zone: 'UTC+02:00' },
  journal: { entries: 12, head: 'ab'.repeat(32) },
  rows: [
    {
      ...{ domain: 'xn--bcker-gra.example', kind: 'renew', years: 2, by: 'registry' },
      ...{ sentAt: '2026-10-05T09:00:00.000Z', provenAt: '2026-10-05T09:03:00.000Z' },
      ...{
        before: '2026-10-20',
        after: '2028-10-20',
        price: { amount: '17.23', currency: 'EUR', isCharged: true },
      },
      entry: { seq: 4, hash: 'cd'.repeat(32) },
    },
  ],
};

// Files of tests share one document: those after this one draw into, and look at, what stood in it.
const before = document.documentElement;
afterAll(() => document.documentElement.replaceWith(before));

/** Opens the page as a browser would, and says what it says of itself. */
async function checked(html: string): Promise<string> {
  vi.stubGlobal('crypto', webcrypto);
  const opened = new DOMParser().parseFromString(html, 'text/html');
  document.documentElement.replaceWith(document.importNode(opened.documentElement, true));
  const scripts = [...document.querySelectorAll('script')];
  const run = scripts.find(({ type }) => type === '')?.textContent ?? '';
  const check = document.getElementById('check');
  const before = check?.textContent ?? '';
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- It is the script of the page, which takes nothing.
  const script = new Function(run) as () => void;
  script();
  await vi.waitFor(() => expect(check?.textContent).not.toBe(before));
  return check?.textContent ?? '';
}

describe('the page of proof in a browser', () => {
  it('says that it is unchanged, and under which end of the journal', async () => {
    expect(await checked(proofPage(facts))).toBe(
      'Unchanged since it was written, under entry 12 of the journal’s chain, abababababab….',
    );
    expect(document.querySelector('h1')?.textContent).toBe('Registrations and renewals of Bäcker & <Söhne>');
  });

  it.each([
    ['in what it shows', '2028-10-20</bdi>', '2029-10-20</bdi>'],
    ['in what it carries', '"after":"2028-10-20"', '"after":"2029-10-20"'],
    ['in what it says that it proves', 'It is not signed by a registry', 'It is signed by a registry'],
  ])('says that it was changed %s', async (_, text, otherwise) => {
    const page = proofPage(facts);
    expect(page.split(text)).toHaveLength(2);
    expect(await checked(page.replace(text, otherwise))).toMatch(/^This file was changed/);
  });

  it('counts a reading of the service beside what the registry proves, and not among it', () => {
    const sumOf = (...by: readonly ProofFacts['rows'][number]['by'][]) => {
      const rows = by.flatMap((one) => facts.rows.map((row) => ({ ...row, by: one })));
      return /<strong>(.*?)<\/strong>/.exec(proofPage({ ...facts, rows }))?.[1];
    };
    expect(sumOf('registry', 'registry')).toBe('2 changes: all proven.');
    expect(sumOf('registry', 'service')).toBe('2 changes: 1 proven · 1 by a reading of the service.');
    expect(sumOf('service', 'person')).toBe(
      '2 changes: 0 proven · 1 by a reading of the service · 1 not yet.',
    );
  });

  it('may run its own script and styles, and ask for nothing', () => {
    const page = proofPage(facts);
    expect(page).toContain("content=\"default-src 'none'; script-src 'sha256-");
    expect(page).not.toMatch(/https?:|src=|href=|url\(/);
  });
});
