import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Outcome, Request, Transport } from '../../../electron/main/reseller/transport/outcome.ts';
import { createTransport } from '../../../electron/main/reseller/transport.ts';
import { createSender } from '../../../electron/main/practice/service.ts';
import type { VirtualTime } from '../../support/time/virtual-time.ts';
import type { Asked, Caller, Ending, Reseller } from './reseller.ts';
import type { Trouble } from './troubles.ts';

/** What goes wrong with the next requests, whichever service they are for. */
export class Troubles {
  readonly #planned: { readonly on: 'write' | 'read'; readonly trouble: Trouble; left: number }[] = [];

  add(on: 'write' | 'read', trouble: Trouble, times: number): void {
    this.#planned.push({ on, trouble, left: times });
  }

  /** Of a request that is about to leave. */
  next(on: 'write' | 'read'): Trouble {
    const found = this.#planned.find((each) => each.on === on && each.left > 0);
    if (found === undefined) return { kind: 'none' };
    found.left -= 1;
    return found.trouble;
  }
}

/** A way from one process to the services. */
export interface Ways {
  readonly createTransport: (accountId: string) => Transport;
  /** Whether an exchange is under way that waits for something else than the virtual clock. */
  readonly isBusy: () => boolean;
}

interface WaysDeps {
  readonly time: VirtualTime;
  readonly find: (url: string, username: string | undefined) => Reseller | null;
  /** Whether the process that sends has ended: then nothing more leaves it. */
  readonly isOver: () => boolean;
  readonly tell: (sentence: () => string) => void;
  readonly troubles: Troubles;
  readonly by: Caller;
}

const connectMs = 40;

/** Without a socket: the services are asked in this process, and all that takes time takes virtual time. */
export function waysWithoutSockets(deps: WaysDeps): Ways {
  const createTransport = (accountId: string): Transport => {
    const send = (isWrite: boolean) => (request: Request) => exchange(deps, accountId, request, isWrite);
    return {
      read: send(false),
      once: send(true),
      bytes: () => Promise.resolve({ kind: 'not-sent', why: 'offline' }),
      close: () => Promise.resolve(),
    };
  };
  return { createTransport, isBusy: () => false };
}

/** One exchange as `transport/once.ts` and `transport/reads.ts` see it: up to the arrival nothing has left. */
async function exchange(
  deps: WaysDeps,
  accountId: string,
  request: Request,
  isWrite: boolean,
): Promise<Outcome> {
  const { time, find, isOver, tell, troubles } = deps;
  const { signal, timeoutMs } = request;
  if (signal?.aborted === true) return { kind: 'cancelled' };
  const reseller = find(request.url, request.headers['username']);
  const trouble: Trouble =
    reseller === null ? { kind: 'unreachable' } : troubles.next(isWrite ? 'write' : 'read');
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  let hasArrived = false;
  const patience = new AbortController();
  const lost = (why: 'no-answer-in-time' | 'connection-lost'): Outcome =>
    hasArrived ? { kind: 'lost', stage: 'flushed', status: 0, why } : { kind: 'not-sent', why };
  const giveUp = (): void => resolve(hasArrived && isWrite ? lost('connection-lost') : { kind: 'cancelled' });
  signal?.addEventListener('abort', giveUp, { once: true });
  time.timer.sleep(timeoutMs, patience.signal).then(
    () => resolve(lost('no-answer-in-time')),
    () => undefined,
  );
  const sending = async (): Promise<void> => {
    await time.timer.sleep(connectMs);
    if (signal?.aborted === true || isOver()) return;
    if (reseller === null || reseller.isAway || trouble.kind === 'unreachable') {
      tell(() => `Nobody answers at ${reseller?.login.name ?? 'this address'}: not a byte leaves.`);
      resolve({ kind: 'not-sent', why: 'connection-refused' });
      return;
    }
    hasArrived = true;
    const ending = await reseller.serve({ ...askedOf(reseller, accountId, request), by: deps.by }, trouble);
    const outcome = outcomeOf(ending, deps.time.now());
    if (outcome !== null) resolve(outcome);
  };
  void sending();
  try {
    return await promise;
  } finally {
    patience.abort(new Error('Answered'));
    signal?.removeEventListener('abort', giveUp);
  }
}

const askedOf = (
  reseller: Reseller,
  accountId: string,
  { method, url, headers, body }: Request,
): Omit<Asked, 'by'> => ({
  method,
  path: reseller.pathIn(url) ?? '',
  body: body ?? '',
  username: headers['username'],
  token: headers['token'],
  accountId,
});

