import { createServer, type Socket } from 'node:net';
import { startPracticeService } from '../../../electron/main/practice/service.ts';
import { benchDomains, benchLogin, benchTlds } from './running-service.ts';
import { startLimitedServices } from './limited-server.ts';
import { type CannedAnswers, createCannedAnswers } from './canned-answers.ts';

/** A service that answers look-ups and nothing else, so quickly that whoever asks is what is measured. */
export interface CannedService {
  readonly baseUrl: string;
  readonly stop: () => Promise<void>;
}

const headEnd = '\r\n\r\n';
const asks = 'searchTerm=';

/** Reads as much of HTTP/1.1 as two clients of ours write: a POST with a length, one after the other on a connection. */
async function startCannedService(answers: CannedAnswers): Promise<CannedService> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    serve(socket, answers);
  });
  const { promise, resolve } = Promise.withResolvers<number>();
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    resolve(typeof address === 'object' && address !== null ? address.port : 0);
  });
  const port = await promise;
  return {
    baseUrl: `http://127.0.0.1:${port}/api/index.php`,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

function serve(socket: Socket, answers: CannedAnswers): void {
  let arrived = '';
  socket.on('data', (chunk) => {
    arrived += chunk.toString('latin1');
    for (;;) {
      const end = arrived.indexOf(headEnd);
      if (end === -1) return;
      const bodyAt = end + headEnd.length;
      const length = lengthIn(arrived.slice(0, end));
      if (arrived.length < bodyAt + length) return;
      socket.write(answerTo(arrived.slice(bodyAt, bodyAt + length), answers), 'latin1');
      arrived = arrived.slice(bodyAt + length);
    }
  });
}

/** Whatever is asked besides look-ups is answered like the version: nobody here asks for more. */
function answerTo(body: string, answers: CannedAnswers): string {
  const at = body.indexOf(asks);
  const until = body.indexOf('&', at);
  const label = at === -1 ? null : body.slice(at + asks.length, until === -1 ? undefined : until);
  const json = label === null ? '"1.0.0"' : answers.answerFor(label);
  const head =
    'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n' +
    `Date: ${dateNow()}\r\nContent-Length: ${json.length}${headEnd}`;
  return head + json;
}

function lengthIn(head: string): number {
  const [, length = '0'] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
  return Number(length);
}

let date = { second: 0, text: '' };

/** Written once a second, as web servers do. */
function dateNow(): string {
  const second = Math.floor(Date.now() / 1_000);
  if (second !== date.second) date = { second, text: new Date(second * 1_000).toUTCString() };
  return date.text;
}

// The service of a bench as a process of its own: prints where it stands as one line of JSON and goes on until its input ends,
// so that a bench that dies leaves nothing behind.

async function started(kind: string | undefined): Promise<object> {
  if (kind === 'limited') return await startLimitedServices(Number(process.argv[3]));
  const { baseUrl } =
    kind === 'practice'
      ? await startPracticeService({
          username: benchLogin.username,
          apiKey: benchLogin.apiKey,
          moreDomains: benchDomains.length,
        })
      : await startCannedService(createCannedAnswers(benchTlds));
  return { baseUrl };
}

process.stdout.write(`${JSON.stringify(await started(process.argv[2]))}\n`);
process.stdin.on('end', () => process.exit()).resume();
