import type { AppError } from '#shared/app-error.ts';
import type { Finding, UnknownCause } from '#shared/domain/finding.ts';

const causes: Partial<Record<AppError['kind'], UnknownCause>> = {
  'no-account': 'no-key',
  'no-key': 'no-key',
  keychain: 'no-key',
  refused: 'refused',
  unreachable: 'unreachable',
  unreadable: 'unreadable',
  cancelled: 'cancelled',
};

/** The finding for a name that was to be asked and has no usable answer, because the whole request failed. */
export const unknownBecause = (domain: string, tld: string, error: AppError, at: Date): Finding => ({
  domain,
  tld,
  kind: 'unknown',
  cause: causes[error.kind] ?? 'unreadable',
  message: error.kind === 'refused' ? error.said : '',
  checkedAt: at.toISOString(),
  prices: [],
});

/** The finding for a name that nobody has asked for yet. */
export const unchecked = (domain: string, tld: string): Finding => ({
  domain,
  tld,
  kind: 'unchecked',
  cause: null,
  message: '',
  checkedAt: null,
  prices: [],
});
