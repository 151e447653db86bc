import { aLabelsOf } from '#shared/domain/domain-name.ts';
import type { ChildNameserver } from '#shared/domain/portfolio.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { asciiName, ipAddress } from '../reseller/operations/parts.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { notInPortfolio } from './names.ts';
import type { Learned, Portfolio } from './portfolio.ts';

/** The hosts below the domains, as far as they were made here or told. */
export interface Children extends Pick<Portfolio, 'children' | 'tellChild' | 'forgetChild'> {
  /** What a change taught. */
  readonly learn: (
    accountId: string,
    name: string,
    child: NonNullable<Learned['child']>,
    at: string,
  ) => Promise<Result<unknown>>;
}

const mostChildren = 1_000;

export function createChildren(kept: Workspace['children'], now: () => Date): Children {
  const list = (accountId: string, name: string): Promise<Result<ChildNameserver[]>> =>
    kept.list({ accountId, domain: aLabelsOf(name) });

  async function save(
    accountId: string,
    domain: string,
    child: ChildNameserver,
  ): Promise<Result<readonly ChildNameserver[]>> {
    const before = await list(accountId, domain);
    if (!before.ok) return before;
    const isThere = before.value.some(({ host }) => host === child.host);
    if (!isThere && before.value.length >= mostChildren) return tooMany;
    const saved = await kept.save({ accountId, domain, child });
    if (!saved.ok) return saved;
    return saved.value ? await list(accountId, domain) : notInPortfolio;
  }

  async function forget(
    accountId: string,
    name: string,
    host: string,
  ): Promise<Result<readonly ChildNameserver[]>> {
    const removed = await kept.remove({ accountId, domain: aLabelsOf(name), host: aLabelsOf(host) });
    return removed.ok ? await list(accountId, name) : removed;
  }

  return {
    children: list,
    async tellChild(accountId, name, host, addresses) {
      const domain = aLabelsOf(name);
      const told = childBelow(domain, host, addresses);
      if (!told.ok) return told;
      return await save(accountId, domain, { ...told.value, at: now().toISOString(), source: 'typed' });
    },
    forgetChild: forget,
    learn(accountId, name, child, at) {
      if ('isGone' in child) return forget(accountId, name, child.host);
      const { host, addresses } = child;
      return save(accountId, aLabelsOf(name), { host: aLabelsOf(host), addresses, at, source: 'change' });
    },
  };
}

function childBelow(
  domain: string,
  host: string,
  addresses: readonly string[],
): Result<Pick<ChildNameserver, 'host' | 'addresses'>> {
  const ascii = asciiName('host', host);
  if (!ascii.ok) return ascii;
  if (!ascii.value.endsWith(`.${domain}`)) return notBelow(domain);
  const given: string[] = [];
  for (const address of addresses) {
    const read = ipAddress('addresses', address.trim());
    if (!read.ok) return read;
    given.push(read.value);
  }
  return ok({ host: ascii.value, addresses: [...new Set(given)] });
}

const notBelow = (domain: string): Result<never> =>
  fail({ kind: 'invalid-input', field: 'host', reason: `The host is not below ${domain}` });

const tooMany: Result<never> = fail({
  kind: 'invalid-input',
  field: 'host',
  reason: `${mostChildren} child nameservers of one domain are kept at most`,
});
