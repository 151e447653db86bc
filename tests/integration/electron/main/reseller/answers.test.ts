import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import { ok } from '#shared/result.ts';
import { parseBaseUrl } from '../../../../../electron/main/reseller/base-url.ts';
import { createResellerClient, type ResellerClient } from '../../../../../electron/main/reseller/client.ts';
import { readReply } from '../../../../../electron/main/reseller/reply.ts';
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
    transport,
  });
  return { client: withNames(client), server };
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
