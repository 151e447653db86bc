import '../styles/mantine-later.css';
import { Button, Group, Menu, Stack, Text } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { CommandName } from '#shared/domain/commands.ts';
import { countedTogether } from '#shared/domain/account.ts';
import { isolated, isolatedName } from '#shared/domain/isolated.ts';
import { sumText } from '#shared/domain/renewal-costs.ts';
import { assertNever } from '#shared/result.ts';
import { useDensity, useStores } from '../app-stores.ts';
import { BatchMaker } from '../changes/batches/BatchMaker.tsx';
import { useBatches } from '../changes/batches/batch-store.ts';
import { CodesDialog } from '../codes/CodesDialog.tsx';
import { ExportLines } from '../codes/ExportStatus.tsx';
import { ExportsView } from '../codes/ExportsView.tsx';
import { TemplatesView } from '../settings/TemplatesView.tsx';
import type { DomainsView } from '../shell/route-store.ts';
import { useShownAccounts } from '../shell/Header.tsx';
import { allOrNone, noSelection, type RowGroup } from '../ui/table-model.ts';
import { counted, format } from '../ui/Formats.tsx';
import { MoreMenu } from '../ui/MoreMenu.tsx';
import { storeOf } from '../ui/live-collection.ts';
import { IconButton, Screen } from '../ui/PageParts.tsx';
import { EmptyState, NoMatch, ReadTrouble } from '../ui/States.tsx';
import { ImportScreen } from './import/ImportScreen.tsx';
import { idle, valueOf } from '../remote.ts';
import { useTeamMarks } from '../team/team-store.ts';
import { domainVerbs } from './domain-verbs.ts';
import { HandOver, useClient } from './ClientHead.tsx';
import { ClientPage } from './ClientPage.tsx';
import { ClientsDialog } from './ClientsDialog.tsx';
import { ClientDialog, RemoveDialog, TagDialog } from './EditDialogs.tsx';
import { AddDialog, ExportDialog } from './PortfolioDialogs.tsx';
import { DomainPage } from './page/DomainPage.tsx';
import {
  createDomainList,
  type PortfolioDialog,
  type PortfolioNow,
  type PortfolioStore,
  stillThere,
  usePortfolio,
  usePortfolioActions,
} from './portfolio-store.ts';
import { type DomainsByName, keysIn, listedOf, type NamesOf, placeOf, useDomains } from './domains-store.ts';
import { PortfolioFilters, PortfolioHead } from './PortfolioHead.tsx';
import { RegistryDialog } from './RegistryChoices.tsx';
import { ReadingLines } from './ReadingLines.tsx';
import { DomainPanel } from './DomainPanel.tsx';
import { SavedViews, ViewDialog } from './SavedViews.tsx';
import css from './views.module.css';
import { DataTable } from '../ui/DataTable.tsx';
import { CommandButton } from '../shell/everywhere.tsx';
import { type Row, useColumns } from './portfolio-columns.tsx';

const list: DomainsView = { kind: 'list' };

/** The Domains area: the list, one domain, the templates, or the code exports. */
export function DomainsScreen() {
  const stores = useStores();
  const view = useStore(stores.route, ({ route }) => (route.screen === 'domains' ? route.view : list));
  const domainList = storeOf(stores, createDomainList);
  switch (view.kind) {
    case 'list':
      return <Portfolio list={domainList} />;
    case 'domain':
      return <DomainPage key={view.domain} name={view.domain} tab={view.tab} list={domainList} />;
    case 'import':
      return <ImportScreen />;
    case 'templates':
      return <TemplatesView />;
    case 'codes':
      return <ExportsView exportId={view.exportId} list={domainList} />;
    default:
      return assertNever(view);
  }
}

/** Whether the client's overview is shown. A hand-over that is begun leads back to the list: its checklist stands beside it. */
function useOverview(list: PortfolioStore, client: string | null) {
  const handOver = useStore(list, (state) => state.handOver);
  const [shown, setShown] = useState<{ readonly client: string | null; readonly besides: unknown }>();
  const isShown = client !== null && shown?.client === client && shown.besides === handOver;
  return [
    isShown,
    (isWanted: boolean) => setShown(isWanted ? { client, besides: handOver } : undefined),
  ] as const;
}

