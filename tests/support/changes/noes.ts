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
