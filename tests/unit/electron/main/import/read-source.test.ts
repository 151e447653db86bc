import { describe, expect, it } from 'vitest';
import { knownTldSet } from '#shared/domain/domain-name.ts';
import { readText } from '../../../../../electron/main/import/read-source.ts';
import type { ReadingChoices } from '../../../../../electron/main/import/rows.ts';
import { noChoices } from '../../../../support/intake/a-names-file.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const known = knownTldSet(['com', 'net', 'de', 'co.uk']);

const read = (text: string, fileName = '', choices: Partial<ReadingChoices> = {}) => {
  const { form, rows, layout } = valueOf(readText({ text, fileName }, known, { ...noChoices, ...choices }));
  return {
    form,
    names: Array.from(rows, ({ line, text: name }) => `${line}:${name}`),
    column: layout?.column ?? null,
    hasHeader: layout?.hasHeader ?? null,
    titles: layout?.columns.map(({ title }) => title) ?? [],
  };
};

describe('text is a list or a table', () => {
  it.each<[string, string, string, 'list' | 'table']>([
    ['names a line', '', 'a\nb\nc', 'list'],
    ['names with commas on one line', '', 'a,b,c', 'list'],
    ['names with commas on many lines', '', 'alpha,beta\ngamma,delta\nepsilon,zeta', 'list'],
    ['the same in a file', 'names.txt', 'alpha,beta\ngamma,delta', 'list'],
    ['one line of a CSV', 'names.csv', 'alpha,beta,gamma', 'list'],
    ['titles', '', 'domain,status\nexample.com,taken\nexample.net,free', 'table'],
    ['domains beside words', '', 'example.com,taken\nexample.net,free\nexample.de,free', 'table'],
    ['a column of prices', '', 'alpha;12.50\nbeta;9.99\ngamma;3.00', 'table'],
    ['a column of one word', '', 'alpha\ttaken\nbeta\ttaken\ngamma\ttaken', 'table'],
    ['a CSV of one column', 'names.csv', 'alpha\nbeta', 'table'],
    ['a TSV', 'names.tsv', 'alpha\tx\nbeta\ty', 'table'],
    ['rows of many lengths', '', 'a,b\nc\nd,e,f\ng,h,i,j', 'list'],
  ])('%s', (_case, fileName, text, form) => expect(read(text, fileName).form).toBe(form));

  it('and a table where the user chooses a column', () => {
    expect(read('alpha,beta\ngamma,delta', '', { column: 1 })).toMatchObject({
      form: 'table',
      names: ['1:beta', '2:delta'],
    });
  });
});

describe('the fields of a table', () => {
  // RFC 4180, section 2, and what programs write beside it.
  it.each<[string, string, readonly string[]]>([
    ['commas', 'domain,x\na.com,1\nb.com,2', ['2:a.com', '3:b.com']],
    ['semicolons, with commas in numbers', 'domain;price\na.com;9,99\nb.com;8,50', ['2:a.com', '3:b.com']],
    ['tabs', 'domain\tx\na.com\t1\nb.com\t2', ['2:a.com', '3:b.com']],
    ['bars', 'domain|x\na.com|1\nb.com|2', ['2:a.com', '3:b.com']],
    ['quotes (rule 5)', '"domain","x"\n"a.com","1"\n"b.com","2"', ['2:a.com', '3:b.com']],
    ['line breaks in quotes (rule 6)', 'domain,x\na.com,"1\n2\n3"\nb.com,2', ['2:a.com', '5:b.com']],
    ['quotes in quotes (rule 7)', 'domain,x\na.com,"say ""no"", now"\nb.com,2', ['2:a.com', '3:b.com']],
    ['Windows line ends', 'domain,x\r\na.com,1\r\nb.com,2\r\n', ['2:a.com', '3:b.com']],
    ['old Mac line ends', 'domain,x\ra.com,1\rb.com,2', ['2:a.com', '3:b.com']],
    ['empty lines', 'domain,x\n\na.com,1\n,\nb.com,2\n\n', ['3:a.com', '5:b.com']],
    ['a line that names the delimiter', 'sep=;\ndomain;x\na.com;1\nb.com;2', ['3:a.com', '4:b.com']],
    ['rows that are too short', 'x,domain\n1,a.com\n2\n3,b.com', ['2:a.com', '3:', '4:b.com']],
    [
      'a quote that is never closed',
      'domain,x\na.com,"1\nb.com,2\nc.com,3',
      ['2:a.com', '3:b.com', '4:c.com'],
    ],
  ])('are read: %s', (_case, text, names) => expect(read(text, 'names.csv').names).toEqual(names));

  it('are refused where a row cannot be one', () => {
    const text = `a,b\n${'x'.repeat(1_100_000)},2\nc,d`;
    expect(readText({ text, fileName: 'names.csv' }, known, noChoices)).toMatchObject({
      ok: false,
      error: { field: 'file' },
    });
  });
});

