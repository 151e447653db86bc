import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

const nonce = 'design-harness';

/** The application's own policy, so that what it forbids is seen here first. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' 'nonce-${nonce}'`,
  "img-src 'self'",
  "font-src 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ');

/** Serves the built page on loopback under the application's Content Security Policy. */
export async function servePage(folder: string): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((request, response) => {
    if (request.url === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    const path = normalize(new URL(request.url ?? '/', 'http://page').pathname);
    const file = join(folder, path === '/' ? 'index.html' : path);
    const type = types[extname(file)] ?? 'application/octet-stream';
    response.setHeader('content-type', type);
    response.setHeader('content-security-policy', policy);
    if (extname(file) !== '.html') {
      createReadStream(file)
        .on('error', () => response.writeHead(404).end())
        .pipe(response);
      return;
    }
    readFile(file, 'utf8').then(
      (text) => response.end(text.replace('__CSP_NONCE__', nonce)),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return { url: `http://127.0.0.1:${address.port}/`, server };
}
