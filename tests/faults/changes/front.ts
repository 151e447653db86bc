import { connect, type Socket } from 'node:net';
import { createRandom } from '../../support/fuzz/random.ts';
import {
  answerOf,
  type Exchange,
  type Fault,
  faults as brokenExchanges,
  startRawServer,
} from '../../support/raw-server/raw-server.ts';

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
  /** Calls `carry` when it is late. */
  readonly whenLate: (carry: () => Promise<unknown>) => Promise<unknown>;
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
    const { fault, carried, seed, whenLate } = strike;
    if (fault === 'nobody listens') return;
    if (fault === 'honest') {
      void exchange.request
        .then(() => carry(exchange))
        .then((answer) => exchange.socket.end(answer, 'latin1'));
      return;
    }
    const whole = exchange.request.then(() => {
      if (carried === 'never') return;
      carrying = carried === 'late' ? whenLate(() => carry(exchange)) : carry(exchange);
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
    stop: () => server.stop(),
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

/** A way in which a write goes wrong. */
export interface WriteFault {
  readonly name: string;
  readonly fault: Strike['fault'];
  /** `no`: the service says that it did not do it. It may have lied only where reading can show that. */
  readonly says: 'nothing' | 'no' | 'yes';
}

const answered =
  (body: string, status: string): Fault =>
  ({ request, socket }) =>
    void request.then(() => socket.end(answerOf(body, status)));

const unreadable: Readonly<Record<string, Fault>> = {
  'a page': answered('<html><body>Welcome</body></html>', '200 OK'),
  'half the answer, with a length that agrees': answered('{"result":"succ', '200 OK'),
  'an empty answer': answered('', '200 OK'),
  '500 with an error': answered('{"error":"Internal error"}', '500 Internal Server Error'),
};

/** Noes that define nothing (F2): the service may have done it, or do it yet. */
const unclear: Readonly<Record<string, Fault>> = {
  '400 as the document has it': answered('{"error":{"message":"Not possible"}}', '400 Bad Request'),
  '200 in the words of a time-out': answered('{"error":"cURL error 28: Operation timed out"}', '200 OK'),
  '404 in the words of a gateway': answered('{"error":"Not found: 504 Gateway Timeout"}', '404 Not Found'),
};

const noes: Readonly<Record<string, Fault>> = {
  '400 in words that define it': answered('{"error":"Insufficient funds"}', '400 Bad Request'),
  '401': answered('Invalid API Token', '401 Unauthorized'),
  '404': answered('{"error":"Domain not found"}', '404 Not Found'),
  '429': answered('Too many requests', '429 Too Many Requests'),
};

const listed = (table: Readonly<Record<string, Fault>>, says: WriteFault['says']): readonly WriteFault[] =>
  Object.entries(table).map(([name, fault]) => ({ name, fault, says }));

/** All that a connection, a server in between or a service is known to do to a write. */
export const writeFaults: readonly WriteFault[] = [
  ...listed(brokenExchanges, 'nothing'),
  ...listed(unreadable, 'nothing'),
  ...listed(unclear, 'nothing'),
  ...listed(noes, 'no'),
  { name: 'no fault', fault: 'honest', says: 'yes' },
  { name: 'nobody listens', fault: 'nobody listens', says: 'nothing' },
];
