import { execFileSync, spawn } from 'node:child_process';
import { randomBytes, createHash } from 'node:crypto';
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
import { fileURLToPath } from 'node:url';
import { armor } from 'age-encryption';
import { describe, expect, it } from 'vitest';
import type { FaultPlan } from '../../../../../electron/main/practice/faults/fault.ts';
import { type ShapeName, shapes } from '../../../../../electron/main/practice/faults/shapes.ts';
import { findIn, sweep, type Canaries } from '../../../../support/canary.ts';
import { createTestWorld, apiKey, type TestWorld } from '../../../../support/test-world.ts';
import { oddPlaces } from '../../../../support/known-answers.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';
import type { HeapFound } from '../../../../support/codes/heap-after-copying.ts';
import { encryptorOnThread } from '../../../../../electron/main/codes/export/encrypted-file.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { codeFormats } from '../../../../../shared/domain/code-actions.ts';
import {
  aCodeExportWorld,
  bytesIn,
  passphrase,
  rowsIn,
  rowsOf,
  textIn,
} from '../../../../support/codes/codes-to-save.ts';
import { stretchesWhile } from '../../../../support/time/processor-time.ts';
import { threadUrl } from '../../../../support/threads/thread-urls.ts';

const ofCodes = (fault: FaultPlan[number]['fault']): FaultPlan => [{ operation: 'eppcode', fault }];

/** Codes through real HTTP, with everything that was answered to the page. */
async function aCodesWorld(faults: FaultPlan = []) {
  const world = await createTestWorld({ service: { faults }, account: { timeoutMs: 2_000 } });
  const domain = world.service.domains()[0]?.name ?? '';
  const answered: unknown[] = [];
  return {
    ...world,
    domain,
    said: (): readonly string[] => [...world.said(), ...answered.map((each) => JSON.stringify(each))],
    async take(deed: 'copy' | 'reveal') {
      const taken = await world.codes.take(world.accountId, domain, deed);
      answered.push(taken, world.codes.now(), await world.codes.accesses(world.accountId, domain));
      return taken;
    },
    /** How many requests for a code have arrived. */
    asked: () => world.service.requests().filter(({ path }) => path.endsWith('/eppcode')).length,
  };
}

