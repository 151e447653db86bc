import { describe, expect, it } from 'vitest';
import { notGiven } from '#shared/domain/price.ts';
import { asks } from '../../../../../support/changes/a-changing-desk.ts';
import { failing, look, offline, read, refused } from './a-look.ts';

describe('C10 reading back a renewal proves nothing', () => {
  const what = { ...asks.renew, price: notGiven } as const;

  it.each([
    ['500.00', '490.00', 'for'],
    ['500.00', '500.00', 'against'],
    ['490.00', '500.00', 'against'],
    [null, '500.00', 'neither'],
  ] as const)('whatever the credit was and is: %s, %s', async (was, now, speaks) => {
    const looked = await look({ what, before: { credit: was }, reads: { credit: read(now) } });
    expect(looked.verdict).toBe('no-proof');
    expect(looked.evidence[0]).toEqual({ label: 'Credit', before: was, after: now, speaks });
  });

  it('also where the credit is not shown', async () => {
    expect(await look({ what, before: null, reads: { credit: failing(refused) } })).toMatchObject({
      verdict: 'no-proof',
      error: null,
    });
  });

  it.each(['refused', 'refused-unconfirmed'] as const)(
    'F2 but “%s” is not believed where the credit fell',
    async (answered) => {
      const scene = { what, before: { credit: '500.00' }, answered };
      expect(await look({ ...scene, reads: { credit: read('490.00') } })).toMatchObject({
        verdict: 'differs',
        contradictsNo: true,
      });
      for (const credit of [read('500.00'), read('510.00'), failing(offline)]) {
        expect(await look({ ...scene, reads: { credit } })).toMatchObject({ verdict: 'no-proof' });
      }
    },
  );

  it('F14 and beside a yes, a credit that did not fall speaks against nothing', async () => {
    const scene = { what, before: { credit: '500.00' }, answered: 'claimed' } as const;
    const looked = await look({ ...scene, reads: { credit: read('500.00') } });
    expect(looked.evidence[0]?.speaks).toBe('neither');
  });
});
