import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Backups } from '../../../../../../electron/main/workspace/backups/backups.ts';
import { openWorkspace, type Workspace } from '../../../../../../electron/main/workspace/workspace.ts';
import { aKeeper } from '../../../../../support/workspace/a-backup.ts';
import {
  aConsent,
  at,
  before,
  changeId,
  planned,
  service,
  wholeStory,
} from '../../../../../support/workspace/a-journal.ts';
import {
  type ADirectory,
  aDirectory,
  anAccount,
  valueOf,
  workerUrl,
} from '../../../../../support/workspace/a-workspace.ts';

describe('a backup that is to take the workspace’s place', () => {
  let directory: ADirectory;
  let workspace: Workspace;
  let backups: Backups;
  let name: string;
  const path = () => join(directory.path, 'backups', name);
  const isNoted = () => existsSync(join(directory.path, 'restore.json'));

  beforeEach(async () => {
    directory = aDirectory();
    workspace = valueOf(await openWorkspace({ directory: directory.path, workerUrl }));
    valueOf(await workspace.accounts.save(anAccount()));
    await aChange(1);
    await anAccess();
    backups = aKeeper(workspace, directory.path);
    ({ name } = valueOf(await backups.make()));
  });
  afterEach(async () => {
    await backups.close();
    await workspace.close();
    directory.remove();
  });

  /** One that was read back: nothing of it is open. */
  async function aChange(n: number): Promise<void> {
    const id = changeId(n);
    valueOf(await workspace.journal.begin({ id, at, event: planned(), sealed: null }));
    for (const event of wholeStory.slice(1))
      valueOf(
        event.type === 'sending'
          ? await workspace.journal.send(sendOf(n))
          : await workspace.journal.append({ id, at, event }),
      );
  }

  /** As the gate asks for it; every change before it took effect. */
  const sendOf = (n: number) => ({
    id: changeId(n),
    at,
    attempt: 1,
    before,
    consent: aConsent({ lastEffect: n - 1 }),
    service,
    validForMs: 900_000,
    dayStartsAt: `${at.slice(0, 10)}T00:00:00.000Z`,
  });

  const anAccess = async () =>
    valueOf(
      await workspace.codeAccesses.ask({
        at,
        accountId: 'a1',
        accountLabel: 'Acme',
        domain: 'harbour-books.com',
        deed: 'copy',
      }),
    );

  const refusal = (reason: RegExp) => ({
    ok: false,
    error: { kind: 'invalid-input', field: 'name', reason: expect.stringMatching(reason) as string },
  });

  it('is noted for the next start', async () => {
    valueOf(await backups.restoreAtNextStart(name));
    expect(JSON.parse(readFileSync(join(directory.path, 'restore.json'), 'utf8'))).toMatchObject({
      name,
      why: 'asked',
    });
  });

  it('D6 is read through once more: bits rot and leave the date as it was', async () => {
    // Whole seconds: less than a millisecond cannot be set.
    utimesSync(path(), 1_000, 1_000);
    valueOf(await backups.verify(name));
    const bytes = readFileSync(path());
    bytes.fill(0x5a, 4_096 * 3, 4_096 * 4);
    writeFileSync(path(), bytes);
    utimesSync(path(), 1_000, 1_000);
    expect(valueOf(await backups.list())).toMatchObject([{ name, state: 'good' }]);
    expect(await backups.restoreAtNextStart(name)).toMatchObject(refusal(/damaged/));
    expect(isNoted()).toBe(false);
  });

  it('is refused where a newer version made it', async () => {
    const database = new DatabaseSync(path());
    database.exec(`PRAGMA user_version = ${workspace.opening.version + 1}`);
    database.close();
    expect(await backups.restoreAtNextStart(name)).toMatchObject(refusal(/newer version/));
    expect(isNoted()).toBe(false);
  });

  it('is refused while a change is open, though nothing is on its way', async () => {
    const event = planned({ domain: 'oakline.io' });
    valueOf(await workspace.journal.begin({ id: changeId(2), at, event, sealed: null }));
    expect(await backups.restoreAtNextStart(name)).toMatchObject(refusal(/on its way or uncertain/));
    expect(isNoted()).toBe(false);
  });

  it('says what would be forgotten: what was written since, and nothing else', async () => {
    expect(valueOf(await backups.since(name))).toMatchObject({ entries: 0, changes: 0, accesses: 0 });
    await aChange(2);
    await anAccess();
    expect(valueOf(await backups.since(name))).toMatchObject({ entries: 4, changes: 1, accesses: 1 });
  });
});
