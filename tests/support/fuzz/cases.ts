import fc from 'fast-check';
import { isArray, isObject, type Json, type JsonObject } from '../../../electron/main/reseller/json.ts';
import { asked, operationNames, type OperationName } from '../named-operations.ts';
import { createRandom, type Random } from './random.ts';

const lookupResult = (tld: string, random: Random): JsonObject => {
  const isAvailable = random.chance(0.5);
  const isPremium = random.chance(0.2);
  return {
    domainName: `example.${tld}`,
    idnDomainName: `example.${tld}`,
    tld,
    tldNoDots: tld.replaceAll('.', ''),
    sld: 'example',
    idnSld: 'example',
    status: isAvailable ? 'available for registration' : random.pick(['reserved', 'registered']),
    legacyStatus: isAvailable ? 'available' : 'unavailable',
    score: random.int(100),
    isRegistered: !isAvailable,
    isAvailable,
    isValidDomain: random.chance(0.95),
    domainErrorMessage: '',
    pricing: { '1': { register: {}, transfer: {}, renew: random.chance(0.5) ? {} : '9.99' } },
    shortestPeriod: { period: 1, register: {}, transfer: {}, renew: {} },
    group: '',
    minLength: 0,
    maxLength: 0,
    isPremium,
    premiumCostPricing: isPremium ? { register: '420.00', renew: 42, CurrencyCode: 'USD' } : [],
  };
};

const contact: JsonObject = {
  Contact_Name: 'Ada Lovelace',
  Company_Name: '',
  Address_1: '12 St James Square',
  Address_2: '',
  City: 'London',
  State: '',
  ZIP_code: 'SW1Y 4JH',
  Country: 'GB',
  Phone: '+44.2079460000',
  Email: 'ada@lovelace.example',
};

const changes: readonly Json[] = [
  'success',
  { success: true },
  { success: 'success' },
  { status: 'success', message: '', success: 'success' },
  { error: 'The request was refused' },
  { error: { message: 'The request was refused' } },
  { success: false, message: 'The request was refused' },
  { error: 'Insufficient funds' },
  { error: 'cURL error 28: Operation timed out' },
  { error: { message: 'Domain not found', cause: 'Bad Gateway' } },
  { success: true, message: 'Transaction pending' },
];

const reads: Readonly<Partial<Record<OperationName, readonly Json[]>>> = {
  readCredits: ['150.50', { credit: '150.50' }, 7],
  listTlds: [['.com', '.net', '.co.uk']],
  readVersion: ['2.2.0'],
  readContacts: [{ Registrant: contact, Admin: contact, Tech: contact, Billing: [] }],
  readLock: ['locked', 'unlocked'],
  readEppCode: [{ eppcode: 'aB3$&amp;x' }, 'aB3$x', { success: true }],
  sync: [{ active: true, expirydate: '2027-01-31', expired: '', transferredAway: '0' }],
  readNameservers: [{ ns1: 'ns1.example.net', ns2: 'ns2.example.net', ns3: '' }, ['ns1.example.net']],
};

/** An answer as a good service gives it, in one of its known forms. */
export function trueAnswer(operation: OperationName, random: Random): Json {
  if (operation === 'lookup') return asked.tlds.map((tld) => lookupResult(tld.replace(/^\./, ''), random));
  return random.pick(reads[operation] ?? changes);
}

/** One generated answer. The same seed and index make the same case. */
export interface Case {
  readonly index: number;
  readonly operation: OperationName;
  readonly status: number;
  readonly text: string;
}

const statuses = [200, 200, 200, 200, 201, 204, 301, 307, 400, 401, 403, 404, 408, 422, 429, 500, 502, 503];

export function createCases(seed: number): (index: number) => Case {
  const strange = createStrangeValues(seed);
  return (index) => {
    const random = createRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
    // Half of all cases are look-ups: there a wrong reading costs most.
    const operation = random.chance(0.5) ? 'lookup' : random.pick(operationNames);
    return {
      index,
      operation,
      status: random.chance(0.75) ? 200 : random.pick(statuses),
      text: textFor(operation, random, strange),
    };
  };
}

function textFor(operation: OperationName, random: Random, strange: StrangeValues): string {
  let value = random.chance(0.05) ? strange(random) : trueAnswer(operation, random);
  for (let left = random.int(4); left > 0; left -= 1) value = mutate(value, random, strange);
  const text = JSON.stringify(value);
  return random.chance(0.15) ? spoil(text, random) : text;
}

