import fc from 'fast-check';
import qs from 'qs';
import { describe, expect, it } from 'vitest';
import { joinPath, parseBaseUrl } from '../../../../../electron/main/reseller/base-url.ts';
import { canHaveLeft, stages } from '../../../../../electron/main/reseller/classify.ts';
import {
  encodeForm,
  type FormFields,
  isPlainName,
  secretsIn,
} from '../../../../../electron/main/reseller/form.ts';
import { createSigner, hourOf, signToken } from '../../../../../electron/main/reseller/sign.ts';
import { whyOf } from '../../../../../electron/main/reseller/transport/once.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { isOnTheWay } from '../../../../../shared/errors.ts';

/** Source: the field notes' table; the last one made with
 * `printf '%s' 'Kä/+with=odd"chars' | openssl dgst -sha256 -hmac 'bob+x@example.org:28-02-29 00'`, its hex through `base64`. */
const vectors = [
  [
    'the example of the field notes',
    'reseller@example.com',
    '1234567890QWERTYUIOPASDFGHJKLZXCVBNM',
    '26-02-21 14',
    'OWU0NjcxNTllNTYyYTM4NGYzZDIzMTgzZWJhNzAzN2M3YWJiYjJiYmUzYmFiMTdlYjUyNmIxYjVkOTlhZjM1Ng==',
  ],
  [
    'the last hour of a year',
    'test@example.com',
    'test-api-key',
    '25-12-31 23',
    'MDlmZmRiMGFhMDU1MDRhM2YzOTVhNmM3ZWM3NWM2MGZjMzYzNTJmYjE2NDdiMDIwYzE4OWYwZmQ5OWY4MTE4OQ==',
  ],
  [
    'the first hour of a year',
    'test@example.com',
    'test-api-key',
    '26-01-01 00',
    'YWQ4OTZmYWU0ZDdlYzczZTQ4ZmUwNzA1YmZkMjZmY2JlNzdhYjZmMGM0N2RmYmE1YTQ4NGQ3YmE2NmRlYTUxMA==',
  ],
  [
    'a key with non-ASCII and reserved characters',
    'bob+x@example.org',
    'Kä/+with=odd"chars',
    '28-02-29 00',
    'OTA0NDJkMmJhZDc0YTIxODYxZGY1ZmZiMTA1YzZiNWY1OWU4ODM1MWI1OGJiNDhjOGQ2NTUxMTNmMDI0Mjk1ZQ==',
  ],
] as const;

describe('the token', () => {
  it.each(vectors)('is the published expression for %s', (_name, username, key, hour, token) => {
    expect(signToken(username, new Secret(key), hour).reveal()).toBe(token);
  });

  it('Client mistake 1: has 88 characters, for the digest goes into Base64 as hexadecimal text', () => {
    expect(signToken('a@b.example', new Secret('k'), '26-01-01 00').reveal()).toHaveLength(88);
  });
});

describe('the hour', () => {
  it.each([
    ['two digits of the year', '2026-02-21T14:59:59.999Z', '26-02-21 14'],
    ['the first instant of the next hour', '2026-02-21T15:00:00.000Z', '26-02-21 15'],
    ['UTC where the local day is another', '2026-01-01T01:30:00+05:00', '25-12-31 20'],
    ['a century below ten', '2009-03-04T05:06:07Z', '09-03-04 05'],
  ])('Client mistake 1: has %s', (_name, at, hour) => {
    expect(hourOf(new Date(at))).toBe(hour);
  });
});

describe('a signer', () => {
  const key = new Secret('test-api-key');

  it('makes one token for an hour and hands the same one out again', () => {
    const sign = createSigner('test@example.com');
    expect(sign(key, '25-12-31 23')).toBe(sign(key, '25-12-31 23'));
  });

  it('B8, client mistake 1: never hands a token out for another hour', () => {
    const sign = createSigner('test@example.com');
    sign(key, '25-12-31 23');
    expect(sign(key, '26-01-01 00').reveal()).toBe(vectors[2][4]);
    expect(sign(key, '25-12-31 23').reveal()).toBe(vectors[1][4]);
  });

  it('makes a new token when the key was replaced', () => {
    const sign = createSigner('test@example.com');
    const before = sign(new Secret('old key'), '25-12-31 23');
    expect(sign(key, '25-12-31 23').reveal()).not.toBe(before.reveal());
  });
});

