import type { ContactSet } from '../contacts.ts';
import type { LookupResult } from '../operations/lookup.ts';
import { changes, type Operation } from '../operations/table.ts';
import type { Form } from '../wire.ts';

type Rename = readonly [documented: RegExp, odd: string, back: RegExp, documentedText: string];

/** Applies `rename` to every key of the roles or of their fields, at any depth. */
function renamed(value: unknown, rename: (key: string) => string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [rename(key), renamed(inner, rename)]),
  );
}

function renaming([documented, odd, back, documentedText]: Rename): Shape {
  return {
    operations: ['contact-read', 'contact-write'],
    change: (value) => renamed(value, (key) => key.replace(documented, odd)),
    // Only keys change, so the result is still a form.
    read: (form) => renamed(form, (key) => key.replace(back, documentedText)) as Form,
  };
}

/** Contact labels known from registrars' modules. A write sends back the field names that were read. */
const contactShapes = {
  'contact-with-spaces': renaming([/_/g, ' ', / /g, '_']),
  'contact-with-postcode': renaming([/^ZIP_code$/, 'Postcode', /^Postcode$/, 'ZIP_code']),
  'contact-with-technical': renaming([/^Tech$/, 'Technical', /^Technical$/, 'Tech']),
  'contact-with-arrays': {
    operations: ['contact-read'],
    change: (value) => withArrays(value as ContactSet),
  },
} satisfies Readonly<Record<string, Shape>>;

/** PHP's empty arrays in place of empty strings. */
const withArrays = (contacts: ContactSet): unknown =>
  // The replacer sees every empty string, at any depth.
  JSON.parse(JSON.stringify(contacts, (_key, value: unknown) => (value === '' ? [] : value)));

type OneToMany = (result: LookupResult) => readonly unknown[];

const entries = (change: OneToMany): Shape => ({
  operations: ['lookup'],
  change: (value, isMeant) => everyMeant(value, isMeant, change),
});

function everyMeant(value: unknown, isMeant: IsMeant, change: OneToMany): unknown {
  // A rejected lookup is an object; a successful one is an array of this service's own results.
  if (!Array.isArray(value)) return value;
  return (value as readonly LookupResult[]).flatMap((one) => (isMeant(one.domainName) ? change(one) : [one]));
}

/** The result with its prices in one possible notation of a price. */
const priced = (price: (amount: string) => unknown): Shape =>
  entries((result) => {
    const prices = { register: price('9.90'), transfer: price('9.90'), renew: price('12.50') };
    return [{ ...result, pricing: { '1': prices }, shortestPeriod: { period: 1, ...prices } }];
  });

/** The known, or suspected, variants of a lookup's array. */
const lookupShapes = {
  'entry-as-text': entries(({ domainName }) => [`Lookup of ${domainName} failed`]),
  'entry-with-error': entries(({ domainName }) => [{ domainName, error: 'Registry is not available' }]),
  'entry-with-error-alone': entries(() => [{ error: 'Registry is not available' }]),
  'entry-twice': entries((result) => [result, result]),
  'entry-twice-contradicting': entries((result) => [result, { ...result, isAvailable: !result.isAvailable }]),
  'entry-missing': entries(() => []),
  'availability-as-text': entries((result) => [{ ...result, isAvailable: 'true' }]),
  'availability-as-number': entries((result) => [{ ...result, isAvailable: 1 }]),
  'prices-as-numbers': priced(Number),
  'prices-as-texts': priced((amount) => amount),
  'prices-as-price-objects': priced((price) => ({ price })),
  'prices-as-amount-objects': priced((amount) => ({ amount: Number(amount) })),
  'premium-prices-as-object': entries((result) => [
    { ...result, premiumCostPricing: { register: '260.00', renew: '260.00', CurrencyCode: 'USD' } },
  ]),
} satisfies Readonly<Record<string, Shape>>;

const instead = (on: readonly Operation[], value: unknown): Shape => ({
  operations: on,
  change: () => value,
});

/** The answers of this service's own handlers, where a shape depends on them. */
interface Answers {
  readonly credits: string;
  readonly eppcode: { readonly eppcode: string };
  readonly sync: Sync;
  readonly 'nameservers-read': Readonly<Record<string, string>>;
}

interface Sync {
  readonly active: boolean;
  readonly expired: boolean;
  readonly transferredAway: boolean;
  readonly expirydate: string;
}

const on = <Name extends keyof Answers>(
  operation: Name,
  change: (value: Answers[Name]) => unknown,
): Shape => ({
  operations: [operation],
  // The value is the answer of that operation's handler.
  change: (value) => change(value as Answers[Name]),
});

/** Escapes text like PHP's `htmlspecialchars`. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll("'", '&#039;');

const phpBoolean = (value: boolean): string => (value ? '1' : '');

const plainShapes = {
  'success-text': instead(changes, 'success'),
  'success-true': instead(changes, { success: true }),
  'status-object': instead(changes, { status: 'success', message: '', success: 'success' }),
  'status-and-message': instead(changes, { status: 'success', message: '' }),
  'credit-in-object': on('credits', (credit) => ({ credit })),
  'credit-as-number': on('credits', Number),
  'code-as-text': on('eppcode', ({ eppcode }) => eppcode),
  'code-mailed': instead(['eppcode'], { success: true }),
  'code-with-entities': on('eppcode', ({ eppcode }) => ({
    eppcode: escaped(eppcode),
  })),
  'sync-with-php-booleans': on('sync', ({ active, expired, transferredAway, expirydate }) => ({
    active: phpBoolean(active),
    expired: phpBoolean(expired),
    transferredAway: phpBoolean(transferredAway),
    expirydate,
  })),
  'sync-expiry-alone': on('sync', ({ expirydate }) => ({ expirydate })),
  'nameservers-as-array': on('nameservers-read', (hosts) => Object.values(hosts)),
  'nameservers-beside-success': on('nameservers-read', (hosts) => ({
    success: true,
    message: '',
    ...hosts,
  })),
} satisfies Readonly<Record<string, Shape>>;

export const shapes = { ...plainShapes, ...contactShapes, ...lookupShapes };

export type ShapeName = keyof typeof shapes;

/** Whether a rule applies to a lookup's element with this name. */
export type IsMeant = (domainName: string) => boolean;

/** One known variant of the correct answer. */
export interface Shape {
  readonly operations: readonly Operation[];
  /** Converts the documented answer into the variant. */
  readonly change: (value: unknown, isMeant: IsMeant) => unknown;
  /**
   * Converts a form with the variant's field names into the documented one, for writes that send back the names that
   * were read.
   */
  readonly read?: (form: Form) => Form;
}
