import type { ActiveWork } from '#shared/domain/update.ts';
import type { Works } from '../jobs/work.ts';
import type { Workspace } from '../workspace/workspace.ts';

interface Watched {
  readonly workspace: Pick<Workspace, 'journal' | 'batches'>;
  readonly works: Pick<Works, 'list'>;
}

/** A recently logged change that was never tried is about to be sent. */
const aboutToBeSentMs = 60_000;

/**
 * Active work that the end of the application would interrupt. Work whose state cannot be read counts as active.
 *
 * Work that waits for a person does not count, otherwise one uncertain change would block an update forever: an
 * uncertain change is in the journal with everything needed to verify it, and a waiting session is resumed at the next
 * start. A refresh is begun again, or goes on, after it.
 */
export async function activeWorkIn(
  { workspace, works }: Watched,
  now = new Date(),
): Promise<readonly ActiveWork[]> {
  const atWork = works
    .list()
    .flatMap(({ kind, phase }) =>
      kind === 'batch' || kind === 'reading' || (kind === 'session' && phase !== 'running') ? [] : [kind],
    );
  const stored = await Promise.all([aChangeIsOnItsWay(workspace, now), aBatchIsRunning(workspace)]);
  return [...new Set([...atWork, ...stored.filter((obstacle) => obstacle !== null)])];
}

async function aChangeIsOnItsWay({ journal }: Watched['workspace'], now: Date): Promise<'change' | null> {
  const open = await journal.open({ accountId: null });
  if (!open.ok) return 'change';
  const since = new Date(now.getTime() - aboutToBeSentMs).toISOString();
  const isOnItsWay = open.value.some(
    ({ state, attempts, changedAt }) =>
      state === 'sending' || (state === 'planned' && attempts === 0 && changedAt > since),
  );
  return isOnItsWay ? 'change' : null;
}

/** Asked of the store, which knows of a batch before anybody is told of it: nothing is restored over one. */
async function aBatchIsRunning({ batches }: Watched['workspace']): Promise<'batch' | null> {
  const underWay = await batches.underWay();
  return !underWay.ok || underWay.value.length > 0 ? 'batch' : null;
}