describe('the column with the names', () => {
  it.each<[string, string, number, boolean]>([
    ['is the one with the title', 'id,name,owner\n1,alpha,ann\n2,beta,bob', 1, true],
    ['is the one with domains, whatever the titles say', 'name,site\nann,a.com\nbob,b.net', 1, true],
    ['is the one with domains, without titles', 'ann,a.com,1\nbob,b.net,2\ncid,c.de,3', 1, false],
    ['is not the one of dates', '2026-01-01,alpha,9.99\n2026-01-02,beta,8.99', 1, false],
    ['is not the one of a status', 'taken,alpha\ntaken,beta\ntaken,gamma', 1, false],
    ['is below titles in another language', 'Ablauf;Domänenname\n1.1.2026;a.de\n2.1.2026;b.de', 1, true],
    [
      'is below a title of its own, where figures stand below another',
      'pos,shop\n1,alpha\n2,beta\n3,gamma',
      1,
      true,
    ],
    ['has no title where the figures begin in the first row', '0,shop\n1,alpha\n2,beta\n3,gamma', 1, false],
    ['has no title where two figures could be names', 'pos,shop\n1,alpha\n2,beta', 1, false],
    ['is the only one', 'alpha\nbeta', 0, false],
    [
      'has no title where a status stands beside the first name',
      'foo,available\nbar,taken\nbaz,taken',
      0,
      false,
    ],
    ['has no title where the first row has a domain', 'a.com,status,date\nb.com,x,y', 0, false],
  ])('%s', (_case, text, column, hasHeader) => {
    expect(read(text, 'names.csv')).toMatchObject({ column, hasHeader });
  });

  it('is the one that the user chose, with or without a header', () => {
    const text = 'domain,other\na.com,x\nb.com,y';
    expect(read(text, 'names.csv', { column: 1 }).names).toEqual(['2:x', '3:y']);
    expect(read(text, 'names.csv', { hasHeader: false }).names).toEqual(['1:domain', '2:a.com', '3:b.com']);
    expect(read('a.com,x\nb.com,y', 'names.csv', { hasHeader: true }).names).toEqual(['2:b.com']);
  });

  it('is refused where it is not there', () => {
    expect(
      readText({ text: 'a,b\nc,d', fileName: 'a.csv' }, known, { ...noChoices, column: 7 }),
    ).toMatchObject({
      error: { field: 'column', reason: 'There is no column 8: this table has 2. Choose one of these.' },
    });
  });

  it('is shown beside the others, each with its title, samples and how many names it could hold', () => {
    const read = valueOf(
      readText({ text: 'domain,price\na.com,9.99\n,\nb.com,8', fileName: 'a.csv' }, known, noChoices),
    );
    expect(read.layout?.columns).toEqual([
      { title: 'domain', samples: ['a.com', 'b.com'], names: 2 },
      { title: 'price', samples: ['9.99', '8'], names: 1 },
    ]);
  });
});

describe('text without names', () => {
  it.each([
    ['nothing pasted', '', '', 'text', 'nothing to read'],
    ['nothing but white space', ' \n\t\r\n \u200b', '', 'text', 'nothing to read'],
    ['an empty file', '', 'names.txt', 'file', 'names.txt is empty'],
    ['a file of empty lines', '\n\n', 'names.txt', 'file', 'empty lines only'],
    ['a file with zeros in it', 'a\u0000b', 'names.txt', 'file', 'no text'],
    ['a web page', '<!DOCTYPE html><html></html>', 'names.txt', 'file', 'web page'],
  ])('is refused with a sentence: %s', (_case, text, fileName, field, words) => {
    const refused = readText({ text, fileName }, known, noChoices);
    expect(refused).toMatchObject({ ok: false, error: { kind: 'invalid-input', field } });
    expect(JSON.stringify(refused)).toContain(words);
  });
});
