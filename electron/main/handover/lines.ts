/** How long the next line may be, in bytes: it grows when the other side has shown who it is. */
export interface LineLimit {
  mostBytes: number;
}

/** The lines of a socket, one after the other. Ends, without what is left, at a line that is too long. */
export async function* linesOf(
  socket: AsyncIterable<Uint8Array>,
  limit: Readonly<LineLimit>,
): AsyncGenerator<string, void> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of socket) {
    let from = 0;
    for (let end = piece.indexOf(0x0a); end !== -1; end = piece.indexOf(0x0a, from)) {
      pieces.push(piece.subarray(from, end));
      length += end - from;
      if (length > limit.mostBytes) return;
      yield Buffer.concat(pieces).toString('utf8');
      pieces = [];
      length = 0;
      from = end + 1;
    }
    pieces.push(piece.subarray(from));
    length += piece.length - from;
    if (length > limit.mostBytes) return;
  }
}
