import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createRestoredHandlers } from '../../../../../electron/main/app/areas/app.ts';
import { openWorkspace, type Workspace } from '../../../../../electron/main/workspace/workspace.ts';
import { aKeeper } from '../../../../support/workspace/a-backup.ts';
import { anAccount, findingsIn, valueOf, workerUrl } from '../../../../support/workspace/a-workspace.ts';
import { deskOfThisFile } from './a-desk.ts';

const desk = deskOfThisFile();

describe('namedesk in a workspace that was restored', { timeout: 120_000 }, () => {
  let opened: Workspace | null = null;
  afterEach(async () => {
    await opened?.close();
    opened = null;
  });

  const place = () => join(desk.directory(), 'user', 'workspace');

  async function open(): Promise<Workspace> {
    await opened?.close();
    opened = valueOf(await openWorkspace({ directory: place(), workerUrl }));
    return opened;
  }

  async function close(): Promise<void> {
    await opened?.close();
    opened = null;
  }

  /** As the window asks for it. */
  const restored = (workspace: Workspace) =>
    createRestoredHandlers({ workspace, log: { note: () => undefined } });

  /** A workspace with one good backup whose file is damaged. */
  async function aDamagedOne(): Promise<void> {
    const workspace = await open();
    valueOf(await workspace.accounts.save(anAccount()));
    const backups = aKeeper(workspace, place());
    valueOf(await backups.make());
    await backups.close();
    await close();
    writeFileSync(join(place(), 'workspace.sqlite'), 'This is not a database.'.repeat(400));
  }

  async function said(): Promise<string> {
    const { ended, err } = desk.run(['session', 'list']);
    expect(await ended, err()).toBe(0);
    return err();
  }

  it('F4 says what happened at each run, acknowledges nothing, and the window says it too', async () => {
    await aDamagedOne();
    for (const err of [await said(), await said()]) {
      expect(err).toMatch(/the workspace was damaged and was restored from the backup of \d{4}-\d\d-\d\d/);
      expect(err).toContain('until then nothing that is paid is sent');
    }
    const workspace = await open();
    expect(findingsIn(workspace.opening)).toMatchObject({ why: 'damaged', earlier: 0 });
    expect(valueOf(await restored(workspace).read({})).notice).toMatchObject({ kind: 'known' });
    valueOf(await restored(workspace).acknowledge({}));
    await close();
    expect(await said()).not.toContain('restored');
  });

  it('F4 says that there was no good backup where there was none, and where the damaged file is', async () => {
    await aDamagedOne();
    rmSync(join(place(), 'backups'), { recursive: true });
    const err = await said();
    expect(err).toContain('the workspace was damaged, and there was no good backup: a new one was begun.');
    const kept = readdirSync(place()).find((name) => name.includes('.damaged-')) ?? 'not kept';
    expect(err).toContain(kept);
  });

  it('F4 says that it was restored where what is written down about it cannot be read', async () => {
    await aDamagedOne();
    await said();
    writeFileSync(join(place(), 'restored.json'), 'not what was written');
    expect(await said()).toContain('what is written down about it cannot be read');
    expect((await open()).restoreNotice()).toEqual({ kind: 'unknown' });
  });
});
