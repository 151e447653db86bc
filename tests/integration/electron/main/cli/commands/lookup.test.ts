import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { findingOf } from '../../../../../../electron/main/practice/findings.ts';
import {
  apiKey,
  namesText,
  username,
  worldOfThisFile,
} from '../../../../../support/command-line/a-command-line.ts';
import { openServices } from '../../../../../support/services/open-services.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

const world = worldOfThisFile();
const { lookup, serve, file, run } = world;

const columns =
  'domain,name,tld,finding,available,premium,reserved,valid,price_register,price_renew,currency,message,checked_at';
const fast = ['--rate', '0'];

describe('namedesk lookup', () => {
  it('prints every cell as CSV once all are there, in the order of names and TLDs, as the service has them', async () => {
    await serve({ seed: 7 });
    const names = ['bakery', 'longer-example-name', 'ab', 'xn--bckerei-5wa'];
    const { ended, out, err } = lookup(['--tlds', '.com,net,co.uk', ...fast], names.join('\n'));
    expect(await ended, err()).toBe(0);
    const [head, ...rows] = out().trimEnd().split('\n');
    expect(head?.trim()).toBe(columns);
    const found = rows.map((row) => row.split(',')).map(([domain, , , finding]) => `${domain} ${finding}`);
    const asked = names.flatMap((name) => ['com', 'net', 'co.uk'].map((tld) => [name, tld] as const));
    expect(found).toEqual(asked.map(([name, tld]) => `${name}.${tld} ${findingOf(7, name, tld)}`));
    expect(err()).toContain('"command line ');
  });

  it('takes - for the standard output, in the format that is given', async () => {
    await serve({ seed: 7 });
    const { ended, out, err } = lookup(
      ['--tlds', 'com', '--out', '-', '--format', 'txt', ...fast],
      'bakery\n',
    );
    expect(await ended, err()).toBe(0);
    expect(out()).toBe('bakery.com\n');
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
    await serve();
    const path = join(world.directory(), `found.${form}`);
    const { ended, out, err } = lookup([
      '--names',
      file('names.txt', namesText(20)),
      '--tlds',
      'com,de',
      '--out',
      path,
      ...fast,
    ]);
    expect(await ended, err()).toBe(0);
    expect(out()).toBe('');
    expect(rowsIn(readFileSync(path, 'utf8'))).toBe(40);
  });

  it('says what was left out and what was taken in another form, and asks for the rest', async () => {
    await serve();
    const { ended, out, err } = lookup(
      ['--tlds', 'com', '--format', 'txt', ...fast],
      'Bakery\nbakery\nhttps://www.example.com/x\nno_name\n\u001b[2Jevil\n',
    );
    expect(await ended).toBe(0);
    expect(out()).toBe('bakery.com\nexample.com\n');
    expect(err()).toMatch(
      /2 names out of 5 rows\.\n2 names adjusted: "Bakery" as bakery, .*\n3 rows skipped:\n/,
    );
    expect(err()).toContain('1 × A name has no underscores (line 4 "no_name")');
    expect(err()).not.toContain('\u001b');
  });

  it('says what of a JSON list it left out', async () => {
    await serve();
    const names = file('names.json', '{"names":["one",null]}');
    const { ended, out, err } = lookup(['--names', names, '--tlds', 'com', '--format', 'txt', ...fast]);
    expect(await ended, err()).toBe(0);
    expect(out()).toBe('one.com\n');
    expect(err()).toContain('Skipped in the list: 1 entry without a value (null).');
  });

  it('ends with 1 where cells have no answer, and counts why', async () => {
    await serve({
      faults: [{ fault: { kind: 'json', value: [] }, operation: 'lookup', times: 1 }],
    });
    const { ended, out, err } = lookup(['--tlds', 'com,net', '--concurrency', '1', ...fast], 'one\ntwo\n');
    expect(await ended).toBe(1);
    expect(out().match(/,unknown,/g)).toHaveLength(2);
    expect(err()).toContain('2 cells have no usable answer:\n  2 × missing from the answer (not-in-answer)');
  });

  it('ends with 3 when the service refuses the key, keeps the session, and says how to go on', async () => {
    const service = await serve({ apiKey: 'another key' });
    const { ended, out, err } = lookup(['--tlds', 'com', '--session', 'monday', ...fast], 'one\n');
    expect(await ended).toBe(3);
    expect(out()).toBe('');
    expect(err()).toContain('The service refused the key or the e-mail address.');
    expect(err()).toMatch(
      /Resume with:\n {2}node electron\/main\/cli\/main\.ts --user-data-dir=\S+ session resume [\w-]{36} .*--key-stdin-once/,
    );
    expect(service.requestCount()).toBeLessThan(10);
    const listed = run(['session', 'list', '--json']);
    await listed.ended;
    expect(JSON.parse(listed.out())).toMatchObject([{ name: 'monday', state: 'paused', left: 1 }]);
  });

  it('waits while the service cannot be reached, says so once, and resumes automatically', async () => {
    const first = await serve();
    const waiting = lookup(['--tlds', 'com', '--session', 'w', '--rate', '0'], namesText(3));
    await first.stop();
    await expect.poll(waiting.err, { timeout: 60_000 }).toContain('Waiting, resumes automatically');
    await serve({ port: first.port });
    expect(await waiting.ended, waiting.err()).toBe(0);
    expect(waiting.err().match(/Waiting, resumes automatically/g)).toHaveLength(1);
    expect(waiting.err()).toContain('3 cells in');
  });

  it('--no-wait pauses instead, with 1', async () => {
    const service = await serve();
    await service.stop();
    const { ended, err } = lookup(['--tlds', 'com', '--no-wait', ...fast], 'one\n');
    expect(await ended).toBe(1);
    expect(err()).toContain('The server refused the connection');
    expect(err()).toContain('Resume with:');
  });

  it('goes on with a session of the same name and asks nothing twice; --fresh asks everything', async () => {
    const service = await serve();
    const args = ['--tlds', 'com,net', '--session', 'monday', '--format', 'txt', ...fast];
    expect(await lookup(args, namesText(10)).ended).toBe(0);
    expect(service.requestCount()).toBe(10);
    const second = lookup(args, namesText(10));
    expect(await second.ended).toBe(0);
    expect([service.requestCount(), second.out().split('\n').length]).toEqual([10, 21]);
    expect(await lookup([...args, '--fresh'], namesText(10)).ended).toBe(0);
    expect(service.requestCount()).toBe(20);
  });

  it.each([
    ['other names', ['--tlds', 'com'], 'one\nthree\n', 'has other names'],
    ['other TLDs', ['--tlds', 'com,net'], 'one\ntwo\n', 'has other TLDs: com'],
  ])('refuses %s under the name of a session', async (_case, args, names, sentence) => {
    await serve();
    expect(await lookup(['--tlds', 'com', '--session', 's', ...fast], 'one\ntwo\n').ended).toBe(0);
    const { ended, err } = lookup([...args, '--session', 's', ...fast], names);
    expect(await ended).toBe(2);
    expect(err()).toContain(`The session "s" ${sentence}`);
  });

  it('a reader that has had enough of the output is no failure', async () => {
    await serve();
    const child = lookup(['--tlds', 'com,net,org,de', ...fast], namesText(2_000));
    child.process.stdout?.once('data', () => child.process.stdout?.destroy());
    expect(await once(child.process, 'exit')).toEqual([0, null]);
    expect(child.err()).not.toMatch(/EPIPE|mistake/);
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
      () => join(world.directory(), 'nowhere.txt'),
      /nowhere\.txt|not there|no such/i,
    ],
    ['a folder', () => world.directory(), /folder/i],
  ])('ends with 2 on %s, asks nothing, and says why', async (_case, path, sentence) => {
    const service = await serve();
    const { ended, err } = ask(path());
    expect(await ended).toBe(2);
    expect(err()).toMatch(sentence);
    expect(service.requestCount()).toBe(0);
    const list = run(['session', 'list']);
    await list.ended;
    expect(list.out()).toBe('');
  });

  it('ends with 2 on a file of a gigabyte, without reading it', async () => {
    await serve();
    const path = file('large.txt', '');
    truncateSync(path, 1_073_741_824);
    const { ended, err } = ask(path);
    expect(await ended).toBe(2);
    expect(err()).toContain('the limit is 64.0 MiB');
  });

  it.each([
    ['no folder', 'nowhere/found.csv', '--out: there is no folder'],
    ['a folder', 'taken.csv', 'is a folder'],
    ['an unknown extension', 'found.xlsx', 'is unknown'],
  ])('ends with 2 before it asks anything where --out is %s', async (_case, out, sentence) => {
    const service = await serve();
    mkdirSync(join(world.directory(), 'taken.csv'));
    const { ended, err } = lookup(['--tlds', 'com', '--out', join(world.directory(), out)], 'one\n');
    expect(await ended).toBe(2);
    expect(err()).toContain(sentence);
    expect(service.requestCount()).toBe(0);
  });

  it('keeps everything where the file cannot be written at the end, and says how to write it', async () => {
    await serve();
    mkdirSync(join(world.directory(), 'd'));
    const path = join(world.directory(), 'd', 'found.csv');
    const running = lookup(['--tlds', 'com', '--out', path, '--rate', '20'], namesText(20));
    await expect.poll(running.err, { timeout: 10_000 }).toContain('20 names out of 20 rows');
    rmSync(join(world.directory(), 'd'), { recursive: true });
    expect(await running.ended).toBe(1);
    expect(running.err()).toContain('is not there');
    const printed = /Write them with:\n {2}node electron\/main\/cli\/main\.ts (.*)$/m.exec(
      running.err(),
    )?.[1];
    mkdirSync(join(world.directory(), 'd'));
    const again = run((printed ?? '').split(' ').slice(1));
    expect(await again.ended, again.err()).toBe(0);
    expect(existsSync(path)).toBe(true);
  });
});

