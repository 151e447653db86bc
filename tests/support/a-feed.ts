import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type ServerOptions } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Feed, signatureOf } from '../../electron/main/updates/feed.ts';

const pem = (name: string): string => readFileSync(`tests/fixtures/tls/${name}.pem`, 'utf8');

export const authority = pem('authority');

/** A file of the feed, or the way in which it is answered. */
export type Served = Buffer | string | ((request: IncomingMessage, response: ServerResponse) => void);

export interface AFeed {
  readonly feed: Feed;
  readonly privateKey: KeyObject;
  /** By name; what is not there is answered 404. */
  readonly files: Map<string, Served>;
  /** The paths that were asked for, in order. */
  readonly asked: string[];
  readonly headers: IncomingMessage['headers'][];
  readonly close: () => Promise<void>;
}

/** A feed behind https on loopback, with a key pair of its own. */
export async function aFeed(options: ServerOptions = {}): Promise<AFeed> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const files = new Map<string, Served>();
  const asked: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const server = createServer(
    { key: pem('server-key'), cert: pem('good'), ...options },
    (request, response) => {
      const name = (request.url ?? '').replace('/feed/', '');
      asked.push(name);
      headers.push(request.headers);
      const served = files.get(name);
      if (typeof served === 'function') served(request, response);
      else if (served === undefined) response.writeHead(404).end();
      else response.end(served);
    },
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return {
    feed: { url: new URL(`https://localhost:${address.port}/feed/`), publicKey },
    privateKey,
    files,
    asked,
    headers,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

export const digestOf = (bytes: Buffer | string): string =>
  createHash('sha512').update(bytes).digest('base64');

export interface AVersion {
  readonly version: string;
  readonly file: string;
  readonly bytes: Buffer;
  readonly notes?: string;
}

/** The metadata as electron-builder writes it. */
export const metadataOf = ({
  version,
  file,
  bytes,
  notes = 'Faster.',
}: AVersion): string => `version: ${version}
files:
  - url: ${file}
    sha512: ${digestOf(bytes)}
    size: ${bytes.length}
path: ${file}
sha512: ${digestOf(bytes)}
releaseDate: '2026-03-01T10:00:00.000Z'
releaseNotes: ${JSON.stringify(notes)}
`;

/** Puts a version on the feed, signed with its key. */
export function publish({ files, privateKey }: AFeed, of: AVersion, name = 'latest-linux.yml'): void {
  const metadata = metadataOf(of);
  files.set(name, metadata);
  files.set(`${name}.sig`, signatureOf(name, Buffer.from(metadata), privateKey));
  files.set(of.file, of.bytes);
}
