import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { findingOf } from '../../../../../../electron/main/practice/findings.ts';
import type { PracticeOptions, PracticeService } from '../../../../../../electron/main/practice/service.ts';
import { linesOver, namesText, worldOfThisFile } from '../../../../../support/command-line/a-command-line.ts';
import { apiKey, createTestWorld, type TestWorld } from '../../../../../support/test-world.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

const columns =
  'domain,name,tld,finding,available,premium,reserved,valid,price_register,price_renew,currency,message,checked_at';
const fast = ['--rate', '0'];

let world: TestWorld;
async function inWorld(service: Partial<PracticeOptions> = {}): Promise<PracticeService> {
  world = await createTestWorld({ service });
  return world.service;
}
const run = (args: readonly string[], input = '') => linesOver(world).said(args, input);
async function lookup(args: readonly string[], names?: string) {
  const { label } = valueOf(world.accounts.find(world.accountId));
  const from = names === undefined ? [] : ['--names', '-'];
  return await run(['lookup', '--account', label, ...from, ...args], names);
}
function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(world.directory, name), content);
  return join(world.directory, name);
}

describe('namedesk lookup', () => {
  it('prints every cell as CSV once all are there, in the order of names and TLDs, as the service has them', async () => {
    await inWorld({ seed: 7 });
    const names = ['bakery', 'longer-example-name', 'ab', 'xn--bckerei-5wa'];
    const { code, out, err } = await lookup(['--tlds', '.com,net,co.uk', ...fast], names.join('\n'));
    expect(code, err).toBe(0);
    const [head, ...rows] = out.trimEnd().split('\n');
    expect(head?.trim()).toBe(columns);
    const found = rows.map((row) => row.split(',')).map(([domain, , , finding]) => `${domain} ${finding}`);
    const asked = names.flatMap((name) => ['com', 'net', 'co.uk'].map((tld) => [name, tld] as const));
    expect(found).toEqual(asked.map(([name, tld]) => `${name}.${tld} ${findingOf(7, name, tld)}`));
    expect(err).toContain('"command line ');
  });

  it('takes - for the standard output, in the format that is given', async () => {
    await inWorld({ seed: 7 });
    const { code, out, err } = await lookup(
      ['--tlds', 'com', '--out', '-', '--format', 'txt', ...fast],
      'bakery\n',
    );
    expect(code, err).toBe(0);
    expect(out).toBe('bakery.com\n');
  });

  it.each([
    ['csv', (text: string) => text.trim().split('\n').length - 1],
    ['json', (text: string) => (JSON.parse(text) as unknown[]).length],
    [
      'ndjson',
      (text: string) =>
        text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as unknown).length,
    ],
    ['txt', (text: string) => text.trim().split('\n').length],
  ] as const)('writes a .%s file and nothing to the output', async (form, rowsIn) => {
    await inWorld();
    const path = join(world.directory, `found.${form}`);
    const { code, out, err } = await lookup([
      '--names',
      file('names.txt', namesText(20)),
      '--tlds',
      'com,de',
      '--out',
      path,
      ...fast,
    ]);
    expect(code, err).toBe(0);
    expect(out).toBe('');
    expect(rowsIn(readFileSync(path, 'utf8'))).toBe(40);
  });

  it('says what was left out and what was taken in another form, and asks for the rest', async () => {
    await inWorld();
    const { code, out, err } = await lookup(
      ['--tlds', 'com', '--format', 'txt', ...fast],
      'Bakery\nbakery\nhttps://www.example.com/x\nno_name\n\u001b[2Jevil\n',
    );
    expect(code).toBe(0);
    expect(out).toBe('bakery.com\nexample.com\n');
    expect(err).toMatch(
      /2 names out of 5 rows\.\n2 names adjusted: "Bakery" as bakery, .*\n3 rows skipped:\n/,
    );
    expect(err).toContain('1 × A name has no underscores (line 4 "no_name")');
  });

  it('says what of a JSON list it left out', async () => {
    await inWorld();
    const names = file('names.json', '{"names":["one",null]}');
    const { code, out, err } = await lookup(['--names', names, '--tlds', 'com', '--format', 'txt', ...fast]);
    expect(code, err).toBe(0);
    expect(out).toBe('one.com\n');
    expect(err).toContain('Skipped in the list: 1 entry without a value (null).');
  });

  it('ends with 1 where cells have no answer, and counts why', async () => {
    await inWorld({
      faults: [{ fault: { kind: 'json', value: [] }, operation: 'lookup', times: 1 }],
    });
    const { code, out, err } = await lookup(
      ['--tlds', 'com,net', '--concurrency', '1', ...fast],
      'one\ntwo\n',
    );
    expect(code).toBe(1);
    expect(out.match(/,unknown,/g)).toHaveLength(2);
    expect(err).toContain('2 cells have no usable answer:\n  2 × missing from the answer (not-in-answer)');
  });

  it('ends with 3 when the service refuses the key, keeps the session, and says how to go on', async () => {
    const service = await inWorld({ apiKey: 'another key' });
    const { code, out, err } = await lookup(['--tlds', 'com', '--session', 'monday', ...fast], 'one\n');
    expect(code).toBe(3);
    expect(out).toBe('');
    expect(err).toContain('The service refused the key or the e-mail address.');
    expect(err).toMatch(/Resume with:\n {2}namedesk session resume [\w-]{36} /);
    expect(service.requestCount()).toBeLessThan(10);
    const listed = await run(['session', 'list', '--json']);
    expect(JSON.parse(listed.out)).toMatchObject([{ name: 'monday', state: 'paused', left: 1 }]);
  });

  it('--no-wait pauses instead, with 1', async () => {
    await inWorld();
    await world.stopService();
    const { code, err } = await lookup(['--tlds', 'com', '--no-wait', ...fast], 'one\n');
    expect(code).toBe(1);
    expect(err).toContain('The server refused the connection');
    expect(err).toContain('Resume with:');
  });

  it('goes on with a session of the same name and asks nothing twice; --fresh asks everything', async () => {
    const service = await inWorld();
    const args = ['--tlds', 'com,net', '--session', 'monday', '--format', 'txt', ...fast];
    expect((await lookup(args, namesText(10))).code).toBe(0);
    expect(service.requestCount()).toBe(10);
    const second = await lookup(args, namesText(10));
    expect(second.code).toBe(0);
    expect([service.requestCount(), second.out.split('\n').length]).toEqual([10, 21]);
    expect((await lookup([...args, '--fresh'], namesText(10))).code).toBe(0);
    expect(service.requestCount()).toBe(20);
  });

  it.each([
    ['other names', ['--tlds', 'com'], 'one\nthree\n', 'has other names'],
    ['other TLDs', ['--tlds', 'com,net'], 'one\ntwo\n', 'has other TLDs: com'],
  ])('refuses %s under the name of a session', async (_case, args, names, sentence) => {
    await inWorld();
    expect((await lookup(['--tlds', 'com', '--session', 's', ...fast], 'one\ntwo\n')).code).toBe(0);
    const { code, err } = await lookup([...args, '--session', 's', ...fast], names);
    expect(code).toBe(2);
    expect(err).toContain(`The session "s" ${sentence}`);
  });
});

