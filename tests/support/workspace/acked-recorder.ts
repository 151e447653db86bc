// Records one request after the other, in batches of one to three, and prints the number of the last of each batch as soon
// as the workspace has said that it is recorded. Killed by the test that started it.
import { aRequest, aResult, aSession, bodyOf } from './a-session.ts';
import { anAccount, valueOf, openTestWorkspace } from './a-workspace.ts';

const [directory = '', first = '0'] = process.argv.slice(2);
const most = 30_000;
const workspace = await openTestWorkspace(directory);
valueOf(await workspace.accounts.save(anAccount()));
const [before] = valueOf(await workspace.sessions.list());
const names = Array.from({ length: most }, (_, row) => `name${row}`);
const id = before?.id ?? (await aSession(workspace, names, { tlds: ['com'], state: 'running' }));

const oneOf = (row: number) =>
  aRequest({ row, columns: Uint16Array.of(0), body: bodyOf([aResult(`name${row}`, 'com')]) });

for (let row = Number(first); row < most;) {
  const batch = 1 + (row % 3);
  const requests = Array.from({ length: batch }, (_, at) => oneOf(row + at));
  valueOf(await workspace.sessions.record({ id, requests }));
  row += batch;
  process.stdout.write(`${row - 1}\n`);
}
