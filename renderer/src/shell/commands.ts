import type { Stores } from '../app-stores.ts';
import { counted } from '../lib/format.ts';
import { valueOf } from '../lib/remote.ts';
import type { DomainsState } from '../screens/domains/domains-store.ts';
import type { SessionsState } from '../screens/bulk/sessions-store.ts';
import { domainsWith } from '../screens/search/rows.ts';
import { isAsking, type SearchState } from '../screens/search/search-state.ts';
import type { TldsState } from '../screens/search/tlds-store.ts';
import { type AccountsState, activeAccount } from './accounts-store.ts';
import { bulkCommands, sessionCommands } from './bulk-commands.ts';
import { codeCommands, codePlaces } from './code-commands.ts';
import type { Command } from './command.ts';
import { domainCommands, domainDeeds } from './domain-commands.ts';

export interface CommandGroup {
  readonly group: string;
  readonly commands: readonly Command[];
}

export interface CommandState {
  readonly accounts: AccountsState;
  readonly tlds: TldsState;
  readonly search: SearchState;
  readonly sessions: SessionsState;
  readonly domains: DomainsState;
}

/** All that the palette reaches at this moment. What cannot be done now is not offered. */
export const commandsOf = (stores: Stores, state: CommandState): readonly CommandGroup[] =>
  [
    { group: 'Search', commands: searchCommands(stores, state.search) },
    { group: 'Go to', commands: places(stores) },
    { group: 'Bulk lookup', commands: bulkCommands(stores, state.sessions) },
    { group: 'Domains', commands: domainDeeds(stores) },
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
