import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const package_ = 'http://schemas.openxmlformats.org/package/2006';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>';
const style = 'fillId="0" borderId="0" xfId="0"';

/** Styles of cells: plain, a day, a title. */
const [day, title] = [1, 2];

/** The parts of a workbook with one sheet, but for the sheet. Source: ECMA-376, part 1. */
const parts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${xml}<Types xmlns="${package_}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
  '_rels/.rels': `${xml}<Relationships xmlns="${package_}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Domains" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${package_}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${xml}<styleSheet xmlns="${main}"><fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf ${style} numFmtId="0" fontId="0"/><xf ${style} numFmtId="14" fontId="0" applyNumberFormat="1"/><xf ${style} numFmtId="0" fontId="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
};

/** Packs the text of a sheet, piece by piece, into an XLSX workbook. @param sheet Its name. */
export async function createWorkbook(write: (bytes: Uint8Array) => Promise<void>, sheet = 'Domains') {
  const zip = createZip(write);
  for (const [name, text] of Object.entries(parts))
    await zip.whole(name, text.replace('"Domains"', `"${sheet}"`));
  await zip.begin('xl/worksheets/sheet1.xml');
  return {
    write: zip.add,
    async end(): Promise<void> {
      await zip.finish();
      await zip.end();
    },
  };
}

/**
 * Rows as the XML of a sheet, under a row of titles that stays in sight. Texts are texts, never formulas. The days of columns that end
 * in `_on` are dates.
 *
 * @param textOf A value as the text of its cell.
 * @param numbers The columns whose plain decimals are numbers.
 */
export function sheetOf<K extends string, V>(
  columns: readonly K[],
  textOf: (value: V) => string,
  numbers: readonly K[] = [],
) {
  let line = 1;
  const names = columns.map((_, index) => columnName(index));
  const rowOf = (cells: readonly string[]): string => `<row r="${line}">${cells.join('')}</row>`;
  const textCell = (index: number, text: string, style: string): string =>
    text === ''
      ? ''
      : `<c r="${names[index] ?? ''}${line}"${style} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
  const cellOf = (row: Readonly<Record<K, V>>, column: K, index: number): string => {
    const text = textOf(row[column]);
    if (numbers.includes(column) && isDecimal(text))
      return `<c r="${names[index] ?? ''}${line}"><v>${text}</v></c>`;
    return column.endsWith('_on') && isDay(text)
      ? `<c r="${names[index] ?? ''}${line}" s="${day}"><v>${dayNumber(text)}</v></c>`
      : textCell(index, text, '');
  };
  const titles = rowOf(columns.map((column, index) => textCell(index, column, ` s="${title}"`)));
  return {
    head: `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${columns.length}" width="22" customWidth="1"/></cols><sheetData>${titles}`,
    rows(rows: readonly Readonly<Record<K, V>>[], isFirst: boolean): string {
      if (isFirst) line = 1;
      return rows
        .map((row) => {
          line += 1;
          return rowOf(columns.map((column, index) => cellOf(row, column, index)));
        })
        .join('');
    },
    foot: '</sheetData></worksheet>',
  };
}

/** `A` of 0, `AA` of 26. */
function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : `${columnName(Math.floor(index / 26) - 1)}${last}`;
}

/** Of more digits a spreadsheet keeps not all: such a number stays a text. */
const isDecimal = (text: string): boolean => /^\d{1,11}(?:\.\d{1,4})?$/.test(text);

/** Days are counted from 1899-12-30, and rightly from March 1900 on. */
const isDay = (text: string): boolean => /^(?:19[1-9]|2\d\d)\d-\d\d-\d\d$/.test(text);
const dayNumber = (text: string): number => Date.parse(text) / 86_400_000 + 25_569;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

/** Without the characters that XML cannot have. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // eslint-disable-next-line no-control-regex -- they are what is removed
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu, '')
    .replaceAll(/[&<>\r]/g, (character) => entities[character] ?? '');

const deflated = promisify(deflateRaw);

/** Data descriptor (checksum and sizes follow the bytes), and names in UTF-8. */
const flags = 0x0808;
/** 1 January 1980: the first day that the format has. */
const firstDay = 0x0021;

/**
 * Writes a ZIP archive part by part, and each part piece by piece: no more than a piece is in memory.
 *
 * Limits: 4 GiB. Source: PKWARE APPNOTE 6.3.10, 4.3.7, 4.3.9, 4.3.12 and 4.3.16.
 */
export function createZip(write: (bytes: Uint8Array) => Promise<void>) {
  const directory: Buffer[] = [];
  let at = 0;
  let part = { name: Buffer.alloc(0), start: 0, dataAt: 0, size: 0, crc: 0 };

  async function put(bytes: Uint8Array): Promise<void> {
    await write(bytes);
    at += bytes.length;
  }

  async function begin(name: string): Promise<void> {
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    writeCommon(header, 4, Buffer.byteLength(name));
    part = { name: Buffer.from(name), start: at, dataAt: 0, size: 0, crc: 0 };
    await put(Buffer.concat([header, part.name]));
    part.dataAt = at;
  }

  /** Pieces are deflated one by one, up to a boundary: joined they are one stream. */
  async function add(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    part.crc = crc32(bytes, part.crc);
    part.size += bytes.length;
    await put(await deflated(bytes, { finishFlush: constants.Z_SYNC_FLUSH }));
  }

  async function finish(): Promise<void> {
    await put(await deflated(''));
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(part.crc, 0);
    sizes.writeUInt32LE(at - part.dataAt, 4);
    sizes.writeUInt32LE(part.size, 8);
    await put(Buffer.concat([Buffer.from('PK\u0007\u0008'), sizes]));
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    writeCommon(entry, 6, part.name.length);
    sizes.copy(entry, 16);
    entry.writeUInt32LE(part.start, 42);
    directory.push(entry, part.name);
  }

  return {
    begin,
    add,
    finish,
    async whole(name: string, text: string): Promise<void> {
      await begin(name);
      await add(text);
      await finish();
    },
    /** Writes the list of parts: the archive is complete. */
    async end(): Promise<void> {
      const entries = Buffer.concat(directory);
      const end = Buffer.alloc(22);
      end.writeUInt32LE(0x06054b50, 0);
      end.writeUInt16LE(directory.length / 2, 8);
      end.writeUInt16LE(directory.length / 2, 10);
      end.writeUInt32LE(entries.length, 12);
      end.writeUInt32LE(at, 16);
      await put(Buffer.concat([entries, end]));
    },
  };
}

/** What both headers of a part have: version, flags, method (deflated), time; no sizes yet; the length of its name. */
function writeCommon(header: Buffer, at: number, nameLength: number): void {
  header.writeUInt16LE(20, at);
  header.writeUInt16LE(flags, at + 2);
  header.writeUInt16LE(8, at + 4);
  header.writeUInt16LE(firstDay, at + 8);
  header.writeUInt16LE(nameLength, at + 22);
}
