import { alliesOf } from '#shared/domain/account.ts';
import { type Domain, isHeld } from '#shared/domain/portfolio.ts';
import type { Result } from '#shared/result.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { resultOf } from '../workspace/sqlite.ts';

type Names = readonly string[];

interface Announced {
  readonly domains: readonly Pick<Domain, 'name' | 'archivedAt' | 'transferredAway'>[];
  readonly removed: readonly string[];
}

interface Held {
  readonly names: Set<string>;
  /** The same as a list, until a name is added or lost. */
  list: Names | null;
}

/** What is held in each portfolio, as A-labels: read once when it is first wanted, then followed by what the portfolio announces. */
export function createHeldNames(read: (accountId: string) => Names) {
  const held = new Map<string, Held>();
  return {
    /** The same list as long as no name is added or lost. */
    of(accountId: string): Names {
      const found = held.get(accountId) ?? { names: new Set(read(accountId)), list: null };
      held.set(accountId, found);
      return listOf(found);
    },
    announced(accountId: string, news: Announced): void {
      const known = held.get(accountId);
      if (known !== undefined) follow(known, news);
    },
    /** What was written could not be announced: the names are read again when they are wanted. */
    forget: (accountId: string): void => void held.delete(accountId),
  };
}

const listOf = (held: Held): Names => (held.list ??= [...held.names]);

function follow(held: Held, { domains, removed }: Announced): void {
  const { names } = held;
  const changed = domains.filter((domain) => names.has(domain.name) !== isHeld(domain));
  for (const domain of changed) names[isHeld(domain) ? 'add' : 'delete'](domain.name);
  const lost = removed.filter((name) => names.delete(name));
  if (changed.length + lost.length > 0) held.list = null;
}

interface OwnNamesDeps {
  readonly accounts: Pick<Accounts, 'list'>;
  readonly portfolio: { readonly held: (accountId: string) => Names };
}

/**
 * The user's own names, for each account: what is held in its portfolio and in those of every other one of its sort. Where one of these
 * cannot be read, it is not known of that account which names are the user's own. Fails with: `storage`.
 */
export async function ownNames(
  { accounts, portfolio }: OwnNamesDeps,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, Result<readonly Names[]>>> {
  const listed = await resultOf(accounts.list);
  const own = new Map<string, Result<readonly Names[]>>();
  for (const id of accountIds)
    own.set(
      id,
      listed.ok
        ? await resultOf(() => alliesOf(listed.value.accounts, id).map((ally) => portfolio.held(ally)))
        : listed,
    );
  return own;
}
