import type { Backup, BackupReason } from '#shared/domain/backup.ts';
import type { Result } from '#shared/result.ts';
import type { Logger } from '../log/logger.ts';
import { storageFaultOf } from '../workspace/storage-fault.ts';

export interface NotingDeps {
  readonly note: Logger['note'];
  readonly nowMs: () => number;
}

/** Makes a backup and notes it, or why there is none. That the application ended meanwhile is no failure. */
export async function noted(
  { note, nowMs }: NotingDeps,
  reason: BackupReason,
  make: () => Promise<Result<Backup>>,
): Promise<Result<Backup>> {
  const startMs = nowMs();
  try {
    const made = await make();
    if (made.ok) {
      const durationMs = Math.round(nowMs() - startMs);
      note('backup.made', { reason, bytes: made.value.bytes, durationMs });
    } else if (made.error.kind !== 'cancelled') {
      const fault = made.error.kind === 'storage' ? made.error.fault : 'otherwise';
      note('backup.failed', { reason, fault });
    }
    return made;
  } catch (thrown) {
    note('backup.failed', { reason, fault: storageFaultOf(thrown) ?? 'otherwise' });
    throw thrown;
  }
}
