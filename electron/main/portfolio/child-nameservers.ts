import { aLabelsOf } from '#shared/domain/domain-name.ts';
import type { ChildNameserver } from '#shared/domain/portfolio.ts';
import { ok, type Result } from '#shared/result.ts';
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

/** The known child nameservers of domains: those that were changed here or entered by hand. */
export function createChildNameservers({ workspace, now }: Deps) {
  const list = (accountId: string, name: string): readonly ChildNameserver[] =>
    workspace.children.list({ accountId, domain: aLabelsOf(name) });

  /** Fails with: `invalid-input`. */
  function set(accountId: string, name: string, host: string, addresses: readonly string[]): Children {
    const domain = aLabelsOf(name);
    const typed = typedChild(domain, host, addresses);
    if (!typed.ok) return typed;
    return save(accountId, domain, { ...typed.value, at: now().toISOString(), source: 'typed' });
  }

  function forget(accountId: string, name: string, host: string): readonly ChildNameserver[] {
    workspace.children.remove({ accountId, domain: aLabelsOf(name), host: aLabelsOf(host) });
    return list(accountId, name);
  }

  /** Applies what a change has made of a child nameserver; an older one than is known is ignored. Fails with: `invalid-input`. */
  function observe(
    accountId: string,
    domain: string,
    child: NonNullable<Observed['child']>,
    at: string,
  ): Children {
    const known = list(accountId, domain);
    if (known.some((one) => one.host === aLabelsOf(child.host) && one.at > at)) return ok(known);
    if ('isGone' in child) return ok(forget(accountId, domain, child.host));
    const { host, addresses } = child;
    return save(accountId, domain, { host: aLabelsOf(host), addresses, at, source: 'change' });
  }

  function save(accountId: string, domain: string, child: ChildNameserver): Children {
    const before = list(accountId, domain);
    const isThere = before.some(({ host }) => host === child.host);
    if (!isThere && before.length >= mostChildren) return tooManyChildren;
    const saved = workspace.children.save({ accountId, domain, child });
    return saved ? ok(list(accountId, domain)) : notInPortfolio;
  }

  return { list, set, forget, observe };
}

const mostChildren = 1_000;

const tooManyChildren = invalidInput('host', `A domain can have ${mostChildren} host records here at most`);
