import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultLimits } from '#shared/domain/limits.ts';
import { fail } from '#shared/result.ts';
import { resultOf } from '../../../../../electron/main/workspace/sqlite.ts';
import { openSessionsThread } from '../../../../../electron/main/workspace/rpc.ts';
import { openWorkspace, type Workspace } from '../../../../../electron/main/workspace/workspace.ts';
import {
  aFinding,
  anAccount,
  valueOf,
  workerUrl,
  openTestWorkspace,
} from '../../../../support/workspace/a-workspace.ts';
import { processArgs } from '../../../../support/workspace/processes.ts';
import { directoryOfEachTest } from '../../../../support/workspace/directory-of-each-test.ts';
import { cellCode } from '../../../../../shared/domain/session.ts';
import { runUntilDead } from '../../../../faults/storage/storage-kills.ts';

describe('the workspace', () => {
  const directory = directoryOfEachTest();
  let workspace: Workspace;
  const open = () => openTestWorkspace(directory.path);

  beforeEach(async () => {
    workspace = await open();
    workspace.accounts.save(anAccount());
  });
  afterEach(async () => {
    await workspace.close();
  });
  const reopen = async () => {
    await workspace.close();
    workspace = await open();
  };

  describe('accounts', () => {
    it('are there after closing and opening, in the order in which they were added', async () => {
      workspace.accounts.save(anAccount({ id: 'a0', label: 'Later', colour: 'red' }));
      await reopen();
      const key = { place: 'none', savedAt: null };
      expect(workspace.accounts.list()).toEqual([
        { ...anAccount(), key },
        { ...anAccount({ id: 'a0', label: 'Later', colour: 'red' }), key },
      ]);
    });

    it('take with them what was learned with them, when removed', async () => {
      valueOf(await workspace.findings.save({ accountId: 'a1', findings: [aFinding()], answer: '{"x":1}' }));
      workspace.tlds.replace({ accountId: 'a1', tlds: ['.com'], readAt: '2026-02-21T14:00:00.000Z' });
      workspace.accounts.remove({ id: 'a1' });
      expect(valueOf(await workspace.findings.known({ accountId: 'a1', domains: ['example.com'] }))).toEqual(
        [],
      );
      expect(workspace.tlds.list({ accountId: 'a1' })).toEqual({ tlds: [], readAt: null });
    });
  });

  describe('settings', () => {
    it('begin with the defaults and keep what was changed', async () => {
      expect(workspace.settings.read()).toMatchObject({
        colourScheme: 'system',
        onboarded: false,
        limits: defaultLimits,
      });
      const written = workspace.settings.write({ colourScheme: 'dark' });
      await reopen();
      expect(written).toMatchObject({ colourScheme: 'dark', onboarded: false });
      expect(workspace.settings.read()).toEqual(written);
    });
  });

  describe('TLDs and sets of them', () => {
    it('are kept as the service gave them, with the time', async () => {
      const named = { tlds: ['.com', '.co.za'], readAt: '2026-02-21T14:00:00.000Z' };
      workspace.tlds.replace({ accountId: 'a1', ...named });
      await reopen();
      expect(workspace.tlds.list({ accountId: 'a1' })).toEqual(named);
    });

    it('are the user’s own, by name, until removed', () => {
      workspace.tldSets.save({ id: 's1', name: 'Zürich', tlds: ['ch'] });
      workspace.tldSets.save({ id: 's2', name: 'bern', tlds: ['ch', 'swiss'] });
      workspace.tldSets.save({ id: 's2', name: 'alps', tlds: ['ch', 'at'] });
      const own = () => workspace.tldSets.list().filter(({ builtIn }) => !builtIn);
      expect(own().map((set) => set.name)).toEqual(['alps', 'Zürich']);
      workspace.tldSets.remove({ id: 's1' });
      expect(own().map((set) => set.id)).toEqual(['s2']);
    });
  });

  describe('findings', () => {
    const com = aFinding({
      prices: [
        {
          period: 1,
          register: { kind: 'given', amount: '9.50', currency: null },
          transfer: { kind: 'not-given' },
          renew: { kind: 'unreadable' },
        },
      ],
    });
    const net = aFinding({ domain: 'example.net', tld: 'net', kind: 'unknown', cause: 'no-decision' });
    const answer = JSON.stringify([{ domainName: 'example.com' }, { domainName: 'example.net', ü: '💾' }]);

    it('are known again by account and name, whole', async () => {
      valueOf(await workspace.findings.save({ accountId: 'a1', findings: [com, net], answer }));
      await reopen();
      const known = valueOf(
        await workspace.findings.known({ accountId: 'a1', domains: ['example.net', 'x.com', 'example.com'] }),
      );
      expect(known).toHaveLength(2);
      expect(known).toEqual(expect.arrayContaining([com, net]));
      expect(valueOf(await workspace.findings.known({ accountId: 'a2', domains: ['example.com'] }))).toEqual(
        [],
      );
    });

    it('give way to newer ones, and a late answer loses to a newer one', async () => {
      const newer = aFinding({ kind: 'taken', checkedAt: '2026-02-21T15:00:00.000Z' });
      valueOf(await workspace.findings.save({ accountId: 'a1', findings: [com, net], answer }));
      valueOf(await workspace.findings.save({ accountId: 'a1', findings: [newer], answer: '"newer"' }));
      valueOf(await workspace.findings.save({ accountId: 'a1', findings: [com], answer: '"late"' }));
      const details = (domain: string) => workspace.findings.details({ accountId: 'a1', domain });
      expect(valueOf(await details('example.com'))).toEqual({ finding: newer, answer: '"newer"' });
      expect(valueOf(await details('example.net'))).toEqual({ finding: net, answer });
    });

    it('older than an instant are forgotten, and only those', async () => {
      const newer = aFinding({ domain: 'new.com', checkedAt: '2026-02-22T00:00:00.000Z' });
      valueOf(await workspace.findings.save({ accountId: 'a1', findings: [com, net], answer }));
      valueOf(await workspace.findings.save({ accountId: 'a1', findings: [newer], answer: '"new"' }));
      const purged = await workspace.findings.purge({ before: '2026-02-22T00:00:00.000Z' });
      expect(valueOf(purged)).toEqual({ removed: 2 });
      expect(
        valueOf(await workspace.findings.details({ accountId: 'a1', domain: 'example.com' })),
      ).toBeNull();
      expect(
        valueOf(await workspace.findings.details({ accountId: 'a1', domain: 'new.com' })),
      ).not.toBeNull();
    });
  });

  it('counts deviations by place and kind', () => {
    const seen = [{ operation: 'lookup', path: '0.status', expected: 'string', seen: 'null' }];
    workspace.deviations.note({ accountId: 'a1', seen, at: '2026-02-21T15:00:00.000Z' });
    workspace.deviations.note({ accountId: 'a1', seen, at: '2026-02-21T14:00:00.000Z' });
    expect(workspace.deviations.list({ accountId: 'a1' })).toEqual([
      { ...seen[0], count: 2, lastSeenAt: '2026-02-21T15:00:00.000Z' },
    ]);
  });

  it('answers a bug of the caller as a throw, and goes on', async () => {
    // @ts-expect-error a text where findings belong
    await expect(workspace.findings.save({ accountId: 'a1', findings: 'x', answer: '' })).rejects.toThrow();
    expect(() => workspace.accounts.select({ id: 'nobody' })).toThrow();
    expect(workspace.accounts.list()).toHaveLength(1);
  });

  it('answers until it is closed, and from then on that this was cancelled', async () => {
    const closed = valueOf(await openWorkspace({ directory: `${directory.path}/other`, workerUrl }));
    const closing = closed.close();
    expect(closed.accounts.list()).toEqual([]);
    await closing;
    await closed.close();
    expect(await resultOf(closed.accounts.list)).toEqual(fail({ kind: 'cancelled' }));
  });
});

