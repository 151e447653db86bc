import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { restored as restoredActions } from '../../../../../electron/main/workspace/backups/actions.ts';
import type { Workspace } from '../../../../../electron/main/workspace/workspace.ts';
import { bound } from '../../../../support/bound.ts';
import { sweep } from '../../../../support/canary.ts';
import {
  apiKey,
  type CommandLine,
  commandLinesOfThisFile,
  namesText,
  noteIn,
  username,
  worldOfThisFile,
} from '../../../../support/command-line/a-command-line.ts';
import { aKeyringSession, type KeyringSession } from '../../../../support/keychain/keyring-session.ts';
import { aKeeper } from '../../../../support/workspace/a-backup.ts';
import {
  anAccount,
  findingsIn,
  openTestWorkspace,
  valueOf,
} from '../../../../support/workspace/a-workspace.ts';

describe('namedesk', () => {
  const run = commandLinesOfThisFile();

  it('--help lists the commands on the output', async () => {
    const { ended, out, err } = run(['--help']);
    expect(await ended).toBe(0);
    expect(out()).toMatch(/^Usage: namedesk <command>.*\n {2}practice {2,}/s);
    expect(out()).not.toContain('\u001b');
    expect(err()).toBe('');
  });

  it('without a command shows how it is used, on the error output', async () => {
    const { ended, out, err } = run([]);
    expect(await ended).toBe(2);
    expect([out(), err().startsWith('Usage: namedesk <command>')]).toEqual(['', true]);
  });
});

