import { nothing } from '#shared/areas/startup-schemas.ts';
import { ok, type Result } from '#shared/result.ts';
import { keyOnDisk, listAccounts } from '../accounts/account.ts';
import { listTldSets } from '../lookups/tld-sets.ts';
import type { WorkspacePlace } from '../workspace/rpc.ts';
import { openWorkspace, type Workspace, type WorkspaceClient } from '../workspace/workspace.ts';
import type { AppLock } from './app-lock.ts';
import { guardAll, type GuardedCalls, type GuardedRequest, type Table } from '../ipc/guard.ts';

interface StartupHandlers {
  /** The first connection to the workspace; the backend takes it over. */
  readonly reaching: Promise<Result<Workspace>>;
  /** The requests of every start; none if the workspace could not be opened, so that the backend reports that error. */
  readonly calls: Promise<GuardedCalls>;
}

interface StartupHandlersDeps extends Pick<GuardedRequest, 'isTrusted' | 'log'> {
  readonly appLock: AppLock;
  readonly workspacePlace: WorkspacePlace;
}

const ofNothing = (handler: GuardedRequest['handler']) => ({ input: nothing, handler });

/**
 * Answers the requests of every start from the workspace alone, so that the page can draw its first screen before the
 * backend is loaded. These handlers know nothing of the current run: once the backend is ready they are no longer used,
 * and if the command line asks to look up a name they are not used at all.
 */
export function openStartupHandlers(deps: StartupHandlersDeps): StartupHandlers {
  const reaching = openWorkspace(deps.workspacePlace);

  async function callsOver({ accounts, tldSets, settings }: WorkspaceClient): Promise<GuardedCalls> {
    // Before the first answer: a start with the lock on is locked from its first request.
    const read = await settings.read();
    deps.appLock.begin(read.ok ? read.value : 'unreadable');
    const asked: Table<ReturnType<typeof ofNothing>> = {
      accounts: {
        list: ofNothing(() => listAccounts(accounts, (record) => ({ ...record, key: keyOnDisk(record) }))),
      },
      tlds: { sets: ofNothing(() => listTldSets(tldSets)) },
      settings: { read: ofNothing(() => settings.read()) },
      today: { hasDomains: ofNothing(() => accounts.hasDomains()) },
      search: { takeRequested: ofNothing(() => ok({ text: null })) },
    };
    const guards = { ...deps, isLocked: deps.appLock.isLocked };
    return guardAll(asked, (area, method) => asked[area]?.[method]?.handler, guards);
  }

  return {
    reaching,
    calls: reaching.then((reached) => (reached.ok ? callsOver(reached.value) : new Map())),
  };
}
