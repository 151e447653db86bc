import type { Command, CommandGroup } from './commands.ts';
import type { Target } from './domain-commands.ts';

/** What is done with a domain, as its page and the list of domains name it: the ids of their commands. */
interface Verb {
  /** On the page of a domain: what begins so, followed by its name; the first that is there. */
  readonly page: readonly string[];
  /** On the page, where it does not depend on the name. */
  readonly pageAlone?: readonly string[];
  /** On what is selected in the list or shown in its panel, else to the list; the first that is there. */
  readonly list: readonly string[];
}

const verb = (page: readonly string[], list: readonly string[], pageAlone: readonly string[] = []): Verb => ({
  page,
  list,
  pageAlone,
});

// A lock that is set already is shown with its age: there is nothing to review.
const verbs = {
  renew: verb(['page-renew'], ['list-renew']),
  lock: verb(['page-Lock', 'page-overview'], ['list-lock']),
  unlock: verb(['page-Unlock', 'page-overview'], ['list-unlock']),
  nameservers: verb(['page-nameservers'], ['list-nameservers']),
  contacts: verb(['page-contacts'], ['list-contacts']),
  code: verb([], ['list-transfer-code', 'list-codes'], ['copy-code']),
  glue: verb(['page-child-nameservers'], ['list-child-nameservers', 'goDomains']),
  refresh: verb(['page-refresh'], ['list-refresh']),
  registry: verb(['page-registry'], ['list-registry', 'setting-registry']),
  sync: verb(['page-Sync'], ['list-sync']),
  history: verb(['page-history'], ['list-history', 'goChanges']),
  tag: verb(['page-overview'], ['list-tag']),
  note: verb(['page-overview'], ['list-overview', 'goDomains']),
  client: verb(['page-overview'], ['list-client']),
  remove: verb(['page-overview'], ['list-remove']),
} as const satisfies Readonly<Record<string, Verb>>;

type VerbName = keyof typeof verbs;

/** Where a word leads: to a verb on what is open or selected, or to a command by its id; the first stands first. */
interface Destination {
  readonly verb?: VerbName;
  readonly ids?: readonly string[];
}

const on = (name: VerbName, ...ids: readonly string[]): Destination => ({ verb: name, ids });
const to = (...ids: readonly string[]): Destination => ({ ids });

/**
 * The words of the trade, and where each leads. A command is found by its label too: what is here is what people call it otherwise,
 * and what the same word means to most where it is in several labels.
 */
export const tradeWords = {
  // What is done with a domain: on the open one, or on what is selected.
  renew: on('renew', 'renew-due'),
  renewal: on('renew', 'renew-due'),
  extend: on('renew', 'renew-due'),
  lock: on('lock'),
  'transfer lock': on('lock'),
  unlock: on('unlock'),
  nameserver: on('nameservers', 'templates'),
  nameservers: on('nameservers', 'templates'),
  ns: on('nameservers', 'templates'),
  dns: on('nameservers', 'templates'),
  delegation: on('nameservers'),
  contact: on('contacts', 'templates'),
  contacts: on('contacts', 'templates'),
  registrant: on('contacts'),
  owner: on('contacts'),
  holder: on('contacts'),
  admin: on('contacts'),
  address: on('contacts'),
  code: on('code', 'codes'),
  epp: on('code', 'codes'),
  'epp code': on('code', 'codes'),
  'auth code': on('code', 'codes'),
  authcode: on('code', 'codes'),
  authinfo: on('code', 'codes'),
  'transfer code': on('code', 'codes'),
  transfer: on('code', 'codes'),
  'transfer out': on('code', 'codes'),
  glue: on('glue'),
  'host record': on('glue'),
  'child nameserver': on('glue'),
  refresh: on('refresh'),
  reload: on('refresh'),
  rdap: on('registry'),
  whois: on('registry'),
  registry: on('registry'),
  sync: on('sync', 'sync-unknown'),
  history: on('history'),
  tag: on('tag'),
  label: on('tag'),
  note: on('note'),
  comment: on('note'),
  remove: on('remove'),
  delete: on('remove'),
  // Lists.
  expiring: to('view-due', 'renew-due'),
  due: to('view-due', 'renew-due'),
  expiry: to('view-due', 'sync-unknown'),
  expired: to('view-expired'),
  redemption: to('view-expired'),
  unlocked: to('view-unlocked'),
  portfolio: to('goDomains'),
  today: to('goToday'),
  attention: to('goToday'),
  uncertain: to('goToday'),
  client: on('client', 'clients'),
  clients: to('clients'),
  customer: on('client', 'clients'),
  // Finding and ordering names.
  search: to('goSearch'),
  available: to('goSearch'),
  availability: to('goSearch'),
  premium: to('goSearch', 'goBulk'),
  bulk: to('newBulk', 'goBulk'),
  'bulk lookup': to('goBulk', 'newBulk'),
  'bulk search': to('newBulk', 'goBulk'),
  shortlist: to('goBulk'),
  register: to('register'),
  order: to('register'),
  buy: to('register'),
  // Money.
  invoice: to('goChanges'),
  bill: to('goChanges'),
  spent: to('goChanges', 'setting-limit-day'),
  cost: to('goChanges', 'setting-limit-change'),
  credit: to('refreshStatus', 'switchAccount'),
  balance: to('refreshStatus', 'switchAccount'),
  funds: to('refreshStatus', 'switchAccount'),
  limits: to('setting-limit-change', 'setting-limit-batch', 'setting-limit-day'),
  limit: to('setting-limit-change', 'setting-limit-batch', 'setting-limit-day'),
  budget: to('setting-limit-day'),
  // What was done.
  journal: to('goChanges'),
  activity: to('goChanges'),
  batch: to('goChanges'),
  undo: to('undo'),
  redo: to('redo'),
  // Files.
  import: to('import-domains'),
  csv: to('import-domains', 'export-domains'),
  excel: to('import-domains', 'export-domains'),
  xlsx: to('import-domains', 'export-domains'),
  export: to('export-domains'),
  template: to('templates'),
  backup: to('back-up', 'restore'),
  restore: to('restore'),
  reminder: to('setting-notifications'),
  // Accounts and the program.
  account: to('goAccounts', 'switchAccount', 'add-account'),
  'add account': to('add-account'),
  'switch account': to('switchAccount'),
  key: to('goAccounts'),
  'api key': to('goAccounts'),
  token: to('goAccounts'),
  connection: to('refreshStatus', 'goAccounts'),
  password: to('setting-lock'),
  pin: to('setting-lock'),
  dark: to('scheme-dark', 'setting-colours'),
  'dark mode': to('scheme-dark', 'setting-colours'),
  light: to('scheme-light', 'setting-colours'),
  'light mode': to('scheme-light', 'setting-colours'),
  theme: to('setting-colours'),
  compact: to('setting-density'),
  notifications: to('setting-notifications', 'setting-quiet-hours'),
  watch: to('setting-watched-names'),
  backorder: to('setting-watched-names'),
  clipboard: to('setting-clipboard'),
  screenshot: to('setting-capture'),
  privacy: to('setting-keep-results'),
  update: to('setting-updates'),
  version: to('setting-updates'),
  hotkeys: to('overlay'),
  shortcuts: to('overlay'),
  team: to('setting-team', 'setting-team-people'),
  colleague: to('setting-team', 'setting-team-people'),
  share: to('setting-team'),
  postgres: to('setting-team'),
  postgresql: to('setting-team'),
  invite: to('setting-team-people', 'setting-team'),
  'four eyes': to('setting-team-limits'),
  approve: to('setting-team-limits'),
  assistant: to('setting-assistants'),
  mcp: to('setting-assistants'),
  support: to('bundle'),
  bug: to('bundle'),
  log: to('setting-log'),
} as const satisfies Readonly<Record<string, Destination>>;

