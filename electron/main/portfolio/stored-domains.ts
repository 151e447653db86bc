import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { builtInTldSets } from '#shared/domain/built-in-tld-sets.ts';
import { aLabelsOf, knownTldSet } from '#shared/domain/domain-name.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { formulaSafe } from '../export/formats.ts';
import { writeWhole } from '../system/files.ts';
import {
  type DomainObservation,
  type DomainRecord,
  domainRecord,
  mostDomains,
} from '../workspace/portfolio-requests.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { type Added, type Portfolio, typedNames } from './portfolio.ts';
import type { Registrants } from './registrants.ts';

interface StoredDomainsDeps {
  readonly kept: Workspace['domains'];
  readonly registrants: Registrants;
  readonly announce: (accountId: string, domains: readonly Domain[], removed: readonly string[]) => void;
}

/** The stored domains with decrypted registrants; announces every change to them. */
export interface StoredDomains {
  readonly list: (accountId: string) => Promise<Result<readonly Domain[]>>;
  /** Fails with: `invalid-input` where it is not there. */
  readonly find: (accountId: string, name: string) => Promise<Result<Domain>>;
  /** The names that are in the portfolio. */
  readonly among: (accountId: string, names: readonly string[]) => Promise<Result<readonly string[]>>;
  /** Announces the changed domains when `changed` resolves. */
  readonly told: (
    accountId: string,
    changed: Promise<Result<DomainRecord[]>>,
  ) => Promise<Result<readonly Domain[]>>;
  readonly learn: (
    accountId: string,
    news: readonly DomainObservation[],
  ) => Promise<Result<readonly Domain[]>>;
}

const page = z.array(domainRecord);

