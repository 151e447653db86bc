import { describe, expect, it } from 'vitest';
import type { FaultRule } from '../../../../../electron/main/practice/faults/fault.ts';
import { type ShapeName, shapes } from '../../../../../electron/main/practice/faults/shapes.ts';
import type { PracticeService } from '../../../../../electron/main/practice/service.ts';
import type { Operation } from '../../../../../electron/main/practice/operations/table.ts';
import { askSample, type Fields, get, type Heard, post, registration, start } from './ask.ts';

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
      const prices = {
        register: { price: '10.49' },
        transfer: { price: '10.99' },
        renew: { price: '10.99' },
      };
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

      it('answers to lock, contact, nameservers and code of the new name', async () => {
        const service = await start();
        await post(service, register, registration);
        const paths = ['lock', 'contact', 'nameservers', 'eppcode'];
        const heard = await Promise.all(
          paths.map((path) => get(service, `/domains/available-harbour.com/${path}`)),
        );
        expect(heard.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
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

      it('keeps role keys apart by their letters: Registrant is not registrant', async () => {
        const service = await start();
        const fields = registration.map(
          ([name, value]) => [name.replace('[registrant]', '[Registrant]'), value] as const,
        );
        expect((await post(service, register, fields)).status).toBe(400);
      });

      it('registers an IDN that is given in Unicode', async () => {
        const service = await start();
        const heard = await post(service, register, registrationWith({ domain: 'available-größe.com' }));
        expect(heard.status).toBe(200);
        expect(service.domain('xn--available-gre-mdb85a.com')).toBeDefined();
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
  const hosts = { ns1: 'ns1.orbit-hosting.net', ns2: 'ns2.orbit-hosting.net' };
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
