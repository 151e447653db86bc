import { firstRequests } from '#shared/areas/startup.ts';
import { ok, type Result } from '#shared/result.ts';
import { keyOnDisk, listAccounts } from '../accounts/account.ts';
import { listTldSets } from '../lookups/tlds.ts';
import type { Logger } from '../system/log.ts';
import { type ConnectedWorkspace, connectWorkspace, type StartupClient } from '../workspace/rpc-client.ts';
import type { WorkspacePlace, WorkspaceThread } from '../workspace/thread.ts';
import { guardAll, type GuardedCall, type GuardedRequest } from './ipc.ts';

interface StartupHandlers {
  /** The workspace, reached for the first time; whoever comes after takes it over. */
  readonly reaching: Promise<Result<ConnectedWorkspace>>;
  /**
   * What every start asks first, behind its guards, by its channel; null where the workspace could not be opened, which
   * somebody else has to say.
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
 * Answers what every start asks first by the workspace alone, so that the page can draw its first screen before all that
 * lies behind is so much as loaded. It knows nothing of this run: when that is there, it is asked no more, and where a name
 * was asked for from outside it is not asked at all.
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
