/** A list in one cell, parted by semicolons. What has one itself, or begins or ends as a reader would not keep it, stands in quotes. */
export const listCell = (values: readonly string[]): string =>
  values.map((value) => (/;|^["\s]|\s$/u.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(';');

/** The list that {@link listCell} made this of; white space around values that are not quoted is left out. */
export const listInCell = (cell: string): readonly string[] =>
  [...cell.matchAll(/(?:^|;)(?:"((?:[^"]|"")*)"(?=;|$)|([^;]*))/gu)]
    .map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain.trim())
    .filter((value) => value !== '');
