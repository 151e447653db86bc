import { Button } from '@mantine/core';
import { IconWorldQuestion } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import type { Change, ChangeState } from '#shared/domain/change.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { useStores } from '../../app-stores.ts';
import { ChangeStateMark, changeTitle } from '../../changes/ChangeParts.tsx';
import type { DomainTab } from '../../shell/route-store.ts';
import { activeAccount } from '../../shell/stores.ts';
import { Age } from '../../ui/Formats.tsx';
import { pressed } from '../../ui/Shortcuts.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { TransferCodeTab } from '../code/TransferCodeTab.tsx';
import { ContactsTab } from '../contacts/ContactsTab.tsx';
import { domainOf, useDomains } from '../domains-store.ts';
import { ChildNameserversTab } from '../nameservers/ChildNameserversTab.tsx';
import { NameserversTab } from '../nameservers/NameserversTab.tsx';
import { useOpenChanges } from '../open-changes-store.ts';
import { HistoryTab } from './HistoryTab.tsx';
import { Overview } from './Overview.tsx';
import { PageHead } from './PageHead.tsx';
import { RenewTab } from './RenewTab.tsx';
import css from './page.module.css';

interface Props {
  /** As A-labels. */
  readonly name: string;
  readonly tab: DomainTab;
}

/** Everything known of one domain, and all actions on it. */
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

/** The name is in another account's portfolio, or in none. */
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

interface TabsProps {
  readonly domain: Domain;
  readonly here: DomainTab;
}

/** The tabs of a domain's page. The arrow keys move between them; only the selected one is a Tab stop. */
function Tabs({ domain, here }: TabsProps) {
  const { route } = useStores();
  const list = useRef<HTMLDivElement>(null);

  function go(tab: DomainTab): void {
    route.actions.goToDomains({ kind: 'domain', domain: domain.name, tab });
    list.current?.querySelector<HTMLElement>(`#${idsOf(tab).tab}`)?.focus();
  }

  // A user who came from the list by keyboard continues by keyboard.
  useEffect(() => {
    if (document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus({ preventScroll: true });
  }, []);

  function onKeyDown(event: KeyboardEvent): void {
    if (pressed(event, 'domainBack')) {
      route.actions.goToDomains({ kind: 'list' });
      return;
    }
    const at = tabs.findIndex(({ tab }) => tab === here);
    const next = tabs[placeFor(event.key, at)];
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    go(next.tab);
  }

  return (
    <div
      ref={list}
      className={css['tabs']}
      role="tablist"
      aria-label="Parts of the domain"
      onKeyDown={onKeyDown}
    >
      {tabs.map(({ tab, title }) => (
        <button
          key={tab}
          id={idsOf(tab).tab}
          type="button"
          role="tab"
          className={css['tab']}
          aria-selected={tab === here}
          aria-controls={tab === here ? idsOf(tab).panel : undefined}
          tabIndex={tab === here ? 0 : -1}
          onClick={() => go(tab)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

/** The index that a key moves to; -1 where the key moves nowhere. */
function placeFor(key: string, at: number): number {
  const count = tabs.length;
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count;
    case 'ArrowLeft':
      return (at + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return -1;
  }
}

const tabs: readonly { readonly tab: DomainTab; readonly title: string }[] = [
  { tab: 'overview', title: 'Overview' },
  { tab: 'contacts', title: 'Contacts' },
  { tab: 'nameservers', title: 'Nameservers' },
  { tab: 'child-nameservers', title: 'Child nameservers' },
  { tab: 'transfer-code', title: 'Transfer code' },
  { tab: 'renew', title: 'Renew' },
  { tab: 'history', title: 'History' },
];

/** The ids that link a tab and its panel. */
const idsOf = (tab: DomainTab) => ({ tab: `domain-tab-${tab}`, panel: `domain-panel-${tab}` });

interface OpenChangesProps {
  readonly domain: Domain;
}

/** The planned, running and uncertain changes of this domain: above everything else, with links. */
function OpenChanges({ domain: { accountId, name } }: OpenChangesProps) {
  const { changes } = useStore(useOpenChanges());
  const mine = useMemo(
    () =>
      [...changes.values()]
        .filter((change) => change.accountId === accountId && change.domain === name)
        .toSorted((a, b) => rank(a.state) - rank(b.state) || b.number - a.number),
    [changes, accountId, name],
  );
  if (mine.length === 0) return null;
  return (
    <ul className={css['banners']} aria-label="Changes that are not over">
      {mine.map((change) => (
        <Banner key={change.id} change={change} />
      ))}
    </ul>
  );
}

function Banner({ change }: { readonly change: Change }) {
  const { route } = useStores();
  return (
    <li className={css['banner']} data-state={change.state}>
      <ChangeStateMark state={change.state} />
      <span>{changeTitle(change)}</span>
      <span className={css['quiet']}>
        {meanings[change.state]} <Age at={change.sentAt ?? change.createdAt} />
      </span>
      <Button
        variant="default"
        size="compact-sm"
        className={css['banner-way'] ?? ''}
        onClick={() => route.actions.goToChanges({ kind: 'list', changeId: change.id })}
      >
        Open change {change.number}
      </Button>
    </li>
  );
}

const rank = (state: ChangeState): number => ['uncertain', 'sending', 'planned'].indexOf(state);

const meanings: Partial<Readonly<Record<ChangeState, string>>> = {
  uncertain: 'We do not know whether this was done. Sent',
  sending: 'Sent',
  planned: 'Written down, nothing has left. Planned',
};
