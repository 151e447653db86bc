import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { proofOf } from '../../../../../../electron/main/cli/attach/handshake.ts';
import { type CliServer, startCliServer } from '../../../../../../electron/main/cli/attach/server.ts';
import {
  aRawVisitor,
  lineOfFrame as line,
  noteIn,
  type RawVisitor,
} from '../../../../../support/command-line/a-command-line.ts';
import { directoryOfEachTest } from '../../../../../support/workspace/directory-of-each-test.ts';

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
  function told(...said: readonly (string | Uint8Array)[]): Promise<readonly string[]> {
    const visitor = knock();
    visitor.say(...said);
    return visitor.heard();
  }
  /** As {@link told}, by a visitor that can read the owner file; without the host's proof. */
  async function toldProven(...said: readonly (string | Uint8Array)[]): Promise<readonly string[]> {
    const visitor = knock();
    await visitor.prove();
    visitor.say(...said);
    return (await visitor.heard()).slice(1);
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
    expect(await told(...said)).toEqual([]);
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
    const { visitors } = owner;
    expect(await told(Buffer.alloc(2_000, 'a'))).toEqual([]);
    const visitor = knock();
    await greeted(visitor);
    visitor.say(Buffer.alloc(2_000, 'a'));
    expect(await visitor.heard()).toHaveLength(1);
    await owner.idle();
    expect(visitors()).toBe(0);
  });

  it.each<[string, (visitor: RawVisitor) => Promise<string | Uint8Array>]>([
    [
      'a proof with another secret',
      async (visitor) => {
        const nonces = await greeted(visitor);
        const proof = proofOf({ ...note(), secret: 'x'.repeat(43) }, 'visitor', nonces);
        return line({ kind: 'visitor-proof', proof });
      },
    ],
    [
      'the host’s own proof, sent back',
      async (visitor) => line({ kind: 'visitor-proof', proof: (await greeted(visitor)).proof }),
    ],
    [
      'a proof over the nonces of another connection',
      async (visitor) => {
        await greeted(visitor);
        const other = knock();
        const nonces = await greeted(other);
        other.leave();
        return line({ kind: 'visitor-proof', proof: proofOf(note(), 'visitor', nonces) });
      },
    ],
    [
      'half of the proof',
      async (visitor) => {
        const proof = proofOf(note(), 'visitor', await greeted(visitor));
        return line({ kind: 'visitor-proof', proof }).slice(0, 40);
      },
    ],
    [
      'a proof without an end',
      async (visitor) => {
        await greeted(visitor);
        return Buffer.alloc(2_000, 'a');
      },
    ],
    [
      'what it wants in the place of the proof',
      async (visitor) => {
        await greeted(visitor);
        return run('session', 'list');
      },
    ],
  ])('F9 runs nothing for who says %s', async (_case, answer) => {
    const visitor = knock();
    visitor.say(await answer(visitor), run('session', 'list'));
    expect(await visitor.heard()).toHaveLength(1);
    expect(ran).toEqual([]);
  });

  it('F9 runs nothing for who plays back what another visitor said, to the byte', async () => {
    const first = knock();
    const nonces = await greeted(first);
    const said = [
      line({ kind: 'hello', nonce: nonces.visitor }),
      line({ kind: 'visitor-proof', proof: proofOf(note(), 'visitor', nonces) }),
      run('session', 'list'),
    ];
    first.say(...said.slice(1));
    await first.heard();
    expect(ran).toEqual([['session', 'list']]);
    expect(await told(...said)).toHaveLength(1);
    expect(ran).toHaveLength(1);
  });

  it.each([
    ['no request', 'nonsense\n'],
    ['arguments that are no list', line({ kind: 'run', args: 'x', cwd: '/', calledAs: '', columns: null })],
    ['too many arguments', run(...Array.from({ length: 1_001 }, () => 'x'))],
    ['a request of two megabytes', `${' '.repeat(2_000_000)}\n`],
    ['nothing more', ''],
  ])('runs nothing for who has proven itself and then says %s', async (_case, said) => {
    expect(await toldProven(said)).toEqual([]);
    expect(ran).toEqual([]);
  });

  it.each([
    ['input that was not asked for', line({ kind: 'input', piece: 'AAAA' })],
    ['a frame of the owner’s own', line({ kind: 'ended', code: 0 })],
    ['a line without an end', 'x'.repeat(1_100_000)],
  ])('ends the command of who says %s while it runs', async (_case, said) => {
    await toldProven(run('wait'), said);
    await owner.idle();
    expect(ran).toEqual([['wait']]);
    expect(ends).toBe(1);
  });

  it('serves the next one after all of them, and three at once', async () => {
    await Promise.all([told('x\n'), toldProven('x\n'), told(Buffer.alloc(9_000))]);
    const answers = await Promise.all([1, 2, 3].map((each) => toldProven(run('session', String(each)))));
    expect(answers).toEqual([1, 2, 3].map(() => ['{"kind":"ended","code":0}']));
    expect(owner.visitors()).toBe(0);
  });

  it('ends the command of a visitor that goes without a word', async () => {
    const visitor = knock();
    await visitor.prove();
    visitor.say(run('wait'));
    await expect.poll(() => ran.length).toBe(1);
    visitor.leave();
    await owner.idle();
    expect(owner.visitors()).toBe(0);
  });
});

async function greeted(visitor: RawVisitor) {
  const nonces = await visitor.greet();
  if (nonces === null) throw new Error('The host has closed the connection');
  return nonces;
}
