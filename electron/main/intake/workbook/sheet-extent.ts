/** As far as Excel's own sheets go. Source: Excel specifications and limits. */
const mostRows = 1_048_576;
const mostColumns = 16_384;
/** Rows are filled up to the widest one when they are read: a single cell far out costs as much as a full sheet. */
const mostCells = 20_000_000;

/**
 * Whether a sheet is one that can be read whole: a cell claimed at row 4,000,000,000 would have all rows before it made.
 * Looks at every address in the XML, in whatever quotes and with whatever prefix.
 */
export function isReadableExtent(xml: Uint8Array): boolean {
  const text = Buffer.from(xml.buffer, xml.byteOffset, xml.byteLength).toString('latin1');
  let rows = 0;
  let columns = 0;
  for (const [, letters = '', figures = ''] of text.matchAll(/\sr\s*=\s*["']([^"'\d]*)([^"']*)["']/g)) {
    const row = Number(figures);
    if (!Number.isInteger(row) || row > mostRows) return false;
    rows = Math.max(rows, row);
    columns = Math.max(columns, columnOf(letters));
  }
  return columns <= mostColumns && rows * columns <= mostCells;
}

/** `A` is 1, `XFD` is 16,384; what is no address is farther out than any. */
function columnOf(letters: string): number {
  if (!/^[A-Z]{0,3}$/.test(letters)) return Number.POSITIVE_INFINITY;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}
