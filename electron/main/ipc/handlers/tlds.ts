import { randomUUID } from 'node:crypto';
import { builtInTldSets } from '#shared/domain/built-in-tld-sets.ts';
import type { Handlers } from '#shared/ipc/types.ts';
import { fail, ok } from '#shared/result.ts';
import type { ActiveAccount } from '../../connections/active-account.ts';
import type { Connections } from '../../connections/connections.ts';
import { listTldSets } from '../../lookups/list-tld-sets.ts';
import type { TldLists } from '../../lookups/tld-lists.ts';
import type { Workspace } from '../../workspace/workspace.ts';

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
