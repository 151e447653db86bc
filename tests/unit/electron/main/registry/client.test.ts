import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { registryReading } from '#shared/areas/registry-schemas.ts';
import type { RegistryMiss } from '#shared/domain/registry.ts';
import { ianaBootstrap, isSafeAddress } from '#shared/domain/registry-names.ts';
import { createBootstrap, createClient, type OwnName } from '../../../../../electron/main/registry/client.ts';
import { createTransport } from '../../../../../electron/main/registry/transport.ts';
import { type RdapServer, startRdapServer } from '../../../../support/registry/rdap-server.ts';
import { answered, domainObject, shapes } from '../../../../support/registry/rdap-shapes.ts';
import { aVirtualTime } from '../../../../support/time/virtual-time.ts';

const name = 'riverstone.com' as OwnName;
let rdap: RdapServer;
let folder: string;

beforeEach(async () => {
  rdap = await startRdapServer();
  folder = mkdtempSync(join(tmpdir(), 'registry-'));
});

afterEach(async () => {
  await rdap.stop();
  rmSync(folder, { recursive: true });
});

const cachePath = (): string => join(folder, 'registry-servers.json');
const quick = createTransport({ timeoutMs: 2_000, maxBytes: 1024 * 1024 });
/** Time passes by itself where it is slept. */
function aClock() {
  let nowMs = Date.parse('2026-11-24T16:00:00.000Z');
  return {
    now: () => new Date(nowMs),
    pass: (ms: number) => void (nowMs += ms),
    timer: {
      nowMs: () => nowMs,
      sleep: (ms: number): Promise<void> => Promise.resolve(void (nowMs += ms)),
    },
  };
}

function aClient(clock = aClock()) {
  const client = createClient({ ...clock, cachePath: cachePath(), transport: quick });
  const { signal } = new AbortController();
  const read = (of = name, notBefore = clock.now().toISOString()) =>
    client.read(of, { bootstrap: rdap.bootstrap, notBefore, signal });
  return { ...clock, client, read };
}

interface Said {
  readonly missing?: RegistryMiss | null;
  readonly expiresAt?: string | null;
  readonly registrarExpiresAt?: string | null;
  readonly registrar?: string | null;
  readonly statuses?: readonly string[];
}

const expiry = '2027-05-01T04:00:00.000Z';

const anEvent = (eventAction: string, eventDate: string) => ({ events: [{ eventAction, eventDate }] });

