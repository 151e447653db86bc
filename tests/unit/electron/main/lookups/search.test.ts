import { describe, expect, it } from 'vitest';
import type { Finding, FindingKind } from '#shared/domain/finding.ts';
import type { AppError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import type { Throttle } from '../../../../../electron/main/connections/throttle.ts';
import {
  createSearch,
  type FailedRequest,
  knownFindings,
  type Question,
  type SearchedAccount,
  type StoredFindings,
} from '../../../../../electron/main/lookups/search.ts';

const at = new Date('2026-01-02T03:04:05.000Z');

const aFinding = (domain: string, kind: FindingKind = 'available'): Finding => ({
  domain,
  tld: domain.slice(domain.indexOf('.') + 1),
  kind,
  cause: null,
  message: '',
  checkedAt: '2026-01-01T00:00:00.000Z',
  prices: [],
});

const noThrottle: Throttle = {
  run: async (work, signal) => {
    signal.throwIfAborted();
    return await work();
  },
};

interface Finished {
  readonly failures: readonly FailedRequest[];
  readonly cancelled: boolean;
}

type LookUp = (question: Question, signal: AbortSignal) => Promise<Result<readonly Finding[]>>;

const allAvailable: LookUp = ({ label, tlds }) =>
  Promise.resolve({ ok: true, value: tlds.map((tld) => aFinding(`${label}.${tld}`)) });

const failing =
  (error: AppError): LookUp =>
  () =>
    Promise.resolve({ ok: false, error });

const storing =
  (findings: readonly Finding[]): StoredFindings =>
  (_account, domains) =>
    Promise.resolve({ ok: true, value: findings.filter((finding) => domains.includes(finding.domain)) });

function aSearch(stored: readonly Finding[], lookUp: LookUp) {
  const announced: Finding[] = [];
  const asked: Question[] = [];
  const finished = Promise.withResolvers<Finished>();
  const search = createSearch({
    stored: storing(stored),
    announceFindings: (_id, findings) => announced.push(...findings),
    announceFinished: (_id, failures, cancelled) => finished.resolve({ failures, cancelled }),
    onBug: (thrown) => finished.reject(thrown),
    now: () => at,
  });
  const account: SearchedAccount = {
    id: 'a',
    throttle: noThrottle,
    tldsPerRequest: 50,
    lookUp: (question, signal) => {
      asked.push(question);
      return lookUp(question, signal);
    },
  };
  return { search, account, announced, asked, finished: finished.promise };
}

describe('what the local store knows', () => {
  it('answers each TLD in the order asked, unchecked where nothing is known', async () => {
    const stored = storing([aFinding('example.net', 'taken')]);
    const known = await knownFindings(stored, 'a', { label: 'example', tlds: ['.com', 'net'] });
    expect(known.ok && known.value.map((f) => [f.domain, f.tld, f.kind])).toEqual([
      ['example.com', 'com', 'unchecked'],
      ['example.net', 'net', 'taken'],
    ]);
  });

  it('keeps a Unicode TLD as listed and addresses the name by its A-labels', async () => {
    const known = await knownFindings(storing([]), 'a', { label: 'example', tlds: ['.рф'] });
    expect(known.ok && known.value[0]).toMatchObject({ domain: 'example.xn--p1ai', tld: 'рф' });
  });
});

describe('asking the service', () => {
  const tlds = Array.from({ length: 25 }, (_, index) => `t${index}`);

  it('splits many TLDs into requests of ten and announces every finding once', async () => {
    const { search, account, announced, asked, finished } = aSearch([], allAvailable);
    expect(search.start(account, { searchId: 's', label: 'example', tlds })).toBe(3);
    expect(await finished).toEqual({ failures: [], cancelled: false });
    expect(asked.map((question) => question.tlds.length)).toEqual([10, 10, 5]);
    expect(announced.map((finding) => finding.tld).toSorted()).toEqual(tlds.toSorted());
  });

  it('passes TLDs on as they were given', async () => {
    const { search, account, asked, finished } = aSearch([], allAvailable);
    search.start(account, { searchId: 's', label: 'example', tlds: ['.com', 'Net'] });
    await finished;
    expect(asked[0]?.tlds).toEqual(['.com', 'Net']);
  });

  it('says unknown, never available or taken, when a request fails', async () => {
    const error: AppError = { kind: 'unreachable', why: 'connection-refused' };
    const { search, account, announced, finished } = aSearch([], failing(error));
    search.start(account, { searchId: 's', label: 'example', tlds: ['com'] });
    expect((await finished).failures).toEqual([{ tlds: ['com'], error }]);
    expect(announced).toMatchObject([{ domain: 'example.com', kind: 'unknown', cause: 'unreachable' }]);
  });

  it('leaves what was known before as it was when a request fails', async () => {
    const { search, account, announced, finished } = aSearch(
      [aFinding('example.com', 'taken')],
      failing({ kind: 'no-key' }),
    );
    search.start(account, { searchId: 's', label: 'example', tlds: ['com'] });
    await finished;
    expect(announced).toEqual([]);
  });

  it('ends a cancelled search as cancelled and announces nothing more', async () => {
    const lookUp: LookUp = (_question, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ ok: false, error: { kind: 'cancelled' } }));
      });
    const { search, account, announced, finished } = aSearch([], lookUp);
    search.start(account, { searchId: 's', label: 'example', tlds });
    search.cancel('s');
    expect(await finished).toMatchObject({ cancelled: true });
    expect(announced).toEqual([]);
  });

  it('hands a throw to the bug handler instead of losing it', async () => {
    const { search, account, finished } = aSearch([], () => Promise.reject(new Error('broken')));
    search.start(account, { searchId: 's', label: 'example', tlds: ['com'] });
    await expect(finished).rejects.toThrow('broken');
  });
});
