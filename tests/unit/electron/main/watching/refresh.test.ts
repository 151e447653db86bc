import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Known } from '#shared/domain/portfolio.ts';
import { dueAtMs, dueNames } from '../../../../../electron/main/watching/refresh.ts';
import type { DomainRecord } from '../../../../../electron/main/workspace/repositories/domain-observations.ts';
import { anUnreadDomain } from '../../../../support/fake-portfolio.ts';

const now = new Date(2026, 10, 24, 12);
const nowMs = now.getTime();
const dayMs = 86_400_000;
const ago = (days: number): string => new Date(nowMs - days * dayMs).toISOString();
const known = <T>(value: T, days: number): Known<T> => ({ value, at: ago(days), source: 'read' });
const expiring = (inDays: number): Known<string> => ({
  ...known(new Date(nowMs + inDays * dayMs).toISOString().slice(0, 10), 50),
  source: 'sync',
});

/** Read in all its parts so many days ago. */
const readAgo = (days: number, changes: Partial<DomainRecord> = {}): DomainRecord => ({
  ...anUnreadDomain('a.example'),
  lock: known('locked' as const, days),
  nameservers: known([], days),
  registrant: known('A', days),
  ...changes,
});

describe('whether a domain is to be read again', () => {
  it.each<[string, DomainRecord, isDue: boolean]>([
    ['was never read', anUnreadDomain('a.example'), true],
    ['was read 6 days ago', readAgo(6), false],
    ['was read 7 days ago', readAgo(7), true],
    ['was read 2 days ago, and expires in 31 days', readAgo(2, { expiresOn: expiring(31) }), false],
    ['was read 2 days ago, and expires in 30 days', readAgo(2, { expiresOn: expiring(30) }), true],
    ['was read today, and expires tomorrow', readAgo(0.5, { expiresOn: expiring(1) }), false],
    ['was read 2 days ago, and expired long ago', readAgo(2, { expiresOn: expiring(-90) }), false],
    [
      'has its lock from a file of today, and was never read',
      { ...anUnreadDomain('a.example'), lock: { ...known('locked' as const, 0), source: 'import' } },
      true,
    ],
    [
      'was read 8 days ago, and its lock is from a file of today',
      readAgo(8, { lock: { ...known('locked' as const, 0), source: 'import' } }),
      true,
    ],
    ['has one part that is older', readAgo(1, { nameservers: known([], 8) }), true],
    [
      'could not be read a day ago, in any part',
      {
        ...anUnreadDomain('a.example'),
        troubles: (['lock', 'nameservers', 'contacts'] as const).map((part) => ({
          part,
          error: { kind: 'no-key' },
          at: ago(1),
        })),
      },
      false,
    ],
  ])('one that %s', (_case, domain, isDue) => {
    expect(dueAtMs(domain, nowMs) <= nowMs).toBe(isDue);
  });
});

describe('the names of one turn', () => {
  it('never has one that is archived or was transferred away, and has those that waited longest first', () => {
    const domains = [
      readAgo(9, { name: 'b.example' }),
      readAgo(20, { name: 'archived.example', archivedAt: ago(1) }),
      readAgo(20, { name: 'gone.example', transferredAway: known(true, 1) }),
      readAgo(12, { name: 'a.example' }),
      readAgo(1, { name: 'fresh.example' }),
    ];
    expect(dueNames(domains, nowMs)).toEqual(['a.example', 'b.example']);
  });

  it('is a share of a large portfolio, so large that all of it is through well within a week', () => {
    const sizes = fc.integer({ min: 0, max: 30_000 });
    fc.assert(
      fc.property(sizes, (size) => {
        const domains = Array.from({ length: size }, (_, at) => readAgo(8, { name: `n${at}.example` }));
        const inTurn = dueNames(domains, nowMs).length;
        const turnsAWeek = 7 * 24 * 4;
        expect(inTurn).toBeLessThanOrEqual(Math.max(25, Math.ceil(size / 100)));
        expect(inTurn * turnsAWeek).toBeGreaterThanOrEqual(size);
      }),
      { numRuns: 12 },
    );
  });
});
