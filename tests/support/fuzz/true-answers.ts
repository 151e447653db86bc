import type { Json, JsonObject } from '../../../electron/main/reseller/json.ts';
import { asked, type OperationName } from '../named-operations.ts';
import type { Random } from './random.ts';

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
