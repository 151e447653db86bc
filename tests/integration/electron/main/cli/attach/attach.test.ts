import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attachToHost } from '../../../../../../electron/main/cli/attach/client.ts';
import {
  newNote,
  proofOf,
  writeHostNote,
  type ReadableNote,
} from '../../../../../../electron/main/cli/attach/handshake.ts';
import { startCliServer, type CliServer } from '../../../../../../electron/main/cli/attach/server.ts';
import type { ExitCode, Terminal } from '../../../../../../electron/main/cli/terminal.ts';
import {
  aTerminal,
  lineOfFrame as line,
  noteIn,
  aRawVisitor,
  type ATerminal,
  type RawVisitor,
} from '../../../../../support/command-line/a-command-line.ts';
import { directoryOfEachTest } from '../../../../../support/workspace/directory-of-each-test.ts';

describe('a command line that is handed over', () => {
  type Run = (args: readonly string[], terminal: Terminal) => Promise<ExitCode>;

  const ended = (signal: AbortSignal): Promise<unknown> =>
    signal.aborted ? Promise.resolve() : once(signal, 'abort');

  const workspace = directoryOfEachTest();
  let owners: CliServer[];
  const bugs: unknown[] = [];
  beforeEach(() => {
    owners = [];
    bugs.length = 0;
  });
  afterEach(async () => {
    for (const owner of owners) await owner.close();
    expect(bugs).toEqual([]);
  });

  const receive = async (run: Run): Promise<CliServer> => {
    const owner = await startCliServer({
      workspaceDirectory: workspace.path,
      run,
      onBug: (thrown) => bugs.push(thrown),
      // The owner of these tests is this very process, which would not visit itself.
      pid: 4_711,
    });
    owners.push(owner);
    return owner;
  };
  const visit = (args: readonly string[], terminal: ATerminal, timeoutMs = 3_000) =>
    attachToHost({ workspaceDirectory: workspace.path, args, terminal, timeoutMs });

  it('runs in the owner with its own arguments, directory and width, and ends with its exit code', async () => {
    await receive((args, terminal) => {
      terminal.out(JSON.stringify({ args, cwd: terminal.cwd, columns: terminal.columns }));
      terminal.err('something to say');
      terminal.progress('1 of 2');
      return Promise.resolve(3);
    });
    const terminal = aTerminal({ cwd: '/home/visitor', columns: 120 });
    const args = ['lookup', '--names', 'ä b.txt', "it's"];
    expect(await visit(args, terminal)).toEqual({ kind: 'ended', code: 3 });
    expect(JSON.parse(terminal.shown())).toEqual({ args, cwd: '/home/visitor', columns: 120 });
    expect(terminal.said()).toBe('something to say\n');
    expect(terminal.progressed).toEqual(['1 of 2']);
  });

  it('gets bytes in any amount, each once and in order', async () => {
    const bytes = Buffer.alloc(3_000_000, 'available,taken;');
    await receive(async (_args, terminal) => {
      await terminal.write(bytes);
      return 0;
    });
    const terminal = aTerminal();
    await visit([], terminal);
    expect(terminal.shown() === bytes.toString()).toBe(true);
  });

  it('gives its input when it is asked for, the first line and what follows it', async () => {
    const rest = 'x'.repeat(200_000);
    await receive(async (_args, { input, out }) => {
      out(`${await input.firstLine()}`);
      const read = await input.rest(1_000_000);
      out(String(read !== null && Buffer.from(read).toString() === rest));
      return 0;
    });
    const terminal = aTerminal({
      input: ['the first', ` line\n${rest.slice(0, 70_000)}`, rest.slice(70_000)],
    });
    await visit([], terminal);
    expect(terminal.shown()).toBe('the first line\ntrue\n');
  });

  it.each([
    ['Ctrl-C', 130],
    ['SIGTERM', 143],
  ] as const)('ends its command with %s', async (_case, code) => {
    const terminal = aTerminal();
    await receive(async (_args, { ending }) => {
      terminal.end(code);
      await ended(ending);
      return ending.reason === code ? code : 1;
    });
    expect(await visit([], terminal)).toEqual({ kind: 'ended', code });
  });

  it('is told with what it can go on when the owner ends, and nobody is there afterwards', async () => {
    const terminal = aTerminal();
    const begun = Promise.withResolvers<undefined>();
    const owner = await receive(async (_args, { ending, canGoOnWith }) => {
      canGoOnWith(['session', 'resume', 's1']);
      begun.resolve(undefined);
      await ended(ending);
      return 130;
    });
    const visiting = visit([], terminal);
    await begun.promise;
    await owner.close();
    expect(await visiting).toEqual({ kind: 'host-ended', goOnWith: ['session', 'resume', 's1'] });
    expect(await visit([], terminal)).toEqual({ kind: 'nobody' });
  });

  it('leaves neither note nor socket behind, and lets others read neither', async () => {
    const owner = await receive(() => Promise.resolve(0));
    const { address } = noteIn(workspace.path);
    const modes = [join(workspace.path, 'owner.json'), address, dirname(address)].map(
      (path) => statSync(path).mode & 0o777,
    );
    expect(modes).toEqual([0o600, 0o600, 0o700]);
    await owner.close();
    expect([join(workspace.path, 'owner.json'), dirname(address)].map((path) => existsSync(path))).toEqual([
      false,
      false,
    ]);
  });

  it('finds nobody where the owner was killed: its note and its socket are still there', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'namedesk-'));
    const address = join(directory, 'owner');
    await listenAndDie(address);
    note(workspace.path, 999_999, address);
    expect(await visit([], aTerminal())).toEqual({ kind: 'nobody' });
    await receive(() => Promise.resolve(0));
    expect(existsSync(directory)).toBe(false);
  });

  it('says that nobody answers where the owner hangs', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'namedesk-'));
    const address = join(directory, 'owner');
    const server = createServer(() => undefined).listen(address);
    await once(server, 'listening');
    note(workspace.path, 4_711, address);
    expect(await visit([], aTerminal(), 50)).toEqual({ kind: 'no-answer', pid: 4_711 });
    server.close();
  });

  it('says nothing at an address that others could have made', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'namedesk-'));
    const address = join(directory, 'owner');
    let heard = 0;
    const server = createServer((socket) => {
      heard += 1;
      socket.destroy();
    }).listen(address);
    await once(server, 'listening');
    chmodSync(directory, 0o777);
    note(workspace.path, 4_711, address);
    expect(await visit([], aTerminal())).toEqual({ kind: 'not-trusted', pid: 4_711 });
    expect(heard).toBe(0);
    server.close();
  });

  it('takes no strange file away where a note names one', async () => {
    const precious = join(workspace.path, 'precious');
    writeFileSync(precious, 'mine');
    note(workspace.path, 4_711, precious);
    await receive(() => Promise.resolve(0));
    expect(readFileSync(precious, 'utf8')).toBe('mine');
  });

  const secret = 't'.repeat(43);
  const note = (directory: string, pid: number, address: string): void =>
    writeFileSync(join(directory, 'owner.json'), JSON.stringify({ protocol: 2, pid, address, secret }));

  /** A socket file that nobody listens at, as a killed process leaves it. */
  async function listenAndDie(address: string): Promise<void> {
    const script = `require('net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;
    const child = spawn(process.execPath, ['-e', script, address], { stdio: 'ignore' });
    await once(child, 'exit');
    expect(existsSync(address)).toBe(true);
  }
});

describe('F9 a visitor at whose host’s address another program listens', () => {
  const args = [
    'account',
    'add',
    '--label',
    'CANARY-label',
    '--username',
    'CANARY-user@example.com',
    '--key-stdin',
  ];
  const key = 'CANARY-key-4e1f';
  const cwd = '/home/CANARY-home';

  /** What an impostor answers to what it has heard so far; null: nothing yet. */
  type Answer = (heard: string, socket: Socket) => string | Uint8Array | null;

  /**
   * The threat of F9 is a pipe of Windows under the name of a host that was killed. Here the impostor listens at a socket that
   * this user could have made: what is said to it, and in which order, is the same.
   */

  const workspace = directoryOfEachTest();
  let servers: Server[];
  let addresses: string[];
  let heard: Buffer[];
  beforeEach(() => {
    servers = [];
    addresses = [];
    heard = [];
  });
  afterEach(async () => {
    for (const server of servers) {
      const closed = once(server, 'close');
      server.close();
      await closed;
    }
    for (const address of addresses) rmSync(dirname(address), { recursive: true, force: true });
  });

  async function listen(address: string, receive: (socket: Socket) => void): Promise<void> {
    const server = createServer(receive);
    servers.push(server);
    addresses.push(address);
    server.listen(address);
    await once(server, 'listening');
  }

  /** Listens where the host of `note` should be, and keeps every byte that it is told. */
  async function impostor(note: ReadableNote, answer: Answer): Promise<void> {
    writeHostNote(workspace.path, note);
    await listen(note.address, (socket) => {
      let isAnswered = false;
      socket.on('error', () => undefined);
      socket.on('data', (piece) => {
        heard.push(Buffer.from(piece));
        const said = isAnswered ? null : answer(allHeard(), socket);
        if (said === null) return;
        isAnswered = true;
        socket.write(said);
      });
    });
  }
  const allHeard = (): string => Buffer.concat(heard).toString('utf8');

  const visit = (timeoutMs = 2_000) => {
    const terminal = aTerminal({ cwd, input: [`${key}\n`] });
    return attachToHost({ workspaceDirectory: workspace.path, args, terminal, timeoutMs });
  };

  /** It heard one line, a fresh nonce, and nothing that anybody could use. */
  function expectOnlyHello({ secret, address }: ReadableNote): void {
    const lines = allHeard().split('\n');
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[0] ?? '')).toEqual({ kind: 'hello', nonce: expect.any(String) as unknown });
    const bytes = Buffer.concat(heard);
    const secrets = [secret, address, key, cwd, ...args].flatMap((text) => [
      Buffer.from(text),
      Buffer.from(Buffer.from(text).toString('base64url')),
      Buffer.from(text, 'base64url'),
    ]);
    // `add` and the like are shorter than what chance puts into a nonce.
    for (const each of secrets.filter(({ length }) => length > 5))
      expect(bytes.includes(each), each.toString()).toBe(false);
  }

  const nonceIn = (text: string): string => (JSON.parse(text) as { readonly nonce: string }).nonce;
  const hostNonce = 'h'.repeat(43);
  const claim = (proof: string): string => line({ kind: 'host-proof', nonce: hostNonce, proof });

  it.for<readonly [string, (note: ReadableNote) => Answer]>([
    [
      'takes everything for the version before',
      () => () => line({ kind: 'welcome', protocol: 1, pid: 4_711 }),
    ],
    ['makes a proof up', () => () => claim('p'.repeat(43))],
    [
      'proves that it knows another secret',
      (note) => (said) =>
        claim(
          proofOf({ ...note, secret: 's'.repeat(43) }, 'host', { client: nonceIn(said), host: hostNonce }),
        ),
    ],
    ['says back what it hears', () => (said) => said],
    [
      'gives the nonce back as its own, and as the proof',
      () => (said) => line({ kind: 'host-proof', nonce: nonceIn(said), proof: nonceIn(said) }),
    ],
    [
      'has the proof of a visitor, made for this very connection',
      (note) => (said) => claim(proofOf(note, 'visitor', { client: nonceIn(said), host: hostNonce })),
    ],
    [
      'has the proof of the host that is reached at another address',
      (note) => (said) =>
        claim(
          proofOf({ ...note, address: '/run/elsewhere' }, 'host', {
            client: nonceIn(said),
            host: hostNonce,
          }),
        ),
    ],
    ['answers with a line that does not end', () => () => Buffer.alloc(100_000, 'a')],
    [
      'answers with a part of a line, and goes',
      () => (_said, socket) => {
        socket.end('{"kind":"host-proof","nonce":"');
        return '';
      },
    ],
  ])('tells it a nonce and nothing else, where it %s', async ([, answer], { annotate }) => {
    const note = newNote(4_711);
    await impostor(note, answer(note));
    expect(await visit()).toEqual({ kind: 'impostor' });
    expectOnlyHello(note);
    await annotate(`figure: what an impostor hears: ${Buffer.concat(heard).length} bytes, a nonce`);
  });

  it('tells it a nonce and nothing else, where it says nothing, one byte at a time, or goes', async () => {
    const silent = newNote(4_711);
    await impostor(silent, () => null);
    expect(await visit(100)).toEqual({ kind: 'no-answer', pid: 4_711 });
    expectOnlyHello(silent);

    heard = [];
    const slow = newNote(4_711);
    await impostor(slow, (_said, socket) => {
      const timer = setInterval(() => socket.write('{'), 10);
      socket.on('close', () => clearInterval(timer));
      return '{';
    });
    expect(await visit(200)).toEqual({ kind: 'no-answer', pid: 4_711 });
    expectOnlyHello(slow);

    heard = [];
    const gone = newNote(4_711);
    await impostor(gone, (_said, socket) => {
      socket.destroy();
      return null;
    });
    expect(await visit()).toEqual({ kind: 'nobody' });
    expectOnlyHello(gone);
  });

  it('tells it a nonce and nothing else, where it plays back what the true host said', async () => {
    const host = await startCliServer({
      workspaceDirectory: workspace.path,
      run: () => Promise.resolve(0),
      onBug: () => undefined,
      pid: 4_711,
    });
    const note = noteIn(workspace.path);
    const recorded: Buffer[] = [];
    const behind = `${note.address}-behind`;
    renameSync(note.address, behind);
    await listen(note.address, (socket) => {
      const onward = connect(behind);
      onward.on('data', (piece) => recorded.push(Buffer.from(piece)));
      socket.pipe(onward).pipe(socket);
    });
    expect(await visit(), 'the recording is of a handshake that succeeds').toEqual({
      kind: 'ended',
      code: 0,
    });
    for (const server of servers.splice(0)) server.close();
    await host.close();

    const [proof = ''] = Buffer.concat(recorded).toString('utf8').split('\n');
    expect(proof).toContain('host-proof');
    // The same address and the same secret, as where the host was killed and its file is still there.
    rmSync(dirname(note.address), { recursive: true, force: true });
    mkdirSync(dirname(note.address), { mode: 0o700 });
    await impostor(note, () => `${proof}\n`);
    expect(await visit()).toEqual({ kind: 'impostor' });
    expectOnlyHello(note);
  });

  it('says nothing at all to a host of another version', async () => {
    const { address } = newNote(4_711);
    await impostor({ ...newNote(4_711), address }, () => null);
    writeFileSync(
      join(workspace.path, 'owner.json'),
      JSON.stringify({ pid: 4_711, address, token: 't'.repeat(43) }),
    );
    expect(await visit()).toEqual({ kind: 'other-version', pid: 4_711 });
    expect(allHeard()).toBe('');
  });
});

describe('an owner that hostile bytes are sent to', () => {
  const workspace = directoryOfEachTest();
  let owner: CliServer;
  let ran: (readonly string[])[];
  let ends: number;
  const bugs: unknown[] = [];
  beforeEach(async () => {
    ran = [];
    ends = 0;
    bugs.length = 0;
    owner = await startCliServer({
      workspaceDirectory: workspace.path,
      async run(args, { ending }) {
        ran.push(args);
        if (args[0] === 'wait' && !ending.aborted) await once(ending, 'abort');
        ends += 1;
        return 0;
      },
      onBug: (thrown) => bugs.push(thrown),
      greetingMs: 200,
    });
  });
  afterEach(async () => {
    await owner.close();
    expect(bugs).toEqual([]);
  });

  const note = () => noteIn(workspace.path);
  const knock = (): RawVisitor => aRawVisitor(note());
  const run = (...args: readonly string[]): string =>
    line({ kind: 'run', args, cwd: '/', calledAs: 'namedesk', columns: null });

  /** What comes back until the connection is over. */
  function answersTo(...said: readonly (string | Uint8Array)[]): Promise<readonly string[]> {
    const client = knock();
    client.say(...said);
    return client.heard();
  }
  /** As {@link answersTo}, by a visitor that can read the owner file; without the host's proof. */
  async function answersToProven(...said: readonly (string | Uint8Array)[]): Promise<readonly string[]> {
    const client = knock();
    await client.prove();
    client.say(...said);
    return (await client.heard()).slice(1);
  }

  it.each([
    ['no JSON', ['GET / HTTP/1.1\r\nHost: x\r\n\r\n']],
    ['JSON that is no frame', ['[]\n']],
    ['hello without a nonce', [line({ kind: 'hello' })]],
    ['hello with a nonce that is too short', [line({ kind: 'hello', nonce: 'AAAA' })]],
    ['the hello of the version before', [line({ kind: 'hello', protocol: 1, token: 'x'.repeat(43) })]],
    ['its proof before hello', [line({ kind: 'visitor-proof', proof: 'x'.repeat(43) })]],
    ['what it wants before who it is', [run('session', 'list')]],
    ['a greeting without an end', [Buffer.alloc(2_000, 'a')]],
    ['a greeting that is cut off', [line({ kind: 'hello', nonce: 'x'.repeat(43) }).slice(0, 40)]],
    ['bytes that are no text', [Buffer.from([0xff, 0xfe, 0x00, 0x0a])]],
    ['nothing', []],
  ])('F9 puts out who says %s, without a word', async (_case, said) => {
    expect(await answersTo(...said)).toEqual([]);
    expect(ran).toEqual([]);
  });

  it('F9 puts out who says a line that is too long as soon as it is, however much time is left', async () => {
    await owner.close();
    owner = await startCliServer({
      workspaceDirectory: workspace.path,
      run: () => Promise.resolve(0),
      onBug: (thrown) => bugs.push(thrown),
      greetingMs: 600_000,
    });
    const { clients } = owner;
    expect(await answersTo(Buffer.alloc(2_000, 'a'))).toEqual([]);
    const client = knock();
    await greeted(client);
    client.say(Buffer.alloc(2_000, 'a'));
    expect(await client.heard()).toHaveLength(1);
    await owner.idle();
    expect(clients()).toBe(0);
  });

  it.each<[string, (client: RawVisitor) => Promise<string | Uint8Array>]>([
    [
      'a proof with another secret',
      async (client) => {
        const nonces = await greeted(client);
        const proof = proofOf({ ...note(), secret: 'x'.repeat(43) }, 'visitor', nonces);
        return line({ kind: 'visitor-proof', proof });
      },
    ],
    [
      'the host’s own proof, sent back',
      async (client) => line({ kind: 'visitor-proof', proof: (await greeted(client)).proof }),
    ],
    [
      'a proof over the nonces of another connection',
      async (client) => {
        await greeted(client);
        const other = knock();
        const nonces = await greeted(other);
        other.leave();
        return line({ kind: 'visitor-proof', proof: proofOf(note(), 'visitor', nonces) });
      },
    ],
    [
      'half of the proof',
      async (client) => {
        const proof = proofOf(note(), 'visitor', await greeted(client));
        return line({ kind: 'visitor-proof', proof }).slice(0, 40);
      },
    ],
    [
      'a proof without an end',
      async (client) => {
        await greeted(client);
        return Buffer.alloc(2_000, 'a');
      },
    ],
    [
      'what it wants in the place of the proof',
      async (client) => {
        await greeted(client);
        return run('session', 'list');
      },
    ],
  ])('F9 runs nothing for who says %s', async (_case, answer) => {
    const client = knock();
    client.say(await answer(client), run('session', 'list'));
    expect(await client.heard()).toHaveLength(1);
    expect(ran).toEqual([]);
  });

  it('F9 runs nothing for who plays back what another visitor said, to the byte', async () => {
    const first = knock();
    const nonces = await greeted(first);
    const said = [
      line({ kind: 'hello', nonce: nonces.client }),
      line({ kind: 'visitor-proof', proof: proofOf(note(), 'visitor', nonces) }),
      run('session', 'list'),
    ];
    first.say(...said.slice(1));
    await first.heard();
    expect(ran).toEqual([['session', 'list']]);
    expect(await answersTo(...said)).toHaveLength(1);
    expect(ran).toHaveLength(1);
  });

  it.each([
    ['no request', 'nonsense\n'],
    ['arguments that are no list', line({ kind: 'run', args: 'x', cwd: '/', calledAs: '', columns: null })],
    ['too many arguments', run(...Array.from({ length: 1_001 }, () => 'x'))],
    ['a request of two megabytes', `${' '.repeat(2_000_000)}\n`],
    ['nothing more', ''],
  ])('runs nothing for who has proven itself and then says %s', async (_case, said) => {
    expect(await answersToProven(said)).toEqual([]);
    expect(ran).toEqual([]);
  });

  it.each([
    ['input that was not asked for', line({ kind: 'input', piece: 'AAAA' })],
    ['a frame of the owner’s own', line({ kind: 'ended', code: 0 })],
    ['a line without an end', 'x'.repeat(1_100_000)],
  ])('ends the command of who says %s while it runs', async (_case, said) => {
    await answersToProven(run('wait'), said);
    await owner.idle();
    expect(ran).toEqual([['wait']]);
    expect(ends).toBe(1);
  });

  it('serves the next one after all of them, and three at once', async () => {
    await Promise.all([answersTo('x\n'), answersToProven('x\n'), answersTo(Buffer.alloc(9_000))]);
    const answers = await Promise.all([1, 2, 3].map((each) => answersToProven(run('session', String(each)))));
    expect(answers).toEqual([1, 2, 3].map(() => ['{"kind":"ended","code":0}']));
    expect(owner.clients()).toBe(0);
  });

  it('ends the command of a visitor that goes without a word', async () => {
    const client = knock();
    await client.prove();
    client.say(run('wait'));
    await expect.poll(() => ran.length).toBe(1);
    client.leave();
    await owner.idle();
    expect(owner.clients()).toBe(0);
  });
});

async function greeted(client: RawVisitor) {
  const nonces = await client.greet();
  if (nonces === null) throw new Error('The host has closed the connection');
  return nonces;
}
