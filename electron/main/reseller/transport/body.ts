import type { IncomingMessage } from 'node:http';

/**
 * Collects a whole body as text. `done` is called once, with null when the body is larger than `maxBytes`; it is not
 * called at all when the body ends before it is complete.
 */
export function collect(
  response: IncomingMessage,
  maxBytes: number,
  done: (text: string | null) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBytes) done(null);
    else chunks.push(chunk);
  });
  response.on('end', () => {
    if (response.complete && size <= maxBytes)
      done(
        Buffer.concat(chunks)
          .toString('utf8')
          .replace(/^\uFEFF/, ''),
      );
  });
}