/** The portfolio's domains, live, with the known values of each. */
function Portfolio({ list }: { readonly list: PortfolioStore }) {
  const now = usePortfolio(list);
  const batches = useBatches();
  const { store, accountId, accountIds, all, isLoaded, error } = now;
  useShownAccounts(accountIds);
  const field = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const client = useClient(list);
  const [isOverview, showOverview] = useOverview(list, client);
  useEffect(() => {
    const again = accountIds.map(batches.actions.takeSelection).find((taken) => taken !== null);
    if (again === undefined) return;
    const keys = keysIn([{ accountId: again.accountId, names: again.domains }]);
    list.actions.choose(() => ({ ...noSelection, keys: new Set(keys) }));
    list.actions.moveTo(keys[0] ?? null);
  }, [list, batches, accountIds]);
  useEffect(() => {
    if (isLoaded) list.actions.choose((chosen) => stillThere(chosen, (key) => all.get(key) !== null));
  }, [list, all, isLoaded]);
  return (
    <Screen width={1520}>
      <PortfolioHead
        list={list}
        now={now}
        field={field}
        isOverview={isOverview}
        toList={() => grid.current?.focus()}
        onOverview={showOverview}
      />
      <ReadTrouble
        error={error}
        about="Couldn’t load the domains from the workspace"
        again={() => void store.actions.reload()}
      />
      {isOverview && client !== null && <ClientPage client={client} list={list} now={now} />}
      {all.size > 0 && !isOverview && (
        <Group pos="relative" flex={1} mih={0} align="stretch" wrap="nowrap">
          <div className={css['wide']}>
            <SavedViews list={list} />
          </div>
          <Stack flex={1} gap={12} miw={0} mih={0}>
            <PortfolioFilters list={list} now={now} />
            <DomainRows list={list} now={now} grid={grid} toField={() => field.current?.focus()} />
          </Stack>
          <HandOver list={list} all={now.all}>
            <DomainPanel list={list} now={now} toList={() => grid.current?.focus()} />
          </HandOver>
        </Group>
      )}
      {isLoaded && all.size === 0 && <NoDomains hasAccount={accountId !== null} />}
      <ReadingLines
        accountIds={accountIds}
        onShowTroubled={() => list.actions.filter({ troubledOnly: true })}
      />
      {accountIds.map((id) => (
        <ExportLines key={id} accountId={id} />
      ))}
      {all.size > 0 && !isOverview && <SelectionBar list={list} now={now} />}
      {accountId !== null && <PortfolioDialogs list={list} accountId={accountId} now={now} />}
    </Screen>
  );
}

function NoDomains({ hasAccount }: { readonly hasAccount: boolean }) {
  const { route } = useStores();
  return (
    <EmptyState
      icon={<IconWorld size={24} stroke={1.5} />}
      title="No domains yet"
      actions={
        hasAccount ? (
          <>
            <Button variant="filled" onClick={() => route.actions.goToDomains({ kind: 'import' })}>
              Import from your registrar’s file
            </Button>
            <CommandButton of="addDomains" variant="default" />
            <CommandButton of="registerName" variant="default" />
          </>
        ) : (
          <CommandButton of="addAccount" />
        )
      }
    >
      {hasAccount
        ? 'The service can’t list your domains, so the list is kept here. Import them with their expiry dates from your registrar’s file, or type their names; then you can see and change their lock, nameservers and contacts.'
        : 'Domains need an account. Add one first.'}
    </EmptyState>
  );
}

interface SelectionBarProps {
  readonly list: PortfolioStore;
  readonly now: PortfolioNow;
}

