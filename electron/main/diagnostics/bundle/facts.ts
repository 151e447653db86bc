import type { Backup } from '#shared/domain/backup.ts';
import type { Deviation, LogLine } from '#shared/domain/diagnostics.ts';
import type { RestoreNotice } from '#shared/domain/restore.ts';
import type { Output } from '#shared/ipc/types.ts';

/** Accounts under numbers: their ids say nothing to others, their labels and hosts say too much. */
export interface NumberedAccount {
  readonly id: string;
  readonly kind: 'practice' | 'reseller';
  /** Where the key is that outlives this run. */
  readonly key: 'keychain' | 'none';
  /** Null where they cannot be read. */
  readonly domains: number | null;
  readonly deviations: readonly Deviation[];
}

export interface Journal {
  readonly entries: number;
  readonly changes: number;
  readonly byState: Readonly<Partial<Record<string, number>>>;
  readonly checkedAt: string | null;
  readonly brokenAt: number | null;
}

/** What a bundle is made of. Null: it could not be read, and the bundle says so. */
export interface Facts {
  readonly at: string;
  readonly about: Pick<Output<'app', 'about'>, 'version' | 'electron' | 'platform'>;
  readonly system: { readonly release: string; readonly memoryMiB: number; readonly uptimeMs: number };
  readonly workspace: { readonly version: number; readonly notice: RestoreNotice | null };
  readonly settings: Output<'settings', 'read'> | null;
  readonly accounts: readonly NumberedAccount[] | null;
  /** How many there are of each state, and cells of all. */
  readonly sessions: { readonly byState: ReadonlyMap<string, number>; readonly cells: number } | null;
  readonly journal: Journal | null;
  readonly backups: readonly Backup[] | null;
  readonly log: { readonly lines: readonly LogLine[]; readonly lost: number };
}
