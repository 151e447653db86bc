import { createLogger } from '../../../electron/main/log/logger.ts';
import { createVault, type Vault } from '../../../electron/main/accounts/vault.ts';
import { createServices, type Services } from '../../../electron/main/services.ts';
import { openWorkspace } from '../../../electron/main/workspace/workspace.ts';
import { aKeychain } from '../keychain/a-keychain.ts';
import { valueOf, workerUrl } from '../workspace/a-workspace.ts';

const unheard = () => undefined;

/** The services of the application over a workspace of their own, without a window; keys are in memory unless a vault is given. */
export async function openServices(
  directory: string,
  vault: Vault = createVault(aKeychain()),
): Promise<Services> {
  return createServices({
    workspace: valueOf(await openWorkspace({ directory, workerUrl })),
    vault,
    log: createLogger({ write: unheard }, () => new Date()),
    announceStatus: unheard,
    announceFindings: unheard,
    announceFinished: unheard,
  });
}
