import { randomUUID } from 'node:crypto';
import { builtInTldSets } from '#shared/domain/built-in-tld-sets.ts';
import { done, fail, mapOk, ok } from '#shared/result.ts';
import type { Handlers } from '#shared/routes.ts';
import { knownFindings, searchedAccount } from '../../lookups/search.ts';
import { listTldSets } from '../../lookups/tld-sets.ts';
import { fieldsOf, resultIn } from '../../reseller/lookup/finding.ts';
import { invalidInput } from '../../system/texts.ts';
import type { HandlerDeps } from '../handler-deps.ts';

export function createSearchHandlers({
  active,
  workspace: { findings },
  search,
  takeRequested,
}: Pick<HandlerDeps, 'active' | 'workspace' | 'search' | 'takeRequested'>): Handlers['search'] {
  return {
    async known({ accountId, ...question }) {
      const account = await active.account(accountId);
      if (!account.ok) return account;
      const known = await knownFindings(
        (accountId, domains) => findings.known({ accountId, domains: [...domains] }),
        account.value.id,
        question,
      );
      return mapOk(known, (found) => ({ findings: found }));
    },
    async start({ accountId, ...question }) {
      const connection = await active.connection(accountId);
      if (!connection.ok) return connection;
      return ok({ requests: search.start(searchedAccount(connection.value, findings), question) });
    },
    cancel({ searchId }) {
      search.cancel(searchId);
      return Promise.resolve(ok({}));
    },
    takeRequested: () => Promise.resolve(ok({ text: takeRequested() })),
    async details({ accountId, domain }) {
      const account = await active.account(accountId);
      if (!account.ok) return account;
      const kept = await findings.details({ accountId: account.value.id, domain });
      if (!kept.ok) return kept;
      if (kept.value === null) return fail(nothingKept);
      const { finding, answer } = kept.value;
      const result = resultIn(answer, finding.domain, finding.tld);
      const fields = result === null ? [] : fieldsOf(result);
      return ok({ finding, fields, answer, accountLabel: account.value.label });
    },
  };
}

const nothingKept = {
  kind: 'invalid-input',
  field: 'domain',
  reason: 'No answer about this name is saved',
} as const;

export function createTldsHandlers({
  active,
  tldLists,
  workspace: { tldSets },
}: Pick<HandlerDeps, 'active' | 'tldLists' | 'workspace'>): Handlers['tlds'] {
  return {
    async list({ accountId, refresh }) {
      const connection = await active.connection(accountId);
      return connection.ok ? await tldLists.read(connection.value, refresh) : connection;
    },
    sets: () => listTldSets(tldSets),
    async saveSet({ id, name, tlds }) {
      const set = { id: id ?? randomUUID(), name: name.trim(), tlds };
      if (set.name === '') return invalidInput('name', 'Give the set a name');
      if (tlds.length === 0) return invalidInput('tlds', 'Choose at least one TLD');
      if (isBuiltIn(set.id))
        return invalidInput('name', 'A built-in set can’t be changed; save yours under another name');
      return mapOk(await tldSets.save(set), () => ({ ...set, builtIn: false }));
    },
    async removeSet({ id }) {
      if (isBuiltIn(id)) return invalidInput('id', 'A built-in set can’t be removed');
      return done(await tldSets.remove({ id }));
    },
  };
}

const isBuiltIn = (id: string): boolean => builtInTldSets.some((set) => set.id === id);
