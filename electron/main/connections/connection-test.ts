import type { z } from 'zod';
import type { connectionReport } from '#shared/areas/common-schemas.ts';
import type { AppError } from '#shared/errors.ts';
import { ok, type Result } from '#shared/result.ts';
import type { ResellerClient } from '../reseller/client.ts';
import { listTlds, readCredits, readVersion } from '../reseller/operations/credits-tlds-version.ts';

export type ConnectionReport = z.output<typeof connectionReport>;
type Probe = ConnectionReport['probes'][number];

/** The parts of a client that a connection test uses. */
export type ProbedClient = Pick<ResellerClient, 'read' | 'clockSkewMs'>;

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
  const credit = await client.read(readCredits, null);
  const credits = probeOf(
    'credits',
    only(credit, ({ shown }) => shown),
    false,
  );
  const isUnheard = cannotGetThrough(credits);
  const rest = isUnheard ? [] : await readTheRest(client, credits.verdict === 'answered');
  const clockSkewMs = client.clockSkewMs();
  return {
    probes: [credits, ...rest],
    clockSkewMs,
    isClockEarlier: isUnheard && clockSkewMs !== null,
    testedAt: now().toISOString(),
  };
}

async function readTheRest(client: ProbedClient, loginWorks: boolean): Promise<readonly Probe[]> {
  const counted = only(await client.read(listTlds, null), ({ tlds }) => String(tlds.length));
  const version = only(await client.read(readVersion, null), ({ version: shown }) => shown);
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

const only = <V, S>(result: Result<V>, pick: (value: V) => S): Result<S> =>
  result.ok ? ok(pick(result.value)) : result;