describe('namedesk in a workspace that was restored', { timeout: 120_000 }, () => {
  const world = worldOfThisFile();

  let opened: Workspace | null = null;
  afterEach(async () => {
    await opened?.close();
    opened = null;
  });

  const place = () => join(world.directory(), 'user', 'workspace');

  async function open(): Promise<Workspace> {
    await opened?.close();
    opened = await openTestWorkspace(place());
    return opened;
  }

  async function close(): Promise<void> {
    await opened?.close();
    opened = null;
  }

  /** As the window asks for it. */
  const restored = (workspace: Workspace) =>
    bound(restoredActions, { workspace, log: { note: () => undefined, bug: () => '' } });

  /** A workspace with one good backup whose file is damaged. */
  async function aDamagedOne(): Promise<void> {
    const workspace = await open();
    workspace.accounts.save(anAccount());
    const backups = aKeeper(workspace, place());
    valueOf(await backups.make());
    await backups.close();
    await close();
    writeFileSync(join(place(), 'workspace.sqlite'), 'This is not a database.'.repeat(400));
  }

  async function said(): Promise<string> {
    const { ended, err } = world.run(['session', 'list']);
    expect(await ended, err()).toBe(0);
    return err();
  }

  it('F4 says what happened at each run, acknowledges nothing, and the window says it too', async () => {
    await aDamagedOne();
    for (const err of [await said(), await said()]) {
      expect(err).toMatch(/the workspace was damaged and was restored from the backup of \d{4}-\d\d-\d\d/);
      expect(err).toContain('until then nothing paid is sent');
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
    expect(err).toContain('the workspace was damaged, and there was no good backup: a new one was created.');
    const kept = readdirSync(place()).find((name) => name.includes('.damaged-')) ?? 'not kept';
    expect(err).toContain(kept);
  });

  it('F4 says that it was restored where what is written down about it cannot be read', async () => {
    await aDamagedOne();
    await said();
    writeFileSync(join(place(), 'restored.json'), 'not what was written');
    expect(await said()).toContain('the notice about it cannot be read');
    expect((await open()).restoreNotice()).toEqual({ kind: 'unknown' });
  });
});

describe('a key for one run', () => {
  const world = worldOfThisFile();

  it('B9 is in no file, no output and no argument, while it runs and afterwards, whoever runs it', async () => {
    const service = await world.serve();
    const args = ['--tlds', 'com,net', '--rate', '100'];
    const owner = world.lookup([...args, '--session', 'owner'], namesText(200));
    await expect.poll(service.requestCount, { timeout: 60_000 }).toBeGreaterThan(5);
    const client = world.lookup([...args, '--session', 'visitor'], namesText(40, 'other'));
    for (const { process: child } of [owner, client]) {
      const of = (name: string): string => readFileSync(`/proc/${child.pid ?? ''}/${name}`, 'latin1');
      expect(of('cmdline') + of('environ')).not.toContain(apiKey);
    }
    owner.process.kill('SIGINT');
    expect(await owner.ended).toBe(130);
    // 1 where it had just found the one that was ending: that is not what this is about.
    expect([0, 1]).toContain(await client.ended);
    const printed = [owner, client].map(({ out, err }) => out() + err()).join('');
    expect(printed).not.toContain(apiKey);
    const { finds, files } = await sweep(world.directory(), { key: apiKey });
    expect(finds).toEqual([]);
    expect(files).toBeGreaterThan(1);
  });

  it('F9 is not told to a program that listens where a process was killed that had the workspace', async ({
    annotate,
  }) => {
    const service = await world.serve();
    const killed = world.lookup(['--tlds', 'com', '--rate', '100'], namesText(200));
    await expect.poll(service.requestCount, { timeout: 60_000 }).toBeGreaterThan(5);
    const { address, secret } = noteIn(join(world.directory(), 'user', 'workspace'));
    killed.process.kill('SIGKILL');
    await killed.ended;
    rmSync(address);
    const heard: Buffer[] = [];
    const impostor = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (piece) => {
        heard.push(piece);
        socket.write('{"kind":"welcome"}\n');
      });
    }).listen(address);
    await once(impostor, 'listening');
    const client = world.lookup(['--tlds', 'com', '--session', 'visitor'], namesText(3, 'other'));
    expect(await client.ended).toBe(1);
    expect(client.err()).toContain(
      'namedesk: Another program is listening where Namedesk should be; nothing was sent to it.\n',
    );
    impostor.close();
    rmSync(dirname(address), { recursive: true, force: true });
    const all = Buffer.concat(heard).toString('utf8');
    expect(all).toMatch(/^\{"kind":"hello","nonce":"[\w-]{43}"\}\n$/);
    for (const each of [apiKey, username, secret, 'visitor', 'other']) expect(all).not.toContain(each);
    await annotate('figure: 1 impostor beside the real command line, told no key, no argument, no input');
  });

  it('adds the account of its login once, without a key, and finds it again', async () => {
    const { port } = await world.serve();
    for (const session of ['one', 'two'])
      expect(
        await world.lookup(['--tlds', 'com', '--session', session, '--rate', '0'], 'bakery\n').ended,
      ).toBe(0);
    const list = world.run(['account', 'list', '--json']);
    await list.ended;
    expect(JSON.parse(list.out())).toEqual([
      expect.objectContaining({ label: `${username} at 127.0.0.1:${port}`, key: 'none' }),
    ]);
    const later = world.run(['session', 'resume', 'one', '--again', 'everything']);
    expect(await later.ended).toBe(4);
    expect(later.err()).toContain('This account has no API key.');
    expect(later.err()).toContain('--key-stdin-once');
  });
});

