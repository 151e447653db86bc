import { createVault, type Vault } from '../../../electron/main/accounts/vault.ts';
import { createLogger } from '../../../electron/main/system/log.ts';
import {
  createServices,
  type Services,
  type ServicesDeps,
} from '../../../electron/main/services/services.ts';
import { aKeychain } from '../keychain/a-keychain.ts';
import { aSecretClipboard } from '../codes/code-windows.ts';
import { threadUrl } from '../threads/thread-urls.ts';
import { openTestWorkspace, valueOf } from '../workspace/a-workspace.ts';
import type { KeyPlace } from '../../../electron/main/accounts/account.ts';
import type { ThrottleLimits } from '../../../electron/main/connections/throttle.ts';
import { Secret } from '../../../electron/main/system/secret.ts';

/** The services of the application over a workspace of their own, without a window; keys are in memory unless a vault is given. */
export const openServices = async (
  directory: string,
  vault: Vault = createVault(aKeychain()),
  changes: Partial<ServicesDeps> = {},
): Promise<Services> =>
  createServices({
    workspace: changes.workspace ?? (await openTestWorkspace(directory)),
    workspaceDirectory: directory,
    openCodeWindow: () => null,
    secretClipboard: aSecretClipboard(),
    vault,
    log: createLogger({ write: sayBugs }, () => new Date()),
    emit: () => undefined,
    threadUrl,
    ...changes,
  });

/** A bug ends no process by itself; whoever reads the output of a test or a bench is told of it. */
function sayBugs(line: string): void {
  if (line.includes('"event":"bug"')) console.error(line);
}

/** A service and the login that it takes. */
export interface Login {
  readonly baseUrl: string;
  readonly username: string;
  readonly apiKey: string;
}

/**
 * The account for a service, made where there is none yet; held by nothing but `limits`.
 *
 * @returns The account's id.
 */
export async function enterService(
  services: Services,
  login: Login,
  limits: ThrottleLimits,
  place: KeyPlace = 'memory',
): Promise<string> {
  const { accounts } = services.accounts.list();
  const known = accounts.find(({ username }) => username === login.username);
  const { baseUrl, username } = login;
  const account =
    known ?? valueOf(await services.accounts.add({ label: 'Example', colour: 'teal', baseUrl, username }));
  valueOf(await services.accounts.saveKey(account.id, new Secret(login.apiKey), place));
  await services.connections.override(account.id, limits);
  return account.id;
}
