import { describe, expect, it } from 'vitest';
import type { FaultRule } from '../../../../../electron/main/practice/faults/fault.ts';
import type { ShapeName } from '../../../../../electron/main/practice/faults/shapes.ts';
import type { PracticeService } from '../../../../../electron/main/practice/service.ts';
import { askSample, type Fields, type Heard, post, registration, start } from './ask.ts';

describe('operations', () => {
  describe('lookup', () => {
    const fieldsFor = (searchTerm: string, tlds: readonly string[], premiumEnabled = '0'): Fields => [
      ['searchTerm', searchTerm],
      ...tlds.map((tld) => ['tldsToInclude[]', tld] as const),
      ['premiumEnabled', premiumEnabled],
    ];

    const lookUp = (service: PracticeService, ...asked: Parameters<typeof fieldsFor>): Promise<Heard> =>
      post(service, '/domains/lookup', fieldsFor(...asked));

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

    it('gives prices for a name that begins with "priced"', async () => {
      const prices = {
        register: { price: '10.49' },
        transfer: { price: '10.99' },
        renew: { price: '10.99' },
      };
      expect((await lookUp(await start(), 'priced', ['com'])).json()).toMatchObject([
        { pricing: { '1': prices }, shortestPeriod: { period: 1, ...prices } },
      ]);
    });

    it('E7 finds the same with the same seed, and other things with another', async () => {
      const tlds = ['com', 'net', 'org', 'dev', 'io', 'de', 'fr', 'it', 'es', 'nl', 'be', 'pl'];
      const texts = await Promise.all(
        [7, 7, 8].map(async (seed) => (await lookUp(await start({ seed }), 'quay-side', tlds)).text),
      );
      expect(texts[0]).toBe(texts[1]);
      expect(texts[0]).not.toBe(texts[2]);
    });
  });

  describe('orders', () => {
    const leapDay = new Date('2028-02-29T12:00:00Z');
    const now = (): Date => leapDay;
    const register = '/order/domains/register';
    const renew = '/order/domains/renew';

    /** The sample with some fields changed; null leaves one out. */
    const registrationWith = (changes: Readonly<Record<string, string | null>>): Fields =>
      Object.entries({ ...Object.fromEntries(registration), ...changes }).flatMap(([name, value]) =>
        value === null ? [] : [[name, value] as const],
      );

    const renewal = (domain: string, regperiod: string): Fields => [
      ['domain', domain],
      ['regperiod', regperiod],
    ];

    describe('register', () => {
      it('takes the credit and keeps all that the order says', async () => {
        const service = await start({ now });
        const heard = await post(service, register, registration, leapDay);
        expect([heard.status, heard.text]).toEqual([200, '"success"']);
        // Two years of .com at 10.49 each.
        expect(service.credit()).toBe('479.02');
        expect(service.domain('available-harbour.com')).toMatchObject({
          registeredOn: '2028-02-29',
          expiryOn: '2030-02-28',
          isLocked: true,
          nameservers: ['ns1.example.net', 'ns2.example.net'],
          contacts: {
            Registrant: {
              Contact_Name: 'Ada Byron',
              Email: 'ada@example.org',
              ZIP_code: 'SW1A 1AA',
              City: '',
            },
            Admin: { Contact_Name: '', Email: '' },
          },
        });
      });

      it('answers a name that exists with a 400 and an object named error, and takes no credit again', async () => {
        const service = await start();
        await post(service, register, registration);
        const heard = await post(service, register, registration);
        expect([heard.status, heard.json()]).toEqual([400, { error: { message: 'Domain already exists' } }]);
        expect(service.credit()).toBe('479.02');
      });

      it.each([
        ['a name that somebody else has', { domain: 'example.com' }, { message: 'Domain already exists' }],
        ['a reserved name', { domain: 'reserved.com' }, 'Domain is reserved'],
        ['no name', { domain: null }, 'domain must be a name under a supported TLD'],
        ['an unknown TLD', { domain: 'available.nowhere' }, 'domain must be a name under a supported TLD'],
        ['a TLD itself', { domain: 'co.uk' }, 'Domain is reserved'],
        ['a bare label', { domain: 'com' }, 'domain must be a name under a supported TLD'],
        ['no period', { regperiod: null }, 'regperiod must be a number of years from 1 to 10'],
        ['a period of 0', { regperiod: '0' }, 'regperiod must be a number of years from 1 to 10'],
        ['a period of 11', { regperiod: '11' }, 'regperiod must be a number of years from 1 to 10'],
        ['one nameserver', { 'nameservers[ns2]': null }, 'At least two nameservers are required'],
        ['a nameserver that is no host', { 'nameservers[ns2]': 'ns2' }, 'Not a host name: ns2'],
        [
          'a registrant without an e-mail address',
          { 'contacts[registrant][email]': null },
          'contacts[registrant] needs a name and an e-mail address',
        ],
        [
          'premium beyond the credit',
          { domain: 'premium-name.com' },
          'Reseller does not have enough credits on his account',
        ],
      ])('refuses %s and changes nothing', async (_case, changes, error) => {
        const service = await start();
        const before = service.domains();
        const heard = await post(service, register, registrationWith(changes));
        expect([heard.status, heard.json()]).toEqual([400, { error }]);
        expect([service.credit(), service.domains()]).toEqual(['500.00', before]);
      });
    });

    describe('renew', () => {
      it('moves the expiry and takes the credit', async () => {
        const service = await start({ now });
        expect(service.domain('orbit-hosting.net')?.expiryOn).toBe('2028-05-27');
        const heard = await post(service, renew, renewal('orbit-hosting.net', '3'), leapDay);
        expect([heard.status, heard.text]).toEqual([200, '"success"']);
        expect(service.domain('orbit-hosting.net')?.expiryOn).toBe('2031-05-27');
        // Three years of .net at 12.49 each.
        expect(service.credit()).toBe('462.53');
      });

      it.each([
        ['a name that is not in the account', renewal('example.com', '1'), 'Domain not found'],
        ['no period', renewal('orbit-hosting.net', ''), 'regperiod must be a number of years from 1 to 10'],
        [
          'a broken period',
          renewal('orbit-hosting.net', '1.5'),
          'regperiod must be a number of years from 1 to 10',
        ],
      ])('refuses %s and changes nothing', async (_case, fields, error) => {
        const service = await start();
        const before = service.domains();
        const heard = await post(service, renew, fields);
        expect([heard.status, heard.json()]).toEqual([400, { error }]);
        expect([service.credit(), service.domains()]).toEqual(['500.00', before]);
      });

      it('takes the credit to the last cent and then refuses', async () => {
        const service = await start();
        // .io renews at 39.99: twelve years are 479.88, and one more is too much.
        expect((await post(service, renew, renewal('oakline.io', '10'))).status).toBe(200);
        expect((await post(service, renew, renewal('oakline.io', '2'))).status).toBe(200);
        expect(service.credit()).toBe('20.12');
        const heard = await post(service, renew, renewal('oakline.io', '1'));
        expect([heard.status, heard.json()]).toEqual([
          400,
          { error: 'Reseller does not have enough credits on his account' },
        ]);
        expect(service.credit()).toBe('20.12');
      });
    });
  });
});

describe('an odd shape', () => {
  const shaped = (shape: ShapeName, rest: Partial<FaultRule> = {}): readonly FaultRule[] => [
    { fault: { kind: 'shape', shape }, ...rest },
  ];

  const taken = { domainName: 'harbour-books.com' };

  it('meets one element of a lookup where the rule is for one name', async () => {
    const service = await start({ faults: shaped('entry-as-text', { domain: 'harbour-books.dev' }) });
    expect((await askSample(service, 'lookup')).json()).toEqual([
      expect.objectContaining(taken),
      'Lookup of harbour-books.dev failed',
    ]);
  });
});
