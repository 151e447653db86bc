import { Spotlight, spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { TakeAction } from '#shared/domain/code.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import type { Session } from '#shared/domain/session.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { valueOf } from '../bridge.ts';
import { isOnItsWay, type SessionsState } from '../bulk/sessions-store.ts';
import { codesStoreOf } from '../codes/TransferCodes.tsx';
import { type DomainsState, useDomains } from '../domains/domains-store.ts';
import { domainsWith } from '../search/rows.ts';
import { isAsking, type SearchState } from '../search/search-store.ts';
import type { TldsState } from '../search/tlds-store.ts';
import { counted } from '../ui/Formats.tsx';
import { storeOf } from '../ui/live-collection.ts';
import { Keys, type ShortcutName } from '../ui/Shortcuts.tsx';
import { type AccountsState, activeAccount } from './stores.ts';
import css from './palette.module.css';

/** The most entries listed at once; typing narrows them down. */
const most = 200;

/** Command palette: every screen, account, session, TLD set and action, by name. */
export function Palette() {
  const stores = useStores();
  const accounts = useStore(stores.accounts);
  const tlds = useStore(stores.tlds);
  const search = useStore(stores.search);
  const sessions = useStore(stores.sessions);
  const domains = useStore(useDomains());
  const groups = useMemo<SpotlightActionGroupData[]>(
    () =>
      commandsOf(stores, { accounts, tlds, search, sessions, domains }).map(({ group, commands }) => ({
        group,
        actions: commands.map(({ id, label, hint, keys, act }) => ({
          id,
          label,
          ...(hint === undefined ? {} : { description: hint }),
          ...(keys === undefined ? {} : { rightSection: <Keys of={keys} /> }),
          onClick: act,
        })),
      })),
    [stores, accounts, tlds, search, sessions, domains],
  );
  useEffect(() => spotlight.open(), []);
  useEffect(() => void stores.sessions.actions.load(), [stores]);
  return (
    <Spotlight
      actions={groups}
      title="Command palette"
      shortcut={null}
      scrollable
      limit={most}
      maxHeight={420}
      nothingFound="Nothing of that name"
      onSpotlightClose={() => stores.route.actions.show('none')}
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      transitionProps={{ duration: 100 }}
      classNames={{
        content: css['content'] ?? '',
        header: 'spoken',
        search: css['search'] ?? '',
        action: css['action'] ?? '',
        actionLabel: css['label'] ?? '',
        actionDescription: css['hint'] ?? '',
        actionsGroup: css['group'] ?? '',
      }}
      searchProps={{
        leftSection: <IconSearch size={18} stroke={1.75} aria-hidden />,
        placeholder: 'A screen, an account, a session, a TLD set, an action',
        'aria-label': 'Command',
      }}
    />
  );
}

/** An entry of the palette. */
interface Command {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly keys?: ShortcutName;
  readonly act: () => void;
}

interface CommandGroup {
  readonly group: string;
  readonly commands: readonly Command[];
}

interface CommandState {
  readonly accounts: AccountsState;
  readonly tlds: TldsState;
  readonly search: SearchState;
  readonly sessions: SessionsState;
  readonly domains: DomainsState;
}

/** All entries available now. Actions that cannot be done now are left out. */
export const commandsOf = (stores: Stores, state: CommandState): readonly CommandGroup[] =>
  [
    { group: 'Search', commands: searchCommands(stores, state.search) },
    { group: 'Go to', commands: places(stores) },
    { group: 'Bulk lookup', commands: bulkCommands(stores, state.sessions) },
    { group: 'Domains', commands: domainActions(stores) },
    { group: 'Transfer codes', commands: codeCommands(stores, state.domains) },
    { group: 'Accounts', commands: accountCommands(stores, state.accounts) },
    { group: 'TLDs', commands: tldCommands(stores, state.tlds) },
    { group: 'Appearance', commands: appearances(stores) },
    { group: 'Names in the portfolio', commands: domainCommands(stores, state.domains) },
    { group: 'Sessions', commands: sessionCommands(stores, state.sessions) },
    { group: 'Transfer codes of the portfolio', commands: codePlaces(stores, state.domains) },
  ].filter((group) => group.commands.length > 0);

const places = ({ route }: Stores): readonly Command[] => [
  { id: 'go-search', label: 'Search', keys: 'goSearch', act: route.actions.focusSearch },
  {
    id: 'go-bulk',
    label: 'Bulk lookup',
    keys: 'goBulk',
    act: () => route.actions.goToBulk({ kind: 'list' }),
  },
  {
    id: 'go-domains',
    label: 'Domains',
    keys: 'goDomains',
    act: () => route.actions.goToDomains({ kind: 'list' }),
  },
  {
    id: 'go-changes',
    label: 'Changes',
    keys: 'goChanges',
    act: () => route.actions.goToChanges({ kind: 'list', changeId: null }),
  },
  {
    id: 'go-accounts',
    label: 'Accounts',
    keys: 'goAccounts',
    act: () => route.actions.goToAccount(null, 'look'),
  },
  {
    id: 'go-settings',
    label: 'Settings',
    keys: 'goSettings',
    act: () => route.actions.goToSettings({ kind: 'all' }),
  },
  {
    id: 'shortcuts',
    label: 'Keyboard shortcuts',
    keys: 'overlay',
    act: () => route.actions.show('shortcuts'),
  },
];

function searchCommands({ search, bridge, notices }: Stores, state: SearchState): readonly Command[] {
  const { actions } = search;
  const available = domainsWith(state.rows, 'available');
  const unknown = domainsWith(state.rows, 'unknown');
  const copy = () =>
    void bridge.request.clipboard.copyText({ text: available.join('\n') }).then((result) => {
      if (result.ok) notices.actions.say(`Copied ${counted(available.length, 'name', 'names')}`);
    });
  const commands: readonly (Command & { readonly when: boolean })[] = [
    {
      id: 'ask',
      when: state.question !== null,
      label: `Ask for ${state.question?.query.unicode ?? ''}`,
      act: actions.ask,
    },
    { id: 'stop', when: isAsking(state), label: 'Stop asking', act: actions.stop },
    {
      id: 'again-unknown',
      when: unknown.length > 0,
      label: `Look again at the ${unknown.length} unknown`,
      keys: 'lookAgainUnknown',
      act: () => actions.lookAgain(unknown),
    },
    {
      id: 'again-all',
      when: state.rows.size > 0,
      label: 'Look again at all',
      keys: 'lookAgainAll',
      act: () => actions.lookAgain([...state.rows.keys()]),
    },
    {
      id: 'copy-available',
      when: available.length > 0,
      label: `Copy ${counted(available.length, 'available name', 'available names')}`,
      keys: 'copyAvailable',
      act: copy,
    },
  ];
  return commands.filter((command) => command.when);
}

function accountCommands({ accounts, route, status }: Stores, state: AccountsState): readonly Command[] {
  const active = activeAccount(state);
  const others = (valueOf(state.accounts)?.accounts ?? []).filter((account) => account.id !== active?.id);
  return [
    ...others.map((account) => ({
      id: `switch-${account.id}`,
      label: `Switch to ${account.label}`,
      hint: account.kind === 'practice' ? 'Practice account' : account.username,
      act: () => void accounts.actions.select(account.id),
    })),
    {
      id: 'refresh',
      label: 'Read credit and connection again',
      keys: 'refreshStatus',
      act: () => void status.actions.refresh(),
    },
    { id: 'add-account', label: 'Add an account', act: () => route.actions.goToAccount(null, 'add') },
  ];
}

const tldCommands = ({ tlds, settings, route }: Stores, state: TldsState): readonly Command[] =>
  (valueOf(state.sets) ?? []).map((set) => ({
    id: `tlds-${set.id}`,
    label: `Ask under ${set.name}`,
    hint: counted(set.tlds.length, 'TLD', 'TLDs'),
    act: () => {
      tlds.actions.choose({ kind: 'set', id: set.id });
      void settings.actions.write({ searchTldSetId: set.id });
      route.actions.focusSearch();
    },
  }));

const appearances = ({ settings }: Stores): readonly Command[] =>
  (
    [
      ['system', 'Appearance: as the system'],
      ['light', 'Appearance: light'],
      ['dark', 'Appearance: dark'],
    ] as const
  ).map(([colourScheme, label]) => ({
    id: `scheme-${colourScheme}`,
    label,
    act: () => void settings.actions.write({ colourScheme }),
  }));

/** Actions on domains and changes as a whole. */
const domainActions = ({ route }: Stores): readonly Command[] => [
  {
    id: 'register',
    label: 'Register a name',
    act: () => route.actions.goToRegister([], null),
  },
  {
    id: 'templates',
    label: 'Templates of contacts and nameservers',
    act: () => route.actions.goToDomains({ kind: 'templates' }),
  },
  {
    id: 'plans',
    label: 'Batch changes',
    hint: 'Many changes at once',
    act: () => route.actions.goToChanges({ kind: 'plans' }),
  },
];

/** One entry for each domain of the portfolio. */
const domainCommands = ({ route }: Stores, { domains }: DomainsState): readonly Command[] =>
  [...(valueOf(domains)?.values() ?? [])]
    .filter(({ archivedAt }) => archivedAt === null)
    .map(({ name, note }) => ({
      id: `domain-${name}`,
      label: toUnicode(name),
      ...(note === '' ? {} : { hint: note.slice(0, 80) }),
      act: () => route.actions.goToDomains({ kind: 'domain', domain: name, tab: 'overview' }),
    }));

/** Actions on bulk lookups as a whole. */
function bulkCommands(stores: Stores, state: SessionsState): readonly Command[] {
  const { route, sessions } = stores;
  const all = sessionsIn(state);
  const going = all.filter(isOnItsWay);
  const held = all.filter((session) => session.state === 'paused');
  const commands: readonly (Command & { readonly when: boolean })[] = [
    {
      id: 'new-bulk',
      when: true,
      label: 'New bulk look-up',
      keys: 'newBulk',
      act: () => route.actions.goToBulk({ kind: 'new' }),
    },
    {
      id: 'pause-all',
      when: going.length > 0,
      label: `Pause all ${counted(going.length, 'running session', 'running sessions')}`,
      act: () => forEach(stores, going, sessions.actions.pause),
    },
    {
      id: 'resume-all',
      when: held.length > 0,
      label: `Resume all ${counted(held.length, 'paused session', 'paused sessions')}`,
      act: () => forEach(stores, held, sessions.actions.resume),
    },
  ];
  return commands.filter((command) => command.when);
}

/** One entry for each session, the latest first. */
const sessionCommands = ({ route }: Stores, state: SessionsState): readonly Command[] =>
  [...sessionsIn(state)]
    .sort((a, b) => b.changedAt.localeCompare(a.changedAt))
    .map(({ id, name, names, tlds }) => ({
      id: `session-${id}`,
      label: name,
      hint: `${counted(names, 'name', 'names')} × ${counted(tlds.length, 'TLD', 'TLDs')}`,
      act: () => route.actions.goToBulk({ kind: 'session', sessionId: id }),
    }));

const sessionsIn = (state: SessionsState): readonly Session[] => [
  ...(valueOf(state.sessions)?.values() ?? []),
];

/** Runs the action for each; reports failures once. */
function forEach(
  { notices }: Stores,
  sessions: readonly Session[],
  act: Stores['sessions']['actions']['pause'],
): void {
  void Promise.all(sessions.map(({ id }) => act(id))).then((results) => {
    const failed = results.find((result) => !result.ok);
    if (failed !== undefined) notices.actions.say(sentencesFor(failed.error).happened, 'problem');
  });
}

/**
 * Actions on transfer codes: for the open domain, copy and reveal, which the code window confirms; while a code is in the
 * clipboard, removing it.
 */
export function codeCommands(stores: Stores, domains: DomainsState): readonly Command[] {
  const { route } = stores;
  return [
    ...clearing(stores),
    ...ofOpenDomain(stores, domains),
    {
      id: 'codes',
      label: 'Transfer codes into files',
      hint: 'Codes of many domains, encrypted',
      act: () => route.actions.goToDomains({ kind: 'codes', savingId: null }),
    },
  ];
}

function clearing(stores: Stores): readonly Command[] {
  const codes = storeOf(stores, codesStoreOf);
  const clipboard = codes.getState().now?.clipboard ?? null;
  if (clipboard === null) return [];
  return [
    {
      id: 'clear-code',
      label: `Take the code of ${toUnicode(clipboard.domain)} out of the clipboard`,
      act: () => void codes.actions.clearClipboard(),
    },
  ];
}

function ofOpenDomain(stores: Stores, { domains }: DomainsState): readonly Command[] {
  const { route } = stores.route.getState();
  if (route.screen !== 'domains' || route.view.kind !== 'domain') return [];
  const domain = valueOf(domains)?.get(route.view.domain);
  if (domain === undefined) return [];
  const { accountId, name } = domain;
  // The result is shown on the tab, so this goes there.
  const take = (deed: TakeAction) => () => {
    stores.route.actions.goToDomains({ kind: 'domain', domain: name, tab: 'transfer-code' });
    void storeOf(stores, codesStoreOf).actions.take({ accountId, domain: name }, deed);
  };
  return [
    { id: 'copy-code', label: `Copy the transfer code of ${toUnicode(name)}…`, act: take('copy') },
    { id: 'reveal-code', label: `Reveal the transfer code of ${toUnicode(name)}…`, act: take('reveal') },
  ];
}

/** One entry for each domain's code tab. */
export const codePlaces = ({ route }: Stores, { domains }: DomainsState): readonly Command[] =>
  [...(valueOf(domains)?.values() ?? [])]
    .filter(({ archivedAt }) => archivedAt === null)
    .map(({ name }) => ({
      id: `code-${name}`,
      label: `Transfer code of ${toUnicode(name)}`,
      act: () => route.actions.goToDomains({ kind: 'domain', domain: name, tab: 'transfer-code' }),
    }));
