import { describe, expect, it } from 'vitest';
import { Secret } from '../../../../../../electron/main/system/secret.ts';
import { aRegistrant } from '../../../../../support/named-operations.ts';
import { servicesOfThisFile, valueOf } from './a-service.ts';

const start = servicesOfThisFile();
const nameservers = ['ns1.example.net', 'ns2.example.net'];

/** Any domain that the practice account starts with. */
async function startWithDomain() {
  const running = await start();
  const domain = running.service.domains()[0]?.name ?? '';
  return { ...running, domain, state: () => running.service.domain(domain) };
}

describe('against the practice service, as documented,', () => {
  it('readCredits gives the credit', async () => {
    const { client, service, deviations } = await start();
    expect(valueOf(await client.readCredits(null))).toEqual({ amount: '500.00', answer: '"500.00"' });
    expect(service.requests()[0]?.path).toMatch(/\/index\.php\/billing\/credits$/);
    expect(deviations).toEqual([]);
  });

  it('listTlds gives TLDs with dots', async () => {
    const { client, deviations } = await start();
    expect(valueOf(await client.listTlds(null)).tlds).toEqual(expect.arrayContaining(['.com', '.co.uk']));
    expect(deviations).toEqual([]);
  });

  it('readVersion gives three numbers', async () => {
    const { client, deviations } = await start();
    expect(valueOf(await client.readVersion(null)).version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(deviations).toEqual([]);
  });

  it('lookup gives one finding for each TLD, and no deviation', async () => {
    const { client, service, deviations } = await start();
    const taken = service.domains().find(({ name }) => name.endsWith('.com'))?.name ?? '';
    const label = taken.replace(/\.com$/, '');
    const { findings } = valueOf(await client.lookup({ label, tlds: ['com', '.net', 'co.uk'] }));
    expect(findings.map(({ finding }) => finding.domain)).toEqual([
      `${label}.com`,
      `${label}.net`,
      `${label}.co.uk`,
    ]);
    expect(findings[0]?.finding.kind).toBe('taken');
    expect(deviations).toEqual([]);
  });

  it.each([
    ['reserved-thing', 'reserved'],
    ['premium-thing', 'premium'],
  ])('lookup knows that %s is %s', async (label, kind) => {
    const { client } = await start({ options: { premiumEnabled: true } });
    const { findings } = valueOf(await client.lookup({ label, tlds: ['com'] }));
    expect(findings[0]?.finding.kind).toBe(kind);
  });

  it('lookup finds an internationalised name', async () => {
    const { client } = await start();
    const { findings } = valueOf(await client.lookup({ label: 'bäckerei', tlds: ['com', 'de'] }));
    expect(findings.map(({ finding }) => [finding.domain, finding.cause])).toEqual([
      ['xn--bckerei-5wa.com', null],
      ['xn--bckerei-5wa.de', null],
    ]);
  });

  it('readContacts gives four roles with ten fields, and no deviation', async () => {
    const { client, domain, state, deviations } = await startWithDomain();
    const { roles, answer } = valueOf(await client.readContacts({ domain }));
    expect(roles.map(({ name, fields }) => [name, fields.length])).toEqual([
      ['Registrant', 10],
      ['Admin', 10],
      ['Tech', 10],
      ['Billing', 10],
    ]);
    const email = roles[0]?.fields.find(({ name }) => name === 'Email')?.value.reveal() ?? '?';
    expect(JSON.stringify(state()?.contacts)).toContain(email);
    expect(answer).not.toContain(email);
    expect(deviations).toEqual([]);
  });

  it('writeContacts writes the fields that were read, and no other', async () => {
    const { client, domain, state } = await startWithDomain();
    const { roles } = valueOf(await client.readContacts({ domain }));
    const changed = roles
      .filter(({ name }) => name === 'Registrant')
      .map(({ name, fields }) => ({
        name,
        fields: fields.map((field) =>
          field.name === 'City' ? { ...field, value: new Secret('Köln & Bonn') } : field,
        ),
      }));
    const before = JSON.stringify(state()?.contacts);
    valueOf(await client.writeContacts({ domain, roles: changed }));
    const city = roles[0]?.fields.find(({ name }) => name === 'City')?.value.reveal() ?? '?';
    expect(JSON.stringify(state()?.contacts)).toBe(before.replace(JSON.stringify(city), '"Köln & Bonn"'));
  });

  it('writeLock and readLock lock and unlock', async () => {
    const { client, domain, state } = await startWithDomain();
    for (const lock of ['unlocked', 'locked'] as const) {
      valueOf(await client.writeLock({ domain, state: lock }));
      expect(state()?.isLocked).toBe(lock === 'locked');
      expect(valueOf(await client.readLock({ domain })).state).toBe(lock);
    }
  });

  it('register registers, with contacts and nameservers, and takes credit', async () => {
    const { client, service } = await start();
    const domain = 'available-harbour.com';
    valueOf(
      await client.register({ domain, periodYears: 2, nameservers, contacts: { registrant: aRegistrant } }),
    );
    expect(service.domain(domain)).toMatchObject({ name: domain, nameservers });
    expect(JSON.stringify(service.domain(domain)?.contacts)).toContain('email of Ada');
    expect(Number(service.credit())).toBeLessThan(500);
  });

  it('renew moves the expiry by the period', async () => {
    const { client, domain, state } = await startWithDomain();
    const year = () => Number(state()?.expiryOn.slice(0, 4));
    const before = year();
    valueOf(await client.renew({ domain, periodYears: 2 }));
    expect(year()).toBe(before + 2);
  });

  it('readEppCode gives a code that does not print', async () => {
    const { client, domain } = await startWithDomain();
    const result = valueOf(await client.readEppCode({ domain }));
    expect(result.kind === 'code' && result.code.reveal().length).toBeGreaterThan(5);
    expect(result.answer).toBe('{"eppcode":"[masked]"}');
  });

  it('sync tells state and expiry', async () => {
    const { client, domain, state } = await startWithDomain();
    expect(valueOf(await client.sync({ domain }))).toMatchObject({
      expiresOn: state()?.expiryOn,
      transferredAway: false,
    });
  });

  it('writeNameservers and readNameservers replace the whole set', async () => {
    const { client, domain, state } = await startWithDomain();
    valueOf(await client.writeNameservers({ domain, nameservers }));
    expect(state()?.nameservers).toEqual(nameservers);
    expect(valueOf(await client.readNameservers({ domain })).nameservers).toEqual(nameservers);
  });

  it('child nameservers are registered, modified and deleted', async () => {
    const { client, domain, state } = await startWithDomain();
    const nameserver = `ns7.${domain}`;
    valueOf(await client.registerChildNameserver({ domain, nameserver, ipAddress: '192.0.2.1' }));
    expect(state()?.childNameservers.get(nameserver)).toBe('192.0.2.1');
    valueOf(
      await client.modifyChildNameserver({
        domain,
        nameserver,
        currentIpAddress: '192.0.2.1',
        newIpAddress: '192.0.2.2',
      }),
    );
    expect(state()?.childNameservers.get(nameserver)).toBe('192.0.2.2');
    valueOf(await client.deleteChildNameserver({ domain, nameserver }));
    expect(state()?.childNameservers.has(nameserver)).toBe(false);
  });
});

describe('against the practice service, refused for a reason of its own,', () => {
  it('a name that exists is not registered again: 400', async () => {
    const { client, domain, service } = await startWithDomain();
    const order = { domain, periodYears: 1, nameservers, contacts: { registrant: aRegistrant } };
    expect(await client.register(order)).toMatchObject({
      error: { kind: 'uncertain', why: 'exists', said: 'Domain already exists' },
    });
    expect(service.credit()).toBe('500.00');
  });

  it('a wrong key is refused', async () => {
    const { client } = await start({ key: 'another-key' });
    expect(await client.readCredits(null)).toMatchObject({
      error: { kind: 'refused', why: 'credentials', status: 401 },
    });
  });

  it('a domain of another account is refused, on reading and on writing', async () => {
    const { client } = await start();
    for (const result of [
      await client.readLock({ domain: 'not-ours.example' }),
      await client.writeLock({ domain: 'not-ours.example', state: 'locked' }),
    ]) {
      expect(result).toMatchObject({ ok: false, error: { kind: 'refused' } });
    }
  });

  it('client mistake 5: a workstation three hours slow is let in once it has seen the service’s clock', async () => {
    const { client, service } = await start({ now: () => new Date('2026-03-01T07:30:00Z') });
    expect(valueOf(await client.readCredits(null)).amount).toBe('500.00');
    expect(service.requestCount()).toBe(2);
    expect(Math.round((client.clockSkewMs() ?? 0) / 60_000)).toBe(180);
  });
});
