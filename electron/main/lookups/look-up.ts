import type { Finding } from '#shared/domain/finding.ts';
import type { Result } from '#shared/result.ts';
import type { Connection } from '../connections/connections.ts';
import { inNotation } from '../reseller/operations/lookup.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { SearchedAccount } from './search.ts';

/**
 * A connection as Search sees it: an answer is kept on disk before anyone hears of it.
 *
 * `lookUp` fails with: what `client.lookup` fails with, `storage`.
 */
export const searchedAccount = (
  { account, client, throttle }: Connection,
  findings: Workspace['findings'],
): SearchedAccount => ({
  id: account.id,
  throttle,
  tldsPerRequest: account.options.tldsPerRequest,
  async lookUp({ label, tlds }, signal): Promise<Result<readonly Finding[]>> {
    const sent = tlds.map((tld) => inNotation(tld, account.options.tldNotation));
    const answered = await client.lookup({ label, tlds: sent }, { signal });
    if (!answered.ok) return answered;
    const found = answered.value.findings.map(({ finding }) => finding);
    const kept = await findings.save({
      accountId: account.id,
      findings: found,
      answer: answered.value.answer,
    });
    return kept.ok ? { ok: true, value: found } : kept;
  },
});