describe('what a registry’s answer comes to', () => {
  it.each<[keyof typeof shapes, Said]>([
    ['a thin registry', { missing: null, expiresAt: expiry, registrarExpiresAt: null, registrar: '292' }],
    ['a thick registry', { missing: null, expiresAt: expiry, registrar: '292' }],
    [
      'a registry with the registrar’s date beside its own',
      { missing: null, expiresAt: expiry, registrarExpiresAt: '2027-04-30T00:00:00.000Z' },
    ],
    [
      'the registrar’s date alone',
      { missing: null, expiresAt: null, registrarExpiresAt: '2027-04-29T22:00:00.000Z' },
    ],
    ['a date with an offset (Nominet)', { missing: null, expiresAt: '2027-04-30T23:30:00.000Z' }],
    ['a day alone', { missing: null, expiresAt: '2027-05-01T00:00:00.000Z' }],
    ['no expiry at all (SWITCH)', { missing: 'no-expiry', expiresAt: null, registrar: '292' }],
    ['an expiry that is redacted (RFC 9537)', { missing: 'redacted', expiresAt: null }],
    ['an expiry that is emptied', { missing: 'redacted', expiresAt: null }],
    ['two different expirations', { missing: 'not-understood', expiresAt: null }],
    [
      'a name in the grace of an automatic renewal',
      { missing: null, expiresAt: expiry, statuses: ['auto renew period', 'active'] },
    ],
    ['a name in redemption', { statuses: ['redemption period', 'pending delete'] }],
    ['another name', { missing: 'wrong-name', expiresAt: null, registrar: null }],
    ['a name that left for another registrar', { missing: null, registrar: '1068' }],
    ['a name that is not registered', { missing: 'not-found', expiresAt: null }],
    ['a limit by 403', { missing: 'limited', expiresAt: null }],
    ['a limit by 422', { missing: 'limited', expiresAt: null }],
    ['a limit by 429, for two minutes', { missing: 'limited', expiresAt: null }],
    ['a failure of the server', { missing: 'unreachable', expiresAt: null }],
    ['a page of HTML', { missing: 'not-understood', expiresAt: null }],
    ['JSON that is cut off', { missing: 'not-understood', expiresAt: null }],
    ['an answer of two megabytes', { missing: 'not-understood', expiresAt: null }],
    ['no answer in time', { missing: 'unreachable', expiresAt: null }],
    ['a redirect to a listed host', { missing: null, expiresAt: expiry }],
    ['a redirect off the list', { missing: 'not-understood', expiresAt: null }],
    ['a redirect to itself, for ever', { missing: 'not-understood', expiresAt: null }],
  ])('of %s', async (shape, said) => {
    rdap.set(name, shapes[shape]);
    expect(await aClient().read()).toMatchObject({ at: '2026-11-24T16:00:00.000Z', ...said });
  });

  it.each<[what: string, otherwise: object, date?: string]>([
    ['nested 200,000 deep under redacted', { events: [], redacted: '@deep' }],
    ['nested 200,000 deep under a member that is not read', { events: [], x: '@deep' }],
    ['nested 200,000 deep in place of its statuses', { status: '@deep' }],
    [
      'whose expiry is in the year 20000 once it is in UTC',
      anEvent('expiration', '9999-12-31T23:59:59-12:00'),
    ],
    ['whose expiry is for ever', anEvent('expiration', '9999-12-31T00:00:00Z')],
    ['whose expiry is the year 1', anEvent('expiration', '0001-01-01T00:00:00Z')],
    [
      'whose expiry is before the year 0 once it is in UTC',
      anEvent('expiration', '0000-01-01T00:00:00+12:00'),
    ],
    ['that was registered before the year 0', anEvent('registration', '0000-01-01T00:00:00+12:00')],
    ['that was changed in the year 10000', anEvent('last changed', '9999-12-31T23:59:59-12:00')],
    ['by a clock of the year 20000', {}, 'Sat, 01 Jan 20000 00:00:00 GMT'],
    ['by a clock of the year 0', {}, 'Sat, 01 Jan 0000 00:00:00 GMT'],
    [
      'with statuses and nameservers of 300,000 letters',
      { status: ['x'.repeat(300_000)], nameservers: [{ ldhName: 'x'.repeat(300_000) }] },
    ],
  ])('H3 of a domain %s has the form that the journal takes', async (_what, otherwise, date) => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const body = JSON.stringify({ objectClassName: 'domain', ldhName: name, ...otherwise }).replace(
      '"@deep"',
      deep,
    );
    rdap.set(name, { kind: 'answer', headers: { date: date ?? 'Tue, 24 Nov 2026 16:00:00 GMT' }, body });
    const reading = await aClient().read();
    expect(registryReading.safeParse(reading).error).toBeUndefined();
    const instants = Object.values(reading).filter((value) => /^[+-]?\d+-/.test(String(value)));
    for (const instant of instants) expect(instant).toMatch(/^(19[7-9]|[2-9]\d\d)\d-/);
  });

  it.each([
    ['2027-08-09t10:00:00z', '2027-08-09T10:00:00.000Z'],
    ['2027-08-09T10:00:00', '2027-08-09T00:00:00.000Z'],
    ['2027-08-09 10:00', '2027-08-09T00:00:00.000Z'],
    ['2027-08-09T10:00:00+0000', '2027-08-09T10:00:00.000Z'],
    ['2027-08-09T10:00:00+00', '2027-08-09T10:00:00.000Z'],
    ['2027-08-09T10:00:00.123456-05:30', '2027-08-09T15:30:00.123Z'],
    ['2027-08-09 10:00:00 UTC', '2027-08-09T10:00:00.000Z'],
    ['2027-08-09Z', '2027-08-09T00:00:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
    ['2027-06-30T23:59:60Z', '2027-06-30T23:59:59.000Z'],
    ['2027-08-09T00:00:00+09:00', '2027-08-08T15:00:00.000Z'],
  ])('with the expiry %s shows that day', async (text, expiresAt) => {
    rdap.set(name, answered(name, { expires: text }));
    expect(await aClient().read()).toMatchObject({ missing: null, expiresAt });
  });

  it.each([
    ['0001-01-01T00:00:00Z', 'placeholder'],
    ['1900-01-01', 'placeholder'],
    ['1970-01-01T00:00:00Z', 'placeholder'],
    ['1969-12-31', 'placeholder'],
    ['9999-12-31T00:00:00Z', 'placeholder'],
    ['2101-01-01T00:00:00Z', 'placeholder'],
    // Before the registration, of 2015-05-01.
    ['2014-05-01T04:00:00Z', 'placeholder'],
    ['REDACTED FOR PRIVACY', 'redacted'],
    ['not disclosed', 'redacted'],
    ['***', 'redacted'],
    ['', 'no-expiry'],
    ['2027-02-30', 'not-understood'],
    ['soon', 'not-understood'],
    ['01/02/2027', 'not-understood'],
  ])('with %j for its expiry shows none, and why: %s', async (text, missing) => {
    rdap.set(name, answered(name, { expires: text }));
    const reading = await aClient().read();
    expect(reading).toMatchObject({ missing, expiresAt: null, registrar: '292' });
    expect(registryReading.safeParse(reading).error).toBeUndefined();
  });

  it.each<[string, readonly string[], string | null]>([
    ['twice, in two forms', ['2027-05-01T00:00:00Z', '2027-05-01'], '2027-05-01T00:00:00.000Z'],
    ['beside a placeholder', ['0001-01-01T00:00:00Z', '2027-05-01T04:00:00Z'], expiry],
    ['beside a text that is no date', ['REDACTED', '2027-05-01T04:00:00Z'], expiry],
    ['with two days', ['2027-05-01T04:00:00Z', '2027-05-02T04:00:00Z'], null],
  ])('with the expiry %s', async (_how, expires, expiresAt) => {
    rdap.set(name, answered(name, { expires }));
    expect(await aClient().read()).toMatchObject({
      expiresAt,
      missing: expiresAt === null ? 'not-understood' : null,
    });
  });

  it.each<[string, object]>([
    ['a Unicode name of null', { unicodeName: null }],
    ['a Unicode name that is no text', { unicodeName: 7 }],
    ['an A-label name of null beside the other', { ldhName: null, unicodeName: name }],
    ['lists of null', { nameservers: null, entities: null, redacted: null, status: null }],
    [
      'null among the events',
      { events: [null, { eventAction: 'expiration', eventDate: '2027-05-01T04:00:00Z' }] },
    ],
    [
      'an event without a date beside a good one',
      {
        events: [
          { eventAction: 'expiration', eventDate: null },
          { eventAction: 'expiration', eventDate: '2027-05-01T04:00:00Z' },
        ],
      },
    ],
    ['its class in capitals', { objectClassName: 'DOMAIN' }],
  ])('with %s is taken as far as it goes', async (_what, more) => {
    const body = { ...(JSON.parse(domainObject(name)) as object), ...more };
    rdap.set(name, { kind: 'answer', body: JSON.stringify(body) });
    expect(await aClient().read()).toMatchObject({ missing: null, expiresAt: expiry });
  });

  it.each<[string, string]>([
    [
      'its events in two lists',
      '"events":[{"eventAction":"last changed","eventDate":"2026-01-01T00:00:00Z"}]',
    ],
    ['its events and null', '"events":null'],
    ['its name and null', '"ldhName":null'],
    ['its name twice', `"ldhName":"${name}"`],
    ['a text with signs of JSON in it twice', '"remark":"}],\\"events\\":[","remark":"{"'],
  ])('that repeats members is taken whole: %s', async (_what, member) => {
    const body = domainObject(name).replace(/\}$/, `,${member}}`);
    rdap.set(name, { kind: 'answer', body });
    expect(await aClient().read()).toMatchObject({ missing: null, expiresAt: expiry, registrar: '292' });
  });

  const plain = Buffer.from(domainObject(name));
  it.each<[string, Buffer, Said]>([
    ['gzip', gzipSync(plain), { missing: null, expiresAt: expiry }],
    ['x-gzip', gzipSync(plain), { missing: null, expiresAt: expiry }],
    ['deflate', deflateSync(plain), { missing: null, expiresAt: expiry }],
    ['deflate', deflateRawSync(plain), { missing: null, expiresAt: expiry }],
    ['identity', plain, { missing: null, expiresAt: expiry }],
    ['gzip', gzipSync(plain).subarray(0, 60), { missing: 'not-understood' }],
    ['gzip', gzipSync(Buffer.alloc(64 * 1024 * 1024, ' ')), { missing: 'not-understood' }],
    ['br', plain, { missing: 'not-understood' }],
  ])('in the coding %s, which nobody asked for', async (coding, body, said) => {
    rdap.set(name, { kind: 'answer', headers: { 'content-encoding': coding }, body });
    expect(await aClient().read()).toMatchObject(said);
  });

  const vcard = (...properties: readonly unknown[]) => [
    'vcard',
    [['version', {}, 'text', '4.0'], ...properties],
  ];
  const inRegistrar = (vcardArray: unknown) => ({
    entities: [
      { objectClassName: 'entity', roles: ['registrar'], entities: [{ roles: ['abuse'], vcardArray }] },
    ],
  });
  it.each<[string, Readonly<Record<string, unknown>>, string | undefined]>([
    [
      'an address and a number',
      inRegistrar(
        vcard(
          ['email', {}, 'text', 'abuse@registrar.example'],
          ['tel', { type: 'voice' }, 'uri', 'tel:+1.5551234567'],
        ),
      ),
      'abuse@registrar.example, +1.5551234567',
    ],
    [
      'an address alone, beside the registrar',
      {
        entities: [{ roles: ['abuse'], vcardArray: vcard(['email', {}, 'text', 'abuse@registrar.example']) }],
      },
      'abuse@registrar.example',
    ],
    ['words in place of an address', inRegistrar(vcard(['email', {}, 'text', 'call us at once'])), undefined],
    [
      'marks that turn a text round',
      inRegistrar(vcard(['email', {}, 'text', 'a\u202Ebuse@registrar.example'])),
      undefined,
    ],
    ['nothing', inRegistrar(null), undefined],
  ])('has of the registrar’s contact for abuse %s', async (_what, more, abuse) => {
    rdap.set(name, answered(name, { more }));
    expect((await aClient().read()).abuse).toBe(abuse);
  });

  it('H3 is not understood, whatever is thrown over it', async () => {
    const clock = aClock();
    const transport = { get: () => Promise.reject(new RangeError('Maximum call stack size exceeded')) };
    const client = createClient({ ...clock, cachePath: cachePath(), transport });
    const { signal } = new AbortController();
    const asked = { bootstrap: rdap.bootstrap, notBefore: clock.now().toISOString(), signal };
    expect(await client.read(name, asked)).toMatchObject({ missing: 'not-understood', expiresAt: null });
    expect(await client.heldUntilMs(name, rdap.bootstrap)).toBe(0);
  });

  it('of an international name is taken by its Unicode form where there is no other', async () => {
    const international = 'xn--bckerei-5wa.com' as OwnName;
    rdap.set(international, shapes['an international name']);
    expect(await aClient().read(international)).toMatchObject({ missing: null, expiresAt: expiry });
  });

  it('is that there is no server, of a TLD that the list does not have or has over plain http alone', async () => {
    const { read } = aClient();
    for (const of of ['riverstone.de', 'riverstone.kg'] as OwnName[])
      expect(await read(of)).toMatchObject({ missing: 'no-server', host: null });
    expect(rdap.namesAsked()).toEqual([]);
  });

  it('has nameservers, the registry’s clock and the host', async () => {
    rdap.set(name, shapes['a thin registry']);
    const reading = await aClient().read();
    expect(reading).toMatchObject({
      nameservers: ['ns1.example.net', 'ns2.example.net'],
      host: new URL(rdap.origin).host,
    });
    expect(Date.parse(reading.serverAt ?? '')).toBeGreaterThan(Date.parse('2020-01-01'));
  });

  it('is unreachable where nobody listens', async () => {
    const { read } = aClient();
    rdap.set(name, shapes['a thin registry']);
    await read('first.com' as OwnName);
    await rdap.stop();
    expect(await read()).toMatchObject({ missing: 'unreachable' });
    rdap = await startRdapServer();
  });
});

