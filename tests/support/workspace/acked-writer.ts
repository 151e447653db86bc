// Saves one finding after the other and prints the number of each as soon as the workspace has said that it is kept.
// Killed by the test that started it.
import { aFinding, anAccount, valueOf, openTestWorkspace } from './a-workspace.ts';

const [directory = '', first = '0'] = process.argv.slice(2);
const workspace = await openTestWorkspace(directory);
valueOf(await workspace.accounts.save(anAccount()));
for (let number = Number(first); ; number += 1) {
  const findings = [aFinding({ domain: `name-${number}.com`, message: String(number) })];
  valueOf(await workspace.findings.save({ accountId: 'a1', findings, answer: `{"number":${number}}` }));
  process.stdout.write(`${number}\n`);
}
