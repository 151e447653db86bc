import type { Client, Output } from '#shared/routes.ts';
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
