import { mapOk, ok, type Result } from '#shared/result.ts';
import type { client } from '#shared/areas/portfolio.ts';
import type { TypeOf } from '#shared/schema-type.ts';
import type { ClientRecord } from '../workspace/repositories/clients.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { createEdits } from './edits.ts';

type Client = TypeOf<typeof client>;

/** Templates of a client that are set; one that is left out stays. `edit`: under which it can be undone. */
interface ClientChange extends Partial<ClientRecord> {
  readonly name: string;
  readonly edit?: string | undefined;
}

/**
 * Clients: whose domains are, in a person's own words, over all accounts, with the templates that orders and batches of each propose.
 * All fail with: `storage`.
 */
export type Clients = ReturnType<typeof createClients>;

export function createClients({ workspace }: { readonly workspace: Pick<Workspace, 'clients'> }) {
  const { clients } = workspace;
  const edits = createEdits<ClientRecord>();
  return {
    /** Sorted by name. */
    list: () => clients.list(),
    async save({ name, edit, ...templates }: ClientChange): Promise<Result<unknown>> {
      const saved = await clients.set({ name, templates });
      if (saved.ok)
        edits.add(edit, [{ key: name, ...saved.value }], async ([move]) =>
          move === undefined ? ok(0) : mapOk(await clients.move({ name, ...move }), Number),
        );
      return saved;
    },
    /** Fails with: also `invalid-input` (it can no longer be undone). */
    revert: edits.revert,
    /** The only client of these domains, with its templates; null where they have none, or several. */
    async ofDomains(
      of: readonly { readonly accountId: string; readonly domains: readonly string[] }[],
    ): Promise<Result<Omit<Client, 'domains'> | null>> {
      const found = new Set<string>();
      for (const { accountId, domains: names } of of) {
        const some = await clients.ofNames({ accountId, names });
        if (!some.ok) return some;
        some.value.forEach((name) => found.add(name));
      }
      const [name = '', ...others] = found;
      if (name === '' || others.length > 0) return ok(null);
      return mapOk(await clients.templatesOf({ name }), (templates) => ({ name, ...templates }));
    },
    /** Notes whose a name will be that is ordered: it is given to the domain when that arrives in the portfolio. */
    setOrdered: (accountId: string, domain: string, client: string) =>
      clients.setOrdered({ accountId, domain, client }),
  };
}