function SelectionBar({ list, now: { shown, prices } }: SelectionBarProps) {
  const keys = useStore(list, ({ chosen }) => chosen.keys);
  const isArchive = useStore(list, ({ filter }) => filter.archivedOnly);
  const actions = usePortfolioActions(list);
  if (keys.size === 0) return null;
  const hidden = keys.size - shown.filter(({ key }) => keys.has(key)).length;
  const all = [...keys];
  const cost = sumText(all.map((key) => prices.priceOf(placeOf(key))));
  const verbs = domainVerbs.filter(({ why }) => why?.({ isArchive }) === undefined);
  return (
    <Group
      gap={4}
      justify="flex-end"
      mt={-8}
      mx={-24}
      px="lg"
      py="sm"
      flex="none"
      bg="var(--nd-raised)"
      className="line-above"
      role="toolbar"
      aria-label="With the selected domains"
    >
      <Text role="status" flex={1} miw={88} truncate>
        <strong>{format.count(keys.size)} selected</strong>{' '}
        {hidden > 0 && <Text span c="dimmed">{`${format.count(hidden)} of them not shown`}</Text>}
        {cost !== null && (
          <Text span display="block" size="sm" c="dimmed" title={`Renewal for a year: ${cost}`} truncate>
            {cost}
          </Text>
        )}
      </Text>
      {verbs.map(
        ({ id, bar, act }) =>
          bar !== undefined && (
            <Button key={id} px={8} onClick={() => act(actions, all, isArchive)}>
              {bar(all.length)}
            </Button>
          ),
      )}
      <MoreMenu
        label="More for the selected domains"
        size={32}
        variant="default"
        position="top-end"
        width={240}
      >
        {verbs.map(
          ({ id, bar, label, act }) =>
            bar === undefined && (
              <Menu.Item key={id} onClick={() => act(actions, all, isArchive)}>
                {label({ whom: counted(all.length, 'domain', 'domains'), isArchive })}
              </Menu.Item>
            ),
        )}
      </MoreMenu>
      <IconButton label="Select none" size={32} onClick={() => list.actions.choose(() => noSelection)} />
    </Group>
  );
}

interface PortfolioDialogsProps {
  readonly list: PortfolioStore;
  /** The active account. */
  readonly accountId: string;
  readonly now: PortfolioNow;
}

/** What a dialog knows of the domains that it is asked about, whether their accounts are listed or not. */
function useAskedAbout(asked: PortfolioDialog | null, { all, accountIds }: PortfolioNow) {
  const { ofAccounts } = useStore(useDomains());
  const of = asked !== null && 'of' in asked ? asked.of : [];
  if (of.every(({ accountId }) => accountIds.includes(accountId))) return all;
  const listOf = (id: string): DomainsByName => valueOf(ofAccounts.get(id) ?? idle) ?? new Map();
  return listedOf(new Map(of.map(({ accountId }) => [accountId, listOf(accountId)])));
}

function PortfolioDialogs({ list, accountId, now }: PortfolioDialogsProps) {
  const { asked, chosen, hidden } = useStore(list);
  const all = useAskedAbout(asked, now);
  const { close } = list.actions;
  if (asked === null) return null;
  switch (asked.kind) {
    case 'add':
      return <AddDialog accountId={accountId} all={all} onClose={close} />;
    case 'export':
      return <ExportDialog shown={now.shown} selected={chosen.keys} hidden={hidden} onClose={close} />;
    case 'view':
      return <ViewDialog list={list} saved={asked.saved} onClose={close} />;
    case 'clients':
      return <Clients list={list} accountId={accountId} handsOver={asked.handsOver === true} />;
    case 'tag':
      return <TagDialog of={asked.of} all={all} onClose={close} />;
    case 'client':
      return <ClientDialog of={asked.of} all={all} onClose={close} />;
    case 'remove':
      return <RemoveDialog of={asked.of} all={all} onClose={close} />;
    case 'registry':
      return <RegistryDialog of={asked.of} onClose={close} />;
    case 'change':
      return <BatchMaker {...asked} onMade={list.actions.unselect} onClose={close} />;
    case 'codes':
      return asked.of.map((of) => <Codes key={of.accountId} list={list} of={of} all={all} />);
    default:
      return assertNever(asked);
  }
}

interface CodesProps extends Pick<PortfolioDialogsProps, 'list'>, Pick<PortfolioNow, 'all'> {
  readonly of: NamesOf;
}

/** Leads to the file that is written, or back to the checklist from which it was asked for. */
function Codes({ list, of, all }: CodesProps) {
  const { goToDomains } = useStores().route.actions;
  const isHandedOver = useStore(
    list,
    ({ handOver, filter }) => handOver !== null && handOver.client === filter.client,
  );
  const { close, codesSaved } = list.actions;
  const onSaved = (exportId: string) => {
    if (isHandedOver) codesSaved({ ...of, exportId });
    else goToDomains({ kind: 'codes', exportId });
  };
  return <CodesDialog {...of} all={all} onSaved={onSaved} onClose={close} />;
}

interface ClientsProps extends Pick<PortfolioDialogsProps, 'list' | 'accountId'> {
  readonly handsOver: boolean;
}

