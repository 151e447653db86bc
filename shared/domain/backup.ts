import type { BatchAsk } from './batch.ts';
import type { ChangeKind, ChangeState } from './change.ts';

/** Why a copy of the workspace was made. `removal`: before an account was removed. */
export const backupReasons = ['daily', 'by-hand', 'migration', 'restore', 'removal'] as const;
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
  /** `good`: it was opened and read completely, after it was made or later. */
  readonly state: 'good' | 'damaged' | 'unchecked';
}

/** What the workspace has that a backup of it does not. */
export interface SinceBackup {
  readonly backup: Backup;
  /** Entries of the journal. */
  readonly entries: number;
  /** Changes that were begun since. */
  readonly changes: number;
  /** Lines about accesses to transfer codes. */
  readonly accesses: number;
}

/**
 * Why a folder is not a safe location for a workspace: it is on another computer, or a sync program copies it to
 * others.
 */
export const placeRisks = ['network', 'synced'] as const;
export type PlaceRisk = (typeof placeRisks)[number];

/** Why a backup replaced the workspace. `damaged`: the workspace could not be read, and was replaced automatically. */
export const restoreReasons = ['asked', 'damaged'] as const;
type RestoreReason = (typeof restoreReasons)[number];

/**
 * How far the journal of the replaced file could be read and carried over.
 *
 * - `whole`: completely: nothing is missing. - `in-part`: up to an entry; what came after it is not known.
 * - `unreadable`: nothing. - `apart`: it does not continue the journal of the backup, so nothing of it can be added.
 */
export const chainReadings = ['whole', 'in-part', 'unreadable', 'apart'] as const;

export interface ChainRead {
  readonly reading: (typeof chainReadings)[number];
  /** The number of the last entry that was verified; 0 if there is none. */
  readonly upTo: number;
  /** The number of entries according to the file; null if it does not say. */
  readonly of: number | null;
  /** The number of entries that were added to the journal of the backup. */
  readonly added: number;
}

/** A batch that was not finished in the backup and was stopped. */
export interface StoppedBatch {
  readonly planId: string;
  readonly accountLabel: string;
  readonly kind: BatchAsk['kind'];
  readonly rows: number;
}

/** A change in the replaced file's journal that cannot be added to the present one. */
export interface ApartChange {
  readonly domain: string;
  readonly accountLabel: string;
  readonly kind: ChangeKind;
  readonly state: ChangeState;
}

/** The results of a restore. */
export interface RestoreFindings {
  readonly kind: 'known';
  readonly at: string;
  readonly why: RestoreReason;
  /** The backup that was used; null if there was no good one and a new workspace was created. */
  readonly copy: { readonly name: string; readonly madeAt: string } | null;
  /** The present path of the replaced file; null if there was none. */
  readonly replacedPath: string | null;
  readonly changes: ChainRead;
  /** Of the journal of accesses to transfer codes. */
  readonly accesses: ChainRead;
  /** The number of changes that were added, or whose state advanced, through carried-over entries. */
  readonly carriedOver: number;
  readonly batches: readonly StoppedBatch[];
  /** The number of planned changes that were withdrawn. */
  readonly withdrawn: number;
  readonly apart: readonly ApartChange[];
  /** The number of earlier restores that were not acknowledged; their rows that need attention are part of this one. */
  readonly earlier: number;
  /** Where to find the rows that need attention. */
  readonly look: {
    /** Journal entries after this number, */
    readonly after: number;
    /** and up to this one. */
    readonly upTo: number;
    /** Batches with rows that have no change, of which it is not known whether they were carried out. */
    readonly planIds: readonly string[];
  };
}

/** A restore of the workspace that nobody has acknowledged yet. `unknown`: the record of it cannot be read. */
export type RestoreNotice = RestoreFindings | { readonly kind: 'unknown' };
