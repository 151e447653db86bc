import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Price } from '#shared/domain/finding.ts';
import { fail, ok } from '#shared/result.ts';
import { createLimitsHandlers } from '../../../../../../electron/main/app/areas/changes.ts';

const prices: readonly Price[] = [
  { kind: 'given', amount: '12.5', currency: 'USD' },
  { kind: 'not-given' },
  { kind: 'given', amount: '7', currency: null },
  { kind: 'given', amount: '0.005', currency: 'USD' },
  { kind: 'unreadable' },
];

describe('what was used of a day’s limits', () => {
  it('F12 is one sum for each currency, and a count of unknown prices', async () => {
    const asked: unknown[] = [];
    const now = new Date(2026, 10, 22, 15, 4, 5);
    const limits = createLimitsHandlers({
      journal: {
        spent(of) {
          asked.push(of);
          return Promise.resolve(ok([...prices]));
        },
      },
      now: () => now,
    });
    const since = new Date(2026, 10, 22).toISOString();
    expect(await limits.used({ accountId: 'a1' })).toEqual(
      ok({
        since,
        sums: [
          { currency: 'USD', amount: '12.505' },
          { currency: null, amount: '7.00' },
        ],
        unpriced: 2,
      }),
    );
    await limits.used({ accountId: null });
    expect(asked).toEqual([
      { accountId: 'a1', planId: null, since },
      { accountId: null, planId: null, since },
    ]);
  });

  it('is a failure where the journal cannot be read, and never nothing', async () => {
    const failed = fail({ kind: 'storage', fault: 'damaged' } as const);
    const limits = createLimitsHandlers({
      journal: { spent: () => Promise.resolve(failed) },
      now: () => new Date(),
    });
    expect(await limits.used({ accountId: null })).toEqual(failed);
  });

  it.each([
    ['Pacific/Kiritimati', '2026-11-22T09:59:59.000Z', '2026-11-21T10:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-22T10:00:00.000Z', '2026-11-22T10:00:00.000Z'],
    ['America/Los_Angeles', '2026-11-22T07:59:59.999Z', '2026-11-21T08:00:00.000Z'],
    ['America/Los_Angeles', '2026-11-22T08:00:00.000Z', '2026-11-22T08:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-22T18:15:00.000Z', '2026-11-22T18:15:00.000Z'],
    // The day that has 23 hours, and the one that has 25.
    ['Europe/Berlin', '2026-03-29T21:59:00.000Z', '2026-03-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25T22:59:00.000Z', '2026-10-24T22:00:00.000Z'],
    // Summer time begins at midnight, which is not there then.
    ['Africa/Cairo', '2026-04-24T12:00:00.000Z', '2026-04-23T22:00:00.000Z'],
  ])('F12 in %s, a day at %s began at %s', (zone, now, began) => {
    expect(startOfDayIn(zone, now)).toBe(began);
  });
});

/** By a process of its own: a process knows one time zone. */
function startOfDayIn(zone: string, now: string): string {
  const ledger = join(import.meta.dirname, '../../../../../../electron/main/changes/ledger.ts');
  const script = `
    const { startOfDay } = await import(${JSON.stringify(ledger)});
    process.stdout.write(startOfDay(new Date(${JSON.stringify(now)})).toISOString());`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, TZ: zone },
    encoding: 'utf8',
  });
}
