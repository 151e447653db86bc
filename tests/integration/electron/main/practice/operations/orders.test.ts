import { describe, expect, it } from 'vitest';
import { type Fields, get, post } from '../ask.ts';
import { servicesOfThisFile } from '../running.ts';
import { registration } from '../samples.ts';

const start = servicesOfThisFile();
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
        Registrant: { Contact_Name: 'Ada Byron', Email: 'ada@example.org', ZIP_code: 'SW1A 1AA', City: '' },
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
