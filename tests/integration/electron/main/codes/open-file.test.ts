import { truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { armor, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { describe, expect, it } from 'vitest';
import type { PracticeOptions } from '../../../../../electron/main/practice/service.ts';
import { codeFormats } from '../../../../../shared/domain/code-actions.ts';
import type { CodeFormat } from '../../../../../shared/domain/code.ts';
import { findIn, sweep } from '../../../../support/canary.ts';
import {
  aCodeExportWorld,
  ageFile,
  type CodeExportWorld,
  passphrase,
} from '../../../../support/codes/codes-to-save.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

/** Without a code: one was refused, of the other no answer could be read. */
const withoutCode: readonly string[] = ['oakline.io', 'quiet-harbor.org'];

/** A world in which all codes were saved but these. */
async function aSavedWorld(format: CodeFormat = 'age'): Promise<CodeExportWorld> {
  const service = {
    faults: [
      { operation: 'eppcode', domain: 'oakline.io', fault: { kind: 'refusal', refusal: 'not-allowed' } },
      { operation: 'eppcode', domain: 'quiet-harbor.org', fault: { kind: 'page', page: 'html' } },
    ],
  } satisfies Partial<PracticeOptions>;
  const world = await aCodeExportWorld(service, 'quick-code-export-worker', format);
  const started = valueOf(await world.start());
  await world.codeExports.ended(started.id);
  return world;
}

/** Opens a file as a person does who types these passphrases, one after the other. */
async function open(world: CodeExportWorld, path = world.path, typed: readonly string[] = [passphrase]) {
  const before = world.windows.all.length;
  const opening = world.codes.openFile(path);
  let isOver = false;
  void opening.finally(() => (isOver = true));
  for (const [index, each] of typed.entries()) {
    await expect
      .poll(() => isOver || world.windows.all[before]?.unlocks.length === index + 1, { timeout: 20_000 })
      .toBe(true);
    world.windows.all[before]?.unlockWith(each);
  }
  return opening;
}

const opened = async (world: CodeExportWorld) => {
  const file = valueOf(await open(world));
  if (file === null) throw new Error('It was not opened');
  return file;
};

const requests = ({ service }: CodeExportWorld): number =>
  service.requests().filter(({ path }) => path.endsWith('/eppcode')).length;

describe('opening a file with codes', () => {
  it.each(codeFormats)(
    'tells the domains that our own export (.%s) wrote, and shows each code as the service gave it, without a request',
    async (format) => {
      const world = await aSavedWorld(format);
      const before = requests(world);
      const file = await opened(world);
      expect(file.fileName).toBe(`codes.${format}`);
      expect(file.rows).toEqual(
        world.domains.map((domain) => ({ domain, hasCode: !withoutCode.includes(domain) })),
      );
      expect(file.requestedAt).toMatch(/^\d{4}-/);
      expect(world.windows.last()).toMatchObject({
        isOpen: false,
        unlocks: [{ fileName: `codes.${format}`, isWrong: false }],
      });
      for (const [index, { domain, hasCode }] of file.rows.entries()) {
        if (!hasCode) continue;
        expect(valueOf(await world.codes.showFromFile(file.id, index))).toEqual({ isShown: true });
        expect(world.windows.last().shown).toMatchObject({ domain, forMs: 20_000 });
        expect(world.windows.last().shown?.code.reveal()).toBe(world.codeOf(domain));
        world.windows.last().vanish();
      }
      const none = file.rows.findIndex(({ hasCode }) => !hasCode);
      expect(await world.codes.showFromFile(file.id, none)).toMatchObject({ ok: false });
      expect(requests(world)).toBe(before);
    },
  );

  it('B13 writes a line of the access log before each showing, and one for a copy, for the account that has the domain', async () => {
    const world = await aSavedWorld();
    const file = await opened(world);
    const [row] = file.rows;
    valueOf(await world.codes.showFromFile(file.id, 0));
    const list = { accountId: null, domain: row?.domain ?? '', text: '', limit: 9 };
    expect(valueOf(await world.workspace.codeAccesses.list(list))[0]).toMatchObject({
      deed: 'show-saved',
      outcome: 'code',
      accountId: world.accountId,
      domain: row?.domain,
    });
    expect(await world.windows.last().shown?.copy()).toMatchObject({ kind: 'copied' });
    expect(await world.clipboard.readText()).toBe(world.codeOf(row?.domain ?? ''));
    const listed = valueOf(await world.workspace.codeAccesses.list(list));
    expect(listed.map(({ deed }) => deed)).toEqual(['copy-shown', 'show-saved', 'save']);
    expect(valueOf(await world.workspace.codeAccesses.health({ check: true })).broken).toBeNull();
    await world.codes.leave();
    expect(await world.clipboard.readText()).toBe('');
  });

  it('B9 leaves nothing of a code or the passphrase on disk, in the log, or in what the page is told', async () => {
    const world = await aSavedWorld();
    const file = await opened(world);
    const shown = await world.codes.showFromFile(file.id, 0);
    await world.windows.last().shown?.copy();
    const canaries = {
      passphrase,
      ...Object.fromEntries(world.domains.map((domain) => [domain, world.codeOf(domain)])),
    };
    const answers = [
      file,
      shown,
      world.codes.now(),
      await world.codes.accesses(world.accountId, 'oakline.io'),
    ];
    const texts = [...world.said(), ...answers.map((each) => JSON.stringify(each))];
    expect(texts.flatMap((text, index) => findIn(`told ${index}`, Buffer.from(text), canaries))).toEqual([]);
    const { finds, files } = await sweep(world.directory, canaries);
    expect(finds).toEqual([]);
    expect(files).toBeGreaterThan(1);
  });

  it('asks again where a passphrase does not open it', async () => {
    const world = await aSavedWorld();
    const file = valueOf(await open(world, world.path, ['x', `${passphrase} `, passphrase]));
    expect(file?.rows).toHaveLength(world.domains.length);
    expect(world.windows.last().unlocks.map(({ isWrong }) => isWrong)).toEqual([false, true, true]);
  });

  it.each(['before a passphrase', 'while it is tried', 'by leaving while it is tried'] as const)(
    'can be cancelled %s: then nothing is held',
    async (when) => {
      const world = await aSavedWorld();
      const opening = world.codes.openFile(world.path);
      await expect.poll(() => world.windows.all.length, { timeout: 20_000 }).toBe(1);
      if (when !== 'before a passphrase') world.windows.last().unlockWith(passphrase);
      if (when === 'by leaving while it is tried') await world.codes.leave();
      else world.windows.last().vanish();
      expect(valueOf(await opening)).toBeNull();
      expect(world.windows.last().isOpen).toBe(false);
      expect(world.bugs()).toEqual([]);
    },
  );
});

const head = 'domain,code,outcome,message,retrieved_at\n';
const row = 'a.com,CANARY-code-1,code,,2026-03-01T10:30:00.000Z\n';

/** As `ageFile`, with another work factor in its header, which nobody has worked for. */
async function withWork(factor: number): Promise<Uint8Array> {
  const made = Buffer.from(await ageFile(head + row)).toString('latin1');
  return Buffer.from(made.replace(/^(-> scrypt \S+) 10$/m, `$1 ${factor}`), 'latin1');
}

async function changed(at: number): Promise<Uint8Array> {
  const bytes = await ageFile(head + row);
  const index = at < 0 ? bytes.length + at : at;
  bytes[index] = (bytes[index] ?? 0) ^ 1;
  return bytes;
}

const cases: readonly (readonly [
  name: string,
  bytes: () => Promise<Uint8Array>,
  said: string,
  isAsked: boolean,
])[] = [
  ['a text', () => Promise.resolve(Buffer.from(head + row)), 'is not encrypted in the age format', false],
  ['an empty file', () => Promise.resolve(new Uint8Array()), 'is not encrypted in the age format', false],
  [
    'a file for a key',
    async () => {
      const recipient = await identityToRecipient(await generateX25519Identity());
      return ageFile(head + row, (encrypter) => encrypter.addRecipient(recipient));
    },
    'was encrypted for a key instead of with a passphrase',
    false,
  ],
  ['a file that costs 512 times a usual one', () => withWork(20), 'would take more memory', false],
  ['a file that would never open', () => withWork(63), 'would take more memory', false],
  [
    'a header that ends early',
    async () => (await ageFile(head + row)).subarray(0, 60),
    'is damaged or incomplete',
    false,
  ],
  [
    'a page that lacks the end of the file in it',
    async () => Buffer.from(`<script>\n${armor.encode(await ageFile(head + row)).slice(0, -60)}`),
    'is damaged or incomplete',
    false,
  ],
  [
    'a page of another file for a key',
    async () => {
      const recipient = await identityToRecipient(await generateX25519Identity());
      const bytes = await ageFile(head + row, (encrypter) => encrypter.addRecipient(recipient));
      return Buffer.from(`<script>\n${armor.encode(bytes)}</script>`);
    },
    'was encrypted for a key instead of with a passphrase',
    false,
  ],
  [
    'a content that ends early',
    async () => (await ageFile(head + row)).slice(0, -5),
    'is damaged or incomplete',
    true,
  ],
  ['a changed byte of its content', () => changed(-20), 'is damaged or incomplete', true],
  ['a work factor that is no number', () => withWork(Number.NaN), 'is damaged or incomplete', true],
  [
    'another table',
    () => ageFile('name,password\na.com,CANARY-code-1\n'),
    'was decrypted, but is not a list',
    true,
  ],
  [
    'our heading over other rows',
    () => ageFile(`${head}a.com,CANARY-code-1,yes,,\n`),
    'was decrypted, but is not a list',
    true,
  ],
  [
    'a name that is none',
    () => ageFile(`${head}${row.replace('a.com', 'a b')}`),
    'was decrypted, but is not a list',
    true,
  ],
  [
    'a name that is not in A-labels',
    () => ageFile(`${head}${row.replace('a.com', 'bücher.example')}`),
    'was decrypted, but is not a list',
    true,
  ],
  [
    'a code beside a refusal',
    () => ageFile(`${head}${row.replace(',code,', ',refused,')}`),
    'was decrypted, but is not a list',
    true,
  ],
  [
    'a row that lacks a cell',
    () => ageFile(`${head}a.com,CANARY-code-1,code\n`),
    'was decrypted, but is not a list',
    true,
  ],
  [
    'more domains than one file has',
    () => ageFile(head + row.repeat(20_001)),
    'was decrypted, but is not a list',
    true,
  ],
  [
    'bytes that are no text',
    () => ageFile(Buffer.from([...Buffer.from(head), 0xff, 0xfe])),
    'was decrypted, but is not a list',
    true,
  ],
];

describe('a file that is not one of ours', () => {
  it('is opened all the same where its content is', async () => {
    const world = await aCodeExportWorld();
    writeFileSync(world.path, await ageFile(head + row));
    expect(valueOf(await open(world))?.rows).toEqual([{ domain: 'a.com', hasCode: true }]);
  });

  it.each(cases)('is told apart: %s', async (_name, bytes, said, isAsked) => {
    const world = await aCodeExportWorld();
    const path = join(dirname(world.path), 'other.age');
    writeFileSync(path, await bytes());
    const result = await open(world, path, isAsked ? [passphrase] : []);
    expect(result).toMatchObject({ ok: false, error: { kind: 'invalid-input', field: 'file' } });
    const text = JSON.stringify(result);
    expect(text).toContain(`other.age ${said}`);
    expect(text).not.toContain('CANARY');
    expect(world.windows.all).toHaveLength(isAsked ? 1 : 0);
    expect(world.bugs()).toEqual([]);
  });

  it('is not read where it is too large', async () => {
    const world = await aCodeExportWorld();
    writeFileSync(world.path, 'age-encryption.org/v1\n');
    truncateSync(world.path, 16 * 1_024 * 1_024 + 1);
    expect(await open(world, world.path, [])).toMatchObject({
      ok: false,
      error: { field: 'file', reason: expect.stringContaining('the limit is 16.0 MiB') as string },
    });
  });

  it('is not asked about where there is no account to log the accesses for', async () => {
    const world = await aSavedWorld();
    valueOf(await world.removal.remove(world.accountId, null));
    expect(await open(world, world.path, [])).toMatchObject({ ok: false, error: { kind: 'no-account' } });
  });
});