describe('namedesk practice', () => {
  const run = commandLinesOfThisFile();

  /** Waits for the welcome, and reads one of its lines. */
  async function shown({ out }: CommandLine, name: string): Promise<string> {
    await expect.poll(out, { timeout: 10_000 }).toContain('Ctrl-C ends it.');
    return new RegExp(`^ {2}${name} +(.*)$`, 'm').exec(out())?.[1] ?? '';
  }

  /** The commands that the welcome offers for trying it, as a shell runs them. */
  function tried({ out }: CommandLine, key: string): unknown {
    const lines = out()
      .split('\n')
      .filter((line) => /^ {2}(?:key|token|curl)\b/.test(line));
    const script = lines.join('\n').replace('<API_KEY>', key);
    const { stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
    return JSON.parse(stdout) as unknown;
  }

  const hasTools = ['curl', 'openssl'].every((tool) => spawnSync(tool, ['--version']).error === undefined);

  it.skipIf(!hasTools)(
    'prints commands that get an answer from it, with the token made by openssl',
    async () => {
      const running = run(['practice', '--seed', '7']);
      expect(await shown(running, 'API key')).toMatch(/^[\w-]{32}$/);
      expect(tried(running, '')).toMatchObject([
        { domainName: 'example.com', isAvailable: false },
        { domainName: 'example.dev', isAvailable: true },
      ]);
    },
  );

  it.skipIf(!hasTools)('takes the key from the standard input and does not print it', async () => {
    const running = run(['practice', '--key-stdin'], 'my-own key\nnot this line\n');
    expect(await shown(running, 'API key')).toBe('(as read from the standard input)');
    expect(running.out()).not.toContain('my-own');
    expect(tried(running, 'my-own key')).toMatchObject([{ domainName: 'example.com' }, {}]);
  });

  it('makes its key anew at each start', async () => {
    const keys = await Promise.all([1, 2].map(() => shown(run(['practice']), 'API key')));
    expect(keys[0]).not.toBe(keys[1]);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('goes on until %s and then ends with 0', async (signal) => {
    const running = run(['practice']);
    await shown(running, 'base URL');
    running.process.kill(signal);
    expect(await running.ended).toBe(0);
    expect(running.err()).toBe('');
  });

  it('says that a port is in use', async () => {
    const { port } = new URL(await shown(run(['practice']), 'base URL'));
    const second = run(['practice', '--port', port]);
    expect(await second.ended).toBe(1);
    expect(second.err()).toBe(
      `namedesk practice: port ${port} is in use by another program. Choose another one with --port, or leave it out.\n`,
    );
  });

  it('ends with 2 where the standard input has no key', async () => {
    const { ended, out, err } = run(['practice', '--key-stdin']);
    expect(await ended).toBe(2);
    expect(out()).toBe('');
    expect(err()).toContain('namedesk practice: --key-stdin was given, but the standard input has no key');
  });
});

describe('namedesk account', () => {
  const world = worldOfThisFile();

  let session: KeyringSession;
  beforeEach(() => {
    session = aKeyringSession();
  });
  afterEach(() => session.end());

  const run = (args: readonly string[], input = '') => world.run(args, input, session.environment);
  const add = (label: string, baseUrl: string, key = `${apiKey}\n`) =>
    run(
      ['account', 'add', '--label', label, '--base-url', baseUrl, '--username', username, '--key-stdin'],
      key,
    );
  const open = async (): Promise<void> => {
    await session.startBus();
    await session.startKeyring('password');
  };

  it('keeps the key in the keychain: added, listed, tested, asked with, removed', async () => {
    await open();
    const { baseUrl } = await world.serve();
    const added = add('Acme', baseUrl);
    expect(await added.ended, added.err()).toBe(0);
    expect(added.out()).toContain('Added "Acme".');

    const listed = run(['account', 'list', '--json']);
    expect(await listed.ended).toBe(0);
    expect(JSON.parse(listed.out())).toEqual([
      expect.objectContaining({ label: 'Acme', kind: 'reseller', key: 'keychain', username, baseUrl }),
    ]);

    const tested = run(['account', 'test', 'acme']);
    expect(await tested.ended, tested.err()).toBe(0);
    expect(tested.out()).toMatch(/^credits {2}answered {2}500\.00\n/);

    const asked = run(['lookup', '--account', 'Acme', '--names', '-', '--tlds', 'com'], 'bakery\n');
    expect(await asked.ended, asked.err()).toBe(0);
    expect(asked.out()).toContain('bakery.com,bakery,com,');

    // F16: a script says the label once more, or nothing is removed.
    const unconfirmed = run(['account', 'remove', 'Acme']);
    expect(await unconfirmed.ended).toBe(2);
    expect(unconfirmed.err()).toContain('nothing was removed');
    const removed = run(['account', 'remove', 'Acme', '--yes', 'Acme']);
    expect(await removed.ended, removed.err()).toBe(0);
    expect(removed.out()).toContain('Removed "Acme" and its key.');
    const again = run(['account', 'test', 'Acme']);
    expect(await again.ended).toBe(2);
    expect(again.err()).toContain('There is no account "Acme".');
  });

  it('refuses a label that another account has', async () => {
    await open();
    await add('Acme', 'https://one.example/api').ended;
    const second = add('ACME', 'https://two.example/api');
    expect(await second.ended).toBe(2);
    expect(second.err()).toContain('Another account has this name.');
  });

  it.each([
    ['nothing', '\n', 'has no key in its first line'],
    ['spaces', 'two words\n', 'this is not a key'],
    ['far too much', 'x'.repeat(20_000), 'too long for a key'],
  ])('ends with 2 where the standard input has %s for a key', async (_case, key, sentence) => {
    const { ended, err } = add('Acme', 'https://one.example/api', key);
    expect(await ended).toBe(2);
    expect(err()).toContain(sentence);
  });

  it.each([
    ['no bus', () => Promise.resolve(), 'has no message bus'],
    ['no service', () => session.startBus(), 'has no keychain service running'],
    [
      'a locked keyring',
      async () => {
        await open();
        await session.stopKeyring();
        await session.startKeyring();
      },
      'The keychain is locked',
    ],
  ])(
    'B3 ends with 4 and the remedy where there is %s, and adds nothing',
    async (_case, prepare, sentence) => {
      await prepare();
      const { ended, err } = add('Acme', 'https://one.example/api');
      expect(await ended).toBe(4);
      expect(err()).toContain(sentence);
      expect(err().trim().split('\n')).toHaveLength(2);
      const listed = run(['account', 'list']);
      expect(await listed.ended).toBe(0);
      expect(listed.out()).toBe('');
    },
  );

  it('a look-up with a key that cannot be had ends with 4, and makes no session', async () => {
    await open();
    const { baseUrl } = await world.serve();
    await add('Acme', baseUrl).ended;
    await session.stopKeyring();
    const { ended, err } = run(['lookup', '--account', 'Acme', '--names', '-', '--tlds', 'com'], 'bakery\n');
    expect(await ended).toBe(4);
    expect(err()).toContain('has no keychain service running');
    const listed = run(['session', 'list']);
    await listed.ended;
    expect(listed.out()).toBe('');
  });

  it('test ends with 3 where the service refuses the key, and with 1 where nobody answers', async () => {
    await open();
    const service = await world.serve({ apiKey: 'another key' });
    await add('Acme', service.baseUrl).ended;
    const refused = run(['account', 'test', 'Acme']);
    expect(await refused.ended).toBe(3);
    expect(refused.out()).toMatch(/^credits {2}failed/);
    await service.stop();
    expect(await run(['account', 'test', 'Acme']).ended).toBe(1);
  });

  it('set-key stores the key that the service answers to, and leaves the previous one where it does not', async () => {
    await open();
    const { baseUrl } = await world.serve();
    await add('Acme', baseUrl).ended;
    const setKey = (key: string, ...more: readonly string[]) =>
      run(['account', 'set-key', 'Acme', '--key-stdin', ...more], `${key}\n`);
    const refused = setKey('a-wrong-key');
    expect(await refused.ended).toBe(3);
    expect(refused.err()).toContain('Not accepted. The previous key is still in use.');
    expect(await run(['account', 'test', 'Acme']).ended).toBe(0);
    const accepted = setKey(apiKey);
    expect(await accepted.ended, accepted.err()).toBe(0);
    const untested = setKey('a-wrong-key', '--untested');
    expect(await untested.ended, untested.err()).toBe(0);
    expect(await run(['account', 'test', 'Acme']).ended).toBe(3);
    const today = run(['today']);
    expect(await today.ended).toBe(0);
    expect(today.out()).toMatch(/access +Acme .*refused the key.* Enter the key again/);
  });
});