describe('a portfolio that cannot be read', () => {
  it('leaves sessions listed and resumed, with own names marked as not known and nothing exported', async () => {
    await serve();
    const found = lookup(
      ['--tlds', 'com', '--session', 'monday', '--format', 'txt', ...fast],
      'available-1\n',
    );
    expect(await found.ended, found.err()).toBe(0);
    const workspace = join(world.directory(), 'user', 'workspace');
    const services = await openServices(workspace);
    const [session] = valueOf(await services.sessions.list());
    valueOf(await services.portfolio.add(session?.accountId ?? '', 'available-1.com', [], 'typed'));
    await services.close();
    const database = new DatabaseSync(join(workspace, 'workspace.sqlite'));
    database.exec(`UPDATE domains SET known = 'damaged'`);
    database.close();
    const unread = 'your domains couldn’t be loaded, so we don’t know which names are already yours';
    const listed = run(['session', 'list']);
    expect(await listed.ended, listed.err()).toBe(0);
    expect(listed.out()).toMatch(/ 1\? .*monday/);
    expect(listed.err()).toContain(unread);
    const shown = run(['session', 'show', 'monday', '--json']);
    expect(await shown.ended, shown.err()).toBe(0);
    expect(JSON.parse(shown.out())).toMatchObject({ counts: { available: 1, yours: null } });
    const again = ['session', 'resume', 'monday', '--again', 'everything', '--key-stdin-once', ...fast];
    const resumed = run(again, `${apiKey}\n`);
    expect(await resumed.ended, resumed.err()).toBe(1);
    expect(resumed.err()).toContain('1 cell in ');
    expect(resumed.err()).toContain(unread);
    expect(resumed.out()).toBe('');
    const paused = run(['session', 'pause', 'monday']);
    expect(await paused.ended, paused.err()).toBe(0);
    expect(paused.out()).toContain('Nothing to pause: the session is finished.');
  });
});

