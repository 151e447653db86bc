import { firstRequests } from '#shared/areas/startup.ts';
import { ok, type Result } from '#shared/result.ts';
import { keyOnDisk, listAccounts } from '../accounts/account.ts';
import { listTldSets } from '../lookups/tlds.ts';
import type { Logger } from '../system/log.ts';
import { type ConnectedWorkspace, connectWorkspace, type StartupClient } from '../workspace/rpc-client.ts';
import type { WorkspacePlace, WorkspaceThread } from '../workspace/thread.ts';
import { guardAll, type GuardedCall, type GuardedRequest } from './ipc.ts';

interface StartupHandlers {
  /** The first connection to the workspace; the backend takes it over. */
  readonly reaching: Promise<Result<ConnectedWorkspace>>;
  /**
   * The requests of every start, behind their guards, by channel; null if the workspace could not be opened. The
   * backend reports that error.
   */
  readonly calls: Promise<ReadonlyMap<string, GuardedCall> | null>;
}

interface StartupHandlersDeps {
  readonly workspacePlace: WorkspacePlace;
  readonly workspaceThread: WorkspaceThread;
  readonly isTrusted: GuardedRequest['isTrusted'];
  readonly log: Logger;
}

/**
 * Answers the requests of every start from the workspace alone, so that the page can draw its first screen before the
 * backend is loaded. These handlers know nothing of the current run: once the backend is ready they are no longer used,
 * and if the command line asks to look up a name they are not used at all.
 */
export function openStartupHandlers({
  workspacePlace,
  workspaceThread,
  isTrusted,
  log,
}: StartupHandlersDeps): StartupHandlers {
  const reaching = connectWorkspace(workspacePlace, workspaceThread);

  const callsOver = ({ accounts, tldSets, settings }: StartupClient) =>
    guardAll(firstRequests, {
      handlers: {
        accounts: { list: () => listAccounts(accounts, (record) => ({ ...record, key: keyOnDisk(record) })) },
        tlds: { sets: () => listTldSets(tldSets) },
        settings: { read: () => settings.read({}) },
        search: { takeRequested: () => Promise.resolve(ok({ text: null })) },
      },
      isTrusted,
      log,
    });

  return {
    reaching,
    calls: reaching.then((reached) => (reached.ok ? callsOver(reached.value.first) : null)),
  };
}
