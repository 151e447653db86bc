/** Why a copy of the workspace was made. `removal`: before an account was removed. */
export const backupReasons = ['daily', 'by-hand', 'migration', 'restore', 'removal'] as const;
export type BackupReason = (typeof backupReasons)[number];

/** A copy of the workspace, whole and for its owner alone. */
export interface Backup {
  /** The file's name in the folder of backups. */
  readonly name: string;
  readonly madeAt: string;
  readonly reason: BackupReason;
  readonly bytes: number;
  /** Of the workspace's migrations; null where it could not be read. */
  readonly version: number | null;
  /** `good`: it was opened and read through after it was made, or since. */
  readonly state: 'good' | 'damaged' | 'unchecked';
}

/** What the workspace has that a backup of it has not. */
export interface SinceBackup {
  readonly backup: Backup;
  /** Of the journal. */
  readonly entries: number;
  /** That were begun since. */
  readonly changes: number;
  /** Lines about accesses to transfer codes. */
  readonly accesses: number;
}

/** Why a folder is no safe place for a workspace: another computer's, or copied to others by a program of its own. */
export const placeRisks = ['network', 'synced'] as const;
export type PlaceRisk = (typeof placeRisks)[number];
