import { aLabelsOf } from '#shared/domain/domain-name.ts';
import type { ChildNameserver } from '#shared/domain/portfolio.ts';
import type { Result } from '#shared/result.ts';
import { invalidInput } from '../system/texts.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Observed } from './observations.ts';
import { notInPortfolio, typedChild } from './typed-names.ts';

type Children = Result<readonly ChildNameserver[]>;

interface Deps {
  readonly workspace: Pick<Workspace, 'children'>;
  readonly now: () => Date;
}

export type ChildNameservers = ReturnType<typeof createChildNameservers>;

/** The known child nameservers of domains: those that were changed here or entered by hand. All fail as the portfolio does. */
export function createChildNameservers({ workspace, now }: Deps) {
  const list = (accountId: string, name: string): Promise<Children> =>
    workspace.children.list({ accountId, domain: aLabelsOf(name) });

  async function set(
    accountId: string,
    name: string,
    host: string,
    addresses: readonly string[],
  ): Promise<Children> {
    const domain = aLabelsOf(name);
    const typed = typedChild(domain, host, addresses);
    if (!typed.ok) return typed;
    return await save(accountId, domain, { ...typed.value, at: now().toISOString(), source: 'typed' });
  }

  async function forget(accountId: string, name: string, host: string): Promise<Children> {
    const child = { accountId, domain: aLabelsOf(name), host: aLabelsOf(host) };
    const removed = await workspace.children.remove(child);
    return removed.ok ? await list(accountId, name) : removed;
  }

  /** Applies what a change has made of a child nameserver; an older one than is known is ignored. */
  async function observe(
    accountId: string,
    domain: string,
    child: NonNullable<Observed['child']>,
    at: string,
  ): Promise<Children> {
    const known = await list(accountId, domain);
    const isNewer = (one: ChildNameserver): boolean => one.host === aLabelsOf(child.host) && one.at > at;
    if (!known.ok || known.value.some(isNewer)) return known;
    if ('isGone' in child) return await forget(accountId, domain, child.host);
    const { host, addresses } = child;
    return await save(accountId, domain, { host: aLabelsOf(host), addresses, at, source: 'change' });
  }

  async function save(accountId: string, domain: string, child: ChildNameserver): Promise<Children> {
    const before = await list(accountId, domain);
    if (!before.ok) return before;
    const isThere = before.value.some(({ host }) => host === child.host);
    if (!isThere && before.value.length >= mostChildren) return tooManyChildren;
    const saved = await workspace.children.save({ accountId, domain, child });
    if (!saved.ok) return saved;
    return saved.value ? await list(accountId, domain) : notInPortfolio;
  }

  return { list, set, forget, observe };
}

const mostChildren = 1_000;

const tooManyChildren = invalidInput('host', `A domain can have ${mostChildren} host records here at most`);
