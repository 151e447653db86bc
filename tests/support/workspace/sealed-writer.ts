// Records a thousand requests and seals some of them; for a test that counts what the system was asked to write through.
import { anAnsweredRequest, aSession } from './a-session.ts';
import { anAccount, valueOf, openTestWorkspace } from './a-workspace.ts';

const [directory = '', seals = '0'] = process.argv.slice(2);
const records = 1_000;
/** In so few batches that the log need not be written back into the file in between, which waits for the disk by itself. */
const batch = 20;
const workspace = await openTestWorkspace(directory);
valueOf(await workspace.accounts.save(anAccount()));
const names = Array.from({ length: records }, (_, row) => `name${row}`);
const id = await aSession(workspace, names, { tlds: ['com'] });
process.stdout.write('begin\n');
for (let from = 0; from < records; from += batch) {
  const requests = names.slice(from, from + batch).map((name, at) => {
    const columns = Uint16Array.of(0);
    return anAnsweredRequest(from + at, name, { columns, body: null, cause: 'unreachable' });
  });
  valueOf(await workspace.sessions.record({ id, requests }));
  if (from % (records / Number(seals)) === 0) valueOf(await workspace.sessions.seal());
}
process.stdout.write('end\n');
await workspace.close();
