import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import type { Answered, BytesOutcome } from './outcome.ts';

type Decode = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Buffer;

/** By name; a map, since a server names what it likes. */
const codings: ReadonlyMap<string, readonly Decode[]> = new Map([
  ['gzip', [gunzipSync]],
  ['x-gzip', [gunzipSync]],
  ['br', [brotliDecompressSync]],
  // With the wrapper of zlib, or without it as some servers send it. Source: RFC 9110, section 8.4.1.2.
  ['deflate', [inflateSync, inflateRawSync]],
]);

/** More codings over each other than that are none that a server applies. */
const mostCodings = 2;

/**
 * The answer with its content codings undone, although none is asked for. Its header stays where they are unknown or the
 * body is not coded so: such a body is taken as it came.
 *
 * @param maxBytes The most that the body may be in any step: a small one can decode to gigabytes.
 */
export function uncoded(answer: Answered<BytesOutcome>, maxBytes: number): BytesOutcome {
  const { 'content-encoding': named, ...headers } = answer.headers;
  if (named === undefined) return answer;
  const applied = named
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (applied.length > mostCodings) return answer;
  let { bytes } = answer;
  for (const coding of applied.reverse()) {
    const decoded = decodedBy(codings.get(coding) ?? [], bytes, maxBytes);
    if (decoded === 'too-large')
      return { kind: 'lost', stage: 'headers', status: answer.status, why: 'too-large' };
    if (decoded === null) return answer;
    bytes = decoded;
  }
  return { ...answer, headers, bytes };
}

function decodedBy(
  ways: readonly Decode[],
  bytes: Uint8Array<ArrayBuffer>,
  maxBytes: number,
): Uint8Array<ArrayBuffer> | 'too-large' | null {
  for (const decode of ways) {
    try {
      return new Uint8Array(decode(bytes, { maxOutputLength: maxBytes }));
    } catch (thrown) {
      if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_BUFFER_TOO_LARGE')
        return 'too-large';
    }
  }
  return null;
}
