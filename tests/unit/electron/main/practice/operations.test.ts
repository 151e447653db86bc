import { describe, expect, it } from 'vitest';
import {
  contactFields,
  contactRoles,
  dayOf,
  daysAfter,
  startingDomains,
  yearsAfter,
} from '../../../../../electron/main/practice/account.ts';
import { asciiName, type Finding, tldOf } from '../../../../../electron/main/practice/findings.ts';
import { isAddress, isHost } from '../../../../../electron/main/practice/operations/domains.ts';
import { resultOf, resultText } from '../../../../../electron/main/practice/operations/lookup.ts';
import { operations, routeOf } from '../../../../../electron/main/practice/operations/table.ts';
import {
  createAuthenticator,
  decimal,
  json,
  listOf,
  nestedOf,
  readForm,
  textOf,
  tokenAt,
  utcHour,
} from '../../../../../electron/main/practice/wire.ts';

describe('operations', () => {
  describe('a host', () => {
    it.each(['ns1.example.net', 'a.b', '1.2.example', 'xn--bcher-kva.example', `${'a'.repeat(63)}.example`])(
      'is %s',
      (text) => expect(isHost(text)).toBe(true),
    );

    it.each([
      '',
      'ns1',
      '.example',
      'example.',
      '-a.example',
      'a-.example',
      'a_b.example',
      'NS1.example',
      'ä.example',
    ])('is not %j', (text) => expect(isHost(text)).toBe(false));

    it('is not longer than 253 characters or 63 a label', () => {
      expect([`${'a'.repeat(64)}.example`, `${'a.'.repeat(126)}aa`].map(isHost)).toEqual([false, false]);
    });
  });

  describe('an address', () => {
    it.each(['192.0.2.1', '0.0.0.0', '255.255.255.255', '2001:db8::1', '::1', '::ffff:192.0.2.1'])(
      'is %s',
      (text) => expect(isAddress(text)).toBe(true),
    );

    it.each([
      '',
      '192.0.2',
      '192.0.2.256',
      '192.0.2.1.1',
      '2001:db8',
      '1::2::3',
      '[::1]',
      '::1%eth0',
      'a:b',
      '::1]:80/[',
    ])('is not %j', (text) => expect(isAddress(text)).toBe(false));
  });

  describe('resultText', () => {
    const labels = [
      ['plain', 'plain'],
      ['xn--bcher-kva', 'bücher'],
      ['xn--r8jz45g', '例え'],
      ['priced-name', 'priced-name'],
    ] as const;
    const findings: readonly Finding[] = ['available', 'premium', 'reserved', 'taken'];

    it.each(
      labels.flatMap(([ascii, unicode]) => findings.map((finding) => [ascii, finding, unicode] as const)),
    )('is the JSON of the result in ASCII: %s, %s', (ascii, finding, unicode) => {
      const label = { isValid: true, ascii, unicode } as const;
      for (const tld of ['co.uk', 'com', 'co.uk']) {
        const text = resultText(label, tld, finding, ascii.startsWith('priced'));
        expect(text).toMatch(/^[ -~]+$/);
        expect(JSON.parse(text)).toEqual(resultOf(label, tld, finding));
      }
    });
  });

  describe('the portfolio to start with', () => {
    const domains = [...startingDomains(new Date('2026-02-21T12:00:00Z')).values()];

    it('has ten domains and more, each a name under a TLD that can be ordered', () => {
      expect(domains.length).toBeGreaterThanOrEqual(10);
      expect(domains.filter(({ name }) => asciiName(name) !== name || tldOf(name) === undefined)).toEqual([]);
    });

    it('has locked and unlocked ones, an expired one and an IDN', () => {
      expect(new Set(domains.map(({ isLocked }) => isLocked))).toEqual(new Set([true, false]));
      expect(domains.filter(({ expiryOn }) => expiryOn < '2026-02-21')).toHaveLength(1);
      expect(domains.filter(({ name }) => name.startsWith('xn--'))).toHaveLength(1);
    });

    it('has two nameservers and four roles of ten fields for each', () => {
      for (const { nameservers, contacts } of domains) {
        expect(nameservers).toHaveLength(2);
        expect(Object.keys(contacts)).toEqual(contactRoles);
        expect(Object.values(contacts).map(Object.keys)).toEqual(contactRoles.map(() => contactFields));
      }
    });

    it('names nobody that exists: every e-mail address is under .example', () => {
      const addresses = domains.map(({ contacts }) => contacts.Registrant.Email);
      expect(addresses.filter((address) => !address.endsWith('.example'))).toEqual([]);
    });
  });

  describe('days', () => {
    it.each([
      ['2026-02-21', 1, '2027-02-21'],
      ['2026-12-31', 10, '2036-12-31'],
      ['2028-02-29', 1, '2029-02-28'],
      ['2028-02-29', 4, '2032-02-29'],
      ['2026-01-31', 1, '2027-01-31'],
    ])('%s and %i years is %s', (day, years, expected) => {
      expect(yearsAfter(day, years)).toBe(expected);
    });

    it('are counted in UTC', () => {
      const at = new Date('2026-02-28T23:30:00Z');
      expect([dayOf(at), daysAfter(at, 1), daysAfter(at, -59)]).toEqual([
        '2026-02-28',
        '2026-03-01',
        '2025-12-31',
      ]);
    });
  });
});

