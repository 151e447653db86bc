import type { Handlers } from '#shared/ipc/types.ts';
import { fail, ok } from '#shared/result.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { ActiveAccount } from '../../connections/active-account.ts';
import type { Connections } from '../../connections/connections.ts';
import { knownFindings } from '../../lookups/known.ts';
import { searchedAccount } from '../../lookups/look-up.ts';
import type { Search } from '../../lookups/search.ts';
import { fieldsOf } from '../../reseller/lookup/fields.ts';
import { resultIn } from '../../reseller/lookup/result-in.ts';
import type { Workspace } from '../../workspace/workspace.ts';

export interface SearchHandlersDeps {
  readonly active: ActiveAccount;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly connections: Pick<Connections, 'of'>;
  readonly findings: Workspace['findings'];
  readonly search: Search;
  /** What was asked for from outside; handed over once. */
  readonly takeRequested: () => string | null;
}

export function createSearchHandlers({
  active,
  accounts,
  connections,
  findings,
  search,
  takeRequested,
}: SearchHandlersDeps): Handlers['search'] {
  return {
    async known({ accountId, ...question }) {
      const account = await (accountId === null ? active.account() : accounts.find(accountId));
      if (!account.ok) return account;
      const known = await knownFindings(
        (accountId, domains) => findings.known({ accountId, domains: [...domains] }),
        account.value.id,
        question,
      );
      return known.ok ? ok({ findings: [...known.value] }) : known;
    },
    async start({ accountId, ...question }) {
      const connection = await (accountId === null ? active.connection() : connections.of(accountId));
      if (!connection.ok) return connection;
      return ok({ requests: search.start(searchedAccount(connection.value, findings), question) });
    },
    cancel({ searchId }) {
      search.cancel(searchId);
      return Promise.resolve(ok({}));
    },
    takeRequested: () => Promise.resolve(ok({ text: takeRequested() })),
    async details({ accountId, domain }) {
      const account = await (accountId === null ? active.account() : accounts.find(accountId));
      if (!account.ok) return account;
      const kept = await findings.details({ accountId: account.value.id, domain });
      if (!kept.ok) return kept;
      if (kept.value === null) return fail(nothingKept);
      const { finding, answer } = kept.value;
      const result = resultIn(answer, finding.domain, finding.tld);
      const fields = result === null ? [] : [...fieldsOf(result)];
      return ok({ finding, fields, answer, accountLabel: account.value.label });
    },
  };
}

const nothingKept = {
  kind: 'invalid-input',
  field: 'domain',
  reason: 'No answer about this name has been kept',
} as const;