describe('C19 a form', () => {
  it.each<[string, FormFields, string]>([
    ['nothing', [], ''],
    [
      'the published look-up',
      [
        ['searchTerm', 'example'],
        ['tldsToInclude', ['com', 'net']],
        ['premiumEnabled', '0'],
      ],
      'searchTerm=example&tldsToInclude%5B%5D=com&tldsToInclude%5B%5D=net&premiumEnabled=0',
    ],
    [
      'the contact update: capital role, empty value kept',
      [
        [
          'contactdetails',
          [
            [
              'Registrant',
              [
                ['Contact_Name', 'A B'],
                ['Address_2', ''],
              ],
            ],
          ],
        ],
      ],
      'contactdetails%5BRegistrant%5D%5BContact_Name%5D=A+B&contactdetails%5BRegistrant%5D%5BAddress_2%5D=',
    ],
    [
      'a registration: lower-case role',
      [['contacts', [['registrant', [['firstname', 'Ada']]]]]],
      'contacts%5Bregistrant%5D%5Bfirstname%5D=Ada',
    ],
    ['a leading dot', [['tldsToInclude', ['.com']]], 'tldsToInclude%5B%5D=.com'],
    ['non-ASCII text as UTF-8', [['City', 'Köln']], 'City=K%C3%B6ln'],
    ['what separates', [['a', 'x&y=z+%']], 'a=x%26y%3Dz%2B%25'],
    ['what stays as it is', [['a', "*-._~!'()"]], 'a=*-._%7E%21%27%28%29'],
    [
      'an order of its own',
      [
        ['b', '1'],
        ['2', '2'],
        ['a', '3'],
        ['1', '4'],
      ],
      'b=1&2=2&a=3&1=4',
    ],
    ['a new line', [['a', 'x\r\ny']], 'a=x%0D%0Ay'],
    [
      'an empty array, which has no bytes',
      [
        ['a', []],
        ['b', '1'],
      ],
      'b=1',
    ],
    ['a secret', [['Email', new Secret('a@b.example')]], 'Email=a%40b.example'],
  ])('encodes %s byte for byte', (_name, fields, bytes) => {
    expect(encodeForm(fields)).toBe(bytes);
  });

  const name = fc.stringMatching(/^[A-Za-z][A-Za-z_]{1,8}$/).filter((text) => !(text in Object.prototype));
  const text = fc.string({ unit: 'grapheme', maxLength: 30 });

  it('is read back unchanged by another implementation (qs)', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(name, fc.array(fc.tuple(name, text), { minLength: 1, maxLength: 4 })), {
          selector: ([role]) => role,
          maxLength: 4,
        }),
        (roles) => {
          const unique = roles.map(([role, fields]) => [role, [...new Map(fields)]] as const);
          const read = qs.parse(encodeForm([['contactdetails', unique]]), { depth: 5 });
          const expected = Object.fromEntries(
            unique.map(([role, fields]) => [role, Object.fromEntries(fields)]),
          );
          expect(read['contactdetails'] ?? {}).toEqual(expected);
        },
      ),
    );
  });
});

describe('names and secrets of a form', () => {
  it.each([
    ['Contact_Name', true],
    ['First Name', true],
    ['', false],
    ['a]b', false],
    ['a[b', false],
  ])('the name “%s” can be told from nesting: %s', (given, plain) => {
    expect(isPlainName(given)).toBe(plain);
  });

  it('finds the secrets at every depth', () => {
    const [first, second] = [new Secret('1'), new Secret('2')];
    expect(
      secretsIn([
        ['a', first],
        ['b', ['x']],
        ['c', [['d', [['e', second]]]]],
      ]),
    ).toEqual([first, second]);
  });
});

