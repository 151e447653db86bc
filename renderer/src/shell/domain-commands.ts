import { nameInText } from '#shared/domain/domain-name.ts';
import { dueWithinDays } from '#shared/domain/expiry.ts';
import { isolated } from '#shared/domain/isolated.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import type { ShortcutName } from '#shared/domain/shortcuts.ts';
import type { Stores } from '../app-stores.ts';
import type { BatchAction } from '../changes/batches/BatchMaker.tsx';
import { isDue, lacksExpiry, wordsFor } from '../domains/domain-words.ts';
import { byAccount, type DomainsState, keyOf, placeOf, unarchived } from '../domains/domains-store.ts';
import { createDomainList } from '../domains/DomainsScreen.tsx';
import { openDomainOf } from '../domains/page/DomainPage.tsx';
import type { DomainTab } from '../domains/page/tabs.ts';
import {
  type PortfolioActions,
  portfolioActionsOf,
  type PortfolioDialog,
  type PortfolioStore,
} from '../domains/portfolio-store.ts';
import { viewCommands } from '../domains/SavedViews.tsx';
import { valueOf } from '../remote.ts';
import { counted } from '../ui/Formats.tsx';
import { storeOf } from '../ui/live-collection.ts';
import { openDomain } from '../ui/PageParts.tsx';
import type { Command } from './commands.ts';
import { activeAccount } from './stores.ts';

/** What an action on domains is on: the domain whose page is open, what is selected in the list, or the one in its side panel. */
export type Target =
  | { readonly kind: 'page'; readonly name: string }
  | { readonly kind: 'list'; readonly keys: readonly string[]; readonly isArchive: boolean }
  | { readonly kind: 'none' };

/** What is on a hidden screen is not acted upon unseen. */
export function targetOf(stores: Stores, domains: DomainsState): Target {
  const page = openDomainOf(stores, domains);
  if (page !== null) return { kind: 'page', name: page.name };
  const { route } = stores.route.getState();
  if (route.screen !== 'domains' || route.view.kind !== 'list') return { kind: 'none' };
  const { chosen, inPanel, filter } = storeOf(stores, createDomainList).getState();
  const keys = chosen.keys.size > 0 ? [...chosen.keys] : inPanel === null ? [] : [inPanel];
  return keys.length === 0 ? { kind: 'none' } : { kind: 'list', keys, isArchive: filter.archivedOnly };
}

interface ListVerb {
  readonly id: string;
  /** @param whom Such as `oakline.io`, or `3 selected domains`. */
  readonly label: (whom: string) => string;
  readonly keys?: ShortcutName;
  /** A batch leaves archived domains out: offered for others alone. */
  readonly isChange?: true;
  /** Only where it is known on what. */
  readonly needsTarget?: true;
  readonly act: (actions: PortfolioActions, keys: readonly string[], list: PortfolioStore) => void;
}

const batch =
  (action: BatchAction): ListVerb['act'] =>
  (_, keys, list) =>
    list.actions.ask({ kind: 'change', action, of: byAccount(keys) });

/** What is done with domains of the list. Of what changes something at the service, the first step is opened; nothing is sent. */
const listVerbs: readonly ListVerb[] = [
  {
    id: 'renew',
    label: (whom) => `Renew ${whom}…`,
    keys: 'renewDomains',
    isChange: true,
    act: batch('renew'),
  },
  { id: 'lock', label: (whom) => `Lock ${whom}…`, isChange: true, act: batch('lock') },
  { id: 'unlock', label: (whom) => `Unlock ${whom}…`, isChange: true, act: batch('unlock') },
  {
    id: 'nameservers',
    label: (whom) => `Set nameservers of ${whom}…`,
    keys: 'nameserversOfDomains',
    isChange: true,
    act: batch('nameservers'),
  },
  { id: 'contacts', label: (whom) => `Set contacts of ${whom}…`, isChange: true, act: batch('contacts') },
  { id: 'sync', label: (whom) => `Sync ${whom}…`, isChange: true, act: batch('sync') },
  {
    id: 'codes',
    label: (whom) => `Transfer codes of ${whom}…`,
    keys: 'codesOfDomains',
    act: (actions, keys) => actions.codes(keys),
  },
  {
    id: 'refresh',
    label: (whom) => `Refresh ${whom}`,
    keys: 'readDomains',
    act: (actions, keys) => actions.readAgain(keys),
  },
  {
    id: 'registry',
    label: (whom) => `Look up ${whom} at the registry`,
    needsTarget: true,
    act: (actions, keys) => actions.lookUp(keys),
  },
  {
    id: 'tag',
    label: (whom) => `Tag ${whom}…`,
    keys: 'tagDomains',
    act: (actions, keys) => actions.tag(keys),
  },
  {
    id: 'client',
    label: (whom) => `Set the client of ${whom}…`,
    keys: 'clientOfDomains',
    act: (actions, keys) => actions.client(keys),
  },
  {
    id: 'remove',
    label: (whom) => `Remove ${whom} from the list…`,
    keys: 'removeDomains',
    act: (actions, keys) => actions.remove(keys),
  },
];

