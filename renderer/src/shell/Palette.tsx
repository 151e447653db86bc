import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
  type SpotlightFilterFunction,
} from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { isolated, isolatedName } from '#shared/domain/isolated.ts';
import type { Session } from '#shared/domain/session.ts';
import { commands } from '#shared/domain/commands.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { ofOneWorld } from '../bulk/session-list.ts';
import { isOnItsWay, type SessionsState } from '../bulk/sessions-store.ts';
import { type DomainsState, unarchived, useDomains } from '../domains/domains-store.ts';
import { pageCommands } from '../domains/page/DomainPage.tsx';
import { copyAvailable, ownedNow } from '../search/owned.ts';
import { domainsWith, withOwned } from '../search/rows.ts';
import { isAsking, type SearchState } from '../search/search-store.ts';
import type { TldsState } from '../search/tlds-store.ts';
import { counted, format, inOrder } from '../ui/Formats.tsx';
import { Keys } from '../ui/Shortcuts.tsx';
import {
  codeCommands,
  type Command,
  type CommandGroup,
  type Entries,
  entriesOf,
  nearestPlaces,
} from './commands.ts';
import {
  clientCommands,
  domainActions,
  handOverCommand,
  isDomain,
  listCommands,
  hasWord,
  namedSo,
  targetOf,
  typedMonth,
  typedOrders,
  views,
} from './domain-commands.ts';
import { placeNames } from './everywhere.tsx';
import { type AccountsState, activeAccount } from './stores.ts';
import { changeSettings } from './undo.ts';
import { settingNames, settingsIndex } from '../settings/settings-index.ts';
import css from './palette.module.css';
import { valueOf } from '../remote.ts';

const [commandStore, command] = createSpotlight();

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
  const [typed, setTyped] = useState('');
  const activeId = useActiveOption();
  const entries = useMemo(() => entriesOf(stores), [stores]);
  const groups = useMemo<SpotlightActionGroupData[]>(
    () =>
      commandsOf(stores, { entries, typed, accounts, tlds, search, sessions, domains }).map(
        ({ group, commands }) => ({
          group,
          actions: commands.map(({ id, label, hint, keys, words = [], keywords = [], act }) => ({
            id,
            label,
            ...(hint === undefined ? {} : { description: hint }),
            keywords: [...words, ...keywords],
            ...(keys === undefined ? {} : { rightSection: <Keys of={keys} /> }),
            onClick: act,
          })),
        }),
      ),
    [stores, entries, typed, accounts, tlds, search, sessions, domains],
  );
  useEffect(() => command.open(), []);
  useEffect(() => void stores.sessions.actions.load(), [stores]);
  return (
    <Spotlight
      store={commandStore}
      actions={groups}
      query={typed}
      filter={foundIn}
      onQueryChange={setTyped}
      centered={false}
      yOffset="12vh"
      title={commands.palette.label}
      shortcut={null}
      scrollable
      limit={most}
      maxHeight="min(640px, 70vh)"
      nothingFound="No matching commands"
      onSpotlightClose={() => stores.route.actions.show('none')}
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      transitionProps={{ duration: 100 }}
      classNames={{
        content: css['content'] ?? '',
        actionsList: css['list'] ?? '',
        header: 'spoken',
        search: css['search'] ?? '',
        action: css['action'] ?? '',
        actionLabel: css['label'] ?? '',
        actionDescription: css['hint'] ?? '',
        actionsGroup: css['group'] ?? '',
      }}
      searchProps={{
        leftSection: <IconSearch size={18} stroke={1.75} aria-hidden />,
        placeholder: 'A screen, an account, a domain, an action; or “renew” and a client',
        'aria-label': 'Command',
        'aria-activedescendant': activeId,
      }}
    />
  );
}

/**
 * What has all the words that were typed, in any order: by its label first, then by its other words. What a word of the table leads to
 * stays above everything.
 */
