import type { Backup, BackupReason } from '#shared/domain/backup.ts';

/** How many of each reason are kept: of those made once a day a week's, of the others those of the last few times. */
export const keptOf: Readonly<Record<BackupReason, number>> = {
  daily: 7,
  'by-hand': 7,
  migration: 3,
  restore: 3,
  removal: 3,
};

/**
 * The backups that have had their day: older than as many good ones of their reason as are kept. A damaged one pushes no
 * good one out.
 *
 * @param backups The newest first.
 */
export function outlived(backups: readonly Backup[]): readonly Backup[] {
  const good: Record<BackupReason, number> = { daily: 0, 'by-hand': 0, migration: 0, restore: 0, removal: 0 };
  return backups.filter(({ reason, state }) => {
    const isOver = good[reason] >= keptOf[reason];
    if (state !== 'damaged') good[reason] += 1;
    return isOver;
  });
}
