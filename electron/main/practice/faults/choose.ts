import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Operation } from '../operations/table.ts';
import { type Answer, type Form, json, jsonText } from '../wire.ts';
import {
  type AnswerFault,
  type AnswerFaults,
  type DeliveryFault,
  type DeliveryFaults,
  type Fault,
  type FaultPlan,
  type FaultRule,
  isApplied,
  refusals,
  type TimeFault,
} from './fault.ts';
import { type IsMeant, type Shape, shapes } from './shapes.ts';

/** The faults of one exchange. */
export interface ChosenFaults {
  readonly latencyMs: number;
  readonly dateOffsetS: number | 'absent';
  readonly answer: AnswerFault | null;
  readonly delivery: DeliveryFault | null;
  /** Whether the operation's change is applied. */
  readonly isApplied: boolean;
  /** Which elements of a lookup the answer fault applies to. */
  readonly isMeant: IsMeant;
}

const everyElement: IsMeant = () => true;

export const noFaults: ChosenFaults = {
  latencyMs: 0,
  dateOffsetS: 0,
  answer: null,
  delivery: null,
  isApplied: true,
  isMeant: everyElement,
};

/** The domain names of a request; called only if a rule names a domain. */
type Names = () => readonly string[];

/** Chooses the faults of each request and counts them: a rule for the first n requests is used up after these. */
export interface Chooser {
  /** The fault that applies before the body has been read, when only the path can name a domain. */
  readonly onArrival: (operation: Operation, names: Names) => DeliveryFault<'break'> | null;
  readonly onRequest: (operation: Operation, names: Names) => ChosenFaults;
}

/** A matching rule with its fault, narrowed to type `F`. */
interface Struck<F extends Fault> {
  readonly fault: F;
  readonly rule: FaultRule;
}

type Take = <F extends Fault>(
  isOfSort: (fault: Fault) => fault is F,
  operation: Operation,
  names: Names,
) => Struck<F> | null;

export function createChooser(plan: FaultPlan): Chooser {
  if (plan.length === 0) return { onArrival: () => null, onRequest: () => noFaults };
  const take = createTaker(plan);
  return {
    onArrival: (operation, names) => take(strikesOnArrival, operation, names)?.fault ?? null,
    onRequest: (operation, names) => {
      const answer = take(isAnswerFault, operation, names);
      const delivery = take(strikesLater, operation, names);
      return {
        latencyMs: take(isLatency, operation, names)?.fault.ms ?? 0,
        dateOffsetS: take(isDateHeader, operation, names)?.fault.offsetS ?? 0,
        answer: answer?.fault ?? null,
        delivery: delivery?.fault ?? null,
        isApplied: [answer, delivery].every((struck) => struck === null || isApplied(struck.rule)),
        isMeant: answer === null ? everyElement : isAbout(answer.rule),
      };
    },
  };
}

const isAbout = ({ domain = '' }: FaultRule): IsMeant => {
  if (domain === '') return everyElement;
  return typeof domain === 'string' ? (name) => name === domain : (name) => domain.test(name);
};

function createTaker(plan: FaultPlan): Take {
  const left = plan.map(({ times = Number.POSITIVE_INFINITY }) => times);
  return (isOfSort, operation, names) => {
    for (const [index, rule] of plan.entries()) {
      const times = left[index] ?? 0;
      if (times > 0 && isOfSort(rule.fault) && fits(rule, operation, names)) {
        left[index] = times - 1;
        return { fault: rule.fault, rule };
      }
    }
    return null;
  };
}

const fits = (rule: FaultRule, operation: Operation, names: Names): boolean =>
  (rule.operation === undefined || [rule.operation].flat().includes(operation)) &&
  (rule.domain === undefined || names().some(isAbout(rule)));

const isLatency = (fault: Fault): fault is TimeFault<'latency'> => fault.kind === 'latency';

const isDateHeader = (fault: Fault): fault is TimeFault<'date-header'> => fault.kind === 'date-header';

const strikesOnArrival = (fault: Fault): fault is DeliveryFault<'break'> =>
  fault.kind === 'break' && fault.after === 'request-head';

const strikesLater = (fault: Fault): fault is DeliveryFault =>
  isDeliveryFault(fault) && !strikesOnArrival(fault);

/** The input of an answer fault. */
interface Spoiling {
  /** The correct answer. */
  readonly answer: Answer;
  readonly operation: Operation;
  readonly isMeant: IsMeant;
}

const html = (body: string, status: number): Answer => ({
  status,
  contentType: 'text/html; charset=utf-8',
  body,
});

const page = (title: string): string =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;

const phpWarning =
  '<br />\n<b>Warning</b>:  Undefined array key "domain" in <b>/var/www/html/api/index.php</b> on line <b>214</b><br />\n';

const pages: Readonly<Record<AnswerFaults['page']['page'], (answer: Answer) => Answer>> = {
  html: () => html(page('Maintenance'), 200),
  'php-warning': () => html(phpWarning, 200),
  'php-warning-and-json': (answer) => html(phpWarning + answer.body, answer.status),
};