describe('wire', () => {
  describe('routeOf', () => {
    // Source: Domain Reseller API v2.2, "Endpoints".
    const documented = [
      ['POST', '/domains/lookup', ''],
      ['GET', '/billing/credits', ''],
      ['GET', '/tlds', ''],
      ['GET', '/version', ''],
      ['GET', '/domains/example.com/contact', 'example.com'],
      ['POST', '/domains/example.com/contact', 'example.com'],
      ['GET', '/domains/example.com/lock', 'example.com'],
      ['POST', '/domains/example.com/lock', 'example.com'],
      ['POST', '/order/domains/register', ''],
      ['POST', '/order/domains/renew', ''],
      ['GET', '/domains/example.com/eppcode', 'example.com'],
      ['POST', '/domains/example.com/sync', 'example.com'],
      ['GET', '/domains/example.com/nameservers', 'example.com'],
      ['POST', '/domains/example.com/nameservers', 'example.com'],
      ['POST', '/domains/example.com/nameservers/register', 'example.com'],
      ['POST', '/domains/example.com/nameservers/modify', 'example.com'],
      ['POST', '/domains/example.com/nameservers/delete', 'example.com'],
    ] as const;

    it.each(documented)('knows %s %s', (method, path, domain) => {
      expect(routeOf(method, path)).toMatchObject({ domain });
    });

    it('gives each documented path an operation of its own, and has no others', () => {
      const found = documented.map(([method, path]) => routeOf(method, path)?.operation);
      expect(new Set(found)).toEqual(new Set(operations));
      expect(found).toHaveLength(17);
    });

    it.each([
      ['an escaped name', '/domains/b%C3%A4cker.de/lock', 'bäcker.de'],
      ['a name that is called lookup', '/domains/lookup/lock', 'lookup'],
      ['an escaped slash inside of the name', '/domains/a%2Fb/lock', 'a/b'],
    ])('decodes %s', (_case, path, domain) => {
      expect(routeOf('GET', path)).toMatchObject({ operation: 'lock-read', domain });
    });

    it.each([
      ['GET', '/order/domains/register'],
      ['PUT', '/tlds'],
      ['get', '/tlds'],
      ['GET', '/TLDs'],
      ['GET', '/tlds/'],
      ['GET', ''],
      ['GET', '/domains//lock'],
      ['GET', '/domains/example.com'],
      ['GET', '/domains/example.com/lock/'],
      ['GET', '/domains/{domain}/lock/x'],
      ['GET', '/domains/%/lock'],
    ])('has nothing at %s %j', (method, path) => {
      expect(routeOf(method, path)).toBeNull();
    });
  });

  describe('form', () => {
    const mediaType = 'application/x-www-form-urlencoded';
    const read = (body: string) => readForm(body, mediaType) ?? {};

    describe('readForm', () => {
      it.each([
        ['a list', 'a[]=1&a[]=2', { a: ['1', '2'] }],
        ['a list of one', 'a[]=1', { a: ['1'] }],
        ['escaped brackets', 'a%5B%5D=1&a%5b%5d=2', { a: ['1', '2'] }],
        ['nested members', 'a[B][c d]=1&a[B][e]=', { a: { B: { 'c d': '1', e: '' } } }],
        ['letters of both cases apart', 'a[R]=1&a[r]=2', { a: { R: '1', r: '2' } }],
        ['a plus and an escape', 'a=b+c%20d%2B', { a: 'b c d+' }],
        ['UTF-8', 'a=%C3%A4%F0%9F%8C%8A', { a: 'ä🌊' }],
        ['an empty value and none at all', 'a=&b', { a: '', b: '' }],
        ['the last of a repeated key', 'a=1&a=2', { a: '2' }],
        ['a dot as part of a name', 'a.b=1', { 'a.b': '1' }],
        [
          'a member named like one of every object',
          'a[__proto__][x]=1&constructor=2',
          { a: {}, constructor: '2' },
        ],
      ])('reads %s', (_case, body, form) => {
        expect(JSON.parse(JSON.stringify(read(body)))).toEqual(form);
      });

      it('reads a list of two thousand and no more', () => {
        const list = (length: number): string =>
          Array.from({ length }, (_, index) => `a[]=${index}`).join('&');
        expect(listOf(read(list(2_000)), 'a')).toHaveLength(2_000);
        expect(readForm(list(2_001), mediaType)).toBeNull();
      });

      it.each([
        ['levels that no operation has', 'a[b][c][d][e]=1', mediaType],
        ['another media type', 'a=1', 'application/json'],
        ['no media type', 'a=1', undefined],
      ])('is null for %s', (_case, body, type) => {
        expect(readForm(body, type)).toBeNull();
      });

      it.each([`${mediaType}; charset=UTF-8`, 'Application/X-WWW-Form-Urlencoded'])('takes %s', (type) => {
        expect(readForm('a=1', type)).toEqual({ a: '1' });
      });

      it('is empty for an empty body of any media type', () => {
        expect(readForm('', undefined)).toEqual({});
      });
    });

    describe('the fields of a form', () => {
      const form = read('text=+x+&list[]=a&list[]=b&nested[in]=1');

      it('are texts without the white space around them, or empty', () => {
        expect(['text', 'list', 'nested', 'none'].map((name) => textOf(form, name))).toEqual([
          'x',
          '',
          '',
          '',
        ]);
      });

      it('are lists, one text being a list of one', () => {
        expect(['text', 'list', 'nested', 'none'].map((name) => listOf(form, name))).toEqual([
          [' x '],
          ['a', 'b'],
          [],
          [],
        ]);
      });

      it('are nested, or empty', () => {
        expect(['text', 'list', 'nested', 'none'].map((name) => ({ ...nestedOf(form, name) }))).toEqual([
          {},
          {},
          { in: '1' },
          {},
        ]);
      });
    });
  });

  describe('answer', () => {
    it('escapes every character beyond ASCII, and nothing else', () => {
      const value = { name: 'Lübeck 🌊', text: '"\\ \u007f\u0080\uffff' };
      const { body } = json(value);
      expect(body).toContain('L\\u00fcbeck \\ud83c\\udf0a');
      expect(body).toMatch(/^[\u0000-\u007f]*$/);
      expect(JSON.parse(body)).toEqual(value);
    });
  });

  describe('money', () => {
    it.each([
      [50_000, '500.00'],
      [47_902, '479.02'],
      [10, '0.10'],
      [5, '0.05'],
      [0, '0.00'],
    ])('writes %i cents as %s', (cents, text) => {
      expect(decimal(cents)).toBe(text);
    });
  });
});

