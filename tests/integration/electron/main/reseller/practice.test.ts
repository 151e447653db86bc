import { onTestFinished, describe, expect, it } from 'vitest';
import { defaultAccountOptions, type AccountOptions } from '#shared/domain/account.ts';
import { ok } from '#shared/result.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import {
  startPracticeService,
  type PracticeOptions,
  type PracticeService,
} from '../../../../../electron/main/practice/service.ts';
import { parseBaseUrl } from '../../../../../electron/main/reseller/base-url.ts';
import { createResellerClient, type ResellerClient } from '../../../../../electron/main/reseller/client.ts';
import { withNames, aRegistrant, type NamedMethods } from '../../../../support/named-operations.ts';
import type { Deviation } from '../../../../../electron/main/reseller/reply.ts';
import type { FaultPlan } from '../../../../../electron/main/practice/faults/fault.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const username = 'reseller@example.com';

const apiKey = '1234567890QWERTYUIOPASDFGHJKLZXCVBNM';

interface Setting {
  readonly service?: Partial<PracticeOptions>;
  readonly options?: Partial<AccountOptions>;
  readonly key?: string;
  readonly now?: () => Date;
}

interface Running {
  readonly client: ResellerClient & NamedMethods;
  readonly service: PracticeService;
  readonly deviations: readonly Deviation[];
}

// Far from the turn of an hour, so that a slow machine does not turn it within a test.
const midHour = () => new Date('2026-03-01T10:30:00Z');

/** A practice service with a client for it; both end with their test. */
async function start({
  service: given = {},
  options = {},
  key = apiKey,
  now = midHour,
}: Setting = {}): Promise<Running> {
  const service = await startPracticeService({
    username,
    apiKey,
    now: midHour,
    rememberRequests: 100,
    ...given,
  });
  const base = parseBaseUrl(service.baseUrl);
  if (!base.ok) throw new Error('A loopback address is let through');
  const deviations: Deviation[] = [];
  const client = createResellerClient({
    service: {
      baseUrl: base.value,
      username,
      options: { ...defaultAccountOptions, timeoutMs: 2_000, ...options },
    },
    key: () => Promise.resolve(ok(new Secret(key))),
    now,
    random: () => 0,
    sleep: () => Promise.resolve(),
    onDeviation: (deviation) => deviations.push(deviation),
  });
  onTestFinished(async () => {
    await client.close();
    await service.stop();
  });
  return { client: withNames(client), service, deviations };
}