describe('taking a code from a service, through HTTP', () => {
  /** Where any of `canaries` is: on the disk, in what was told, logged and announced. */
  async function findsOf({ directory, said }: Pick<TestWorld, 'directory' | 'said'>, canaries: Canaries) {
    const { finds, files, bytes } = await sweep(directory, canaries);
    const inWords = said().flatMap((text, index) => findIn(`said ${index}`, Buffer.from(text), canaries));
    return { finds: [...finds, ...inWords], files, bytes };
  }

  const unusual = (Object.keys(shapes) as ShapeName[]).filter((name) =>
    (shapes[name].operations as readonly string[]).includes('eppcode'),
  );
  it.each([null, ...unusual])(
    'B9 leaves nothing of a code on disk or in what is told, in the shape %s',
    async (shape) => {
      const world = await aCodesWorld(shape === null ? [] : ofCodes({ kind: 'shape', shape }));
      const copied = valueOf(await world.take('copy'));
      const code = await world.clipboard.readText();
      const revealed = valueOf(await world.take('reveal'));
      if (shape === 'code-mailed') {
        expect([copied.kind, revealed.kind, code]).toEqual(['emailed', 'emailed', '']);
        return;
      }
      expect([copied.kind, revealed.kind]).toEqual(['copied', 'revealed']);
      expect(code).toMatch(/^\S{7}&\S{5}#\S{2}$/);
      expect(world.windows.last().shown?.code.reveal()).toBe(code);
      const { finds, files } = await findsOf(world, { code, firstHalf: code.slice(0, 8) });
      expect(finds).toEqual([]);
      expect(files).toBeGreaterThan(1);
    },
  );

  it('B9 leaves nothing of a code where nobody expects it, and asks once all the same', async ({
    annotate,
  }) => {
    const canaries: Record<string, string> = {};
    const bodies: { readonly status: number; readonly body: string }[] = [];
    for (const [place, written] of Object.entries(oddPlaces)) {
      for (const status of [200, 404, 500]) {
        const code = `Q7#${randomBytes(6).toString('hex')}x`;
        canaries[`${place}, ${status}`] = code;
        bodies.push({ status, body: written(code) });
      }
    }
    let at = 0;
    const next = () => bodies[at++] ?? { status: 200, body: '[]' };
    const world = await aCodesWorld(ofCodes({ kind: 'answer', next }));
    const kinds: Record<string, number> = {};
    for (const { length } = bodies; at < length;) {
      const taken = await world.take(at % 2 === 0 ? 'copy' : 'reveal');
      const kind = taken.ok ? taken.value.kind : taken.error.kind;
      kinds[kind] = (kinds[kind] ?? 0) + 1;
      // Where the code stood bare it was one, and is where it belongs.
      world.windows.last().vanish();
    }
    expect(world.asked()).toBe(bodies.length);
    expect(Object.keys(kinds).sort()).toEqual(
      ['refused', 'unclear', 'unreadable'].filter((kind) => kind in kinds),
    );
    const { finds, files, bytes } = await findsOf(world, canaries);
    expect(finds).toEqual([]);
    expect(world.bugs()).toEqual([]);
    await annotate(
      `figure: ${bodies.length} codes in odd places through HTTP, 0 found in ${files} files (${bytes} bytes) and ${world.said().length} texts`,
    );
  });
});

const script = fileURLToPath(new URL('../../../../support/codes/heap-after-copying.ts', import.meta.url));

it('B17 a code that was copied is in no object of the program while its time runs', async ({ annotate }) => {
  const said = execFileSync(process.execPath, [script], { encoding: 'utf8' });
  const { copied, megabytes, ...heap } = JSON.parse(said) as HeapFound; // Of our own making.
  expect(heap).toEqual({ isHeld: true, found: 0, findsWhatIsThere: true });
  await annotate(`figure: ${copied} codes copied, 0 found in ${megabytes} MB of heap while the timer runs`);
});

describe('codeExports', () => {
  const isRoot = process.getuid?.() === 0;

  describe('many codes', () => {
    it.for(codeFormats)(
      'B9 B13 are in the encrypted file (.%s), every one as the service gave it, and nowhere in clear',
      async (format, { annotate }) => {
        const world = await aCodeExportWorld({ moreDomains: 60, latencyMs: 5 }, 'code-export-worker', format);
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
        expect(readdirSync(dirname(world.path))).toEqual([`codes.${format}`]);
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
          `figure: ${rows.length} codes in one file (.${format}), 0 in clear in ${during.files + after.files} files of ${during.bytes + after.bytes} bytes`,
        );
      },
    );

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
    it.each(codeFormats)(
      'D9 is readable by its owner alone (.%s), also where it takes the place of one that was not',
      async (format) => {
        const world = await aCodeExportWorld({}, 'code-export-worker', format);
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
        expect(bytesIn(world.path).toString('latin1')).toMatch(
          /^age-encryption\.org\/v1\n-> scrypt \S{22} 18\n/,
        );
        await expect(textIn(world.path, `${passphrase}x`)).rejects.toThrow();
      },
    );

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
  });

  describe('a page around the encrypted file', () => {
    it('has a policy that lets it run its own script alone and ask for nothing, and nothing that it would load', async () => {
      const world = await aCodeExportWorld({}, 'quick-code-export-worker', 'html');
      const { id } = valueOf(await world.start({ domains: world.domains.slice(0, 1) }));
      await world.codeExports.ended(id);
      const html = readFileSync(world.path, 'utf8');
      const digests = (tag: 'script' | 'style') =>
        [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(
          ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
        );
      const [script, style] = [digests('script'), digests('style')];
      expect([script.length, style.length]).toEqual([1, 1]);
      const [, policy = ''] = /<meta http-equiv="Content-Security-Policy" content="(.*?)"/.exec(html) ?? [];
      expect(policy.split('; ')).toEqual([
        "default-src 'none'",
        `script-src ${script.join()}`,
        `style-src ${style.join()}`,
        ...["base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'"],
      ]);
      // It stands before what it is about.
      expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.search(/<style>|<script>/));
      const markup = html.replaceAll(/<(script|style)>.*?<\/\1>/gs, '');
      expect(markup).not.toMatch(/\s(?:src|style|on\w+)=|<(?:link|iframe|img)/);
      // Nor is the name of a domain in it unencrypted.
      expect(html).not.toContain(world.domains[0]);
      expect(html).toContain('Copyright 2023 The age Authors');
    });

    it('is opened by age tools once it is cut out', async () => {
      const world = await aCodeExportWorld({}, 'quick-code-export-worker', 'html');
      const { id } = valueOf(await world.start());
      await world.codeExports.ended(id);
      const lines = readFileSync(world.path, 'utf8').split('\n');
      const from = lines.lastIndexOf('-----BEGIN AGE ENCRYPTED FILE-----');
      const armoured = lines.slice(from, lines.indexOf('-----END AGE ENCRYPTED FILE-----', from) + 1);
      writeFileSync(world.path, armor.decode(armoured.join('\n')));
      expect(await rowsIn(world.path, passphrase)).toHaveLength(world.domains.length);
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
    const encryptor = encryptorOnThread(url)(new Secret('a long passphrase'), false, {
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