describe('what a registry learns', () => {
  it('is the name alone: no header of ours but what is accepted', async () => {
    rdap.set(name, shapes['a redirect to a listed host']);
    await aClient().read();
    expect(rdap.asked.map(({ path }) => path)).toEqual([
      '/dns.json',
      `/com/domain/${name}`,
      `/moved/domain/${name}`,
    ]);
    for (const { headers } of rdap.asked) {
      expect(headers).toEqual({
        accept: 'application/rdap+json',
        'accept-encoding': 'identity',
        connection: 'close',
        host: new URL(rdap.origin).host,
      });
    }
  });

  it('never comes to it over plain http from another computer', async () => {
    const anywhere = () => true;
    for (const url of ['http://rdap.example/domain/a.com', 'ftp://127.0.0.1/', 'https://a:b@127.0.0.1/', 'x'])
      expect(await quick.get(url, anywhere), url).toEqual({ kind: 'failed', why: 'elsewhere' });
  });

  it.each([
    ['https://data.iana.org/rdap/dns.json', true],
    ['http://127.0.0.1:8080/dns.json', true],
    ['http://localhost/dns.json', true],
    ['http://[::1]:1/dns.json', true],
    ['http://data.iana.org/rdap/dns.json', false],
    ['http://127.0.0.1.example.com/', false],
    ['http://127.0.0.1@example.com/', false],
    ['https://user@example.com/', false],
    ['https://a\\@example.com/', false],
    ['file:///etc/hosts', false],
    ['dns.json', false],
  ])('may come to an address such as %s: %s', (address, may) => {
    expect(isSafeAddress(address)).toBe(may);
  });
});

