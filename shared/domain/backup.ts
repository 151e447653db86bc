import type { TypeOf } from '../schema-type.ts';
import type * as schemas from '../areas/maintenance.ts';
import type { chainRead, restoreNotice } from '../areas/restore-schemas.ts';

export type Backup = TypeOf<typeof schemas.backup>;
export type BackupReason = Backup['reason'];
export type SinceBackup = TypeOf<typeof schemas.sinceBackup>;

export type RestoreNotice = TypeOf<typeof restoreNotice>;
/** The results of a restore. */
export type RestoreFindings = Extract<RestoreNotice, { readonly kind: 'known' }>;
export type ChainRead = TypeOf<typeof chainRead>;
export type StoppedBatch = RestoreFindings['batches'][number];

export type PlaceRisk = 'network' | 'synced';
