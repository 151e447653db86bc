import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
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
import { describe, expect, it } from 'vitest';
import { encryptorOnThread } from '../../../../../../electron/main/codes/export/encrypted-file.ts';
import { Secret } from '../../../../../../electron/main/system/secret.ts';
import { sweep } from '../../../../../support/canary.ts';
import {
  aCodeExportWorld,
  passphrase,
  rowsIn,
  rowsOf,
  textIn,
} from '../../../../../support/codes/codes-to-save.ts';
import { apiKey } from '../../../../../support/test-world.ts';
import { stretchesWhile } from '../../../../../support/time/processor-time.ts';
import { threadUrl } from '../../../../../support/threads/thread-urls.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

describe('codeExports', () => {
  const isRoot = process.getuid?.() === 0;

  describe('many codes', () => {
    it('B9 B13 are in the encrypted file, every one as the service gave it, and nowhere in clear', async ({
      annotate,
    }) => {
      const world = await aCodeExportWorld({ moreDomains: 60, latencyMs: 5 }, 'code-export-worker');
      const codes = Object.fromEntries(world.domains.map((name) => [name, world.codeOf(name)]));
      const canaries = { ...codes, passphrase, apiKey };
      const { id } = valueOf(await world.start());
      // While it is written: the part file, the database, its WAL.
      await expect.poll(() => world.codeExports.list()[0]?.asked, { timeout: 60_000 }).toBeGreaterThan(20);
      const during = await sweep(world.directory, canaries);
      expect(readdirSync(dirname(world.path)).join()).toMatch(/^\.namedesk-codes-.*\.part$/);
      const codeExport = await world.codeExports.ended(id);
      expect(codeExport).toMatchObject({ state: 'done', asked: world.domains.length, error: null });
      const after = await sweep(world.directory, canaries);
      expect([...during.finds, ...after.finds]).toEqual([]);
      expect(readdirSync(dirname(world.path))).toEqual(['codes.age']);
      const rows = await rowsIn(world.path, passphrase);
      expect(Object.fromEntries(rows.map(({ domain, code }) => [domain, code]))).toEqual(codes);
      // Each has its two lines in the journal of accesses, which were swept as well.
      for (const domain of world.domains.slice(0, 3)) {
        const [access, ...more] = valueOf(await world.codes.accesses(world.accountId, domain));
        expect(access).toMatchObject({ domain, deed: 'save', outcome: 'code', accountLabel: 'Acme' });
        expect(more).toEqual([]);
      }
      const asked = world.service.requests().filter(({ path }) => path.endsWith('/eppcode'));
      expect(asked).toHaveLength(world.domains.length);
      await annotate(
        `figure: ${rows.length} codes in one file, 0 in clear in ${during.files + after.files} files of ${during.bytes + after.bytes} bytes`,
      );
    });

    it('leave main free while the key is made of the passphrase', async ({ annotate }) => {
      const world = await aCodeExportWorld({}, 'code-export-worker');
      const startedMs = performance.now();
      const { p99Ms, longestMs } = await stretchesWhile(async () => {
        const { id } = valueOf(await world.start({ domains: world.domains.slice(0, 1) }));
        await world.codeExports.ended(id);
      });
      expect(p99Ms).toBeLessThan(50);
      const tookMs = performance.now() - startedMs;
      await annotate(
        `figure: main held ${p99Ms.toFixed(1)} ms at p99 and ${longestMs.toFixed(1)} ms at most while a file of one code took ${tookMs.toFixed(0)} ms`,
      );
    });
  });

  describe('the encrypted file', () => {
    it('D9 is readable by its owner alone, also where it takes the place of one that was not', async () => {
      const world = await aCodeExportWorld({}, 'code-export-worker');
      writeFileSync(world.path, 'before', { mode: 0o644 });
      chmodSync(world.path, 0o644);
      const { id } = valueOf(await world.start());
      const [part = ''] = readdirSync(dirname(world.path)).filter((name) => name.endsWith('.part'));
      expect(statSync(join(dirname(world.path), part)).mode & 0o777).toBe(0o600);
      expect(readFileSync(world.path, 'utf8')).toBe('before');
      await world.codeExports.ended(id);
      expect(statSync(world.path).mode & 0o777).toBe(0o600);
      expect(await textIn(world.path, passphrase)).toContain(world.codeOf(world.domains[0] ?? ''));
      // In the age format, with a work factor of 2^18; it opens with no other passphrase.
      expect(readFileSync(world.path, 'latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S{22} 18\n/);
      await expect(textIn(world.path, `${passphrase}x`)).rejects.toThrow();
    });

    it('goes where a link leads', async () => {
      const world = await aCodeExportWorld();
      const real = join(dirname(world.path), 'real.age');
      writeFileSync(real, '');
      symlinkSync(real, world.path);
      const { id } = valueOf(await world.start());
      await world.codeExports.ended(id);
      expect(readdirSync(dirname(world.path)).sort()).toEqual(['codes.age', 'real.age']);
      expect(await rowsIn(real, passphrase)).toHaveLength(world.domains.length);
    });

    it('is finished with what was fetched when the export is stopped, and when the program ends', async () => {
      const world = await aCodeExportWorld({ moreDomains: 200, latencyMs: 20 });
      const first = valueOf(await world.start());
      const second = valueOf(await world.start({ path: `${world.path}.2` }));
      const askedOf = (id: string) => world.codeExports.list().find((each) => each.id === id)?.asked;
      await expect.poll(() => askedOf(first.id), { timeout: 60_000 }).toBeGreaterThan(5);
      await expect.poll(() => askedOf(second.id), { timeout: 60_000 }).toBeGreaterThan(5);
      world.codeExports.stop(first.id);
      const stopped = await world.codeExports.ended(first.id);
      await world.codeExports.close();
      const closed = await world.codeExports.ended(second.id);
      for (const codeExport of [stopped, closed]) {
        expect(codeExport).toMatchObject({ state: 'stopped', error: null });
        expect(await rowsIn(codeExport.path, passphrase)).toHaveLength(codeExport.asked);
        expect(codeExport.asked).toBeLessThan(codeExport.total);
      }
      expect(readdirSync(dirname(world.path)).sort()).toEqual(['codes.age', 'codes.age.2']);
      expect(world.codeExports.list().map(({ id }) => id)).toEqual([second.id, first.id]);
    });

    it('is looked for when the savings are listed', async () => {
      const world = await aCodeExportWorld();
      const fileOf = async () => (await world.codeExports.listWithFiles()).map(({ file }) => file);
      const { id } = valueOf(await world.start());
      expect(await fileOf()).toEqual(['none']);
      expect(await world.codeExports.ended(id)).toMatchObject({ state: 'done', file: 'there' });
      expect(await fileOf()).toEqual(['there']);
      renameSync(world.path, `${world.path}.moved`);
      expect(await fileOf()).toEqual(['gone']);
      renameSync(`${world.path}.moved`, world.path);
      expect(await fileOf()).toEqual(['there']);
    });

    it('is not there where nothing was asked', async () => {
      const world = await aCodeExportWorld();
      const { id } = valueOf(await world.start());
      world.codeExports.stop(id);
      expect(await world.codeExports.ended(id)).toMatchObject({ state: 'stopped', asked: 0, file: 'none' });
      expect(readdirSync(dirname(world.path))).toEqual([]);
    });
  });

  describe('what is asked', () => {
    it('is each domain once, in its order', async () => {
      const world = await aCodeExportWorld();
      const [one = '', two = ''] = world.domains;
      const { id, total } = valueOf(await world.start({ domains: [two, one, two, one] }));
      expect(total).toBe(2);
      await world.codeExports.ended(id);
      expect((await rowsIn(world.path, passphrase)).map(({ domain }) => domain)).toEqual([two, one]);
    });

    it('is refused where nothing can come of it, and nothing is asked of the service or left on the disk', async () => {
      const world = await aCodeExportWorld();
      const folder = dirname(world.path);
      const before = world.service.requestCount();
      mkdirSync(join(folder, 'a-folder'));
      const refused = async (changes: Parameters<typeof world.start>[0]): Promise<unknown> => {
        const started = await world.start(changes);
        return started.ok ? started.value : started.error;
      };
      expect(await refused({ domains: [] })).toMatchObject({ kind: 'invalid-input', field: 'domains' });
      expect(await refused({ passphrase: new Secret('short') })).toMatchObject({ field: 'passphrase' });
      expect(await refused({ accountId: 'nobody' })).toMatchObject({ kind: 'no-account' });
      for (const path of [join(folder, 'none', 'codes.age'), join(folder, 'a-folder'), '/dev/null'])
        expect(await refused({ path })).toMatchObject({ kind: 'invalid-input', field: 'path' });
      if (!isRoot) {
        chmodSync(join(folder, 'a-folder'), 0o500);
        expect(await refused({ path: join(folder, 'a-folder', 'codes.age') })).toMatchObject({
          field: 'path',
        });
      }
      expect(readdirSync(folder)).toEqual(['a-folder']);
      expect(world.service.requestCount()).toBe(before);
    });

    it('is refused for a file that is being written', async () => {
      const world = await aCodeExportWorld();
      const [first, second] = await Promise.all([world.start(), world.start()]);
      const { id } = valueOf(first);
      expect(second).toMatchObject({ ok: false, error: { kind: 'invalid-input', field: 'path' } });
      expect(await world.start()).toMatchObject({ ok: false });
      await world.codeExports.ended(id);
      valueOf(await world.start());
    });
  });

  describe('what a killed process left', () => {
    const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
    const partOf = (computer: string, pid: number): string =>
      `.namedesk-codes-${computer}-${pid}-0123456789ab.part`;

    it('goes at the next start in its folder; what another process or computer writes now stays', async () => {
      const world = await aCodeExportWorld();
      const folder = dirname(world.path);
      const dead = Number(execFileSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' }));
      const stays = [
        partOf(host, process.ppid),
        partOf('0badc0de', dead),
        '.namedesk-codes-x.part',
        'mine.part',
      ];
      for (const name of [partOf(host, dead), ...stays]) writeFileSync(join(folder, name), '');
      const { id } = valueOf(await world.start());
      await world.codeExports.ended(id);
      expect(existsSync(join(folder, partOf(host, dead)))).toBe(false);
      expect(readdirSync(folder).sort()).toEqual([...stays, 'codes.age'].sort());
    });
  });
});

describe('the age tool of the system', () => {
  /** It asks on a terminal alone, which `script` of util-linux makes. */
  const [age, script] = ['/usr/bin/age', '/usr/bin/script'];
  const canOpen = existsSync(age) && existsSync(script);

  it.skipIf(!canOpen)(
    'opens the file with the passphrase, and finds every code in it',
    async ({ annotate }) => {
      const world = await aCodeExportWorld({ moreDomains: 10 }, 'code-export-worker');
      const { id } = valueOf(await world.start());
      await world.codeExports.ended(id);
      const opened = join(dirname(world.path), 'opened.csv');
      const terminal = spawn(script, ['-qec', `${age} -d -o ${opened} ${world.path}`, '/dev/null'], {
        stdio: 'pipe',
      });
      terminal.stdout.setEncoding('utf8');
      terminal.stdout.on('data', (text: string) => {
        if (text.includes('passphrase')) terminal.stdin.write(`${passphrase}\r`);
      });
      expect((await once(terminal, 'close'))[0]).toBe(0);
      const rows = rowsOf(readFileSync(opened, 'utf8'));
      expect(rows.map(({ domain, code }) => [domain, code])).toEqual(
        world.domains.map((name) => [name, world.codeOf(name)]),
      );
      const version = execFileSync(age, ['--version'], { encoding: 'utf8' }).trim();
      await annotate(`figure: ${rows.length} codes read by age ${version} of the system`);
    },
  );

  it.skipIf(canOpen)('is not on this machine, so that no other program opened our file here', () => {
    expect(canOpen).toBe(false);
  });
});

describe('encrypted file', () => {
  const url = threadUrl('code-export-worker');

  /** An encryptor, and what it told. */
  function anEncryptor() {
    const [pieces, failures]: [Uint8Array[], unknown[]] = [[], []];
    const encryptor = encryptorOnThread(url)(new Secret('a long passphrase'), {
      onPiece: (piece) => pieces.push(piece),
      onFailure: (thrown) => failures.push(thrown),
    });
    return { encryptor, pieces, failures };
  }

  it('tells of no failure once the last piece is out: it may still be on its way to the disk when the thread ends', async () => {
    const { encryptor, pieces, failures } = anEncryptor();
    encryptor.put(new Secret('domain,code\n'));
    await encryptor.finish();
    await encryptor.stop();
    expect(pieces.length).toBeGreaterThan(0);
    expect(failures).toEqual([]);
  });

  it('tells of a failure where the thread ends before the last piece is out', async () => {
    const { encryptor, failures } = anEncryptor();
    await encryptor.ready;
    await encryptor.stop();
    expect(failures).toEqual([new Error('The thread ended before its file had')]);
    await expect(encryptor.finish()).rejects.toThrow('before its file had');
  });
});
