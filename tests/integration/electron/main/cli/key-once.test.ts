import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sweep } from '../../../../support/canary.ts';
import { noteIn } from '../../../../support/command-line/a-raw-visitor.ts';
import { apiKey, deskOfThisFile, namesText, username } from './a-desk.ts';

const desk = deskOfThisFile();

describe('a key for one run', () => {
  it('B9 is in no file, no output and no argument, while it runs and afterwards, whoever runs it', async () => {
    const service = await desk.serve();
    const args = ['--tlds', 'com,net', '--rate', '100'];
    const owner = desk.lookup([...args, '--session', 'owner'], namesText(200));
    await expect.poll(service.requestCount, { timeout: 20_000 }).toBeGreaterThan(5);
    const visitor = desk.lookup([...args, '--session', 'visitor'], namesText(40, 'other'));
    for (const { process: child } of [owner, visitor]) {
      const of = (name: string): string => readFileSync(`/proc/${child.pid ?? ''}/${name}`, 'latin1');
      expect(of('cmdline') + of('environ')).not.toContain(apiKey);
    }
    owner.process.kill('SIGINT');
    expect([await owner.ended, await visitor.ended]).toEqual([130, 0]);
    const printed = [owner, visitor].map(({ out, err }) => out() + err()).join('');
    expect(printed).not.toContain(apiKey);
    const { finds, files } = await sweep(desk.directory(), { key: apiKey });
    expect(finds).toEqual([]);
    expect(files).toBeGreaterThan(1);
  });

  it('F9 is not told to a program that listens where a process was killed that had the workspace', async ({
    annotate,
  }) => {
    const service = await desk.serve();
    const killed = desk.lookup(['--tlds', 'com', '--rate', '100'], namesText(200));
    await expect.poll(service.requestCount, { timeout: 20_000 }).toBeGreaterThan(5);
    const { address, secret } = noteIn(join(desk.directory(), 'user', 'workspace'));
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
    const visitor = desk.lookup(['--tlds', 'com', '--session', 'visitor'], namesText(3, 'other'));
    expect(await visitor.ended).toBe(1);
    expect(visitor.err()).toContain(
      'namedesk: Another program is listening where Namedesk should be; nothing was sent to it.\n',
    );
    impostor.close();
    rmSync(dirname(address), { recursive: true, force: true });
    const all = Buffer.concat(heard).toString('utf8');
    expect(all).toMatch(/^\{"kind":"hello","nonce":"[\w-]{43}"\}\n$/);
    for (const told of [apiKey, username, secret, 'visitor', 'other']) expect(all).not.toContain(told);
    await annotate('figure: 1 impostor beside the real command line, told no key, no argument, no input');
  });

  it('adds the account of its login once, without a key, and finds it again', async () => {
    const { port } = await desk.serve();
    for (const session of ['one', 'two'])
      expect(
        await desk.lookup(['--tlds', 'com', '--session', session, '--rate', '0'], 'bakery\n').ended,
      ).toBe(0);
    const list = desk.run(['account', 'list', '--json']);
    await list.ended;
    expect(JSON.parse(list.out())).toEqual([
      expect.objectContaining({ label: `${username} at 127.0.0.1:${port}`, key: 'none' }),
    ]);
    const later = desk.run(['session', 'resume', 'one', '--again', 'everything']);
    expect(await later.ended).toBe(4);
    expect(later.err()).toContain('This account has no API key.');
    expect(later.err()).toContain('--key-stdin-once');
  });
});
