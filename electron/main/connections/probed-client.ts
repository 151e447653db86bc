import { ok, type Result } from '#shared/result.ts';
import type { ProbedClient } from '../accounts/connection-test.ts';
import type { ResellerClient } from '../reseller/client.ts';

/** The client as a connection test sees it: three reads, each reduced to what is shown of it. */
export const probedClient = (client: ResellerClient): ProbedClient => ({
  readCredits: async () => only(await client.readCredits(), ({ amount }) => amount),
  listTlds: async () => only(await client.listTlds(), ({ tlds }) => tlds),
  readVersion: async () => only(await client.readVersion(), ({ version }) => version),
  clockSkewMs: client.clockSkewMs,
});

const only = <V, S>(result: Result<V>, pick: (value: V) => S): Result<S> =>
  result.ok ? ok(pick(result.value)) : result;
