// @ts-check
// Says of each numbered requirement whether the suites that have run show it, with the figures that they told.
// Reads what those suites left in test-results/reports: `npm test` and `npm run test:security` run them before.
import { inCheckout } from './lib/paths.mjs';
import { readReport } from './lib/reports.mjs';
import { requirements } from './lib/requirements/list.mjs';
import { playwrightProofs, strangers, summaryOf, tableOf, verdicts } from './lib/requirements/proofs.mjs';
import { main, say, Stop } from './lib/say.mjs';

/** @param {string} name @returns {any} */
const report = (name) => readReport(inCheckout('test-results', 'reports', `${name}.json`));

function proofsOfAll() {
  const byVitest = ['unit', 'integration', 'faults', 'walls'].flatMap(
    (name) => report(`${name}-proofs`) ?? [],
  );
  const byPlaywright = ['e2e', 'packaged'].flatMap((name) => {
    const found = report(name);
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
  const missing = rows
    .filter(({ verdict }) => verdict === 'NOT SHOWN')
    .map(({ requirement }) => requirement.number);
  return Promise.resolve(missing.length + unknown.length === 0 ? 0 : 1);
});
