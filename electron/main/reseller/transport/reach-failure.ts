import type { ReachFailure } from '#shared/app-error.ts';

const byCode: Readonly<Partial<Record<string, ReachFailure>>> = {
  ENOTFOUND: 'name-not-resolved',
  EAI_AGAIN: 'name-not-resolved',
  EAI_FAIL: 'name-not-resolved',
  ECONNREFUSED: 'connection-refused',
  ENETUNREACH: 'offline',
  EHOSTUNREACH: 'offline',
  ENETDOWN: 'offline',
  ETIMEDOUT: 'connect-timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect-timeout',
};

/**
 * The word for a failure, for people. Never the verdict: whether bytes have left is told by the stage alone.
 */
export function reachFailureOf(thrown: unknown, otherwise: ReachFailure): ReachFailure {
  const code = codeOf(thrown);
  if (/^(CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_|EPROTO)/.test(code))
    return 'tls-failed';
  return byCode[code] ?? otherwise;
}

/** Trying several addresses fails with all their errors; the first one speaks. */
function codeOf(thrown: unknown): string {
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return codeOf(thrown.errors[0]);
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
}
