import { describe, expect, it } from 'vitest';
import type { FaultRule } from '../../../../../../electron/main/practice/faults/fault.ts';
import { type ShapeName, shapes } from '../../../../../../electron/main/practice/faults/shapes.ts';
import type { Operation } from '../../../../../../electron/main/practice/wire.ts';
import { get, type Heard, post } from '../ask.ts';
import { servicesOfThisFile } from '../running.ts';
import { askSample } from '../samples.ts';

const start = servicesOfThisFile();

const shaped = (shape: ShapeName, rest: Partial<FaultRule> = {}): readonly FaultRule[] => [
  { fault: { kind: 'shape', shape }, ...rest },
];

/** What the operation's sample answers in an odd shape. */
const heardIn = async (shape: ShapeName, operation: Operation): Promise<unknown> =>
  (await askSample(await start({ faults: shaped(shape) }), operation)).json();

const changes = [
  'contact-write',
  'lock-write',
  'register',
  'renew',
  'nameservers-write',
  'child-register',
  'child-modify',
  'child-delete',
] as const;

const changeAnswers: readonly (readonly [ShapeName, unknown])[] = [
  ['success-text', 'success'],
  ['success-true', { success: true }],
  ['status-object', { status: 'success', message: '', success: 'success' }],
  ['status-and-message', { status: 'success', message: '' }],
];

const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string;
const hosts = { ns1: 'ns1.practice-dns.example', ns2: 'ns2.practice-dns.example' };
const prices = (price: unknown, renew: unknown): object => ({
  pricing: { '1': { register: price, transfer: price, renew } },
});
const [taken, free] = [{ domainName: 'harbour-books.com' }, { domainName: 'harbour-books.dev' }];

const answers: readonly (readonly [ShapeName, Operation, unknown])[] = [
  ['credit-in-object', 'credits', { credit: '500.00' }],
  ['credit-as-number', 'credits', 500],
  ['code-as-text', 'eppcode', expect.stringMatching(/^.{7}&.{5}#.{2}$/)],
  ['code-mailed', 'eppcode', { success: true }],
  ['code-with-entities', 'eppcode', { eppcode: expect.stringMatching(/^.{7}&amp;.{5}#.{2}$/) as string }],
  ['sync-with-php-booleans', 'sync', { active: '1', expired: '', transferredAway: '', expirydate: day }],
  ['sync-expiry-alone', 'sync', { expirydate: day }],
  ['nameservers-as-array', 'nameservers-read', Object.values(hosts)],
  ['nameservers-beside-success', 'nameservers-read', { success: true, message: '', ...hosts }],
  ['contact-with-spaces', 'contact-read', { Registrant: { 'ZIP code': 'H91 E2K4', 'Address 2': '' } }],
  ['contact-with-postcode', 'contact-read', { Registrant: { Postcode: 'H91 E2K4', Address_2: '' } }],
  ['contact-with-technical', 'contact-read', { Technical: { ZIP_code: '' }, Billing: {} }],
  ['contact-with-arrays', 'contact-read', { Registrant: { City: 'Galway', Address_2: [] } }],
  [
    'entry-as-text',
    'lookup',
    [`Lookup of ${taken.domainName} failed`, `Lookup of ${free.domainName} failed`],
  ],
  ['entry-with-error', 'lookup', [{ ...taken, error: 'Registry is not available' }, free]],
  [
    'entry-with-error-alone',
    'lookup',
    [{ error: 'Registry is not available' }, { error: 'Registry is not available' }],
  ],
  ['entry-twice', 'lookup', [taken, taken, free, free]],
  [
    'entry-twice-contradicting',
    'lookup',
    [{ ...taken, isAvailable: false }, { ...taken, isAvailable: true }, free, free],
  ],
  ['entry-missing', 'lookup', []],
  ['availability-as-text', 'lookup', [{ isAvailable: 'true' }, { isAvailable: 'true' }]],
  ['availability-as-number', 'lookup', [{ isAvailable: 1 }, { isAvailable: 1 }]],
  ['prices-as-numbers', 'lookup', [prices(9.9, 12.5), prices(9.9, 12.5)]],
  ['prices-as-texts', 'lookup', [prices('9.90', '12.50'), prices('9.90', '12.50')]],
  ['prices-as-price-objects', 'lookup', [prices({ price: '9.90' }, { price: '12.50' }), free]],
  ['prices-as-amount-objects', 'lookup', [prices({ amount: 9.9 }, { amount: 12.5 }), free]],
  [
    'premium-prices-as-object',
    'lookup',
    [{ premiumCostPricing: { register: '260.00', renew: '260.00', CurrencyCode: 'USD' } }, free],
  ],
];

describe('an odd shape', () => {
  it.each(
    changes.flatMap((operation) => changeAnswers.map(([shape, value]) => [shape, operation, value] as const)),
  )('of a change, %s, is what %s answers', async (shape, operation, value) => {
    expect(await heardIn(shape, operation)).toEqual(value);
  });

  it.each(answers)('of a read, %s, is what %s answers', async (shape, operation, value) => {
    const heard = await heardIn(shape, operation);
    if (typeof value === 'object') expect(heard).toMatchObject(value as object);
    else expect(heard).toEqual(value);
  });

  it('is tested for every name that there is', () => {
    const tested = new Set([...answers, ...changeAnswers].map(([shape]) => shape));
    expect([...tested].sort()).toEqual(Object.keys(shapes).sort());
  });

  it('does nothing to an operation that has no such shape', async () => {
    expect(await heardIn('credit-in-object', 'version')).toBe('2.2.0');
  });

  it('leaves a refusal as it is', async () => {
    const service = await start({ faults: shaped('success-true') });
    const heard = await post(service, '/domains/orbit-hosting.net/lock', [['lockstatus', '1']]);
    expect(heard.status).toBe(400);
  });

  it('is made although the answer looks strange: the change is done', async () => {
    const service = await start({ faults: shaped('success-true') });
    await askSample(service, 'lock-write');
    expect(service.domain('orbit-hosting.net')?.isLocked).toBe(false);
  });

  it('meets one element of a lookup where the rule is for one name', async () => {
    const service = await start({ faults: shaped('entry-as-text', { domain: 'harbour-books.dev' }) });
    expect((await askSample(service, 'lookup')).json()).toEqual([
      expect.objectContaining(taken),
      'Lookup of harbour-books.dev failed',
    ]);
  });

  it.each<[ShapeName, string, string]>([
    ['contact-with-spaces', 'Registrant', 'ZIP code'],
    ['contact-with-postcode', 'Registrant', 'Postcode'],
    ['contact-with-technical', 'Technical', 'ZIP_code'],
  ])('%s is also how the contact is written', async (shape, role, field) => {
    const service = await start({ faults: shaped(shape) });
    const path = '/domains/orbit-hosting.net/contact';
    const written: Heard = await post(service, path, [[`contactdetails[${role}][${field}]`, '99999']]);
    expect(written.status).toBe(200);
    expect((await get(service, path)).json()).toMatchObject({ [role]: { [field]: '99999' } });
  });

  it('of a contact is not understood by a service that is in order', async () => {
    const path = '/domains/orbit-hosting.net/contact';
    const heard = await post(await start(), path, [['contactdetails[Registrant][Postcode]', '1']]);
    expect(heard.status).toBe(400);
  });
});
