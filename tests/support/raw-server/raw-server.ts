import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

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

export interface RawServer {
  readonly url: string;
  readonly connections: () => number;
  /** How many whole requests have arrived. */
  readonly requests: () => number;
  /** Everything that any client has sent, decrypted. */
  readonly received: () => string;
  /** From now on nobody listens at its port; what is connected stays so. */
  readonly deafen: () => void;
  readonly listenAgain: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** A server of bytes: `talk` does with each connection what it likes. */
export async function startRawServer(
  talk: (exchange: Exchange) => void,
  tls?: TlsOptions,
): Promise<RawServer> {
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
    requests: () => requests,
    received: () => texts.join(''),
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
