import { alliesOf } from '#shared/domain/account.ts';
import { type Domain, isHeld } from '#shared/domain/portfolio.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Accounts } from '../accounts/accounts.ts';

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
export function createHeldNames(read: (accountId: string) => Promise<Result<Names>>) {
  const held = new Map<string, Held>();
  /** With what was announced meanwhile: it may be newer than what is read. */
  const readings = new Map<string, { readonly answer: Promise<Result<Names>>; readonly news: Announced[] }>();

  async function readNow(accountId: string, news: readonly Announced[]): Promise<Result<Names>> {
    const isCurrent = () => readings.get(accountId)?.news === news;
    try {
      const result = await read(accountId);
      if (!result.ok || !isCurrent()) return result;
      const found: Held = { names: new Set(result.value), list: null };
      for (const each of news) follow(found, each);
      held.set(accountId, found);
      return ok(listOf(found));
    } finally {
      if (isCurrent()) readings.delete(accountId);
    }
  }

  return {
    /** The same list as long as no name is added or lost. Fails with: what `read` fails with; then it is read again when wanted. */
    of(accountId: string): Promise<Result<Names>> {
      const known = held.get(accountId);
      if (known !== undefined) return Promise.resolve(ok(listOf(known)));
      const reading = readings.get(accountId);
      if (reading !== undefined) return reading.answer;
      const news: Announced[] = [];
      const answer = readNow(accountId, news);
      readings.set(accountId, { answer, news });
      return answer;
    },
    announced(accountId: string, news: Announced): void {
      const known = held.get(accountId);
      if (known === undefined) readings.get(accountId)?.news.push(news);
      else follow(known, news);
    },
    /** What was written could not be announced: the names are read again when they are wanted. */
    forget(accountId: string): void {
      held.delete(accountId);
      readings.delete(accountId);
    },
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
  readonly portfolio: { readonly held: (accountId: string) => Promise<Result<Names>> };
}

/**
 * The user's own names, for each account: what is held in its portfolio and in those of every other one of its sort. Where one of these
 * cannot be read, it is not known of that account which names are the user's own. Fails with: `storage`.
 */
export async function ownNames(
  { accounts, portfolio }: OwnNamesDeps,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, Result<readonly Names[]>>> {
  const listed = await accounts.list();
  const own = new Map<string, Result<readonly Names[]>>();
  for (const id of accountIds)
    own.set(id, listed.ok ? await heldIn(portfolio, alliesOf(listed.value.accounts, id)) : listed);
  return own;
}

async function heldIn(
  portfolio: OwnNamesDeps['portfolio'],
  accountIds: readonly string[],
): Promise<Result<readonly Names[]>> {
  const all: Names[] = [];
  for (const id of accountIds) {
    const held = await portfolio.held(id);
    if (!held.ok) return held;
    all.push(held.value);
  }
  return ok(all);
}