function shaped({ answer, operation, isMeant }: Spoiling, { operations, change }: Shape): Answer {
  if (answer.status !== 200 || !operations.includes(operation)) return answer;
  return json(change(JSON.parse(answer.body), isMeant));
}

/** Each answer fault as a function of the correct answer. */
const answerFaults: {
  readonly [Kind in keyof AnswerFaults]: (fault: AnswerFault<Kind>, spoiling: Spoiling) => Answer;
} = {
  status: ({ status, retryAfterS }) => ({
    ...html(page(`Error ${status}`), status),
    headers: retryAfterS === undefined ? {} : { 'Retry-After': String(retryAfterS) },
  }),
  redirect: ({ status, location }) => ({ ...html(page('Moved'), status), headers: { Location: location } }),
  refusal: ({ refusal, status }) => ({ ...refusals[refusal], ...(status === undefined ? {} : { status }) }),
  shape: ({ shape }, spoiling) => shaped(spoiling, shapes[shape]),
  json: ({ value, status }) => json(value, status),
  page: (fault, { answer }) => pages[fault.page](answer),
  'cut-json': (_fault, { answer }) => ({ ...answer, body: firstHalf(answer.body) }),
  'empty-body': (_fault, { answer }) => ({ ...answer, body: '' }),
  'deep-json': ({ depth }) => ({ ...json([]), body: nested(depth) }),
  'huge-body': ({ bytes }, { answer }) => ({ ...answer, body: answer.body + ' '.repeat(bytes) }),
  'huge-headers': ({ bytes }, { answer }) => ({ ...answer, headers: { 'X-Padding': 'x'.repeat(bytes) } }),
  answer: ({ next }, { operation }) => {
    const { status, body } = next(operation);
    return jsonText(Buffer.from(body).toString('latin1'), status);
  },
};

/** The first half, never the whole text: of one character nothing remains. */
const firstHalf = (text: string): string => text.slice(0, Math.floor(text.length / 2));

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

/** A form as the fault's shape reads it: with the unusual field names that the shape writes. */
export const formRead = (fault: AnswerFault | null, operation: Operation, form: Form): Form => {
  if (fault?.kind !== 'shape') return form;
  const { operations, read }: Shape = shapes[fault.shape];
  return read !== undefined && operations.includes(operation) ? read(form) : form;
};

/** The answer after the fault is applied. */
export const spoiled = <Kind extends keyof AnswerFaults>(
  fault: AnswerFault<Kind>,
  spoiling: Spoiling,
): Answer => answerFaults[fault.kind](fault, spoiling);

const isAnswerFault = (fault: { readonly kind: string }): fault is AnswerFault => fault.kind in answerFaults;

type Socket = IncomingMessage['socket'];

/** An answer as bytes, and the connection to send it on. */
interface Delivery {
  readonly socket: Socket;
  readonly answer: Answer;
  readonly headers: Readonly<Record<string, string | number>>;
}

/**
 * Delay between the last byte and a reset: at a reset some systems discard data that has arrived but was not read yet.
 */
const settleMs = 25;

/** The three ways to end a connection. */
export const endings: Readonly<Record<DeliveryFaults['break']['by'], (socket: Socket) => void>> = {
  reset: (socket) => socket.resetAndDestroy(),
  fin: (socket) => socket.end(),
  hang: () => undefined,
};

const headOf = ({ answer, headers }: Delivery): string => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}\r\n${lines.join('')}\r\n`;
};

/** The bytes of the answer that are sent before the break. */
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

/** Sends the body one byte at a time. */
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

/** Sends the whole body with a wrong `Content-Length`, and ends. */
function misdeclared(delivery: Delivery, differenceBytes: number): void {
  const declared = delivery.answer.body.length + differenceBytes;
  const headers = { ...delivery.headers, 'Content-Length': Math.max(0, declared) };
  delivery.socket.end(headOf({ ...delivery, headers }) + delivery.answer.body, 'latin1');
}

const deliveryFaults: {
  readonly [Kind in keyof DeliveryFaults]: (fault: DeliveryFault<Kind>, delivery: Delivery) => void;
} = {
  break: (fault, delivery) => broken(delivery, fault),
  drip: ({ bytesPerSecond = 1 }, delivery) => dripped(delivery, bytesPerSecond),
  'wrong-content-length': ({ declares }, delivery) => misdeclared(delivery, declares === 'more' ? 64 : -4),
  'not-http': (_fault, { socket }) => socket.end('220 mail.example ESMTP ready\r\n'),
};

/** Delivers the answer with the given delivery fault, bypassing Node's own response. */
export const deliverBadly = <Kind extends keyof DeliveryFaults>(
  fault: DeliveryFault<Kind>,
  delivery: Delivery,
): void => deliveryFaults[fault.kind](fault, delivery);

const isDeliveryFault = (fault: { readonly kind: string }): fault is DeliveryFault =>
  fault.kind in deliveryFaults;
