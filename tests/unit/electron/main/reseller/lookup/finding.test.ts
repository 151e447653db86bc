import { describe, expect, it } from 'vitest';
import { finding } from '#shared/areas/common-schemas.ts';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import type { FindingKind, Price } from '#shared/domain/finding.ts';
import { encodeForm } from '../../../../../../electron/main/reseller/form.ts';
import {
  isObject,
  type Json,
  type JsonObject,
  listIn,
  parseJson,
} from '../../../../../../electron/main/reseller/json.ts';
import { decide } from '../../../../../../electron/main/reseller/lookup/answer.ts';
import {
  fieldsOf,
  findingOf,
  priceOf,
  pricesOf,
  resultIn,
} from '../../../../../../electron/main/reseller/lookup/finding.ts';
import { inNotation, lookup } from '../../../../../../electron/main/reseller/operations/lookup.ts';

describe('finding', () => {
  describe('prices', () => {
    const given = (amount: string, currency: string | null = null): Price => ({
      kind: 'given',
      amount,
      currency,
    });

    const unreadable = (raw: string): Price => ({ kind: 'unreadable', raw });

    describe('a price', () => {
      it.each<[string, Json | undefined, Price]>([
        ['a number', 12.5, given('12.5')],
        ['zero, which is a price', 0, given('0')],
        ['a numeric text, digit for digit', '10.10', given('10.10')],
        ['{price}', { price: '9.99' }, given('9.99')],
        ['{amount, currency}', { amount: 5, currency: 'EUR' }, given('5', 'EUR')],
        ['{price, CurrencyCode}', { price: '5', CurrencyCode: 'USD' }, given('5', 'USD')],
        ['an empty price in an object', { price: '' }, { kind: 'not-given' }],
        ['an empty object', {}, { kind: 'not-given' }],
        ['an empty array', [], { kind: 'not-given' }],
        ['an empty text', '', { kind: 'not-given' }],
        ['null', null, { kind: 'not-given' }],
        ['nothing', undefined, { kind: 'not-given' }],
        ['a negative number', -1, unreadable('-1')],
        ['a number too large to be exact', 1e30, unreadable('1e+30')],
        ['H24 a sign, which several currencies share', '$1,200.00', unreadable('$1,200.00')],
        ['H24 thousands with commas', '1,299.00', given('1299.00')],
        ['H24 the continental way', '1.299,00', given('1299.00')],
        ['H24 a sign and a code', '$12.95 USD', given('12.95', 'USD')],
        ['H24 a code', '12,95 EUR', given('12.95', 'EUR')],
        ['H24 a sign beside its currency', { price: '€12.95', currency: 'EUR' }, given('12.95', 'EUR')],
        ['H24 a code beside the same', { price: '12.95 EUR', currency: 'eur' }, given('12.95', 'EUR')],
        ['H24 a code beside another', { price: '12.95 EUR', currency: 'USD' }, unreadable('12.95 EUR')],
        ['H24 more than a thousand, or a little over one', '1.234', unreadable('1.234')],
        ['H24 the same with a comma', '1,234', unreadable('1,234')],
        ['H24 the same as a number, which has no separators', 1.234, given('1.234')],
        ['H24 all decimals of a number', 9.989999999999998, given('9.989999999999998')],
        ['H24 a negative text, as services write “not offered”', '-1.00', unreadable('-1.00')],
        ['H24 words', 'on request', unreadable('on request')],
        ['an object without a known name', { sum: 5 }, unreadable('{"sum":5}')],
        ['objects in objects', { price: { price: 5 } }, unreadable('{"price":{"price":5}}')],
        ['a boolean', true, unreadable('true')],
        ['a filled array', [5], unreadable('[5]')],
      ])('is read from %s', (_name, value, price) => {
        expect(priceOf(value)).toEqual(price);
      });
    });

    describe('the prices of a result', () => {
      it('come per period, shortest first, not given where empty', () => {
        const pricing = {
          '10': { register: 80 },
          '2': { register: {}, transfer: {}, renew: {} },
          '1': { renew: '9.00' },
        };
        const none = { kind: 'not-given' } as const;
        expect(pricesOf({ pricing }, false)).toEqual([
          { period: 1, register: none, transfer: none, renew: given('9.00') },
          { period: 2, register: none, transfer: none, renew: none },
          { period: 10, register: given('80'), transfer: none, renew: none },
        ]);
      });

      it('take the shortest period where pricing does not name it', () => {
        const shortestPeriod = { period: 1, register: 7, transfer: {}, renew: {} };
        expect(pricesOf({ pricing: [], shortestPeriod }, false).map(({ register }) => register)).toEqual([
          given('7'),
        ]);
        const pricing = { '1': { register: 8 } };
        expect(pricesOf({ pricing, shortestPeriod }, false).map(({ register }) => register)).toEqual([
          given('8'),
        ]);
      });

      it('of a premium name are its premium prices, in their currency', () => {
        const result = {
          pricing: { '1': { register: 8 } },
          premiumCostPricing: { register: '4200.00', renew: 35, CurrencyCode: 'USD' },
        };
        expect(pricesOf(result, true)).toEqual([
          {
            period: 1,
            register: given('4200.00', 'USD'),
            transfer: { kind: 'not-given' },
            renew: given('35', 'USD'),
          },
        ]);
        expect(pricesOf(result, false)[0]?.register).toEqual(given('8'));
      });

      it.each<[string, Json]>([
        ['a text', '2500.00'],
        ['an amount', 2500],
        ['names that nobody knows', { create: '2500.00' }],
        ['two of them', [{ register: '2500.00' }, { register: '3500.00' }]],
      ])('H24 of a premium name are unreadable, and not “not given”, in %s', (_name, premiumCostPricing) => {
        expect(pricesOf({ premiumCostPricing }, true)).toMatchObject([
          { period: 1, register: { kind: 'unreadable' }, renew: { kind: 'unreadable' } },
        ]);
      });

      it.each<[string, Json]>([
        ['no pricing', null],
        ['an empty array, as PHP writes an empty map', []],
        ['keys that are no periods', { '0': {}, one: {}, '-1': {}, '1.5': {} }],
        ['empty prices in a form that nobody knows', [{}, { register: '' }, null]],
      ])('are none with %s', (_name, pricing) => {
        expect(pricesOf({ pricing }, false)).toEqual([]);
      });

      it('H24 in an array are those of the periods that they name', () => {
        const pricing = [
          { period: '2', register: '19.00' },
          { period: 1, register: '9.99', renew: '11.99' },
        ];
        expect(pricesOf({ pricing }, false)).toMatchObject([
          { period: 1, register: given('9.99'), renew: given('11.99') },
          { period: 2, register: given('19.00') },
        ]);
      });

      it.each<[string, Json]>([
        ['periods that hold no object', { '1': 5 }],
        ['keys that are no periods', { one: { register: '9.99' } }],
        ['an array without periods', [{ register: '9.99' }]],
        ['a text', '9.99'],
      ])('H24 are unreadable, and not “not given”, in %s', (_name, pricing) => {
        const price = unreadable(typeof pricing === 'string' ? pricing : JSON.stringify(pricing));
        expect(pricesOf({ pricing }, false)).toEqual([
          { period: 1, register: price, transfer: price, renew: price },
        ]);
      });
    });
  });

  describe('the result for one name inside a kept answer', () => {
    const entry = (domainName: string, score = 1) => ({
      domainName,
      tld: domainName.split('.').slice(1).join('.'),
      score,
    });

    it.each([
      ['its own entry', [entry('example.com'), entry('example.net', 2)], 'example.net', 'net', 2],
      ['under a TLD of two labels', [entry('example.co.uk', 3)], 'example.co.uk', 'co.uk', 3],
      ['a TLD that was listed in capitals', [entry('example.com', 4)], 'example.com', 'COM', 4],
    ])('is %s', (_case, answer, domain, tld, score) => {
      expect(resultIn(JSON.stringify(answer), domain, tld)).toMatchObject({ score });
    });

    it.each([
      ['an answer without it', JSON.stringify([entry('example.net')])],
      ['an answer that was cut', '[{"domainName":"example.com","tl'],
      ['a refusal', '{"error":"no"}'],
      ['nothing', ''],
      [
        'two that contradict each other',
        JSON.stringify([
          { ...entry('example.com'), isAvailable: true },
          { ...entry('example.com'), isAvailable: false },
        ]),
      ],
    ])('is none in %s', (_case, answer) => expect(resultIn(answer, 'example.com', 'com')).toBeNull());
  });

  describe('fields', () => {
    it('every field of a result is listed by its path, the empty ones too', () => {
      expect(fieldsOf({ a: 'x', b: { c: [1, null], d: {} }, e: true })).toEqual([
        { path: 'a', value: 'x' },
        { path: 'b.c.0', value: '1' },
        { path: 'b.c.1', value: 'null' },
        { path: 'b.d', value: '{}' },
        { path: 'e', value: 'true' },
      ]);
    });

    it('the list keeps within what may cross to the page', () => {
      const fields = fieldsOf(
        Object.fromEntries(
          Array.from({ length: 3_000 }, (_, n) => [`k${n}`.padEnd(600, 'x'), 'y'.repeat(5_000)]),
        ),
      );
      expect(fields).toHaveLength(2_000);
      expect(fields[0]?.path).toHaveLength(500);
      expect(fields[0]?.value).toHaveLength(4_000);
    });
  });

  it.each<[string, JsonObject]>([
    [
      'words of any length',
      { domainErrorMessage: 'no '.repeat(50_000), error: { deep: ['x'.repeat(9_999)] } },
    ],
    ['words with control characters', { error: '\u0000\u001B[31mred\uD800 \u202Egnp' }],
    [
      'a price of any length',
      { pricing: { 1: { register: '9'.repeat(5_000), renew: `1.${'0'.repeat(99)}` } } },
    ],
    [
      'a price and a currency as long as they may be',
      {
        isPremium: true,
        premiumCostPricing: { register: `${'9'.repeat(20)}.${'9'.repeat(20)}`, currency: 'C'.repeat(16) },
      },
    ],
    ['a currency of any length', { pricing: { 1: { register: { price: '5', currency: 'C'.repeat(17) } } } }],
    [
      'prices of any number of periods',
      {
        pricing: Object.fromEntries(Array.from({ length: 2_000 }, (_, period) => [period, { register: 1 }])),
      },
    ],
    ['values of other kinds', { isAvailable: [true], status: {}, error: 7, pricing: 'no', isPremium: null }],
  ])('can be stored and read again, whatever the service answers: %s', (_name, result) => {
    const name = { label: 'a'.repeat(63), tld: 'com', asciiTld: 'com', domain: `${'a'.repeat(63)}.com` };
    const found = findingOf(name, result, '2026-02-21T14:00:00.000Z');
    expect(finding.safeParse(found).error).toBeUndefined();
  });

  describe('C17, client mistake 8: what a lookup result says', () => {
    const free = {
      isAvailable: true,
      isValidDomain: true,
      isPremium: false,
      status: 'available for registration',
    };

    it.each<[string, JsonObject, FindingKind]>([
      ['a published available one', free, 'available'],
      ['available, validity not given', { isAvailable: true }, 'available'],
      ['available and premium', { ...free, isPremium: true }, 'premium'],
      ['premium in PHP’s way', { ...free, isPremium: '1' }, 'premium'],
      ['not premium in PHP’s way', { ...free, isPremium: '' }, 'available'],
      ['premium by its prices alone', { isAvailable: true, premiumCostPricing: { register: 9 } }, 'premium'],
      ['empty premium prices', { isAvailable: true, premiumCostPricing: [] }, 'available'],
      ['a published reserved one', { ...free, isAvailable: false, status: 'reserved' }, 'reserved'],
      ['not available', { ...free, isAvailable: false, status: 'registered' }, 'taken'],
      ['not available, whatever the status claims', { ...free, isAvailable: false }, 'taken'],
      ['H22 reserved in other letters', { isAvailable: false, status: 'Reserved' }, 'reserved'],
      ['H22 reserved in capitals, with blanks', { isAvailable: false, status: ' RESERVED ' }, 'reserved'],
      ['H22 reserved in words, which is no state', { isAvailable: false, status: 'not reserved' }, 'taken'],
      ['invalid', { ...free, isAvailable: false, isValidDomain: false }, 'invalid'],
      ['invalid though available', { ...free, isValidDomain: false }, 'invalid'],
      ['the text "true"', { ...free, isAvailable: 'true' }, 'unknown'],
      ['the text "1"', { ...free, isAvailable: '1' }, 'unknown'],
      ['the number 1', { ...free, isAvailable: 1 }, 'unknown'],
      ['the number 0', { ...free, isAvailable: 0 }, 'unknown'],
      ['null', { ...free, isAvailable: null }, 'unknown'],
      [
        'no decision, though the status text says available',
        { status: 'available for registration' },
        'unknown',
      ],
      ['no decision, though legacyStatus says available', { legacyStatus: 'available' }, 'unknown'],
      ['available with a validity that is no boolean', { ...free, isValidDomain: 'true' }, 'unknown'],
      ['available with a null validity', { ...free, isValidDomain: null }, 'unknown'],
      ['available with an error', { ...free, error: 'Registry timeout' }, 'unknown'],
      ['nothing at all', {}, 'unknown'],
      ['H22 available though registered', { ...free, isRegistered: true }, 'unknown'],
      ['H22 available though registered in PHP’s way', { ...free, isRegistered: '1' }, 'unknown'],
      ['H22 available and not registered', { ...free, isRegistered: false }, 'available'],
      ['H22 a status text that contradicts decides nothing', { ...free, status: 'registered' }, 'available'],
      ['H22 available beside a state of error', { ...free, legacyStatus: 'error' }, 'unknown'],
      [
        'H22 available, with a message about it',
        { ...free, domainErrorMessage: 'Premium group B' },
        'available',
      ],
      ['H22 available, as registries say it', { ...free, domainErrorMessage: 'No Data Found' }, 'available'],
      [
        'H22 available (premium) in words',
        { ...free, status: 'available (premium)', group: 'premium' },
        'available',
      ],
    ])('%s', (_name, result, kind) => {
      expect(decide(result).kind).toBe(kind);
    });

    const not = { isAvailable: false, isValidDomain: true, isRegistered: false, legacyStatus: 'unavailable' };

    it.each([
      ...[
        'unknown',
        'Unknown',
        'tld not supported',
        'error',
        'unsupported',
        'timeout',
        'timed out',
        'failed',
      ],
      ...[
        'Connection timed out',
        'Lookup provider did not respond',
        'No WHOIS server',
        'could not be checked',
      ],
      ...[
        'Unable to connect',
        'registry is unavailable',
        'Rate limit exceeded',
        'Please try again',
        'unbekannt',
      ],
      ...['Zeitüberschreitung', 'Erreur inconnue', 'desconocido', 'Fehlermeldung der Registry', 'ошибка'],
    ])('H22 is unknown, with the words, where it says “%s”', (words) => {
      const name = { label: 'x', tld: 'com', asciiTld: 'com', domain: 'x.com' };
      for (const member of ['status', 'legacyStatus', 'domainErrorMessage'])
        for (const flags of [not, free])
          expect(findingOf(name, { ...flags, [member]: words }, '2026-02-21T14:00:00.000Z')).toMatchObject({
            kind: 'unknown',
            cause: 'error-in-answer',
            message: words,
          });
      // What is registered or reserved stays so, whatever else failed.
      expect(decide({ ...not, isRegistered: true, domainErrorMessage: words }).kind).toBe('taken');
      expect(decide({ ...not, status: 'reserved', domainErrorMessage: words }).kind).toBe('reserved');
    });

    it.each([
      'Collateral of a bank',
      'A quotation was sent',
      'Interconnection partners hold it',
      'Held by Nofailsafe',
      'Sold by Nochangedeadlinestd',
      'poultryretryst',
    ])('H23 a word of doubt inside of another word is none: “%s”', (words) => {
      for (const member of ['status', 'legacyStatus', 'domainErrorMessage'])
        expect(decide({ ...not, [member]: words }).kind, member).toBe('taken');
    });

    it.each(['later.com', 'error-free.com', 'quota.unknown.example', 'Try again.com'])(
      'H23 a word of doubt in the very name is none: %s',
      (domainName) => {
        const taken = { ...not, domainName, domainErrorMessage: `${domainName.toUpperCase()} is registered` };
        expect(decide(taken).kind).toBe('taken');
        const failed = { ...taken, domainErrorMessage: `${domainName}: lookup failed` };
        expect(decide(failed)).toEqual({ kind: 'unknown', cause: 'error-in-answer' });
      },
    );

    it.each([
      'LookupTimeoutException',
      'ConnectionTimedOut',
      'lookup_failed',
      'It didn’t respond',
      'Webserver is down',
    ])('H23 a word of doubt in a name of a program is one: “%s”', (words) =>
      expect(decide({ ...not, domainErrorMessage: words }).kind).toBe('unknown'),
    );

    it.each([
      ...[
        'unavailable',
        'registered',
        'taken',
        'not available',
        'Domain cannot be registered',
        'Already registered',
      ],
      ...[
        'vergeben',
        'blocked by the registry',
        'premium',
        'in redemption period',
        'belegt',
        'indisponible',
        '',
      ],
    ])('H22 stays taken where it says “%s”', (words) => {
      for (const member of ['status', 'legacyStatus', 'domainErrorMessage'])
        expect(decide({ ...not, [member]: words }).kind).toBe('taken');
    });

    it.each<[string, Json]>([
      ['prices', { register: '2500.00', renew: '2500.00', CurrencyCode: 'USD' }],
      ['a price to renew', { renew: 35 }],
      ['prices in an array', [{ register: '2500.00' }]],
      ['an array of something', [1]],
      ['a text', '2500.00'],
      ['prices that cannot be read', { register: 'on request' }],
    ])('H22 %s under premiumCostPricing make it premium, whatever the flag', (_name, premiumCostPricing) => {
      for (const isPremium of [false, 0, '0', '', 'false', null])
        expect(decide({ ...free, isPremium, premiumCostPricing }).kind).toBe('premium');
      expect(decide({ isAvailable: true, premiumCostPricing }).kind).toBe('premium');
      const prices = pricesOf({ ...free, premiumCostPricing, pricing: { '1': { register: '9.99' } } }, true);
      expect(JSON.stringify(prices)).not.toContain('9.99');
    });

    it.each<[string, Json]>([
      ['nothing', []],
      ['an empty object', {}],
      ['empty prices', { register: '', renew: {}, transfer: null }],
      ['zeros', { register: '0.00', renew: 0, CurrencyCode: 'USD' }],
      ['a currency alone', { CurrencyCode: 'USD' }],
      ['PHP’s false', false],
    ])('H22 %s there does not', (_name, premiumCostPricing) => {
      expect(decide({ ...free, premiumCostPricing }).kind).toBe('available');
    });

    it.each([
      '"isAvailable":false,"isAvailable":true',
      '"isAvailable":true,"isAvailable":false',
      '"isAvailable":true,"status":"x","status":"y"',
      '"isAvailable":true,"pricing":{"1":{"register":"9.99","register":"1.00"}}',
      '"isAvailable":true,"is\\u0041vailable":true',
    ])('H22 is unknown where it gives a member twice: %s', (members) => {
      const parsed = parseJson(`[{"domainName":"example.com",${members}}]`);
      const [entry] = parsed.ok ? (listIn(parsed.value) ?? []) : [];
      expect(decide(isObject(entry) ? entry : {})).toEqual({ kind: 'unknown', cause: 'no-decision' });
    });

    it('says why it is unknown', () => {
      expect(decide({ error: 'x' }).cause).toBe('error-in-answer');
      expect(decide({}).cause).toBe('no-decision');
      expect(decide(free).cause).toBeNull();
    });
  });
});

