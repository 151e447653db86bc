import type { Json } from '../../electron/main/reseller/json.ts';
import type { Random } from './fuzz/random.ts';

/**
 * A grammar of answers to a write. It knows what it puts in, and shares no list with the product. Source: the envelopes of the field
 * notes, "Error answers" and "Per operation", and those of other interfaces; PHP's spellings of booleans.
 */
export interface DrawnAnswer {
  readonly body: Json;
  readonly status: number;
  readonly says: { readonly yes: boolean; readonly no: boolean };
}

export type Members = Readonly<Record<string, Json>>;
export type Part = (random: Random) => Members;

/** Where an interface puts a sentence. */
export const placesOfWords = [
  ...['message', 'msg', 'status', 'result', 'reason', 'description', 'info', 'note', 'warning', 'detail'],
] as const;
export const wrappers = [
  'data',
  'result',
  'response',
  'results',
  'order',
  'domain',
  'item',
  'details',
] as const;

const sentencesOfNo = [
  ...['Renewal failed: not enough credits', 'not enough credits', 'Insufficient funds', 'Order was declined'],
  ...['The registry denied the request', 'Renewal could not be completed', 'cannot renew', 'Unable to renew'],
  ...[
    'Invalid period',
    'Rejected by registry',
    'refused',
    'Domain was not renewed',
    'RENEWAL_FAILED',
    'OrderFailed',
  ],
  ...[
    'error 2201',
    'The order was cancelled',
    'Your balance is too low',
    'Registrar: forbidden',
    'No credit',
  ],
  ...[
    'unsuccessful',
    'Wasn’t possible',
    "didn't renew",
    'NOT_ENOUGH_CREDITS',
    'Transaction refunded',
    'inactive',
  ],
] as const;

export const sentencesOfYes = [
  ...['Domain renewed successfully', 'Order completed', 'Your domain has been registered', 'OK', 'done'],
  ...[
    'success',
    'Renewal was successful',
    'Invoice paid',
    'Credit deducted: 10.00',
    'Command completed successfully',
  ],
  ...[
    'Thank you for your order',
    'accepted',
    'The domain was extended',
    'Account charged',
    'ORDER_COMPLETED',
  ],
] as const;

/** Refusals that count as defined, with nothing in them that says otherwise. */
const definedNoes = [
  ...['Reseller does not have enough credits on his account', 'Insufficient funds', 'Domain not found'],
  ...[
    'Invalid value for parameter regperiod',
    'Action is not allowed',
    'You do not have permission to do this',
  ],
] as const;

const phpYes = [true, 1, '1', 'true'] as const;
const phpNo = [false, 0, '0', '', 'false', 'no', 'failed', 'error', null] as const;
const noStatuses = [
  false,
  0,
  '0',
  '',
  'false',
  'no',
  'failed',
  'failure',
  'error',
  'Error',
  'FAILED',
] as const;
const nothingsOfIds = [0, '0', null, false, ''] as const;
const namesOfProblems = [
  'error',
  'errors',
  'failed',
  'failure',
  'fail',
  'problem',
  'problems',
  'errorMessage',
] as const;
export const namesOfIds = [
  'orderid',
  'orderId',
  'order_id',
  'invoiceid',
  'invoice_id',
  'transactionId',
  'transid',
] as const;

const partsOfNo: readonly Part[] = [
  (random) => ({ [random.pick(namesOfProblems)]: random.pick<Json>([...sentencesOfNo, true, 1, '1', 2201]) }),
  (random) => ({ [random.pick(namesOfProblems)]: [random.pick(sentencesOfNo)] }),
  (random) => ({ [random.pick(namesOfProblems)]: { message: random.pick(sentencesOfNo) } }),
  (random) => ({ [random.pick(['success', 'ok', 'isSuccess', 'successful'])]: random.pick(phpNo) }),
  (random) => ({ [random.pick(['status', 'result', 'state', 'outcome'])]: random.pick(noStatuses) }),
  (random) => ({ [random.pick(namesOfIds)]: random.pick(nothingsOfIds) }),
  (random) => ({ [random.pick(placesOfWords)]: random.pick(sentencesOfNo) }),
  (random) => ({ messages: [random.pick(sentencesOfNo)] }),
  (random) => ({
    [random.pick(['code', 'statusCode', 'http_code'])]: random.pick([400, 402, 500, '403', 2104]),
  }),
];

