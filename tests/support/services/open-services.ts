import { createVault, type Vault } from '../../../electron/main/accounts/vault.ts';
import { createLogger } from '../../../electron/main/system/log.ts';
import { createServices, type Services, type ServicesDeps } from '../../../electron/main/app/services.ts';
import { openWorkspace } from '../../../electron/main/workspace/workspace.ts';
import { aKeychain } from '../keychain/a-keychain.ts';
import { aSecretClipboard } from '../codes/a-secret-clipboard.ts';
import { threadUrl } from '../threads/thread-urls.ts';
import { valueOf, workerUrl } from '../workspace/a-workspace.ts';

/** The services of the application over a workspace of their own, without a window; keys are in memory unless a vault is given. */
export const openServices = async (
  directory: string,
  vault: Vault = createVault(aKeychain()),
  changes: Partial<ServicesDeps> = {},
): Promise<Services> =>
  createServices({
    workspace: valueOf(await openWorkspace({ directory, workerUrl })),
    workspaceDirectory: directory,
    openCodeWindow: () => null,
    secretClipboard: aSecretClipboard(),
    vault,
    log: createLogger({ write: sayBugs }, () => new Date()),
    emit: () => undefined,
    importWorkerUrl: threadUrl('import-worker'),
    exportWorkerUrl: threadUrl('exports-worker'),
    backupReaderUrl: threadUrl('backup-reader-worker'),
    codeExportWorkerUrl: threadUrl('code-export-worker'),
    ...changes,
  });

/** A bug ends no process by itself; whoever reads the output of a test or a bench is told of it. */
function sayBugs(line: string): void {
  if (line.includes('"event":"bug"')) console.error(line);
}
