import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fail } from '#shared/result.ts';
import { createJobThread } from '../../../../../../electron/main/system/job-thread.ts';
import type { Backups, createBackups } from '../../../../../../electron/main/workspace/backups/backups.ts';
import type { ReadingTask } from '../../../../../../electron/main/workspace/backups/catalogue.ts';
import { openUnwritten } from '../../../../../../electron/main/workspace/open-file.ts';
import type { Workspace } from '../../../../../../electron/main/workspace/workspace.ts';
import { aKeeper, everyFileIn, readerUrl, untilAborted } from '../../../../../support/workspace/a-backup.ts';
import {
  aFinding,
  anAccount,
  valueOf,
  openTestWorkspace,
} from '../../../../../support/workspace/a-workspace.ts';
import { directoryOfEachTest } from '../../../../../support/workspace/directory-of-each-test.ts';

type Reader = Parameters<typeof createBackups>[0]['reader'];
type Make = (task: ReadingTask, run: Reader['run']) => ReturnType<Reader['run']>;

/** The thread as it is, but for how copies are made. */
function copying(make: Make): { readonly reader: Reader } {
  const reader: Reader = createJobThread({ workerUrl: readerUrl });
  const run: Reader['run'] = (task) =>
    task.copyOf === undefined ? reader.run(task) : make(task, reader.run);
  return { reader: { ...reader, run } };
}

describe('backups', () => {
  const directory = directoryOfEachTest();
  let workspace: Workspace;
  let backups: Backups;
  const folder = () => join(directory.path, 'backups');

  beforeEach(async () => {
    workspace = await openTestWorkspace(directory.path);
    workspace.accounts.save(anAccount());
    backups = aKeeper(workspace, directory.path);
  });
  afterEach(async () => {
    await backups.close();
    await workspace.close();
  });

  const listed = async () => valueOf(await backups.list());

  it('D6 are whole, verified, listed with the newest first, and say why they were made', async () => {
    const made = [valueOf(await backups.make()), valueOf(await backups.make())];
    expect(await listed()).toEqual(made.toReversed());
    expect(made[0]).toMatchObject({
      name: 'workspace-2026-02-22T09-00-00-000Z.by-hand.sqlite',
      madeAt: '2026-02-22T09:00:00.000Z',
      reason: 'by-hand',
      version: workspace.opening.version,
      state: 'good',
    });
    expect(made[0]?.bytes).toBe(statSync(join(folder(), made[0]?.name ?? '')).size);
  });

  it('D9 D6 are for their owner alone, like every other file of the workspace', async () => {
    valueOf(await backups.make());
    chmodSync(folder(), 0o755);
    valueOf(await backups.make());
    const others = [...everyFileIn(directory.path)].filter(([, { mode }]) => mode !== 0o600);
    expect(others).toEqual([]);
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
  });

  it('D6 are made while both threads go on writing, and hold what was there before', async () => {
    valueOf(await workspace.findings.save({ accountId: 'a1', findings: manyFindings, answer: '{}' }));
    const thread = { isCopying: false };
    const { reader } = copying((task, run) => {
      thread.isCopying = true;
      return run(task).finally(() => {
        thread.isCopying = false;
      });
    });
    const keeper = aKeeper(workspace, directory.path, { reader });
    const made = keeper.make();
    await expect.poll(() => thread.isCopying, { interval: 1 }).toBe(true);
    let written = 0;
    for (; thread.isCopying; written += 1) {
      valueOf(await workspace.findings.save({ accountId: 'a1', findings: [aFinding()], answer: '{}' }));
      workspace.accounts.save(anAccount({ label: `while it is made ${written}` }));
    }
    expect(written).toBeGreaterThan(3);
    const { name } = valueOf(await made);
    await keeper.close();
    const copy = openUnwritten(join(folder(), name));
    expect(copy.prepare('SELECT count(*) AS count FROM findings').get()?.['count']).toBeGreaterThanOrEqual(
      manyFindings.length,
    );
    copy.close();
  });

  it('D6 are unchecked when their file is another one than was read through, and damaged when that is said', async () => {
    const { name } = valueOf(await backups.make());
    const path = join(folder(), name);
    const bytes = readFileSync(path);
    bytes.fill(0x5a, 4_096 * 3, 4_096 * 4);
    writeFileSync(path, bytes);
    utimesSync(path, 1_000, 1_000);
    expect(await listed()).toMatchObject([{ name, state: 'unchecked' }]);
    expect(valueOf(await backups.verify(name)).state).toBe('damaged');
    expect(await listed()).toMatchObject([{ name, state: 'damaged' }]);
    truncateSync(path, 50);
    expect(await listed()).toMatchObject([{ name, state: 'damaged', version: null }]);
  });

  it('D6 are damaged when an entry of the journal in them is not what was written', async () => {
    const { name } = valueOf(await backups.make());
    const path = join(folder(), name);
    const { DatabaseSync } = await import('node:sqlite');
    const database = new DatabaseSync(path);
    database.exec("UPDATE journal_head SET hash = 'another', entries = 1");
    database.close();
    expect(valueOf(await backups.verify(name)).state).toBe('damaged');
  });

  it('D6 leave nothing behind when they are stopped because the application ends', async () => {
    let isBegun = false;
    const { reader } = copying((task, run) => {
      isBegun = true;
      return run(task);
    });
    const slow = aKeeper(workspace, directory.path, { reader });
    valueOf(await workspace.findings.save({ accountId: 'a1', findings: manyFindings, answer: '{}' }));
    const made = slow.make();
    await expect.poll(() => isBegun, { interval: 1 }).toBe(true);
    await slow.close();
    expect(await made).toEqual({ ok: false, error: { kind: 'cancelled' } });
    expect(readdirSync(folder())).toEqual([]);
    expect(await slow.make()).toEqual({ ok: false, error: { kind: 'cancelled' } });
  });

  it('D8 say that the disk is full, also in the log, and leave what was there', async () => {
    const { name } = valueOf(await backups.make());
    const lines: unknown[] = [];
    const full = aKeeper(workspace, directory.path, {
      ...copying(diskFull),
      now: () => new Date('2026-02-23T00:00:00.000Z'),
      note: (...line) => void lines.push(line),
    });
    expect(await full.make()).toEqual({ ok: false, error: { kind: 'storage', fault: 'full' } });
    expect(lines).toEqual([['backup.failed', { reason: 'by-hand', fault: 'full' }]]);
    expect(valueOf(await full.list())).toMatchObject([{ name, state: 'good' }]);
    await full.close();
  });

  it('are told apart from a name that is none', async () => {
    for (const name of [
      'workspace.sqlite',
      '../workspace.sqlite',
      'workspace-2026-02-22T09-00-00-000Z.daily.sqlite',
    ]) {
      expect(await backups.verify(name)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } });
      expect(await backups.restoreAtNextStart(name)).toMatchObject({
        ok: false,
        error: { kind: 'invalid-input' },
      });
    }
    expect(readdirSync(directory.path)).not.toContain('restore.json');
  });

  it('are not restored while something is on its way', async () => {
    const { name } = valueOf(await backups.make());
    const busy = aKeeper(workspace, directory.path, { obstacles: () => Promise.resolve(['change']) });
    const refused = await busy.restoreAtNextStart(name);
    await busy.close();
    expect(refused).toMatchObject({ ok: false, error: { kind: 'invalid-input', field: 'name' } });
    expect(readdirSync(directory.path)).not.toContain('restore.json');
  });

  const manyFindings = Array.from({ length: 20_000 }, (_, index) =>
    aFinding({ domain: `name-${index}.com` }),
  );

  const diskFull: Make = () => Promise.reject(Object.assign(new Error('full'), { errcode: 13 }));
});