export const foundIn: SpotlightFilterFunction = (query, entries) => {
  const words = query.toLowerCase().split(/\s+/u);
  const groups = entries.flatMap((entry) => ('actions' in entry ? [entry] : []));
  const hasAll = (text: string): boolean => words.every((word) => hasWord(text.toLowerCase(), word));
  const byLabel = ({ label = '' }: SpotlightActionData): boolean => hasAll(label);
  const byWords = (entry: SpotlightActionData): boolean =>
    !byLabel(entry) && hasAll([entry.label, entry.description, ...[entry.keywords ?? []].flat()].join(' '));
  const some = (is: (entry: SpotlightActionData) => boolean) =>
    new Map(groups.map(({ group, actions }) => [group, actions.filter(is)]));
  const [first, then] = [some(byLabel), some(byWords)];
  const rank = ({ group }: SpotlightActionGroupData): number =>
    group === bestGroup ? 0 : (first.get(group) ?? []).length > 0 ? 1 : 2;
  return groups
    .map((group) =>
      group.group === bestGroup
        ? group
        : { ...group, actions: [...(first.get(group.group) ?? []), ...(then.get(group.group) ?? [])] },
    )
    .filter(({ actions }) => actions.length > 0)
    .toSorted((a, b) => rank(a) - rank(b));
};

/** Spotlight marks the chosen entry, but has no id for it: screen readers need one. */
function useActiveOption(): string | undefined {
  const [id, setId] = useState<string>();
  useEffect(
    () =>
      commandStore.subscribe(() => {
        const chosen = document.querySelector('[data-action][data-selected]');
        if (chosen !== null && chosen.id === '') chosen.id = `command-${crypto.randomUUID()}`;
        setId(chosen?.id);
      }),
    [],
  );
  return id;
}

interface CommandState {
  readonly entries: Entries;
  /** What was typed to find an entry. */
  readonly typed: string;
  readonly accounts: AccountsState;
  readonly tlds: TldsState;
  readonly search: SearchState;
  readonly sessions: SessionsState;
  readonly domains: DomainsState;
}

/** All entries available now. Actions that cannot be done now are left out. */
export function commandsOf(stores: Stores, state: CommandState): readonly CommandGroup[] {
  const { entries } = state;
  const target = targetOf(stores, state.domains);
  const sessions = ofOneWorld(
    valueOf(state.sessions.sessions)?.values() ?? [],
    valueOf(state.accounts.accounts)?.accounts ?? [],
    activeAccount(state.accounts)?.id ?? null,
  );
  const groups = [
    {
      group: 'As typed',
      commands: [...typedOrders(stores, state.domains, state.typed), ...typedMonth(stores, state.typed)],
    },
    ...pageCommands(stores, state.domains, state.typed),
    { group: 'Selected domains', commands: target.kind === 'list' ? listCommands(stores, target) : [] },
    {
      group: 'Search',
      commands: [...domainSearch(stores, state.typed), ...searchCommands(stores, state.search)],
    },
    {
      group: 'Go to',
      commands: entries(...placeNames, 'restore', 'checkProof', 'bundle', 'help', 'overlay'),
    },
    { group: 'Bulk lookup', commands: [...entries('newBulk'), ...bulkCommands(stores, sessions)] },
    {
      group: 'Transfer codes',
      commands: [handOverCommand(stores, state.domains), ...codeCommands(stores, state.domains, entries)],
    },
    {
      group: 'Domains',
      commands: [
        ...domainActions(stores, state.domains, entries),
        ...(target.kind === 'none' ? listCommands(stores, target) : []),
        ...views(stores),
      ],
    },
    {
      group: 'Accounts',
      commands: [
        ...accountCommands(stores, state.accounts),
        ...entries('refreshStatus', 'switchAccount', 'addAccount'),
      ],
    },
    { group: 'TLDs', commands: tldCommands(stores, state.tlds) },
    { group: 'Appearance', commands: appearances(stores) },
    // Of this computer alone: what was sent is not taken back by them.
    { group: 'Edits', commands: entries('undo', 'redo') },
    { group: 'Settings', commands: settingPlaces(stores) },
    { group: 'Lock', commands: entries('lockNow') },
    { group: 'Elsewhere', commands: nearestPlaces(entries) },
    { group: 'Clients', commands: namedSo(clientCommands(stores, state.domains), state.typed) },
    {
      group: 'Names in the portfolio',
      commands: namedSo(domainCommands(stores, state.domains), state.typed),
    },
    { group: 'Sessions', commands: namedSo(sessionCommands(stores, sessions), state.typed) },
  ]
    .map(({ group, commands }: CommandGroup) => ({
      group,
      commands: commands.filter(({ when = true }) => when),
    }))
    .filter(({ commands }) => commands.length > 0);
  return withBestMatches(groups, state.typed);
}

