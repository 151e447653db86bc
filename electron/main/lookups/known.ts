import type { Finding } from '#shared/domain/finding.ts';
import { ok, type Result } from '#shared/result.ts';
import { namesOf, type Question } from './question.ts';
import { unchecked } from './unknown.ts';

/** What the local store knows of `domains` for one account; a name it does not know is left out. */
export type StoredFindings = (
  accountId: string,
  domains: readonly string[],
) => Promise<Result<readonly Finding[]>>;

/** One finding for each name of the question, in its order: as stored, or `unchecked`. Never touches the network. */
export async function knownFindings(
  stored: StoredFindings,
  accountId: string,
  question: Question,
): Promise<Result<readonly Finding[]>> {
  const names = namesOf(question);
  const read = await stored(
    accountId,
    names.map((name) => name.domain),
  );
  if (!read.ok) return read;
  const byDomain = new Map(read.value.map((finding) => [finding.domain, finding]));
  return ok(names.map(({ domain, tld }) => byDomain.get(domain) ?? unchecked(domain, tld)));
}
