import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChangeAsk } from '#shared/changes/index.ts';
import type { Batch } from '#shared/domain/batch.ts';
import { amountToType } from '#shared/domain/limits.ts';
import { readThrough } from '../../../../../../electron/main/workspace/backups/catalogue.ts';
import { writeMarker } from '../../../../../../electron/main/workspace/backups/restore-files.ts';
import { openDatabase } from '../../../../../../electron/main/workspace/database.ts';
import { createJournalRepository } from '../../../../../../electron/main/workspace/journal/journal-repository.ts';
import { migrations } from '../../../../../../electron/main/workspace/migrations.ts';
import { createRepositories } from '../../../../../../electron/main/workspace/stores.ts';
import {
  aFilledJournal,
  changeId,
  planned,
  sending,
  wholeStory,
  write,
} from '../../../../../support/workspace/a-journal.ts';
import { asks } from '../../../../../support/changes/a-changes-world.ts';
import { anAccount, findingsIn, valueOf } from '../../../../../support/workspace/a-workspace.ts';
import { processArgs } from '../../../../../support/workspace/processes.ts';
import { directoryOfEachTest } from '../../../../../support/workspace/directory-of-each-test.ts';
import type { FaultPlan } from '../../../../../../electron/main/practice/faults/fault.ts';
import { restored } from '../../../../../../electron/main/workspace/backups/actions.ts';
import { bound } from '../../../../../support/bound.ts';
import { createTestWorld, type TestWorld } from '../../../../../support/test-world.ts';

const at = '2026-02-23T10:00:00.000Z';
const name = 'workspace-2026-02-22T09-00-00-000Z.daily.sqlite';
const keptName = 'workspace-2026-02-23T10-00-00-000Z.restore.sqlite';
/** Which change the workspace's journal knows, and the backup's does not. */
const sinceTheBackup = 30;

const now = () => new Date(at);

