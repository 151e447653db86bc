import type { Backup, SinceBackup } from '#shared/domain/backup.ts';
import type { Result } from '#shared/result.ts';

/** Copies of the workspace: made once a day, before a migration and by hand; seven are kept. */
export interface Backups {
  readonly folder: string;
  readonly kept: number;
  /** The newest first. Fails with: `storage`. */
  readonly list: () => Promise<Result<readonly Backup[]>>;
  /** Makes one, by hand unless it is said why, and reads it through. Fails with: `storage`. */
  readonly make: (reason?: 'by-hand' | 'removal') => Promise<Result<Backup>>;
  /** Fails with: `invalid-input` (there is none of this name), `storage`. */
  readonly verify: (name: string) => Promise<Result<Backup>>;
  /** What would be forgotten; the backup is read through for it. Fails with: `invalid-input`, `storage`. */
  readonly since: (name: string) => Promise<Result<SinceBackup>>;
  /**
   * Writes down that it takes the workspace's place at the next start. Fails with: `invalid-input` (none of this name, a
   * damaged or newer one, or something is on its way that would be cut off), `storage`.
   */
  readonly restoreAtNextStart: (name: string) => Promise<Result<unknown>>;
  readonly close: () => Promise<void>;
}