describe('namedesk lookup with bad input', () => {
  const ask = (path: string) => lookup(['--names', path, '--tlds', 'com', ...fast]);

  it.each([
    ['an empty file', () => file('empty.txt', ''), 'empty.txt is empty'],
    ['a file of names that are no names', () => file('bad.txt', '-\n@@\n---\n'), 'No name is left'],
    ['a binary file', () => file('binary', binary()), /binary|no text|not text/i],
    [
      'a file that is not there',
      () => join(world.directory, 'nowhere.txt'),
      /nowhere\.txt|not there|no such/i,
    ],
    ['a folder', () => world.directory, /folder/i],
  ])('ends with 2 on %s, asks nothing, and says why', async (_case, path, sentence) => {
    const service = await inWorld();
    const { code, err } = await ask(path());
    expect(code).toBe(2);
    expect(err).toMatch(sentence);
    expect(service.requestCount()).toBe(0);
    const list = await run(['session', 'list']);
    expect(list.out).toBe('');
  });

  it('ends with 2 on a file of a gigabyte, without reading it', async () => {
    await inWorld();
    const path = file('large.txt', '');
    truncateSync(path, 1_073_741_824);
    const { code, err } = await ask(path);
    expect(code).toBe(2);
    expect(err).toContain('the limit is 64.0 MiB');
  });

  it.each([
    ['no folder', 'nowhere/found.csv', '--out: there is no folder'],
    ['a folder', 'taken.csv', 'is a folder'],
    ['an unknown extension', 'found.xlsx', 'is unknown'],
  ])('ends with 2 before it asks anything where --out is %s', async (_case, out, sentence) => {
    const service = await inWorld();
    mkdirSync(join(world.directory, 'taken.csv'));
    const { code, err } = await lookup(['--tlds', 'com', '--out', join(world.directory, out)], 'one\n');
    expect(code).toBe(2);
    expect(err).toContain(sentence);
    expect(service.requestCount()).toBe(0);
  });
});

