import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkspace } from '../../../../../electron/main/workspace/workspace.ts';
import {
  type ADirectory,
  aDirectory,
  anAccount,
  valueOf,
  workerUrl,
} from '../../../../support/workspace/a-workspace.ts';

const owner = fileURLToPath(new URL('../../../../support/workspace/owner-process.ts', import.meta.url));
const busy = { ok: false, error: { kind: 'storage', fault: 'busy' } };

type Child = ChildProcessByStdio<Writable, Readable, null>;

describe('a workspace that another process owns', () => {
  let directory: ADirectory;
  let started: Child[] = [];
  beforeEach(() => {
    directory = aDirectory();
    started = [];
  });
  afterEach(() => {
    for (const child of started) child.kill('SIGKILL');
    directory.remove();
  });

  const start = (): Child => {
    const child = spawn(process.execPath, [owner, directory.path], { stdio: ['pipe', 'pipe', 'inherit'] });
    started.push(child);
    return child;
  };
  const said = (child: Child): Promise<string> =>
    new Promise((resolve) => void createInterface(child.stdout).once('line', resolve));
  const open = () => openWorkspace({ directory: directory.path, workerUrl });

  it('is busy, and opens at once when its owner was killed with SIGKILL', async () => {
    const child = start();
    expect(await said(child)).toBe('owned');
    expect(await open()).toEqual(busy);
    child.kill('SIGKILL');
    await once(child, 'close');
    const workspace = valueOf(await open());
    expect(valueOf(await workspace.accounts.list({}))).toEqual([]);
    await workspace.close();
  });

  it('opens when its owner has closed it', async () => {
    const child = start();
    expect(await said(child)).toBe('owned');
    child.stdin.end();
    await once(child, 'close');
    await valueOf(await open()).close();
  });

  it('of several that begin at the same moment, one has it', async () => {
    const answers = await Promise.all([start(), start(), start(), start()].map(said));
    expect(answers.filter((answer) => answer === 'owned')).toHaveLength(1);
    expect(answers.filter((answer) => answer === JSON.stringify(busy.error))).toHaveLength(3);
  });

  it('is busy within the owning process too, and a second attempt does not take the lock away', async () => {
    const workspace = valueOf(await open());
    expect(await open()).toEqual(busy);
    expect(await said(start())).toBe(JSON.stringify(busy.error));
    valueOf(await workspace.accounts.save(anAccount()));
    await workspace.close();
  });

  it('D9 has a lock that its owner alone may read', async () => {
    const workspace = valueOf(await open());
    expect(statSync(join(directory.path, 'owner.sqlite')).mode & 0o777).toBe(0o600);
    await workspace.close();
  });
});
