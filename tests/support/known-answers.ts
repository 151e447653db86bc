import type { Json } from '../../electron/main/reseller/json.ts';
import { lookup, type LookupAnswer } from '../../electron/main/reseller/operations/lookup.ts';
import type { CheckedFinding } from '../../shared/domain/finding.ts';

/**
 * What a sentence makes of a write: the reason of a no that is defined; `rate`, which is a no by the status 429 alone; or a doubt.
 */
export type Meant =
  | 'credit'
  | 'validation'
  | 'credentials'
  | 'address'
  | 'permission'
  | 'not-found'
  | 'rate'
  | 'exists'
  | 'pending'
  | 'doubt';

/**
 * What services of this family, the registrar modules behind them and the registries behind those are known to say. Source: field
 * notes, "Error answers"; RFC 5730, section 3; libcurl, "Error codes"; RFC 9110, section 15; PHP's and MySQL's own messages.
 */
export const noes: readonly (readonly [said: string, meant: Meant])[] = [
  // The way to the registrar.
  ['cURL error 6: Could not resolve host: api.registrar.example', 'doubt'],
  ['cURL error 7: Failed to connect to api.registrar.example port 443: Connection refused', 'doubt'],
  ['cURL error 28: Operation timed out', 'doubt'],
  ['CURL Error: 28 - Operation timed out after 30001 milliseconds with 0 bytes received', 'doubt'],
  ['cURL error 35: OpenSSL SSL_connect: SSL_ERROR_SYSCALL', 'doubt'],
  ['cURL error 52: Empty reply from server', 'doubt'],
  ['cURL error 56: OpenSSL SSL_read: Connection reset by peer', 'doubt'],
  ['Request timed out', 'doubt'],
  ['Read timeout on endpoint', 'doubt'],
  ['Unable to communicate with the registry', 'doubt'],
  ['Could not connect to EPP server', 'doubt'],
  ['No response from registrar', 'doubt'],
  ['fsockopen(): unable to connect to ssl://epp.registry.example:700 (Connection timed out)', 'doubt'],
  // Servers between.
  ['Gateway Timeout', 'doubt'],
  ['504 Gateway Time-out', 'doubt'],
  ['Bad Gateway', 'doubt'],
  ['Service Unavailable', 'doubt'],
  ['The service is temporarily unavailable', 'doubt'],
  ['Internal Server Error', 'doubt'],
  ['An unexpected error occurred', 'doubt'],
  ['Unknown error', 'doubt'],
  ['The registry is down for maintenance', 'doubt'],
  ['SQLSTATE[HY000]: General error: 2006 MySQL server has gone away', 'doubt'],
  ['Fatal error: Class "Registrar\\Api" not found', 'doubt'],
  ['failed to open stream: No such file or directory', 'doubt'],
  // A word of a no and a word of doubt in one sentence.
  ['Invalid response from gateway: timed out', 'doubt'],
  ['Invalid XML response from registrar', 'doubt'],
  ['Authentication error; server closing connection', 'doubt'],
  ['Insufficient funds. Add funds and try again.', 'doubt'],
  ['Domain not found in the response of the registry', 'doubt'],
  // Again, later.
  ['Command failed; try again later', 'doubt'],
  ['Please retry in a few minutes', 'doubt'],
  // Of a registry: RFC 5730.
  ['Command failed', 'doubt'],
  ['2400 Command failed', 'doubt'],
  ['Command failed; server closing connection', 'doubt'],
  ['Session limit exceeded; server closing connection', 'doubt'],
  ['Object status prohibits operation', 'doubt'],
  ['Object is not eligible for renewal', 'doubt'],
  ['Billing failure', 'doubt'],
  ['Domain has already been renewed', 'doubt'],
  ['Command completed successfully; action pending', 'pending'],
  ['Transaction pending', 'pending'],
  ['Domain is pendingRenew', 'pending'],
  ['Your order is being processed', 'pending'],
  ['Registrant verification required before the change', 'pending'],
  ['Object exists', 'exists'],
  ['Domain already exists', 'exists'],
  ['The domain name is not available', 'exists'],
  // Words that nobody knows.
  ['Domain renewal failed', 'doubt'],
  ['An error occurred', 'doubt'],
  ['Registry closed', 'doubt'],
  ['Die Domain konnte nicht verlängert werden', 'doubt'],
  // Noes that are defined.
  ['Insufficient funds', 'credit'],
  ['Insufficient account balance', 'credit'],
  ['Reseller does not have enough credits on his account', 'credit'],
  ['Invalid value for parameter regperiod', 'validation'],
  ['The field phonenumber is required', 'validation'],
  ['regperiod must be a number of years from 1 to 10', 'validation'],
  ['Required parameter missing', 'validation'],
  ['Parameter value syntax error', 'validation'],
  ['Object does not exist', 'not-found'],
  ['Domain not found', 'not-found'],
  ['Authorization error', 'permission'],
  ['Action is not allowed', 'permission'],
  ['You do not have permission to renew this domain', 'permission'],
  ['Invalid API Token', 'credentials'],
  ['Authentication failed', 'credentials'],
  ['Your IP address 203.0.113.7 is not allowed to use this API', 'address'],
  ['Too many requests', 'rate'],
  ['Rate limit exceeded', 'rate'],
];