describe('the limits of a registry', () => {
  it('holds its host back for as long as it says, for other names too, and asks again then', async () => {
    const { read, pass, client } = aClient();
    rdap.set(name, shapes['a limit by 429, for two minutes']);
    expect(await read()).toMatchObject({ missing: 'limited', until: '2026-11-24T16:02:00.000Z' });
    const other = 'lakeside.com' as OwnName;
    rdap.set(other, answered(other));
    pass(119_000);
    expect(await read(other)).toMatchObject({ missing: 'limited' });
    expect(await client.heldUntilMs(other, rdap.bootstrap)).toBe(Date.parse('2026-11-24T16:02:00.000Z'));
    expect(rdap.namesAsked()).toEqual([name]);
    pass(2_000);
    expect(await read(other)).toMatchObject({ missing: null });
  });

  it('holds it back for a minute where it names no time', async () => {
    const { read } = aClient();
    rdap.set(name, shapes['a limit by 403']);
    expect(await read()).toMatchObject({ until: '2026-11-24T16:01:00.000Z' });
  });

  it.each([
    [403, 'refuses'],
    [422, 'refuses'],
    [429, 'limited'],
  ])('ends where it does nothing else: %i', async (status, missing) => {
    const { read, pass, client, now } = aClient();
    rdap.otherwise = () => ({ kind: 'answer', status, body: '{}' });
    for (let tries = 0; tries < 4; tries += 1) {
      expect(await read()).toMatchObject({ missing: tries < 3 ? 'limited' : missing });
      pass(61_000);
    }
    // It is not asked for other names either, for an hour, and says why.
    expect(await read('lakeside.com' as OwnName)).toMatchObject({ missing });
    expect(rdap.namesAsked()).toHaveLength(4);
    expect((await client.heldUntilMs(name, rdap.bootstrap)) - now().getTime()).toBeGreaterThan(50 * 60_000);
    pass(3_600_000);
    rdap.otherwise = shapes['a thin registry'];
    expect(await read()).toMatchObject({ missing: null });
  });

  it('ends for no limit that was set to several requests at once, nor for one after an answer', async () => {
    const { read, pass } = aClient();
    rdap.otherwise = shapes['a limit by 403'];
    const names = ['a.com', 'b.com', 'c.com', 'd.com', 'e.com'] as OwnName[];
    for (const of of await Promise.all(names.map((each) => read(each)))) expect(of.missing).toBe('limited');
    for (let round = 0; round < 4; round += 1) {
      pass(61_000);
      rdap.otherwise = shapes['a thin registry'];
      expect(await read()).toMatchObject({ missing: null });
      rdap.otherwise = shapes['a limit by 403'];
      pass(1);
      expect(await read()).toMatchObject({ missing: 'limited' });
    }
  });

  it('pauses between two requests to one host', async () => {
    const { read, now } = aClient();
    rdap.otherwise = shapes['a thin registry'];
    await read('a.com' as OwnName);
    const began = now().getTime();
    await Promise.all(['b.com', 'c.com', 'd.net'].map((each) => read(each as OwnName)));
    expect(now().getTime() - began).toBeGreaterThanOrEqual(750);
  });

  it('asks no second time for what was read since the given time, unless that came to nothing', async () => {
    const clock = aClock();
    const { read } = aClient(clock);
    const before = clock.now().toISOString();
    rdap.set(name, shapes['a failure of the server']);
    await read(name, before);
    rdap.set(name, shapes['a thin registry']);
    await read(name, before);
    await read(name, before);
    expect(rdap.namesAsked()).toHaveLength(2);
    clock.pass(1);
    await read(name, clock.now().toISOString());
    expect(rdap.namesAsked()).toHaveLength(3);
  });
});

