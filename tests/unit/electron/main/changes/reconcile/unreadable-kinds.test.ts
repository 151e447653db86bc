import { describe, expect, it } from 'vitest';
import { asks } from '../../../../../support/changes/a-changing-desk.ts';
import { look } from './a-look.ts';

describe('C10 reading back what cannot be read proves nothing', () => {
  it.each(['child-register', 'child-modify', 'child-delete'] as const)('%s', async (kind) => {
    expect(await look({ what: asks[kind] })).toMatchObject({ verdict: 'no-proof', error: null });
  });

  it('sync, which shows what it was answered', async () => {
    const told = { active: true, expired: null, transferredAway: false, expiresOn: '2027-05-06' };
    const { verdict, evidence } = await look({ what: asks.sync, told });
    expect(verdict).toBe('no-proof');
    expect(evidence.map(({ label, after }) => [label, after])).toEqual([
      ['Expiry date', '2027-05-06'],
      ['Active', 'yes'],
      ['Transferred away', 'no'],
    ]);
  });

  it('sync without an answer', async () => {
    expect((await look({ what: asks.sync })).evidence).toEqual([]);
  });
});