/** What stands in `premiumCostPricing` of a premium name, and what its price to register is then called. */
export const premiumAnswers: readonly (readonly [name: string, pricing: Json | undefined, price: string])[] =
  [
    ['an empty array, as published', [], 'not given'],
    ['no such member', undefined, 'not given'],
    ['null', null, 'not given'],
    ['an empty object', {}, 'not given'],
    ['an empty text', '', 'not given'],
    ['its prices', { register: '120.00', renew: '120.00', CurrencyCode: 'USD' }, '120.00 USD'],
    ['its prices in an array', [{ register: '120.00', renew: 35, CurrencyCode: 'USD' }], '120.00 USD'],
    ['the price to renew alone', { renew: '35.00', CurrencyCode: 'USD' }, 'not given'],
    ['members that nobody knows', { sum: '120.00' }, 'not readable (“{"sum":"120.00"}”)'],
    [
      'several entries',
      [{ register: 1 }, { register: 2 }],
      'not readable (“[{"register":1},{"register":2}]”)',
    ],
    ['a bare number', 120, 'not readable (“120”)'],
  ];

/** The price of the TLD: what a premium name must never be shown with. */
export const ordinaryPrice = '8.50';

/** The finding of `domain`, which is premium, as a look-up reads it from an answer with the ordinary prices beside it. */
export function premiumFinding(domain: string, premiumCostPricing: Json | undefined): CheckedFinding {
  const [label = '', tld = ''] = domain.split('.');
  const prices = { register: { price: ordinaryPrice }, transfer: {}, renew: { price: ordinaryPrice } };
  const entry = {
    domainName: domain,
    isAvailable: true,
    isValidDomain: true,
    isPremium: true,
    pricing: { '1': prices, '2': prices },
    shortestPeriod: { period: 1, ...prices },
    ...(premiumCostPricing === undefined ? {} : { premiumCostPricing }),
  };
  const judged = lookup.judge([entry], { label, tlds: [tld] }, '2026-03-01T10:30:00.000Z');
  if (judged.kind !== 'success') throw new Error('The answer is a good one');
  const [found]: LookupAnswer['findings'] = judged.value.findings;
  if (found === undefined) throw new Error('The name was asked for');
  return found.finding;
}

const json = (value: Json): string => JSON.stringify(value);

/** Where a service could put a code, other than where it belongs. */
export const oddPlaces: Readonly<Record<string, (code: string) => string>> = {
  'under another name': (code) => json({ transferSecret: code }),
  'under another name beside a success': (code) => json({ success: true, authinfo: code }),
  'as the message of a success': (code) => json({ success: true, message: code }),
  'in words of a success': (code) => json({ success: true, message: `The code is ${code}.` }),
  'as a member’s name': (code) => json({ [code]: true }),
  'as a name deep within': (code) => json({ result: [{ data: { [code]: { [code]: 1 } } }] }),
  'in a list': (code) => json([code]),
  'in a list of a list': (code) => json([[{ value: code }], code]),
  'within its object': (code) => json({ eppcode: { value: code } }),
  'in a list within its object': (code) => json({ eppcode: [code] }),
  'in a sentence': (code) => json(`Your code: ${code} (keep it)`),
  'in text that is not JSON': (code) => `Your code: ${code}`,
  'bare, and not JSON': (code) => code,
  'on a page': (code) => `<html><body>${code}</body></html>`,
  'after a warning': (code) => `<b>Warning</b> ${json({ eppcode: code })}`,
  'cut off': (code) => `{"eppcode":"${code.replaceAll(/["\\]/g, '')}`,
  'as an error': (code) => json({ error: code }),
  'in the words of an error': (code) => json({ error: `Cannot send ${code} now` }),
  'in a list of errors': (code) => json({ error: ['No', code, { x: code }] }),
  'beside an error': (code) => json({ success: false, eppcode: code, message: code }),
  'in a known refusal': (code) => json(`Too many requests ${code}`),
};