const partsOfYes: readonly Part[] = [
  (random) => ({
    [random.pick(['success', 'ok', 'isSuccess', 'completed', 'renewed'])]: random.pick(phpYes),
  }),
  (random) => ({ [random.pick(placesOfWords)]: random.pick(sentencesOfYes) }),
  (random) => ({ messages: [random.pick(sentencesOfYes)] }),
  (random) => ({ [random.pick(namesOfIds)]: random.pick([4711, '4711', 'A-17']) }),
  (random) => ({
    [random.pick(['status', 'result', 'state'])]: random.pick<Json>(['success', 'ok', 'done', true, 1, 200]),
  }),
  (random) => ({ [random.pick(['code', 'statusCode'])]: random.pick([200, 1_000, '200']) }),
];

/** What stands beside an answer and says nothing. */
export const partsOfNothing: readonly Part[] = [
  (random) => ({
    [random.pick(['error', 'errors', 'failed', 'problems'])]: random.pick<Json>([[], '', null, false, 0]),
  }),
  () => ({ domain: 'example.com' }),
  () => ({ expirydate: '2027-05-06', period: 1 }),
  () => ({ message: '' }),
  () => ({ data: [] }),
  () => ({ version: '2.2', id: 17, currency: 'USD' }),
  () => ({}),
];

export const envelopesOfYes: readonly Part[] = [
  (random) => ({ success: random.pick(phpYes) }),
  () => ({ status: 'success', message: '', success: 'success' }),
  (random) => ({ status: 'success', message: random.pick(sentencesOfYes) }),
  (random) => ({ success: true, message: random.pick(sentencesOfYes) }),
];

export const envelopesOfNo: readonly Part[] = [
  (random) => ({ error: random.pick(definedNoes) }),
  (random) => ({ error: { message: random.pick(definedNoes) } }),
  (random) => ({ success: false, message: random.pick(definedNoes) }),
  (random) => ({ status: 'error', message: random.pick(definedNoes) }),
  (random) => ({ error: [random.pick(definedNoes)] }),
];

/** The members inside zero to five wrappers, of objects and lists, none of which says anything. */
export function deep(members: Members, random: Random): Members {
  let inner: Json = members;
  const depth = random.int(6);
  for (let level = 0; level < depth; level += 1) {
    const wrapped: Json = random.chance(0.4)
      ? [random.chance(0.5) ? { domain: 'example.com' } : 17, inner]
      : inner;
    inner = { [random.pick(wrappers)]: wrapped };
  }
  return inner;
}

/** `base` with `added` in it: where both have a member of one name, the envelope's stays and the other goes one level down. */
export const together = (base: Members, added: Members): Members =>
  Object.keys(added).some((name) => name in base) ? { ...base, more: [added] } : { ...base, ...added };

export function drawAnswer(random: Random): DrawnAnswer {
  const isYes = random.chance(0.5);
  const isMixed = random.chance(0.5);
  let body = random.pick(isYes ? envelopesOfYes : envelopesOfNo)(random);
  for (let noise = random.int(3); noise > 0; noise -= 1) {
    body = together(body, random.pick(partsOfNothing)(random));
  }
  if (isMixed) {
    const opposite = random.pick(isYes ? partsOfNo : partsOfYes)(random);
    body = together(body, deep(opposite, random));
  }
  const status = isYes ? 200 : random.pick([200, 400, 401, 403, 404, 422]);
  return { body, status, says: { yes: isYes || isMixed, no: !isYes || isMixed } };
}
