import { type Answer, json, plainText, refused } from '../answer.ts';

/**
 * How servers of this family are known to refuse, with the status that is the likeliest.
 *
 * Source: the field's notes on error answers. An `error` inside a 200 is any of these with `status: 200`.
 */
export const refusals = {
  'error-text': refused('The request was refused'),
  'error-object': json({ error: { message: 'The request was refused', code: 1001 } }, 400),
  message: json({ message: 'The request was refused' }, 400),
  'status-error': json({ status: 'error', message: 'The request was refused' }),
  'success-false': json({ success: false, message: 'The request was refused' }),
  'empty-array': json([], 400),
  'empty-object': json({}, 400),
  'not-allowed': refused('Action is not allowed', 403),
  /** The caller's address, which on loopback is always this one. */
  address: refused('Your IP address 127.0.0.1 is not allowed to use this API', 403),
  'no-credit': refused('Reseller does not have enough credits on his account', 500),
  'invalid-token': plainText('Invalid API Token', 401),
  'action-not-found': plainText('Action not found', 404),
} as const satisfies Readonly<Record<string, Answer>>;

export type RefusalName = keyof typeof refusals;
