import type { IncomingMessage } from 'node:http';
import type { BytesOutcome, Outcome } from './outcome.ts';

type Answered<O> = Extract<O, { readonly kind: 'answered' }>;

/** The answer with its body as text. */
export const withText = ({ bytes, ...answered }: Answered<BytesOutcome>): Answered<Outcome> => ({
  ...answered,
  text: textOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)),
});

/** A byte order mark is no part of a text. */
const textOf = (bytes: Buffer): string => bytes.toString('utf8').replace(/^\uFEFF/, '');

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
    if (response.complete && size <= maxBytes) done(textOf(Buffer.concat(chunks)));
  });
}
