import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../../../../electron/main/system/secret.ts';
import { sweep } from '../../../../../support/canary.ts';
import { apiKey, passphrase, servicesDesksOfThisFile } from '../../../../../support/codes/a-services-desk.ts';
import { rowsIn, textIn } from '../../../../../support/codes/an-opened-file.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

const aServicesDesk = servicesDesksOfThisFile();
const isRoot = process.getuid?.() === 0;

describe('many codes', () => {
  it('B9 B13 are in the encrypted file, every one as the service gave it, and nowhere in clear', async ({
    annotate,
  }) => {
    const desk = await aServicesDesk({ moreDomains: 60, latencyMs: 5 });
    const codes = Object.fromEntries(desk.domains.map((name) => [name, desk.codeOf(name)]));
    const canaries = { ...codes, passphrase, apiKey };
    const { id } = valueOf(await desk.start());
    // While it is written: the part file, the database, its WAL.
    await expect.poll(() => desk.services.savings.list()[0]?.asked, { timeout: 20_000 }).toBeGreaterThan(20);
    const during = await sweep(desk.directory, canaries);
    expect(readdirSync(dirname(desk.path)).join()).toMatch(/^\.namedesk-codes-.*\.part$/);
    const saving = await desk.services.savings.ended(id);
    expect(saving).toMatchObject({ state: 'done', asked: desk.domains.length, error: null });
    const after = await sweep(desk.directory, canaries);
    expect([...during.finds, ...after.finds]).toEqual([]);
    expect(readdirSync(dirname(desk.path))).toEqual(['codes.age']);
    const rows = await rowsIn(desk.path, passphrase);
    expect(Object.fromEntries(rows.map(({ domain, code }) => [domain, code]))).toEqual(codes);
    // Each has its two lines in the journal of accesses, which were swept as well.
    for (const domain of desk.domains.slice(0, 3)) {
      const [access, ...more] = valueOf(await desk.services.codes.accesses(desk.accountId, domain));
      expect(access).toMatchObject({ domain, deed: 'save', outcome: 'code', accountLabel: 'Acme' });
      expect(more).toEqual([]);
    }
    const asked = desk.service.requests().filter(({ path }) => path.endsWith('/eppcode'));
    expect(asked).toHaveLength(desk.domains.length);
    await annotate(
      `figure: ${rows.length} codes in one file, 0 in clear in ${during.files + after.files} files of ${during.bytes + after.bytes} bytes`,
    );
  });

  it('leave main free while the key is made of the passphrase', async ({ annotate }) => {
    const desk = await aServicesDesk();
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const startedMs = performance.now();
    const { id } = valueOf(await desk.start({ domains: desk.domains.slice(0, 1) }));
    await desk.services.savings.ended(id);
    delay.disable();
    const p99Ms = delay.percentile(99) / 1e6;
    expect(p99Ms).toBeLessThan(50);
    const tookMs = performance.now() - startedMs;
    await annotate(
      `figure: main held ${p99Ms.toFixed(1)} ms at p99 and ${(delay.max / 1e6).toFixed(1)} ms at most while a file of one code took ${tookMs.toFixed(0)} ms`,
    );
  });
});

