import type { DomainTab } from '../../../shell/route-store.ts';

export const tabs: readonly { readonly tab: DomainTab; readonly title: string }[] = [
  { tab: 'overview', title: 'Overview' },
  { tab: 'contacts', title: 'Contacts' },
  { tab: 'nameservers', title: 'Nameservers' },
  { tab: 'child-nameservers', title: 'Child nameservers' },
  { tab: 'transfer-code', title: 'Transfer code' },
  { tab: 'renew', title: 'Renew' },
  { tab: 'history', title: 'History' },
];

/** How a tab and its panel name each other. */
export const idsOf = (tab: DomainTab) => ({ tab: `domain-tab-${tab}`, panel: `domain-panel-${tab}` });