/** The actions on domains of the list; with nothing to act on, they lead there and say what to do. */
export function listCommands(
  stores: Stores,
  target: Exclude<Target, { readonly kind: 'page' }>,
): readonly Command[] {
  if (target.kind === 'none')
    return listVerbs
      .filter(({ needsTarget }) => needsTarget !== true)
      .map(({ id, label, keys }) => ({
        id: `list-${id}`,
        label: label('domains'),
        hint: 'Select them in the list',
        words: wordsFor(id),
        ...(keys === undefined ? {} : { keys }),
        act: () =>
          stores.route.actions.goToDomains({ kind: 'list' }, () =>
            stores.notices.actions.say(`Select domains first, then choose “${label('domains')}” again`),
          ),
      }));
  const { keys, isArchive } = target;
  const list = storeOf(stores, createDomainList);
  const actions = portfolioActionsOf(stores, list);
  const [only] = keys.length === 1 ? keys.map(placeOf) : [];
  const whom =
    only === undefined ? counted(keys.length, 'selected domain', 'selected domains') : nameInText(only.name);
  const verbs = listVerbs.map(({ id, label, keys: shortcut, isChange, act }) => ({
    id: `list-${id}`,
    label: label(whom),
    words: wordsFor(id),
    ...(shortcut === undefined ? {} : { keys: shortcut }),
    when: !(isArchive && isChange === true),
    act: () => act(actions, keys, list),
  }));
  return only === undefined
    ? verbs
    : [...verbs.filter(({ id }) => id !== 'list-codes'), ...pagesOf(stores, only)];
}

/** What of one domain is on its page. */
const pagesOf = (
  stores: Stores,
  { accountId, name }: Pick<Domain, 'accountId' | 'name'>,
): readonly Command[] => {
  const to = (tab: DomainTab, label: string): Command => ({
    id: `list-${tab}`,
    label,
    words: wordsFor(tab),
    act: () => openDomain(stores, { accountId, domain: name, tab }),
  });
  const whom = nameInText(name);
  return [
    to('transfer-code', `Transfer code of ${whom}`),
    to('child-nameservers', `Host records of ${whom}`),
    to('history', `History of ${whom}`),
    to('overview', `Overview of ${whom}`),
  ];
};

/** Actions on domains and changes as a whole. */
export const domainActions = (stores: Stores, domains: DomainsState): readonly Command[] => {
  const { actions } = stores.route;
  const due = unarchived(domains).filter((domain) => isDue(domain, dueWithinDays, Date.now()));
  const undated = unarchived(domains).filter(lacksExpiry);
  const change = (action: BatchAction, these: readonly Domain[]): void =>
    void askOfList(stores, { kind: 'change', of: byAccount(these.map(keyOf)), action });
  return [
    {
      id: 'register',
      label: 'Register a name',
      words: ['register', 'order', 'buy'],
      act: () => actions.goToRegister([], null),
    },
    {
      id: 'templates',
      label: 'Contact and nameserver templates',
      words: ['template'],
      act: () => actions.goToDomains({ kind: 'templates' }),
    },
    {
      id: 'clients',
      when: activeAccount(stores.accounts.getState()) !== null,
      label: 'Clients…',
      hint: 'The contact and nameservers that orders of each propose',
      words: ['clients', 'client', 'customer'],
      keywords: ['template'],
      act: () => void askOfList(stores, { kind: 'clients' }),
    },
    {
      id: 'import-domains',
      when: activeAccount(stores.accounts.getState()) !== null,
      label: 'Import domains from a file',
      words: ['import', 'csv', 'excel', 'xlsx'],
      keywords: ['registrar', 'undo'],
      act: () => actions.goToDomains({ kind: 'import' }),
    },
    {
      id: 'add-domains',
      when: activeAccount(stores.accounts.getState()) !== null,
      label: 'Add domains…',
      keywords: ['paste'],
      act: () => void askOfList(stores, { kind: 'add' }),
    },
    {
      id: 'export-domains',
      when: (valueOf(domains.domains)?.size ?? 0) > 0,
      label: 'Export domains…',
      keys: 'exportDomains',
      hint: 'What the list shows, to a file or the clipboard',
      words: ['export', 'csv', 'excel', 'xlsx'],
      keywords: ['json', 'txt', 'copy'],
      act: () => void askOfList(stores, { kind: 'export' }),
    },
    {
      id: 'renew-due',
      when: due.length > 0,
      label: `Renew ${counted(due.length, 'due domain', 'due domains')}…`,
      words: wordsFor('renew'),
      hint: `Expired, or expires within ${dueWithinDays} days`,
      act: () => change('renew', due),
    },
    {
      id: 'sync-unknown',
      when: undated.length > 0,
      label: `Sync ${counted(undated.length, 'domain', 'domains')} without expiry date…`,
      words: wordsFor('sync'),
      hint: 'A sync may return the expiry date',
      act: () => change('sync', undated),
    },
    { id: 'back-up', label: 'Back up now', words: ['backup'], act: () => void backUp(stores) },
  ];
};

const viewWords: Readonly<Record<string, readonly string[]>> = {
  due: ['expiring', 'due', 'expiry'],
  expired: ['expired', 'redemption'],
  unlocked: ['unlocked'],
};

export const views = (stores: Stores): readonly Command[] =>
  viewCommands(stores).map(({ id, name, open }) => ({
    id: `view-${id}`,
    label: `View: ${isolated(name)}`,
    hint: 'Domains',
    words: viewWords[id] ?? [],
    act: () => void onList(stores, open),
  }));

/** Goes to the list of domains, and acts on it there. */
async function onList(stores: Stores, act: (list: PortfolioStore) => void): Promise<void> {
  const { createDomainList } = await import('../domains/DomainsScreen.tsx');
  stores.route.actions.goToDomains({ kind: 'list' }, () => act(storeOf(stores, createDomainList)));
}

/** Opens a dialog of the list. */
const askOfList = (stores: Stores, dialog: PortfolioDialog): Promise<void> =>
  onList(stores, (list) => list.actions.ask(dialog));

async function backUp({ bridge, notices }: Stores): Promise<void> {
  const made = await bridge.request.backups.make({});
  if (!made.ok) notices.actions.fail(made.error);
  else if (made.value.state === 'good') notices.actions.say('The backup was made and verified.');
  else notices.actions.say('The new backup is damaged and can’t be restored.', 'problem');
}
