import type { Services } from '../../../electron/main/app/services.ts';
import type { KeyPlace } from '../../../electron/main/accounts/account.ts';
import type { ThrottleLimits } from '../../../electron/main/connections/throttle.ts';
import { Secret } from '../../../electron/main/system/secret.ts';
import { valueOf } from '../workspace/a-workspace.ts';

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
  const { accounts } = valueOf(await services.accounts.list());
  const known = accounts.find(({ username }) => username === login.username);
  const { baseUrl, username } = login;
  const account =
    known ?? valueOf(await services.accounts.add({ label: 'Example', colour: 'teal', baseUrl, username }));
  valueOf(await services.accounts.saveKey(account.id, new Secret(login.apiKey), place));
  await services.connections.override(account.id, limits);
  return account.id;
}
