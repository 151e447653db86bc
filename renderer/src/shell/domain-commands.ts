import { nameInText, toUnicode } from '#shared/domain/domain-name.ts';
import { dueWithinDays } from '#shared/domain/expiry.ts';
import { isolated } from '#shared/domain/isolated.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import type { Stores } from '../app-stores.ts';
import type { BatchAction } from '../changes/batches/BatchMaker.tsx';
import { type DomainVerb, domainVerbs, type VerbNow } from '../domains/domain-verbs.ts';
import { isDue, lacksExpiry, wordsFor } from '../domains/domain-words.ts';
import { byAccount, type DomainsState, keyOf, placeOf, unarchived } from '../domains/domains-store.ts';
import { openDomainOf } from '../domains/page/DomainPage.tsx';
import type { DomainTab } from '../domains/page/tabs.ts';
import { createDomainList, portfolioActionsOf } from '../domains/portfolio-store.ts';
import { viewCommands } from '../domains/SavedViews.tsx';
import { valueOf } from '../remote.ts';
import { counted } from '../ui/Formats.tsx';
import { storeOf } from '../ui/live-collection.ts';
import { openDomain } from '../ui/PageParts.tsx';
import type { Command, Entries } from './commands.ts';
import { askOfList, onList } from './everywhere.tsx';

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

/** The actions on domains of the list; with nothing to act on, they lead there and say what to do. */
export function listCommands(
  stores: Stores,
  target: Exclude<Target, { readonly kind: 'page' }>,
): readonly Command[] {
  const command = ({ id, label, keys, why }: DomainVerb, now: VerbNow): Omit<Command, 'act'> => ({
    id: `list-${id}`,
    label: label(now),
    words: wordsFor(id),
    keys,
    when: why?.(now) === undefined,
  });
  if (target.kind === 'none') {
    const now = { whom: 'domains', isArchive: false };
    return domainVerbs
      .filter(({ needsTarget }) => needsTarget !== true)
      .map((verb) => ({
        ...command(verb, now),
        hint: 'Select them in the list',
        act: () =>
          stores.route.actions.goToDomains({ kind: 'list' }, () =>
            stores.notices.actions.say(`Select domains first, then choose “${verb.label(now)}” again`),
          ),
      }));
  }
  const { keys, isArchive } = target;
  const actions = portfolioActionsOf(stores, storeOf(stores, createDomainList));
  const [only] = keys.length === 1 ? keys.map(placeOf) : [];
  const whom =
    only === undefined ? counted(keys.length, 'selected domain', 'selected domains') : nameInText(only.name);
  const verbs = domainVerbs.map((verb) => ({
    ...command(verb, { whom, isArchive }),
    act: () => verb.act(actions, keys, isArchive),
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

/**
 * What was typed as an order: what is to be done, and the domain or the client that it is for, as `renew acme`. Each opens its first step.
 */
export function typedOrders(stores: Stores, domains: DomainsState, typed: string): readonly Command[] {
  const [word = '', ...rest] = typed.trim().toLowerCase().split(/\s+/u);
  const whose = rest.join(' ');
  const verbs = domainVerbs.filter(({ id }) => id === word || wordsFor(id).includes(word));
  if (whose.length < shortestOrder || verbs.length === 0) return [];
  const all = unarchived(domains);
  const named = all.filter(({ name }) => name === whose || toUnicode(name) === whose);
  const byClient = Map.groupBy(
    all.filter(({ client }) => client.toLowerCase().startsWith(whose)),
    ({ client }) => client,
  );
  const subjects = [
    ...named.map((domain) => [nameInText(domain.name), [domain], { text: domain.name }] as const),
    ...[...byClient].map(
      ([client, of]) =>
        [`${counted(of.length, 'domain', 'domains')} of ${isolated(client)}`, of, { client }] as const,
    ),
  ];
  return subjects.flatMap(([whom, of, only]) =>
    verbs
      .map((verb) => ({ ...verb, label: verb.label({ whom, isArchive: false }) }))
      // What is done at once takes a selection that is seen.
      .filter(({ label }) => label.endsWith('…'))
      .map(({ id, label, act }) => ({
        id: `order-${id}-${whom}`,
        label,
        keywords: [typed],
        act: () =>
          void onList(stores, (list) => {
            // What the dialogs know of them is of the list: it shows them then.
            list.actions.showOnly(only);
            act(portfolioActionsOf(stores, list), of.map(keyOf), false);
          }),
      })),
  );
}

const shortestOrder = 2;

/** Actions on domains and changes as a whole. */
export const domainActions = (
  stores: Stores,
  domains: DomainsState,
  entries: Entries,
): readonly Command[] => {
  const due = unarchived(domains).filter((domain) => isDue(domain, dueWithinDays, Date.now()));
  const undated = unarchived(domains).filter(lacksExpiry);
  const change = (action: BatchAction, these: readonly Domain[]): void =>
    askOfList(stores, { kind: 'change', of: byAccount(these.map(keyOf)), action });
  const hasDomains = (valueOf(domains.domains)?.size ?? 0) > 0;
  return [
    ...entries('registerName', 'templates', 'clients', 'importDomains', 'addDomains'),
    ...entries('exportDomains').map((one) => ({ ...one, when: hasDomains })),
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
      label: `Have the service read ${counted(undated.length, 'domain', 'domains')} without an expiry again…`,
      words: wordsFor('sync'),
      hint: 'It may return the date',
      act: () => change('sync', undated),
    },
    ...entries('backUp'),
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
