import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { findingOf } from '../../electron/main/practice/findings.ts';
import { answerDialogs, ground } from '../support/application/launch-namedesk.ts';
import { enterReseller, setOptions } from '../support/application/reseller.ts';
import { expect, test } from '../support/application/namedesk-test.ts';
import { bulkPage, sessionPage } from '../support/pages/bulk-page.ts';

const tlds = 'com net org info biz io co app dev ai me tv cc xyz eu de at ch fr it'.split(' ');
const names = Array.from({ length: 2_000 }, (_, index) => `shop-${index}-${'abcdefgh'[index % 8] ?? ''}`);

test('C18 a lookup from a file is paused, killed, taken up, finished, filtered, shortlisted and exported', async ({
  launch,
  reseller,
}, testInfo) => {
  test.setTimeout(180_000);
  const first = await launch();
  // Slow enough to be seen running: 2,000 requests.
  await setOptions(first, await enterReseller(first, reseller), { requestsPerSecond: 150, concurrency: 8 });
  const list = join(ground().folder, 'shops.csv');
  await writeFile(list, `pos,shop\n${names.map((name, index) => `${index},${name}`).join('\n')}\n`);
  await answerDialogs(first, { open: list });

  const bulk = bulkPage(first.page);
  await bulk.openNew();
  await bulk.openFile();
  await expect(bulk.report).toContainText('2,000 names');
  await bulk.typeTlds(tlds.join(' '));
  await bulk.start('Shops of spring');

  const running = sessionPage(first.page);
  await expect(running.state).toContainText(/[1-9]\d?\s?% done/, { timeout: 30_000 });
  await running.pause();
  const asked = reseller.service.requestCount();
  await running.resume();
  await expect.poll(() => reseller.service.requestCount()).toBeGreaterThan(asked + 100);
  process.kill(first.pid, 'SIGKILL');
  await expect.poll(() => first.hasEnded()).toBe(true);
  const askedBeforeKill = reseller.service.requestCount();
  expect(askedBeforeKill).toBeLessThan(names.length);

  const second = await launch();
  const session = sessionPage(second.page);
  await session.open('Shops of spring');
  await session.expectFinished();
  // Two requests of the login itself (credit and list of TLDs) come with each start; 8 at most were in flight.
  expect(reseller.service.requestCount()).toBeLessThanOrEqual(names.length + 8 + 12);

  const [shortlisted, itsTld] = [
    'shop-1-b',
    tlds.find((tld) => findingOf(1, 'shop-1-b', tld) === 'available') ?? '',
  ];
  expect(await session.cell(shortlisted, itsTld)).toMatch(/: available, checked /);
  await session.filterBy('available');
  await session.shortlist(shortlisted, itsTld);
  await expect.poll(() => session.cell(shortlisted, itsTld)).toContain('shortlist');
  const target = testInfo.outputPath('shops.csv');
  await answerDialogs(second, { save: join(second.userDataDir, 'shops.csv') });
  await session.export('CSV');
  await expect(session.exports).toContainText('shops.csv');
  await expect(session.exports.getByRole('progressbar')).toHaveCount(0);
  await writeFile(target, await readFile(join(second.userDataDir, 'shops.csv')));

  const rows: Record<string, string>[] = parse(await readFile(target, 'utf8'), { columns: true, bom: true });
  const expected = names.flatMap((name) =>
    tlds.filter((tld) => findingOf(1, name, tld) === 'available').map((tld) => `${name}.${tld}`),
  );
  expect(rows.map(({ domain }) => domain)).toEqual(expected);
  expect(new Set(rows.map(({ finding }) => finding))).toEqual(new Set(['available']));

  await session.showShortlist();
  await expect(session.shown).toContainText('1 check');
});
