import { nameInText, toUnicode } from '#shared/domain/domain-name.ts';
import { monthsBefore } from '#shared/domain/activity.ts';
import { dueWithinDays } from '#shared/domain/expiry.ts';
import { isolated } from '#shared/domain/isolated.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import type { Stores } from '../app-stores.ts';
import type { BatchAction, GivenChange } from '../changes/batches/BatchMaker.tsx';
import { type DomainVerb, domainVerbs, type VerbNow } from '../domains/domain-verbs.ts';
import { isDue, lacksExpiry, wordsFor } from '../domains/domain-words.ts';
import { byAccount, type DomainsState, keyOf, placeOf, unarchived } from '../domains/domains-store.ts';
import { openDomainOf, placesOf } from '../domains/page/DomainPage.tsx';
import { createDomainList, portfolioActionsOf } from '../domains/portfolio-store.ts';
import { viewCommands } from '../domains/SavedViews.tsx';
import { valueOf } from '../remote.ts';
import { counted } from '../ui/Formats.tsx';
import { storeOf } from '../ui/live-collection.ts';
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
  const toList = (say: string) => (): void =>
    stores.route.actions.goToDomains({ kind: 'list' }, () => stores.notices.actions.say(say));
  const places = placesOf(stores, null, 'list').map((place) => ({
    ...place,
    hint: 'Type its name after the word',
    act: toList('Open a domain first'),
  }));
  if (target.kind === 'none') {
    const now = { whom: 'domains', isArchive: false };
    return [
      ...domainVerbs.map((verb) => ({
        ...command(verb, now),
        hint: 'Select some in the list, or type whose after the word',
        act: toList(`Select domains first, then choose “${verb.label(now)}” again`),
      })),
      ...places,
    ];
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
    ? [...verbs, ...places]
    : [...verbs.filter(({ id }) => id !== 'list-codes'), ...placesOf(stores, only, 'list')];
}

/** The least that is looked for within words: of less every list is full. */
const shortestWithin = 3;

/** @param text In small letters. */
export const hasWord = (text: string, word: string): boolean =>
  word.length < shortestWithin ? ` ${text}`.includes(` ${word}`) : text.includes(word);

/** The most domains, clients or sessions that are listed at once: typing narrows them down. */
const mostListed = 12;

/** Those that have all the words that were typed; what begins so comes first. */
export function namedSo<T extends { readonly label: string; readonly hint?: string }>(
  all: readonly T[],
  typed: string,
) {
  const text = typed.trim().toLowerCase();
  const words = text.split(/\s+/u);
  const isNamed = ({ label, hint = '' }: T): boolean =>
    words.every((word) => hasWord(`${label} ${hint}`.toLowerCase(), word));
  const [first, others] = [true, false].map((isFirst) =>
    all.filter((one) => isNamed(one) && one.label.toLowerCase().startsWith(text) === isFirst),
  );
  return [...(first ?? []), ...(others ?? [])].slice(0, mostListed);
}

const ofClients = (domains: DomainsState): ReadonlyMap<string, readonly Domain[]> =>
  Map.groupBy(
    unarchived(domains).filter(({ client }) => client !== ''),
    ({ client }) => client,
  );

/** One entry for each client: its domains. */
export const clientCommands = (stores: Stores, domains: DomainsState): readonly Command[] =>
  [...ofClients(domains)].map(([client, of]) => ({
    id: `client-${client}`,
    label: isolated(client),
    hint: `Client, ${counted(of.length, 'domain', 'domains')}`,
    words: [client.toLowerCase()],
    act: () => void onList(stores, (list) => list.actions.showOnly({ client })),
  }));

export const isDomain = /^[^\s./]+(\.[^\s./]+)+$/u;

/** What may be typed behind whose it is, by the id of the verb: `ns acme ns1.example ns2.example`, `email acme office@acme.example`. */
const settable: Partial<Record<string, Settable>> = {
  nameservers: { action: 'nameservers', part: isDomain, given: (hosts) => ({ hosts }) },
  contacts: { action: 'contacts', part: /^[^\s@]+@[^\s@]+\.[^\s@]+$/u, given: ([email = '']) => ({ email }) },
};

interface Settable {
  readonly action: BatchAction;
  readonly part: RegExp;
  readonly given: (typed: readonly string[]) => GivenChange;
}

/** What of the words stands behind those that call for something, `hand over acme`; null where they do not. */
function behind(words: readonly string[], id: string): readonly string[] | null {
  const typed = `${words.join(' ').toLowerCase()} `;
  const called = [id, ...wordsFor(id)].filter((phrase) => typed.startsWith(`${phrase} `));
  return called.length === 0 ? null : words.slice(Math.max(...called.map((one) => one.split(' ').length)));
}

/**
 * What was typed as an order: what is to be done, and the client that it is for, as `renew acme`: each opens its first step, and the list
 * stays as it is. With what is set it is for a domain as well, and that step is filled in. Other orders for a domain are of its page.
 */
