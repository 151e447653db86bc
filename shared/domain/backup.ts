import type { TypeOf } from '../schema-type.ts';
import type * as schemas from '../areas/maintenance.ts';
import type { chainRead, restoreNotice } from '../areas/restore-schemas.ts';

export type Backup = TypeOf<typeof schemas.backup>;
export type BackupReason = Backup['reason'];
export type SinceBackup = TypeOf<typeof schemas.sinceBackup>;

export type RestoreNotice = TypeOf<typeof restoreNotice>;
/** The results of a restore. */
export type RestoreFindings = Extract<RestoreNotice, { readonly kind: 'known' }>;
export type FailedRestore = Extract<RestoreNotice, { readonly kind: 'failed' }>['failed'];
export type RestoreFault = FailedRestore['fault'];
export type ChainRead = TypeOf<typeof chainRead>;
export type StoppedBatch = RestoreFindings['batches'][number];

export type PlaceRisk = 'network' | 'synced';

/** After it, something may have been done that nobody knows of: nothing paid is sent until a person has reviewed it. */
export type ToReview = Exclude<RestoreNotice, { readonly kind: 'failed' }>;

export const isToReview = (notice: RestoreNotice | null): notice is ToReview =>
  notice !== null && notice.kind !== 'failed';

/** The restore that was asked for last, where it could not be made. */
export const failedIn = (notice: RestoreNotice | null): FailedRestore | null =>
  notice === null || notice.kind === 'unknown' ? null : (notice.failed ?? null);

const whyNotRestored: Readonly<Record<RestoreFault, string>> = {
  missing: 'It is not there any more.',
  damaged: 'It is damaged, or no backup that Namedesk made.',
  'newer-version': 'It was made by a newer version of Namedesk.',
  full: 'The disk is full.',
  'read-only': 'The folder of the workspace cannot be written.',
  busy: 'Another program uses the workspace.',
  bug: 'An error in Namedesk prevented it.',
};

/** Why a restore could not be made, that nothing was changed, and what to do. */
export const failedRestoreText = ({ fault }: FailedRestore): string =>
  `${whyNotRestored[fault]} Nothing was changed: the workspace is as it was before. ${
    fault === 'full'
      ? 'Free some disk space, then restore it again in Settings → Backups.'
      : 'To restore another backup, choose one in Settings → Backups.'
  }`;
