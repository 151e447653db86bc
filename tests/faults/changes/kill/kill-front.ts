import { connect, type Socket } from 'node:net';
import { type Exchange, startRawServer } from '../../../support/raw-server/raw-server.ts';
import { answerOfService, writesIn } from '../front.ts';
import type { KillPoint } from './points.ts';

/** Stands between a process and its service, and kills it when the write, its answer or a read after it has come so far. */
export interface KillFront {
  readonly url: (path: string) => string;
  /** How many writes have arrived, whole or in part. */
  readonly writes: () => number;
  readonly wholeRequests: () => number;
  readonly isCarried: () => boolean;
  /** Hands the service what it was sent and has not been given yet. */
  readonly carryLate: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface KillFrontRequest {
  /** Of the practice service. */
  readonly port: number;
  readonly point: KillPoint;
  /** Whether the service is handed a request after which the process is killed at once. */
  readonly carried: 'never' | 'at once' | 'late';
  readonly kill: () => void;
}

/** So long a process has to read what came before it is killed. */
const readingMs = 15;

export async function startKillFront({ port, point, carried, kill }: KillFrontRequest): Promise<KillFront> {
  let [isCarried, hasAnswered, wholeRequests] = [false, false, 0];
  let left: Exchange | null = null;

  const carry = async (exchange: Exchange): Promise<string> => {
    isCarried = true;
    return await answerOfService(port, exchange.received());
  };

  async function written(exchange: Exchange): Promise<void> {
    await exchange.request;
    wholeRequests += 1;
    if (point === 'after the whole request') {
      if (carried === 'at once') await carry(exchange);
      if (carried === 'late') left = exchange;
      kill();
      return;
    }
    const answer = await carry(exchange);
    const head = answer.indexOf('\r\n\r\n') + 4;
    if (point === 'after the head of the answer') sendThenKill(exchange.socket, answer.slice(0, head));
    else if (point === 'within the answer') {
      sendThenKill(exchange.socket, answer.slice(0, Math.ceil((head + answer.length) / 2)));
    } else {
      hasAnswered = true;
      exchange.socket.end(answer, 'latin1');
    }
  }

  function sendThenKill(socket: Socket, part: string): void {
    socket.write(part, 'latin1', () => setTimeout(kill, readingMs));
  }

  const server = await startRawServer((exchange) => {
    exchange.socket.once('data', (chunk: Buffer) => {
      if (writesIn(chunk.toString('latin1')) > 0) void written(exchange);
      else relay(exchange.socket, chunk);
    });
  });

  function relay(socket: Socket, first: Buffer): void {
    const service = connect(port, '127.0.0.1');
    service.on('error', () => socket.destroy());
    service.on('close', () => socket.destroy());
    socket.on('close', () => service.destroy());
    const heard = (): void => {
      if (hasAnswered && point === 'while it is read back') kill();
    };
    heard();
    socket.on('data', heard);
    service.write(first);
    socket.pipe(service).pipe(socket);
  }

  return {
    url: (path) => `${server.url}${path}`,
    writes: () => writesIn(server.received()),
    wholeRequests: () => wholeRequests,
    isCarried: () => isCarried,
    async carryLate() {
      if (left !== null) await carry(left);
      left = null;
    },
    stop: server.stop,
  };
}
