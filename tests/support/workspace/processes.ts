// Processes that tests start, to kill them or to read what they ask of the system: `node processes.ts NAME DIRECTORY NUMBER`.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { flushCompileCache, syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../../electron/main/workspace/database.ts';
import { migrations } from '../../../electron/main/workspace/migrations.ts';
import { openWorkspace } from '../../../electron/main/workspace/workspace.ts';
import { aConsent, answered, at, planned, readBack, sending, service } from './a-journal.ts';
import { anAnsweredRequest, aRequest, aResult, aSession, bodyOf } from './a-session.ts';
import { aFinding, anAccount, openTestWorkspace, valueOf, workerUrl } from './a-workspace.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function anOpenWorkspace(directory: string) {
  const workspace = await openTestWorkspace(directory);
  workspace.accounts.save(anAccount());
  return workspace;
}

const processes = {
  /** Saves one finding after the other, and says the number of each once the workspace has said that it is kept. */
  async 'finding-writer'(directory: string, first: number) {
    const workspace = await anOpenWorkspace(directory);
    for (let number = first; ; number += 1) {
      const findings = [aFinding({ domain: `name-${number}.com`, message: String(number) })];
      const answer = `{"number":${number}}`;
      valueOf(await workspace.findings.save({ accountId: 'a1', findings, answer }));
      say(String(number));
    }
  },

  /** Records requests in batches of one to three, and says the number of the last of each once they are recorded. */
  async 'request-recorder'(directory: string, first: number) {
    const most = 30_000;
    const workspace = await anOpenWorkspace(directory);
    const [before] = valueOf(await workspace.sessions.list());
    const names = Array.from({ length: most }, (_, row) => `name${row}`);
    const id = before?.id ?? (await aSession(workspace, names, { tlds: ['com'], state: 'running' }));
    const oneOf = (row: number) =>
      aRequest({ row, columns: Uint16Array.of(0), body: bodyOf([aResult(`name${row}`, 'com')]) });
    for (let row = first; row < most;) {
      const batch = 1 + (row % 3);
      const requests = Array.from({ length: batch }, (_, index) => oneOf(row + index));
      valueOf(await workspace.sessions.record({ id, requests }));
      row += batch;
      say(String(row - 1));
    }
  },

  /** Records a thousand requests and flushes so many times, between `begin` and `end`. */
  async 'request-flusher'(directory: string, flushes: number) {
    const records = 1_000;
    // In so few batches that the log need not be written back into the file in between, which waits for the disk by itself.
    const batch = 20;
    const workspace = await anOpenWorkspace(directory);
    const names = Array.from({ length: records }, (_, row) => `name${row}`);
    const id = await aSession(workspace, names, { tlds: ['com'] });
    say('begin');
    for (let from = 0; from < records; from += batch) {
      const requests = names
        .slice(from, from + batch)
        .map((name, index) => failedRequest(from + index, name));
      valueOf(await workspace.sessions.record({ id, requests }));
      if (from % (records / flushes) === 0) valueOf(await workspace.sessions.seal());
    }
    say('end');
    await workspace.close();
  },

  /**
   * Writes so many changes to the journal, and says each entry's state once it is written. In between, answers of a lookup are
   * recorded, which do not wait for the disk.
   */
  async 'journal-writer'(directory: string, changes: number) {
    const workspace = await anOpenWorkspace(directory);
    const names = Array.from({ length: changes }, (_, row) => `name${row}`);
    const sessionId = await aSession(workspace, names, { tlds: ['com'] });
    valueOf(await workspace.journal.health({ check: true }));
    const { attempt, before } = sending;
    const asked = { at, attempt, before, consent: aConsent(), service };
    say('begin');
    for (const [row, name] of names.entries()) {
      const id = randomUUID();
      valueOf(await workspace.sessions.record({ id: sessionId, requests: [failedRequest(row, name)] }));
      const event = planned({ domain: `${name}.com` });
      valueOf(await workspace.journal.begin({ id, at, event, sealed: null }));
      say('planned');
      valueOf(await workspace.journal.send({ ...asked, id, validForMs: 900_000, dayStartsAt: at }));
      say('sending');
      for (const next of [answered('done'), readBack('agrees')]) {
        valueOf(await workspace.journal.append({ id, at, event: next }));
        say(next.type);
      }
    }
    say('end');
    await workspace.close();
  },

  /** Owns the workspace until it is killed, or until its standard input ends; says how opening went. */
  async owner(directory: string) {
    const opened = await openWorkspace({ directory, workerUrl });
    say(opened.ok ? 'owned' : JSON.stringify(opened.error));
    process.stdin.resume().on('end', () => {
      if (opened.ok) opened.value.close().catch(() => process.exit(1));
    });
  },

  /**
   * Opens the workspace's file and dies at the n-th of its writes to the folder: before it, so that each is once the first that
   * did not happen. Says `opened` where there were fewer.
   */
  'killed-at-a-write'(directory: string, step: number) {
    let left = step;
    const writes = [
      'renameSync',
      'copyFileSync',
      'rmSync',
      'writeFileSync',
      'fsyncSync',
      'chmodSync',
    ] as const;
    for (const name of writes) {
      const original = fs[name] as (...args: unknown[]) => unknown; // Called with what it was called with.
      Object.assign(fs, {
        [name]: (...args: unknown[]) => {
          left -= 1;
          if (left === 0) process.kill(process.pid, 'SIGKILL');
          return original(...args);
        },
      });
    }
    syncBuiltinESMExports();
    const opened = openDatabase(directory, migrations, () => new Date('2026-02-23T10:00:00.000Z'));
    say(opened.ok ? 'opened' : opened.error);
    if (opened.ok) opened.value.database.close();
  },
};

/** A request of a row of one name, which failed. */
const failedRequest = (row: number, name: string) =>
  anAnsweredRequest(row, name, { columns: Uint16Array.of(0), body: null, cause: 'unreachable' });

/** The arguments that make Node this process. */
export const processArgs = (
  name: keyof typeof processes,
  directory: string,
  number = 0,
): readonly string[] => [fileURLToPath(import.meta.url), name, directory, String(number)];

if (import.meta.main) {
  flushCompileCache(); // Now, for those that come after: it may be killed.
  const [name = '', directory = '', number = '0'] = process.argv.slice(2);
  await processes[name as keyof typeof processes](directory, Number(number)); // By processArgs.
}