const settingId = 'setting-';
const isSetting = ({ id }: Command): boolean => id.startsWith(settingId);

/** One entry for each setting. */
const settingPlaces = ({ route }: Stores): readonly Command[] =>
  settingNames.map((name) => {
    const { label, section, words } = settingsIndex[name];
    return {
      id: `${settingId}${name}`,
      label: `Setting: ${label}`,
      hint: section,
      words: words.split(/[ -]/),
      act: () => route.actions.goToSettings({ kind: 'all', setting: name }),
    };
  });

/** The group of the commands for which what was typed is another word, above all others. */
export const bestGroup = 'Best match';

/** The most entries in it. */
const mostBest = 3;

/** The least that is taken for the beginning of a word. */
const shortestBeginning = 3;

/**
 * The groups with the best matches above them: those of the whole word, else of words that begin so, in the order of the groups. Settings
 * have many words: where they alone have this one, a command that has it in its label stands before them.
 */
function withBestMatches(groups: readonly CommandGroup[], typed: string): readonly CommandGroup[] {
  const word = typed
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/gu, ' ');
  const having = (is: (one: string) => boolean): readonly Command[] =>
    groups.flatMap(({ commands }) => commands.filter(({ words = [] }) => words.some(is)));
  const whole = having((one) => one === word);
  const isShort = word.length < shortestBeginning;
  const found = whole.length > 0 || isShort ? whole : having((one) => one.startsWith(word));
  const isLabelled = (command: Command): boolean =>
    !isSetting(command) && command.label.toLowerCase().split(/\W+/u).includes(word);
  const labelled = found.every(isSetting)
    ? groups.flatMap(({ commands }) => commands.filter(isLabelled))
    : [];
  const best = new Set(
    found.length === 0 ? [] : [...labelled.slice(0, mostBest - 1), ...found].slice(0, mostBest),
  );
  if (best.size === 0) return groups;
  const others = groups.map(({ group, commands }) => ({
    group,
    commands: commands.filter((command) => !best.has(command)),
  }));
  return [{ group: bestGroup, commands: [...best] }, ...others.filter(({ commands }) => commands.length > 0)];
}

const askedWords = ({ question }: SearchState): string =>
  question?.query == null
    ? counted(question?.names.length ?? 0, 'domain', 'domains')
    : isolatedName(question.query.unicode);

export function searchCommands(stores: Stores, state: SearchState): readonly Command[] {
  const { actions } = stores.search;
  const available = domainsWith(withOwned(state.rows, ownedNow(stores)), 'available');
  const unknown = domainsWith(state.rows, 'unknown');
  // What is on a hidden screen is not acted upon unseen.
  const isShown = stores.route.getState().route.screen === 'search';
  return [
    {
      id: 'ask',
      when: isShown && state.question !== null,
      label: `Check ${askedWords(state)}`,
      act: actions.ask,
    },
    { id: 'stop', when: isAsking(state), label: 'Stop checking', act: actions.stop },
    {
      id: 'again-unknown',
      when: isShown && unknown.length > 0,
      label: `Check the ${format.count(unknown.length)} unknown again`,
      keys: 'recheckUnknown',
      act: () => actions.recheck(unknown),
    },
    {
      id: 'recheckAll',
      when: isShown && state.rows.size > 0,
      label: commands.recheckAll.label,
      keys: 'recheckAll',
      act: () => actions.recheck([...state.rows.keys()]),
    },
    {
      id: 'copy-available',
      when: isShown && available.length > 0,
      label: `Copy ${counted(available.length, 'available name', 'available names')}`,
      keys: 'copyAvailable',
      act: () => copyAvailable(stores),
    },
  ];
}