export function typedOrders(stores: Stores, domains: DomainsState, typed: string): readonly Command[] {
  const words = typed.trim().split(/\s+/u);
  const leaving = behind(words, 'hand-over');
  const handOvers = leaving === null ? [] : clientsNamed(domains, leaving.join(' ').toLowerCase());
  // What is done at once takes a selection that is seen.
  const verbs = domainVerbs.filter(({ isAtOnce }) => isAtOnce !== true);
  const others = verbs.flatMap(({ id, label, act }) => {
    const rest = behind(words, id);
    if (rest === null) return [];
    const how = settable[id];
    const at = endOfName(domains, rest, (part) => how?.part.test(part) === true);
    const [whose, set] = [rest.slice(0, at), rest.slice(at)];
    return subjectsOf(domains, whose.join(' ').toLowerCase(), set.length > 0).map(({ whom, of }) => ({
      id: `order-${id}-${whom}`,
      label: label({ whom, isArchive: false }),
      keywords: [typed],
      ...(set.length > 0 && { hint: set.join(', ') }),
      act: () =>
        void onList(stores, (list) => {
          const keys = of.map(keyOf);
          if (how === undefined || set.length === 0) act(portfolioActionsOf(stores, list), keys, false);
          else
            list.actions.ask({
              kind: 'change',
              action: how.action,
              of: byAccount(keys),
              given: how.given(set),
            });
        }),
    }));
  });
  return [
    ...handOvers.map(([client, of]) => ({
      id: `order-hand-over-${client}`,
      label: `Hand over ${ofClient(client, of)}…`,
      keywords: [typed],
      act: () =>
        void onList(stores, (list) => {
          list.actions.showOnly({ client });
          list.actions.handOver(client);
        }),
    })),
    ...others,
  ];
}

/** Where in `words` the name of whose it is ends, and what is set begins. A client's name may have a word in it that looks like that. */
function endOfName(
  domains: DomainsState,
  words: readonly string[],
  isSet: (word: string) => boolean,
): number {
  const first = Math.max(1, words.findLastIndex((word) => !isSet(word)) + 1);
  const names = new Set([...ofClients(domains).keys()].map((client) => client.toLowerCase()));
  const whole = words.findLastIndex(
    (_, index) =>
      index + 1 > first &&
      names.has(
        words
          .slice(0, index + 1)
          .join(' ')
          .toLowerCase(),
      ),
  );
  return whole === -1 ? first : whole + 1;
}

/** Whose an order is: those of clients that are called so, and a domain of this name where what is set is typed. */
function subjectsOf(domains: DomainsState, name: string, withDomain: boolean) {
  if (name.length < shortestOrder) return [];
  const named = unarchived(domains).filter(
    (one) => withDomain && [one.name, toUnicode(one.name)].includes(name),
  );
  return [
    ...named.map((domain) => ({ whom: nameInText(domain.name), of: [domain] })),
    ...clientsNamed(domains, name).map(([client, of]) => ({ whom: ofClient(client, of), of })),
  ];
}

const shortestOrder = 2;

const clientsNamed = (domains: DomainsState, name: string) =>
  name.length < shortestOrder
    ? []
    : [...ofClients(domains)].filter(([client]) => client.toLowerCase().startsWith(name));

const ofClient = (client: string, of: readonly Domain[]): string =>
  `${counted(of.length, 'domain', 'domains')} of ${isolated(client)}`;

/** What a client that leaves needs: of the one that is listed, or of the one that is chosen. */
export const handOverCommand = (stores: Stores, domains: DomainsState): Command => ({
  id: 'hand-over',
  when: unarchived(domains).some(({ client }) => client !== ''),
  label: 'Hand over the domains of a client…',
  hint: 'Unlock, codes, archive; or type whose after the word',
  words: wordsFor('hand-over'),
  act: () =>
    void onList(stores, (list) => {
      const { client } = list.getState().filter;
      if (client) list.actions.handOver(client);
      else list.actions.ask({ kind: 'clients', handsOver: true });
    }),
});

/** `export october`: what was paid in the last month of that name, in English or the system's language, to a file. */
export function typedMonth({ route }: Stores, typed: string): readonly Command[] {
  const [word = '', name = ''] = typed.trim().toLowerCase().split(/\s+/u);
  if (!monthWords.has(word) || name.length < shortestMonth) return [];
  const languages = ['en', undefined];
  return monthsBefore(new Date(), 12)
    .filter((month) =>
      languages.some((language) => monthName(month, language).toLowerCase().startsWith(name)),
    )
    .map((month) => ({
      id: `paid-${month}`,
      label: `Export the paid changes of ${monthName(month, undefined)} ${month.slice(0, 4)}…`,
      keywords: [typed],
      act: () => route.actions.goToChanges({ kind: 'list', changeId: null, paidOf: month }),
    }));
}

const monthWords: ReadonlySet<string> = new Set(['export', 'paid', 'invoice', 'invoices', 'month']);
const shortestMonth = 3;

const monthName = (month: string, language: string | undefined): string =>
  new Date(`${month}-15T12:00:00`).toLocaleDateString(language, { month: 'long' });

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
      id: 'calendar',
      when: hasDomains,
      label: 'Calendar of all expiries (.ics)…',
      words: ['calendar', 'ics', 'ical'],
      act: () =>
        void portfolioActionsOf(stores, storeOf(stores, createDomainList)).saveCalendar(
          domains.accountId === null ? [] : [domains.accountId],
        ),
    },
    {
      id: 'paid',
      label: 'Export the paid changes of a month, for invoices…',
      words: ['invoice', 'invoices', 'bill', 'month', 'report', 'accounting', 'statement'],
      act: () => stores.route.actions.goToChanges({ kind: 'list', changeId: null, paidOf: '' }),
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
  expired: ['expired', 'redemption', 'grace'],
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
