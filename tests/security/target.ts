import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Target } from './probe.ts';

export interface ListeningTarget extends Target {
  /** Connections and datagrams so far. */
  readonly arrivals: () => number;
  readonly close: () => Promise<void>;
}

const body = '<!doctype html><title>outside</title>';
const answer = [
  'HTTP/1.1 200 OK',
  'Content-Type: text/html',
  'Access-Control-Allow-Origin: *',
  `Content-Length: ${body.length}`,
  'Connection: close',
  '',
  body,
].join('\r\n');

/** Listens on loopback, for TCP and UDP at one port, and counts whatever arrives. */
export async function listen(): Promise<ListeningTarget> {
  let arrivals = 0;
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    arrivals += 1;
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    // A page that breaks off resets the connection; that it arrived is all that counts.
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.end(answer));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  const udp = createSocket('udp4', () => {
    arrivals += 1;
  });
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');
  return {
    port,
    http: `http://127.0.0.1:${port}`,
    arrivals: () => arrivals,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      udp.close();
      await Promise.all([once(server, 'close'), once(udp, 'close')]);
    },
  };
}
