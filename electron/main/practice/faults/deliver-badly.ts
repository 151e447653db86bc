import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Answer } from '../answer.ts';
import { firstHalf } from './answer-faults.ts';
import type { DeliveryFault, DeliveryFaults } from './fault.ts';

type Socket = IncomingMessage['socket'];

/** An answer as bytes, and the connection that it should take. */
interface Delivery {
  readonly socket: Socket;
  readonly answer: Answer;
  readonly headers: Readonly<Record<string, string | number>>;
}

/** So long a reset waits after the last byte: some systems throw away what has arrived, but is not read yet, at a reset. */
const settleMs = 25;

/** Ends a connection in one of the three ways in which connections end. */
export const endings: Readonly<Record<DeliveryFaults['break']['by'], (socket: Socket) => void>> = {
  reset: (socket) => socket.resetAndDestroy(),
  fin: (socket) => socket.end(),
  hang: () => undefined,
};

const headOf = ({ answer, headers }: Delivery): string => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}\r\n${lines.join('')}\r\n`;
};

/** As many bytes of the answer as leave the service before it breaks. */
const partBefore: Readonly<Record<DeliveryFaults['break']['after'], (delivery: Delivery) => string>> = {
  'request-head': () => '',
  request: () => '',
  'part-of-head': (delivery) => firstHalf(headOf(delivery)),
  head: headOf,
  'part-of-body': (delivery) => headOf(delivery) + firstHalf(delivery.answer.body),
};

function broken(delivery: Delivery, { after, by }: DeliveryFault<'break'>): void {
  const { socket } = delivery;
  const part = partBefore[after](delivery);
  if (part === '') endings[by](socket);
  else socket.write(part, 'latin1', () => setTimeout(endings[by], settleMs, socket));
}

/** Sends the body a byte at a time. */
function dripped(delivery: Delivery, bytesPerSecond: number): void {
  const { socket } = delivery;
  const bytes = Buffer.from(delivery.answer.body, 'latin1');
  let sent = 0;
  socket.write(headOf(delivery));
  const timer = setInterval(() => {
    socket.write(bytes.subarray(sent, sent + 1));
    sent += 1;
    if (sent >= bytes.length) socket.end();
  }, 1_000 / bytesPerSecond);
  socket.once('close', () => clearInterval(timer));
}

/** Sends the whole body under a length that is not its own, and ends. */
function misdeclared(delivery: Delivery, differenceBytes: number): void {
  const declared = delivery.answer.body.length + differenceBytes;
  const headers = { ...delivery.headers, 'Content-Length': Math.max(0, declared) };
  delivery.socket.end(headOf({ ...delivery, headers }) + delivery.answer.body, 'latin1');
}

const table: {
  readonly [Kind in keyof DeliveryFaults]: (fault: DeliveryFault<Kind>, delivery: Delivery) => void;
} = {
  break: (fault, delivery) => broken(delivery, fault),
  drip: ({ bytesPerSecond = 1 }, delivery) => dripped(delivery, bytesPerSecond),
  'wrong-content-length': ({ declares }, delivery) => misdeclared(delivery, declares === 'more' ? 64 : -4),
  'not-http': (_fault, { socket }) => socket.end('220 mail.example ESMTP ready\r\n'),
};

/** Sends the answer in the way that the fault says, past Node's own response. */
export const deliverBadly = <Kind extends keyof DeliveryFaults>(
  fault: DeliveryFault<Kind>,
  delivery: Delivery,
): void => table[fault.kind](fault, delivery);

export const isDeliveryFault = (fault: { readonly kind: string }): fault is DeliveryFault =>
  fault.kind in table;
