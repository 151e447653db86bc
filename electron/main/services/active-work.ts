import type { ActiveWork } from '#shared/domain/update.ts';
import type { CodeExports } from '../codes/codes.ts';
import type { Sessions } from '../lookups/sessions.ts';
import type { Workspace } from '../workspace/workspace.ts';

interface Watched {
  readonly workspace: Pick<Workspace, 'journal' | 'batches'>;
  readonly sessions: Pick<Sessions, 'states'>;
  readonly codeExports: Pick<CodeExports, 'list'>;
}

/** A recently logged change that was never tried is about to be sent. */
const aboutToBeSentMs = 60_000;

/**
 * Active work that the end of the application would interrupt. Work whose state cannot be read counts as active.
 *
 * Work that waits for a person does not count, otherwise one uncertain change would block an update forever: an
 * uncertain change is in the journal with everything needed to verify it, and a waiting session is resumed at the next
 * start.
 */
export async function activeWorkIn(services: Watched, now = new Date()): Promise<readonly ActiveWork[]> {
  const obstacles = await Promise.all([
    aSessionRuns(services),
    aChangeIsOnItsWay(services, now),
    aBatchIsRunning(services),
    codesAreFetched(services),
  ]);
  return obstacles.filter((obstacle) => obstacle !== null);
}

async function aSessionRuns({ sessions }: Watched): Promise<'session' | null> {
  const listed = await sessions.states();
  return !listed.ok || listed.value.some(({ state }) => state === 'running') ? 'session' : null;
}

async function aChangeIsOnItsWay({ workspace }: Watched, now: Date): Promise<'change' | null> {
  const open = await workspace.journal.open({ accountId: null });
  if (!open.ok) return 'change';
  const since = new Date(now.getTime() - aboutToBeSentMs).toISOString();
  const isOnItsWay = open.value.some(
    ({ state, attempts, changedAt }) =>
      state === 'sending' || (state === 'planned' && attempts === 0 && changedAt > since),
  );
  return isOnItsWay ? 'change' : null;
}

async function aBatchIsRunning({ workspace }: Watched): Promise<'batch' | null> {
  const underWay = await workspace.batches.underWay();
  return !underWay.ok || underWay.value.length > 0 ? 'batch' : null;
}

const codesAreFetched = ({ codeExports }: Watched): Promise<'codes' | null> =>
  Promise.resolve(codeExports.list().some(({ state }) => state === 'running') ? 'codes' : null);
