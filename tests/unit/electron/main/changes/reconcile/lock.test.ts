import { describe, expect, it } from 'vitest';
import { asks } from '../../../../../support/changes/a-changing-desk.ts';
import { failing, look, offline, read, refused } from './a-look.ts';

describe('reading back a lock', () => {
  const what = asks.lock;

  it.each([
    ['locked', 'unlocked', 'agrees', 'for'],
    ['locked', 'locked', 'as-before', 'against'],
    [null, 'locked', 'differs', 'against'],
    ['unlocked', 'locked', 'differs', 'against'],
    [undefined, 'unlocked', 'agrees', 'for'],
  ] as const)('that was %s and is %s: %s', async (lock, now, verdict, speaks) => {
    expect(await look({ what, before: { lock }, reads: { lock: read(now) } })).toEqual({
      verdict,
      evidence: [{ label: 'Registrar lock', before: lock ?? null, after: now, speaks }],
      error: null,
      learned: { lock: now },
    });
  });

  it('without what was before is compared with what is wanted alone', async () => {
    expect(await look({ what, before: null, reads: { lock: read('locked') } })).toMatchObject({
      verdict: 'differs',
    });
  });

  it.each([offline, refused])('that cannot be read shows nothing: %o', async (error) => {
    expect(await look({ what, reads: { lock: failing(error) } })).toEqual({
      verdict: 'unreadable',
      evidence: [],
      error,
    });
  });
});