export function createStoredDomains({ kept, registrants, announce }: StoredDomainsDeps): StoredDomains {
  const told: StoredDomains['told'] = async (accountId, changed) => {
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
const theOne = ([domain]: readonly Domain[]): Result<Domain> =>
  domain === undefined ? notInPortfolio : ok(domain);

interface KeepingDeps extends StoredDomainsDeps {
  readonly shelf: StoredDomains;
  readonly now: () => Date;
}

/** The values that a person sets on domains. */
type Keeping = Pick<Portfolio, 'tag' | 'note' | 'tellExpiry' | 'archive' | 'remove' | 'usersOf'>;

export function createKeeping({ kept, registrants, announce, shelf, now }: KeepingDeps): Keeping {
  return {
    async tag(accountId, names, add, remove) {
      for (const some of slicesOf(names)) {
        const tagged = await kept.tag({ accountId, names: some, add, remove });
        if (!tagged.ok) return tagged;
        const { domains, full } = tagged.value;
        if (full !== null) return tooManyTags(full);
        await shelf.told(accountId, Promise.resolve(ok(domains)));
      }
      return ok(null);
    },
    async note(accountId, name, note) {
      const noted = await shelf.told(accountId, kept.note({ accountId, domain: aLabelsOf(name), note }));
      return noted.ok ? theOne(noted.value) : noted;
    },
    async tellExpiry(accountId, name, expiresOn) {
      const [domain, at] = [aLabelsOf(name), now().toISOString()];
      const news: DomainObservation =
        expiresOn === null
          ? { name: domain, takesExpiryBack: true }
          : { name: domain, expiresOn: { value: expiresOn, at, source: 'typed' } };
      const learned = await shelf.learn(accountId, [news]);
      return learned.ok ? theOne(learned.value) : learned;
    },
    async archive(accountId, names, isArchived) {
      const archivedAt = isArchived ? now().toISOString() : null;
      for (const some of slicesOf(names)) {
        const archived = await shelf.told(accountId, kept.archive({ accountId, names: some, archivedAt }));
        if (!archived.ok) return archived;
      }
      return ok(null);
    },
    async remove(accountId, names) {
      for (const some of slicesOf(names)) {
        const removed = await kept.remove({ accountId, names: some });
        if (!removed.ok) return removed;
        for (const name of removed.value) registrants.forget(accountId, name);
        if (removed.value.length > 0) announce(accountId, [], removed.value);
      }
      return ok(null);
    },
    usersOf: (accountId, host) => kept.usersOf({ accountId, host: aLabelsOf(host).replace(/\.$/, '') }),
  };
}

const tooManyTags = (name: string): Result<never> =>
  fail({ kind: 'invalid-input', field: 'tags', reason: `${name} would have more than 20 tags` });

interface AddingDeps {
  readonly workspace: Pick<Workspace, 'tlds' | 'domains'>;
  readonly shelf: Pick<StoredDomains, 'told'>;
  readonly now: () => Date;
}

/** The ways to add domains to the portfolio. */
export interface Adding extends Pick<Portfolio, 'add'> {
  /** Adds a name that was registered by this program, without parsing or TLD checks. */
  readonly addRegistered: (accountId: string, name: string) => Promise<Result<unknown>>;
}

export function createAdding({ workspace, shelf, now }: AddingDeps): Adding {
  /** The TLDs used to split a host into registrable name and TLD: those that the account's service listed, and the built-in ones. */
  async function knownTlds(accountId: string): Promise<Result<ReadonlySet<string>>> {
    const listed = await workspace.tlds.list({ accountId });
    if (!listed.ok) return listed;
    return ok(knownTldSet([...listed.value.tlds, ...builtInTldSets.flatMap(({ tlds }) => tlds)]));
  }

  async function addAll(
    accountId: string,
    names: readonly string[],
    tags: readonly string[],
    addedBy: Domain['addedBy'],
  ): Promise<Result<Omit<Added, 'refused'>>> {
    const addedAt = now().toISOString();
    const became = await workspace.domains.add({
      accountId,
      names: names.join('\n'),
      tags: [...new Set(tags)],
      addedAt,
      addedBy,
    });
    if (!became.ok) return became;
    if (became.value.isFull) return tooMany;
    const [added, already, restored] = [
      listOf(became.value.added),
      listOf(became.value.already),
      listOf(became.value.restored),
    ];
    for (const some of slicesOf([...added, ...restored])) {
      const told = await shelf.told(accountId, workspace.domains.some({ accountId, names: some }));
      if (!told.ok) return told;
    }
    return ok({ added, already, restored });
  }

  return {
    async add(accountId, text, tags, addedBy) {
      const tlds = await knownTlds(accountId);
      if (!tlds.ok) return tlds;
      const { names, refused } = await typedNames(text, tlds.value);
      const became = await addAll(accountId, names, tags, addedBy);
      return became.ok ? ok({ ...became.value, refused }) : became;
    },
    addRegistered: (accountId, name) => addAll(accountId, [name], [], 'registration'),
  };
}

const listOf = (joined: string): string[] => (joined === '' ? [] : joined.split('\n'));

const tooMany: Result<never> = fail({
  kind: 'invalid-input',
  field: 'text',
  reason: `An account has ${mostDomains} domains at most; none of these was added`,
});

/** Sent to the workspace and to the page at once: few enough that neither is busy with them for long. */
const namesAtOnce = 500;

/** Each name once, as A-labels in lower case, in slices of `namesAtOnce`. */
function slicesOf(names: readonly string[]): readonly string[][] {
  const each = [...new Set(names.map(aLabelsOf))];
  return Array.from({ length: Math.ceil(each.length / namesAtOnce) }, (_, index) =>
    each.slice(index * namesAtOnce, (index + 1) * namesAtOnce),
  );
}

export const notInPortfolio: Result<never> = fail({
  kind: 'invalid-input',
  field: 'domain',
  reason: 'This name is not in the portfolio of this account',
});

const columns = [
  'domain',
  'tags',
  'note',
  'expires_on',
  'expiry_source',
  'expiry_at',
  'archived_at',
  'added_at',
] as const;

/**
 * Writes the account's domains to `path` as CSV, with what a person has added: tags, joined by semicolons, and the note. Unknown
 * values are empty; `expiry_source` says where the expiry came from, `expiry_at` when.
 *
 * Fails with: `storage`, `invalid-input` (`path`).
 */
export async function exportDomains(
  portfolio: Pick<Portfolio, 'list'>,
  accountId: string,
  path: string,
): Promise<Result<{ readonly domains: number }>> {
  const listed = await portfolio.list(accountId);
  if (!listed.ok) return listed;
  return await writeWhole(path, async (write) => {
    await write(`${columns.join(',')}\n`);
    await write(stringify(listed.value.map(cellsOf), { cast: { string: formulaSafe } }));
    return ok({ domains: listed.value.length });
  });
}

const cellsOf = ({ name, tags, note, expiresOn, archivedAt, addedAt }: Domain): readonly unknown[] => [
  name,
  tags.join(';'),
  note,
  expiresOn?.value,
  expiresOn?.source,
  expiresOn?.at,
  archivedAt,
  addedAt,
];
