import type { Domain } from '#shared/domain/portfolio.ts';
import type { Result } from '#shared/result.ts';
import { createLatest, idle, loading, type Remote, valueOf } from '../../lib/remote.ts';

export type DomainsByName = ReadonlyMap<string, Domain>;

/** What was told while a list is on its way; null stands for a removed one. */
type News = ReadonlyMap<string, Domain | null>;

/** The domains of one account, as they stand by now. */
export interface LiveDomains {
  readonly read: () => Promise<void>;
  readonly take: (domains: readonly Domain[], removed: readonly string[]) => void;
  readonly now: () => Remote<DomainsByName>;
}

/**
 * Keeps one account's list. What main tells while the list is on its way is newer than the list.
 */
export function createLiveDomains(
  accountId: string,
  ask: () => Promise<Result<{ readonly domains: readonly Domain[] }>>,
  onChange: () => void,
): LiveDomains {
  const latest = createLatest();
  let state: Remote<DomainsByName> = idle;
  let told: Map<string, Domain | null> | null = null;

  function become(next: Remote<DomainsByName>): void {
    state = next;
    onChange();
  }

  return {
    now: () => state,
    async read() {
      const isLatest = latest.begin();
      told = new Map();
      become(loading(state));
      const result = await ask();
      if (!isLatest()) return;
      const news = told;
      told = null;
      if (!result.ok) become({ status: 'failed', error: result.error, before: valueOf(state) });
      else become({ status: 'ready', value: withNews(own(result.value.domains, accountId), news) });
    },
    take(domains, removed) {
      const news = new Map<string, Domain | null>(domains.map((domain) => [domain.name, domain]));
      for (const name of removed) news.set(name, null);
      if (told !== null) news.forEach((domain, name) => told?.set(name, domain));
      const now = state;
      const known = valueOf(now);
      if (known === null) return;
      const value = withNews(known, news);
      const isStale = now.status === 'loading' || now.status === 'failed';
      become(isStale ? { ...now, before: value } : { status: 'ready', value });
    },
  };
}

/** Main may have turned to another account while it was asked: what belongs to that one is not shown under this one. */
const own = (domains: readonly Domain[], accountId: string): DomainsByName =>
  new Map(domains.filter((domain) => domain.accountId === accountId).map((domain) => [domain.name, domain]));

function withNews(known: DomainsByName, news: News): DomainsByName {
  const next = new Map(known);
  news.forEach((domain, name) => {
    if (domain === null) next.delete(name);
    else next.set(name, domain);
  });
  return next;
}
