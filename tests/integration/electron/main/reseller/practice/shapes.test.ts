import { describe, expect, it } from 'vitest';
import type { FaultPlan, FaultRule } from '../../../../../../electron/main/practice/faults/fault.ts';
import {
  callsFor,
  type OperationName,
  operationNames,
  readNames,
} from '../../../../../support/named-operations.ts';
import { servicesOfThisFile, valueOf } from './a-service.ts';

describe('shapes', () => {
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

describe('refusals', () => {
  const start = servicesOfThisFile();

  const reads: ReadonlySet<OperationName> = new Set(readNames);

  /** Words that define no no (F2). */
  const unclear = (): object => ({
    kind: 'uncertain',
    why: 'unclear-refusal',
    said: 'The request was refused',
  });

  /** A 400 without words: of a registration the one failure that the document defines, which may be the trace of our own. */
  const wordless = (operation: OperationName): object =>
    operation === 'register'
      ? { kind: 'uncertain', why: 'exists' }
      : { kind: 'refused', status: 400, said: '' };

  /** A refusal of the field: what a read makes of it, and what a write makes of it where that differs. */
  const refusals = [
    ['error-text', { kind: 'refused', said: 'The request was refused' }, unclear],
    ['error-object', { kind: 'refused', status: 400, said: 'The request was refused' }, unclear],
    ['message', { kind: 'refused', status: 400, said: 'The request was refused' }, unclear],
    ['status-error', { kind: 'refused', status: 200, said: 'The request was refused' }, unclear],
    ['success-false', { kind: 'refused', status: 200, said: 'The request was refused' }, unclear],
    ['empty-array', { kind: 'refused', status: 400, said: '' }, wordless],
    ['empty-object', { kind: 'refused', status: 400, said: '' }, wordless],
    ['not-allowed', { kind: 'refused', why: 'permission' }],
    [
      'address',
      { kind: 'refused', why: 'address', said: 'Your IP address 127.0.0.1 is not allowed to use this API' },
    ],
    ['no-credit', { kind: 'refused', why: 'credit' }, () => ({ kind: 'uncertain', why: 'server-error' })],
    ['invalid-token', { kind: 'refused', why: 'credentials', status: 401, said: 'Invalid API Token' }],
    ['action-not-found', { kind: 'refused', why: 'not-found', status: 404 }],
  ] as const;

  /** The practice service's own words for the operations. */
  const practiceNames = {
    lookup: 'lookup',
    readCredits: 'credits',
    listTlds: 'tlds',
    readVersion: 'version',
    readContacts: 'contact-read',
    writeContacts: 'contact-write',
    readLock: 'lock-read',
    writeLock: 'lock-write',
    register: 'register',
    renew: 'renew',
    readEppCode: 'eppcode',
    sync: 'sync',
    readNameservers: 'nameservers-read',
    writeNameservers: 'nameservers-write',
    registerChildNameserver: 'child-register',
    modifyChildNameserver: 'child-modify',
    deleteChildNameserver: 'child-delete',
  } as const satisfies Readonly<Record<OperationName, unknown>>;

  /** Calls `operation`, for which everything is there but the answer, and counts its requests. */
  async function callWith(operation: OperationName, fault: FaultRule['fault']) {
    const rule = { operation: practiceNames[operation], fault };
    const { client, service } = await start({ service: { faults: [rule] } });
    const calls = callsFor({ domain: service.domains()[0]?.name ?? '', newDomain: 'available-harbour.com' });
    if (needsChild.has(operation)) await calls.registerChildNameserver(client);
    const before = service.requestCount();
    const result = await calls[operation](client);
    return { result, requests: service.requestCount() - before };
  }

  const needsChild: ReadonlySet<OperationName> = new Set(['modifyChildNameserver', 'deleteChildNameserver']);

  describe.each(operationNames)('%s against the practice service', (operation) => {
    it.each(refusals)(
      'client mistakes 2 to 4: refused by “%s”, says so and is not sent again',
      async (refusal, onRead, onWrite: (operation: OperationName) => object = () => onRead) => {
        const { result, requests } = await callWith(operation, { kind: 'refusal', refusal });
        expect(result).toMatchObject({
          ok: false,
          error: reads.has(operation) ? onRead : onWrite(operation),
        });
        expect(requests).toBe(1);
      },
    );

    it('client mistake 3: refused by a text inside a 200, says so', async () => {
      const { result } = await callWith(operation, { kind: 'refusal', refusal: 'error-text', status: 200 });
      const onRead = { kind: 'refused', status: 200, said: 'The request was refused' };
      expect(result).toMatchObject({ error: reads.has(operation) ? onRead : unclear() });
    });

    it('without a fault, is a success', async () => {
      const { result } = await callWith(operation, { kind: 'latency', ms: 0 });
      expect(result.ok).toBe(true);
    });

    it.each([
      ['a page', { kind: 'page', page: 'html' }],
      ['a warning before the JSON', { kind: 'page', page: 'php-warning-and-json' }],
      ['cut JSON', { kind: 'cut-json' }],
      ['no body', { kind: 'empty-body' }],
      ['[]', { kind: 'json', value: [] }],
      ['{}', { kind: 'json', value: {} }],
      ['too deep', { kind: 'deep-json', depth: 100 }],
    ] as const)('answered with 200 and %s, is unreadable or uncertain, never done', async (name, fault) => {
      const { result, requests } = await callWith(operation, fault);
      // An empty list of results or of TLDs is an answer: to a look-up it says nothing of any name.
      if (name === '[]' && (operation === 'lookup' || operation === 'listTlds')) {
        expect(JSON.stringify(result)).not.toMatch(/"available"|"taken"/);
      } else {
        expect(result).toMatchObject({ error: { kind: reads.has(operation) ? 'unreadable' : 'uncertain' } });
      }
      expect(requests).toBe(1);
    });
  });
});
