import { hostOver } from './cli/command.ts';
import { runCommandLine } from './cli/run.ts';
import { startHandover } from './handover/receive.ts';
import type { Announce } from './ipc/announce.ts';
import type { Logger } from './log/logger.ts';
import { watchAway, watchBack } from './platform/away.ts';
import type { Services } from './services.ts';

interface WorkDeps {
  readonly announce: Announce;
  readonly log: Logger;
  readonly workspaceDirectory: string;
}

/**
 * Lets the services begin: command lines are listened for, what an earlier run left is gone on with, and what the user's
 * coming and going asks for is done.
 *
 * @returns Ends the listening.
 */
export function setToWork(
  services: Services,
  { announce, log, workspaceDirectory }: WorkDeps,
): () => Promise<void> {
  const handover = startHandover({
    workspaceDirectory,
    async run(args, terminal) {
      const code = await runCommandLine(args, terminal, hostOver(services, log.bug));
      announce('accounts.changed', {});
      return code;
    },
    onBug: log.bug,
  }).catch((thrown: unknown) => void log.bug(thrown)); // The window is as good without command lines.
  void services.removal
    .deleteRemoved()
    .then(() => announce('accounts.changed', {}))
    .catch(log.bug);
  void services.sessions.takeUp().catch(log.bug);
  // What was on its way is read back before a plan goes on.
  void services.changes.recover().then(services.plans.takeUp).catch(log.bug);
  watchAway(() => void services.codes.leave().catch(log.bug));
  watchBack(() => {
    services.sessions.wake();
    services.plans.wake();
  });
  return async () => {
    await (await handover)?.close();
  };
}
