import type { Input } from './terminal.ts';

/** The longest line that is taken for a key; the longest key is far shorter. */
const longestLine = 8_192;
const lineFeed = 0x0a;

/** Reads an input piece by piece, and no further than is asked for: a terminal is not waited for in vain. */
export function createInput(pieces: AsyncIterable<Uint8Array>): Input {
  let iterator: AsyncIterator<Uint8Array> | undefined;
  let left: Uint8Array = new Uint8Array();

  async function next(): Promise<Uint8Array | null> {
    iterator ??= pieces[Symbol.asyncIterator]();
    const read = await iterator.next();
    return read.done === true ? null : read.value;
  }

  return {
    async firstLine() {
      let end = left.indexOf(lineFeed);
      while (end === -1 && left.length <= longestLine) {
        const piece = await next();
        if (piece === null) break;
        left = Buffer.concat([left, piece]);
        end = left.indexOf(lineFeed);
      }
      const line = end === -1 ? left : left.subarray(0, end);
      if (line.length > longestLine) return null;
      left = left.subarray(end === -1 ? left.length : end + 1);
      return Buffer.from(line).toString('utf8').replace(/\r$/, '');
    },
    async rest(mostBytes) {
      const read = [left];
      let length = left.length;
      left = new Uint8Array();
      for (let piece = await next(); piece !== null; piece = await next()) {
        length += piece.length;
        if (length > mostBytes) return null;
        read.push(piece);
      }
      return length > mostBytes ? null : Buffer.concat(read);
    },
  };
}
