import { mkdirSync, readdirSync, readFileSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import { openWorkspace, type Workspace } from '../../../../../electron/main/workspace/workspace.ts';
import { aKeeper, untilAborted } from '../../../../support/workspace/a-backup.ts';
import {
  type ADirectory,
  aDirectory,
  valueOf,
  workerUrl,
} from '../../../../support/workspace/a-workspace.ts';

type Make = Workspace['copies']['make'];

describe('making a backup', () => {
  let directory: ADirectory;
  let workspace: Workspace;
  const folder = () => join(directory.path, 'backups');
  const backupsIn = () => readdirSync(folder()).filter((name) => name !== 'checked.json');

  beforeEach(async () => {
    directory = aDirectory();
    workspace = valueOf(await openWorkspace({ directory: directory.path, workerUrl }));
    mkdirSync(folder(), { mode: 0o700 });
  });
  afterEach(async () => {
    await workspace.close();
    directory.remove();
  });

  const copying = (make: Make) => ({ ...workspace, copies: { ...workspace.copies, make } });

  it('D6 gives no name to a copy that cannot be read through', async () => {
    const keeper = aKeeper(
      copying(async ({ path }) => {
        const made = await workspace.copies.make({ path });
        const bytes = readFileSync(path);
        bytes.fill(0x5a, 4_096 * 3, 4_096 * 4);
        writeFileSync(path, bytes);
        return made;
      }),
      directory.path,
    );
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
    const make = vi.fn<Make>(workspace.copies.make);
    const keeper = aKeeper(copying(make), large);
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
    const keeper = aKeeper(
      copying(async (input) => {
        atOnce += 1;
        most = Math.max(most, atOnce);
        const made = await workspace.copies.make(input);
        atOnce -= 1;
        return made;
      }),
      directory.path,
    );
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
    const keeper = aKeeper(
      copying(() => Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }))),
      directory.path,
    );
    expect(await keeper.make()).toEqual(fail({ kind: 'storage', fault: 'full' }));
    await keeper.close();
  });

  describe('once a day', () => {
    const good = async (): Promise<Buffer> => {
      const elsewhere = join(directory.path, 'elsewhere');
      const keeper = aKeeper(workspace, elsewhere);
      const { name } = valueOf(await keeper.make());
      await keeper.close();
      return readFileSync(join(elsewhere, 'backups', name));
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
      const { promise: looked, resolve: look } = Promise.withResolvers<undefined>();
      let looks = 0;
      const make = vi.fn<Make>(() => Promise.resolve(ok({ pages: null })));
      const keeper = aKeeper(copying(make), directory.path, {
        now: () => new Date('2026-02-22T09:00:00.000Z'),
        async sleep(durationMs, signal) {
          looks += 1;
          if (looks === 1) return;
          look(undefined);
          await untilAborted(durationMs, signal);
        },
      });
      await looked;
      expect(make).toHaveBeenCalledTimes(isDue ? 1 : 0);
      await keeper.close();
    });
  });
});