describe('the list of servers', () => {
  const shippedNeverAsked = { get: () => Promise.resolve({ kind: 'failed', why: 'unreachable' } as const) };

  it('is the shipped one where IANA cannot be reached: the longest match, and TLDs without a server', async () => {
    const time = aVirtualTime();
    const servers = await createBootstrap({
      transport: shippedNeverAsked,
      cachePath: cachePath(),
      now: time.now,
    })(ianaBootstrap);
    expect(servers.of('example.com')).toBe('https://rdap.verisign.com/com/v1');
    expect(servers.of('example.co.uk')).toBe('https://rdap.nominet.uk/uk');
    expect(servers.of('example.de')).toBeNull();
    expect(servers.of('com')).toBeNull();
    expect(Date.parse(servers.publication ?? '')).toBeGreaterThan(Date.parse('2026-01-01'));
  });

  it('is never the shipped one in place of a list that a person has chosen', async () => {
    const { now } = aVirtualTime();
    const servers = await createBootstrap({ transport: shippedNeverAsked, cachePath: cachePath(), now })(
      rdap.bootstrap,
    );
    expect(servers.of('example.com')).toBeNull();
    expect(servers.publication).toBeNull();
  });

  it('that cannot be fetched leaves unknown whom to ask: that is no TLD without a server', async () => {
    const clock = aClock();
    const client = createClient({ ...clock, cachePath: cachePath(), transport: shippedNeverAsked });
    const asked = { bootstrap: rdap.bootstrap, notBefore: '', signal: new AbortController().signal };
    expect(await client.read(name, asked)).toMatchObject({ missing: 'unreachable' });
  });

  it('is fetched once a week, and cached in the workspace’s folder', async () => {
    const clock = aClock();
    const lists = (): number => rdap.asked.filter(({ path }) => path === '/dns.json').length;
    const servers = () =>
      createBootstrap({ transport: quick, cachePath: cachePath(), now: clock.now })(rdap.bootstrap);
    await servers();
    await servers();
    expect(lists()).toBe(1);
    expect(readFileSync(cachePath(), 'utf8')).toContain(rdap.origin);
    clock.pass(8 * 86_400_000);
    await servers();
    expect(lists()).toBe(2);
    writeFileSync(cachePath(), '{"from":');
    expect((await servers()).of('a.com')).toBe(`${rdap.origin}/com`);
    expect(lists()).toBe(3);
  });

  it('stays the cached one where a new one cannot be understood', async () => {
    const clock = aClock();
    const garbage = {
      get: () =>
        Promise.resolve({ kind: 'answered', status: 200, retryAfter: null, date: null, text: '[]' } as const),
    };
    await createBootstrap({ transport: quick, cachePath: cachePath(), now: clock.now })(rdap.bootstrap);
    clock.pass(8 * 86_400_000);
    const servers = await createBootstrap({ transport: garbage, cachePath: cachePath(), now: clock.now })(
      rdap.bootstrap,
    );
    expect(servers.of('a.com')).toBe(`${rdap.origin}/com`);
  });
});