describe('a portfolio that cannot be read', () => {
  it('leaves sessions listed and resumed, with own names marked as not known and nothing exported', async () => {
    await inWorld();
    const found = await lookup(
      ['--tlds', 'com', '--session', 'monday', '--format', 'txt', ...fast],
      'available-1\n',
    );
    expect(found.code, found.err).toBe(0);
    valueOf(await world.portfolio.add(world.accountId, 'available-1.com', [], 'typed'));
    world = await world.reopen(() => {
      const database = new DatabaseSync(join(world.workspaceDirectory, 'workspace.sqlite'));
      database.exec(`UPDATE domains SET known = 'damaged'`);
      database.close();
    });
    const unread = 'your domains couldn’t be loaded, so we don’t know which names are already yours';
    const listed = await run(['session', 'list']);
    expect(listed.code, listed.err).toBe(0);
    expect(listed.out).toMatch(/ 1\? .*monday/);
    expect(listed.err).toContain(unread);
    const shown = await run(['session', 'show', 'monday', '--json']);
    expect(shown.code, shown.err).toBe(0);
    expect(JSON.parse(shown.out)).toMatchObject({ counts: { available: 1, yours: null } });
    const again = ['session', 'resume', 'monday', '--again', 'everything', '--key-stdin-once', ...fast];
    const resumed = await run(again, `${apiKey}\n`);
    expect(resumed.code, resumed.err).toBe(1);
    expect(resumed.err).toContain('1 cell in ');
    expect(resumed.err).toContain(unread);
    expect(resumed.out).toBe('');
    const paused = await run(['session', 'pause', 'monday']);
    expect(paused.code, paused.err).toBe(0);
    expect(paused.out).toContain('Nothing to pause: the session is finished.');
  });
});