describe('namedesk session export', () => {
  it('writes the user’s own names as theirs, and none of them as available, whichever account has it', async () => {
    await serve();
    const names = 'available-1\navailable-2\navailable-3\n';
    const found = lookup(['--tlds', 'com', '--session', 'monday', '--format', 'txt', ...fast], names);
    expect(await found.ended, found.err()).toBe(0);
    const services = await openServices(join(world.directory(), 'user', 'workspace'));
    const [session] = valueOf(await services.sessions.list());
    const account = { label: 'Other', colour: 'teal', baseUrl: 'https://other.example', username } as const;
    const other = valueOf(await services.accounts.add(account));
    const practice = valueOf(await services.accounts.addPractice());
    valueOf(await services.portfolio.add(session?.accountId ?? '', 'available-1.com', [], 'typed'));
    valueOf(await services.portfolio.add(other.id, 'available-2.com', [], 'typed'));
    valueOf(await services.portfolio.add(practice.id, 'available-3.com', [], 'typed'));
    await services.close();
    const written = async (finding: string) => {
      const { ended, out, err } = run([
        'session',
        'export',
        'monday',
        '--format',
        'txt',
        '--finding',
        finding,
      ]);
      expect(await ended, err()).toBe(0);
      return out();
    };
    expect(await written('available,premium')).toBe('available-3.com\n');
    expect(await written('yours')).toBe('available-1.com\navailable-2.com\n');
  });

  it('writes names without digits or hyphens alone, and what costs no more than a price that is known', async () => {
    await serve();
    const names = 'available-a\navailableb\navailable2\npriced\n';
    const found = lookup(['--tlds', 'com', '--session', 'filters', '--format', 'txt', ...fast], names);
    expect(await found.ended, found.err()).toBe(0);
    const written = async (...filter: readonly string[]) => {
      const line = run(['session', 'export', 'filters', '--format', 'txt', ...filter]);
      expect(await line.ended, line.err()).toBe(0);
      return line.out();
    };
    expect(await written('--no-digits')).toBe('available-a.com\navailableb.com\npriced.com\n');
    expect(await written('--no-hyphens')).toBe('availableb.com\navailable2.com\npriced.com\n');
    expect(await written('--no-digits', '--no-hyphens')).toBe('availableb.com\npriced.com\n');
    for (const option of ['--max-price', '--max-renewal']) {
      expect(await written(option, '0')).toBe('');
      expect(await written(option, '100000')).toBe('priced.com\n');
    }
    expect(await run(['session', 'export', 'filters', '--max-price', '1', '--max-renewal', '1']).ended).toBe(
      2,
    );
  });
});

/** Zeros and what no text has. */
const binary = (): Uint8Array => Uint8Array.from({ length: 5_000 }, (_, at) => (at * 7) % 256);
