import { describe, expect, it } from 'vitest';
import type { PracticeService } from '../../../../../../electron/main/practice/service.ts';
import { type Fields, type Heard, post } from '../ask.ts';
import { servicesOfThisFile } from '../running.ts';
import { registration } from '../samples.ts';

const start = servicesOfThisFile();

const fieldsFor = (searchTerm: string, tlds: readonly string[], premiumEnabled = '0'): Fields => [
  ['searchTerm', searchTerm],
  ...tlds.map((tld) => ['tldsToInclude[]', tld] as const),
  ['premiumEnabled', premiumEnabled],
];

const lookUp = (service: PracticeService, ...asked: Parameters<typeof fieldsFor>): Promise<Heard> =>
  post(service, '/domains/lookup', fieldsFor(...asked));

describe('lookup', () => {
  it('answers a free name with every field of the document', async () => {
    const heard = await lookUp(await start(), 'available-harbour', ['co.uk']);
    expect(heard.json()).toEqual([
      {
        domainName: 'available-harbour.co.uk',
        idnDomainName: 'available-harbour.co.uk',
        tld: 'co.uk',
        tldNoDots: 'couk',
        sld: 'available-harbour',
        idnSld: 'available-harbour',
        status: 'available for registration',
        legacyStatus: 'available',
        score: expect.any(Number) as number,
        isRegistered: false,
        isAvailable: true,
        isValidDomain: true,
        domainErrorMessage: '',
        pricing: { '1': { register: {}, transfer: {}, renew: {} } },
        shortestPeriod: { period: 1, register: {}, transfer: {}, renew: {} },
        group: '',
        minLength: 0,
        maxLength: 0,
        isPremium: false,
        premiumCostPricing: [],
      },
    ]);
  });

  it.each([
    ['reserved-name', 'com', { status: 'reserved', legacyStatus: 'unavailable', isAvailable: false }],
    ['example', 'org', { legacyStatus: 'unavailable', isAvailable: false, isRegistered: true }],
    ['taken-name', 'de', { legacyStatus: 'unavailable', isAvailable: false, isRegistered: true }],
    ['harbour-books', 'com', { isAvailable: false, isRegistered: true }],
    ['Available-In-Capitals', 'com', { domainName: 'available-in-capitals.com', isAvailable: true }],
  ])('finds %s under %s as documented', async (name, tld, result) => {
    expect((await lookUp(await start(), name, [tld])).json()).toEqual([expect.objectContaining(result)]);
  });

  it('takes TLDs with and without their dot, and keeps their order', async () => {
    const heard = await lookUp(await start(), 'available', ['.com', 'co.za', '.dev']);
    expect(heard.json()).toMatchObject([{ tld: 'com' }, { tld: 'co.za' }, { tld: 'dev' }]);
  });

  it('answers five hundred TLDs in one request', async () => {
    const tlds = Array.from({ length: 500 }, (_, index) => `tld${index}`);
    expect((await lookUp(await start(), 'available', tlds)).json()).toHaveLength(500);
  });

  it('takes the default TLDs where none is named', async () => {
    expect((await lookUp(await start(), 'available', [])).json()).toMatchObject([
      { tld: 'com' },
      { tld: 'net' },
      { tld: 'org' },
      { tld: 'co.uk' },
      { tld: 'de' },
    ]);
  });

  it.each([
    ['1', { isAvailable: true, isPremium: true }],
    ['true', { isAvailable: true, isPremium: true }],
    ['0', { isAvailable: false, isPremium: false, status: 'reserved' }],
    ['', { isAvailable: false, isPremium: false, status: 'reserved' }],
  ])('finds a premium name only where premium is asked for: premiumEnabled=%j', async (flag, result) => {
    const heard = await lookUp(await start(), 'premium-name', ['com'], flag);
    expect(heard.json()).toEqual([expect.objectContaining(result)]);
  });

  it.each([
    ['a hyphen in front', '-harbour'],
    ['a space', 'har bour'],
    ['an underscore', 'har_bour'],
    ['a dot', 'harbour.com'],
    ['64 letters', 'a'.repeat(64)],
    ['two hyphens in third and fourth place', 'ab--c'],
    ['a broken A-label', 'xn--zzzzzz'],
  ])('answers a name with %s as invalid inside a 200', async (_case, name) => {
    const heard = await lookUp(await start(), name, ['com', 'net']);
    expect(heard.status).toBe(200);
    const invalid = {
      isValidDomain: false,
      isAvailable: false,
      domainErrorMessage: expect.stringMatching(/./) as string,
    };
    expect(heard.json()).toEqual([expect.objectContaining(invalid), expect.objectContaining(invalid)]);
  });

  it('answers a TLD that it does not know as invalid', async () => {
    const heard = await lookUp(await start(), 'available', ['nowhere']);
    expect(heard.json()).toMatchObject([{ isValidDomain: false, isAvailable: false, tld: 'nowhere' }]);
  });

  it.each(['Bäckerei', 'bäckerei', 'xn--bckerei-5wa'])('gives %s in both forms', async (name) => {
    expect((await lookUp(await start(), name, ['com'])).json()).toMatchObject([
      {
        domainName: 'xn--bckerei-5wa.com',
        idnDomainName: 'bäckerei.com',
        sld: 'xn--bckerei-5wa',
        idnSld: 'bäckerei',
      },
    ]);
  });

  it('gives prices for a name that begins with "priced"', async () => {
    const prices = { register: { price: '10.49' }, transfer: { price: '10.99' }, renew: { price: '10.99' } };
    expect((await lookUp(await start(), 'priced', ['com'])).json()).toMatchObject([
      { pricing: { '1': prices }, shortestPeriod: { period: 1, ...prices } },
    ]);
  });

  it('finds a name taken once it has been registered', async () => {
    const service = await start();
    await post(service, '/order/domains/register', registration);
    const heard = await lookUp(service, 'available-harbour', ['com', 'net']);
    expect(heard.json()).toMatchObject([{ isRegistered: true, isAvailable: false }, { isAvailable: true }]);
  });

  it('E7 finds the same with the same seed, and other things with another', async () => {
    const tlds = ['com', 'net', 'org', 'dev', 'io', 'de', 'fr', 'it', 'es', 'nl', 'be', 'pl'];
    const texts = await Promise.all(
      [7, 7, 8].map(async (seed) => (await lookUp(await start({ seed }), 'quay-side', tlds)).text),
    );
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).not.toBe(texts[2]);
  });

  it('refuses a lookup without a term', async () => {
    const heard = await lookUp(await start(), '', ['com']);
    expect([heard.status, heard.json()]).toEqual([400, { error: 'searchTerm is required' }]);
  });
});
