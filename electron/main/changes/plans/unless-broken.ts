import { fail, ok, type Result } from '#shared/result.ts';
import type { Changes } from '../changes.ts';

/** Fails with: `journal-broken`: then nothing is changed at any service. `storage`. */
export async function unlessBroken({ health }: Pick<Changes, 'health'>): Promise<Result<null>> {
  const found = await health(false);
  if (!found.ok) return found;
  const { broken } = found.value;
  return broken === null ? ok(null) : fail({ kind: 'journal-broken', journal: 'changes', seq: broken.seq });
}
