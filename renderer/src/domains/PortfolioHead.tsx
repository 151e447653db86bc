import { Button, Group, Menu, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArchive,
  IconCalendarDown,
  IconCalendarQuestion,
  IconCalendarRepeat,
  IconFileExport,
  IconFileImport,
  IconFileText,
  IconPlus,
  IconRefresh,
  IconUsers,
} from '@tabler/icons-react';
import { type RefObject, useMemo } from 'react';
import { useStore } from 'zustand';
import { dueWithinDays } from '#shared/domain/expiry.ts';
import { isolated } from '#shared/domain/isolated.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { useStores } from '../app-stores.ts';
import { ChangeStateMark } from '../changes/ChangeStateMark.tsx';
import { ChoiceMenu, ColumnsMenu, FilterBar, FilterChip, FindField, Hidden } from '../ui/Filters.tsx';
import { counted, format, inOrder, useNowMs } from '../ui/Formats.tsx';
import { ScreenHead } from '../ui/PageParts.tsx';
import { valueOf } from '../remote.ts';
import { CommandButton } from '../shell/everywhere.tsx';
import { accountOf, activeAccount } from '../shell/stores.ts';
import { keyOf } from './domains-store.ts';
import { isDue, isTroubled, lacksExpiry } from './domain-words.ts';
import { MoreFilters } from './MoreFilters.tsx';
import { allAccounts, emptyFilter, isNarrowed, matcherOf, untagged } from './portfolio-filter.ts';
import {
  type PortfolioActions,
  type PortfolioNow,
  type PortfolioStore,
  usePortfolioActions,
} from './portfolio-store.ts';
import { RegistryChoices } from './RegistryChoices.tsx';
import { hidableColumns, hiddenAtFirst, type Row } from './portfolio-columns.tsx';

interface Props {
  readonly list: PortfolioStore;
  readonly now: PortfolioNow;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly toList: () => void;
}

