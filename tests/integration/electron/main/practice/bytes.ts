import { connect } from 'node:net';
import type { Operation } from '../../../../../electron/main/practice/wire.ts';
import type { PracticeService } from '../../../../../electron/main/practice/service.ts';
import { formOf, signedHeaders } from './ask.ts';
import { samples } from './samples.ts';

/** What came over a connection, to the byte, and how the connection ended; `open` where it did not within the time. */
export interface Bytes {
  readonly head: string;
  readonly body: string;
  readonly ending: 'fin' | 'reset' | 'open';
  /** How many times something arrived. */
  readonly arrivals: number;
}

/** The sample of an operation as the bytes of an HTTP/1.1 request that asks for the connection to be closed. */
function requestText(service: PracticeService, operation: Operation): string {
  const { path, fields } = samples[operation];
  const body = fields === null ? '' : formOf(fields);
  const headers = {
    Host: `127.0.0.1:${service.port}`,
    Connection: 'close',
    ...signedHeaders(),
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const target = new URL(service.baseUrl).pathname + path;
  return `${fields === null ? 'GET' : 'POST'} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** Sends the operation's sample over a bare connection. @param patienceMs Then an open connection counts as open. */
export function askForBytes(
  service: PracticeService,
  operation: Operation,
  patienceMs = 5_000,
): Promise<Bytes> {
  const { promise, resolve } = Promise.withResolvers<Bytes>();
  const chunks: Buffer[] = [];
  const socket = connect(service.port, '127.0.0.1');
  const finish = (ending: Bytes['ending']): void => {
    clearTimeout(timer);
    socket.destroy();
    const [head = '', ...rest] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n');
    resolve({ head, body: rest.join('\r\n\r\n'), ending, arrivals: chunks.length });
  };
  const timer = setTimeout(finish, patienceMs, 'open');
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.once('end', () => finish('fin'));
  socket.once('error', () => finish('reset'));
  socket.write(requestText(service, operation));
  return promise;
}
