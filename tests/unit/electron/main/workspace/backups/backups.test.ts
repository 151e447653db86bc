import { describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '#shared/result.ts';
import { createLogger } from '../../../../../../electron/main/system/log.ts';
import {
  keptOf,
  noted,
  outlived,
  whyNotRestorable,
} from '../../../../../../electron/main/workspace/backups/backups.ts';
import {
  backupName,
  companionsOf,
  readBackupName,
} from '../../../../../../electron/main/workspace/backups/restore-files.ts';
import { backupReasons } from '#shared/domain/restore-reasons.ts';
import type { Backup } from '#shared/domain/backup.ts';

describe('the making of a backup', () => {
  const backup: Backup = {
    name: 'workspace-2026-02-22T09-00-00-000Z.daily.sqlite',
    madeAt: '2026-02-22T09:00:00.000Z',
    reason: 'daily',
    bytes: 1_204_224,
    version: 6,
    state: 'good',
  };

  /** What the log has of a making that takes 250 ms, without what every line has. */
  async function linesOf(make: () => Promise<Result<Backup>>) {
    const lines: unknown[] = [];
    const { note } = createLogger(
      { write: (line) => void lines.push({ ...(JSON.parse(line) as object), at: '' }) },
      () => new Date(0),
    );
    let readings = 0;
    const nowMs = (): number => 1_000 + 250.4 * readings++;
    const made = await noted({ note, nowMs }, 'daily', make).catch((thrown: unknown) => thrown);
    return { made, lines };
  }

  const line = (level: string, event: string, fields: object) => [{ at: '', level, event, ...fields }];
  const failed = (fault: string) => line('error', 'backup.failed', { reason: 'daily', fault });
  const diskFull = Object.assign(new Error('write /home/anna/backups'), { code: 'ENOSPC' });

  it('B10 is in the log: why it was made, its size and how long it took, and not its name', async () => {
    const { made, lines } = await linesOf(() => Promise.resolve(ok(backup)));
    expect(made).toEqual(ok(backup));
    expect(lines).toEqual(
      line('info', 'backup.made', { reason: 'daily', bytes: 1_204_224, durationMs: 250 }),
    );
  });

  it.each([
    ['a fault of the storage', fail({ kind: 'storage', fault: 'damaged' }), failed('damaged')],
    ['another failure', fail({ kind: 'bug', incidentId: 'K7QD-2MXA-9RTB' }), failed('otherwise')],
    ['the end of the application', fail({ kind: 'cancelled' }), []],
  ] as const)('is in the log where it came to nothing: %s', async (_name, failure, expected) => {
    const { made, lines } = await linesOf(() => Promise.resolve(failure));
    expect(made).toEqual(failure);
    expect(lines).toEqual(expected);
  });

  it.each([
    ['a full disk', diskFull, failed('full')],
    ['a bug', new TypeError('of harbour-books.com'), failed('otherwise')],
  ])(
    'B10 is in the log where it threw, without the words of what was thrown: %s',
    async (_name, thrown, expected) => {
      const { made, lines } = await linesOf(() => Promise.reject(thrown));
      expect(made).toBe(thrown);
      expect(lines).toEqual(expected);
    },
  );
});

describe('why a backup may not take the workspace’s place', () => {
  const good: Backup = {
    name: 'workspace-2026-02-22T09-00-00-000Z.daily.sqlite',
    madeAt: '2026-02-22T09:00:00.000Z',
    reason: 'daily',
    bytes: 1,
    version: 6,
    state: 'good',
  };

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
    ['session', /lookup/],
    ['change', /change/],
    ['batch', /batch/],
    ['codes', /codes/],
  ] as const)('because a %s is on its way', (obstacle, words) => {
    expect(whyNotRestorable(good, 6, [obstacle])).toMatch(words);
  });
});

describe('which backups have had their day', () => {
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

describe('the name of a backup', () => {
  const at = new Date('2026-02-22T09:08:07.006Z');

  it.each(backupReasons)('says when and why it was made, and is read again: %s', (reason) => {
    const name = backupName(at, reason);
    expect(name).toBe(`workspace-2026-02-22T09-08-07-006Z.${reason}.sqlite`);
    expect(readBackupName(name)).toEqual({ madeAt: at.toISOString(), reason });
  });

  it.each([
    'workspace.sqlite',
    'workspace-2026-02-22T09-08-07-006Z.daily.sqlite.unfinished',
    'workspace-2026-02-22T09-08-07-006Z.weekly.sqlite',
    'workspace-2026-13-45T09-08-07-006Z.daily.sqlite',
    '../workspace-2026-02-22T09-08-07-006Z.daily.sqlite',
    'checked.json',
  ])('is none: %s', (name) => {
    expect(readBackupName(name)).toBeNull();
  });

  it('leads to the answers that were put away with it, and to no other’s', () => {
    const name = backupName(at, 'restore');
    const files = [name, `${name}.unrecorded-1.log`, 'other.unrecorded-1.log', 'checked.json'];
    expect(companionsOf(name, files)).toEqual([`${name}.unrecorded-1.log`]);
  });
});
