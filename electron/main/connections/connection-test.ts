import type { z } from 'zod';
import type { connectionReport } from '#shared/areas/common-schemas.ts';
import type { AppError } from '#shared/errors.ts';
import { ok, type Result } from '#shared/result.ts';
import type { ResellerClient } from '../reseller/client.ts';

export type ConnectionReport = z.output<typeof connectionReport>;
type Probe = ConnectionReport['probes'][number];

/** The three reads that a connection test makes. */
export interface ProbedClient {
  /** The credit as the service wrote it. */
  readonly readCredits: () => Promise<Result<string>>;
  readonly listTlds: () => Promise<Result<readonly string[]>>;
  readonly readVersion: () => Promise<Result<string>>;
  /** The service's clock minus ours; null before the first answer. */
  readonly clockSkewMs: () => number | null;
}

const longestAnswer = 200;

/**
 * Reads the credit, then the TLDs and the version, and reports which succeeded. Changes nothing.
 *
 * Permissions exist per operation, so a refused version does not mean that the account is wrong. Where the credit
 * already shows that no call can succeed, the others are not made: they would only wait for the same failure.
 *
 * Source: the field notes, "Transport and authentication".
 */
export async function testConnection(client: ProbedClient, now: () => Date): Promise<ConnectionReport> {
  const credits = probeOf('credits', await client.readCredits(), false);
  const rest = cannotGetThrough(credits) ? [] : await readTheRest(client, credits.verdict === 'answered');
  return { probes: [credits, ...rest], clockSkewMs: client.clockSkewMs(), testedAt: now().toISOString() };
}

async function readTheRest(client: ProbedClient, loginWorks: boolean): Promise<readonly Probe[]> {
  const tlds = await client.listTlds();
  const counted: Result<string> = tlds.ok ? { ok: true, value: String(tlds.value.length) } : tlds;
  const version = await client.readVersion();
  return [probeOf('tlds', counted, loginWorks), probeOf('version', version, loginWorks)];
}

function probeOf(operation: Probe['operation'], result: Result<string>, loginWorks: boolean): Probe {
  if (result.ok) {
    return { operation, verdict: 'answered', answer: result.value.slice(0, longestAnswer), error: null };
  }
  const verdict = isNotPermitted(result.error, loginWorks) ? 'not-permitted' : 'failed';
  return { operation, verdict, answer: '', error: result.error };
}

/** Once another operation has accepted the login, a refusal of the login concerns the operation. */
function isNotPermitted(error: AppError, loginWorks: boolean): boolean {
  if (error.kind !== 'refused') return false;
  if (error.why === 'permission') return true;
  return loginWorks && (error.why === 'credentials' || error.why === 'not-found' || error.why === 'other');
}

const hopeless: readonly AppError['kind'][] = ['no-key', 'keychain', 'unreachable', 'storage', 'cancelled'];

const cannotGetThrough = ({ error }: Probe): boolean => error !== null && hopeless.includes(error.kind);

/** The client's three reads, each reduced to what the connection test shows. */
export const probedClient = (client: ResellerClient): ProbedClient => ({
  readCredits: async () => only(await client.readCredits(), ({ amount }) => amount),
  listTlds: async () => only(await client.listTlds(), ({ tlds }) => tlds),
  readVersion: async () => only(await client.readVersion(), ({ version }) => version),
  clockSkewMs: client.clockSkewMs,
});

const only = <V, S>(result: Result<V>, pick: (value: V) => S): Result<S> =>
  result.ok ? ok(pick(result.value)) : result;
