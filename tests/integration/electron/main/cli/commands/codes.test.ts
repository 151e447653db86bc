import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeOf } from '../../../../../../electron/main/practice/operations/domains.ts';
import type { PracticeService } from '../../../../../../electron/main/practice/service.ts';
import { findIn, sweep } from '../../../../../support/canary.ts';
import { rowsIn } from '../../../../../support/codes/an-opened-file.ts';
import { apiKey, deskOfThisFile } from '../a-desk.ts';
import type { CommandLine } from '../command-line.ts';

const desk = deskOfThisFile();
const passphrase = 'CANARY-passphrase-4b1e';
const out = (): string => join(desk.directory(), 'codes.age');

/** The command with the login, the key, the passphrase and the names in its input. */
const codes = (names: readonly string[], args: readonly string[] = []): CommandLine =>
  desk.run(
    ['codes', ...desk.login(), '--names', '-', '--passphrase-stdin', '--out', out(), '--rate', '0', ...args],
    [apiKey, passphrase, ...names, ''].join('\n'),
  );

const codesOf = (service: PracticeService): Readonly<Record<string, string>> =>
  Object.fromEntries(service.domains().map((domain) => [domain.name, codeOf(1, domain)]));

const eppRequests = (service: PracticeService): number =>
  service.requests().filter(({ path }) => path.endsWith('/eppcode')).length;

describe('namedesk codes', () => {
  it('B9 B13 D9 writes every code into one encrypted file; none is printed, kept or left in clear', async ({
    annotate,
  }) => {
    const service = await desk.serve({ moreDomains: 20 });
    const all = codesOf(service);
    const run = codes(Object.keys(all));
    expect(await run.ended, run.err()).toBe(0);
    expect(run.out()).toBe('');
    expect(run.err()).toContain(`Encrypted: ${out()}`);
    const canaries = { ...all, passphrase, apiKey };
    expect(findIn('printed', Buffer.from(run.out() + run.err()), canaries)).toEqual([]);
    const { finds, files } = await sweep(desk.directory(), canaries);
    expect(finds).toEqual([]);
    expect(statSync(out()).mode & 0o777).toBe(0o600);
    const rows = await rowsIn(out(), passphrase);
    expect(Object.fromEntries(rows.map(({ domain, code }) => [domain, code]))).toEqual(all);
    await annotate(
      `figure: ${rows.length} codes by the command line, 0 in clear in ${files} files and its output`,
    );
  });

  it('ends with 1 where a domain has no code, says which and why, and has the others in the file', async () => {
    const service = await desk.serve();
    const [domain = ''] = Object.keys(codesOf(service));
    const run = codes([domain, 'not-ours.com', 'no domain at all!']);
    expect(await run.ended).toBe(1);
    expect(run.err()).toContain('2 of 2 domains asked: 1 in the file, 1 refused.');
    expect(run.err()).toMatch(/ {2}not-ours\.com refused: ./);
    expect(run.err()).toContain('left out');
    expect((await rowsIn(out(), passphrase)).map(({ outcome }) => outcome)).toEqual(['code', 'refused']);
  });

  it('ends with 3 at a login that is refused, and shows it once', async () => {
    const service = await desk.serve({ apiKey: 'another-key' });
    const run = codes(Object.keys(codesOf(service)));
    expect(await run.ended).toBe(3);
    expect(service.requestCount()).toBeLessThanOrEqual(3);
  });

  it('ends with 2 before it asks for anything', async () => {
    const service = await desk.serve();
    writeFileSync(join(desk.directory(), 'there.age'), 'old codes');
    const cases: readonly (readonly [args: readonly string[], input: string, said: string])[] = [
      [['--names', '-'], '', '--out is missing'],
      [['--names', '-', '--out', join(desk.directory(), 'none', 'x.age')], '', 'there is no folder'],
      [['--names', '-', '--out', join(desk.directory(), 'there.age')], '', '--force replaces it'],
      [['--names', '-', '--out', out()], `${apiKey}\nexample.com\n`, 'There is no terminal to ask'],
      [
        ['--names', '-', '--out', out(), '--passphrase-stdin'],
        `${apiKey}\nshort\n`,
        '12 characters at least',
      ],
      [
        ['--names', '-', '--out', out(), '--passphrase-stdin'],
        `${apiKey}\n${passphrase}\n`,
        'no domain in it',
      ],
      [
        ['--names', '/none.txt', '--out', out(), '--passphrase-stdin'],
        `${apiKey}\n${passphrase}\n`,
        'cannot be read',
      ],
    ];
    // One after the other: beside another one, a run can hear that the workspace's owner has ended.
    for (const [args, input, said] of cases) {
      const run = desk.run(['codes', ...desk.login(), ...args], input);
      expect(await run.ended, run.err()).toBe(2);
      expect(run.err()).toContain(said);
    }
    expect(eppRequests(service)).toBe(0);
    expect(existsSync(out())).toBe(false);
    expect(readFileSync(join(desk.directory(), 'there.age'), 'utf8')).toBe('old codes');
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('finishes the file with what was fetched at %s, and ends with %i', async (signal, code) => {
    const service = await desk.serve({ moreDomains: 300, latencyMs: 20 });
    const run = codes(Object.keys(codesOf(service)));
    await expect.poll(() => eppRequests(service), { timeout: 20_000 }).toBeGreaterThan(10);
    run.process.kill(signal);
    expect(await run.ended, run.err()).toBe(code);
    const rows = await rowsIn(out(), passphrase);
    expect(rows).toHaveLength(eppRequests(service));
    expect(rows.length).toBeLessThan(300);
  });

  it('runs in the process that has the workspace, over which the passphrase crosses unseen', async () => {
    const service = await desk.serve({ moreDomains: 60, latencyMs: 30 });
    const names = Object.keys(codesOf(service));
    const owner = desk.lookup(
      ['--tlds', 'com', '--session', 's', '--rate', '2'],
      Array.from({ length: 600 }, (_, number) => `name-${number}\n`).join(''),
    );
    await expect.poll(service.requestCount, { timeout: 20_000 }).toBeGreaterThan(1);
    const visitor = codes(names.slice(0, 5));
    expect(await visitor.ended, visitor.err()).toBe(0);
    owner.process.kill('SIGINT');
    expect(await owner.ended).toBe(130);
    expect(await rowsIn(out(), passphrase)).toHaveLength(5);
    const canaries = { passphrase, ...codesOf(service) };
    const printed = [owner, visitor].map((each) => each.out() + each.err()).join('');
    expect(findIn('printed', Buffer.from(printed), canaries)).toEqual([]);
    expect((await sweep(desk.directory(), canaries)).finds).toEqual([]);
    expect(readdirSync(desk.directory()).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});
