// Names and keys without a schema: the start loads this module, and main makes the menu from it.

/** The menus of the application that have commands of the page. */
export type MenuName = 'file' | 'edit' | 'go' | 'help';

interface CommandRow {
  /** Alternatives with a blank between them, each like `Mod+K`, `Shift+C`, `/`. `Mod` is Ctrl, or ⌘ on a Mac. */
  readonly keys?: string;
  readonly label: string;
  readonly menu?: MenuName;
  /** Shown beside it in the palette. */
  readonly hint?: string;
  /** What people call it otherwise: where one of these was typed, or begins so, it stands first in the palette. */
  readonly words?: string;
  /** Other words by which it is found there. */
  readonly keywords?: string;
}

/**
 * Every command with a fixed text, by where its keys work: buttons, palette, keys, menu, help and the list of all keys read it. What it
 * does stands in the page: of those of every screen in `shell/everywhere.tsx`, of domains of the list in `domains/domain-verbs.ts`.
 */
const table = {
  Everywhere: {
    palette: { keys: 'Mod+K', label: 'Command palette', menu: 'go' },
    help: { keys: 'F1', label: 'Help for this screen', menu: 'help' },
    overlay: { keys: '? Mod+/', label: 'Keyboard shortcuts', menu: 'help', words: 'hotkeys, shortcuts' },
    focusSearch: { keys: 'Mod+L /', label: 'Go to the search field', menu: 'go' },
    goToday: {
      keys: 'Mod+1',
      label: 'Today',
      menu: 'go',
      words: 'today, attention, uncertain',
      keywords: 'due, expired, start',
    },
    goDomains: {
      keys: 'Mod+2',
      label: 'Domains',
      menu: 'go',
      words: 'portfolio',
      keywords: 'renew, expiry, lock, unlock, nameservers, contacts, archive, tag, export',
    },
    goSearch: {
      keys: 'Mod+3',
      label: 'Search',
      menu: 'go',
      words: 'search, available, availability, premium, price',
    },
    goBulk: {
      keys: 'Mod+4',
      label: 'Bulk lookup',
      menu: 'go',
      words: 'bulk lookup, shortlist, premium',
      keywords: 'session, export, import, prices',
    },
    goChanges: {
      keys: 'Mod+5',
      label: 'Activity',
      menu: 'go',
      words: 'history, spent, cost, journal, activity, batch',
      keywords: 'changes, batch changes, batches, export, money',
    },
    goAccounts: {
      keys: 'Mod+6',
      label: 'Accounts',
      menu: 'go',
      words: 'account, key, api key, token, connection',
    },
    goSettings: {
      keys: 'Mod+,',
      label: 'Settings',
      menu: 'go',
      keywords: 'backup, restore, updates, limits',
    },
    newBulk: { keys: 'Mod+N', label: 'New bulk lookup', menu: 'file', words: 'bulk, bulk search' },
    switchAccount: { keys: 'Mod+Shift+A', label: 'Switch account', menu: 'go' },
    refreshStatus: {
      keys: 'F5',
      label: 'Read credit and connection again',
      menu: 'file',
      words: 'credit, balance, funds',
    },
    openCodeFile: { keys: 'Mod+Shift+O', label: 'Open a code file…', menu: 'file' },
    lockNow: { keys: 'Mod+Shift+K', label: 'Lock now', menu: 'file' },
    goBack: { keys: 'Alt+ArrowLeft', label: 'Back, where a page has a back arrow' },
    undo: { keys: 'Mod+Z', label: 'Undo the last local edit', menu: 'edit' },
    redo: { keys: 'Mod+Shift+Z Mod+Y', label: 'Redo', menu: 'edit' },
  },
  'Search: the field': {
    ask: { keys: 'Enter', label: 'Check live' },
    toList: { keys: 'ArrowDown', label: 'Focus list' },
    chooseTlds: { keys: 'Mod+T', label: 'Choose TLDs' },
  },
  'Search: the list': {
    move: { keys: 'ArrowUp ArrowDown', label: 'Move through the results' },
    register: { keys: 'Enter', label: 'Register an available name, else show details' },
    details: { keys: 'I', label: 'Show details' },
    viewDomain: { keys: 'V', label: 'View a domain of yours' },
    copy: { keys: 'C', label: 'Copy the name' },
    copyAvailable: { keys: 'Shift+C', label: 'Copy all available names' },
    recheck: { keys: 'R', label: 'Check again' },
    recheckAll: { keys: 'Shift+R', label: 'Check all again' },
    recheckUnknown: { keys: 'U', label: 'Check unknown ones again' },
    sort: { keys: 'S', label: 'Sort again' },
    filter: { keys: '0 … 8', label: 'Filter by status' },
    back: { keys: 'Escape', label: 'Close details, stop checking, or back to the field' },
  },
  'Bulk lookup: the list': {
    moveSessions: { keys: 'ArrowUp ArrowDown', label: 'Move through the sessions' },
    openSession: { keys: 'Enter', label: 'Open' },
    pauseSession: { keys: 'P', label: 'Pause or resume' },
    stopSession: { keys: 'X', label: 'Stop' },
    renameSession: { keys: 'F2', label: 'Rename…' },
    runSessionAgain: { keys: 'A', label: 'Run again…' },
    compareSession: { keys: 'C', label: 'Compare with…' },
    removeSession: { keys: 'Delete', label: 'Remove…' },
    findSession: { keys: 'F', label: 'Find by name' },
  },
  'Bulk lookup: a new one': {
    openNames: { keys: 'Mod+O', label: 'Open a file with names' },
    startSession: { keys: 'Mod+Enter', label: 'Start' },
  },
  'Domains: the list': {
    moveDomains: { keys: 'ArrowUp ArrowDown', label: 'Move; with Shift, select more' },
    openDomain: { keys: 'Enter', label: 'Open page' },
    selectDomain: { keys: 'Space', label: 'Toggle selection' },
    selectDomains: { keys: 'Mod+A', label: 'Select all that are shown' },
    dropSelection: { keys: 'Escape', label: 'Select none' },
    findDomain: { keys: 'F Mod+F', label: 'Find' },
    addDomains: { keys: 'N', label: 'Add domains…', keywords: 'paste' },
    readDomains: { keys: 'R', label: 'Read again' },
    renewDomains: { keys: 'Shift+R', label: 'Renew…' },
    nameserversOfDomains: { keys: 'Shift+N', label: 'Set nameservers…' },
    contactsOfDomains: { keys: 'E', label: 'Contacts…' },
    codesOfDomains: { keys: 'K', label: 'Transfer codes…' },
    tagDomains: { keys: 'T', label: 'Tag…' },
    clientOfDomains: { keys: 'L', label: 'Client…' },
    archiveDomains: { keys: 'A', label: 'Archive or restore' },
    copyDomains: { keys: 'C', label: 'Copy the names' },
    exportDomains: {
      keys: 'Mod+E',
      label: 'Export domains…',
      hint: 'What the list shows, to a file or the clipboard',
      words: 'export, csv, excel, xlsx',
      keywords: 'json, txt, copy',
    },
    removeDomains: { keys: 'Delete', label: 'Remove…' },
  },
  'Domains: one of them': {
    previousDomain: { keys: 'Alt+ArrowUp', label: 'The domain before it in the list' },
    nextDomain: { keys: 'Alt+ArrowDown', label: 'The domain after it in the list' },
    domainTabs: { keys: 'ArrowLeft ArrowRight', label: 'Move through its sections, from the tab row' },
    domainBack: { keys: 'Escape', label: 'Back to the list, from the tab row' },
  },
  Templates: {
    moveTemplates: { keys: 'ArrowUp ArrowDown', label: 'Move through the templates' },
    openTemplate: { keys: 'Enter', label: 'Edit' },
    renameTemplate: { keys: 'F2', label: 'Rename' },
    removeTemplate: { keys: 'Delete', label: 'Remove…' },
  },
  Accounts: {
    addAccount: { keys: 'N', label: 'Add an account', words: 'add account' },
    testAccount: { keys: 'T', label: 'Test the connection' },
  },
  Settings: {
    findSetting: { keys: 'F Mod+F', label: 'Find a setting' },
  },
  Activity: {
    moveChanges: { keys: 'ArrowUp ArrowDown', label: 'Move through the list' },
    openChange: { keys: 'Enter', label: 'Open' },
    closeChange: { keys: 'Escape', label: 'Close side panel' },
    unfoldBatch: { keys: 'ArrowRight', label: 'Show the changes of a batch' },
    foldBatch: { keys: 'ArrowLeft', label: 'Hide them again' },
    findChange: { keys: 'F', label: 'Find by domain' },
  },
  'Activity: a batch': {
    moveBatches: { keys: 'ArrowUp ArrowDown', label: 'Move through the batches or rows' },
    openBatch: { keys: 'Enter', label: 'Open' },
  },
  'Bulk lookup: the grid': {
    gridMove: { keys: 'ArrowUp ArrowDown ArrowLeft ArrowRight', label: 'Move; with Shift, select more' },
    gridEdges: { keys: 'Home End PageUp PageDown', label: 'To an edge; with Ctrl, to a corner' },
    gridFind: { keys: 'A … Z', label: 'Find a name by its beginning' },
    gridStar: { keys: 'Space', label: 'Toggle shortlist' },
    gridOpen: { keys: 'Enter', label: 'Register an available name, else show details' },
    gridAll: { keys: 'Mod+A', label: 'Select everything shown' },
    gridLeave: { keys: 'Escape', label: 'Close side panel' },
  },
  'Bulk lookup: a session': {
    sessionRun: { keys: 'Mod+P', label: 'Pause or resume' },
    sessionAgain: { keys: 'Mod+U', label: 'Check unknown ones again' },
    sessionRename: { keys: 'F2', label: 'Rename' },
    sessionFind: { keys: 'Mod+F', label: 'Filter by name' },
    sessionClear: { keys: 'Mod+Shift+F', label: 'Clear the filter' },
    sessionStarred: { keys: 'Mod+Shift+S', label: 'Toggle shortlist filter' },
    sessionRefresh: { keys: 'Mod+R', label: 'Re-sort newest results' },
    sessionGrid: { keys: 'Mod+G', label: 'Focus grid' },
    sessionPanel: { keys: 'Mod+I', label: 'Show or close the details' },
    sessionSummary: { keys: 'Mod+J', label: 'Show or close the summary' },
    sessionCopy: { keys: 'Mod+Shift+C', label: 'Copy the name' },
    sessionStar: { keys: 'Mod+D', label: 'Toggle shortlist' },
    sessionView: { keys: 'Mod+Enter', label: 'View a domain of yours' },
    sessionSearch: { keys: 'Mod+Shift+L', label: 'Open in Search' },
    sessionExport: { keys: 'Mod+E', label: 'Export what is shown' },
  },
  'no key': {
    registerName: { label: 'Register a name', words: 'register, order, buy' },
    templates: { label: 'Contact and nameserver templates', words: 'template' },
    clients: {
      label: 'Clients…',
      hint: 'The contact and nameservers that orders of each propose',
      words: 'clients, client, customer',
      keywords: 'template',
    },
    importDomains: {
      label: 'Import domains from a file',
      words: 'import, csv, excel, xlsx',
      keywords: 'registrar, undo',
    },
    codes: {
      label: 'Transfer codes into files',
      hint: 'Codes of many domains, encrypted',
      words:
        'code, codes, epp, epp code, auth code, authcode, authinfo, transfer code, transfer, transfer out',
    },
    backUp: { label: 'Back up now', words: 'backup' },
    restore: { label: 'Restore a backup', hint: 'In Settings, under Backups', words: 'restore' },
    checkProof: { label: 'Check a proof…', words: 'proof' },
    bundle: { label: 'Support bundle', words: 'support, bug', keywords: 'diagnostics, help' },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, CommandRow>>>>;

type Table = typeof table;
type NamesWith<T> = {
  [P in keyof Table]: { [N in keyof Table[P]]: Table[P][N] extends T ? N : never }[keyof Table[P]];
}[keyof Table];

export type CommandName = NamesWith<CommandRow>;

/** Where keys work: the groups of the list of all of them. */
export type CommandPlace = Exclude<keyof Table, 'no key'>;

/** The commands of the page that the application menu has too. */
export type MenuCommand<M extends MenuName = MenuName> = NamesWith<{ readonly menu: M }>;

/** What can be done from every screen; a way back is the matter of each page that has one. */
export type EverywhereCommand =
  | Exclude<keyof Table['Everywhere'], 'goBack'>
  | keyof Table['no key']
  | 'addAccount'
  | 'addDomains'
  | 'exportDomains';

/** A command as the table has it; without keys it has no place. */
interface CommandText extends Pick<CommandRow, 'label' | 'menu' | 'hint'> {
  readonly keys: readonly string[];
  readonly group: CommandPlace | null;
  readonly words: readonly string[];
  readonly keywords: readonly string[];
}

const partsOf = (text: string | undefined, between: string): readonly string[] => text?.split(between) ?? [];

const rows = Object.entries<Readonly<Record<string, CommandRow>>>(table).flatMap(([place, named]) =>
  Object.entries(named).map(([name, row]): readonly [string, CommandText] => [
    name,
    {
      ...row,
      keys: partsOf(row.keys, ' '),
      // The table has no other places.
      group: place === 'no key' ? null : (place as CommandPlace),
      words: partsOf(row.words, ', '),
      keywords: partsOf(row.keywords, ', '),
    },
  ]),
);

// The rows are those of the table, which has its names once: a test sees to it.
export const commands = Object.fromEntries(rows) as Readonly<Record<CommandName, CommandText>>;

const names = rows.map(([name]) => name as CommandName); // As above.

/** Where keys work, in the order of the table. */
export const commandPlaces: readonly CommandPlace[] = [
  ...new Set(names.flatMap((name) => commands[name].group ?? [])),
];

/** The commands with keys of some places, in the order of the table. */
export const commandsIn = (places: readonly CommandPlace[]): readonly CommandName[] =>
  names.filter((name) => places.some((place) => place === commands[name].group));

/** The commands of the application menu, in the order of the table. */
export const menuCommands: readonly MenuCommand[] = names.filter(
  // What has a menu is what the type has.
  (name): name is MenuCommand => commands[name].menu !== undefined,
);
