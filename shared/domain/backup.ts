import type { TypeOf } from '../schema-type.ts';
import type { chainRead, restoreNotice } from '../areas/restore-schemas.ts';
import type { EarlierPayment } from '../errors.ts';
import type { Change } from './change.ts';
import type { ChangeKind } from './change-kinds.ts';
import type { backupReasons } from './restore-reasons.ts';

export type BackupReason = (typeof backupReasons)[number];

/** A complete copy of the workspace, readable only by its owner. */
export interface Backup {
  /** The file's name in the backup folder. */
  readonly name: string;
  readonly madeAt: string;
  readonly reason: BackupReason;
  readonly bytes: number;
  /** The version of the workspace's migrations; null if it could not be read. */
  readonly version: number | null;
  /** `good`: it was opened and read completely, after it was made or later. `foreign`: its schema is not that of a backup of ours. */
  readonly state: 'good' | 'damaged' | 'foreign' | 'unchecked';
}

/** What the workspace has that a backup of it does not, and what keeps the backup from being restored now. */
export interface SinceBackup {
  readonly backup: Backup;
  /** Why it cannot be restored now, as a sentence; null if it can. */
  readonly whyNot: string | null;
  /** The changes being sent, the oldest first: until they have ended, nothing is restored. */
  readonly open: readonly Change[];
  /** How many there are, shown or not. */
  readonly openCount: number;
  /** Entries of the journal. */
  readonly entries: number;
  /** Changes that were begun since. */
  readonly changes: number;
  /** Lines about accesses to transfer codes. */
  readonly accesses: number;
}

/**
 * Something that needs attention after a restore.
 *
 * - `change`: a change that is uncertain, was carried out since the backup was made, or was planned in it and
 *   withdrawn.
 * - `batch-row`: a row of a batch of which it is not known whether it was carried out.
 * - `doubt`: a payment that the journal does not prove and nobody can rule out.
 */
export type RestoreRow =
  | { readonly why: 'change'; readonly change: Change }
  | {
      readonly why: 'batch-row';
      readonly batchId: string;
      readonly domain: string;
      readonly accountId: string;
      readonly accountLabel: string;
      readonly kind: ChangeKind;
    }
  | {
      readonly why: 'doubt';
      readonly id: number;
      /** Null for every name of a login. */
      readonly domain: string | null;
      readonly earlier: EarlierPayment;
    };

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