function outcomeOf(ending: Ending, now: Date): Outcome | null {
  if (ending.kind === 'silence') return null;
  if (ending.kind === 'breaks') return { kind: 'lost', stage: 'flushed', status: 0, why: 'connection-lost' };
  const { answer } = ending.reply;
  const named: readonly (readonly [string, string])[] = Object.entries(answer.headers ?? {}).map(
    ([name, value]) => [name.toLowerCase(), value],
  );
  return {
    kind: 'answered',
    status: answer.status,
    headers: { date: now.toUTCString(), 'content-type': answer.contentType, ...Object.fromEntries(named) },
    text: Buffer.from(answer.body, 'latin1').toString('utf8'),
  };
}

interface Flight {
  readonly accountId: string;
  readonly request: Request;
}

/** Exchanges over sockets that have no answer yet. */
export class Flights {
  #all: readonly Flight[] = [];
  #orphans: ReadonlySet<Flight> = new Set();

  get count(): number {
    return this.#all.length;
  }

  /** Whose connection a request came by, as nothing on the wire tells it: the earliest equal one. */
  accountOf(username: string | undefined, url: string, body: string): string {
    const flight = this.#all.find(
      (each) =>
        !this.#orphans.has(each) &&
        each.request.headers['username'] === username &&
        each.request.url === url &&
        (each.request.body ?? '') === body,
    );
    return flight?.accountId ?? '';
  }

  async during<O>(accountId: string, request: Request, work: () => Promise<O>): Promise<O> {
    const flight = { accountId, request };
    this.#all = [...this.#all, flight];
    try {
      return await work();
    } finally {
      this.#all = this.#all.filter((each) => each !== flight);
    }
  }

  /** The program is gone: an equal request is that of the next one. */
  orphan(): void {
    this.#orphans = new Set(this.#all);
  }
}

/**
 * The real transport, with its exchanges counted.
 *
 * @param held How many of them wait by the virtual clock.
 * @param isOver Whether the process that sends has ended: what still runs of it here sends nothing more.
 */
export function waysOverSockets(flights: Flights, held: () => number, isOver: () => boolean): Ways {
  return {
    createTransport(accountId) {
      const { read, once, bytes, close } = createTransport();
      const through = (request: Request, by: typeof once): Promise<Outcome> =>
        isOver() ? new Promise(() => undefined) : flights.during(accountId, request, () => by(request));
      return {
        read: (request) => through(request, read),
        once: (request) => through(request, once),
        bytes,
        close,
      };
    },
    isBusy: () => flights.count > held(),
  };
}

/** What stands behind one address on loopback. */
export interface Listening {
  readonly find: (username: string | undefined) => Reseller | null;
  readonly basePath: string;
  readonly now: () => Date;
  readonly troubles: Troubles;
  readonly flights: Flights;
  readonly by: Caller;
}

/** The services of one address on loopback; what goes wrong goes wrong on the wire. */
export async function listenFor(
  listening: Listening,
): Promise<{ readonly port: number; readonly stop: () => Promise<void> }> {
  const send = createSender(listening.now);
  const server = createServer((request, response) => void answer(request, response, listening, send));
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  return { port, stop: () => stopped(server) };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { find, basePath, troubles, flights, by }: Listening,
  send: ReturnType<typeof createSender>,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // Of a request without an encoding.
  const { method = '', url = '', headers } = request;
  const [username, token] = [single(headers['username']), single(headers['token'])];
  const reseller = find(username);
  const isWrite = method === 'POST' && !url.endsWith('/lookup');
  if (reseller === null) {
    request.socket.resetAndDestroy();
    return;
  }
  const planned = troubles.next(isWrite ? 'write' : 'read');
  // Whoever has reached a socket can be lost, and not be unreachable any more.
  const isLost = reseller.isAway || planned.kind === 'unreachable';
  const trouble: Trouble = isLost ? { kind: 'lost', how: 'breaks', done: 'never', afterMs: 0 } : planned;
  const body = Buffer.concat(chunks).toString('utf8');
  const path = url.slice(basePath.length);
  // One username may have an account at two services: the address tells them apart.
  const accountId = flights.accountOf(username, `http://${headers.host ?? ''}${url}`, body);
  const ending = await reseller.serve({ method, path, body, username, token, accountId, by }, trouble);
  if (ending.kind === 'answer') send(response, ending.reply);
  else request.socket.resetAndDestroy();
}

const single = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : undefined;

function stopped(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  server.close(() => resolve(undefined));
  server.closeAllConnections();
  return promise;
}
