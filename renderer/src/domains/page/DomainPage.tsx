import { Box, Button, Stack, Tabs, Text } from '@mantine/core';
import { IconWorldQuestion } from '@tabler/icons-react';
import { useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { changeTitle, kindOf } from '#shared/changes/index.ts';
import type { BatchState } from '#shared/domain/batch.ts';
import { changeFamilies, type ChangeState, familyOf } from '#shared/domain/change-kinds.ts';
import type { Change } from '#shared/domain/change.ts';
import { nameInText, toUnicode } from '#shared/domain/domain-name.ts';
import { isolated } from '#shared/domain/isolated.ts';
import type { Domain, DomainPart } from '#shared/domain/portfolio.ts';
import { type Stores, useActiveAccount, useStores } from '../../app-stores.ts';
import { ChangeStateMark } from '../../changes/ChangeStateMark.tsx';
import { changeOf, isShownBy, useChange } from '../../changes/flow-store.ts';
import { editors } from '../../changes/kinds/index.ts';
import { accountOf } from '../../shell/stores.ts';
import { Age } from '../../ui/Formats.tsx';
import { openDomain, OpenLine } from '../../ui/PageParts.tsx';
import { pressed } from '../../ui/Shortcuts.tsx';
import { RemovedMark } from '../../team/SharedParts.tsx';
import { useTeamMarks } from '../../team/team-store.ts';
import { DomainClaims } from '../../team/TeamParts.tsx';
import { EmptyState, ReadTrouble } from '../../ui/States.tsx';
import { TransferCodeTab } from '../code/TransferCodeTab.tsx';
import { domainVerbs } from '../domain-verbs.ts';
import { type OfDomain, readOf, wordsFor } from '../domain-words.ts';
import { domainOf, type DomainsState, keyOf, unarchived, useDomains } from '../domains-store.ts';
import { useOpenChanges } from '../../changes/change-stores.ts';
import { storeOf } from '../../ui/live-collection.ts';
import { lookUpAtRegistry, readAgain, readingsStoreOf, useReadings } from '../readings-store.ts';
import { HistoryTab } from './HistoryTab.tsx';
import { Overview } from './Overview.tsx';
import type { PortfolioStore } from '../portfolio-store.ts';
import { PageHead } from './PageHead.tsx';
import { type DomainTab, type OwnTab, ownTabs } from './tabs.ts';
import css from './page.module.css';
import { domainParts } from '#shared/domain/domain-parts.ts';
import { failureOf, valueOf } from '../../remote.ts';

interface Props {
  /** As A-labels. */
  readonly name: string;
  readonly tab: DomainTab;
  /** The list that the page was opened from. */
  readonly list: PortfolioStore;
}

/** Everything known of one domain, and all actions on it. */
export function DomainPage({ name, tab, list }: Props) {
  const store = useDomains();
  const domain = useStore(store, (state) => domainOf(state, name));
  useRefreshOnOpen(domain);
  const { removedBy } = useTeamMarks();
  const { status } = useStore(store, (state) => state.domains);
  if (domain === null) return status === 'loading' ? null : <Missing name={name} />;
  return (
    <Box pos="relative" h="100%" style={{ overflowY: 'auto' }}>
      <Stack gap={8} maw={1520} mih="100%" mx="auto" px="lg" pt="md" pb="lg">
        <PageHead domain={domain} list={list} tab={tab} />
        <OpenChanges domain={domain} here={tab} />
        <DomainClaims domain={domain.name} />
        <RemovedMark by={removedBy(domain)} isAlone={false} />
        <PageTabs domain={domain} here={tab} />
      </Stack>
    </Box>
  );
}

/** What is known for longer is refreshed. */
const oldAfterMs = 60 * 60 * 1_000;

/** The parts that were neither read nor tried lately, or never. What was set from here is known since then. */
export function outdatedParts(domain: Domain, nowMs: number): DomainPart[] {
  return domainParts.filter((part) => {
    const times = [readOf(domain, part), ...domain.troubles.filter((trouble) => trouble.part === part)];
    return times.every((time) => time === null || nowMs - Date.parse(time.at) > oldAfterMs);
  });
}

/**
 * Refreshes a domain once when it is opened, where something of it is outdated. Reads only; not unless the account is online, and
 * not beside a batch, which it would slow down.
 */
function useRefreshOnOpen(domain: Domain | null): void {
  const { bridge, settings, status, accounts } = useStores();
  const { begin } = useReadings().actions;
  const isOn = useStore(settings, (state) => valueOf(state.settings)?.refreshOnOpen === true);
  const onlineId = useStore(status, (state) => {
    const known = valueOf(state.status);
    return known?.connection === 'online' ? known.accountId : null;
  });
  const isDue = useRef(true);
  const isReady = isOn && domain !== null && domain.archivedAt === null && onlineId === domain.accountId;
  useEffect(() => {
    if (!isReady || !isDue.current) return;
    isDue.current = false;
    const { accountId, name } = domain;
    const isPractice = accountOf(accounts.getState(), accountId)?.kind === 'practice';
    // Contacts are encrypted by a key in the keychain, which a practice account is not to open by itself.
    const parts = outdatedParts(domain, Date.now()).filter((part) => !isPractice || part !== 'contacts');
    if (parts.length === 0) return;
    void bridge.request.batches.list({ accountId }).then((listed) => {
      const isFree = listed.ok && listed.value.batches.every(({ state }) => !working.has(state));
      // A failure stands on the page, with the part that could not be read.
      if (isFree) void begin(accountId, [name], parts, true);
    });
  }, [isReady, domain, bridge, accounts, begin]);
}

const working: ReadonlySet<BatchState> = new Set(['reading', 'running']);

/** The name is in another account's portfolio, or in none. */
function Missing({ name }: { readonly name: string }) {
  const { route, bridge } = useStores();
  const store = useDomains();
  const failed = useStore(store, ({ domains }) => failureOf(domains));
  const account = useActiveAccount();
  if (failed !== null)
    return (
      <Stack p="lg">
        <ReadTrouble
          error={failed}
          about="Couldn’t load the domain from the workspace"
          again={() => void store.actions.reload()}
        />
      </Stack>
    );
  return (
    <EmptyState
      icon={<IconWorldQuestion size={24} stroke={1.5} />}
      title={`${nameInText(name)} is not in this portfolio`}
      actions={
        <>
          <Button variant="filled" onClick={() => route.actions.goToDomains({ kind: 'list' })}>
            All domains
          </Button>
          {account !== null && (
            <Button
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
        : `It is not in the portfolio of ${isolated(account.label)}.`}
    </EmptyState>
  );
}

interface PageTabsProps {
  readonly domain: Domain;
  readonly here: DomainTab;
}

function PageTabs({ domain, here }: PageTabsProps) {
  const { goToDomains } = useStores().route.actions;
  const { tab: shown, Part } = tabOf(here);
  const go = (name: string | null) => {
    const { tab } = tabOf(name);
    if (tab !== shown) goToDomains({ kind: 'domain', domain: domain.name, tab });
  };
  return (
    <Tabs id="domain" display="flex" flex={1} style={{ flexDirection: 'column' }} value={shown} onChange={go}>
      <Tabs.List
        className={css['tabs'] ?? ''}
        aria-label="Domain sections"
        onKeyDown={(event) => {
          if (pressed(event, 'domainBack')) goToDomains({ kind: 'list' });
        }}
      >
        {tabs.map(({ tab, title }) => (
          // Home and End only move the focus; what has it is shown.
          // A user who came from the list by keyboard continues by keyboard.
          <Tabs.Tab
            key={tab}
            value={tab}
            data-takes-focus={tab === shown || undefined}
            onFocus={() => go(tab)}
          >
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={shown} flex={1} className={css['panel'] ?? ''} tabIndex={0}>
        <Part key={`${domain.accountId} ${domain.name}`} domain={domain} />
      </Tabs.Panel>
    </Tabs>
  );
}

interface Tab {
  readonly tab: DomainTab;
  readonly title: string;
  readonly Part: (props: OfDomain) => React.ReactNode;
}

const own = (tab: OwnTab, Part: Tab['Part']): Tab => ({ tab, title: ownTabs[tab].title, Part });

const editorTabs = changeFamilies.flatMap((tab) => {
  const editor = editors[tab];
  return editor.on === 'tab' ? [{ ...editor, tab }] : [];
});

const overview = own('overview', Overview);
const tabs: readonly Tab[] = [
  overview,
  ...editorTabs.filter(({ isLate }) => isLate !== true),
  own('transfer-code', TransferCodeTab),
  ...editorTabs.filter(({ isLate }) => isLate === true),
  own('history', HistoryTab),
];

/** The overview for a family whose editor is no tab of its own. */
const tabOf = (name: string | null): Tab => tabs.find(({ tab }) => tab === name) ?? overview;

/** The domain whose page is shown. */
export const openDomainOf = ({ route }: Stores, domains: DomainsState): Domain | null => {
  const { route: at } = route.getState();
  return at.screen === 'domains' && at.view.kind === 'domain' ? domainOf(domains, at.view.domain) : null;
};

/** How many domains are offered the actions of their page: typing narrows them down. */
const mostMatching = 20;

/**
 * What the command palette offers of domains' pages: of the open one everything; of others for who types what to do and where a name
 * begins, such as `unlock oak`.
 */
export function pageCommands(stores: Stores, domains: DomainsState, typed: string) {
  const open = openDomainOf(stores, domains);
  const [, start] = /\S\s+(\S+)\s*$/u.exec(typed.toLowerCase()) ?? [];
  const isMatching = ({ name }: Domain): boolean =>
    start !== undefined &&
    name !== open?.name &&
    (name.startsWith(start) || toUnicode(name).startsWith(start));
  const matching = unarchived(domains).filter(isMatching).slice(0, mostMatching);
  return [
    { group: 'This domain', commands: open === null ? [] : commandsOf(stores, open, true) },
    { group: 'Matching domains', commands: matching.flatMap((domain) => commandsOf(stores, domain, false)) },
  ];
}

/** What of one domain is on its page. @param of The beginning of the ids. */
export const placesOf = (stores: Stores, domain: Pick<Domain, 'accountId' | 'name'> | null, of: string) =>
  (
    [
      ['transfer-code', 'Transfer code'],
      ['child-nameservers', 'Host records'],
      ['history', 'History'],
      ['overview', 'Overview', 'Its lock, expiry, tags, client and note'],
    ] as const
  ).map(([tab, title, hint]) => ({
    id: `${of}-${tab}`,
    label: `${title} of ${domain === null ? 'a domain' : nameInText(domain.name)}`,
    ...(hint !== undefined && { hint }),
    words: wordsFor(tab),
    act: () =>
      domain !== null && openDomain(stores, { accountId: domain.accountId, domain: domain.name, tab }),
  }));

/** A review at once, or the tab where more is chosen. Of the open domain the code is copied or revealed at once. */
function commandsOf(stores: Stores, domain: Domain, isOpen: boolean) {
  const { name } = domain;
  const readings = storeOf(stores, readingsStoreOf);
  const spoken = nameInText(name);
  const go = (tab: DomainTab, onArrival?: () => void): void =>
    stores.route.actions.goToDomains({ kind: 'domain', domain: name, tab }, onArrival);
  const reviews = changeFamilies.flatMap((family) => {
    const editor = editors[family];
    if (editor.on !== 'overview') return [];
    return editor.asks(domain).map(({ ask, tab }) => {
      const verb = ask.kind === 'lock' && ask.state === 'unlocked' ? 'unlock' : ask.kind;
      const { label } = domainVerbs.find(({ id }) => id === verb) ?? {};
      const begin = (): void => changeOf(stores, domain, family).actions.begin(ask);
      return {
        id: `page-${verb}-${name}`,
        label: label?.({ whom: spoken, isArchive: false }) ?? kindOf(ask.kind).verb(ask),
        words: wordsFor(verb),
        act: () => go(tab, begin),
      };
    });
  });
  return [
    ...editorTabs
      .filter(({ tab }) => tab !== 'child-nameservers')
      .map(({ tab, command }) => ({
        id: `page-${tab}-${name}`,
        label: command(spoken),
        words: wordsFor(tab),
        act: () => go(tab),
      })),
    ...reviews,
    {
      id: `page-refresh-${name}`,
      label: `Read ${spoken} again`,
      words: wordsFor('refresh'),
      act: () => readAgain(stores, readings, [keyOf(domain)]),
    },
    {
      id: `page-registry-${name}`,
      label: `Read ${spoken} again at the registry`,
      words: wordsFor('registry'),
      act: () => lookUpAtRegistry(stores, readings, [keyOf(domain)]),
    },
    ...placesOf(stores, domain, `page-${name}`).slice(isOpen ? 1 : 0),
  ];
}

/** The planned, running and uncertain changes of this domain: above everything else, with links. */
function OpenChanges({ domain: { accountId, name }, here }: PageTabsProps) {
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
    <Stack component="ul" gap="xs" aria-label="Open changes">
      {mine.map((change) => (
        <Banner key={change.id} change={change} here={here} />
      ))}
    </Stack>
  );
}

interface BannerProps {
  readonly change: Change;
  readonly here: DomainTab;
}

/** Short where the shown tab follows the change: what it means and what is left to do stands there. */
function Banner({ change, here }: BannerProps) {
  const { route } = useStores();
  const family = familyOf(change.what.kind);
  const flow = useStore(useChange({ accountId: change.accountId, name: change.domain }, family));
  const isShownBelow = tabOf(family).tab === tabOf(here).tab && isShownBy(flow, change);
  return (
    <OpenLine isUncertain={change.state === 'uncertain'}>
      <ChangeStateMark of={{ state: change.state }} />
      <span>{changeTitle(change.what)}</span>
      {!isShownBelow && (
        <Text span c="dimmed">
          {meanings[change.state]} <Age at={change.sentAt ?? change.createdAt} />
        </Text>
      )}
      <Button
        size="compact-sm"
        ml="auto"
        aria-label={`Details of change ${change.number}`}
        onClick={() => route.actions.goToChanges({ kind: 'list', changeId: change.id })}
      >
        Details
      </Button>
    </OpenLine>
  );
}

const rank = (state: ChangeState): number => ['uncertain', 'sending', 'planned'].indexOf(state);

const meanings: Partial<Readonly<Record<ChangeState, string>>> = {
  uncertain: 'We don’t know whether this was done. Sent',
  sending: 'Sent',
  planned: 'Logged, nothing sent. Planned',
};
