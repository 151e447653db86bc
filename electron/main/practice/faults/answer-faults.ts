import { type Answer, json, jsonText } from '../answer.ts';
import type { Form } from '../form.ts';
import type { Operation } from '../routes.ts';
import type { AnswerFault, AnswerFaults } from './fault.ts';
import { refusals } from './refusals.ts';
import type { IsMeant, Shape } from './shape.ts';
import { shapes } from './shapes.ts';

/** What a fault of the answer may look at. */
export interface Spoiling {
  /** The right answer. */
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

/** Each fault of the answer as a function of the right one. */
const table: {
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

/** The first half, and never the whole: of one character nothing is left. */
export const firstHalf = (text: string): string => text.slice(0, Math.floor(text.length / 2));

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

/** A form as the fault's shape would have it read: in the odd names that it was written in. */
export const formRead = (fault: AnswerFault | null, operation: Operation, form: Form): Form => {
  if (fault?.kind !== 'shape') return form;
  const { operations, read }: Shape = shapes[fault.shape];
  return read !== undefined && operations.includes(operation) ? read(form) : form;
};

/** The answer as the fault leaves it. */
export const spoiled = <Kind extends keyof AnswerFaults>(
  fault: AnswerFault<Kind>,
  spoiling: Spoiling,
): Answer => table[fault.kind](fault, spoiling);

export const isAnswerFault = (fault: { readonly kind: string }): fault is AnswerFault => fault.kind in table;
