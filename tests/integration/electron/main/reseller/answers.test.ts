import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import { ok } from '#shared/result.ts';
import { parseBaseUrl } from '../../../../../electron/main/reseller/base-url.ts';
import { createResellerClient, type ResellerClient } from '../../../../../electron/main/reseller/client.ts';
import { readReply, type RequestStats } from '../../../../../electron/main/reseller/reply.ts';
import { createTransport } from '../../../../../electron/main/reseller/transport.ts';
import { withText } from '../../../../../electron/main/reseller/transport/outcome.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { withNames } from '../../../../support/named-operations.ts';
import { type RawServer, startRawServer } from '../../../../support/raw-server/raw-server.ts';

const transport = createTransport();
afterAll(() => transport.close());

const running: RawServer[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
});

interface Answer {
  readonly body: string | Uint8Array;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A client of a service that answers everything so, over HTTP. */
async function clientAt({ body, status = 200, headers = {} }: Answer) {
  const bytes = Buffer.from(body);
  const head = Object.entries({ 'Content-Length': String(bytes.length), Connection: 'close', ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const server = await startRawServer(({ socket, request }) => {
    void request.then(() =>
      socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 ${status} X\r\n${head}\r\n`), bytes])),
    );
  });
  running.push(server);
  const base = parseBaseUrl(`${server.url}/api/index.php`);
  if (!base.ok) throw new Error('A loopback address is let through');
  const exchanges: RequestStats[] = [];
  const client: ResellerClient = createResellerClient({
    service: {
      baseUrl: base.value,
      username: 'a@b.example',
      options: { ...defaultAccountOptions, timeoutMs: 2_000 },
    },
    key: () => Promise.resolve(ok(new Secret('test-api-key'))),
    now: () => new Date('2026-03-01T10:30:00Z'),
    random: () => 0,
    sleep: () => Promise.resolve(),
    onDeviation: () => undefined,
    onExchange: (exchange) => exchanges.push(exchange),
    transport,
  });
  return { client: withNames(client), server, exchanges };
}

const domain = 'x.example';
const renewal = { domain, periodYears: 1 };

describe('content codings', () => {
  it('H24 none is asked for, by a read and by a write', async () => {
    for (const call of ['readCredits', 'renew'] as const) {
      const { client, server } = await clientAt({ body: '"1.00"' });
      await (call === 'renew' ? client.renew(renewal) : client.readCredits(null));
      expect(server.received()).toMatch(/^accept-encoding: identity\r$/im);
    }
  });

  const coded: readonly (readonly [named: string, coded: (text: string) => Uint8Array])[] = [
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['GZIP', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['identity', (text) => Buffer.from(text)],
    ['identity, gzip', gzipSync],
    ['deflate, gzip', (text) => gzipSync(deflateSync(text))],
    // Servers that name a coding and apply none, or name a charset there.
    ['gzip', (text) => Buffer.from(text)],
    ['utf-8', (text) => Buffer.from(text)],
  ];

  it.each(coded)('H24 one that comes is undone: %s', async (named, encode) => {
    const headers = { 'Content-Encoding': named };
    const read = await clientAt({ body: encode('"500.00"'), headers });
    expect(await read.client.readCredits(null)).toMatchObject({ ok: true, value: { amount: '500.00' } });
    const write = await clientAt({ body: encode('"success"'), headers });
    expect(await write.client.renew(renewal)).toMatchObject({ ok: true, outcome: 'done' });
    const list = await clientAt({
      body: encode('[{"domainName":"x.example","isAvailable":false}]'),
      headers,
    });
    const bytes = await list.client.lookupBytes({ label: 'x', tlds: ['example'] });
    expect(bytes.ok && JSON.parse(Buffer.from(bytes.value.bytes).toString())).toMatchObject([
      { isAvailable: false },
    ]);
  });

  it('H24 one that cannot be undone makes a write uncertain', async () => {
    for (const [named, body] of [
      ['zstd', gzipSync('"success"')],
      ['gzip', gzipSync('"success"').subarray(0, 20)],
      ['gzip, gzip, gzip', gzipSync(gzipSync(gzipSync('"success"')))],
    ] as const) {
      const { client } = await clientAt({ body, headers: { 'Content-Encoding': named } });
      expect(await client.renew(renewal)).toMatchObject({ ok: false, outcome: 'uncertain' });
    }
  });

  const bombs: readonly (readonly [named: string, encode: (bytes: Uint8Array) => Uint8Array])[] = [
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['gzip, gzip', (bytes) => gzipSync(gzipSync(bytes))],
  ];

  it.each(bombs)('H24 the limit of a body counts what it decodes to: %s', async (named, encode) => {
    const body = encode(Buffer.alloc(6 * 1024 * 1024, ' '));
    expect(body.length).toBeLessThan(20_000);
    const answer = { body, headers: { 'Content-Encoding': named } };
    const read = await clientAt(answer);
    expect(await read.client.readCredits(null)).toEqual({
      ok: false,
      error: { kind: 'unreadable', status: 200, why: 'too-large' },
    });
    const write = await clientAt(answer);
    expect(await write.client.renew(renewal)).toMatchObject({ ok: false, outcome: 'uncertain' });
  });
});

describe('charsets', () => {
  /** "München" in the bytes of each charset. */
  const inLatin1 = Buffer.from('"M\u00fcnchen"', 'latin1');
  const inUtf8 = Buffer.from('"München"');
  const replyOf = (body: Uint8Array, type: string) =>
    readReply(
      withText({
        kind: 'answered',
        status: 200,
        headers: { 'content-type': type },
        bytes: new Uint8Array(body),
      }),
    );

  const cases: readonly (readonly [type: string, body: Uint8Array, text: string, isSafe: boolean])[] = [
    ['application/json', inUtf8, 'München', true],
    ['application/json; charset=utf-8', inUtf8, 'München', true],
    ['application/json; charset="UTF8"', inUtf8, 'München', true],
    ['application/json; charset=iso-8859-1', inLatin1, 'München', true],
    ['text/html;charset=ISO-8859-15', inLatin1, 'München', true],
    ["text/html; charset='windows-1252'", inLatin1, 'München', true],
    ['text/plain; charset=windows-1251', Buffer.from([0x22, 0xcc, 0xf3, 0x22]), 'Му', true],
    ['text/plain; charset=shift_jis', Buffer.from([0x22, 0x93, 0x8c, 0x8b, 0x9e, 0x22]), '東京', true],
    ['application/json; charset=utf-16le', Buffer.from('"München"', 'utf16le'), 'München', true],
    ['application/json; charset=iso-8859-1', Buffer.from('"Munchen"'), 'Munchen', true],
    ['application/json; charset=iso-8859-1', Buffer.from(String.raw`"M\u00fcnchen"`), 'München', true],
    // In no charset that is known, and valid UTF-8.
    ['application/json; charset=utf8mb4', inUtf8, 'München', true],
    // What the bytes are not: the text is shown, and not sent back.
    ['application/json', inLatin1, 'M\ufffdnchen', false],
    ['application/json; charset=utf-8', inLatin1, 'M\ufffdnchen', false],
    ['application/json; charset=shift_jis', Buffer.from([0x22, 0x93, 0xff, 0x22]), '\ufffd\ufffd', false],
    ['application/json; charset=nonsense', inLatin1, 'M\ufffdnchen', false],
    // UTF-8 under another name fits both.
    ['application/json; charset=iso-8859-1', inUtf8, 'München', false],
    ['text/html; charset=windows-1251', inUtf8, 'München', false],
    // The service has lost it already: that is as it was sent.
    ['application/json', Buffer.from('"M\ufffdnchen"'), 'M\ufffdnchen', true],
    ['application/json', Buffer.from(String.raw`"M\ufffdnchen"`), 'M\ufffdnchen', true],
    ['application/json', Buffer.from(String.raw`"M\uFFFDnchen"`), 'M\ufffdnchen', true],
  ];

  it.each(cases)('H24 %s: %s', (type, body, text, isSafelyDecoded) => {
    expect(replyOf(body, type)).toMatchObject({ body: text, isSafelyDecoded });
  });

  it('H20 a contact is read by the named charset, over HTTP', async () => {
    const { client } = await clientAt({
      body: Buffer.from('{"Registrant":{"City":"M\u00fcnchen"}}', 'latin1'),
      headers: { 'Content-Type': 'application/json; charset=iso-8859-1' },
    });
    const read = await client.readContacts({ domain });
    const city = read.ok ? read.value.roles[0]?.fields[0]?.value.reveal() : '';
    expect(city).toBe('München');
  });

  it('H24 a list in another charset comes to the bulk lookup in UTF-8', async () => {
    const { client } = await clientAt({
      body: Buffer.from('[{"domainName":"m\u00fc.example"}]', 'latin1'),
      headers: { 'Content-Type': 'application/json; charset=iso-8859-1' },
    });
    const read = await client.lookupBytes({ label: 'mü', tlds: ['example'] });
    expect(read.ok && Buffer.from(read.value.bytes).toString()).toContain('mü.example');
  });

  it.each([0, 1, 2, 3])('H24 %i byte order marks before the JSON', async (marks) => {
    const body = `${'\ufeff'.repeat(marks)}"500.00"`;
    const { client } = await clientAt({ body });
    expect(await client.readCredits(null)).toMatchObject({ ok: true, value: { amount: '500.00' } });
    const list = await clientAt({ body: `${'\ufeff'.repeat(marks)}[{"domainName":"x.example"}]` });
    const found = await list.client.lookupBytes({ label: 'x', tlds: ['example'] });
    expect(found.ok && Buffer.from(found.value.bytes).toString()).toBe('[{"domainName":"x.example"}]');
  });
});

const html = { 'Content-Type': 'text/html' };
const problem = { 'Content-Type': 'application/problem+json' };
const challenge =
  '<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title></head><body><noscript>Enable JavaScript</noscript></body></html>';
const nginx404 =
  '<html>\r\n<head><title>404 Not Found</title></head>\r\n<body><center><h1>404 Not Found</h1></center><hr><center>nginx</center></body></html>';
const modSecurity =
  '<head><title>Not Acceptable!</title></head><body><h1>Not Acceptable!</h1><p>An appropriate representation of the requested resource could not be found on this server. This error was generated by Mod_Security.</p></body></html>';
const deprecated =
  '<br />\n<b>Deprecated</b>:  Creation of dynamic property Api::$x is deprecated in <b>/home/x/api.php</b> on line <b>12</b><br />\n';

/** The name of the case, the answer to the read of a lock, and its error: kind, reason, words. */
type Case = readonly [
  name: string,
  answer: Answer,
  kind: 'refused' | 'unreadable',
  why: string,
  said?: string,
];

async function readsAs(
  _name: string,
  answer: Answer,
  kind: 'refused' | 'unreadable',
  why: string,
  said?: string,
): Promise<void> {
  const { client } = await clientAt(answer);
  const read = await client.readLock({ domain });
  const shown = read.ok || !('said' in read.error) ? undefined : read.error.said;
  expect(read).toMatchObject({ ok: false, error: { kind, why, status: answer.status ?? 200 } });
  if (said !== undefined) expect(shown).toBe(said);
}

const shown = (each: Case) => ({ each, title: `${each[0]} ${JSON.stringify(each[1])}` });

const errorOf = (error: string, status = 200): Answer => ({ body: JSON.stringify({ error }), status });

describe('not found', () => {
  const ofDomain: readonly Case[] = [
    [
      'lkwherr',
      { body: '{"result":"error","message":"Domain not found"}' },
      'refused',
      'not-found',
      'Domain not found',
    ],
    ['lknotex', errorOf('Domain does not exist in Openprovider!'), 'refused', 'not-found'],
    ['lkgone', errorOf('Object not found; DOMAIN NAME NOT FOUND'), 'refused', 'not-found'],
    [
      'lkboth',
      { body: '{"lockstatus":"locked","error":"Domain does not exist at the registrar!"}' },
      'refused',
      'not-found',
    ],
    ...[
      'Object does not exist',
      'Domain x.example not found',
      'The domain "x.example" could not be found in this account',
      'x.example does not exist',
      'No such domain',
      'No such domain: x.example',
      'Unknown domain name',
      'Domain name doesn’t exist',
      'We could not find the requested domain',
      'Domain ID not found',
    ].map((said): Case => ['its words', errorOf(said, 404), 'refused', 'not-found', said]),
    ...['Domain x.example does not exist', 'x.example was not found', 'No such domain: x.example'].map(
      (said): Case => ['a JSON string', { body: JSON.stringify(said) }, 'refused', 'not-found', said],
    ),
  ];
  it.each(ofDomain.map(shown))(
    'H19 is believed of the service’s JSON about this domain: $title',
    async ({ each }) => {
      await readsAs(...each);
    },
  );

  const ofOthers: readonly Case[] = [
    ['lk404', { body: nginx404, status: 404, headers: html }, 'unreadable', 'not-json', '404 Not Found'],
    ['nothing', { body: '', status: 404 }, 'unreadable', 'empty'],
    ['a text', { body: 'Not Found', status: 404 }, 'unreadable', 'no-operation', 'Not Found'],
    ['a text about a domain', { body: 'Domain not found', status: 404 }, 'unreadable', 'no-operation'],
    [
      'Action not found',
      { body: 'Action not found', status: 404 },
      'unreadable',
      'not-offered',
      'Action not found',
    ],
    ...['Domain x.example does not exist', 'x.example was not found'].map((said): Case => [
      'plain text in a 200',
      { body: said },
      'refused',
      'other',
      said,
    ]),
    ['a page of 410', { body: '<h1>Gone</h1>', status: 410 }, 'unreadable', 'not-json'],
    ['lk404json', errorOf('Route not found', 404), 'unreadable', 'not-offered', 'Route not found'],
    ['in a 200', errorOf('Action not found'), 'unreadable', 'not-offered', 'Action not found'],
    ['words of no subject', { body: '{"message":"Not Found"}', status: 404 }, 'unreadable', 'not-offered'],
    ['JSON without words', { body: '{}', status: 404 }, 'unreadable', 'not-offered'],
    ['a yes over 404', { body: '"locked"', status: 404 }, 'unreadable', 'not-offered'],
    ...[
      'The requested URL /api/index.php/domains/x.example/lock was not found on this server.',
      'No route found for GET /domains/x.example/lock',
      'Resource not found',
      'Module for domain x.example not found',
      'Class "Domain" not found',
    ].map((said): Case => ['of an address', errorOf(said, 404), 'unreadable', 'not-offered']),
    ...[
      'Contact not found',
      'Client not found',
      'Registrar of domain x.example not found',
      'Contact for domain x.example does not exist',
      'Domain extension not found',
      'No such domain contact',
      'Unknown domain extension',
    ].map((said): Case => ['of something else', errorOf(said), 'refused', 'other']),
  ];
  it.each(ofOthers.map(shown))('H19 is not believed of anything else: $title', async ({ each }) => {
    await readsAs(...each);
  });
});

describe('a page that blocks', () => {
  const cases: readonly Case[] = [
    ['lkcf', { body: challenge, status: 403, headers: html }, 'unreadable', 'blocked', 'Just a moment...'],
    ['empty403', { body: '', status: 403 }, 'unreadable', 'blocked'],
    ['empty 401', { body: '', status: 401 }, 'unreadable', 'blocked'],
    [
      'a sign-in',
      { body: '<h1>401 Authorization Required</h1>', status: 401, headers: html },
      'unreadable',
      'blocked',
      '401 Authorization Required',
    ],
    ['modsec', { body: modSecurity, status: 406, headers: html }, 'unreadable', 'blocked', 'Not Acceptable!'],
    ['a proxy', { body: '<h1>Proxy Authentication Required</h1>', status: 407 }, 'unreadable', 'blocked'],
    ['plain words', { body: 'Forbidden', status: 403 }, 'unreadable', 'blocked', 'Forbidden'],
    ['a number', { body: 'error code: 1020', status: 403 }, 'unreadable', 'blocked', 'error code: 1020'],
    [
      'XML',
      { body: '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', status: 403 },
      'unreadable',
      'blocked',
    ],
    [
      'json403',
      {
        body: '{"title":"Error 1020: Access denied","status":403,"detail":"The site owner blocked access","ray_id":"8a1b2c3d4e5f6071"}',
        status: 403,
        headers: problem,
      },
      'unreadable',
      'blocked',
      'Error 1020: Access denied: The site owner blocked access · Ray ID 8a1b2c3d4e5f6071',
    ],
    [
      'the header',
      { body: challenge, status: 403, headers: { ...html, 'CF-RAY': '8a1b2c3d4e5f6071-AMS' } },
      'unreadable',
      'blocked',
      'Just a moment... · Ray ID 8a1b2c3d4e5f6071',
    ],
    [
      'the page',
      {
        body: '<title>Attention Required! | Cloudflare</title>Ray ID: <strong>8a1b2c3d4e5f6071</strong>',
        status: 403,
      },
      'unreadable',
      'blocked',
      'Attention Required! | Cloudflare · Ray ID 8a1b2c3d4e5f6071',
    ],
  ];
  it.each(cases.map(shown))('H23 is neither the key nor the domain: $title', async ({ each }) => {
    await readsAs(...each);
  });

  it.each(cases.map(([name, answer]) => [name, answer] as const))(
    'H23 makes a write uncertain: %s',
    async (_name, answer) => {
      const { client } = await clientAt(answer);
      for (const written of [
        await client.renew(renewal),
        await client.writeLock({ domain, state: 'locked' }),
      ])
        expect(written).toMatchObject({
          ok: false,
          outcome: 'uncertain',
          error: { kind: 'uncertain', why: 'blocked' },
        });
    },
  );
});

describe('the reason of a refusal', () => {
  const cases: readonly Case[] = [
    ['badtok200', errorOf('Invalid API Token'), 'refused', 'credentials'],
    ['authtext', { body: 'Invalid API Token', status: 401 }, 'refused', 'credentials', 'Invalid API Token'],
    [
      'auth200',
      { body: '{"result":"error","message":"Authentication Failed"}' },
      'refused',
      'credentials',
      'Authentication Failed',
    ],
    ['JSON without words', { body: '{}', status: 401 }, 'refused', 'credentials'],
    [
      'a problem about the key',
      {
        body: '{"title":"Unauthorized","status":401,"detail":"The token is invalid"}',
        status: 401,
        headers: problem,
      },
      'refused',
      'credentials',
    ],
    [
      'ipnoip',
      errorOf('Your IP address is not whitelisted', 401),
      'refused',
      'address',
      'Your IP address is not whitelisted',
    ],
    [
      'nip',
      errorOf('Remote IP is not authorized for this request; called from IP 2001:db8::17', 401),
      'refused',
      'address',
    ],
    [
      'ipinvalid',
      { body: '{"result":"error","message":"Invalid IP 203.0.113.7"}', status: 403 },
      'refused',
      'address',
      'Invalid IP 203.0.113.7',
    ],
    [
      'ip200',
      { body: '{"result":"error","message":"Invalid IP 203.0.113.7"}' },
      'refused',
      'address',
      'Invalid IP 203.0.113.7',
    ],
    [
      'iptext',
      { body: 'Access from your IP 203.0.113.7 is not allowed' },
      'refused',
      'address',
      'Access from your IP 203.0.113.7 is not allowed',
    ],
    ...[
      'Remote IP is not authorized',
      'Your server address isn’t in the allowlist',
      'IP not allowed',
      'API access from this IP is blocked',
      'Access denied for 203.0.113.7',
      'Invalid IP',
    ].map((said): Case => ['an address', errorOf(said, 403), 'refused', 'address', said]),
    [
      'rate200',
      { body: 'Rate limit exceeded. Try again in 60 seconds.' },
      'refused',
      'rate',
      'Rate limit exceeded. Try again in 60 seconds.',
    ],
    ['a rate as JSON text', { body: '"Too many requests, slow down"' }, 'refused', 'rate'],
    [
      'wherror',
      { body: '{"result":"error","message":"Domain lookups are disabled for this account"}' },
      'refused',
      'other',
      'Domain lookups are disabled for this account',
    ],
    [
      'fail',
      { body: '{"result":"fail","reason":"Period not allowed"}' },
      'refused',
      'permission',
      'Period not allowed',
    ],
    [
      'errlist',
      { body: '{"errors":[{"message":"Quota of lookups used up"}]}' },
      'refused',
      'other',
      'Quota of lookups used up',
    ],
    [
      'a problem',
      { body: '{"type":"about:blank","title":"Not supported","status":422,"detail":"This TLD has no lock"}' },
      'refused',
      'validation',
      'Not supported: This TLD has no lock',
    ],
    [
      'a sentence',
      { body: 'The reseller interface is closed on Sundays.' },
      'refused',
      'other',
      'The reseller interface is closed on Sundays.',
    ],
    [
      'a sentence as JSON text',
      { body: '"The reseller interface is closed"' },
      'refused',
      'other',
      'The reseller interface is closed',
    ],
    [
      'expiredmod',
      errorOf('License of the module Domains Reseller has expired', 500),
      'refused',
      'server',
      'License of the module Domains Reseller has expired',
    ],
    [
      'maint503',
      { body: '<!doctype html><title>Down for Maintenance (Err 3)</title>', status: 503 },
      'refused',
      'server',
      '',
    ],
    ['n429', { body: '<html><body>Slow down</body></html>', status: 429 }, 'refused', 'rate'],
  ];
  it.each(cases.map(shown))('H23 is shown wherever it stands: $title', async ({ each }) => {
    await readsAs(...each);
  });

  const none: readonly Case[] = [
    ['lkphp', { body: `${deprecated}"locked"` }, 'unreadable', 'php-warnings'],
    ['lkphp over 403', { body: `${deprecated}{"error":"No"}`, status: 403 }, 'unreadable', 'php-warnings'],
    [
      'plain PHP',
      { body: 'PHP Warning:  Undefined variable $x in /home/x/api.php on line 3\n"locked"' },
      'unreadable',
      'php-warnings',
    ],
    [
      'maint200',
      { body: '<!doctype html><title>Down for Maintenance</title>' },
      'unreadable',
      'not-json',
      'Down for Maintenance',
    ],
    [
      'zstd',
      { body: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), headers: { 'Content-Encoding': 'zstd' } },
      'unreadable',
      'coded',
      'zstd',
    ],
    ['one word', { body: '"maybe"' }, 'unreadable', 'wrong-shape'],
    [
      'a page over 400',
      { body: '<h1>400 Bad Request</h1>', status: 400 },
      'unreadable',
      'not-json',
      '400 Bad Request',
    ],
  ];
  it.each(none.map(shown))('H23 what cannot be read says why: $title', async ({ each }) => {
    await readsAs(...each);
  });

  it('H23 a code is not taken for a sentence, nor a sentence with a code shown', async () => {
    for (const body of ['"the horse battery staple"', 'the horse battery staple']) {
      const { client } = await clientAt({ body });
      const read = await client.readEppCode({ domain });
      expect(JSON.stringify(read)).not.toContain('horse');
    }
  });

  it('H23 a rate limit in the words of a 200 is slowed down for as one in the status', async () => {
    for (const answer of [
      { body: 'Rate limit exceeded. Try again in 60 seconds.' },
      { body: '{"result":"error","message":"Rate limit exceeded"}' },
      { body: '', status: 429 },
    ]) {
      const { client, server, exchanges } = await clientAt(answer);
      await client.lookup({ label: 'x', tlds: ['example'] });
      expect(exchanges.map(({ refusal }) => refusal)).toEqual(['rate', 'rate', 'rate']);
      expect(server.requests()).toBe(3);
    }
  });
});
