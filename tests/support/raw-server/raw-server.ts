import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import type { Random } from '../fuzz/random.ts';

/** One connection as the server sees it. */
export interface Exchange {
  readonly socket: Socket;
  /** All bytes that have come so far, as text. */
  readonly received: () => string;
  /** Resolves when a whole request is there: head and as much body as it announces. Never, where none comes. */
  readonly request: Promise<void>;
  /** Closes by RST: the other side sees ECONNRESET. */
  readonly reset: () => void;
}

export type RawServer = Awaited<ReturnType<typeof startRawServer>>;

/** A server of bytes: `talk` does with each connection what it likes. */
export async function startRawServer(talk: (exchange: Exchange) => void, tls?: TlsOptions) {
  const sockets = new Set<Socket>();
  const texts: string[] = [];
  let connections = 0;
  let requests = 0;

  const accept = (socket: Socket, raw = socket): void => {
    const index = connections;
    connections += 1;
    sockets.add(socket);
    texts[index] = '';
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    const whole = Promise.withResolvers<undefined>();
    socket.on('data', (chunk: Buffer) => {
      const text = `${texts[index] ?? ''}${chunk.toString('latin1')}`;
      texts[index] = text;
      if (isWholeRequest(text)) whole.resolve(undefined);
    });
    void whole.promise.then(() => (requests += 1));
    talk({
      socket,
      received: () => texts[index] ?? '',
      request: whole.promise,
      reset: () => raw.resetAndDestroy(),
    });
  };

  const server: Server =
    tls === undefined ? createServer((socket) => accept(socket)) : secureServer(tls, accept);
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    connections: () => connections,
    /** How many whole requests have arrived. */
    requests: () => requests,
    /** Everything that any client has sent, decrypted. */
    received: () => texts.join(''),
    /** From now on nobody listens at its port; what is connected stays so. */
    deafen: () => void server.close(),
    listenAgain: () => listen(port),
    async stop() {
      sockets.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Below each TLS connection lies a plain one: it alone can be reset. */
function secureServer(options: TlsOptions, accept: (socket: Socket, raw: Socket) => void): Server {
  const raws = new Map<number, Socket>();
  const server = createTlsServer(options, (socket) =>
    accept(socket, raws.get(socket.remotePort ?? 0) ?? socket),
  );
  server.on('connection', (raw: Socket) => {
    raws.set(raw.remotePort ?? 0, raw);
    raw.on('error', () => raw.destroy());
  });
  return server.on('tlsClientError', () => undefined);
}

function isWholeRequest(text: string): boolean {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd === -1) return false;
  const length = Number(/^content-length: (\d+)/im.exec(text.slice(0, headEnd))?.[1] ?? 0);
  return text.length - headEnd - 4 >= length;
}

/** A whole HTTP answer. */
export const answerOf = (body: string, status = '200 OK', headers = ''): string =>
  `HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`;

/** A way to misbehave. `random` decides where exactly. */
export type Fault = (exchange: Exchange, random: Random) => void;

const afterRequest =
  (then: (exchange: Exchange, random: Random) => void): Fault =>
  (exchange, random) =>
    void exchange.request.then(() => then(exchange, random));

const answer = answerOf('"success"', '200 OK', 'X-Filler: 1234567890\r\n');
const headEnd = answer.indexOf('\r\n\r\n') + 4;
const inHead = (random: Random): string => answer.slice(0, 1 + random.int(headEnd - 5));
const inBody = (random: Random): string => answer.slice(0, headEnd + random.int(9));

/** Every point at which a connection can break, by reset, by FIN or by silence; and answers that are none. */
export const faults: Readonly<Record<string, Fault>> = {
  'reset on accepting': ({ reset }) => reset(),
  'closed on accepting': ({ socket }) => socket.end(),
  'reset at the first byte': ({ socket, reset }) => void socket.once('data', reset),
  'closed at the first byte': ({ socket }) => void socket.once('data', () => socket.end()),
  'silent from the start': () => undefined,
  'reset after the request': afterRequest(({ reset }) => reset()),
  'closed after the request': afterRequest(({ socket }) => socket.end()),
  'reset within the head': afterRequest(({ socket, reset }, random) => socket.write(inHead(random), reset)),
  'closed within the head': afterRequest(({ socket }, random) => socket.end(inHead(random))),
  'silent within the head': afterRequest(({ socket }, random) => socket.write(inHead(random))),
  'reset within the body': afterRequest(({ socket, reset }, random) => socket.write(inBody(random), reset)),
  'closed within the body': afterRequest(({ socket }, random) => socket.end(inBody(random))),
  'silent within the body': afterRequest(({ socket }, random) => socket.write(inBody(random))),
  'chunks without an end': afterRequest(({ socket }) =>
    socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n"success"\r\n'),
  ),
  'no HTTP at all': afterRequest(({ socket }) => socket.end('SSH-2.0-nothing\r\n\r\n')),
  'a switch of protocols': afterRequest(({ socket }) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
  ),
  'one interim answer after another': afterRequest(({ socket }) => {
    const timer = setInterval(() => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 5);
    socket.on('close', () => clearInterval(timer));
  }),
  'one byte at a time': afterRequest(({ socket }) => {
    let at = 0;
    const timer = setInterval(() => socket.write(answer[at++ % answer.length] ?? ''), 20);
    socket.on('close', () => clearInterval(timer));
  }),
  '408 and closed': afterRequest(({ socket }) => socket.end(answerOf('', '408 Request Timeout'))),
  '503': afterRequest(({ socket }) => socket.end(answerOf('busy', '503 Service Unavailable'))),
  'a redirect to itself that keeps the method': afterRequest(({ socket }) =>
    socket.write(answerOf('', '307 Temporary Redirect', 'Location: /again\r\n')),
  ),
};