/** The number of domains, the text filter, and the actions on all of them. */
export function PortfolioHead({ list, now, field, toList }: Props) {
  const { route } = useStores();
  const actions = usePortfolioActions(list);
  const text = useStore(list, ({ filter }) => filter.text);
  const isEmpty = now.all.size === 0;
  return (
    <ScreenHead title="Domains" about={<Size list={list} now={now} />} isAboutShort>
      {!isEmpty && (
        <FindField
          ref={field}
          label="Find a domain"
          placeholder="Name, tag, client, note, registrant…"
          shortcut="findDomain"
          value={text}
          onChange={(next) => list.actions.filter({ text: next })}
          toList={toList}
        />
      )}
      <Button
        variant="subtle"
        leftSection={<IconFileText size={14} aria-hidden />}
        onClick={() => route.actions.goToDomains({ kind: 'templates' })}
      >
        Templates
      </Button>
      {now.accountId !== null && (
        <CommandButton of="clients" variant="subtle" leftSection={<IconUsers size={14} aria-hidden />} />
      )}
      {!isEmpty && <ReadMenu list={list} now={now} actions={actions} />}
      {now.accountId !== null && (
        <Button
          variant="subtle"
          leftSection={<IconFileImport size={14} aria-hidden />}
          onClick={() => route.actions.goToDomains({ kind: 'import' })}
        >
          Import
        </Button>
      )}
      {now.accountId !== null && (
        <CommandButton of="addDomains" leftSection={<IconPlus size={14} aria-hidden />} />
      )}
    </ScreenHead>
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

/** The number of domains, and whose they are; also how many are shown, where a filter is active. */
function Size({ list, now: { all, shown } }: Pick<Props, 'list' | 'now'>) {
  const filter = useStore(list, (state) => state.filter);
  const whose = useWhose(list);
  const archived = all.all().filter(({ archivedAt }) => archivedAt !== null).length;
  const hidden = (filter.archivedOnly ? all.size : all.size - archived) - shown.length;
  const names = `${counted(all.size - archived, 'domain', 'domains')}${whose}`;
  if (isNarrowed(filter))
    return (
      <p role="status">
        {format.count(shown.length)} of{' '}
        {filter.archivedOnly ? `${format.count(archived)} archived${whose}` : names},{' '}
        <Hidden count={hidden} onAll={list.actions.showAll} />
      </p>
    );
  if (all.size === 0) return null;
  return <p>{archived === 0 ? names : `${names} · ${format.count(archived)} archived`}</p>;
}

interface ReadMenuProps extends Pick<Props, 'list'> {
  readonly now: PortfolioNow;
  readonly actions: PortfolioActions;
}

/** Refreshes the present state from the service, or the expiries from the registries: of all shown domains, or only a part of them. */
const ReadMenu = (props: ReadMenuProps) => (
  <Menu position="bottom-end" width={280}>
    <Menu.Target>
      <Button variant="default" leftSection={<IconRefresh size={14} aria-hidden />}>
        Refresh
      </Button>
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
    ['Not refreshed for a day', shown.filter(isOld)],
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

const ages = [
  { value: 1, words: 'Over a day ago' },
  { value: 7, words: 'Over 7 days ago' },
  { value: 30, words: 'Over 30 days ago' },
  { value: 90, words: 'Over 90 days ago' },
] as const;

/**
 * The values that listed domains have, each with how many have it, and the chosen one also where none has it any more. Nothing to
 * choose where none has any.
 */
function countedChoices(
  listed: readonly Domain[],
  chosen: string | null,
  valuesOf: (domain: Domain) => readonly string[],
  none: string,
) {
  const counts = new Map<string, number>();
  const all = listed.map(valuesOf);
  for (const values of all) for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  if (chosen !== null && chosen !== untagged) counts.set(chosen, counts.get(chosen) ?? 0);
  if (counts.size === 0 && chosen === null) return [];
  const without = all.filter(({ length }) => length === 0).length;
  const known = [...counts]
    .toSorted(([one], [other]) => inOrder(one, other))
    .map(([value, count]) => ({ value, words: `${isolated(value)} (${format.count(count)})` }));
  return [{ value: untagged, words: `${none} (${format.count(without)})` }, ...known];
}

/** The filters of the list. A chip is hidden where no domain matches, unless it is on. */
export function PortfolioFilters({ list, now }: Pick<Props, 'list' | 'now'>) {
  const { all, accountIds, uncertain, prices, templates } = now;
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
      icon: <ChangeStateMark state="uncertain" short />,
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
      <AccountFilter list={list} />
      <ChoiceMenu
        label="Lock"
        any="Any lock"
        choices={locks}
        value={filter.lock}
        onChoose={(lock) => change({ lock })}
      />
      <OwnFilterMenu list={list} all={all} name="client" />
      <OwnFilterMenu list={list} all={all} name="tag" />
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
      <ChoiceMenu
        label="Last refreshed"
        any="Any time"
        choices={ages}
        value={filter.notReadForDays}
        onChoose={(notReadForDays) => change({ notReadForDays })}
      />
      <MoreFilters list={list} all={all} prices={prices} templates={templates} />
      {chips
        .filter((chip) => chip.count > 0 || chip.isOn)
        .map((chip) => (
          <FilterChip key={chip.label} {...chip} />
        ))}
      {filter.expiresWithinDays === 'not-known' && <SyncUnknown list={list} shown={now.shown} />}
      <RenewDue list={list} shown={now.shown} />
      <ListTools list={list} accountIds={accountIds} />
    </FilterBar>
  );
}

/** What is done with the list as it is shown. */
function ListTools({ list, accountIds }: Pick<Props, 'list'> & Pick<PortfolioNow, 'accountIds'>) {
  const hidden = useStore(list, (state) => state.hidden);
  const actions = usePortfolioActions(list);
  return (
    <Group ml="auto" gap="xs" wrap="nowrap">
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconFileExport size={14} aria-hidden />}
        onClick={actions.export}
      >
        Export…
      </Button>
      <Button
        variant="subtle"
        size="compact-sm"
        title="The expiries of all these domains, with alarms, their clients and notes, for any calendar"
        leftSection={<IconCalendarDown size={14} aria-hidden />}
        onClick={() => void actions.saveCalendar(accountIds)}
      >
        Calendar (.ics)…
      </Button>
      <ColumnsMenu
        columns={hidableColumns.filter(({ key }) => key !== 'account' || accountIds.length > 1)}
        hidden={hidden}
        atFirst={hiddenAtFirst}
        onChange={list.actions.hide}
      />
    </Group>
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

type OwnFilter = 'tag' | 'client';

const ownFilters: Readonly<
  Record<
    OwnFilter,
    {
      readonly label: string;
      readonly any: string;
      readonly none: string;
      readonly of: (domain: Domain) => readonly string[];
    }
  >
> = {
  tag: { label: 'Tag', any: 'Any tag', none: 'No tag', of: ({ tags }) => tags },
  client: {
    label: 'Client',
    any: 'Any client',
    none: 'No client',
    of: ({ client }) => (client === '' ? [] : [client]),
  },
};

/** Hidden where no domain has one. */
function OwnFilterMenu({
  list,
  all,
  name,
}: Pick<Props, 'list'> & Pick<PortfolioNow, 'all'> & { readonly name: OwnFilter }) {
  const { [name]: chosen, archivedOnly } = useStore(list, ({ filter }) => filter);
  const { label, any, none, of } = ownFilters[name];
  const choices = useMemo(() => {
    const listed = all.all().filter(({ archivedAt }) => (archivedAt !== null) === archivedOnly);
    return countedChoices(listed, chosen, of, none);
  }, [all, archivedOnly, chosen, of, none]);
  if (choices.length === 0) return null;
  return (
    <ChoiceMenu
      label={label}
      any={any}
      choices={choices}
      value={chosen}
      onChoose={(value) => list.actions.filter({ [name]: value })}
    />
  );
}

/** Leads to one sync of everything that is shown without a known expiry. Nothing is sent before its review. */
function SyncUnknown({ list, shown }: Pick<Props, 'list'> & Pick<PortfolioNow, 'shown'>) {
  const actions = usePortfolioActions(list);
  const unknown = shown.filter(({ domain }) => lacksExpiry(domain));
  if (unknown.length === 0) return null;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      title="A sync may return the expiry date"
      leftSection={<IconCalendarQuestion size={14} aria-hidden />}
      onClick={() =>
        actions.batch(
          'sync',
          unknown.map(({ key }) => key),
        )
      }
    >
      {unknown.length === 1
        ? 'Sync the 1 without expiry date…'
        : `Sync all ${format.count(unknown.length)} without expiry date…`}
    </Button>
  );
}

/**
 * Leads to one renewal of what is shown and has expired or expires soon, whatever is selected: a button that pays counts what is shown,
 * and is not there where that is nothing (H17). Nothing is sent before its review.
 */
function RenewDue({ list, shown }: Pick<Props, 'list'> & Pick<PortfolioNow, 'shown'>) {
  const nowMs = useNowMs();
  const actions = usePortfolioActions(list);
  const due = shown.filter(({ domain }) => domain.archivedAt === null && isDue(domain, dueWithinDays, nowMs));
  if (due.length === 0) return null;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      title={`Of what is shown: expired, or expires within ${dueWithinDays} days`}
      leftSection={<IconCalendarRepeat size={14} aria-hidden />}
      onClick={() =>
        actions.batch(
          'renew',
          due.map(({ key }) => key),
        )
      }
    >
      {`Renew ${format.count(due.length)} due…`}
    </Button>
  );
}