describe('a backup that takes the workspace’s place', () => {
  const directory = directoryOfEachTest();
  let copies: string[] = [];
  const file = () => join(directory.path, 'workspace.sqlite');
  const backup = () => join(directory.path, 'backups', name);

  /** The backup knows the account `then`; the workspace knows `now`, and has answers that are not recorded. */
  beforeEach(async () => {
    const { database } = open();
    const { accounts } = createRepositories(database);
    accounts.save(anAccount({ label: 'then' }));
    await aFilledJournal(createJournalRepository(database, now));
    mkdirSync(join(directory.path, 'backups'), { mode: 0o700 });
    database.prepare('VACUUM INTO ?').run(backup());
    accounts.save(anAccount({ label: 'now' }));
    await write(
      createJournalRepository(database, now),
      sinceTheBackup,
      wholeStory.with(0, planned({ domain: 'since-the-backup.com' })),
    );
    database.close();
    writeFileSync(join(directory.path, 'unrecorded-3.log'), 'answers of now');
  });
  afterEach(() => {
    for (const copy of copies) rmSync(copy, { recursive: true, force: true });
    copies = [];
  });

  function open(path = directory.path) {
    const opened = openDatabase(path, migrations, now);
    if (!opened.ok) throw new Error(opened.error);
    return opened.value;
  }

  /** What the next start says of the restore, and what its journal tells of the change since the backup. */
  async function toldIn(path: string) {
    const { database, opening } = open(path);
    const journal = createJournalRepository(database, now);
    const { broken } = await journal.health({ check: true });
    const since = journal.find({ id: changeId(sinceTheBackup) });
    database.close();
    return { notice: findingsIn(opening), isBroken: broken !== null, since: since?.state };
  }

  function labelIn(path = directory.path): string | undefined {
    const { database } = open(path);
    const [account] = createRepositories(database).accounts.list();
    database.close();
    return account?.label;
  }

  it('is the workspace after the next start, and what was there is a good backup', () => {
    writeMarker(directory.path, { name, at, why: 'asked' });
    const { database, opening } = open();
    expect(opening.notice).toMatchObject({
      copy: { name, madeAt: '2026-02-22T09:00:00.000Z' },
      why: 'asked',
      replacedPath: join(directory.path, 'backups', keptName),
    });
    database.close();
    expect(labelIn()).toBe('then');
    expect(readThrough(join(directory.path, 'backups', keptName), migrations)).toMatchObject({
      isGood: true,
    });
  });

  it('leaves answers that were not recorded with the workspace that they were for, and they come back with it', () => {
    writeMarker(directory.path, { name, at, why: 'asked' });
    open().database.close();
    expect(existsSync(join(directory.path, 'unrecorded-3.log'))).toBe(false);
    writeMarker(directory.path, { name: keptName, at: '2026-02-23T11:00:00.000Z', why: 'asked' });
    expect(labelIn()).toBe('now');
    expect(readFileSync(join(directory.path, 'unrecorded-3.log'), 'utf8')).toBe('answers of now');
  });

  it('takes nothing over of a log of changes that belongs to the file before', () => {
    const { database } = open();
    createRepositories(database).accounts.save(anAccount({ label: 'in the log' }));
    const crashed = aCopy('crashed');
    database.close();
    writeMarker(crashed, { name, at, why: 'asked' });
    expect(labelIn(crashed)).toBe('then');
    writeMarker(crashed, { name: keptName, at: '2026-02-23T11:00:00.000Z', why: 'asked' });
    expect(labelIn(crashed)).toBe('in the log');
  });

  it.each([
    ['has gone', 'missing', () => rmSync(backup())],
    ['has become damaged', 'damaged', () => writeFileSync(backup(), 'no database'.repeat(1_000))],
    ['is of a newer version', 'newer-version', () => aNewerOne(backup())],
  ] as const)(
    'stays where it is when it %s: the workspace is as it was, and says so',
    (_name, fault, change) => {
      change();
      writeMarker(directory.path, { name, at, why: 'asked' });
      const { database, opening } = open();
      database.close();
      expect(opening.notice).toMatchObject({ kind: 'failed', failed: { at, copy: { name }, fault } });

      expect(labelIn()).toBe('now');
      expect(readdirSync(directory.path)).not.toContain('restore.json');
      expect(readFileSync(join(directory.path, 'unrecorded-3.log'), 'utf8')).toBe('answers of now');
    },
  );

  it('takes back what had its other name already when a start was killed, where the backup cannot be read then', () => {
    writeMarker(directory.path, { name, at, why: 'asked' });
    renameSync(file(), join(directory.path, 'backups', keptName));
    writeFileSync(backup(), 'no database');
    const { database, opening } = open();
    database.close();
    expect(opening.notice).toMatchObject({ kind: 'failed', failed: { fault: 'damaged' } });
    expect(labelIn()).toBe('now');
  });

  it('D5 leaves the log of changes with the damaged file that it belongs to', () => {
    const { database } = open();
    createRepositories(database).accounts.save(anAccount({ label: 'in the log' }));
    const crashed = aCopy('crashed');
    database.close();
    const log = readFileSync(join(crashed, 'workspace.sqlite-wal'));
    const damaged = Buffer.from('This is not a database.'.repeat(400));
    writeFileSync(join(crashed, 'workspace.sqlite'), damaged);
    const opened = open(crashed);
    opened.database.close();
    expect(labelIn(crashed)).toBe('then');
    const { replacedPath } = findingsIn(opened.opening);
    expect(readFileSync(replacedPath ?? '').equals(damaged)).toBe(true);
    expect(readFileSync(`${replacedPath}-wal`).equals(log)).toBe(true);
  });

  it('stays where it is when there is no place for a copy of it: the workspace is as it was', () => {
    // A file is no folder: nothing can be written there, as on a disk that takes nothing more.
    symlinkSync(join(backup(), 'no folder'), `${file()}.restoring.unfinished`);
    writeMarker(directory.path, { name, at, why: 'asked' });
    const { database, opening } = open();
    database.close();
    expect(opening.notice).toMatchObject({ kind: 'failed' });
    expect(labelIn()).toBe('now');
  });

  it('is not taken from outside of the folder of backups, whatever the file says that asks for it', () => {
    const outside = join(directory.path, 'outside.sqlite');
    cpSync(backup(), outside);
    const asked = { name: '../outside.sqlite', at, why: 'asked' };
    writeFileSync(join(directory.path, 'restore.json'), JSON.stringify(asked));
    const { database, opening } = open();
    database.close();
    expect(opening.notice).toBeNull();
    expect(labelIn()).toBe('now');
  });

  it('a change that was being sent in the backup is still written down as sent, to be read back', async () => {
    const { database } = open();
    const journal = createJournalRepository(database, now);
    await write(journal, 20, [planned({ domain: 'on-its-way.com' }), sending]);
    rmSync(backup());
    database.prepare('VACUUM INTO ?').run(backup());
    database.close();
    writeMarker(directory.path, { name, at, why: 'asked' });
    const restored = open().database;
    const [found] = createJournalRepository(restored, now)
      .open({ accountId: null })
      .filter(({ id }) => id === changeId(20));
    restored.close();
    expect(found?.state).toBe('sending');
  });

  it(
    'D5 F3 F4 leaves the restored one with all that the journal knew, and says so, killed before any of its writes',
    { timeout: 240_000 },
    async ({ annotate }) => {
      writeMarker(directory.path, { name, at, why: 'asked' });
      const labels = new Set<string | undefined>();
      let step = 0;
      for (let isOver = false; !isOver;) {
        step += 1;
        const copy = aCopy(step);
        const { status, stdout } = spawnSync(process.execPath, processArgs('killed-at-a-write', copy, step));
        isOver = status === 0;
        if (isOver) expect(stdout.toString()).toBe('opened\n');
        const label = labelIn(copy);
        labels.add(label);
        expect(label).toBe('then');
        expect(await toldIn(copy)).toMatchObject({
          notice: {
            at,
            why: 'asked',
            copy: { name },
            changes: { reading: 'whole' },
            withdrawn: 1,
            earlier: 0,
          },
          isBroken: false,
          since: 'confirmed',
        });
        expect(readThrough(join(copy, 'backups', keptName), migrations).isGood).toBe(true);
        expect(readThrough(join(copy, 'backups', name), migrations).isGood).toBe(true);
        rmSync(copy, { recursive: true });
      }
      expect(step).toBeGreaterThan(10);
      await annotate(
        `figure: restoring killed before each of its ${step - 1} writes: 0 without a workspace, 0 without the notice, 0 changes lost`,
      );
    },
  );

  it(
    'D5 F4 a damaged workspace is followed by the newest good backup, and that is said, killed before any of its writes',
    { timeout: 240_000 },
    async ({ annotate }) => {
      const damaged = Buffer.from('This is not a database.'.repeat(400));
      writeFileSync(file(), damaged);
      let step = 0;
      for (let isOver = false; !isOver;) {
        step += 1;
        const copy = aCopy(step);
        isOver = spawnSync(process.execPath, processArgs('killed-at-a-write', copy, step)).status === 0;
        expect(labelIn(copy)).toBe('then');
        expect(await toldIn(copy)).toMatchObject({
          notice: {
            why: 'damaged',
            copy: { name },
            changes: { reading: 'unreadable' },
            withdrawn: 1,
            earlier: 0,
          },
          isBroken: false,
        });
        const aside = readdirSync(copy).filter(
          (each) => each.includes('.damaged-') && !each.includes('unrecorded'),
        );
        expect(aside.map((each) => readFileSync(join(copy, each)).equals(damaged))).toEqual([true]);
        rmSync(copy, { recursive: true });
      }
      expect(step).toBeGreaterThan(10);
      await annotate(`figure: killed before each of ${step - 1} writes, 0 without a workspace, 0 deletions`);
    },
  );

  function aCopy(what: string | number): string {
    const copy = `${directory.path}-${what}`;
    copies.push(copy);
    cpSync(directory.path, copy, { recursive: true, preserveTimestamps: true });
    return copy;
  }
});

