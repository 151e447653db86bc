export interface TextLine {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/** The lines of a text, whatever they end with (Windows, Unix, old Mac, Unicode); empty ones too. */
export function* textLines(text: string): Generator<TextLine> {
  const ends = /\r\n|[\n\r\u0085\u2028\u2029]/g;
  let start = 0;
  let line = 1;
  for (let end = ends.exec(text); end !== null; end = ends.exec(text)) {
    yield { line, text: text.slice(start, end.index) };
    start = ends.lastIndex;
    line += 1;
  }
  yield { line, text: text.slice(start) };
}
