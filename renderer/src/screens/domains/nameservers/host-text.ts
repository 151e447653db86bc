import { aLabelsOf } from '#shared/domain/domain-name.ts';
import { hostIn } from '#shared/domain/host-in.ts';
import { fail, ok, type Result } from '#shared/result.ts';

const mostCharacters = 253;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * A host as A-labels in lower case, out of what a person typed or pasted; of a URL its host. Fails with the reason, as the
 * second half of a sentence would have it.
 *
 * Source: RFC 952, RFC 1123 section 2.1, UTS #46.
 */
export function readHost(text: string): Result<string, string> {
  const typed = hostIn(text).text.trim();
  if (typed === '') return fail('A host is missing');
  if (/\s/u.test(typed)) return fail('A host has no spaces');
  const host = aLabelsOf(typed).toLowerCase();
  const labels = host.split('.');
  if (labels.includes('')) return fail('Something is missing beside a dot');
  if (labels.length < 2) return fail('A host has two parts at least, such as ns1.example.com');
  if (host.length > mostCharacters) return fail(`A host has ${mostCharacters} characters at most`);
  const misfit = labels.find((one) => !label.test(one));
  if (misfit !== undefined) return fail(misfitReason(misfit));
  if (/^\d+$/.test(labels.at(-1) ?? '')) return fail('This is an address; a nameserver is given by its host');
  return ok(host);
}

function misfitReason(text: string): string {
  if (text.includes('_')) return 'A host has no underscores';
  if (text.startsWith('-') || text.endsWith('-')) return `“${text}” begins or ends with a hyphen`;
  if (text.length > 63) return 'A part of a host has 63 characters at most';
  return `“${text}” cannot stand in a host`;
}

/** Whether a host is the domain itself or below it: only there a child nameserver can be. */
export const isInside = (host: string, domain: string): boolean =>
  host === domain || host.endsWith(`.${domain}`);
