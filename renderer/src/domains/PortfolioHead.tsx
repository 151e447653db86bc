import { Button, Group, Menu, SegmentedControl, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArchive,
  IconBookmarkPlus,
  IconCalendarDown,
  IconFileExport,
  IconFileImport,
  IconFileText,
  IconPencil,
  IconPlus,
  IconRefresh,
} from '@tabler/icons-react';
import { type RefObject, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { dueWithinDays } from '#shared/domain/expiry.ts';
import { isolated } from '#shared/domain/isolated.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { useStores } from '../app-stores.ts';
import { ChangeStateMark } from '../changes/ChangeStateMark.tsx';
import { ChoiceMenu, ColumnsMenu, FilterBar, FilterChip, FindField } from '../ui/Filters.tsx';
import { counted, format, inOrder, useNowMs } from '../ui/Formats.tsx';
import { MoreMenu } from '../ui/MoreMenu.tsx';
import { ScreenHead } from '../ui/PageParts.tsx';
import { valueOf } from '../remote.ts';
import { CommandButton } from '../shell/everywhere.tsx';
import { accountOf, activeAccount } from '../shell/stores.ts';
import { keyOf } from './domains-store.ts';
import { isDue, isTroubled, lacksExpiry } from './domain-words.ts';
import { MoreFilters } from './MoreFilters.tsx';
import {
  AllClients,
  ClientFigures,
  ClientTitle,
  HandOverButton,
  RenameClient,
  useClient,
} from './ClientHead.tsx';
import { allAccounts, emptyFilter, isNarrowed, matcherOf } from './portfolio-filter.ts';
import {
  type PortfolioActions,
  type PortfolioNow,
  type PortfolioStore,
  usePortfolioActions,
} from './portfolio-store.ts';
import { RegistryChoices } from './RegistryChoices.tsx';
import { hidableColumns, type Row } from './portfolio-columns.tsx';
import { ViewsChoice } from './SavedViews.tsx';
import css from './views.module.css';

interface Props {
  readonly list: PortfolioStore;
  readonly now: PortfolioNow;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly toList: () => void;
  /** Of a client, what there is of it is shown in place of its domains. */
  readonly isOverview: boolean;
  readonly onOverview: (isOverview: boolean) => void;
}

/** Whose domains, how many, the text filter, and what is done with all that are shown. */
export function PortfolioHead({ list, now, field, toList, isOverview, onOverview }: Props) {
  const actions = usePortfolioActions(list);
  const text = useStore(list, ({ filter }) => filter.text);
  const client = useClient(list);
  const isListed = now.all.size > 0 && !isOverview;
  return (
    <ScreenHead
      title={client === null ? 'Domains' : <ClientTitle client={client} />}
      about={
        <Group gap="sm" wrap={client === null ? 'wrap' : 'nowrap'} miw={0}>
          {client !== null && <AllClients list={list} />}
          <Size list={list} now={now} />
        </Group>
      }
    >
      {client !== null && (
        <SegmentedControl
          aria-label="What is shown of the client"
          data={[
            { value: 'list', label: 'Domains' },
            { value: 'overview', label: 'Overview' },
          ]}
          value={isOverview ? 'overview' : 'list'}
          onChange={(value) => onOverview(value === 'overview')}
        />
      )}
      {isListed && (
        <>
          <FindField
            ref={field}
            label="Find a domain"
            placeholder="Name, tag, client, note, registrant…"
            shortcut="findDomain"
            value={text}
            onChange={(next) => list.actions.filter({ text: next })}
            toList={toList}
            width={240}
          />
          <ForTheView list={list} shown={now.shown} />
          <ReadMenu list={list} now={now} actions={actions} />
        </>
      )}
      {client !== null && <HandOverButton client={client} list={list} all={now.all} />}
      {now.accountId !== null && client === null && (
        <CommandButton of="addDomains" leftSection={<IconPlus size={14} aria-hidden />} />
      )}
      <ListActions list={list} now={now} />
    </ScreenHead>
  );
}

/** What is needed once a week. */
function ListActions({ list, now: { accountId, accountIds, all } }: Pick<Props, 'list' | 'now'>) {
  const { route } = useStores();
  const hidden = useStore(list, (state) => state.hidden);
  const actions = usePortfolioActions(list);
  const client = useClient(list);
  const [renamed, setRenamed] = useState<string | null>(null);
  const icon = { size: 14, 'aria-hidden': true } as const;
  return (
    <>
      <MoreMenu label="List actions" size={32} variant="default" width={220}>
        {client !== null && (
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setRenamed(client)}>
            Rename the client…
          </Menu.Item>
        )}
        {accountId !== null && (
          <Menu.Item
            leftSection={<IconFileImport {...icon} />}
            onClick={() => route.actions.goToDomains({ kind: 'import' })}
          >
            Import
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconFileText {...icon} />}
          onClick={() => route.actions.goToDomains({ kind: 'templates' })}
        >
          Templates
        </Menu.Item>
        {all.size > 0 && (
          <>
            <Menu.Item leftSection={<IconFileExport {...icon} />} onClick={actions.export}>
              Export…
            </Menu.Item>
            <Menu.Item
              leftSection={<IconCalendarDown {...icon} />}
              title="The expiries of all these domains, with alarms, their clients and notes, for any calendar"
              onClick={() => void actions.saveCalendar(accountIds)}
            >
              Calendar (.ics)…
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              leftSection={<IconBookmarkPlus {...icon} />}
              onClick={() => list.actions.ask({ kind: 'view', saved: null })}
            >
              Save view…
            </Menu.Item>
            <ColumnsMenu
              columns={hidableColumns.filter(({ key }) => key !== 'account' || accountIds.length > 1)}
              hidden={hidden}
              onChange={list.actions.hide}
            />
          </>
        )}
      </MoreMenu>
      {renamed !== null && (
        <RenameClient client={renamed} list={list} all={all} onClose={() => setRenamed(null)} />
      )}
    </>
  );
}

/** Whose domains are listed; nothing where there is one account. */
function useWhose(list: PortfolioStore): string {
  const state = useStore(useStores().accounts);
  const chosen = useStore(list, ({ filter }) => filter.accounts);
  const active = activeAccount(state);
  if ((valueOf(state.accounts)?.accounts ?? []).length < 2 || active === null) return '';
  if (chosen === allAccounts) return ' of all accounts';
  const label = isolated((accountOf(state, chosen ?? '') ?? active).label);
  return ` of ${label}`;
}

/** The number of domains, and whose they are; of a client what is due; how many are shown, where a filter is active. */
function Size({ list, now }: Pick<Props, 'list' | 'now'>) {
  const filter = useStore(list, (state) => state.filter);
  const whose = useWhose(list);
  const client = useClient(list);
  const of = now.all.all().filter((one) => client === null || one.client === client);
  const archived = of.filter(({ archivedAt }) => archivedAt !== null).length;
  const isOfAll = !isNarrowed({ ...filter, client: client === null ? filter.client : null });
  const names = `${counted(of.length - archived, 'domain', 'domains')}${whose}`;
  if (now.all.size === 0) return null;
  return (
    <Group gap={8} wrap="nowrap" miw={0} role="status">
      <Text span truncate>
        {!isOfAll && `${format.count(now.shown.length)} of `}
        {filter.archivedOnly ? `${format.count(archived)} archived${whose}` : names}
        {isOfAll && archived > 0 && ` · ${format.count(archived)} archived`}
        {isOfAll && client !== null && ' · '}
        {isOfAll && client !== null && <ClientFigures client={client} now={now} />}
      </Text>
      {!isOfAll && (
        <Button variant="subtle" size="compact-sm" flex="none" onClick={list.actions.showAll}>
          Show all
        </Button>
      )}
    </Group>
  );
}

interface ReadMenuProps extends Pick<Props, 'list'> {
  readonly now: PortfolioNow;
  readonly actions: PortfolioActions;
}

/** Refreshes the present state from the service, or the expiries from the registries: of all shown domains, or only a part of them. */
const ReadMenu = (props: ReadMenuProps) => (
  <Menu position="bottom-end" width={280}>
    <Menu.Target>
      <Button leftSection={<IconRefresh size={14} aria-hidden />}>Read again</Button>
    </Menu.Target>
    <Menu.Dropdown>
      <ReadChoices {...props} />
      <RegistryChoices {...props} />
    </Menu.Dropdown>
  </Menu>
);

function ReadChoices({ now: { shown, uncertain, prices }, actions }: ReadMenuProps) {
  const nowMs = useNowMs();
  const isOld = matcherOf({ ...emptyFilter, notReadForDays: 1 }, { nowMs, uncertain, prices });
  const choices: readonly (readonly [label: string, rows: readonly Row[]])[] = [
    ['All shown', shown],
    ['Not read for a day', shown.filter(isOld)],
    ['Those with problems', shown.filter(({ domain }) => isTroubled(domain))],
  ];
  return choices.map(([label, rows]) => (
    <Menu.Item
      key={label}
      disabled={rows.length === 0}
      rightSection={<Text c="dimmed">{format.count(rows.length)}</Text>}
      onClick={() => actions.readAgain(rows.map(({ key }) => key))}
    >
      {label}
    </Menu.Item>
  ));
}

const locks = [
  { value: 'locked', words: 'Locked' },
  { value: 'unlocked', words: 'Unlocked' },
  { value: 'not-read', words: 'Not loaded yet' },
] as const;

const expiries = [
  { value: -1, words: 'Expired' },
  { value: 30, words: 'Within 30 days' },
  { value: 90, words: 'Within 90 days' },
  { value: 365, words: 'Within a year' },
] as const;

/** Domains that no warning of expiry reaches. */
const notKnown = (count: number) =>
  ({ value: 'not-known', words: `Not known (${format.count(count)})` }) as const;

/** The filters of the list. A chip is hidden where no domain matches, unless it is on. */
export function PortfolioFilters({ list, now }: Pick<Props, 'list' | 'now'>) {
  const { all, uncertain, prices, templates } = now;
  const filter = useStore(list, (state) => state.filter);
  const change = list.actions.filter;
  const domains = all.all();
  const { troubledOnly, uncertainOnly, archivedOnly } = filter;
  const isListed = ({ archivedAt }: Domain) => (archivedAt !== null) === archivedOnly;
  const count = (matches: (domain: Domain) => boolean) => domains.filter(matches).length;
  const unknown = count((one) => one.expiresOn === null && isListed(one));
  const chips = [
    {
      label: 'Problems',
      icon: <IconAlertTriangle size={14} stroke={1.75} aria-hidden />,
      count: count((one) => isTroubled(one) && isListed(one)),
      isOn: troubledOnly,
      onPress: () => change({ troubledOnly: !troubledOnly }),
    },
    {
      label: 'Uncertain change',
      icon: <ChangeStateMark of={{ state: 'uncertain' }} short />,
      count: count((one) => uncertain.has(keyOf(one))),
      isOn: uncertainOnly,
      onPress: () => change({ uncertainOnly: !uncertainOnly }),
    },
    {
      label: 'Archived',
      icon: <IconArchive size={14} stroke={1.75} aria-hidden />,
      count: count(({ archivedAt }) => archivedAt !== null),
      isOn: archivedOnly,
      onPress: () => change({ archivedOnly: !archivedOnly }),
    },
  ];
  return (
    <FilterBar>
      <ViewsChoice list={list} />
      <AccountFilter list={list} />
      <ChoiceMenu
        label="Lock"
        any="Any lock"
        choices={locks}
        value={filter.lock}
        onChoose={(lock) => change({ lock })}
      />
      <ClientFilter list={list} all={all} />
      <ChoiceMenu
        label="Expires"
        any="Any time"
        choices={
          unknown > 0 || filter.expiresWithinDays === 'not-known'
            ? [...expiries, notKnown(unknown)]
            : expiries
        }
        value={filter.expiresWithinDays}
        onChoose={(expiresWithinDays) => change({ expiresWithinDays })}
      />
      <MoreFilters list={list} all={all} prices={prices} templates={templates} />
      {chips
        .filter((chip) => chip.count > 0 || chip.isOn)
        .map(({ label, ...chip }) => (
          <FilterChip
            key={label}
            label={<span className={css['word']}>{label}</span>}
            title={label}
            {...chip}
          />
        ))}
    </FilterBar>
  );
}

/** Whose domains are listed. Hidden where there is one account. */
function AccountFilter({ list }: Pick<Props, 'list'>) {
  const { accounts } = useStores();
  const state = useStore(accounts);
  const value = useStore(list, ({ filter }) => filter.accounts);
  const all = valueOf(state.accounts)?.accounts ?? [];
  if (all.length < 2) return null;
  return (
    <ChoiceMenu
      label="Account"
      any={`As in the header: ${isolated(activeAccount(state)?.label ?? '')}`}
      choices={[
        { value: allAccounts, words: 'All accounts' },
        ...all.map(({ id, label }) => ({ value: id, words: isolated(label) })),
      ]}
      value={value}
      onChoose={(chosen) => list.actions.filter({ accounts: chosen })}
    />
  );
}

/** Each client with the number of its domains. Hidden where no domain has one, and where the title says which is chosen. */
function ClientFilter({ list, all }: Pick<Props, 'list'> & Pick<PortfolioNow, 'all'>) {
  const { client: chosen, archivedOnly } = useStore(list, ({ filter }) => filter);
  const choices = useMemo(() => {
    if (Boolean(chosen)) return [];
    const listed = all.all().filter(({ archivedAt }) => (archivedAt !== null) === archivedOnly);
    const counts = new Map([...Map.groupBy(listed, ({ client }) => client)].map(([c, of]) => [c, of.length]));
    const none = counts.get('') ?? 0;
    counts.delete('');
    if (counts.size === 0 && chosen === null) return [];
    const known = [...counts].toSorted(([one], [other]) => inOrder(one, other));
    return [
      { value: '', words: `No client (${format.count(none)})` },
      ...known.map(([value, count]) => ({ value, words: `${isolated(value)} (${format.count(count)})` })),
    ];
  }, [all, archivedOnly, chosen]);
  if (choices.length === 0) return null;
  return (
    <ChoiceMenu
      label="Client"
      any="Any client"
      choices={choices}
      value={chosen}
      onChoose={(client) => list.actions.filter({ client })}
    />
  );
}

/**
 * What a view is there for: leads to one renewal of what is shown and has expired or expires soon, or to one sync of what has no known
 * expiry, whatever is selected. A button that pays counts what is shown, and is not there where that is nothing (H17). Nothing is sent
 * before its review.
 */
function ForTheView({ list, shown }: Pick<Props, 'list'> & Pick<PortfolioNow, 'shown'>) {
  const nowMs = useNowMs();
  const actions = usePortfolioActions(list);
  const within = useStore(list, ({ filter }) => filter.expiresWithinDays);
  if (within === null || (within !== 'not-known' && within > dueWithinDays)) return null;
  const isSync = within === 'not-known';
  const isMeant = (domain: Domain): boolean =>
    isSync ? lacksExpiry(domain) : domain.archivedAt === null && isDue(domain, dueWithinDays, nowMs);
  const keys = shown.filter(({ domain }) => isMeant(domain)).map(({ key }) => key);
  if (keys.length === 0) return null;
  const count = format.count(keys.length);
  return (
    <Button
      title={
        isSync
          ? 'It may return the date. Logged as a change, with its review'
          : `Of what is shown: expired, or expires within ${dueWithinDays} days`
      }
      onClick={() => actions.batch(isSync ? 'sync' : 'renew', keys)}
    >
      {isSync ? `Have the service read ${count} again…` : `Renew ${count} due…`}
    </Button>
  );
}
