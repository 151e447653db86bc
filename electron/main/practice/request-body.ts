import type { IncomingMessage } from 'node:http';

/** The longest form that is read: far above the largest lookup. */
const maxBodyBytes = 1_048_576;

/** Gives the whole body as text to `use`, or null where it is too long; a request that breaks off is never used. */
export function withBody(request: IncomingMessage, use: (body: string | null) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maxBodyBytes) chunks.push(chunk);
  });
  request.on('end', () => {
    use(bytes > maxBodyBytes ? null : textFrom(chunks));
  });
}

const textFrom = ([first, ...more]: readonly Buffer[]): string => {
  if (first === undefined) return '';
  return (more.length === 0 ? first : Buffer.concat([first, ...more])).toString('utf8');
};
