/** What a sentence of a service means for a write. `unclear` says nothing about whether it was carried out. */
export type Meaning =
  'credit' | 'validation' | 'credentials' | 'permission' | 'not-found' | 'exists' | 'unclear';

/** The meanings that are a defined no for a write; every other one leaves open whether it was carried out (F2). */
export const definedNo: ReadonlySet<Meaning> = new Set<Meaning>([
  'credit',
  'validation',
  'credentials',
  'permission',
  'not-found',
]);

export interface Sentence {
  readonly words: string;
  readonly means: Meaning;
}

const all = (means: Meaning, ...words: readonly string[]): readonly Sentence[] =>
  words.map((each) => ({ words: each, means }));

/**
 * What services and the registrars behind them answer instead of a yes.
 *
 * Source: the field notes, "Error answers, any operation"; cURL's and web servers' own messages; EPP result codes (RFC 5730).
 */
export const sentences: readonly Sentence[] = [
  ...all(
    'unclear',
    'cURL error 28: Operation timed out after 30001 milliseconds with 0 bytes received',
    'cURL error 56: Recv failure: Connection reset by peer',
    'cURL error 52: Empty reply from server',
    'cURL error 7: Failed to connect to registrar port 443',
    'Connection timed out',
    'The registrar did not respond in time',
    'Gateway Time-out',
    'Bad Gateway',
    'Internal Server Error',
    'An internal error occurred, please contact support',
    'Command failed; server closing connection',
    'The server is busy, please try again later',
    'Please try again in a few minutes',
    'Order is pending',
    'Request queued, status: pending',
    'Domain Registration Pending',
    'Unexpected response from registry',
    'Something went wrong',
    'SOAP-ERROR: Parsing WSDL: Could not connect to host',
    'Too many requests',
    'Unknown error',
    'SMTP Error: Authentication failed',
    'Permission denied writing the log',
    'You have insufficient credit left for further orders',
    'Domain not found in cart',
  ),
  ...all(
    'credit',
    'Reseller does not have enough credits on his account',
    'Insufficient funds',
    'Your balance is too low: insufficient credit',
  ),
  ...all(
    'validation',
    'regperiod must be a number of years from 1 to 10',
    'Invalid nameserver',
    'Phone number is required',
    'Parameter value policy error: postcode is not valid',
  ),
  ...all('credentials', 'Invalid API Token', 'Authentication failed'),
  ...all('permission', 'Action is not allowed', 'You do not have permission to do this'),
  ...all('not-found', 'Domain not found', 'Domain does not exist in your account'),
  ...all('exists', 'Domain already exists', 'Domain is already registered', 'Object exists'),
];

/** A state of the domain, which is no state of the call where an answer reports on the domain, as that of a sync does. */
export const stateOfDomain = '{"success":true,"status":"held"}';

/** Whole answers that have something beside a yes that nobody knows (H1). Assumed, as {@link contradictions}. */
export const strangeYeses = [
  '{"success":true,"message":"Please top up your account, balance is 2.00"}',
  '{"success":true,"message":"Solde insuffisant"}',
  stateOfDomain,
  '{"success":true,"dryrun":true}',
  '{"success":true,"data":{"errno":28}}',
  '{"success":false,"error":"not enough credits","success":true,"error":""}',
] as const;

/**
 * Whole answers that say yes in one place and no in another (G1, G5), or that have something beside a yes that nobody knows.
 *
 * Assumed: the API document shows none of them; these are the forms of the field notes, and of services of other families.
 */
export const contradictions = [
  '{"success":true,"errors":["not enough credits"]}',
  '{"success":true,"message":"Renewal failed: insufficient funds"}',
  '{"success":true,"result":{"error":"Domain not found"}}',
  '{"success":true,"data":{"success":false}}',
  '{"success":true,"results":[{"status":"failed"}]}',
  '{"result":"success","status":"failed","message":"regperiod must be a number of years from 1 to 10"}',
  '{"status":"success","response":{"items":[{"code":1000},{"failed":["Action is not allowed"]}]}}',
  '{"error":"Domain renewed successfully, but invoice template not found"}',
  '{"error":{"message":"Domain registered; contact id not found"}}',
  '{"status":"error","message":"Completed. Validation of the phone number failed"}',
  ...strangeYeses,
] as const;

/** The forms in which a service of this family says a sentence. */
export const forms = ['error-text', 'error-object', 'message', 'plain-text'] as const;
export type Form = (typeof forms)[number];

/** The sentence as the body of an answer. */
export function bodyOf(words: string, form: Form): string {
  switch (form) {
    case 'error-text':
      return JSON.stringify({ error: words });
    case 'error-object':
      return JSON.stringify({ error: { message: words } });
    case 'message':
      return JSON.stringify({ status: 'error', message: words });
    case 'plain-text':
      return words;
  }
}
