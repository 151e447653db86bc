import { describe, expect, it } from 'vitest';
import { type Fields, get, post } from '../ask.ts';
import { servicesOfThisFile } from '../running.ts';

const start = servicesOfThisFile();
const domain = '/domains/orbit-hosting.net';
const success = [200, '"success"'];

describe('the registrar lock', () => {
  it('moves between its two states', async () => {
    const service = await start();
    const state = async (): Promise<string> => (await get(service, `${domain}/lock`)).text;
    expect(await state()).toBe('"locked"');
    const heard = await post(service, `${domain}/lock`, [['lockstatus', 'unlocked']]);
    expect([heard.status, heard.text]).toEqual(success);
    expect(await state()).toBe('"unlocked"');
    await post(service, `${domain}/lock`, [['lockstatus', 'locked']]);
    expect(await state()).toBe('"locked"');
  });

  it.each(['1', '0', 'true', 'Unlocked', ''])(
    'refuses lockstatus=%j and leaves the lock alone',
    async (status) => {
      const service = await start();
      const heard = await post(service, `${domain}/lock`, [['lockstatus', status]]);
      expect([heard.status, heard.json()]).toEqual([400, { error: 'lockstatus must be locked or unlocked' }]);
      expect(service.domain('orbit-hosting.net')?.isLocked).toBe(true);
    },
  );
});

describe('contacts', () => {
  const roles = ['Registrant', 'Admin', 'Tech', 'Billing'];
  const fields =
    'Contact_Name Company_Name Address_1 Address_2 City State ZIP_code Country Phone Email'.split(' ');

  it('are four roles of ten texts each', async () => {
    const contacts = (await get(await start(), `${domain}/contact`)).json() as Record<string, object>;
    expect(Object.keys(contacts)).toEqual(roles);
    expect(Object.values(contacts).map(Object.keys)).toEqual(roles.map(() => fields));
  });

  it('are empty texts for a role without data', async () => {
    const heard = await get(await start(), '/domains/lindenhof-garten.de/contact');
    expect(heard.json()).toMatchObject({ Billing: Object.fromEntries(fields.map((field) => [field, ''])) });
  });

  it('keep what is written, an empty text too, and what is not', async () => {
    const service = await start();
    const path = '/domains/cape-coffee.co.za/contact';
    const before = (await get(service, path)).json() as { readonly Registrant: object };
    const heard = await post(service, path, [
      ['contactdetails[Registrant][City]', 'Zürich & Co'],
      ['contactdetails[Registrant][Address_2]', ''],
    ]);
    expect(heard.json()).toEqual({ status: 'success', message: '', success: 'success' });
    expect((await get(service, path)).json()).toEqual({
      ...before,
      Registrant: { ...before.Registrant, City: 'Zürich & Co', Address_2: '' },
    });
  });

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

describe('the transfer code', () => {
  it('stays the same for a domain and differs from the next one', async () => {
    const service = await start();
    const code = async (name: string): Promise<unknown> =>
      (await get(service, `/domains/${name}/eppcode`)).json();
    const first = await code('orbit-hosting.net');
    expect(first).toEqual({ eppcode: expect.stringMatching(/^.{16}$/) as string });
    expect(await code('orbit-hosting.net')).toEqual(first);
    expect(await code('oakline.io')).not.toEqual(first);
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
  it('are read and replaced as a whole', async () => {
    const service = await start();
    await post(service, `${domain}/nameservers`, [
      ['ns1', 'A.example.net'],
      ['ns2', 'b.example.net'],
      ['ns3', 'c.example.net'],
    ]);
    const heard = await post(service, `${domain}/nameservers`, [
      ['ns1', 'd.example.net'],
      ['ns2', 'e.example.net'],
    ]);
    expect([heard.status, heard.text]).toEqual(success);
    expect((await get(service, `${domain}/nameservers`)).json()).toEqual({
      ns1: 'd.example.net',
      ns2: 'e.example.net',
    });
  });

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

  it.each(['203.0.113.3', '2001:db8::3'])('are registered with the address %s', async (address) => {
    expect(await addresses('register', [host, ['ipaddress', address]])).toEqual([
      200,
      'success',
      { ...atStart, 'ns3.orbit-hosting.net': address },
    ]);
  });

  it('are modified', async () => {
    const sent: Fields = [known, ['currentipaddress', '192.0.2.11'], ['newipaddress', '203.0.113.1']];
    expect(await addresses('modify', sent)).toEqual([
      200,
      'success',
      { ...atStart, 'ns1.orbit-hosting.net': '203.0.113.1' },
    ]);
  });

  it('are deleted', async () => {
    expect(await addresses('delete', [known])).toEqual([
      200,
      'success',
      { 'ns2.orbit-hosting.net': '198.51.100.12' },
    ]);
  });

  it.each<[string, string, Fields, string]>([
    ['a second registration', 'register', [known, ['ipaddress', '203.0.113.3']], 'Nameserver already exists'],
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
