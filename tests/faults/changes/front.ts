import { connect, type Socket } from 'node:net';
import { createRandom } from '../../support/fuzz/random.ts';
import { type Exchange, type Fault, startRawServer } from '../../support/raw-server/raw-server.ts';

/** When the service behind does what a struck write asks for. `late`: some seconds after its sender has given up. */
export type Carried = 'never' | 'at once' | 'late';

/** What stands between a client and a practice service: it lets everything through but the write that it waits for. */
export interface Front {
  readonly url: (path: string) => string;
  /** The next connection is the write: it is struck. Told when `sending` is on the disk, before a socket is opened. */
  readonly expectWrite: () => void;
  /** Whether the next request is the write that is struck. */
  readonly isExpecting: () => boolean;
  /** Everything gets through again. */
  readonly heal: () => Promise<void>;
  /** How many writes have arrived, whole or in part. */
  readonly writes: () => number;
  /** Whether the struck write was handed to the service. */
  readonly isCarried: () => boolean;
  /** Resolves when nothing is late any more. */
  readonly carried: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface Strike {
  /** `honest`: the service is asked, and its answer given. */
  readonly fault: Fault | 'nobody listens' | 'honest';
  readonly carried: Carried;
  /** From the write on, reads do not get through either. */
  readonly isCutOff: boolean;
  readonly seed: number;
  /** Resolves when it is late. */
  readonly untilLate: () => Promise<void>;
}

/** @param port Of the practice service. */
export async function startFront(port: number, strike: Strike): Promise<Front> {
  let isExpected = false;
  let isDown = false;
  let isCarried = false;
  const relayed = new Set<Socket>();
  let carrying: Promise<unknown> = Promise.resolve();
  const server = await startRawServer((exchange) => {
    if (isExpected) {
      isExpected = false;
      struck(exchange);
    } else if (isDown) exchange.reset();
    else {
      relayed.add(exchange.socket);
      relay(exchange.socket, port);
    }
  });

  async function carry(exchange: Exchange): Promise<string> {
    isCarried = true;
    return await answerOfService(port, exchange.received());
  }

  function struck(exchange: Exchange): void {
    const { fault, carried, seed, untilLate } = strike;
    if (fault === 'nobody listens') return;
    if (fault === 'honest') {
      void exchange.request
        .then(() => carry(exchange))
        .then((answer) => exchange.socket.end(answer, 'latin1'));
      return;
    }
    const whole = exchange.request.then(() => {
      if (carried === 'never') return;
      carrying = carried === 'late' ? untilLate().then(() => carry(exchange)) : carry(exchange);
      return carried === 'late' ? undefined : carrying.then(() => undefined);
    });
    fault({ ...exchange, request: whole }, createRandom(seed));
  }

  return {
    url: (path) => `${server.url}${path}`,
    expectWrite() {
      isDown = strike.isCutOff;
      if (isDown) for (const socket of relayed) socket.destroy();
      if (strike.fault === 'nobody listens') server.deafen();
      else isExpected = true;
    },
    isExpecting: () => isExpected,
    async heal() {
      isDown = false;
      if (strike.fault === 'nobody listens') await server.listenAgain();
    },
    writes: () => writesIn(server.received()),
    isCarried: () => isCarried,
    carried: async () => {
      await carrying;
    },
    stop: server.stop,
  };
}

function relay(socket: Socket, port: number): void {
  const service = connect(port, '127.0.0.1');
  service.on('error', () => socket.destroy());
  service.on('close', () => socket.destroy());
  socket.on('close', () => service.destroy());
  socket.pipe(service).pipe(socket);
}

/** Hands the bytes of one request to the service, and says what it answers. */
export function answerOfService(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const service = connect(port, '127.0.0.1');
    let answer = '';
    service.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
    service.on('error', reject);
    service.on('end', () => resolve(answer));
    service.write(request, 'latin1');
  });
}

/** A look-up is a POST that writes nothing. */
export const writesIn = (received: string): number =>
  [...received.matchAll(/POST (\S+) HTTP\/1\.1/g)].filter(
    ([, path]) => path?.endsWith('/domains/lookup') === false,
  ).length;