describe('namedesk session export', () => {
  it('writes the user’s own names as theirs, and none of them as available, whichever account has it', async () => {
    await inWorld();
    const names = 'available-1\navailable-2\navailable-3\n';
    const found = await lookup(['--tlds', 'com', '--session', 'monday', '--format', 'txt', ...fast], names);
    expect(found.code, found.err).toBe(0);
    const account = {
      label: 'Other',
      colour: 'teal',
      baseUrl: 'https://other.example',
      username: 'other@example.com',
    } as const;
    const other = valueOf(await world.accounts.add(account));
    const practice = valueOf(await world.accounts.addPractice());
    valueOf(await world.portfolio.add(world.accountId, 'available-1.com', [], 'typed'));
    valueOf(await world.portfolio.add(other.id, 'available-2.com', [], 'typed'));
    valueOf(await world.portfolio.add(practice.id, 'available-3.com', [], 'typed'));
    const written = async (finding: string) => {
      const args = ['session', 'export', 'monday', '--format', 'txt', '--finding', finding];
      const { code, out, err } = await run(args);
      expect(code, err).toBe(0);
      return out;
    };
    expect(await written('available,premium')).toBe('available-3.com\n');
    expect(await written('yours')).toBe('available-1.com\navailable-2.com\n');
  });

  it('writes names without digits or hyphens alone, and what costs no more than a price that is known', async () => {
    await inWorld();
    const names = 'available-a\navailableb\navailable2\npriced\n';
    const found = await lookup(['--tlds', 'com', '--session', 'filters', '--format', 'txt', ...fast], names);
    expect(found.code, found.err).toBe(0);
    const written = async (...filter: readonly string[]) => {
      const line = await run(['session', 'export', 'filters', '--format', 'txt', ...filter]);
      expect(line.code, line.err).toBe(0);
      return line.out;
    };
    expect(await written('--no-digits')).toBe('available-a.com\navailableb.com\npriced.com\n');
    expect(await written('--no-hyphens')).toBe('availableb.com\navailable2.com\npriced.com\n');
    expect(await written('--no-digits', '--no-hyphens')).toBe('availableb.com\npriced.com\n');
    for (const option of ['--max-price', '--max-renewal']) {
      expect(await written(option, '0')).toBe('');
      expect(await written(option, '100000')).toBe('priced.com\n');
    }
    expect((await run(['session', 'export', 'filters', '--max-price', '1', '--max-renewal', '1'])).code).toBe(
      2,
    );
  });
});

/** Zeros and what no text has. */
const binary = (): Uint8Array => Uint8Array.from({ length: 5_000 }, (_, at) => (at * 7) % 256);
describe('namedesk lookup as a process', () => {
  const processes = worldOfThisFile();
  it('waits while the service cannot be reached, says so once, and resumes automatically', async () => {
    const first = await processes.serve();
    const waiting = processes.lookup(['--tlds', 'com', '--session', 'w', '--rate', '0'], namesText(3));
    await first.stop();
    await expect.poll(waiting.err, { timeout: 60_000 }).toContain('Waiting, resumes automatically');
    await processes.serve({ port: first.port });
    expect(await waiting.ended, waiting.err()).toBe(0);
    expect(waiting.err().match(/Waiting, resumes automatically/g)).toHaveLength(1);
    expect(waiting.err()).toContain('3 cells in');
  });

  it('a reader that has had enough of the output is no failure', async () => {
    await processes.serve();
    const child = processes.lookup(['--tlds', 'com,net,org,de', ...fast], namesText(2_000));
    child.process.stdout?.once('data', () => child.process.stdout?.destroy());
    expect(await once(child.process, 'exit')).toEqual([0, null]);
    expect(child.err()).not.toMatch(/EPIPE|mistake/);
  });

  it('keeps everything where the file cannot be written at the end, and says how to write it', async () => {
    await processes.serve();
    mkdirSync(join(processes.directory(), 'd'));
    const path = join(processes.directory(), 'd', 'found.csv');
    const running = processes.lookup(['--tlds', 'com', '--out', path, '--rate', '20'], namesText(20));
    await expect.poll(running.err, { timeout: 10_000 }).toContain('20 names out of 20 rows');
    rmSync(join(processes.directory(), 'd'), { recursive: true });
    expect(await running.ended).toBe(1);
    expect(running.err()).toContain('is not there');
    const printed = /Write them with:\n {2}node electron\/main\/cli\/main\.ts (.*)$/m.exec(
      running.err(),
    )?.[1];
    mkdirSync(join(processes.directory(), 'd'));
    const again = processes.run((printed ?? '').split(' ').slice(1));
    expect(await again.ended, again.err()).toBe(0);
    expect(existsSync(path)).toBe(true);
  });
});
