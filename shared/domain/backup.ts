import type { BatchAsk } from './batch.ts';
import type { ChangeKind, ChangeState } from './change.ts';

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

/** Why a backup took the workspace's place. `damaged`: the workspace could not be read, and it happened by itself. */
export const restoreReasons = ['asked', 'damaged'] as const;
type RestoreReason = (typeof restoreReasons)[number];

/**
 * How far the journal of the replaced file could be read and carried over.
 *
 * - `whole`: to its end: nothing that it knew is missing. - `in-part`: up to an entry; what came after it is not known.
 * - `unreadable`: nothing of it. - `apart`: it does not continue the journal of the backup, so nothing of it can be added.
 */
export const chainReadings = ['whole', 'in-part', 'unreadable', 'apart'] as const;

export interface ChainRead {
  readonly reading: (typeof chainReadings)[number];
  /** The number of the last entry that was verified; 0 where there is none. */
  readonly upTo: number;
  /** How many entries there were, as the file says; null where it does not. */
  readonly of: number | null;
  /** How many were added to the journal of the backup. */
  readonly added: number;
}

/** A batch that was not over in the backup, and is stopped. */
export interface StoppedBatch {
  readonly planId: string;
  readonly accountLabel: string;
  readonly kind: BatchAsk['kind'];
  readonly rows: number;
}

/** A change that the replaced file's journal tells of and that cannot stand in the present one. */
export interface ApartChange {
  readonly domain: string;
  readonly accountLabel: string;
  readonly kind: ChangeKind;
  readonly state: ChangeState;
}

/** What a restore found and did. */
export interface RestoreFindings {
  readonly kind: 'known';
  readonly at: string;
  readonly why: RestoreReason;
  /** The backup; null where there was no good one, and a new workspace was begun. */
  readonly copy: { readonly name: string; readonly madeAt: string } | null;
  /** Where the replaced file is now; null where there was none. */
  readonly replacedPath: string | null;
  readonly changes: ChainRead;
  /** Of the journal of accesses to transfer codes. */
  readonly accesses: ChainRead;
  /** How many changes were carried over, or moved on by what was. */
  readonly carriedOver: number;
  readonly batches: readonly StoppedBatch[];
  /** How many planned changes were withdrawn. */
  readonly withdrawn: number;
  readonly apart: readonly ApartChange[];
  /** Restores before this one that nobody has looked at; what needs a look of them is part of this one. */
  readonly earlier: number;
  /** Where the rows are found that need a look. */
  readonly look: {
    /** Entries of the journal after this number, */
    readonly after: number;
    /** and up to this one. */
    readonly upTo: number;
    /** Batches of whose rows without a change it is not known whether they were carried out. */
    readonly planIds: readonly string[];
  };
}

/**
 * That the workspace was restored, and nobody has acknowledged it yet. `unknown`: what is written down about it cannot be
 * read.
 */
export type RestoreNotice = RestoreFindings | { readonly kind: 'unknown' };