describe('shapes', () => {
  type ShapeFault = Extract<FaultPlan[number]['fault'], { readonly kind: 'shape' }>;

  async function startShaped(shape: ShapeFault['shape']) {
    const faults = [{ fault: { kind: 'shape', shape } }] as const;
    const running = await start({ service: { faults }, options: { premiumEnabled: true } });
    return { ...running, domain: running.service.domains()[0]?.name ?? '' };
  }

  describe('client mistake 2: a change is done by each of its known answers', () => {
    it.each(['success-text', 'success-true', 'status-object', 'status-and-message'] as const)(
      '%s',
      async (shape) => {
        const { client, domain } = await startShaped(shape);
        valueOf(await client.writeLock({ domain, state: 'locked' }));
        valueOf(await client.renew({ domain, periodYears: 1 }));
        valueOf(
          await client.writeNameservers({ domain, nameservers: ['ns1.example.net', 'ns2.example.net'] }),
        );
      },
    );
  });

  describe('a read understands its odd shapes', () => {
    it.each(['credit-in-object', 'credit-as-number'] as const)('%s', async (shape) => {
      const { client, deviations } = await startShaped(shape);
      expect(Number(valueOf(await client.readCredits(null)).amount)).toBe(500);
      expect(deviations).toMatchObject([{ operation: 'readCredits', path: '', count: 1 }]);
    });

    it.each(['code-as-text', 'code-with-entities'] as const)('%s', async (shape) => {
      const plain = await startShaped('success-text');
      const code = valueOf(await plain.client.readEppCode({ domain: plain.domain }));
      const { client, domain } = await startShaped(shape);
      const odd = valueOf(await client.readEppCode({ domain }));
      expect(odd.kind === 'code' && odd.code.reveal()).toBe(code.kind === 'code' && code.code.reveal());
    });

    it('code-mailed', async () => {
      const { client, domain } = await startShaped('code-mailed');
      expect(valueOf(await client.readEppCode({ domain })).kind).toBe('emailed-to-registrant');
    });

    it('sync-with-php-booleans', async () => {
      const { client, domain, service } = await startShaped('sync-with-php-booleans');
      expect(valueOf(await client.sync({ domain }))).toMatchObject({
        active: true,
        expired: false,
        transferredAway: false,
        expiresOn: service.domain(domain)?.expiryOn,
      });
    });

    it('sync-expiry-alone', async () => {
      const { client, domain, service } = await startShaped('sync-expiry-alone');
      expect(valueOf(await client.sync({ domain }))).toMatchObject({
        active: null,
        expiresOn: service.domain(domain)?.expiryOn,
      });
    });

    it.each(['nameservers-as-array', 'nameservers-beside-success'] as const)('%s', async (shape) => {
      const { client, domain, service } = await startShaped(shape);
      expect(valueOf(await client.readNameservers({ domain })).nameservers).toEqual(
        service.domain(domain)?.nameservers,
      );
    });
  });

  describe('contacts are kept under the names that were read', () => {
    it.each([
      ['contact-with-spaces', 'Registrant', 'Contact Name'],
      ['contact-with-postcode', 'Registrant', 'Postcode'],
      ['contact-with-technical', 'Technical', 'Contact_Name'],
    ] as const)('%s', async (shape, role, field) => {
      const { client, domain, deviations } = await startShaped(shape);
      const { roles } = valueOf(await client.readContacts({ domain }));
      const fields = roles.find(({ name }) => name === role)?.fields ?? [];
      expect(fields.map(({ name }) => name)).toContain(field);
      expect(deviations.length).toBeGreaterThan(0);
    });

    it('contact-with-arrays', async () => {
      const { client, domain } = await startShaped('contact-with-arrays');
      const { roles } = valueOf(await client.readContacts({ domain }));
      expect(roles.flatMap(({ fields }) => fields).some(({ isText }) => !isText)).toBe(true);
    });
  });

  describe('client mistake 8: a look-up is never more than its answer says', () => {
    const asked = { label: 'available-harbour', tlds: ['com'] };

    it.each([
      ['entry-as-text', 'unknown', 'not-in-answer'],
      ['entry-with-error', 'unknown', 'error-in-answer'],
      ['entry-with-error-alone', 'unknown', 'not-in-answer'],
      ['entry-missing', 'unknown', 'not-in-answer'],
      ['entry-twice-contradicting', 'unknown', 'no-decision'],
      ['availability-as-text', 'unknown', 'no-decision'],
      ['availability-as-number', 'unknown', 'no-decision'],
    ] as const)('%s is %s', async (shape, kind, cause) => {
      const { client } = await startShaped(shape);
      const { findings } = valueOf(await client.lookup(asked));
      expect(findings[0]?.finding).toMatchObject({ kind, cause });
    });

    it('entry-twice is one finding and a note', async () => {
      const { client } = await startShaped('entry-twice');
      const { findings, notes } = valueOf(await client.lookup(asked));
      expect(findings.map(({ finding }) => finding.cause)).toEqual([null]);
      expect(notes).toMatchObject([{ kind: 'duplicate' }]);
    });

    it.each([
      'prices-as-numbers',
      'prices-as-texts',
      'prices-as-price-objects',
      'prices-as-amount-objects',
    ] as const)('%s are given', async (shape) => {
      const { client } = await startShaped(shape);
      const { findings } = valueOf(await client.lookup(asked));
      expect(findings[0]?.finding.prices[0]?.register.kind).toBe('given');
    });

    it('premium-prices-as-object are the prices of a premium name', async () => {
      const { client } = await startShaped('premium-prices-as-object');
      const { findings } = valueOf(await client.lookup({ label: 'premium-thing', tlds: ['com'] }));
      expect(findings[0]?.finding).toMatchObject({
        kind: 'premium',
        prices: [{ register: { kind: 'given' } }],
      });
    });
  });
});

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
    expect(valueOf(await client.readCredits(null))).toEqual({
      shown: '500.00',
      amount: '500.00',
      answer: '"500.00"',
    });
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
