import { describe, expect, it } from 'vitest';
import { isolated } from '#shared/domain/isolated.ts';
import { missingIn } from '../../../../../../electron/main/portfolio/import/domain-import.ts';
import { reviewImport } from '../../../../../../electron/main/portfolio/import/review-import.ts';
import { rowsOfPage } from '../../../../../../electron/main/portfolio/import/reviewed.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

async function review(content: Uint8Array | string, fileName = 'a.csv', chosen: string | null = null) {
  const reviewed = valueOf(
    await reviewImport({
      source: { kind: 'bytes', fileName, bytes: Buffer.from(content) },
      choices: { mapping: [], isDayFirst: null, encoding: chosen, sheet: null, restoresArchived: false },
      mappings: [],
      knownTlds: ['com', 'de'],
      pages: [],
      imported: '',
      now: '2026-11-25T08:00:00.000Z',
    }),
  );
  const rows = rowsOfPage(reviewed, 0).map((row) => ({
    line: row.line,
    domain: row.domain,
    texts: 'given' in row ? row.given.texts : null,
    reason: row.reason ?? null,
  }));
  const { notes, encoding, encodings } = reviewed;
  return { notes, encoding, encodings, missing: missingIn(reviewed), rows };
}

describe('a file that is not quite what it should be', () => {
  it('with a bad byte keeps its domains, and leaves out the cell that nobody can read', async () => {
    const bytes = Buffer.concat([
      Buffer.from('Domain,Client,Note\nmünchen.de,Söhne,Grüße\nköln.de,M'),
      Buffer.of(0xfc),
      Buffer.from('ller,fein'),
    ]);
    const { encoding, rows } = await review(bytes);
    expect(encoding).toBe('utf-8');
    expect(rows).toEqual([
      { line: 2, domain: 'xn--mnchen-3ya.de', texts: { client: 'Söhne', note: 'Grüße' }, reason: null },
      {
        line: 3,
        domain: 'xn--kln-sna.de',
        texts: { client: '', note: 'fein' },
        reason: 'Not readable in this encoding: column 2 (M\uFFFDller)',
      },
    ]);
  });

  it('with a missing quote loses no domain, and says which line lacks it', async () => {
    const text = 'Domain,Note,Expires\na.com,"x,2027-01-01\nb.com,y,2027-02-01\nc.com,"z",2027-03-01';
    expect((await review(text)).rows).toMatchObject(
      [
        { line: 2, domain: 'a.com', texts: { note: 'x' }, reason: /^A quote is missing in this line/ },
        { line: 3, domain: 'b.com', texts: { note: 'y' }, reason: null },
        { line: 4, domain: 'c.com', texts: { note: 'z' }, reason: null },
      ].map((row) => ({
        ...row,
        reason: row.reason === null ? null : (expect.stringMatching(row.reason) as string),
      })),
    );
  });

  it.each([
    ['a cell', 'Domain,Client\na.com,Dr. Y\xfdlmaz\nb.com,Acme\n', ['Dr. Yýlmaz', 'Dr. Yılmaz']],
    ['a name', 'Domain\ny\xfdlmaz.com\n', ['yýlmaz.com', 'yılmaz.com']],
    ['a title', 'Domain,Y\xfdl\na.com,3\n', ['Yýl', 'Yıl']],
  ])(
    'in an encoding that may be another asks which, with %s as it reads in each',
    async (_case, text, [one, other]) => {
      expect(await review(Buffer.from(text, 'latin1'))).toMatchObject({
        encoding: 'windows-1252',
        encodings: [
          { encoding: 'windows-1252', samples: [one] },
          { encoding: 'windows-1254', samples: [other] },
        ],
        missing: 'Say which encoding is right: windows-1252 or windows-1254.',
      });
    },
  );

  it('does not ask for the encoding where it was chosen, or nothing is taken of what differs', async () => {
    const bytes = Buffer.from('Domain,Client\na.com,Y\xfdlmaz\n', 'latin1');
    expect(await review(bytes, 'a.csv', 'windows-1254')).toMatchObject({ encodings: [], missing: null });
    const unused = Buffer.from('Domain,Registrar\na.com,Y\xfdlmaz\n', 'latin1');
    expect(await review(unused)).toMatchObject({ encodings: [], missing: null });
  });

  it('says what of its JSON was left out', async () => {
    const { notes, rows } = await review('{"domains":[{"domain":"a.com"},null],"tags":["x"]}', 'a.json');
    expect(rows).toMatchObject([{ domain: 'a.com' }]);
    expect(notes).toEqual([
      'The list “tags” was not read (1 entry).',
      'Skipped in the list: 1 entry without a value (null).',
    ]);
  });
});

describe('a file of this application that a spreadsheet has saved in another encoding', () => {
  const titles = 'domain,account,status,added_at,client,note\n';
  const row = (client: string, note: string): string =>
    `a.com,Own,held,2026-01-01T00:00:00Z,${client},${note}\n`;
  const marked = (text: string): string => `\uFEFF${text}`;

  it('is read back, and that is said', async () => {
    const { notes, rows } = await review(marked(`${titles}${row('SÃ¶hne', '10 â‚¬')}`));
    expect(rows).toMatchObject([{ texts: { client: 'Söhne', note: '10 €' } }]);
    expect(notes).toEqual([
      `A spreadsheet had read this file in another encoding and saved it so, which was undone: ${isolated('SÃ¶hne')} is ${isolated('Söhne')}.`,
    ]);
  });

  it.each([
    ['Central Europe', 'SĂ¶hne'],
    ['Russia', 'SГ¶hne'],
  ])('is read back from that of %s', async (_where, client) => {
    expect((await review(marked(`${titles}${row(client, '')}`))).rows).toMatchObject([
      { texts: { client: 'Söhne' } },
    ]);
  });

  it.each([
    ['no spreadsheet has saved it', `${titles}${row('SÃ¶hne', '')}`],
    ['most of its texts are as they should be', marked(`${titles}${row('Söhne', 'SÃ¶hne und Größe')}`)],
    ['it is the file of another program', marked('Domain,Client\na.com,SÃ¶hne\n')],
  ])('is not read back where %s', async (_case, text) => {
    const { notes, rows } = await review(text);
    expect(JSON.stringify(rows)).toContain('SÃ¶hne');
    expect(notes.join(' ')).not.toContain('undone');
  });
});
