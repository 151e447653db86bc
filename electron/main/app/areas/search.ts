import { randomUUID } from 'node:crypto';
import { builtInTldSets } from '#shared/domain/built-in-tld-sets.ts';
import { fail, ok } from '#shared/result.ts';
import type { Handlers } from '#shared/routes.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { ActiveAccount, Connections } from '../../connections/connections.ts';
import { knownFindings, type Search, searchedAccount } from '../../lookups/search.ts';
import { listTldSets, type TldLists } from '../../lookups/tlds.ts';
import { fieldsOf, resultIn } from '../../reseller/lookup/finding.ts';
import type { Workspace } from '../../workspace/workspace.ts';

export interface SearchHandlersDeps {
  readonly active: ActiveAccount;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly connections: Pick<Connections, 'of'>;
  readonly findings: Workspace['findings'];
  readonly search: Search;
  /** The name that the command line asked to look up; returned once. */
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

export interface TldsHandlersDeps {
  readonly active: ActiveAccount;
  readonly connections: Pick<Connections, 'of'>;
  readonly tldLists: TldLists;
  readonly ownSets: Workspace['tldSets'];
}

export function createTldsHandlers({
  active,
  connections,
  tldLists,
  ownSets,
}: TldsHandlersDeps): Handlers['tlds'] {
  return {
    async list({ accountId, refresh }) {
      const connection = await (accountId === null ? active.connection() : connections.of(accountId));
      return connection.ok ? await tldLists.read(connection.value, refresh) : connection;
    },
    sets: () => listTldSets(ownSets),
    async saveSet({ id, name, tlds }) {
      const set = { id: id ?? randomUUID(), name: name.trim(), tlds };
      if (set.name === '') return refuse('name', 'Give the set a name');
      if (tlds.length === 0) return refuse('tlds', 'Choose one TLD at least');
      if (isBuiltIn(set.id))
        return refuse('name', 'A built-in set stays as it is; save yours under another name');
      const saved = await ownSets.save(set);
      return saved.ok ? ok({ ...set, builtIn: false }) : saved;
    },
    async removeSet({ id }) {
      if (isBuiltIn(id)) return refuse('id', 'A built-in set cannot be removed');
      const removed = await ownSets.remove({ id });
      return removed.ok ? ok({}) : removed;
    },
  };
}

const isBuiltIn = (id: string): boolean => builtInTldSets.some((set) => set.id === id);

const refuse = (field: string, reason: string) => fail({ kind: 'invalid-input', field, reason });