describe('making a backup', () => {
  const directory = directoryOfEachTest();
  let workspace: Workspace;
  const folder = () => join(directory.path, 'backups');
  const backupsIn = () => readdirSync(folder()).filter((name) => name !== 'checked.json');

  beforeEach(async () => {
    workspace = await openTestWorkspace(directory.path);
    mkdirSync(folder(), { mode: 0o700 });
  });
  afterEach(async () => {
    await workspace.close();
  });

  it('D6 gives no name to a copy that cannot be read through', async () => {
    const { reader } = copying(async (task, run) => {
      await run(task);
      const bytes = readFileSync(task.path);
      bytes.fill(0x5a, 4_096 * 3, 4_096 * 4);
      writeFileSync(task.path, bytes);
      return await run({ path: task.path, isWhole: true });
    });
    const keeper = aKeeper(workspace, directory.path, { reader });
    expect(await keeper.make()).toEqual(fail({ kind: 'storage', fault: 'damaged' }));
    expect(backupsIn()).toEqual([]);
    await keeper.close();
  });

  it('D8 writes nothing where a copy of the workspace has no room', async () => {
    const large = join(directory.path, 'large');
    mkdirSync(large);
    const { bavail, bsize } = statfsSync(large);
    writeFileSync(join(large, 'workspace.sqlite'), '');
    // A hole: it is as large as the disk, and takes none of it.
    truncateSync(join(large, 'workspace.sqlite'), bavail * bsize);
    const make = vi.fn<Make>((task, run) => run(task));
    const keeper = aKeeper(workspace, large, copying(make));
    expect(await keeper.make()).toEqual(fail({ kind: 'storage', fault: 'full' }));
    expect(make).not.toHaveBeenCalled();
    expect(readdirSync(join(large, 'backups'))).toEqual([]);
    await keeper.close();
  });

  it('removes what a copy left that was killed', async () => {
    const left = 'workspace-2026-02-21T09-00-00-000Z.daily.sqlite.unfinished';
    for (const name of [left, `${left}-journal`]) writeFileSync(join(folder(), name), 'half of it');
    const keeper = aKeeper(workspace, directory.path);
    const { name } = valueOf(await keeper.make());
    expect(backupsIn()).toEqual([name]);
    await keeper.close();
  });

  it('removes, with one that has had its day, the answers that were put away with it', async () => {
    const old = Array.from(
      { length: 4 },
      (_, day) => `workspace-2026-01-0${day + 1}T09-00-00-000Z.restore.sqlite`,
    );
    const keeper = aKeeper(workspace, directory.path);
    const { name } = valueOf(await keeper.make());
    for (const each of old) {
      writeFileSync(join(folder(), each), readFileSync(join(folder(), name)));
      writeFileSync(join(folder(), `${each}.unrecorded-3.log`), 'answers');
    }
    valueOf(await keeper.make());
    const kept = old.slice(1).flatMap((each) => [each, `${each}.unrecorded-3.log`]);
    expect(backupsIn().filter((each) => each.includes('.restore.'))).toEqual(kept);
    await keeper.close();
  });

  it('makes one at a time', async () => {
    let [atOnce, most] = [0, 0];
    const { reader } = copying(async (task, run) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      const made = await run(task);
      atOnce -= 1;
      return made;
    });
    const keeper = aKeeper(workspace, directory.path, { reader });
    const made = await Promise.all([keeper.make(), keeper.make(), keeper.make()]);
    expect(made.map((each) => each.ok)).toEqual([true, true, true]);
    expect(most).toBe(1);
    await keeper.close();
  });

  it('waits for no day any more when it is closed', async () => {
    const { promise: waiting, resolve } = Promise.withResolvers<AbortSignal>();
    const keeper = aKeeper(workspace, directory.path, {
      sleep(durationMs, signal) {
        resolve(signal);
        return untilAborted(durationMs, signal);
      },
    });
    const { aborted: before } = await waiting;
    await keeper.close();
    expect([before, (await waiting).aborted]).toEqual([false, true]);
  });

  it('D8 says what the disk says, as a value', async () => {
    const noSpace = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    const keeper = aKeeper(
      workspace,
      directory.path,
      copying(() => Promise.reject(noSpace)),
    );
    expect(await keeper.make()).toEqual(fail({ kind: 'storage', fault: 'full' }));
    await keeper.close();
  });

  it('D8 is told by its thread what SQLite says, with its number', async () => {
    const path = join(folder(), 'not-empty.sqlite');
    writeFileSync(path, 'something');
    const { reader } = copying((task, run) => run(task));
    await expect(reader.run({ path, isWhole: true, copyOf: directory.path })).rejects.toMatchObject({
      errcode: 26,
    });
    await reader.close();
  });

  describe('once a day', () => {
    const good = async (): Promise<Buffer> => {
      const keeper = aKeeper(workspace, directory.path);
      const { name } = valueOf(await keeper.make());
      await keeper.close();
      const bytes = readFileSync(join(folder(), name));
      rmSync(folder(), { recursive: true });
      mkdirSync(folder(), { mode: 0o700 });
      return bytes;
    };

    it.each([
      ['nothing', null, true],
      ['one of that day', '02-22T08-00-00-000Z.daily', false],
      ['one that was made by hand that day', '02-22T08-00-00-000Z.by-hand', false],
      ['one of the day before', '02-21T09-00-00-000Z.daily', true],
      ['one that was made before a migration that day', '02-22T08-00-00-000Z.migration', true],
      ['one that was put away that day', '02-22T08-00-00-000Z.restore', true],
      ['one of a time to come, as under a wrong clock', '03-22T08-00-00-000Z.daily', true],
      ['a damaged one of that day', '02-22T08-00-00-000Z.daily damaged', true],
    ])('D6 is due, or not, where there is %s', async (_case, there, isDue) => {
      const [name, isDamaged] = there?.split(' ') ?? [];
      const bytes = isDamaged === undefined ? await good() : Buffer.from('no database');
      if (name !== undefined) writeFileSync(join(folder(), `workspace-2026-${name}.sqlite`), bytes);
      const { promise: slept, resolve: sleeps } = Promise.withResolvers<undefined>();
      let sleepsSoFar = 0;
      const make = vi.fn<Make>(() => Promise.resolve(fail({ kind: 'cancelled' })));
      const keeper = aKeeper(workspace, directory.path, {
        ...copying(make),
        now: () => new Date('2026-02-22T09:00:00.000Z'),
        async sleep(durationMs, signal) {
          sleepsSoFar += 1;
          if (sleepsSoFar === 1) return;
          sleeps(undefined);
          await untilAborted(durationMs, signal);
        },
      });
      await slept;
      expect(make).toHaveBeenCalledTimes(isDue ? 1 : 0);
      await keeper.close();
    });
  });
});
