import { ok } from '#shared/result.ts';
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
 */
export type Clients = ReturnType<typeof createClients>;

export function createClients({ workspace }: { readonly workspace: Pick<Workspace, 'clients'> }) {
  const { clients } = workspace;
  const edits = createEdits<ClientRecord>();
  return {
    /** Sorted by name. */
    list: () => clients.list(),
    save({ name, edit, ...templates }: ClientChange): void {
      const saved = clients.set({ name, templates });
      edits.add(edit, [{ key: name, ...saved }], ([move]) =>
        ok(move !== undefined && clients.move({ name, ...move }) ? 1 : 0),
      );
    },
    /** Fails with: `invalid-input` (it can no longer be undone). */
    revert: edits.revert,
    /** The only client of these domains, with its templates; null where they have none, or several. */
    ofDomains(
      of: readonly { readonly accountId: string; readonly domains: readonly string[] }[],
    ): Omit<Client, 'domains'> | null {
      const found = new Set(
        of.flatMap(({ accountId, domains: names }) => clients.ofNames({ accountId, names })),
      );
      const [name = '', ...others] = found;
      return name === '' || others.length > 0 ? null : { name, ...clients.templatesOf({ name }) };
    },
    /** Notes whose a name will be that is ordered: it is given to the domain when that arrives in the portfolio. */
    setOrdered: (accountId: string, domain: string, client: string) =>
      clients.setOrdered({ accountId, domain, client }),
  };
}
