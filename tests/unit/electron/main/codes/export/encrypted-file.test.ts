import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import {
  type CodeRow,
  codeRow,
  codeRowsHead,
} from '../../../../../../electron/main/codes/export/encrypted-file.ts';
import { Secret } from '../../../../../../electron/main/system/secret.ts';

const aRow = (changes: Partial<CodeRow> = {}): CodeRow => ({
  domain: 'example.com',
  outcome: 'code',
  code: new Secret('s3cr3t'),
  error: null,
  at: '2026-03-01T10:30:00.000Z',
  ...changes,
});

const read = (row: CodeRow): Record<string, string> => {
  const [record] = parse(codeRowsHead + codeRow(row).reveal(), { columns: true, record_delimiter: '\n' });
  return record as Record<string, string>; // With columns, csv-parse makes an object of texts.
};

describe('a row of the file', () => {
  it.each([
    '=cmd()',
    '-aB3',
    '+1',
    '@x',
    'a,b',
    'say "x"',
    "'quoted'",
    ' led by a space',
    'two\nlines',
    'carriage\rreturn',
    'é€😀',
    '0012',
    '<&amp;>',
    '\\',
    '""',
  ])('has the code %j as it came, to the byte', (code) => {
    expect(read(aRow({ code: new Secret(code) }))['code']).toBe(code);
  });

  it('has no apostrophe before a code, which would be handed over with it', () => {
    expect(codeRow(aRow({ code: new Secret('=1+1') })).reveal()).toContain(',=1+1,');
  });

  it("makes the service's own words safe, which are no code", () => {
    const said = '=HYPERLINK("http://evil.example")\r\nsecond';
    const error = { kind: 'refused', why: 'other', status: 400, said } as const;
    const { message = '' } = read(aRow({ code: null, outcome: 'refused', error }));
    expect(message).not.toMatch(/^=/);
    expect(message).not.toMatch(/[\r\n]/);
    expect(message).toContain('HYPERLINK');
  });

  it('says that a code was e-mailed', () => {
    expect(read(aRow({ code: null, outcome: 'emailed' }))).toMatchObject({
      code: '',
      outcome: 'emailed',
      message: 'The service says that the code was e-mailed to the registrant.',
    });
  });

  it('prints as a secret', () => {
    expect(String(codeRow(aRow()))).toBe('[secret]');
  });
});
