import { chmodSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { draftReport } from '#shared/areas/sessions.ts';
import {
  createNameImport,
  type NameImport,
  type NameImportDeps,
} from '../../../../../../electron/main/lookups/name-lists/name-import.ts';
import type { NameGenerator } from '../../../../../../electron/main/lookups/name-lists/rows.ts';
import { noChoices } from '../../../../../support/name-lists/no-choices.ts';
import { aNamesFile } from '../../../../../support/tables/table-files.ts';
import { threadUrl } from '../../../../../support/threads/thread-urls.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';
import { directoryOfEachTest } from '../../../../../support/workspace/directory-of-each-test.ts';

const workerUrl = threadUrl('name-lists-worker');
const [first, second] = ['7b0d2a3e-0c3f-4a51-9d4c-1a2b3c4d5e6f', '8b0d2a3e-0c3f-4a51-9d4c-1a2b3c4d5e6f'];
const aRecipe: NameGenerator = {
  ...{ prefixes: [], words: ['shop'], secondWords: [], suffixes: [] },
  ...{ joiners: [''], withoutPrefix: true, withoutSuffix: true, patterns: ['name[0-2]', 'NAME0'] },
};

const directory = directoryOfEachTest();
let imports: NameImport;
const begin = (deps: Partial<NameImportDeps> = {}): NameImport =>
  createNameImport({ workerUrl, knownTlds: () => Promise.resolve(['.com', 'co.uk']), ...deps });

beforeEach(() => {
  imports = begin();
});
afterEach(async () => {
  await imports.close();
});

const inside = (name: string): string => join(directory.path, name);
const readFile = (path: string) => imports.read(first, { kind: 'file', path }, noChoices);
const readText = (text: string, draftId = first) => imports.read(draftId, { kind: 'text', text }, noChoices);

describe('names on their way to a session', () => {
  it('are held under their id, each once, with their report', async () => {
    const report = valueOf(await readText('Example.com\nbücher\nexample.co.uk'));
    expect(draftReport.safeParse(report).success).toBe(true);
    expect(report).toMatchObject({
      ...{ draftId: first, source: 'pasted', form: 'list', rows: 3, names: 2, changed: 1, dropped: 1 },
      tldsFound: [
        { tld: 'com', count: 1 },
        { tld: 'co.uk', count: 1 },
      ],
    });
    expect(valueOf(await imports.draft(first))).toEqual({
      names: ['example', 'xn--bcher-kva'],
      source: 'pasted',
    });
  });

  it('come from a file, and are read once more as the user chooses', async () => {
    writeFileSync(inside('names.txt'), aNamesFile('iso-8859-7.txt'));
    valueOf(await readFile(inside('names.txt')));
    const again = valueOf(await imports.reread(first, { ...noChoices, encoding: 'iso-8859-7' }));
    expect(again).toMatchObject({ source: 'names.txt', encoding: 'iso-8859-7', names: 3, dropped: 0 });
    expect(again.preview).toContain('ελλάδα');
  });

  it('come from a dropped workbook, sheet by sheet', async () => {
    const bytes = aNamesFile('names.xlsx');
    const report = valueOf(
      await imports.read(first, { kind: 'bytes', fileName: 'names.xlsx', bytes }, noChoices),
    );
    expect(draftReport.safeParse(report).success).toBe(true);
    expect(report).toMatchObject({
      ...{
        form: 'workbook',
        sheet: 'Names & dates',
        column: 1,
        hasHeader: true,
        rows: 4,
        names: 3,
        dropped: 1,
      },
      drops: [{ line: 6 }],
    });
    expect(valueOf(await imports.reread(first, { ...noChoices, sheet: 'Идеи' })).preview).toEqual([
      'пекарня',
      'хлеб',
    ]);
  });

  it('are held as they are written where whole names are wanted, and then no lookup begins with them', async () => {
    const whole = { ...noChoices, isWhole: true } as const;
    const bytes = aNamesFile('names.xlsx');
    const report = valueOf(
      await imports.read(first, { kind: 'bytes', fileName: 'names.xlsx', bytes }, whole),
    );
    expect(draftReport.safeParse(report).success).toBe(true);
    const texts = valueOf(await imports.wholeNames(first));
    expect(report).toMatchObject({ form: 'workbook', column: 1, rows: texts.length, names: texts.length });
    const csv = 'id,domain,owner\n1,Example.com,Ann\n2,example.co.uk,Bob\n3,,Eve\n4,example.com,Ann';
    const csvOf = async (choices: Partial<typeof whole>) =>
      valueOf(
        await imports.read(
          first,
          { kind: 'bytes', fileName: 'a.csv', bytes: Buffer.from(csv) },
          { ...whole, ...choices },
        ),
      );
    expect(await csvOf({})).toMatchObject({ form: 'table', column: 1, hasHeader: true });
    expect(valueOf(await imports.wholeNames(first))).toEqual(['Example.com', 'example.co.uk', 'example.com']);
    expect(await imports.draft(first)).toMatchObject({ ok: false, error: { field: 'draftId' } });
    valueOf(await imports.reread(first, { ...whole, column: 2 }));
    expect(valueOf(await imports.wholeNames(first))).toEqual(['Ann', 'Bob', 'Eve', 'Ann']);
    valueOf(await readText('example'));
    expect(await imports.wholeNames(first)).toMatchObject({ ok: false, error: { field: 'draftId' } });
  });

  it('are refused in words where a file has more whole names than a batch can', async () => {
    const text = Array.from({ length: 20_001 }, (_, index) => `n${index}.com`).join('\n');
    const read = await imports.read(first, { kind: 'text', text }, { ...noChoices, isWhole: true });
    expect(read).toMatchObject({
      ok: false,
      error: { reason: 'There are more than 20,000 rows. Split the file.' },
    });
  });

  it('come from a recipe; what is made twice is told', async () => {
    expect(valueOf(await imports.count(aRecipe))).toMatchObject({ count: 5 });
    const report = valueOf(await imports.generate(first, aRecipe));
    expect(report).toMatchObject({ form: 'generated', source: 'generated', rows: 5, names: 4, dropped: 1 });
    expect(report.drops).toEqual([{ line: 5, text: 'NAME0', reason: 'Duplicate of line 2' }]);
  });

  it('are given up when they are discarded', async () => {
    valueOf(await readText('example'));
    imports.discard(first);
    expect(await imports.draft(first)).toMatchObject({ ok: false, error: { field: 'draftId' } });
    expect(await imports.reread(first, noChoices)).toMatchObject({ ok: false, error: { field: 'draftId' } });
  });

  it('are of no use any more when they were discarded, or begun anew, while they were read', async () => {
    const [old, other] = [readText('old'), readText('other', second)];
    const anew = readText('anew');
    imports.discard(second);
    expect(await old).toEqual({ ok: false, error: { kind: 'cancelled' } });
    expect(await other).toEqual({ ok: false, error: { kind: 'cancelled' } });
    expect(valueOf(await anew)).toMatchObject({ preview: ['anew'] });
    expect(valueOf(await imports.draft(first)).names).toEqual(['anew']);
  });

  it('stay as they were, and can be read in another way, where a reading fails', async () => {
    writeFileSync(inside('names.csv'), 'domain,x\na.com,1\nb.com,2');
    valueOf(await readFile(inside('names.csv')));
    expect(await imports.reread(first, { ...noChoices, column: 9 })).toMatchObject({
      error: { field: 'column' },
    });
    expect(valueOf(await imports.draft(first)).names).toEqual(['a', 'b']);
    expect(valueOf(await imports.reread(first, { ...noChoices, column: 1 })).preview).toEqual(['1', '2']);
  });

  it('are gone where something else was to take their place, and could not be read', async () => {
    valueOf(await readText('old'));
    expect((await readText(' ')).ok).toBe(false);
    expect((await imports.draft(first)).ok).toBe(false);
    valueOf(await imports.generate(first, aRecipe));
    expect((await imports.generate(first, { ...aRecipe, patterns: ['{'] })).ok).toBe(false);
    expect((await imports.draft(first)).ok).toBe(false);
  });

  it('are held for the eight newest drafts', async () => {
    for (let index = 0; index < 9; index += 1) valueOf(await readText(`name${index}`, `draft-${index}`));
    expect((await imports.draft('draft-0')).ok).toBe(false);
    expect((await imports.draft('draft-1')).ok).toBe(true);
  });
});

describe('a file that cannot be read', () => {
  const closedFile = (): string => {
    writeFileSync(inside('closed.txt'), 'a');
    chmodSync(inside('closed.txt'), 0);
    // The superuser may read every file but those of the kernel that are only written to.
    return process.getuid?.() === 0 ? '/sys/bus/platform/uevent' : inside('closed.txt');
  };

  it.each([
    ['that is not there', () => inside('gone.txt'), 'was not found'],
    ['that is a folder', () => (mkdirSync(inside('folder')), inside('folder')), 'folder is a folder'],
    ['that is a device', () => '/dev/zero', 'a device or a pipe'],
    [
      'in a folder that is a file',
      () => (writeFileSync(inside('f'), 'a'), join(inside('f'), 'a.txt')),
      'was not found',
    ],
    ['that may not be read', closedFile, 'You may not read'],
    [
      'that is empty',
      () => (writeFileSync(inside('empty.txt'), ''), inside('empty.txt')),
      'empty.txt is empty',
    ],
    [
      'of 1 GB',
      () => {
        writeFileSync(inside('large.txt'), '');
        truncateSync(inside('large.txt'), 1_024 ** 3);
        return inside('large.txt');
      },
      'large.txt is 1.0 GiB; the limit is 64.0 MiB',
    ],
    [
      'that is a picture',
      () => (writeFileSync(inside('a.png'), Buffer.from('89504e470d0a1a0a', 'hex')), inside('a.png')),
      'a.png is a PNG image',
    ],
    [
      'that is a program called names.csv',
      () => (writeFileSync(inside('names.csv'), Buffer.from('7f454c46020101', 'hex')), inside('names.csv')),
      'names.csv is a program',
    ],
    [
      'that has a header and nothing below it',
      () => (writeFileSync(inside('head.csv'), 'domain,status\n"",\n'), inside('head.csv')),
      'nothing below it',
    ],
  ])('says so: %s', async (_case, path, words) => {
    const refused = await readFile(path());
    expect(refused).toMatchObject({ ok: false, error: { kind: 'invalid-input', field: 'file' } });
    expect(refused.ok ? '' : JSON.stringify(refused.error)).toContain(words);
  });

  it('names the dropped one that is too large', async () => {
    const bytes = new Uint8Array(64 * 1_024 * 1_024 + 1);
    const refused = await imports.read(first, { kind: 'bytes', fileName: 'large.csv', bytes }, noChoices);
    expect(refused).toMatchObject({ ok: false, error: { field: 'file' } });
  });

  it('reads 10 MB on one line as what it is: names between commas, or none', async () => {
    const text = Array.from({ length: 1_000_000 }, (_, index) => `name${index}`).join(',');
    expect(text.length).toBeGreaterThan(10_000_000);
    expect(valueOf(await readText(text))).toMatchObject({ rows: 1_000_000, names: 1_000_000 });
    expect(valueOf(await readText('a'.repeat(10_000_000)))).toMatchObject({ rows: 1, names: 0, dropped: 1 });
  });
});

describe('the thread', () => {
  it('stops at once reading what was discarded or begun anew, however long it would take', async () => {
    imports = begin({ workerUrl: new URL('data:text/javascript,for(;;);') });
    const reading = readText('old');
    await turn(); // The thread has its task.
    const anew = readText('anew');
    expect(await reading).toEqual({ ok: false, error: { kind: 'cancelled' } });
    await turn();
    imports.discard(first);
    expect(await anew).toEqual({ ok: false, error: { kind: 'cancelled' } });
  });

  it('is ended instead of the application where a file needs too much memory', async () => {
    imports = begin({ mostHeapMb: 48 });
    const text = Array.from({ length: 900_000 }, (_, index) => `name${index}`).join('\n');
    expect(await readText(text)).toMatchObject({ ok: false, error: { field: 'text' } });
    expect(valueOf(await readText('small')).preview).toEqual(['small']);
  });

  it('leaves a reading that is under way when it is closed', async () => {
    const reading = readText(Array.from({ length: 200_000 }, (_, index) => `name${index}`).join('\n'));
    await imports.close();
    expect(await reading).toEqual({ ok: false, error: { kind: 'cancelled' } });
  });
});