/** Looks a typed domain up. */
const domainSearch = ({ search, route }: Stores, typed: string): readonly Command[] => {
  const domain = typed.trim();
  return [
    {
      id: 'search-typed',
      when: isDomain.test(domain),
      label: `Search ${isolatedName(domain)}`,
      act: () =>
        route.actions.focusSearch(() => {
          search.actions.type(domain);
          search.actions.ask();
        }),
    },
  ];
};

function accountCommands(stores: Stores, state: AccountsState): readonly Command[] {
  const active = activeAccount(state);
  const others = (valueOf(state.accounts)?.accounts ?? []).filter((account) => account.id !== active?.id);
  return others.map((account) => ({
    id: `switch-${account.id}`,
    label: `Switch to ${isolated(account.label)}`,
    hint: account.kind === 'practice' ? 'Practice account' : account.username,
    act: () => void stores.accounts.actions.select(account.id),
  }));
}

const tldCommands = ({ tlds, settings, route }: Stores, state: TldsState): readonly Command[] =>
  state.offered.map((set) => ({
    id: `tlds-${set.id}`,
    label: `Check under ${isolated(set.name)}`,
    hint: counted(set.tlds.length, 'TLD', 'TLDs'),
    act: () => {
      tlds.actions.choose({ kind: 'set', id: set.id });
      void settings.actions.write({ searchTldSetId: set.id });
      route.actions.focusSearch();
    },
  }));

const appearances = (stores: Stores): readonly Command[] =>
  (['system', 'light', 'dark'] as const).map((colourScheme) => ({
    id: `scheme-${colourScheme}`,
    label: `Appearance: ${colourScheme}`,
    words: [colourScheme, `${colourScheme} mode`],
    act: () => void changeSettings(stores, { colourScheme }),
  }));

const domainCommands = ({ route }: Stores, state: DomainsState): readonly Command[] =>
  unarchived(state)
    .map(({ name, note }) => ({
      id: `domain-${name}`,
      label: toUnicode(name),
      ...(note === '' ? {} : { hint: note.slice(0, 80) }),
      act: () => route.actions.goToDomains({ kind: 'domain', domain: name, tab: 'overview' }),
    }))
    .sort((a, b) => inOrder(a.label, b.label));

function bulkCommands(stores: Stores, all: readonly Session[]): readonly Command[] {
  const { sessions, notices } = stores;
  const going = all.filter(isOnItsWay);
  const held = all.filter((session) => session.state === 'paused');

  /** Reports failures once. */
  async function onEach(some: readonly Session[], act: typeof sessions.actions.pause): Promise<void> {
    const results = await Promise.all(some.map(({ id }) => act(id)));
    const failed = results.find((result) => !result.ok);
    if (failed !== undefined) notices.actions.fail(failed.error);
  }

  return [
    {
      id: 'pause-all',
      when: going.length > 0,
      label: `Pause all ${counted(going.length, 'running session', 'running sessions')}`,
      act: () => void onEach(going, sessions.actions.pause),
    },
    {
      id: 'resume-all',
      when: held.length > 0,
      label: `Resume all ${counted(held.length, 'paused session', 'paused sessions')}`,
      act: () => void onEach(held, sessions.actions.resume),
    },
  ];
}

/** One entry for each session, the latest first. */
const sessionCommands = ({ route }: Stores, sessions: readonly Session[]): readonly Command[] =>
  sessions
    .toSorted((a, b) => b.changedAt.localeCompare(a.changedAt))
    .map(({ id, name, names, tlds }) => ({
      id: `session-${id}`,
      label: name,
      hint: `${counted(names, 'name', 'names')} × ${counted(tlds.length, 'TLD', 'TLDs')}`,
      act: () => route.actions.goToBulk({ kind: 'session', sessionId: id }),
    }));
