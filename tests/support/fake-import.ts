import type { Client, Output } from '../../renderer/src/client.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { FakeWorld } from './fake-world.ts';

type Report = Output<'imports', 'readText'>;

const answer = <T>(value: T): Promise<Result<T>> => Promise.resolve(ok(value));

/** What came of reading `names`; whatever a test is about stands in `changes`. */
export const aReport = (changes: Partial<Report> = {}): Report => ({
  draftId: '00000000-0000-4000-9000-000000000001',
  source: 'pasted',
  form: 'list',
  encoding: '',
  sheet: null,
  sheets: [],
  columns: [],
  column: null,
  hasHeader: false,
  notes: [],
  rows: 2,
  names: 2,
  preview: ['bakery', 'bäckerei'],
  changed: 0,
  changes: [],
  dropped: 0,
  drops: [],
  dropsByReason: [],
  tldsFound: [],
  ...changes,
});

const linesOf = (text: string): readonly string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Reads names as main does in its outlines: one to a line, each once. What main cleans is proved where main reads. */
export function importAnswers(world: FakeWorld): Pick<Client, 'imports'> {
  const keep = (report: Report): Promise<Result<Report>> => {
    world.drafts.set(report.draftId, report);
    return answer(report);
  };
  const read = (draftId: string, source: string, text: string) => {
    const lines = linesOf(text);
    const names = [...new Set(lines.map((line) => line.toLowerCase()))];
    if (names.length === 0)
      return Promise.resolve(
        fail({ kind: 'invalid-input', field: 'text', reason: 'There is no name in this text' } as const),
      );
    const dropped = lines.length - names.length;
    return keep(
      aReport({
        draftId,
        source,
        rows: lines.length,
        names: names.length,
        preview: names.slice(0, 200),
        dropped,
        dropsByReason: dropped === 0 ? [] : [{ reason: 'Stands in the list already', count: dropped }],
      }),
    );
  };
  return {
    imports: {
      readText: ({ draftId, text }) => read(draftId, 'pasted', text),
      readBytes: ({ draftId, fileName, bytes }) => read(draftId, fileName, new TextDecoder().decode(bytes)),
      chooseFile: () => answer({ report: null }),
      reread: ({ draftId, choices }) => {
        const { column, hasHeader, encoding, sheet } = choices;
        const before = world.drafts.get(draftId) ?? aReport({ draftId });
        return keep({
          ...before,
          ...(column === null ? {} : { column }),
          ...(hasHeader === null ? {} : { hasHeader }),
          ...(encoding === null ? {} : { encoding }),
          ...(sheet === null ? {} : { sheet }),
        });
      },
      wholeNames: ({ draftId }) => answer({ texts: [...(world.drafts.get(draftId)?.preview ?? [])] }),
      count: ({ prefixes, words, suffixes, patterns }) => {
        const count =
          words.length * Math.max(1, prefixes.length) * Math.max(1, suffixes.length) + patterns.length;
        return answer({ count, sample: [...words.slice(0, 3), ...patterns.slice(0, 3)], isTooMany: false });
      },
      generate: ({ draftId, words, patterns }) =>
        read(draftId, 'generated', [...words, ...patterns].join('\n')),
      discard: ({ draftId }) => {
        world.drafts.delete(draftId);
        return answer({});
      },
    },
  };
}

type ImportReport = Output<'domainImports', 'readText'>;
type ImportedRow = Output<'domainImports', 'rows'>['rows'][number];
type DomainImport = Output<'domainImports', 'list'>['imports'][number];

/** What an import of a file would do; whatever a test is about stands in `changes`. */
export const anImportReport = (changes: Partial<ImportReport> = {}): ImportReport => ({
  draftId: '00000000-0000-4000-9000-000000000002',
  source: 'porkbun.csv',
  panel: 'Porkbun',
  asOf: null,
  isRemembered: false,
  encoding: 'utf-8',
  sheet: null,
  sheets: [],
  columns: [
    { title: 'DOMAIN', samples: ['riverstone.com', 'oak.org'], field: 'domain', isCode: false },
    { title: 'EXPIRE DATE', samples: ['2027-03-01'], field: 'expires', isCode: false },
    { title: 'AUTH CODE', samples: [], field: null, isCode: true },
  ],
  ...{ doubts: [], notes: [], encodings: [] },
  ambiguousDate: null,
  isDayFirst: null,
  counts: { new: 1, changed: 1, unchanged: 0, skipped: 1 },
  archived: 0,
  accounts: [],
  missing: null,
  ...changes,
});

const importedRows: readonly ImportedRow[] = [
  {
    ...{ line: 2, domain: 'riverstone.com', result: 'new', reason: '', isArchived: false },
    changes: [{ field: 'expires', before: '', after: '2027-03-01' }],
  },
  {
    ...{ line: 3, domain: 'oak.org', result: 'changed', reason: '', isArchived: false },
    changes: [{ field: 'expires', before: '2026-03-01', after: '2027-03-01' }],
  },
  {
    ...{ line: 4, domain: 'bad name', result: 'skipped', isArchived: false, changes: [] },
    reason: 'A name has no spaces',
  },
];

export const aDomainImport = (changes: Partial<DomainImport> = {}): DomainImport => ({
  id: '00000000-0000-4000-9000-00000000000a',
  at: '2026-11-21T08:00:00.000Z',
  source: 'porkbun.csv',
  panel: 'Porkbun',
  added: 1,
  changed: 1,
  unchanged: 0,
  skipped: 1,
  partly: 0,
  undoneAt: null,
  left: 2,
  ...changes,
});

/** One file of three rows, whatever is read. What main makes of files is proved where main reads. */
export function domainImportAnswers(): Pick<Client, 'domainImports'> {
  let imports: readonly DomainImport[] = [];
  return {
    domainImports: {
      readText: ({ draftId }) => answer(anImportReport({ draftId, source: 'pasted', encoding: '' })),
      readBytes: ({ draftId, fileName }) => answer(anImportReport({ draftId, source: fileName })),
      chooseFile: ({ draftId }) => answer({ report: anImportReport({ draftId }) }),
      reread: ({ draftId }) => answer(anImportReport({ draftId })),
      rows: ({ result, offset, limit }) => {
        const rows = importedRows.filter((row) => result === null || row.result === result);
        return answer({ rows: rows.slice(offset, offset + limit), total: rows.length });
      },
      apply: () => {
        imports = [aDomainImport()];
        return answer({ import: aDomainImport(), isCancelled: false });
      },
      cancel: () => answer({}),
      discard: () => answer({}),
      list: () => answer({ imports }),
      undo: () => {
        imports = imports.map((each) => ({ ...each, left: 0, undoneAt: '2026-11-21T09:00:00.000Z' }));
        return answer({ undone: 2, stayed: 0, named: [] });
      },
    },
  };
}