function Clients({ list, accountId, handsOver }: ClientsProps) {
  const { close, handOver, showClient } = list.actions;
  const areSeveral = useStore(useStores().accounts, (state) => {
    const together = countedTogether(valueOf(state.accounts)?.accounts ?? []);
    // The clients of practice are in no list of all accounts.
    return together.length > 1 && together.some(({ id }) => id === accountId);
  });
  return (
    <ClientsDialog
      onOpen={(client) => {
        close();
        showClient(client, areSeveral);
        if (handsOver) handOver(client);
      }}
      onClose={close}
    />
  );
}

interface Props {
  readonly list: PortfolioStore;
  readonly now: PortfolioNow;
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly toField: () => void;
}

const rowKey = ({ key }: Row): string => key;

/** With more clients than this, headings between their rows would be in the way, and slow. */
const mostGroups = 300;

/** A heading above the domains of each client, which stand together where the list is sorted by client. */
function clientGroups(shown: readonly Row[]): readonly RowGroup[] {
  const starts = shown.flatMap(({ domain }, index) =>
    index === 0 || shown[index - 1]?.domain.client !== domain.client ? [index] : [],
  );
  if (starts.length > mostGroups) return [];
  return starts.map((before, index) => {
    const client = shown[before]?.domain.client ?? '';
    const count = counted((starts[index + 1] ?? shown.length) - before, 'domain', 'domains');
    return { before, heading: `${client === '' ? 'No client' : isolated(client)} · ${count}` };
  });
}

/** The list of domains. Actions are on the selected names; where none is selected, on the current one. */
function DomainRows({ list, now: { shown, uncertain, prices, accountIds, whyNone }, grid, toField }: Props) {
  const { cursor, chosen, filter, hidden, isPanelOpen } = useStore(list);
  const { notices } = useStores();
  const density = useDensity();
  const actions = usePortfolioActions(list);
  const { openChange } = actions;
  const sortedBy = filter.sort.by;
  const isOfAccounts = accountIds.length > 1;
  const columns = useColumns(shown, {
    uncertain,
    onOpenChange: openChange,
    prices,
    marks: useTeamMarks(),
    isOfAccounts,
    sortedBy,
    hidden,
  });
  const groups = useMemo(() => (sortedBy === 'client' ? clientGroups(shown) : []), [sortedBy, shown]);
  const at = useMemo(() => shown.findIndex(({ key }) => key === cursor), [shown, cursor]);
  const verbKeys: Partial<Record<CommandName, (row: Row | null) => void>> = {};
  for (const { keys, why, act } of domainVerbs)
    if (keys !== undefined)
      verbKeys[keys] = (row) => {
        const reason = why?.({ isArchive: filter.archivedOnly });
        const current = row === null ? [] : [row.key];
        if (reason !== undefined) notices.actions.say(reason, 'problem');
        else act(actions, chosen.keys.size > 0 ? [...chosen.keys] : current, filter.archivedOnly);
      };
  return (
    <DataTable
      key={density}
      ref={grid}
      label="Domains"
      columns={columns}
      rows={shown}
      groups={groups}
      rowKey={rowKey}
      rowHeight={density === 'compact' ? 24 : 44}
      cursor={at}
      onCursor={(_, row) => list.actions.moveTo(row?.key ?? null)}
      onOpen={() => list.actions.showPanel(true)}
      isOpen={({ key }) => isPanelOpen && key === cursor}
      onLeave={toField}
      sort={{ ...filter.sort, onSort: list.actions.sortBy }}
      selecting={{
        selection: chosen,
        onChange: list.actions.choose,
        label: ({ unicode }) => `Select ${isolatedName(unicode)}`,
      }}
      keys={{
        selectDomains: () => list.actions.choose((before) => allOrNone(before, shown.map(rowKey))),
        openDomain: (row) => row !== null && actions.open(row.domain),
        dropSelection: list.actions.stepBack,
        findDomain: toField,
        addDomains: actions.add,
        exportDomains: actions.export,
        ...verbKeys,
      }}
      topOn={JSON.stringify(filter)}
      none={
        <NoMatch title="No matching domains" onAll={list.actions.showAll}>
          {whyNone}
        </NoMatch>
      }
      remembers={`domains of ${accountIds.join(' ')} ${JSON.stringify(filter)}`}
      autoFocus
      startsAtFirst
    />
  );
}
