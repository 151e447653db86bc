/** A piece of text that should be one name, on its way to be cleaned. */
export interface NameRow {
  /** Where it stood, from 1: of a file or a pasted text the line, of a workbook the row, of a recipe the number. */
  readonly line: number;
  readonly text: string;
  /** What was done to find it, where this is worth a word; null where it stood alone. */
  readonly note: string | null;
}
