import { baseUrlProblem } from '#shared/domain/account-fields.ts';
import { ok, type Result } from '#shared/result.ts';
import { invalidInput } from '../system/texts.ts';

/** A base URL that {@link parseBaseUrl} has accepted; it has no final slash, query, fragment or credentials. */
export type BaseUrl = string & { readonly parsed: unique symbol };

/**
 * The base URL in the form to which paths are appended.
 *
 * It may have a path, which is kept and may end in `.php`. Plain http is accepted for loopback addresses only, because
 * the token would be sent unencrypted.
 *
 * Fails with: `invalid-input`, the reason for the user.
 * Source: C15; the field notes, "Transport and authentication".
 */
export function parseBaseUrl(text: string): Result<BaseUrl> {
  const url = URL.parse(text.trim());
  const reason = baseUrlProblem(text, url);
  if (reason !== null || url === null) return invalidInput('baseUrl', reason ?? '');
  // The checks above prove the brand.
  return ok(`${url.origin}${url.pathname.replace(/\/+$/, '')}` as BaseUrl);
}

/**
 * The URL of an operation: its path is appended, not resolved, because the base URL has a path.
 *
 * @param segments Not yet encoded; a domain name is one segment.
 */
export const joinPath = (base: BaseUrl, segments: readonly string[]): string =>
  [base, ...segments.map(encodeURIComponent)].join('/');