describe('a workspace that another process owns', () => {
  const busy = { ok: false, error: { kind: 'storage', fault: 'busy' } };

  type Child = ChildProcessByStdio<Writable, Readable, null>;

  const directory = directoryOfEachTest();
  let started: Child[] = [];
  beforeEach(() => {
    started = [];
  });
  afterEach(() => {
    for (const child of started) child.kill('SIGKILL');
  });

  const start = (): Child => {
    const child = spawn(process.execPath, processArgs('owner', directory.path), {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
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
    expect(workspace.accounts.list()).toEqual([]);
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
    workspace.accounts.save(anAccount());
    await workspace.close();
  });

  it('D9 has a lock that its owner alone may read', async () => {
    const workspace = valueOf(await open());
    expect(statSync(join(directory.path, 'owner.sqlite')).mode & 0o777).toBe(0o600);
    await workspace.close();
  });
});

describe('the thread of the sessions', () => {
  const directory = directoryOfEachTest();

  it('says why where it cannot open the file, and opens it with the next call', async () => {
    const place = { directory: join(directory.path, 'later'), workerUrl };
    const thread = openSessionsThread(place);
    const list = () =>
      thread.send({ area: 'sessions', method: 'list', input: undefined, lent: [] }, () => undefined);
    expect(await list()).toEqual(fail({ kind: 'storage', fault: 'read-only' }));
    await valueOf(await openWorkspace(place)).close();
    expect(await list()).toEqual({ ok: true, value: [] });
    await thread.close();
    expect(await list()).toEqual(fail({ kind: 'cancelled' }));
  });
});

const kills = Number(process.env['NAMEDESK_KILLS'] ?? 5);

const timeoutMs = 12_000 * kills;

describe('a workspace whose process is killed', () => {
  const directory = directoryOfEachTest();

  it(
    `D3 has lost nothing that it had said is kept, ${kills} times over`,
    async () => {
      let acked = 0;
      for (let kill = 1; kill <= kills; kill += 1) {
        acked = await writeUntilKilled(
          'finding-writer',
          directory.path,
          acked,
          acked + 5 + ((kill * 7) % 61),
        );
        expect(await knownUpTo(directory.path, acked)).toBe(acked);
      }
      expect(acked).toBeGreaterThan(kills * 5);
    },
    timeoutMs,
  );

  it(
    `C18 D3 has every request that it had said is recorded, and counts them right, ${kills} times over`,
    async () => {
      let acked = 0;
      for (let kill = 1; kill <= kills; kill += 1) {
        acked = await writeUntilKilled(
          'request-recorder',
          directory.path,
          acked,
          acked + 5 + ((kill * 17) % 97),
        );
        const kept = await recordedIn(directory.path);
        expect(kept.rows.slice(0, acked)).toEqual(Array.from({ length: acked }, () => true));
        expect(kept.left).toBe(kept.rows.filter((isThere) => !isThere).length);
      }
      expect(acked).toBeGreaterThan(kills * 5);
    },
    timeoutMs,
  );
});

/** Starts a writer at number `from`, kills it once `until` was acknowledged; answers with the last number plus one. */
async function writeUntilKilled(
  name: 'finding-writer' | 'request-recorder',
  directory: string,
  from: number,
  until: number,
): Promise<number> {
  const { lines, wasKilled } = await runUntilDead(processArgs(name, directory, from), (line, kill) => {
    if (Number(line) >= until) kill();
  });
  expect(wasKilled).toBe(true);
  return Number(lines.at(-1) ?? '-1') + 1;
}

/** How many of the findings 0 … count-1 are there, whole, in a sound file. */
async function knownUpTo(directory: string, count: number): Promise<number> {
  const workspace = await openTestWorkspace(directory);
  const domains = Array.from({ length: count }, (_, number) => `name-${number}.com`);
  const known = valueOf(await workspace.findings.known({ accountId: 'a1', domains }));
  const details = await workspace.findings.details({ accountId: 'a1', domain: `name-${count - 1}.com` });
  await workspace.close();
  expect(workspace.opening.notice).toBeNull();
  expect(valueOf(details)?.answer).toBe(`{"number":${count - 1}}`);
  return known.filter((finding) => finding.domain === `name-${finding.message}.com`).length;
}

/** Which rows of the recorder's session have their finding, with an answer that is theirs; and how many it has left. */
async function recordedIn(
  directory: string,
): Promise<{ readonly rows: readonly boolean[]; readonly left: number }> {
  const workspace = await openTestWorkspace(directory);
  expect(workspace.opening.notice).toBeNull();
  const [session] = valueOf(await workspace.sessions.list());
  const id = session?.id ?? '';
  const { codes } = valueOf(await workspace.sessions.cells({ id }));
  const last = codes.findLastIndex((code) => code !== 0);
  const { answer } = valueOf(await workspace.sessions.details({ id, cell: last }));
  expect(answer).toContain(`name${last}.com`);
  await workspace.close();
  return {
    rows: Array.from(codes, (code) => code === cellCode('available', null)),
    left: session?.left ?? -1,
  };
}