/** `value` with one place in it changed: replaced, taken away, doubled, renamed or wrapped. */
function mutate(value: Json, random: Random, strange: StrangeValues): Json {
  const goesDeeper = random.chance(0.85);
  if (isArray(value) && value.length > 0 && goesDeeper) return mutateArray(value, random, strange);
  if (isObject(value) && Object.keys(value).length > 0 && goesDeeper) {
    return mutateObject(Object.entries(value), random, strange);
  }
  return random.pick([
    () => strange(random),
    () => [value],
    () => ({ result: value }),
    () => ({ success: true, data: value }),
    () => JSON.stringify(value),
  ])();
}

function mutateArray(value: readonly Json[], random: Random, strange: StrangeValues): Json {
  const at = random.int(value.length);
  return random.pick([
    () => value.map((item, index) => (index === at ? mutate(item, random, strange) : item)),
    () => value.toSpliced(at, 1),
    () => [...value, value[at] ?? null],
    () => [...value, mutate(value[at] ?? null, random, strange)],
    () => [strange(random), ...value],
    () => Object.fromEntries(value.map((item, index) => [String(index + 1), item])),
    () => value.toReversed(),
  ])();
}

type Entries = readonly (readonly [string, Json])[];

function mutateObject(entries: Entries, random: Random, strange: StrangeValues): Json {
  const at = random.int(entries.length);
  const [name, inner] = entries[at] ?? ['', null];
  const put = (...replacement: Entries): Json => Object.fromEntries(entries.toSpliced(at, 1, ...replacement));
  return random.pick([
    () => put([name, strange(random)]),
    () => put([name, mutate(inner, random, strange)]),
    () => put(),
    () => put([random.pick([name.toLowerCase(), name.toUpperCase(), `${name} `, '__proto__', '']), inner]),
    () => put([name, inner], [random.pick(['error', 'message', 'success', 'status']), strange(random)]),
  ])();
}

/** `text` as a server in trouble sends it. */
function spoil(text: string, random: Random): string {
  const at = random.int(text.length + 1);
  return random.pick([
    () => text.slice(0, at),
    () => text.slice(0, at) + String.fromCharCode(random.int(0xffff)) + text.slice(at),
    () => text.slice(0, at) + text.slice(at + 1 + random.int(5)),
    () => `<br />\n<b>Warning</b>: Undefined index in /srv/api.php on line 9<br />\n${text}`,
    () => '<!DOCTYPE html><html><body>502 Bad Gateway</body></html>',
    () => `\uFEFF${text}`,
    () => `${text}${text}`,
    () => '['.repeat(1 + random.int(5_000)) + text,
    () => `${'{"a":'.repeat(70)}${text}${'}'.repeat(70)}`,
    () => text.replace('"isAvailable":false', '"isAvailable":false,"isAvailable":"true"'),
    () => text.replace('{', '{"__proto__":{"isAvailable":true,"isValidDomain":true},'),
    () =>
      random.pick(['', ' ', 'null', 'true', '0', '""', '[]', '{}', 'Invalid API Token', 'Action not found']),
  ])();
}

/** What PHP, registrars and accidents put where something else is expected. */
const known: readonly Json[] = [
  true,
  false,
  null,
  0,
  1,
  -1,
  1e308,
  1.5,
  '',
  ' ',
  '0',
  '1',
  'true',
  'false',
  'True',
  'yes',
  'null',
  'success',
  'available',
  'available for registration',
  'reserved',
  'registered',
  'error',
  'locked',
  'unlocked',
  'Invalid API Token',
  'Action is not allowed',
  '9.99',
  '-1.00',
  '1,000.00',
  '<b>Warning</b>: x in /y.php on line 3',
  '&amp;&#39;&quot;',
  '\u0000\u202E\uFEFF',
  '\uD800',
  'x'.repeat(3_000),
  'a@b.example',
  [],
  {},
  [[]],
  [true],
  { '0': true },
  { error: 'Registry timeout' },
  { error: {} },
  { success: true },
  { price: '9.99', currency: 'EUR' },
  { isAvailable: true },
  '2027-01-31',
  '0000-00-00',
];

type StrangeValues = (random: Random) => Json;

/** Values that are known to occur, and any JSON at all: half and half. */
function createStrangeValues(seed: number): StrangeValues {
  const any = fc.sample(fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }), {
    seed,
    numRuns: 2_000,
  }) as Json[]; // fast-check makes JSON.
  return (random) => (random.chance(0.5) ? random.pick(known) : random.pick(any));
}
