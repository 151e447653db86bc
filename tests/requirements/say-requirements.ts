// Says of each numbered requirement whether the suites that have run show it, with the figures that they told.
// Reads what those suites left in test-results/reports: `npm test` and `npm run test:security` run them before.
import { inCheckout } from '../../scripts/lib/paths.mjs';
import { readReport } from '../../scripts/lib/reports.mjs';
import { main, say, Stop } from '../../scripts/lib/say.mjs';
import { requirements } from './list.ts';
import { playwrightProofs, type Proof, strangers, summaryOf, tableOf, verdicts } from './proofs.ts';

const report = (name: string): unknown => readReport(inCheckout('test-results', 'reports', `${name}.json`));

function proofsOfAll(): readonly Proof[] {
  const byVitest = ['unit', 'integration', 'faults', 'walls'].flatMap(
    (name) => (report(`${name}-proofs`) ?? []) as readonly Proof[], // by vitest-reporter.ts
  );
  const byPlaywright = ['e2e', 'packaged'].flatMap((name) => {
    const found = report(name) as Parameters<typeof playwrightProofs>[0] | undefined; // by Playwright
    return found ? playwrightProofs(found, name) : [];
  });
  return [...byVitest, ...byPlaywright];
}

await main(() => {
  const proofs = proofsOfAll();
  if (proofs.length === 0) throw new Stop('No suite has left a report. Run npm run test:security.');
  const rows = verdicts(requirements, proofs);
  process.stdout.write(`\n${tableOf(rows)}\n\n`);
  const unknown = strangers(requirements, proofs);
  if (unknown.length > 0) say(`tests carry numbers that are no requirements: ${unknown.join(', ')}`);
  say(`${rows.length} requirements: ${summaryOf(rows)}`);
  const isMissing = rows.some(({ verdict }) => verdict === 'NOT SHOWN');
  return Promise.resolve(isMissing || unknown.length > 0 ? 1 : 0);
});