describe('token', () => {
  // Source: the field notes on the API, "Transport and authentication".
  const vectors = [
    [
      'reseller@example.com',
      '1234567890QWERTYUIOPASDFGHJKLZXCVBNM',
      '26-02-21 14',
      'OWU0NjcxNTllNTYyYTM4NGYzZDIzMTgzZWJhNzAzN2M3YWJiYjJiYmUzYmFiMTdlYjUyNmIxYjVkOTlhZjM1Ng==',
    ],
    [
      'test@example.com',
      'test-api-key',
      '25-12-31 23',
      'MDlmZmRiMGFhMDU1MDRhM2YzOTVhNmM3ZWM3NWM2MGZjMzYzNTJmYjE2NDdiMDIwYzE4OWYwZmQ5OWY4MTE4OQ==',
    ],
    [
      'test@example.com',
      'test-api-key',
      '26-01-01 00',
      'YWQ4OTZmYWU0ZDdlYzczZTQ4ZmUwNzA1YmZkMjZmY2JlNzdhYjZmMGM0N2RmYmE1YTQ4NGQ3YmE2NmRlYTUxMA==',
    ],
  ] as const;

  const instantIn = (hour: string, rest = '30:00.000'): Date =>
    new Date(`20${hour.replace(' ', 'T')}:${rest}Z`);

  describe('tokenAt', () => {
    it.each(vectors)(
      'makes the published token of %s, %s, in the hour %s',
      (username, apiKey, hour, token) => {
        expect(utcHour(instantIn(hour))).toBe(hour);
        expect(tokenAt(username, apiKey, instantIn(hour))).toBe(token);
      },
    );

    it.each(['00:00.000', '59:59.999'])('is the same throughout the hour: at %s', (rest) => {
      const [username, apiKey, hour, token] = vectors[1];
      expect(tokenAt(username, apiKey, instantIn(hour, rest))).toBe(token);
    });
  });

  describe('an authenticator', () => {
    const [, apiKey, , last] = vectors[1];
    const [username, , , first] = vectors[2];
    const lastInstant = new Date('2025-12-31T23:59:59.999Z');
    const firstInstant = new Date('2026-01-01T00:00:00.000Z');

    it.each([
      ['the token of the hour', last, lastInstant, true],
      ['the token of the next hour', first, lastInstant, false],
      ['the token of the hour before', last, firstInstant, false],
      ['the token of the new hour', first, firstInstant, true],
      ['a shorter token', first.slice(0, -1), firstInstant, false],
      ['an empty token', '', firstInstant, false],
      ['no token', undefined, firstInstant, false],
    ])('decides on %s', (_case, token, at, expected) => {
      expect(createAuthenticator(username, apiKey)(username, token, at)).toBe(expected);
    });

    it.each(['Test@example.com', '', undefined])('refuses the username %j', (other) => {
      expect(createAuthenticator(username, apiKey)(other, last, lastInstant)).toBe(false);
    });

    it('goes with the clock in both directions', () => {
      const authenticate = createAuthenticator(username, apiKey);
      const decisions = [lastInstant, firstInstant, lastInstant].map((at) =>
        authenticate(username, last, at),
      );
      expect(decisions).toEqual([true, false, true]);
    });
  });
});
