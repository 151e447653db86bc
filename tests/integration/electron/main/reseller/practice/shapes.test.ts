import { describe, expect, it } from 'vitest';
import type { FaultPlan } from '../../../../../../electron/main/practice/faults/fault.ts';
import { servicesOfThisFile, valueOf } from './a-service.ts';

const start = servicesOfThisFile();

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
      valueOf(await client.writeNameservers({ domain, nameservers: ['ns1.example.net', 'ns2.example.net'] }));
    },
  );
});

describe('a read understands its odd shapes', () => {
  it.each(['credit-in-object', 'credit-as-number'] as const)('%s', async (shape) => {
    const { client, deviations } = await startShaped(shape);
    expect(Number(valueOf(await client.readCredits()).amount)).toBe(500);
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
