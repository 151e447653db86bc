import type { Stores } from '../app-stores.ts';
import { accountOf, activeAccount } from './accounts-store.ts';
import type { DomainTab } from './route-store.ts';

/** Leads to a domain's page in the account that looks after it. Where that is not the header's account, it becomes that, and is said. */
export async function openDomain(
  { accounts, notices, route }: Pick<Stores, 'accounts' | 'notices' | 'route'>,
  {
    accountId,
    domain,
    tab,
  }: { readonly accountId: string; readonly domain: string; readonly tab: DomainTab },
): Promise<void> {
  if (activeAccount(accounts.getState())?.id !== accountId) {
    await accounts.actions.select(accountId);
    const label = accountOf(accounts.getState(), accountId)?.label;
    if (label !== undefined) notices.actions.say(`Switched to ${label}`);
  }
  route.actions.goToDomains({ kind: 'domain', domain, tab });
}
