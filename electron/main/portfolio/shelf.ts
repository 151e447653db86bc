import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { aLabelsOf } from '#shared/domain/domain-name.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { ok, type Result } from '#shared/result.ts';
import { type DomainNews, type DomainRecord, domainRecord } from '../workspace/portfolio-requests.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { notInPortfolio, slicesOf } from './names.ts';
import type { Registrants } from './registrants.ts';

export interface ShelfDeps {
  readonly kept: Workspace['domains'];
  readonly registrants: Registrants;
  readonly announce: (accountId: string, domains: readonly Domain[], removed: readonly string[]) => void;
}

/** The kept domains as the program sees them, and their changes as it is told of them. */
export interface Shelf {
  readonly list: (accountId: string) => Promise<Result<readonly Domain[]>>;
  /** Fails with: `invalid-input` where it is not there. */
  readonly find: (accountId: string, name: string) => Promise<Result<Domain>>;
  /** Those of the names that are there. */
  readonly among: (accountId: string, names: readonly string[]) => Promise<Result<readonly string[]>>;
  /** Tells of what was changed, when it is. */
  readonly told: (
    accountId: string,
    changed: Promise<Result<DomainRecord[]>>,
  ) => Promise<Result<readonly Domain[]>>;
  readonly learn: (accountId: string, news: readonly DomainNews[]) => Promise<Result<readonly Domain[]>>;
}

const page = z.array(domainRecord);

export function createShelf({ kept, registrants, announce }: ShelfDeps): Shelf {
  const told: Shelf['told'] = async (accountId, changed) => {
    const records = await changed;
    if (!records.ok) return records;
    const domains = await registrants.opened(records.value);
    if (domains.length > 0) announce(accountId, domains, []);
    return ok(domains);
  };

  return {
    told,
    learn: (accountId, news) => told(accountId, kept.learn({ accountId, news: [...news] })),
    async list(accountId) {
      const listed = await kept.list({ accountId });
      if (!listed.ok) return listed;
      const domains: Domain[] = [];
      for (const text of listed.value.pages) {
        domains.push(...(await registrants.opened(page.parse(JSON.parse(text)))));
        await nextTurn();
      }
      return ok(domains);
    },
    async find(accountId, name) {
      const found = await kept.some({ accountId, names: [aLabelsOf(name)] });
      return found.ok ? theOne(await registrants.opened(found.value)) : found;
    },
    async among(accountId, names) {
      const there: string[] = [];
      for (const some of slicesOf(names)) {
        const found = await kept.some({ accountId, names: some });
        if (!found.ok) return found;
        there.push(...found.value.map(({ name }) => name));
      }
      return ok(there);
    },
  };
}

/** The only domain; fails where there is none. */
export const theOne = ([domain]: readonly Domain[]): Result<Domain> =>
  domain === undefined ? notInPortfolio : ok(domain);