describe('lookup', () => {
  const at = '2026-03-01T10:00:00.000Z';

  function judged(body: Json, tlds: readonly string[] = ['com', 'co.uk'], label = 'example') {
    const judgement = lookup.judge(body, { label, tlds }, at);
    if (judgement.kind !== 'success') throw new Error(judgement.kind);
    return judgement.value;
  }

  const kinds = (body: Json, tlds?: readonly string[], label?: string) =>
    judged(body, tlds, label).findings.map(({ finding }) => finding.kind);

  const free = { isAvailable: true, isValidDomain: true };

  describe('the look-up request', () => {
    const sent = (label: string, tlds: readonly string[], premiumEnabled = false): string | null => {
      const call = lookup.ask({ label, tlds }, { ...defaultAccountOptions, premiumEnabled });
      return call.ok ? encodeForm(call.value.form ?? []) : null;
    };

    it('C19 is the published one', () => {
      expect(sent('example', ['com'])).toBe('searchTerm=example&tldsToInclude%5B%5D=com&premiumEnabled=0');
    });

    it('C19 sends TLDs as given, the leading dot neither added nor taken away', () => {
      expect(sent('example', ['.com', 'co.uk'], true)).toBe(
        'searchTerm=example&tldsToInclude%5B%5D=.com&tldsToInclude%5B%5D=co.uk&premiumEnabled=1',
      );
    });

    it('sends an internationalised label as an A-label', () => {
      expect(sent('Bäckerei', ['de'])).toContain('searchTerm=xn--bckerei-5wa&');
    });

    it.each([
      ['no TLD, which might mean all of them', 'example', []],
      ['a full name', 'example.com', ['com']],
      ['nothing', '', ['com']],
      ['a space', 'a b', ['com']],
      ['a label that is too long', 'a'.repeat(64), ['com']],
    ])('is refused before it is sent with %s', (_name, label, tlds) => {
      expect(sent(label, tlds)).toBeNull();
    });

    it.each([
      ['.com', 'without-dot', 'com'],
      ['com', 'with-dot', '.com'],
      ['.co.uk', 'with-dot', '.co.uk'],
    ] as const)('%s %s is %s', (tld, notation, written) => {
      expect(inNotation(tld, notation)).toBe(written);
    });
  });

  describe('the look-up answer', () => {
    it('has one finding for each TLD asked, in their order, with the whole result behind it', () => {
      const results = [
        { domainName: 'example.co.uk', tld: 'co.uk', isAvailable: false, status: 'registered' },
        { domainName: 'example.com', tld: 'com', ...free },
      ];
      const { findings, notes } = judged(results);
      expect(findings.map(({ finding }) => finding)).toMatchObject([
        { domain: 'example.com', tld: 'com', kind: 'available', cause: null, checkedAt: at },
        { domain: 'example.co.uk', tld: 'co.uk', kind: 'taken', cause: null, checkedAt: at },
      ]);
      expect(findings.map(({ result }) => result)).toEqual([results[1], results[0]]);
      expect(notes).toEqual([]);
    });

    it.each<[string, Json, string]>([
      ['domainName', { domainName: 'example.com' }, 'com'],
      ['domainName in capitals with a final dot', { domainName: 'EXAMPLE.COM.' }, 'com'],
      ['idnDomainName', { idnDomainName: 'example.com' }, 'com'],
      ['the label as domainName and a tld', { domainName: 'example', tld: '.com' }, 'com'],
      ['sld and tld', { sld: 'example', tld: 'co.uk' }, '.co.uk'],
      ['tld alone', { tld: 'com' }, '.com'],
      ['tld with a dot', { tld: '.com' }, 'com'],
      ['tldNoDots', { tldNoDots: 'couk' }, 'co.uk'],
    ])('is matched by %s', (_name, entry, tld) => {
      expect(kinds([{ ...Object(entry), ...free } as Json], [tld])).toEqual(['available']);
    });

    it.each([
      ['Unicode', 'bäckerei.de'],
      ['A-labels', 'xn--bckerei-5wa.de'],
    ])('matches an internationalised name in %s', (_name, domainName) => {
      expect(kinds([{ domainName, ...free }], ['de'], 'bäckerei')).toEqual(['available']);
    });

    it.each<[string, Json]>([
      ['another name', { domainName: 'other.com', tld: 'com' }],
      ['another TLD', { domainName: 'example.net', tld: 'com' }],
      ['another label', { sld: 'other', tld: 'com' }],
      ['a TLD that nobody asked for', { tld: 'net' }],
      ['nothing that names it', {}],
    ])('is never matched by %s', (_name, entry) => {
      const { findings, notes } = judged([{ ...Object(entry), ...free } as Json], ['com']);
      expect(findings[0]?.finding).toMatchObject({ kind: 'unknown', cause: 'not-in-answer' });
      expect(notes).toMatchObject([{ kind: 'stray' }]);
    });

    it('does not guess when a TLD without dots may be two', () => {
      expect(kinds([{ tldNoDots: 'couk', ...free }], ['co.uk', 'couk'])).toEqual(['unknown', 'unknown']);
    });

    it('client mistake 8: a TLD without an answer is unknown', () => {
      expect(kinds([{ domainName: 'example.com', ...free }])).toEqual(['available', 'unknown']);
      expect(kinds([])).toEqual(['unknown', 'unknown']);
    });

    it('a duplicate is noted, and a contradiction answers nothing', () => {
      const yes = { domainName: 'example.com', ...free };
      const no = { domainName: 'example.com', isAvailable: false };
      expect(judged([yes, yes], ['com'])).toMatchObject({
        findings: [{ finding: { kind: 'available' } }],
        notes: [{ kind: 'duplicate', text: 'example.com' }],
      });
      expect(judged([yes, no, yes], ['com'])).toMatchObject({
        findings: [{ finding: { kind: 'unknown', cause: 'no-decision' }, result: null }],
        notes: [{ kind: 'contradiction' }, { kind: 'contradiction' }],
      });
    });

    it('a TLD asked twice is answered twice', () => {
      expect(kinds([{ domainName: 'example.com', ...free }], ['com', '.com'])).toEqual([
        'available',
        'available',
      ]);
    });

    it('strings and errors among the results are noted, not taken for results', () => {
      const { findings, notes } = judged([
        'Registry down',
        { error: 'No route' },
        null,
        5,
        [],
        { domainName: 'example.com', ...free },
      ]);
      expect(findings.map(({ finding }) => finding.kind)).toEqual(['available', 'unknown']);
      expect(notes.map(({ kind, text }) => `${kind}:${text}`)).toEqual([
        'error:Registry down',
        'error:No route',
        'stray:',
        'stray:',
        'stray:',
      ]);
    });

    it('an error that names its domain is that domain’s', () => {
      expect(
        judged([{ domainName: 'example.com', error: 'Registry <b>down</b>' }], ['com']).findings[0]?.finding,
      ).toMatchObject({
        kind: 'unknown',
        cause: 'error-in-answer',
        message: 'Registry down',
      });
    });

    it('an invalid name has the service’s reason', () => {
      const entry = {
        domainName: 'example.com',
        isAvailable: false,
        isValidDomain: false,
        domainErrorMessage: 'Too short',
      };
      expect(judged([entry], ['com']).findings[0]?.finding).toMatchObject({
        kind: 'invalid',
        message: 'Too short',
      });
    });

    it.each<[string, Json]>([
      [
        'an object with numeric names, as PHP writes an array with gaps',
        { '1': { domainName: 'example.com', ...free } },
      ],
      ['one bare result', { domainName: 'example.com', ...free }],
    ])('may be %s', (_name, body) => {
      expect(kinds(body, ['com'])).toEqual(['available']);
    });

    it.each<[string, Json]>([
      ['a string', 'success'],
      ['null', null],
      ['an empty object', {}],
      ['an object of something else', { results: [] }],
    ])('is unclear when it is %s', (_name, body) => {
      expect(lookup.judge(body, { label: 'example', tlds: ['com'] }, at).kind).toBe('unclear');
    });
  });
});
