import { describe, expect, it } from 'vitest';
import { knownTldSet } from '#shared/domain/domain-name.ts';
import { readSource } from '../../../../../../electron/main/lookups/name-lists/read-source.ts';
import type { ReadingChoices } from '../../../../../../electron/main/lookups/name-lists/rows.ts';
import { noChoices } from '../../../../../support/name-lists/no-choices.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

describe('read source', () => {
  const known = knownTldSet(['com', 'net', 'de', 'co.uk']);

  /** @param fileName Empty for pasted text. */
  const readRows = async (text: string, fileName: string, choices: Partial<ReadingChoices> = {}) => {
    const source =
      fileName === ''
        ? ({ kind: 'text', text } as const)
        : ({ kind: 'bytes', fileName, bytes: Buffer.from(text) } as const);
    return readSource(source, known, { ...noChoices, ...choices });
  };

  const read = async (text: string, fileName = '', choices: Partial<ReadingChoices> = {}) => {
    const { form, rows, layout } = valueOf(await readRows(text, fileName, choices)).rows;
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
    ])('%s', async (_case, fileName, text, form) => {
      expect((await read(text, fileName)).form).toBe(form);
    });

    it.each([
      ['of objects, wrapped', '{"data":[{"id":1,"name":"alpha"},{"id":2,"name":"beta"}]}'],
      ['of texts', '["alpha",\n "beta"]'],
      ['on each line', '{"name":"alpha"}\n{"name":"beta"}'],
    ])('and a table where it is JSON, pasted or from a file: %s', async (_case, text) => {
      for (const fileName of ['', 'names.json', 'names.txt']) {
        const { form, names } = await read(text, fileName);
        expect({ form, names: names.map((name) => name.replace(/^\d+:/, '')) }).toEqual({
          form: 'table',
          names: ['alpha', 'beta'],
        });
      }
    });

    it('and what was left out of JSON is said, and another encoding that fits', async () => {
      const json = valueOf(await readRows('["alpha",null]', 'names.json'));
      expect(json.notes).toEqual(['Skipped in the list: 1 entry without a value (null).']);
      const bytes = Buffer.from('caf\xe9-cr\xe8me\n', 'latin1');
      const source = { kind: 'bytes', fileName: 'names.txt', bytes } as const;
      const { notes } = valueOf(await readSource(source, known, noChoices));
      expect(notes).toEqual([expect.stringMatching(/^It may be windows-1250: /)]);
    });

    it('and a table where the user chooses a column', async () => {
      expect(await read('alpha,beta\ngamma,delta', '', { column: 1 })).toMatchObject({
        form: 'table',
        names: ['1:beta', '2:delta'],
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
      ['is the one with the title, in any language', '备注,域名\nann,alpha\nbob,beta', 1, true],
      ['is the one with the title, whatever its signs', 'owner,Alan Adı\nann,alpha\nbob,beta', 1, true],
      ['has no title where the first name is one elsewhere', 'pasta\nbakery\nlas', 0, false],
      ['is below titles in another language', 'Ablauf;Domänenname\n1.1.2026;a.de\n2.1.2026;b.de', 1, true],
      [
        'is below a title of its own, where figures stand below another',
        'pos,shop\n1,alpha\n2,beta\n3,gamma',
        1,
        true,
      ],
      ['has no title where the figures begin in the first row', '0,shop\n1,alpha\n2,beta\n3,gamma', 1, false],
      ['has no title where two figures possible names', 'pos,shop\n1,alpha\n2,beta', 1, false],
      ['is the only one', 'alpha\nbeta', 0, false],
      [
        'has no title where a status stands beside the first name',
        'foo,available\nbar,taken\nbaz,taken',
        0,
        false,
      ],
      ['has no title where the first row has a domain', 'a.com,status,date\nb.com,x,y', 0, false],
    ])('%s', async (_case, text, column, hasHeader) => {
      expect(await read(text, 'names.csv')).toMatchObject({ column, hasHeader });
    });

    it('has a note with a name whose row is doubtful', async () => {
      const text = 'Domain,Note\na.com,"x\nb.com,y\nc.com,"z"';
      const rows = [...valueOf(await readRows(text, 'names.csv')).rows.rows];
      expect(rows).toMatchObject([
        { line: 2, text: 'a.com', note: expect.stringMatching(/^A quote is missing in this line/) as string },
        { line: 3, text: 'b.com', note: null },
        { line: 4, text: 'c.com', note: null },
      ]);
    });

    it('is the one that the user chose, with or without a header', async () => {
      const text = 'domain,other\na.com,x\nb.com,y';
      expect((await read(text, 'names.csv', { column: 1 })).names).toEqual(['2:x', '3:y']);
      expect((await read(text, 'names.csv', { hasHeader: false })).names).toEqual([
        '1:domain',
        '2:a.com',
        '3:b.com',
      ]);
      expect((await read('a.com,x\nb.com,y', 'names.csv', { hasHeader: true })).names).toEqual(['2:b.com']);
    });

    it('is refused where it is not there', async () => {
      expect(await readRows('a,b\nc,d', 'a.csv', { column: 7 })).toMatchObject({
        error: { field: 'column', reason: 'There is no column 8: this table has 2. Choose one of them.' },
      });
    });

    it('is shown beside the others, each with its title, samples and how many names it could hold', async () => {
      const { rows } = valueOf(await readRows('domain,price\na.com,9.99\n,\nb.com,8', 'a.csv'));
      expect(rows.layout?.columns).toEqual([
        { title: 'domain', samples: ['a.com', 'b.com'], names: 2 },
        { title: 'price', samples: ['9.99', '8'], names: 1 },
      ]);
    });
  });
});
