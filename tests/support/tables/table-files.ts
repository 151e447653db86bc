import { readFileSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';
import type { Expected, TableChoices } from '../../../electron/main/tables/table.ts';

/** A file of `tests/fixtures/names`. */
export const aNamesFile = (name: string): Uint8Array =>
  readFileSync(new URL(`../../fixtures/names/${name}`, import.meta.url));

/** Everything is left to the program. */
export const noChoices: TableChoices = { encoding: null, sheet: null, hasHeader: null };

/** A caller that knows nothing of the cells. */
export const expectedThings: Expected = {
  contents: 'things',
  part: 'the sheet with the things',
  areTitles: () => false,
  isValue: () => false,
};

export interface PackedPart {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** What the archive says that it unpacks to, where it lies. */
  readonly claimedSize?: number;
  readonly isEncrypted?: boolean;
}

/** A ZIP archive with deflated parts, as honest as its parts are. Source: PKWARE APPNOTE 6.3.10. */
export function aZip(parts: readonly PackedPart[]): Uint8Array {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const part of parts) {
    const name = Buffer.from(part.name);
    const content = Buffer.from(part.content);
    const packed = deflateRawSync(content, { level: 1 });
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(part.isEncrypted === true ? 1 : 0, 2);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(part.claimedSize ?? content.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), shared, name, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), shared, rest, name]));
    locals.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, listed, end]);
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook of one sheet, whose `<sheetData>` holds `rows` as they are. */
export const aWorkbook = (rows: string, more: readonly PackedPart[] = []): readonly PackedPart[] => [
  {
    name: 'xl/workbook.xml',
    content: `<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relationships}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  },
  {
    name: 'xl/worksheets/sheet1.xml',
    content: `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
  },
  ...more,
];

export const aTextCell = (address: string, text: string): string =>
  `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`;
