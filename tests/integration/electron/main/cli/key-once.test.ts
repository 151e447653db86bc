import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sweep } from '../../../../support/canary.ts';
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
