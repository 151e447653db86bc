import { describe, expect, it } from 'vitest';
import type { FaultRule } from '../../../../../../electron/main/practice/faults/fault.ts';
import { type OperationName, operationNames } from '../../../../../../electron/main/reseller/operation.ts';
import { callsFor, readNames } from '../../../../../support/fuzz/calls.ts';
import { servicesOfThisFile } from './a-service.ts';

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
      expect(result).toMatchObject({ ok: false, error: reads.has(operation) ? onRead : onWrite(operation) });
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
