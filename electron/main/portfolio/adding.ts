import { builtInTldSets } from '#shared/domain/built-in-tld-sets.ts';
import { knownTldSet } from '#shared/domain/domain-name.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { mostDomains } from '../workspace/portfolio-requests.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { slicesOf } from './names.ts';
import type { Added, Portfolio } from './portfolio.ts';
import type { Shelf } from './shelf.ts';
import { typedNames } from './typed-names.ts';

export interface AddingDeps {
  readonly workspace: Pick<Workspace, 'tlds' | 'domains'>;
  readonly shelf: Pick<Shelf, 'told'>;
  readonly now: () => Date;
}

/** Ways into the portfolio. */
export interface Adding extends Pick<Portfolio, 'add'> {
  /** A name that was registered here, known to be one. */
  readonly addRegistered: (accountId: string, name: string) => Promise<Result<unknown>>;
}

export function createAdding({ workspace, shelf, now }: AddingDeps): Adding {
  /** The TLDs by which a name's own end is told: the ones that the account's service listed, and the built-in ones. */
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
