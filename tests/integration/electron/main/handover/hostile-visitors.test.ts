import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OwnerNote, readOwnerNote } from '../../../../../electron/main/handover/owner-file.ts';
import { type Handover, startHandover } from '../../../../../electron/main/handover/receive.ts';
import { type ADirectory, aDirectory } from '../../../../support/workspace/a-workspace.ts';

describe('an owner that hostile bytes are sent to', () => {
  let workspace: ADirectory;
  let owner: Handover;
  let ran: (readonly string[])[];
  let ends: number;
  const bugs: unknown[] = [];
  beforeEach(async () => {
    workspace = aDirectory();
    ran = [];
    ends = 0;
    bugs.length = 0;
    owner = await startHandover({
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
    workspace.remove();
    expect(bugs).toEqual([]);
  });

  const note = (): OwnerNote => {
    const found = readOwnerNote(workspace.path);
    if (found === null) throw new Error('There is no note');
    return found;
  };
  const line = (frame: object): string => `${JSON.stringify(frame)}\n`;
  const hello = (token = note().token): string => line({ kind: 'hello', protocol: 1, token });
  const run = (...args: readonly string[]): string =>
    line({ kind: 'run', args, cwd: '/', calledAs: 'namedesk', columns: null });

  /** What comes back until the connection is over. */
  async function told(...said: readonly (string | Uint8Array)[]): Promise<string> {
    const socket = connect(note().address);
    let heard = '';
    socket.setEncoding('utf8').on('data', (text: string) => (heard += text));
    socket.on('error', () => undefined); // It is put out while it still speaks.
    for (const each of said) socket.write(each);
    await closed(socket);
    return heard;
  }
  const closed = (socket: Socket): Promise<unknown> =>
    new Promise((resolve) => (socket.closed ? resolve(null) : socket.on('close', resolve)));

  it.each([
    ['no JSON', ['GET / HTTP/1.1\r\nHost: x\r\n\r\n']],
    ['JSON that is no frame', ['[]\n']],
    ['another token', [line({ kind: 'hello', protocol: 1, token: 'x'.repeat(43) })]],
    ['a token of another length', [line({ kind: 'hello', protocol: 1, token: '' })]],
    ['what it wants before who it is', [run('session', 'list')]],
    ['a greeting without an end', [Buffer.alloc(5_000, 'a')]],
    ['bytes that are no text', [Buffer.from([0xff, 0xfe, 0x00, 0x0a])]],
    ['nothing', []],
  ])('puts out who says %s, without a word', async (_case, said) => {
    expect(await told(...said)).toBe('');
    expect(ran).toEqual([]);
  });

  it.each([
    ['no request', 'nonsense\n'],
    ['arguments that are no list', line({ kind: 'run', args: 'x', cwd: '/', calledAs: '', columns: null })],
    ['too many arguments', run(...Array.from({ length: 1_001 }, () => 'x'))],
    ['a request of two megabytes', `${' '.repeat(2_000_000)}\n`],
    ['nothing more', ''],
  ])('runs nothing for who knows the token and then says %s', async (_case, said) => {
    expect(await told(hello(), said)).toMatch(/^\{"kind":"welcome","protocol":1,"pid":\d+\}\n$/);
    expect(ran).toEqual([]);
  });

  it.each([
    ['input that was not asked for', line({ kind: 'input', piece: 'AAAA' })],
    ['a frame of the owner’s own', line({ kind: 'ended', code: 0 })],
    ['a line without an end', 'x'.repeat(1_100_000)],
  ])('ends the command of who says %s while it runs', async (_case, said) => {
    await told(hello(), run('wait'), said);
    await owner.idle();
    expect(ran).toEqual([['wait']]);
    expect(ends).toBe(1);
  });

  it('serves the next one after all of them, and three at once', async () => {
    await Promise.all([told('x\n'), told(hello(), 'x\n'), told(Buffer.alloc(9_000))]);
    const answers = await Promise.all([1, 2, 3].map((each) => told(hello(), run('session', String(each)))));
    expect(answers.map((answer) => answer.split('\n')[1])).toEqual(
      [1, 2, 3].map(() => '{"kind":"ended","code":0}'),
    );
    expect(owner.visitors()).toBe(0);
  });

  it('ends the command of a visitor that goes without a word', async () => {
    const socket = connect(note().address);
    socket.write(hello() + run('wait'));
    await expect.poll(() => ran.length).toBe(1);
    socket.destroy();
    await owner.idle();
    expect(owner.visitors()).toBe(0);
  });
});