describe('C15 the base URL', () => {
  it.each([
    ['https', 'https://api.example.com', 'https://api.example.com'],
    [
      'a path that ends in .php',
      'https://h.example/modules/addons/DomainsReseller/api/index.php',
      'https://h.example/modules/addons/DomainsReseller/api/index.php',
    ],
    ['final slashes, which go', ' https://h.example/api// ', 'https://h.example/api'],
    ['a port', 'https://h.example:8443/api', 'https://h.example:8443/api'],
    ['http on 127.0.0.1', 'http://127.0.0.1:8080/api', 'http://127.0.0.1:8080/api'],
    ['http on another loopback address', 'http://127.9.9.9/', 'http://127.9.9.9'],
    ['http on [::1]', 'http://[::1]:99/x', 'http://[::1]:99/x'],
    ['http on localhost', 'http://localhost:8080', 'http://localhost:8080'],
  ])('lets through %s', (_name, text, url) => {
    expect(parseBaseUrl(text)).toEqual({ ok: true, value: url });
  });

  it.each([
    ['no URL', 'api.example.com', 'not a URL'],
    ['nothing', '', 'not a URL'],
    ['another scheme', 'ftp://h.example', 'must begin with https'],
    ['a file', 'file:///etc/passwd', 'must begin with https'],
    ['http on another host', 'http://h.example/api', 'so your key is encrypted'],
    ['http on a name that begins like loopback', 'http://127.0.0.1.example.com/', 'so your key is encrypted'],
    ['http on a name below localhost', 'http://localhost.example.com/', 'so your key is encrypted'],
    ['http on an address of the private network', 'http://10.0.0.1/', 'so your key is encrypted'],
    ['http on the unspecified address', 'http://0.0.0.0/', 'so your key is encrypted'],
    ['a user name', 'https://me@h.example/', 'password'],
    ['a password', 'https://me:pw@h.example/', 'password'],
    ['a query', 'https://h.example/?a=1', 'query'],
    ['an empty query', 'https://h.example/?', 'query'],
    ['a fragment', 'https://h.example/#a', 'fragment'],
  ])('refuses %s with the reason', (_name, text, reason) => {
    expect(parseBaseUrl(text)).toMatchObject({
      ok: false,
      error: { kind: 'invalid-input', field: 'baseUrl', reason: expect.stringContaining(reason) as string },
    });
  });
});

describe('a path', () => {
  const base = parseBaseUrl('https://h.example/api/index.php');

  it('is appended to the base, not resolved against it', () => {
    if (!base.ok) throw new Error('The base is a good one');
    expect(joinPath(base.value, ['domains', 'example.com', 'lock'])).toBe(
      'https://h.example/api/index.php/domains/example.com/lock',
    );
  });

  it('keeps a segment one segment', () => {
    if (!base.ok) throw new Error('The base is a good one');
    expect(joinPath(base.value, ['domains', 'a/../b?c#d'])).toBe(
      'https://h.example/api/index.php/domains/a%2F..%2Fb%3Fc%23d',
    );
  });
});

describe('why a single sending failed', () => {
  const codes = [
    'ENETUNREACH',
    'EHOSTUNREACH',
    'ENETDOWN',
    'ETIMEDOUT',
    'ECONNREFUSED',
    'EPROTO',
    'ECONNRESET',
  ];
  const failed = (code: string): Error => Object.assign(new Error('socket'), { code });

  it.each(stages.filter(canHaveLeft))(
    'is never that the way was not there, once it was at "%s", whatever the system calls it',
    (stage) => {
      for (const code of codes) expect(whyOf(failed(code), stage)).toBe('connection-lost');
    },
  );

  it.each([
    ['dns', 'ENETUNREACH', 'offline'],
    ['tcp', 'ETIMEDOUT', 'connect-timeout'],
    ['tls', 'EPROTO', 'tls-failed'],
  ] as const)('is the system\'s word before: at "%s" %s is %s', (stage, code, why) => {
    expect(whyOf(failed(code), stage)).toBe(why);
    expect(isOnTheWay(why)).toBe(false);
  });
});
