// Writes changes to the journal and prints each entry's state as soon as the workspace has said that it is written; for a
// test that reads what the system was asked to write through. In between, answers of a bulk look-up are recorded, which do
// not wait for the disk.
import { randomUUID } from 'node:crypto';
import { aConsent, answered, at, planned, readBack, sending, service } from './a-journal.ts';
import { anAnsweredRequest, aSession } from './a-session.ts';
import { anAccount, valueOf, openTestWorkspace } from './a-workspace.ts';

const [directory = '', changes = '0'] = process.argv.slice(2);
const workspace = await openTestWorkspace(directory);
valueOf(await workspace.accounts.save(anAccount()));
const names = Array.from({ length: Number(changes) }, (_, row) => `name${row}`);
const id = await aSession(workspace, names, { tlds: ['com'] });
valueOf(await workspace.journal.health({ check: true }));
const { attempt, before } = sending;
const asked = {
  ...{ at, attempt, before, consent: aConsent(), service },
  ...{ validForMs: 900_000, dayStartsAt: at },
};
process.stdout.write('begin\n');
for (const [row, name] of names.entries()) {
  const one = randomUUID();
  const columns = Uint16Array.of(0);
  const requests = [anAnsweredRequest(row, name, { columns, body: null, cause: 'unreachable' })];
  valueOf(await workspace.sessions.record({ id, requests }));
  const event = planned({ domain: `${name}.com` });
  valueOf(await workspace.journal.begin({ id: one, at, event, sealed: null }));
  process.stdout.write('planned\n');
  for (const next of [sending, answered('claimed'), readBack('agrees')]) {
    if (next.type === 'sending') valueOf(await workspace.journal.send({ ...asked, id: one }));
    else valueOf(await workspace.journal.append({ id: one, at, event: next }));
    process.stdout.write(`${next.type}\n`);
  }
}
process.stdout.write('end\n');
await workspace.close();