function aNewerOne(path: string): void {
  const bytes = readFileSync(path);
  bytes.writeInt32BE(migrations.length + 1, 60);
  writeFileSync(path, bytes);
}

const domains = Array.from({ length: 12 }, (_, index) => `more-${index}.com`);

const other = 'more-12.com';

const renewing = { kind: 'renew', periodYears: 1 } as const;

/** One page of the file that the journal is not in: SQLite refuses the file, and the journal can still be read. */
function zeroAPageOfRows(file: string): void {
  const database = new DatabaseSync(file);
  const pages = database.prepare(`SELECT pgoffset, pgsize FROM dbstat WHERE name = 'batch_rows'`).all();
  database.close();
  const bytes = readFileSync(file);
  for (const { pgoffset, pgsize } of pages)
    bytes.fill(0, Number(pgoffset), Number(pgoffset) + Number(pgsize));
  writeFileSync(file, bytes);
}

describe('a workspace that was restored from a backup made in the middle of a batch of renewals', () => {
  let world: TestWorld;
  let [batchId, backup, openedMs] = ['', '', 0];
  const file = () => join(world.workspaceDirectory, 'workspace.sqlite');

  const takeUp = async () => {
    await world.changes.recover();
    await world.batches.takeUp();
  };
  const reopen = async (meanwhile?: () => void) => {
    openedMs = Date.now();
    world = await world.reopen(meanwhile);
    await takeUp();
  };
  beforeEach(async () => {
    world = await createTestWorld({ service: { moreDomains: 20 }, account: { concurrency: 8 } });
    await takeUp();
    batchId = await aBatchPausedInItsMiddle();
    await aPlannedChange();
    ({ name: backup } = valueOf(await world.backups.make()));
    valueOf(await world.batches.resume(batchId, false));
    await until(batchId, ({ state }) => state === 'done');
    expect(paid()).toBe(12);
  });

  const until = (id: string, is: (plan: Batch) => boolean): Promise<Batch> =>
    vi.waitFor(
      async () => {
        const plan = valueOf(await world.batches.find(id));
        if (!is(plan)) throw new Error(`It is ${plan.state}: ${JSON.stringify(plan.counts)}`);
        return plan;
      },
      { timeout: 30_000, interval: 5 },
    );

  /** How many renewals were sent. */
  const paid = (): number =>
    world.service.requests().filter(({ method, path }) => method === 'POST' && path.endsWith('/renew'))
      .length;

  async function prepared(names: readonly string[]): Promise<Batch> {
    valueOf(await world.portfolio.add(world.accountId, names.join('\n'), [], 'typed'));
    const { id } = valueOf(await world.batches.prepare(world.accountId, renewing, names));
    return await until(id, ({ state }) => state !== 'reading');
  }

  async function aBatchPausedInItsMiddle(): Promise<string> {
    valueOf(await world.portfolio.add(world.accountId, [...domains, other].join('\n'), [], 'typed'));
    const { id, digest, typedCount } = await prepared(domains);
    valueOf(await world.batches.apply(id, digest ?? '', typedCount, false, null));
    await until(id, ({ counts }) => counts.confirmed >= 2);
    valueOf(await world.batches.pause(id));
    const { counts } = await until(id, ({ state }) => state === 'paused');
    expect(counts.remaining).toBeGreaterThan(0);
    // A pause does not wait for the change that is on its way.
    await vi.waitFor(async () => {
      const { rows } = valueOf(await world.batches.rows(id, { which: 'all', offset: 0, limit: 100 }));
      const states = rows.map(({ state }) => state);
      expect(states).not.toContain('planned');
      expect(states).not.toContain('sending');
    });
    return id;
  }

  /** A lock that is written down and was not sent. */
  async function aPlannedChange(): Promise<void> {
    const { id, label, username } = anAccount();
    const service = { baseUrl: world.service.baseUrl, username };
    const event = planned({ accountId: id, accountLabel: label, service, domain: other });
    valueOf(await world.workspace.journal.begin({ id: changeId(1), at, event, sealed: null }));
  }

  async function restoredAsAsked(): Promise<void> {
    const at = new Date().toISOString();
    const event = { type: 'withdrawn', error: null } as const;
    valueOf(await world.workspace.journal.append({ id: changeId(1), at, event }));
    valueOf(await world.backups.restoreAtNextStart(backup));
    await reopen();
  }

  const overwriteAll = () => writeFileSync(file(), 'This is not a database.'.repeat(4_000));

  const handlers = () =>
    bound(restored, { workspace: world.workspace, log: { note: () => undefined, bug: () => '' } });
  const shownRows = async (offset = 0) => valueOf(await handlers().rows({ offset, limit: 200 }));

  async function expectStopped(): Promise<void> {
    expect(valueOf(await world.batches.find(batchId))).toMatchObject({
      state: 'stopped',
      stoppedBy: 'restore',
    });
    expect(await world.batches.resume(batchId, true)).toMatchObject({
      ok: false,
      error: { kind: 'invalid-input' },
    });
    expect(valueOf(await world.changes.find(changeId(1))).change.state).toBe('withdrawn');
    const health = valueOf(await world.workspace.journal.health({ check: true }));
    expect(health.broken).toBeNull();
  }

  it.each([
    ['as somebody asked', 'asked', 0, restoredAsAsked],
    ['since the file was damaged', 'damaged', 1, () => reopen(() => zeroAPageOfRows(file()))],
  ])(
    'F3 %s, stops the batch, and what was paid since is known: the same batch again has nothing to do',
    async (_name, why, withdrawn, restore) => {
      await restore();
      const notice = findingsIn(world.workspace.opening);
      expect(notice).toMatchObject({
        why,
        withdrawn,
        copy: { name: backup },
        batches: [{ batchId, rows: 12 }],
      });
      expect(notice.changes).toMatchObject({ reading: 'whole' });
      expect(notice.changes.added).toBeGreaterThan(0);
      await expectStopped();
      const { rows } = await shownRows();
      expect(rows.filter((row) => row.why === 'change' && row.change.state === 'confirmed')).not.toEqual([]);
      valueOf(await handlers().acknowledge({}));
      const again = await prepared(domains);
      expect(again.counts).toMatchObject({ rows: 12, toDo: 0, leftOut: 12 });
      expect(paid()).toBe(12);
    },
    60_000,
  );

  it('F3 from a file of which nothing can be read, lists each row of the batch that may have been paid', async () => {
    await reopen(overwriteAll);
    const notice = findingsIn(world.workspace.opening);
    expect(notice).toMatchObject({ withdrawn: 1, carriedOver: 0, batches: [{ batchId }] });
    expect(notice.changes).toMatchObject({ reading: 'unreadable', added: 0 });
    await expectStopped();
    const { rows } = await shownRows();
    expect(await shownRows(1)).toEqual({ rows: rows.slice(1), offset: 1, total: rows.length });
    const ofBatch = valueOf(await world.batches.rows(batchId, { which: 'all', offset: 0, limit: 100 })).rows;
    // One that was on its way when the backup was made has been read back at this start.
    const isKnown = (state: string | null) => state === 'confirmed' || state === 'applied';
    const notKnown = ofBatch.filter(({ state }) => !isKnown(state)).map(({ domain }) => domain);
    expect(notKnown.length).toBeGreaterThan(0);
    expect(rows.map((row) => (row.why === 'change' ? row.change.domain : row.domain))).toEqual(
      expect.arrayContaining(notKnown),
    );
    expect(rows.some(({ why }) => why === 'batch-row')).toBe(true);
    expect(rows.find((row) => row.why === 'change' && row.change.id === changeId(1))).toMatchObject({
      change: { state: 'withdrawn', error: { kind: 'from-backup', mayBeDone: true } },
    });
    expect(paid()).toBe(12);
  });

  /** The start has compared the marks, which stops batches: only then one that is made now stays. It writes them anew then. */
  async function marksAreCompared(): Promise<void> {
    const mark = join(world.workspaceDirectory, 'sent.mark.json');
    await vi.waitFor(async () => {
      const { entries, head: hash } = valueOf(await world.workspace.journal.health({ check: false }));
      const marks = JSON.parse(readFileSync(mark, 'utf8')) as Record<string, readonly unknown[]>;
      const [all = [], ...others] = Object.values(marks);
      // The marks that the restored file does not contain are kept before it: the keychain's and the folder's, which may differ.
      expect([others, all.length > 1]).toEqual([[], true]);
      expect(all.at(-1)).toMatchObject({ entries, hash });
      expect(statSync(mark).mtimeMs).toBeGreaterThanOrEqual(openedMs);
    });
  }

  it('F1 F3 leaves each such row out of a later batch, and warns before a single renewal, until it is renewed again', async () => {
    await reopen(overwriteAll);
    await marksAreCompared();
    valueOf(await handlers().acknowledge({}));
    const excluded = async () => {
      const { id, counts } = await prepared(domains);
      const { rows } = valueOf(await world.batches.rows(id, { which: 'all', offset: 0, limit: 100 }));
      expect(counts).toMatchObject({ toDo: 0, leftOut: 12 });
      return { id, notKnown: rows.filter(({ remarks }) => remarks.some((one) => one.id === 'from-backup')) };
    };
    const { notKnown } = await excluded();
    const doubted = notKnown[0]?.domain ?? '';
    const warned = async () => {
      const asked = { ...renewing, addons: {} };
      const { remarks } = valueOf(await world.changes.prepare(world.accountId, doubted, asked));
      return remarks.some(({ id }) => id === 'from-backup');
    };
    expect(await warned()).toBe(true);
    // Neither the removal of the batch nor another restore of the same backup makes it known.
    valueOf(await world.batches.remove(batchId));
    expect((await excluded()).notKnown).toHaveLength(notKnown.length);
    valueOf(await world.backups.restoreAtNextStart(backup));
    await reopen();
    await marksAreCompared();
    expect(findingsIn(world.workspace.opening).changes.reading).toBe('whole');
    valueOf(await handlers().acknowledge({}));
    const { id } = await excluded();
    const { rows } = valueOf(await world.batches.rows(id, { which: 'all', offset: 0, limit: 100 }));
    const { index } = rows.find(({ domain }) => domain === doubted) ?? { index: -1 };
    const { digest, typedCount } = valueOf(await world.batches.leaveOut(id, index, false));
    valueOf(await world.batches.apply(id, digest ?? '', typedCount, false, null));
    await until(id, ({ state }) => state === 'done');
    expect(paid()).toBe(13);
    expect(await warned()).toBe(false);
    expect((await excluded()).notKnown).toHaveLength(notKnown.length - 1);
  });

  it('F3 sends nothing that is paid until it is acknowledged, and a lock at once', async () => {
    await reopen(overwriteAll);
    const consent = { typedName: other, premiumAccepted: true, typedLimit: null };
    const renewal = valueOf(await world.changes.prepare(world.accountId, other, { ...renewing, addons: {} }));
    expect(await world.changes.apply(renewal.reviewId, consent)).toEqual({
      ok: false,
      error: { kind: 'restore-unacknowledged' },
    });
    const batch = await prepared(domains);
    await world.batches.apply(batch.id, batch.digest ?? '', batch.typedCount, true, null);
    await vi.waitFor(async () => {
      const { waitingFor, state } = valueOf(await world.batches.find(batch.id));
      if (state === 'running' && waitingFor === null) throw new Error('It is still trying');
    });
    expect(paid()).toBe(12);

    const lock = valueOf(
      await world.changes.prepare(world.accountId, other, { kind: 'lock', state: 'locked' }),
    );
    const { id } = valueOf(await world.changes.apply(lock.reviewId, consent));
    await vi.waitFor(async () =>
      expect(valueOf(await world.changes.find(id)).change.state).toBe('confirmed'),
    );

    valueOf(await handlers().acknowledge({}));
    expect(valueOf(await handlers().read({}))).toEqual({ notice: null });
    const again = valueOf(await world.changes.prepare(world.accountId, other, { ...renewing, addons: {} }));
    const sent = valueOf(await world.changes.apply(again.reviewId, consent));
    await vi.waitFor(async () =>
      expect(valueOf(await world.changes.find(sent.id)).change.state).toBe('confirmed'),
    );
    expect(paid()).toBe(13);
  });

  it('F4 is still said at the next start as long as nobody has acknowledged it, and not any more afterwards', async () => {
    await reopen(overwriteAll);
    const { notice } = valueOf(await handlers().read({}));
    await reopen();
    expect(valueOf(await handlers().read({}))).toEqual({ notice });
    valueOf(await handlers().acknowledge({}));
    await reopen();
    expect(valueOf(await handlers().read({}))).toEqual({ notice: null });
  });

  it('F4 says that it was restored where what is written down about it cannot be read', async () => {
    await reopen(overwriteAll);
    await reopen(() =>
      writeFileSync(join(world.workspaceDirectory, 'restored.json'), '{"kind":"known","at":"'),
    );
    expect(valueOf(await handlers().read({}))).toEqual({ notice: { kind: 'unknown' } });
    expect(await shownRows()).toEqual({ rows: [], offset: 0, total: 0 });
  });
});

