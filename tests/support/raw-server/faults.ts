import type { Random } from '../fuzz/random.ts';
import { answerOf, type Exchange } from './raw-server.ts';

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
