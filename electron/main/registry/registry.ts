import type { RegistryReading } from '#shared/domain/registry.ts';
import { isLoopback } from '#shared/domain/registry-names.ts';
import { ok, type Result } from '#shared/result.ts';
import { hasEnded } from '../jobs/waiting.ts';
import type { ClientDeps, OwnName, RegistryClient } from './client.ts';
import { createLists, type Lists, type ListsDeps, refused } from './lists.ts';

/** The settings of a person: off at first. */
interface RegistrySettings {
  readonly registryEnabled: boolean;
  readonly registryBootstrap: string;
}

export interface RegistryDeps extends Omit<ListsDeps, 'client' | 'bootstrapFor'> {
  readonly settings: () => Promise<Result<RegistrySettings>>;
  /** Whether it is the built-in practice account: its names are anybody's. */
  readonly isPractice: (accountId: string) => Promise<Result<boolean>>;
}

interface OfDomain {
  readonly accountId: string;
  /** As A-labels in lower case. */
  readonly domain: string;
}

interface When {
  /** What was read no earlier is not read again. */
  readonly notBefore: string;
  readonly signal: AbortSignal;
}

/**
 * Asks the registries themselves, where a person has switched that on: for names of the portfolio and of the journal, never for a
 * candidate of a search.
 */
export interface Registry extends Lists {
  /** Null where it is switched off, or the name is not in the portfolio of the account. What was read is kept there. */
  readonly read: (of: OfDomain, when: When) => Promise<RegistryReading | null>;
  /** The same for a change of the journal, whether its domain is in the portfolio or not. */
  readonly readOfChange: (
    change: OfDomain & { readonly number: number },
    when: When,
  ) => Promise<RegistryReading | null>;
}

export function createRegistry(deps: RegistryDeps): Registry {
  const client = lazyClient(deps);
  const lists = createLists({ ...deps, client, bootstrapFor: (accountId) => bootstrapFor(deps, accountId) });

  async function readOwn(
    { accountId, domain }: OfDomain,
    { notBefore, signal }: When,
  ): Promise<RegistryReading | null> {
    const bootstrap = await bootstrapFor(deps, accountId);
    if (!bootstrap.ok || hasEnded(signal)) return null;
    // Proof: the callers have found it in the portfolio or in the journal.
    const own = domain as OwnName;
    const reading = await (await client()).read(own, { bootstrap: bootstrap.value, notBefore, signal });
    if (hasEnded(signal)) return null;
    await deps.keep(accountId, domain, reading);
    return reading;
  }

  return {
    ...lists,
    async read(of, when) {
      const held = await deps.portfolioNames(of.accountId, [of.domain]);
      return held.ok && held.value.includes(of.domain) ? await readOwn(of, when) : null;
    },
    readOfChange: (change, when) => readOwn(change, when),
  };
}

/** Where IANA's list is, or why this account's names are not to be asked for. */
async function bootstrapFor(deps: RegistryDeps, accountId: string): Promise<Result<string>> {
  const settings = await deps.settings();
  if (!settings.ok) return settings;
  const { registryEnabled, registryBootstrap } = settings.value;
  if (!registryEnabled) return refused('Looking up expiries at registries is switched off');
  // Names of practice are made up, or belong to others: only a registry on this computer, as in a test, is asked for them.
  if (isLoopback(registryBootstrap)) return ok(registryBootstrap);
  const isPractice = await deps.isPractice(accountId);
  if (!isPractice.ok) return isPractice;
  return isPractice.value
    ? refused('No registry is asked for names of the practice account')
    : ok(registryBootstrap);
}

/** The client comes with the first name that is asked for: most who start never ask. */
function lazyClient(deps: ClientDeps): () => Promise<RegistryClient> {
  let loading: Promise<RegistryClient> | null = null;
  return () => (loading ??= import('./client.ts').then(({ createClient }) => createClient(deps)));
}