const table: ReadonlyMap<string, Destination> = new Map(Object.entries(tradeWords));

/** The group of what a word of the table leads to, above all others. */
export const bestGroup = 'Best match';

/** The most entries in it. */
const mostBest = 3;

/** The least that is taken for the beginning of a word. */
const shortestBeginning = 3;

/** Where what was typed leads: by the whole word, else by the words that begin so. */
function destinationsOf(typed: string): readonly Destination[] {
  const word = typed
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/gu, ' ');
  const exact = table.get(word);
  if (exact !== undefined) return [exact];
  if (word.length < shortestBeginning) return [];
  return [...table].flatMap(([known, destination]) => (known.startsWith(word) ? [destination] : []));
}

/** The commands of a destination; of those that are the same in other words, the first that is there. */
function idsOf({ verb: name, ids = [] }: Destination, target: Target, has: (id: string) => boolean) {
  if (name === undefined) return ids;
  const { page, pageAlone = [], list }: Verb = verbs[name];
  const own = target.kind === 'page' ? [...page.map((id) => `${id}-${target.name}`), ...pageAlone] : list;
  const first = own.filter(has).slice(0, 1);
  if (target.kind !== 'none') return first;
  // Nothing is open or selected: what can be done at once stands before the way to the list.
  return [...ids.filter((id) => actsAtOnce.has(id)), ...first, ...ids.filter((id) => !actsAtOnce.has(id))];
}

const actsAtOnce: ReadonlySet<string> = new Set(['renew-due', 'sync-unknown', 'codes', 'clients']);

/** The groups with what the typed word leads to above them, each command once. */
export function withBestMatches(
  groups: readonly CommandGroup[],
  typed: string,
  target: Target,
): readonly CommandGroup[] {
  const destinations = destinationsOf(typed);
  if (destinations.length === 0) return groups;
  const all: ReadonlyMap<string, Command> = new Map(
    groups.flatMap(({ commands }) => commands.map((command) => [command.id, command])),
  );
  const ids = destinations.flatMap((destination) => idsOf(destination, target, (id) => all.has(id)));
  const best = [...new Set(ids)].flatMap((id) => all.get(id) ?? []).slice(0, mostBest);
  if (best.length === 0) return groups;
  const isBest = new Set(best.map(({ id }) => id));
  const others = groups.map(({ group, commands }) => ({
    group,
    commands: commands.filter(({ id }) => !isBest.has(id)),
  }));
  return [{ group: bestGroup, commands: best }, ...others.filter(({ commands }) => commands.length > 0)];
}
