import type { UpdateObstacle } from '#shared/domain/update.ts';
import type { Services } from '../services.ts';

type Looked = Pick<Services, 'workspace' | 'sessions' | 'savings'>;

/** A change that was written down so lately, and never tried, is about to be sent. */
const aboutToBeSentMs = 60_000;

/**
 * What is on its way and would be cut off by an end of the application. What cannot be read counts as on its way.
 *
 * What waits for a person is no obstacle, or one uncertain change would keep a version out for ever: an uncertain change is in the
 * journal with all that is needed to read it back, and a session that waits is taken up at the next start.
 */
export async function obstaclesIn(services: Looked, now = new Date()): Promise<readonly UpdateObstacle[]> {
  const looked = await Promise.all([
    aSessionRuns(services),
    aChangeIsOnItsWay(services, now),
    aPlanIsUnderWay(services),
    codesAreFetched(services),
  ]);
  return looked.filter((obstacle) => obstacle !== null);
}

async function aSessionRuns({ sessions }: Looked): Promise<'session' | null> {
  const listed = await sessions.list();
  return !listed.ok || listed.value.some(({ state }) => state === 'running') ? 'session' : null;
}

async function aChangeIsOnItsWay({ workspace }: Looked, now: Date): Promise<'change' | null> {
  const open = await workspace.journal.open({ accountId: null });
  if (!open.ok) return 'change';
  const since = new Date(now.getTime() - aboutToBeSentMs).toISOString();
  const isOnItsWay = open.value.some(
    ({ state, attempts, changedAt }) =>
      state === 'sending' || (state === 'planned' && attempts === 0 && changedAt > since),
  );
  return isOnItsWay ? 'change' : null;
}

async function aPlanIsUnderWay({ workspace }: Looked): Promise<'plan' | null> {
  const underWay = await workspace.plans.underWay({});
  return !underWay.ok || underWay.value.length > 0 ? 'plan' : null;
}

const codesAreFetched = ({ savings }: Looked): Promise<'codes' | null> =>
  Promise.resolve(savings.list().some(({ state }) => state === 'running') ? 'codes' : null);
