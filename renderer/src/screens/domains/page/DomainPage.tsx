import { Button } from '@mantine/core';
import { IconWorldQuestion } from '@tabler/icons-react';
import type { Domain } from '#shared/domain/portfolio.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { activeAccount } from '../../../shell/accounts-store.ts';
import type { DomainTab } from '../../../shell/route-store.ts';
import { ChildNameserversTab } from '../children/ChildNameserversTab.tsx';
import { ContactsTab } from '../contacts/ContactsTab.tsx';
import { domainOf, useDomains } from '../domains-store.ts';
import { HistoryTab } from '../history/HistoryTab.tsx';
import { NameserversTab } from '../nameservers/NameserversTab.tsx';
import { RenewTab } from '../renew/RenewTab.tsx';
import { TransferCodeTab } from '../code/TransferCodeTab.tsx';
import { OpenChanges } from './OpenChanges.tsx';
import { Overview } from './Overview.tsx';
import { PageHead } from './PageHead.tsx';
import css from './page.module.css';
import { Tabs } from './Tabs.tsx';
import { idsOf } from './tab-names.ts';

interface Props {
  /** As A-labels. */
  readonly name: string;
  readonly tab: DomainTab;
}

/** All that is known of one domain, and all that can be done with it. */
export function DomainPage({ name, tab }: Props) {
  const store = useDomains();
  const domain = useStore(store, (state) => domainOf(state, name));
  const { status } = useStore(store, (state) => state.domains);
  if (domain === null) return status === 'loading' ? null : <Missing name={name} />;
  const { panel, tab: named } = idsOf(tab);
  const Part = parts[tab];
  return (
    <div className={css['scroll']}>
      <div className={css['page']}>
        <PageHead domain={domain} />
        <OpenChanges domain={domain} />
        <Tabs domain={domain} here={tab} />
        <div id={panel} className={css['panel']} role="tabpanel" aria-labelledby={named} tabIndex={0}>
          <Part key={domain.accountId} domain={domain} />
        </div>
      </div>
    </div>
  );
}

const parts: Readonly<Record<DomainTab, (props: { readonly domain: Domain }) => React.ReactNode>> = {
  overview: Overview,
  contacts: ContactsTab,
  nameservers: NameserversTab,
  'child-nameservers': ChildNameserversTab,
  'transfer-code': TransferCodeTab,
  renew: RenewTab,
  history: HistoryTab,
};

/** The name stands in another account's portfolio, or in none. */
function Missing({ name }: { readonly name: string }) {
  const { route, bridge, accounts } = useStores();
  const store = useDomains();
  const failed = useStore(store, ({ domains }) => (domains.status === 'failed' ? domains.error : null));
  const account = useStore(accounts, activeAccount);
  if (failed !== null)
    return (
      <div className={css['page']}>
        <ErrorState
          error={failed}
          about="The domain could not be read from the workspace"
          remedies={{ 'try-again': () => void store.actions.reload() }}
        />
      </div>
    );
  return (
    <EmptyState
      icon={<IconWorldQuestion size={24} stroke={1.5} />}
      title={`${toUnicode(name)} is not in this portfolio`}
      actions={
        <>
          <Button onClick={() => route.actions.goToDomains({ kind: 'list' })}>All domains</Button>
          {account !== null && (
            <Button
              variant="default"
              onClick={() => void bridge.request.domains.add({ accountId: account.id, text: name, tags: [] })}
            >
              Add it
            </Button>
          )}
        </>
      }
    >
      {account === null
        ? 'There is no account. Add one first.'
        : `${account.label} does not look after it, as far as is known here.`}
    </EmptyState>
  );
}
