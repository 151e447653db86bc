import { MessageChannel } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../../../../electron/main/workspace/database.ts';
import { migrations } from '../../../../../electron/main/workspace/migrations.ts';
import { connectWorkspace } from '../../../../../electron/main/workspace/rpc-client.ts';
import { serveAll } from '../../../../../electron/main/workspace/serve-all.ts';
import { serve } from '../../../../../electron/main/workspace/serve.ts';
import { openWorkspace } from '../../../../../electron/main/workspace/workspace.ts';
import {
  type ADirectory,
  aDirectory,
  anAccount,
  valueOf,
  workerUrl,
} from '../../../../support/workspace/a-workspace.ts';

describe('what a start asks of the workspace first', () => {
  let directory: ADirectory;
  const place = () => ({ directory: directory.path, workerUrl });

  beforeEach(async () => {
    directory = aDirectory();
    const workspace = valueOf(await openWorkspace(place()));
    valueOf(await workspace.accounts.save(anAccount()));
    valueOf(await workspace.accounts.select({ id: 'a1' }));
    await workspace.close();
  });
  afterEach(() => directory.remove());

  it('is answered as the opened workspace answers it', async () => {
    const reached = valueOf(await connectWorkspace(place()));
    const { accounts, settings, tldSets } = reached.first;
    const first = [
      await accounts.list({}),
      await accounts.active({}),
      await settings.read({}),
      await tldSets.list({}),
    ];
    const workspace = valueOf(await openWorkspace(place(), Promise.resolve({ ok: true, value: reached })));
    expect(first).toEqual([
      await workspace.accounts.list({}),
      await workspace.accounts.active({}),
      await workspace.settings.read({}),
      await workspace.tldSets.list({}),
    ]);
    expect(first[1]).toEqual({ ok: true, value: 'a1' });
    await workspace.close();
  });

  it('waits for what was asked before it, while all the rest is loaded', async () => {
    const opened = openDatabase(directory.path, migrations, () => new Date());
    if (!opened.ok) throw new Error(opened.error);
    const { database } = opened.value;
    const { port1: port, port2: main } = new MessageChannel();
    const answers: unknown[] = [];
    main.on('message', ({ id, value }: { readonly id: number; readonly value: unknown }) =>
      answers.push([id, value]),
    );
    const load = Promise.withResolvers<typeof serveAll>();
    const ownership = { giveBack: () => undefined };
    const take = serve({ database, ownership, port }, () => load.promise);
    take({ id: 1, area: 'accounts', method: 'active', input: {} });
    take({ id: 2, area: 'accounts', method: 'remove', input: { id: 'a1' } });
    take({ id: 3, area: 'accounts', method: 'active', input: {} });
    await vi.waitFor(() => expect(answers).toEqual([[1, 'a1']]));
    load.resolve(serveAll);
    await vi.waitFor(() => expect(answers).toHaveLength(3));
    expect(answers).toEqual([
      [1, 'a1'],
      [2, { inUse: null }],
      [3, null],
    ]);
    take(null);
    expect(database.isOpen).toBe(false);
  });

  it('can be ended before anything was asked', async () => {
    const reached = valueOf(await connectWorkspace(place()));
    await reached.close();
    const workspace = valueOf(await openWorkspace(place()));
    expect(workspace.opening).toMatchObject({ notice: null });
    await workspace.close();
  });
});