describe('the encrypted file', () => {
  it('D9 is readable by its owner alone, also where it takes the place of one that was not', async () => {
    const desk = await aServicesDesk();
    writeFileSync(desk.path, 'before', { mode: 0o644 });
    chmodSync(desk.path, 0o644);
    const { id } = valueOf(await desk.start());
    const [part = ''] = readdirSync(dirname(desk.path)).filter((name) => name.endsWith('.part'));
    expect(statSync(join(dirname(desk.path), part)).mode & 0o777).toBe(0o600);
    expect(readFileSync(desk.path, 'utf8')).toBe('before');
    await desk.services.savings.ended(id);
    expect(statSync(desk.path).mode & 0o777).toBe(0o600);
    expect(await textIn(desk.path, passphrase)).toContain(desk.codeOf(desk.domains[0] ?? ''));
    // In the age format, with a work factor of 2^18; it opens with no other passphrase.
    expect(readFileSync(desk.path, 'latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S{22} 18\n/);
    await expect(textIn(desk.path, `${passphrase}x`)).rejects.toThrow();
  });

  it('goes where a link leads', async () => {
    const desk = await aServicesDesk();
    const real = join(dirname(desk.path), 'real.age');
    writeFileSync(real, '');
    symlinkSync(real, desk.path);
    const { id } = valueOf(await desk.start());
    await desk.services.savings.ended(id);
    expect(readdirSync(dirname(desk.path)).sort()).toEqual(['codes.age', 'real.age']);
    expect(await rowsIn(real, passphrase)).toHaveLength(desk.domains.length);
  });

  it('is finished with what was fetched when the saving is stopped, and when the program ends', async () => {
    const desk = await aServicesDesk({ moreDomains: 200, latencyMs: 20 });
    const first = valueOf(await desk.start());
    const second = valueOf(await desk.start({ path: `${desk.path}.2` }));
    const askedOf = (id: string) => desk.services.savings.list().find((each) => each.id === id)?.asked;
    await expect.poll(() => askedOf(first.id), { timeout: 20_000 }).toBeGreaterThan(5);
    await expect.poll(() => askedOf(second.id), { timeout: 20_000 }).toBeGreaterThan(5);
    desk.services.savings.stop(first.id);
    const stopped = await desk.services.savings.ended(first.id);
    await desk.services.savings.close();
    const closed = await desk.services.savings.ended(second.id);
    for (const saving of [stopped, closed]) {
      expect(saving).toMatchObject({ state: 'stopped', error: null });
      expect(await rowsIn(saving.path, passphrase)).toHaveLength(saving.asked);
      expect(saving.asked).toBeLessThan(saving.total);
    }
    expect(readdirSync(dirname(desk.path)).sort()).toEqual(['codes.age', 'codes.age.2']);
    expect(desk.services.savings.list().map(({ id }) => id)).toEqual([second.id, first.id]);
  });

  it('is looked for when the savings are listed', async () => {
    const desk = await aServicesDesk();
    const fileOf = async () => (await desk.services.savings.listWithFiles()).map(({ file }) => file);
    const { id } = valueOf(await desk.start());
    expect(await fileOf()).toEqual(['none']);
    expect(await desk.services.savings.ended(id)).toMatchObject({ state: 'done', file: 'there' });
    expect(await fileOf()).toEqual(['there']);
    renameSync(desk.path, `${desk.path}.moved`);
    expect(await fileOf()).toEqual(['gone']);
    renameSync(`${desk.path}.moved`, desk.path);
    expect(await fileOf()).toEqual(['there']);
  });

  it('is not there where nothing was asked', async () => {
    const desk = await aServicesDesk();
    const { id } = valueOf(await desk.start());
    desk.services.savings.stop(id);
    expect(await desk.services.savings.ended(id)).toMatchObject({ state: 'stopped', asked: 0, file: 'none' });
    expect(readdirSync(dirname(desk.path))).toEqual([]);
  });
});

describe('what is asked', () => {
  it('is each domain once, in its order', async () => {
    const desk = await aServicesDesk();
    const [one = '', two = ''] = desk.domains;
    const { id, total } = valueOf(await desk.start({ domains: [two, one, two, one] }));
    expect(total).toBe(2);
    await desk.services.savings.ended(id);
    expect((await rowsIn(desk.path, passphrase)).map(({ domain }) => domain)).toEqual([two, one]);
  });

  it('is refused where nothing can come of it, and nothing is asked of the service or left on the disk', async () => {
    const desk = await aServicesDesk();
    const folder = dirname(desk.path);
    const before = desk.service.requestCount();
    mkdirSync(join(folder, 'a-folder'));
    const refused = async (changes: Parameters<typeof desk.start>[0]): Promise<unknown> => {
      const started = await desk.start(changes);
      return started.ok ? started.value : started.error;
    };
    expect(await refused({ domains: [] })).toMatchObject({ kind: 'invalid-input', field: 'domains' });
    expect(await refused({ passphrase: new Secret('short') })).toMatchObject({ field: 'passphrase' });
    expect(await refused({ accountId: 'nobody' })).toMatchObject({ kind: 'no-account' });
    for (const path of [join(folder, 'none', 'codes.age'), join(folder, 'a-folder'), '/dev/null'])
      expect(await refused({ path })).toMatchObject({ kind: 'invalid-input', field: 'path' });
    if (!isRoot) {
      chmodSync(join(folder, 'a-folder'), 0o500);
      expect(await refused({ path: join(folder, 'a-folder', 'codes.age') })).toMatchObject({ field: 'path' });
    }
    expect(readdirSync(folder)).toEqual(['a-folder']);
    expect(desk.service.requestCount()).toBe(before);
  });

  it('is refused for a file that is being written', async () => {
    const desk = await aServicesDesk();
    const [first, second] = await Promise.all([desk.start(), desk.start()]);
    const { id } = valueOf(first);
    expect(second).toMatchObject({ ok: false, error: { kind: 'invalid-input', field: 'path' } });
    expect(await desk.start()).toMatchObject({ ok: false });
    await desk.services.savings.ended(id);
    valueOf(await desk.start());
  });
});

describe('what a killed process left', () => {
  const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
  const partOf = (computer: string, pid: number): string =>
    `.namedesk-codes-${computer}-${pid}-0123456789ab.part`;

  it('goes at the next start in its folder; what another process or computer writes now stays', async () => {
    const desk = await aServicesDesk();
    const folder = dirname(desk.path);
    const dead = Number(execFileSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' }));
    const stays = [
      partOf(host, process.ppid),
      partOf('0badc0de', dead),
      '.namedesk-codes-x.part',
      'mine.part',
    ];
    for (const name of [partOf(host, dead), ...stays]) writeFileSync(join(folder, name), '');
    const { id } = valueOf(await desk.start());
    await desk.services.savings.ended(id);
    expect(existsSync(join(folder, partOf(host, dead)))).toBe(false);
    expect(readdirSync(folder).sort()).toEqual([...stays, 'codes.age'].sort());
  });
});
