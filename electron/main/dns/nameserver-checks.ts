import { plainHost } from '#shared/domain/domain-name.ts';
import type { Delegation, NameserverCheck } from '#shared/domain/delegation.ts';
import { mapOk, ok, type Result } from '#shared/result.ts';
import { resultOf } from '../workspace/sqlite.ts';
import type { Ask } from './ask.ts';

export interface NameserverChecksDeps {
  readonly settings: () => { readonly checkNameservers: boolean };
  readonly isPractice: (accountId: string) => Result<boolean>;
  /** Of a practice account, whose names are made up: answered without a network. */
  readonly practice: (domain: string, hosts: readonly string[], now: Date) => NameserverCheck;
  /** The child nameservers that are known of a domain: until they are at the registry nobody else knows their addresses. */
  readonly children: (
    accountId: string,
    domain: string,
  ) => readonly { readonly host: string; readonly addresses: readonly string[] }[];
  /** The system’s, loaded with the first check, unless given. */
  readonly ask?: Ask;
  readonly now: () => Date;
}

/**
 * Looks at nameservers before a domain is sent to them, and at what the TLD’s servers say afterwards. Asks the system’s resolver, the
 * nameservers and the TLD’s servers; they learn the domain’s name. Nothing is changed or stored, and nothing is decided by it.
 */
export type NameserverChecks = ReturnType<typeof createNameserverChecks>;

/** So many domains are checked at the same time. */
const atOnce = 8;

export function createNameserverChecks(deps: NameserverChecksDeps) {
  const closing = new AbortController();
  const { signal } = closing;
  const { now } = deps;
  const tools = async () => ({
    ask: deps.ask ?? (await import('./ask.ts')).createAsk(),
    dns: await import('./delegation.ts'),
  });

  /** Whose the account is; null where nothing is to be asked. */
  function kindOf(accountId: string): Result<'real' | 'practice' | null> {
    if (!deps.settings().checkNameservers) return ok(null);
    return mapOk(deps.isPractice(accountId), (isPractice) => (isPractice ? 'practice' : 'real'));
  }

  async function knownAddresses(accountId: string, domains: readonly string[], hosts: readonly string[]) {
    const known = new Map<string, readonly string[]>();
    for (const domain of domains) {
      if (!hosts.some((host) => host.endsWith(`.${domain}`))) continue;
      const children = await resultOf(() => deps.children(accountId, domain));
      for (const child of children.ok ? children.value : [])
        known.set(plainHost(child.host), child.addresses);
    }
    return known;
  }

  return {
    /** Null where it is switched off. Fails with: `storage`. */
    async check(
      accountId: string,
      names: readonly string[],
      given: readonly string[],
      isNew: boolean = false,
    ): Promise<Result<readonly NameserverCheck[] | null>> {
      const kind = kindOf(accountId);
      if (!kind.ok) return kind;
      if (kind.value === null) return ok(null);
      const [domains, hosts] = [names.map(plainHost), [...new Set(given.map(plainHost))]];
      if (kind.value === 'practice') return ok(domains.map((domain) => deps.practice(domain, hosts, now())));
      const { ask, dns } = await tools();
      const addresses = dns.addressesOf(ask, await knownAddresses(accountId, domains, hosts), signal);
      const checks: NameserverCheck[] = [];
      for (let start = 0; start < domains.length; start += atOnce) {
        const part = domains.slice(start, start + atOnce);
        checks.push(
          ...(await Promise.all(
            part.map((domain) => dns.checkNameservers(ask, { domain, hosts, now, isNew }, addresses, signal)),
          )),
        );
      }
      return ok(checks);
    },
    /** Null where it is switched off, and in a practice account. Fails with: `storage`. */
    async delegation(accountId: string, name: string): Promise<Result<Delegation | null>> {
      const kind = kindOf(accountId);
      if (!kind.ok) return kind;
      if (kind.value !== 'real') return ok(null);
      const { ask, dns } = await tools();
      const addresses = dns.addressesOf(ask, new Map(), signal);
      return ok(await dns.readDelegation(ask, { domain: plainHost(name), now }, addresses, signal));
    },
    /** Ends what is being asked. */
    close: () => closing.abort(),
  };
}
