import { describe, expect, it } from 'vitest';
import type { Backup } from '../../../../../shared/domain/backup.ts';
import { keptOf, outlived } from '../../../../../electron/main/backups/rotation.ts';

const aBackup = (day: number, changes: Partial<Backup> = {}): Backup => ({
  name: `${day}`,
  madeAt: new Date(Date.UTC(2026, 1, day)).toISOString(),
  reason: 'daily',
  bytes: 1,
  version: 6,
  state: 'good',
  ...changes,
});
const days = (count: number, changes: Partial<Backup> = {}): readonly Backup[] =>
  Array.from({ length: count }, (_, index) => aBackup(28 - index, changes));
const namesOf = (backups: readonly Backup[]): readonly string[] => backups.map(({ name }) => name);

describe('which backups have had their day', () => {
  it('D6 none of the newest seven that were made once a day, all older ones', () => {
    expect(namesOf(outlived(days(9)))).toEqual(['21', '20']);
    expect(outlived(days(7))).toEqual([]);
  });

  it('each reason has its own number, and pushes out none of another', () => {
    const mixed = [
      ...days(7),
      ...days(7, { reason: 'by-hand' }),
      ...days(4, { reason: 'migration' }),
      ...days(4, { reason: 'restore' }),
    ];
    expect(outlived(mixed).map(({ reason }) => reason)).toEqual(['migration', 'restore']);
    expect(keptOf).toEqual({ daily: 7, 'by-hand': 7, migration: 3, restore: 3, removal: 3 });
  });

  it('a damaged one pushes no good one out, and goes itself when seven good ones are newer', () => {
    const newestAreDamaged = days(9).map((each, index) =>
      index < 2 ? { ...each, state: 'damaged' as const } : each,
    );
    expect(outlived(newestAreDamaged)).toEqual([]);
    const oldestIsDamaged = days(8).map((each, index) =>
      index === 7 ? { ...each, state: 'damaged' as const } : each,
    );
    expect(namesOf(outlived(oldestIsDamaged))).toEqual(['21']);
  });
});
