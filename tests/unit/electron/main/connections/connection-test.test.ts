import { describe, expect, it, vi } from 'vitest';
import {
  type ProbedClient,
  testConnection,
} from '../../../../../electron/main/connections/connection-test.ts';
import { connectionReport } from '../../../../../shared/areas/common-schemas.ts';
import type { AppError } from '../../../../../shared/errors.ts';
import { fail, ok } from '../../../../../shared/result.ts';

const now = () => new Date('2026-02-21T14:05:06.007Z');

const aClient = (changes: Partial<ProbedClient> = {}): ProbedClient => ({
  readCredits: () => Promise.resolve(ok('150.50')),
  listTlds: () => Promise.resolve(ok(['.com', '.co.za'])),
  readVersion: () => Promise.resolve(ok('2.2')),
  clockSkewMs: () => 1_200,
  ...changes,
});

const refused = (why: 'permission' | 'credentials' | 'server'): AppError => ({
  kind: 'refused',
  why,
  status: 403,
  said: 'Action is not allowed',
});
const failing = (error: AppError) => () => Promise.resolve(fail(error));

describe('testing a connection', () => {
  it('says what each of the three reads answered, and how far the clock differs', async () => {
    const report = await testConnection(aClient(), now);
    expect(report).toEqual({
      probes: [
        { operation: 'credits', verdict: 'answered', answer: '150.50', error: null },
        { operation: 'tlds', verdict: 'answered', answer: '2', error: null },
        { operation: 'version', verdict: 'answered', answer: '2.2', error: null },
      ],
      clockSkewMs: 1_200,
      testedAt: '2026-02-21T14:05:06.007Z',
    });
    expect(connectionReport.parse(report)).toEqual(report);
  });

  it.each([
    ['permission', 'not-permitted'],
    ['credentials', 'not-permitted'],
    ['server', 'failed'],
  ] as const)(
    'calls a version that is refused for %s %s, when the credit was answered',
    async (why, verdict) => {
      const report = await testConnection(aClient({ readVersion: failing(refused(why)) }), now);
      expect(report.probes.map((probe) => probe.verdict)).toEqual(['answered', 'answered', verdict]);
      expect(report.probes[2]?.error).toEqual(refused(why));
    },
  );

  it('calls a refused login failed, and still asks the others: permissions exist per operation', async () => {
    const report = await testConnection(aClient({ readCredits: failing(refused('credentials')) }), now);
    expect(report.probes.map((probe) => probe.verdict)).toEqual(['failed', 'answered', 'answered']);
  });

  it.each([
    ['the host is not reached', { kind: 'unreachable', why: 'connect-timeout' }],
    ['there is no key', { kind: 'no-key' }],
    ['the keychain is locked', { kind: 'keychain', fault: 'locked' }],
  ] as const)('asks no more when %s', async (_name, error) => {
    const listTlds = vi.fn(aClient().listTlds);
    const report = await testConnection(aClient({ readCredits: failing(error), listTlds }), now);
    expect(report.probes).toEqual([{ operation: 'credits', verdict: 'failed', answer: '', error }]);
    expect(listTlds).not.toHaveBeenCalled();
  });

  it('shortens an answer that is far too long', async () => {
    const report = await testConnection(
      aClient({ readVersion: () => Promise.resolve(ok('v'.repeat(5_000))) }),
      now,
    );
    expect(connectionReport.parse(report).probes[2]?.answer).toHaveLength(200);
  });
});
