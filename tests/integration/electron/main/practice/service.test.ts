import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { tokenAt } from '../../../../../electron/main/practice/wire.ts';
import { operations } from '../../../../../electron/main/practice/operations/table.ts';
import {
  apiKey,
  askSample,
  type Fields,
  formOf,
  get,
  post,
  send,
  start,
  signedHeaders,
  username,
} from './ask.ts';

describe('service', () => {
  describe('service', () => {
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

      it('takes the new token and no longer the old one once the hour has turned', async () => {
        let now = at;
        const service = await start({ now: () => now });
        const statusWith = async (signedAt: Date): Promise<number> =>
          (await send(service, 'GET', '/version', { headers: signedHeaders(signedAt) })).status;
        expect(await statusWith(at)).toBe(200);
        now = new Date('2026-02-21T15:00:00Z');
        expect([await statusWith(at), await statusWith(now)]).toEqual([401, 200]);
      });
    });
  });
});

describe('domains', () => {
  const domain = '/domains/orbit-hosting.net';

  describe('the registrar lock', () => {
    it.each(['1', '0', 'true', 'Unlocked', ''])(
      'refuses lockstatus=%j and leaves the lock alone',
      async (status) => {
        const service = await start();
        const heard = await post(service, `${domain}/lock`, [['lockstatus', status]]);
        expect([heard.status, heard.json()]).toEqual([
          400,
          { error: 'lockstatus must be locked or unlocked' },
        ]);
        expect(service.domain('orbit-hosting.net')?.isLocked).toBe(true);
      },
    );
  });

  describe('contacts', () => {
    it.each<[string, Fields, string]>([
      ['no field at all', [], 'contactdetails is required'],
      [
        'a role in other letters',
        [['contactdetails[registrant][City]', 'x']],
        'Unknown contact role: registrant',
      ],
      ['an unknown field', [['contactdetails[Registrant][Town]', 'x']], 'Unknown contact field: Town'],
      [
        'a country of three letters',
        [['contactdetails[Registrant][Country]', 'DEU']],
        'Country must be a two-letter country code',
      ],
    ])('refuse %s', async (_case, sent, error) => {
      const service = await start();
      const before = service.domain('orbit-hosting.net');
      const heard = await post(service, `${domain}/contact`, sent);
      expect([heard.status, heard.json()]).toEqual([400, { error }]);
      expect(service.domain('orbit-hosting.net')).toBe(before);
    });
  });

  describe('sync', () => {
    const onDay = (day: string): Date => new Date(`${day}T12:00:00Z`);

    it.each([
      ['orbit-hosting.net', '2026-05-20', true],
      ['old-lighthouse.info', '2026-02-15', false],
    ])('answers the state of %s', async (name, expirydate, active) => {
      const at = onDay('2026-02-21');
      const service = await start({ now: () => at });
      const heard = await post(service, `/domains/${name}/sync`, [], at);
      expect(heard.json()).toEqual({ active, expired: !active, transferredAway: false, expirydate });
    });
  });

  describe('nameservers', () => {
    it.each<[string, Fields, string]>([
      ['one alone', [['ns1', 'a.example.net']], 'At least two nameservers are required'],
      ['nested ones', [['nameservers[ns1]', 'a.example.net']], 'At least two nameservers are required'],
    ])('refuse %s', async (_case, sent, error) => {
      const heard = await post(await start(), `${domain}/nameservers`, sent);
      expect([heard.status, heard.json()]).toEqual([400, { error }]);
    });
  });

  describe('child nameservers', () => {
    const addresses = async (path: string, sent: Fields): Promise<readonly unknown[]> => {
      const service = await start();
      const heard = await post(service, `${domain}/nameservers/${path}`, sent);
      const children = service.domain('orbit-hosting.net')?.childNameservers ?? new Map<string, string>();
      return [heard.status, heard.json(), Object.fromEntries(children)];
    };
    const atStart = { 'ns1.orbit-hosting.net': '192.0.2.11', 'ns2.orbit-hosting.net': '198.51.100.12' };
    const host = ['nameserver', 'ns3.orbit-hosting.net'] as const;
    const known = ['nameserver', 'ns1.orbit-hosting.net'] as const;

    it.each<[string, string, Fields, string]>([
      [
        'a second registration',
        'register',
        [known, ['ipaddress', '203.0.113.3']],
        'Nameserver already exists',
      ],
      [
        'a broken address',
        'register',
        [host, ['ipaddress', '203.0.113.256']],
        'ipaddress must be an IP address',
      ],
      [
        'a host of another domain',
        'register',
        [
          ['nameserver', 'ns1.example.net'],
          ['ipaddress', '203.0.113.3'],
        ],
        'nameserver must be a host below the domain',
      ],
      [
        'a change from another address',
        'modify',
        [known, ['currentipaddress', '192.0.2.99'], ['newipaddress', '203.0.113.1']],
        'currentipaddress does not match',
      ],
      [
        'a change to a broken address',
        'modify',
        [known, ['currentipaddress', '192.0.2.11'], ['newipaddress', 'x']],
        'newipaddress must be an IP address',
      ],
      ['a change of an unknown one', 'modify', [host], 'Nameserver not found'],
      ['a deletion of an unknown one', 'delete', [host], 'Nameserver not found'],
    ])('refuse %s', async (_case, path, sent, error) => {
      expect(await addresses(path, sent)).toEqual([400, { error }, atStart]);
    });
  });

  describe('a domain in a path', () => {
    it.each(['GET contact', 'GET lock', 'GET eppcode', 'GET nameservers', 'POST sync', 'POST lock'])(
      'is refused where it is not in the account: %s',
      async (asked) => {
        const [method, action = ''] = asked.split(' ');
        const service = await start();
        const path = `/domains/example.com/${action}`;
        const heard = method === 'GET' ? await get(service, path) : await post(service, path, []);
        expect([heard.status, heard.json()]).toEqual([400, { error: 'Domain not found' }]);
      },
    );

    it.each(['xn--bckerei-schmidt-0kb.de', 'b%C3%A4ckerei-schmidt.de', 'ORBIT-hosting.net'])(
      'is found as %s',
      async (name) => {
        expect((await get(await start(), `/domains/${name}/lock`)).text).toBe('"locked"');
      },
    );
  });
});
