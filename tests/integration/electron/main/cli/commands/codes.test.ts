import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeOf } from '../../../../../../electron/main/practice/operations/domains.ts';
import { codeFormats } from '../../../../../../shared/domain/code-actions.ts';
import type { CodeFormat } from '../../../../../../shared/domain/code.ts';
import type { PracticeService } from '../../../../../../electron/main/practice/service.ts';
import { findIn, sweep } from '../../../../../support/canary.ts';
import { rowsIn } from '../../../../../support/codes/codes-to-save.ts';
import {
  apiKey,
  type CommandLine,
  namesText,
  worldOfThisFile,
} from '../../../../../support/command-line/a-command-line.ts';

describe('namedesk codes', () => {
  const world = worldOfThisFile();
  const passphrase = 'CANARY-passphrase-4b1e';
  const out = (format: CodeFormat = 'age'): string => join(world.directory(), `codes.${format}`);

  /** The command with the login, the key, the passphrase and the names in its input. */
  const codes = (names: readonly string[], format: CodeFormat = 'age'): CommandLine =>
    world.run(
      ['codes', ...world.login(), '--names', '-', '--passphrase-stdin', '--out', out(format), '--rate', '0'],
      [apiKey, passphrase, ...names, ''].join('\n'),
    );

  const codesOf = (service: PracticeService): Readonly<Record<string, string>> =>
    Object.fromEntries(service.domains().map((domain) => [domain.name, codeOf(1, domain)]));

  const eppRequests = (service: PracticeService): number =>
    service.requests().filter(({ path }) => path.endsWith('/eppcode')).length;

  it.for(codeFormats)(
    'B9 B13 D9 writes every code into one encrypted file (.%s); none is printed, kept or left in clear',
    async (format, { annotate }) => {
      const service = await world.serve({ moreDomains: 20 });
      const all = codesOf(service);
      const run = codes(Object.keys(all), format);
      expect(await run.ended, run.err()).toBe(0);
      expect(run.out()).toBe('');
      expect(run.err()).toContain(`Encrypted: ${out(format)}`);
      const canaries = { ...all, passphrase, apiKey };
      expect(findIn('printed', Buffer.from(run.out() + run.err()), canaries)).toEqual([]);
      const { finds, files } = await sweep(world.directory(), canaries);
      expect(finds).toEqual([]);
      expect(statSync(out(format)).mode & 0o777).toBe(0o600);
      const rows = await rowsIn(out(format), passphrase);
      expect(Object.fromEntries(rows.map(({ domain, code }) => [domain, code]))).toEqual(all);
      await annotate(
        `figure: ${rows.length} codes by the command line (.${format}), 0 in clear in ${files} files and its output`,
      );
    },
  );

  it('ends with 1 where a domain has no code, says which and why, and has the others in the file', async () => {
    const service = await world.serve();
    const [domain = ''] = Object.keys(codesOf(service));
    const run = codes([domain, 'not-ours.com', 'no domain at all!']);
    expect(await run.ended).toBe(1);
    expect(run.err()).toContain('2 of 2 domains requested: 1 in the file, 1 refused.');
    expect(run.err()).toMatch(/ {2}not-ours\.com refused: ./);
    expect(run.err()).toContain('skipped');
    expect((await rowsIn(out(), passphrase)).map(({ outcome }) => outcome)).toEqual(['code', 'refused']);
  });

  it('H23 counts an answer that nobody could read by itself, says why, and has it as not-read in the file', async () => {
    const service = await world.serve({
      moreDomains: 3,
      faults: [{ operation: 'eppcode', domain: 'more-1.com', fault: { kind: 'page', page: 'html' } }],
    });
    const all = codesOf(service);
    const run = codes([...Object.keys(all), 'not-ours.com']);
    expect(await run.ended).toBe(1);
    const total = Object.keys(all).length + 1;
    expect(run.err()).toContain(
      `${total} of ${total} domains requested: ${total - 2} in the file, 1 refused, 1 not read.`,
    );
    expect(run.err()).toMatch(/^1 not read\. The service’s answer is not JSON/m);
    expect(run.err()).toMatch(/Request just these again, .*: more-1\.com$/m);
    const rows = await rowsIn(out(), passphrase);
    expect(rows.find(({ domain }) => domain === 'more-1.com')).toMatchObject({
      ...{ code: '', outcome: 'not-read' },
      message: expect.stringContaining('is not JSON') as string,
    });
  });

  it('ends with 3 at a login that is refused, and shows it once', async () => {
    const service = await world.serve({ apiKey: 'another-key' });
    const run = codes(Object.keys(codesOf(service)));
    expect(await run.ended).toBe(3);
    expect(service.requestCount()).toBeLessThanOrEqual(3);
  });

  it('ends with 2 before it asks for anything', async () => {
    const service = await world.serve();
    writeFileSync(join(world.directory(), 'there.age'), 'old codes');
    const cases: readonly (readonly [args: readonly string[], input: string, said: string])[] = [
      [['--names', '-'], '', "'--out <FILE>' not specified"],
      [['--names', '-', '--out', join(world.directory(), 'none', 'x.age')], '', 'there is no folder'],
      [['--names', '-', '--out', join(world.directory(), 'there.age')], '', '--force replaces it'],
      [['--names', '-', '--out', out()], `${apiKey}\nexample.com\n`, 'There is no terminal to ask'],
      [
        ['--names', '-', '--out', out(), '--passphrase-stdin'],
        `${apiKey}\nshort\n`,
        'at least 12 characters',
      ],
      [
        ['--names', '-', '--out', out(), '--passphrase-stdin'],
        `${apiKey}\n${passphrase}\n`,
        'no domains in it',
      ],
      [
        ['--names', '/none.txt', '--out', out(), '--passphrase-stdin'],
        `${apiKey}\n${passphrase}\n`,
        'cannot be read',
      ],
    ];
    // One after the other: beside another one, a run can hear that the workspace's owner has ended.
    for (const [args, input, said] of cases) {
      const run = world.run(['codes', ...world.login(), ...args], input);
      expect(await run.ended, run.err()).toBe(2);
      expect(run.err()).toContain(said);
    }
    expect(eppRequests(service)).toBe(0);
    expect(existsSync(out())).toBe(false);
    expect(readFileSync(join(world.directory(), 'there.age'), 'utf8')).toBe('old codes');
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('finishes the file with what was fetched at %s, and ends with %i', async (signal, code) => {
    const service = await world.serve({ moreDomains: 300, latencyMs: 20 });
    const run = codes(Object.keys(codesOf(service)));
    await expect.poll(() => eppRequests(service), { timeout: 60_000 }).toBeGreaterThan(10);
    run.process.kill(signal);
    expect(await run.ended, run.err()).toBe(code);
    const rows = await rowsIn(out(), passphrase);
    expect(rows).toHaveLength(eppRequests(service));
    expect(rows.length).toBeLessThan(300);
  });

  it('runs in the process that has the workspace, over which the passphrase crosses unseen', async () => {
    const service = await world.serve({ moreDomains: 60, latencyMs: 30 });
    const names = Object.keys(codesOf(service));
    // At its rate, which the visitor's own does not lift, it is at work for longer than the visitor is there.
    const owner = world.lookup(['--tlds', 'com', '--session', 's', '--rate', '2'], namesText(200));
    await expect.poll(service.requestCount, { timeout: 60_000 }).toBeGreaterThan(1);
    const client = codes(names.slice(0, 5));
    expect(await client.ended, client.err()).toBe(0);
    owner.process.kill('SIGINT');
    expect(await owner.ended).toBe(130);
    expect(await rowsIn(out(), passphrase)).toHaveLength(5);
    const canaries = { passphrase, ...codesOf(service) };
    const printed = [owner, client].map((each) => each.out() + each.err()).join('');
    expect(findIn('printed', Buffer.from(printed), canaries)).toEqual([]);
    expect((await sweep(world.directory(), canaries)).finds).toEqual([]);
    expect(readdirSync(world.directory()).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});

describe('stopping', () => {
  const world = worldOfThisFile();
  const { lookup, serve, run } = world;

  const slowly = ['--rate', '100', '--concurrency', '4', '--tlds', 'com,net'];
  const out = (): string => join(world.directory(), 'found.csv');
  const rowsOf = (path: string): number => readFileSync(path, 'utf8').trim().split('\n').length - 1;

  async function untilAsked(service: PracticeService, requests: number): Promise<void> {
    await expect.poll(service.requestCount, { timeout: 60_000, interval: 10 }).toBeGreaterThan(requests);
  }

  describe('a run that is stopped', () => {
    it.each([
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const)(
      'by %s pauses, ends with %i, and goes on by the very command that it prints',
      async (signal, code) => {
        const service = await serve();
        const first = lookup([...slowly, '--out', out()], namesText(150));
        await untilAsked(service, 20);
        first.process.kill(signal);
        expect(await first.ended).toBe(code);
        expect(first.err()).toContain('Pausing: waiting for pending requests.');
        const asked = service.requestCount();
        expect(asked).toBeLessThan(150);

        const printed =
          /Resume with:\n {2}node electron\/main\/cli\/main\.ts --user-data-dir=\S+ (.*)$/m.exec(first.err());
        const second = run((printed?.[1] ?? '').split(' '), `${apiKey}\n`);
        expect(await second.ended, second.err()).toBe(0);
        expect(service.requestCount()).toBe(150);
        expect(rowsOf(out())).toBe(300);
      },
    );

    it('ends at once at a second signal, and has kept what was answered', async () => {
      const service = await serve({
        faults: [{ fault: { kind: 'latency', ms: 25_000 }, operation: 'lookup', domain: 'name-30.com' }],
      });
      const running = lookup([...slowly, '--session', 's'], namesText(60));
      await untilAsked(service, 40);
      running.process.kill('SIGINT');
      await expect.poll(running.err).toContain('Pausing');
      const again = (): number | null => {
        running.process.kill('SIGINT');
        return running.process.exitCode;
      };
      await expect.poll(again, { timeout: 10_000, interval: 100 }).toBe(130);
      expect(running.err()).not.toContain('Resume with');
      const shown = run(['session', 'show', 's', '--json']);
      await shown.ended;
      expect(JSON.parse(shown.out())).toMatchObject({ cells: 120 });
      expect((JSON.parse(shown.out()) as { left: number }).left).toBeLessThan(60);
    });

    it('C18 by kill -9 is cut off, says so, and goes on without asking again what was answered', async () => {
      const service = await serve();
      const first = lookup([...slowly, '--session', 's'], namesText(150));
      await untilAsked(service, 30);
      first.process.kill('SIGKILL');
      expect(await first.ended).toBe(null);
      const list = run(['session', 'list']);
      expect(await list.ended).toBe(0);
      expect(list.out()).toMatch(/ cut off /);
      const second = run(['session', 'resume', 's', '--key-stdin-once', '--out', out()], `${apiKey}\n`);
      expect(await second.ended, second.err()).toBe(0);
      expect(rowsOf(out())).toBe(300);
      // Four may have been on their way when it was killed.
      expect(service.requestCount()).toBeLessThanOrEqual(154);
    });

    it('asks the unknown ones again when told to', async () => {
      const service = await serve({
        faults: [{ fault: { kind: 'json', value: [] }, operation: 'lookup', times: 2 }],
      });
      const first = lookup(
        ['--tlds', 'com', '--rate', '0', '--session', 's', '--concurrency', '1'],
        namesText(5),
      );
      expect(await first.ended).toBe(1);
      const second = run(['session', 'resume', 's', '--again', 'unknown', '--key-stdin-once'], `${apiKey}\n`);
      expect(await second.ended, second.err()).toBe(0);
      expect(service.requestCount()).toBe(7);
      expect(second.out().trim().split('\n')).toHaveLength(6);
    });
  });

  describe('two command lines in one workspace', () => {
    it('run together: the second hands its work to the first', async () => {
      const service = await serve();
      const first = lookup([...slowly, '--session', 'first', '--format', 'txt'], namesText(150));
      await untilAsked(service, 5);
      const second = lookup(
        ['--tlds', 'com', '--session', 'second', '--format', 'txt'],
        namesText(5, 'other'),
      );
      expect(await second.ended, second.err()).toBe(0);
      expect(second.out().trim().split('\n')).toHaveLength(5);
      expect(await first.ended, first.err()).toBe(0);
      expect(first.out().trim().split('\n')).toHaveLength(300);
    });

    it.each([
      ['ends', 'SIGINT'],
      ['is killed', 'SIGKILL'],
    ] as const)(
      'when the first one %s, the second continues automatically with what it had begun',
      async (_case, signal) => {
        const service = await serve();
        const first = lookup([...slowly, '--session', 'first'], namesText(400));
        await untilAsked(service, 5);
        const second = lookup([...slowly, '--session', 'second', '--out', out()], namesText(100, 'other'));
        const asksFor = (stem: string) =>
          service.requests().filter(({ body }) => body?.includes(`${stem}-`)).length;
        await expect.poll(() => asksFor('other'), { timeout: 60_000, interval: 10 }).toBeGreaterThan(10);
        first.process.kill(signal);
        await first.ended;
        expect(await second.ended, second.err()).toBe(0);
        expect(second.err()).toContain('continuing.');
        expect(rowsOf(out())).toBe(200);
        expect(asksFor('other')).toBeLessThanOrEqual(104);
      },
    );

    it('a second one that is interrupted pauses its own session alone', async () => {
      const service = await serve();
      // So many that it still runs when the other one has ended.
      const first = lookup([...slowly, '--session', 'first', '--format', 'txt'], namesText(800));
      await untilAsked(service, 5);
      const second = lookup([...slowly, '--session', 'second'], namesText(250, 'other'));
      await expect.poll(second.err, { timeout: 60_000 }).toContain('250 names');
      await untilAsked(service, service.requestCount() + 20);
      second.process.kill('SIGINT');
      expect(await second.ended).toBe(130);
      expect(second.err()).toContain('"second": 500 cells');
      const list = run(['session', 'list', '--json']);
      expect(await list.ended).toBe(0);
      expect(JSON.parse(list.out())).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ name: 'first', state: 'running', isRunningNow: true }),
          expect.objectContaining({ name: 'second', state: 'paused' }),
        ]),
      );
      expect(await first.ended).toBe(0);
    });

    it('says which process has the workspace where that one does not answer', async () => {
      const service = await serve();
      const first = lookup([...slowly, '--session', 'first'], namesText(400));
      await untilAsked(service, 5);
      first.process.kill('SIGSTOP');
      const second = run(['session', 'list']);
      expect(await second.ended).toBe(1);
      expect(second.err()).toBe(
        `namedesk: Another process (${first.process.pid ?? ''}) has this workspace and does not answer. Nothing was changed.\n` +
          'Wait until it has ended or close it, or choose another workspace with --user-data-dir=DIR.\n',
      );
      first.process.kill('SIGCONT');
      first.process.kill('SIGKILL');
      await once(first.process, 'exit');
    });
  });
});
