import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { tokenAt } from '../../../../../electron/main/practice/token.ts';
import { operations } from '../../../../../electron/main/practice/wire.ts';
import { apiKey, formOf, get, send, signedHeaders, username } from './ask.ts';
import { servicesOfThisFile } from './running.ts';
import { askSample } from './samples.ts';

describe('service', () => {
  const start = servicesOfThisFile();
  /** Whether somebody listens there. */
  function isConnected(host: string, port: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const socket = connect(port, host);
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    return promise.finally(() => socket.destroy());
  }

  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

  describe('the practice service', () => {
    it.each(operations)('answers %s with a 200 of JSON', async (operation) => {
      const heard = await askSample(await start(), operation);
      expect(heard.status).toBe(200);
      expect(heard.headers['content-type']).toBe('application/json');
      expect(heard.json()).not.toBeNull();
    });

    it('knows seventeen operations', () => {
      expect(operations).toHaveLength(17);
    });

    it('listens on 127.0.0.1 and at no other address of the machine', async () => {
      const { port, baseUrl } = await start();
      expect(new URL(baseUrl).hostname).toBe('127.0.0.1');
      const others = Object.values(networkInterfaces()).flatMap((addresses = []) =>
        addresses
          .filter(({ family, internal }) => family === 'IPv4' && !internal)
          .map(({ address }) => address),
      );
      const answers = await Promise.all(['::1', ...others].map((host) => isConnected(host, port)));
      expect(answers).not.toContain(true);
      expect(await isConnected('127.0.0.1', port)).toBe(true);
    });

    it('stands under a base path of its own, to which paths are appended', async () => {
      const service = await start({ basePath: '/deep/api.php' });
      expect(service.baseUrl).toBe(`http://127.0.0.1:${service.port}/deep/api.php`);
      expect((await get(service, '/version')).json()).toBe('2.2.0');
    });

    it('is not there outside of its base path', async () => {
      const service = await start({ basePath: '/deep/api.php' });
      const heard = await send(
        { ...service, baseUrl: `http://127.0.0.1:${service.port}` },
        'GET',
        '/version',
      );
      expect([heard.status, heard.text]).toEqual([404, 'Not Found']);
    });

    it.each([
      ['an unknown path', 'GET', '/domains'],
      ['a known path with another method', 'GET', '/domains/lookup'],
      ['a path with a broken escape', 'GET', '/domains/%zz/lock'],
      ['a path with a final slash', 'GET', '/version/'],
    ])('answers %s with "Action not found"', async (_case, method, path) => {
      const heard = await send(await start(), method, path, { headers: signedHeaders() });
      expect([heard.status, heard.text]).toEqual([404, 'Action not found']);
    });

    it('refuses a body that is no form', async () => {
      const headers = { ...signedHeaders(), 'Content-Type': 'application/json' };
      const heard = await send(await start(), 'POST', '/domains/lookup', { headers, body: '{}' });
      expect([heard.status, heard.json()]).toEqual([
        400,
        { error: 'The body must be application/x-www-form-urlencoded' },
      ]);
    });

    it('refuses a body above one MiB without keeping it', async () => {
      const service = await start({ rememberRequests: 1 });
      const body = `searchTerm=${'x'.repeat(1_048_576)}`;
      const heard = await send(service, 'POST', '/domains/lookup', {
        headers: { ...signedHeaders(), ...form },
        body,
      });
      expect(heard.status).toBe(413);
      expect(service.requests()[0]?.body).toBeNull();
    });

    it('rejects its start where the port is taken', async () => {
      const { port } = await start();
      await expect(start({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    });

    it('stops with connections open', async () => {
      const service = await start({ faults: [{ fault: { kind: 'break', after: 'request', by: 'hang' } }] });
      const asked = get(service, '/version');
      const heard = expect(asked).rejects.toThrow();
      await expect.poll(service.requestCount).toBe(1);
      await service.stop();
      await heard;
    });

    it('counts every request and remembers as many as it was told to', async () => {
      const service = await start({ rememberRequests: 2 });
      await get(service, '/version');
      await get(service, '/tlds?x=1');
      await send(service, 'POST', '/domains/lookup', {
        headers: { ...signedHeaders(), ...form },
        body: formOf([['searchTerm', 'a b']]),
      });
      expect(service.requestCount()).toBe(3);
      expect(service.requests().map(({ method, path, body }) => [method, path, body])).toEqual([
        ['GET', '/modules/addons/DomainsReseller/api/index.php/tlds?x=1', ''],
        ['POST', '/modules/addons/DomainsReseller/api/index.php/domains/lookup', 'searchTerm=a%20b'],
      ]);
      expect(service.requests()[1]?.headers).toMatchObject({ username });
    });

    it('remembers no request unless told to', async () => {
      const service = await start();
      await get(service, '/version');
      expect(service.requests()).toEqual([]);
    });
  });

  describe('authentication', () => {
    const at = new Date('2026-02-21T14:59:59Z');
    const hourLater = new Date('2026-02-21T15:59:59Z');
    const hourBefore = new Date('2026-02-21T13:59:59Z');
    const right = { username, token: tokenAt(username, apiKey, at) };

    it.each([
      ['no headers', {}],
      ['no token', { username }],
      ['no username', { token: right.token }],
      ['another username', { ...right, username: 'other@example.com' }],
      ['a token of the next hour', signedHeaders(hourLater)],
      ['a token of the hour before', signedHeaders(hourBefore)],
      ['a token of the same length', { username, token: `${right.token.slice(0, -1)}0` }],
      ['a token in other letters', { username, token: right.token.toLowerCase() }],
      ['a second token', { username, token: `${right.token}, ${right.token}` }],
    ])('refuses %s with a 401 that is plain text', async (_case, headers) => {
      const service = await start({ now: () => at });
      const heard = await send(service, 'GET', '/version', { headers: { ...headers } });
      expect([heard.status, heard.text]).toEqual([401, 'Invalid API Token']);
      expect(heard.headers['content-type']).toMatch(/^text\/plain/);
    });

    it('accepts the token of the field notes in its hour, and says that hour in Date', async () => {
      const service = await start({ now: () => at });
      const token =
        'OWU0NjcxNTllNTYyYTM4NGYzZDIzMTgzZWJhNzAzN2M3YWJiYjJiYmUzYmFiMTdlYjUyNmIxYjVkOTlhZjM1Ng==';
      const heard = await send(service, 'GET', '/version', { headers: { username, token } });
      expect([heard.status, heard.headers['date']]).toEqual([200, 'Sat, 21 Feb 2026 14:59:59 GMT']);
    });

    it('takes the new token and no longer the old one once the hour has turned', async () => {
      let now = at;
      const service = await start({ now: () => now });
      const statusWith = async (signedAt: Date): Promise<number> =>
        (await send(service, 'GET', '/version', { headers: signedHeaders(signedAt) })).status;
      expect(await statusWith(at)).toBe(200);
      now = new Date('2026-02-21T15:00:00Z');
      expect([await statusWith(at), await statusWith(now)]).toEqual([401, 200]);
    });

    it('changes nothing for a request that is not signed', async () => {
      const service = await start();
      const path = '/domains/orbit-hosting.net/lock';
      await send(service, 'POST', path, { headers: form, body: 'lockstatus=unlocked' });
      expect(service.domain('orbit-hosting.net')?.isLocked).toBe(true);
    });
  });
});

describe('credits, TLDs and version', () => {
  const start = servicesOfThisFile();

  it('starts with a credit of 500.00, a JSON string', async () => {
    expect((await get(await start(), '/billing/credits')).text).toBe('"500.00"');
  });

  it('lists forty TLDs and more, each once, with its leading dot, multi-label ones among them', async () => {
    const tlds = (await get(await start(), '/tlds')).json() as readonly string[];
    expect(tlds.length).toBeGreaterThanOrEqual(40);
    expect(new Set(tlds).size).toBe(tlds.length);
    expect(tlds.filter((tld) => !/^(?:\.[a-z]+)+$/.test(tld))).toEqual([]);
    expect(tlds).toEqual(expect.arrayContaining(['.com', '.co.uk', '.com.au', '.co.za']));
  });

  it('answers a version of three numbers', async () => {
    expect((await get(await start(), '/version')).json()).toMatch(/^\d+\.\d+\.\d+$/);
  });
});
