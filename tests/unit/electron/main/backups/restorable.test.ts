import { describe, expect, it } from 'vitest';
import type { Backup } from '../../../../../shared/domain/backup.ts';
import { whyNotRestorable } from '../../../../../electron/main/backups/restorable.ts';

const good: Backup = {
  name: 'workspace-2026-02-22T09-00-00-000Z.daily.sqlite',
  madeAt: '2026-02-22T09:00:00.000Z',
  reason: 'daily',
  bytes: 1,
  version: 6,
  state: 'good',
};

describe('why a backup may not take the workspace’s place', () => {
  it('there is no reason where it is good, of this version or older, and nothing is on its way', () => {
    expect(whyNotRestorable(good, 6, [])).toBeNull();
    expect(whyNotRestorable({ ...good, version: 3 }, 6, [])).toBeNull();
  });

  it.each([
    ['it is damaged', { ...good, state: 'damaged' }, 'This backup is damaged.'],
    ['nobody has read it through', { ...good, state: 'unchecked' }, 'This backup is damaged.'],
    [
      'it is of a newer version',
      { ...good, version: 7 },
      'This backup was made by a newer version of Namedesk.',
    ],
  ] as const)('because %s', (_name, backup, why) => {
    expect(whyNotRestorable(backup, 6, [])).toBe(why);
  });

  it.each([
    ['session', /look-up/],
    ['change', /change/],
    ['plan', /plan/],
    ['codes', /codes/],
  ] as const)('because a %s is on its way', (obstacle, words) => {
    expect(whyNotRestorable(good, 6, [obstacle])).toMatch(words);
  });
});