describe('changes that were made between a backup and its restore', () => {
  let world: TestWorld;
  let backup: string;
  const [renewed, doubtful, configured] = ['more-0.com', 'more-1.com', 'more-2.com'];
  const nameservers = ['ns1.example.net', 'ns2.example.net'];
  const lost: FaultPlan = [
    { fault: { kind: 'break', after: 'request', by: 'reset' }, operation: 'renew', isApplied: true },
  ];

  beforeEach(async () => {
    world = await createTestWorld({ service: { moreDomains: 3 } });
    await world.changes.recover();
    valueOf(await world.portfolio.add(world.accountId, `${renewed} ${doubtful} ${configured}`, [], 'typed'));
    for (const name of [renewed, doubtful])
      valueOf(await world.portfolio.setExpiry(world.accountId, name, '2030-05-01'));
    ({ name: backup } = valueOf(await world.backups.make()));
    await done(renewed, { ...renewing, addons: {} });
    await done(renewed, { kind: 'renew', periodYears: 2, addons: {} });
    await done(configured, { kind: 'nameservers', nameservers });
    await done(configured, { kind: 'lock', state: 'unlocked' });
  });

  async function done(name: string, ask: ChangeAsk, state = 'confirmed'): Promise<void> {
    const { reviewId, asksFor } = valueOf(await world.changes.prepare(world.accountId, name, ask));
    const consent = { typedName: name, premiumAccepted: true, typedLimit: amountToType(asksFor.limits) };
    const { id } = valueOf(await world.changes.apply(reviewId, consent));
    await vi.waitFor(async () => expect(valueOf(await world.changes.find(id)).change.state).toBe(state));
  }

  const known = async (name: string) => valueOf(await world.portfolio.find(world.accountId, name));

  const ask = () =>
    writeMarker(world.workspaceDirectory, { name: backup, at: new Date().toISOString(), why: 'asked' });
  const damage = () => zeroAPageOfRows(join(world.workspaceDirectory, 'workspace.sqlite'));

  const restored = async (meanwhile = ask): Promise<void> => {
    world = await world.reopen(meanwhile);
    expect(findingsIn(world.workspace.opening).changes.reading).toBe('whole');
  };

  it.each([
    ['somebody asked', ask],
    ['the file was damaged', damage],
  ])(
    'give the expectation again that they gave when made, with its age, where %s',
    async (_why, meanwhile) => {
      const before = [await known(renewed), await known(configured)];
      expect(before).toMatchObject([
        { expiresOn: { value: '2033-05-01', source: 'expected' } },
        {
          nameservers: { value: nameservers, source: 'change' },
          lock: { value: 'unlocked', source: 'change' },
        },
      ]);
      await restored(meanwhile);
      expect((await known(renewed)).expiresOn).toMatchObject({ value: '2030-05-01', source: 'typed' });
      await world.changes.recover();
      expect([await known(renewed), await known(configured)]).toEqual(before);
      const renewal = valueOf(
        await world.changes.prepare(world.accountId, renewed, { ...renewing, addons: {} }),
      );
      expect(renewal.lines).toContainEqual(
        expect.objectContaining({ label: 'Expires on', before: '2033-05-01', after: '2034-05-01, expected' }),
      );
    },
  );

  it('give none where it is uncertain whether they were made', async () => {
    await world.stopService();
    await world.startService({ moreDomains: 3, faults: lost });
    await done(doubtful, { ...renewing, addons: {} }, 'uncertain');
    await restored();
    await world.changes.recover();
    expect((await known(doubtful)).expiresOn).toMatchObject({ value: '2030-05-01', source: 'typed' });
  });

  it('give none where they were made at another service than the account has now', async () => {
    await restored();
    const login = { baseUrl: world.service.baseUrl, username: 'another@example.com' };
    world.workspace.accounts.save(anAccount(login));
    await world.changes.recover();
    expect((await known(renewed)).expiresOn).toMatchObject({ value: '2030-05-01', source: 'typed' });
  });

  it('bring back a name that was registered, and not again once it is removed by hand', async () => {
    const registered = 'quaysideworks-and-sons.com';
    await done(registered, asks.register);
    await restored();
    await world.changes.recover();
    expect(await known(registered)).toMatchObject({ addedBy: 'registration' });
    await world.portfolio.remove(world.accountId, [registered]);
    world = await world.reopen();
    await world.changes.recover();
    expect(world.workspace.domains.names(world)).not.toContain(registered);
  });

  it.each([
    ['somebody asked', ask],
    ['the file was damaged', damage],
  ])('do not bring back a name that was removed by hand before, where %s', async (_why, meanwhile) => {
    const [removed, again] = ['available-1.com', 'available-2.com'];
    for (const registered of [removed, again]) await done(registered, asks.register);
    await world.portfolio.remove(world.accountId, [removed, again, renewed]);
    valueOf(await world.portfolio.add(world.accountId, again, [], 'typed'));
    await restored(meanwhile);
    await world.changes.recover();
    const names = world.workspace.domains.names(world);
    expect(names).toContain(again);
    expect(names).not.toContain(removed);
    // The backup has it: then it is as its changes left it.
    expect((await known(renewed)).expiresOn).toMatchObject({ value: '2033-05-01', source: 'expected' });
  });

  it('change nothing that was learned since the restore, at whichever start', async () => {
    await restored();
    const syncAnswer = { active: true, expired: false, transferredAway: false, expiresOn: '2035-01-01' };
    const at = new Date().toISOString();
    await world.portfolio.observe(world.accountId, renewed, { at, source: 'sync', syncAnswer });
    await world.changes.recover();
    world = await world.reopen();
    await world.changes.recover();
    expect((await known(renewed)).expiresOn).toEqual({ value: '2035-01-01', at, source: 'sync' });
  });
});
