// Names and keys without a schema: the start loads this module, and main takes the menu's accelerators from it.

/** Where a shortcut works: the groups of the list of all shortcuts. */
export type ShortcutGroup =
  | 'Everywhere'
  | 'Search: the field'
  | 'Search: the list'
  | 'Bulk lookup: the list'
  | 'Bulk lookup: a new one'
  | 'Domains: the list'
  | 'Domains: one of them'
  | 'Templates'
  | 'Accounts'
  | 'Settings'
  | 'Activity'
  | 'Activity: a batch'
  | 'Bulk lookup: a session'
  | 'Bulk lookup: the grid';

interface Shortcut {
  /** Alternatives, each like `Mod+K`, `Shift+C`, `/`. `Mod` is Ctrl, or ⌘ on a Mac. */
  readonly keys: readonly string[];
  readonly label: string;
  readonly group: ShortcutGroup;
}

/** Every shortcut, in one table that the handlers, the menu, the help and the list of all shortcuts share. */
export const shortcuts = {
  palette: { keys: ['Mod+K'], label: 'Command palette', group: 'Everywhere' },
  help: { keys: ['F1'], label: 'Help for this screen', group: 'Everywhere' },
  overlay: { keys: ['?', 'Mod+/'], label: 'Keyboard shortcuts', group: 'Everywhere' },
  focusSearch: { keys: ['Mod+L', '/'], label: 'Go to the search field', group: 'Everywhere' },
  goToday: { keys: ['Mod+1'], label: 'Today', group: 'Everywhere' },
  goDomains: { keys: ['Mod+2'], label: 'Domains', group: 'Everywhere' },
  goSearch: { keys: ['Mod+3'], label: 'Search', group: 'Everywhere' },
  goBulk: { keys: ['Mod+4'], label: 'Bulk lookup', group: 'Everywhere' },
  goChanges: { keys: ['Mod+5'], label: 'Activity', group: 'Everywhere' },
  goAccounts: { keys: ['Mod+6'], label: 'Accounts', group: 'Everywhere' },
  goSettings: { keys: ['Mod+,'], label: 'Settings', group: 'Everywhere' },
  newBulk: { keys: ['Mod+N'], label: 'New bulk lookup', group: 'Everywhere' },
  switchAccount: { keys: ['Mod+Shift+A'], label: 'Switch account', group: 'Everywhere' },
  refreshStatus: { keys: ['F5'], label: 'Refresh credit and connection', group: 'Everywhere' },
  openCodeFile: { keys: ['Mod+Shift+O'], label: 'Open a code file…', group: 'Everywhere' },
  lockNow: { keys: ['Mod+Shift+K'], label: 'Lock now', group: 'Everywhere' },
  goBack: { keys: ['Alt+ArrowLeft'], label: 'Back, where a page has a back arrow', group: 'Everywhere' },
  undo: { keys: ['Mod+Z'], label: 'Undo the last local edit', group: 'Everywhere' },
  redo: { keys: ['Mod+Shift+Z', 'Mod+Y'], label: 'Redo', group: 'Everywhere' },
  ask: { keys: ['Enter'], label: 'Check live', group: 'Search: the field' },
  toList: { keys: ['ArrowDown'], label: 'Focus list', group: 'Search: the field' },
  chooseTlds: { keys: ['Mod+T'], label: 'Choose TLDs', group: 'Search: the field' },
  move: { keys: ['ArrowUp', 'ArrowDown'], label: 'Move through the results', group: 'Search: the list' },
  register: {
    keys: ['Enter'],
    label: 'Register an available name, else show details',
    group: 'Search: the list',
  },
  details: { keys: ['I'], label: 'Show details', group: 'Search: the list' },
  viewDomain: { keys: ['V'], label: 'View a domain of yours', group: 'Search: the list' },
  copy: { keys: ['C'], label: 'Copy the name', group: 'Search: the list' },
  copyAvailable: { keys: ['Shift+C'], label: 'Copy all available names', group: 'Search: the list' },
  recheck: { keys: ['R'], label: 'Recheck', group: 'Search: the list' },
  recheckAll: { keys: ['Shift+R'], label: 'Recheck all', group: 'Search: the list' },
  recheckUnknown: { keys: ['U'], label: 'Recheck unknown ones', group: 'Search: the list' },
  sort: { keys: ['S'], label: 'Sort again', group: 'Search: the list' },
  filter: { keys: ['0', '…', '8'], label: 'Filter by status', group: 'Search: the list' },
  back: {
    keys: ['Escape'],
    label: 'Close details, stop checking, or back to the field',
    group: 'Search: the list',
  },
  moveSessions: {
    keys: ['ArrowUp', 'ArrowDown'],
    label: 'Move through the sessions',
    group: 'Bulk lookup: the list',
  },
  openSession: { keys: ['Enter'], label: 'Open', group: 'Bulk lookup: the list' },
  pauseSession: { keys: ['P'], label: 'Pause or resume', group: 'Bulk lookup: the list' },
  stopSession: { keys: ['X'], label: 'Stop', group: 'Bulk lookup: the list' },
  renameSession: { keys: ['F2'], label: 'Rename', group: 'Bulk lookup: the list' },
  runSessionAgain: { keys: ['A'], label: 'Run again', group: 'Bulk lookup: the list' },
  compareSession: { keys: ['C'], label: 'Compare with another', group: 'Bulk lookup: the list' },
  removeSession: { keys: ['Delete'], label: 'Remove', group: 'Bulk lookup: the list' },
  findSession: { keys: ['F'], label: 'Find by name', group: 'Bulk lookup: the list' },
  openNames: { keys: ['Mod+O'], label: 'Open a file with names', group: 'Bulk lookup: a new one' },
  startSession: { keys: ['Mod+Enter'], label: 'Start', group: 'Bulk lookup: a new one' },
  moveDomains: {
    keys: ['ArrowUp', 'ArrowDown'],
    label: 'Move; with Shift, select more',
    group: 'Domains: the list',
  },
  openDomain: { keys: ['Enter'], label: 'Open page', group: 'Domains: the list' },
  selectDomain: { keys: ['Space'], label: 'Toggle selection', group: 'Domains: the list' },
  selectDomains: { keys: ['Mod+A'], label: 'Select all that are shown', group: 'Domains: the list' },
  dropSelection: { keys: ['Escape'], label: 'Select none', group: 'Domains: the list' },
  findDomain: { keys: ['F', 'Mod+F'], label: 'Find', group: 'Domains: the list' },
  addDomains: { keys: ['N'], label: 'Add domains', group: 'Domains: the list' },
  readDomains: { keys: ['R'], label: 'Refresh', group: 'Domains: the list' },
  renewDomains: { keys: ['Shift+R'], label: 'Renew…', group: 'Domains: the list' },
  changeDomains: { keys: ['E'], label: 'Change…', group: 'Domains: the list' },
  nameserversOfDomains: { keys: ['Shift+N'], label: 'Set nameservers…', group: 'Domains: the list' },
  codesOfDomains: { keys: ['K'], label: 'Transfer codes…', group: 'Domains: the list' },
  tagDomains: { keys: ['T'], label: 'Tag…', group: 'Domains: the list' },
  clientOfDomains: { keys: ['L'], label: 'Client…', group: 'Domains: the list' },
  archiveDomains: { keys: ['A'], label: 'Archive or restore', group: 'Domains: the list' },
  copyDomains: { keys: ['C'], label: 'Copy the names', group: 'Domains: the list' },
  exportDomains: { keys: ['Mod+E'], label: 'Export what is shown', group: 'Domains: the list' },
  removeDomains: { keys: ['Delete'], label: 'Remove…', group: 'Domains: the list' },
  previousDomain: {
    keys: ['Alt+ArrowUp'],
    label: 'The domain before it in the list',
    group: 'Domains: one of them',
  },
  nextDomain: {
    keys: ['Alt+ArrowDown'],
    label: 'The domain after it in the list',
    group: 'Domains: one of them',
  },
  domainTabs: {
    keys: ['ArrowLeft', 'ArrowRight'],
    label: 'Move through its sections, from the tab row',
    group: 'Domains: one of them',
  },
  domainBack: {
    keys: ['Escape'],
    label: 'Back to the list, from the tab row',
    group: 'Domains: one of them',
  },
  moveTemplates: {
    keys: ['ArrowUp', 'ArrowDown'],
    label: 'Move through the templates',
    group: 'Templates',
  },
  openTemplate: { keys: ['Enter'], label: 'Edit', group: 'Templates' },
  renameTemplate: { keys: ['F2'], label: 'Rename', group: 'Templates' },
  removeTemplate: { keys: ['Delete'], label: 'Remove…', group: 'Templates' },
  addAccount: { keys: ['N'], label: 'Add an account', group: 'Accounts' },
  testAccount: { keys: ['T'], label: 'Test the connection', group: 'Accounts' },
  findSetting: { keys: ['F', 'Mod+F'], label: 'Find a setting', group: 'Settings' },
  moveChanges: {
    keys: ['ArrowUp', 'ArrowDown'],
    label: 'Move through the list',
    group: 'Activity',
  },
  openChange: { keys: ['Enter'], label: 'Open', group: 'Activity' },
  closeChange: { keys: ['Escape'], label: 'Close side panel', group: 'Activity' },
  unfoldBatch: { keys: ['ArrowRight'], label: 'Show the changes of a batch', group: 'Activity' },
  foldBatch: { keys: ['ArrowLeft'], label: 'Hide them again', group: 'Activity' },
  findChange: { keys: ['F'], label: 'Find by domain', group: 'Activity' },
  moveBatches: {
    keys: ['ArrowUp', 'ArrowDown'],
    label: 'Move through the batches or rows',
    group: 'Activity: a batch',
  },
  openBatch: { keys: ['Enter'], label: 'Open', group: 'Activity: a batch' },
  gridMove: {
    keys: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'],
    label: 'Move; with Shift, select more',
    group: 'Bulk lookup: the grid',
  },
  gridEdges: {
    keys: ['Home', 'End', 'PageUp', 'PageDown'],
    label: 'To an edge; with Ctrl, to a corner',
    group: 'Bulk lookup: the grid',
  },
  gridFind: { keys: ['A', '…', 'Z'], label: 'Find a name by its beginning', group: 'Bulk lookup: the grid' },
  gridStar: { keys: ['Space'], label: 'Toggle shortlist', group: 'Bulk lookup: the grid' },
  gridOpen: {
    keys: ['Enter'],
    label: 'Register an available name, else show details',
    group: 'Bulk lookup: the grid',
  },
  gridAll: { keys: ['Mod+A'], label: 'Select everything shown', group: 'Bulk lookup: the grid' },
  gridLeave: { keys: ['Escape'], label: 'Close side panel', group: 'Bulk lookup: the grid' },
  sessionRun: { keys: ['Mod+P'], label: 'Pause or resume', group: 'Bulk lookup: a session' },
  sessionAgain: { keys: ['Mod+U'], label: 'Recheck unknown ones', group: 'Bulk lookup: a session' },
  sessionRename: { keys: ['F2'], label: 'Rename', group: 'Bulk lookup: a session' },
  sessionFind: { keys: ['Mod+F'], label: 'Filter by name', group: 'Bulk lookup: a session' },
  sessionClear: { keys: ['Mod+Shift+F'], label: 'Clear the filter', group: 'Bulk lookup: a session' },
  sessionStarred: {
    keys: ['Mod+Shift+S'],
    label: 'Toggle shortlist filter',
    group: 'Bulk lookup: a session',
  },
  sessionRefresh: {
    keys: ['Mod+R'],
    label: 'Re-sort newest results',
    group: 'Bulk lookup: a session',
  },
  sessionGrid: { keys: ['Mod+G'], label: 'Focus grid', group: 'Bulk lookup: a session' },
  sessionPanel: { keys: ['Mod+I'], label: 'Show or close the details', group: 'Bulk lookup: a session' },
  sessionSummary: { keys: ['Mod+J'], label: 'Show or close the summary', group: 'Bulk lookup: a session' },
  sessionCopy: { keys: ['Mod+Shift+C'], label: 'Copy the name', group: 'Bulk lookup: a session' },
  sessionStar: { keys: ['Mod+D'], label: 'Toggle shortlist', group: 'Bulk lookup: a session' },
  sessionView: { keys: ['Mod+Enter'], label: 'View a domain of yours', group: 'Bulk lookup: a session' },
  sessionSearch: {
    keys: ['Mod+Shift+L'],
    label: 'Open in Search',
    group: 'Bulk lookup: a session',
  },
  sessionExport: { keys: ['Mod+E'], label: 'Export what is shown', group: 'Bulk lookup: a session' },
} as const satisfies Readonly<Record<string, Shortcut>>;

export type ShortcutName = keyof typeof shortcuts;

// `Object.keys` loses the key type; the table itself proves it.
const names = Object.keys(shortcuts) as ShortcutName[];

/** Where shortcuts work, in the order of the table. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  ...new Set(names.map((name) => shortcuts[name].group)),
];

/** The shortcuts of some groups, in the order of the table. */
export const shortcutsOf = (groups: readonly ShortcutGroup[]): readonly ShortcutName[] =>
  names.filter((name) => groups.includes(shortcuts[name].group));

/** The shortcuts that the application menu offers too. */
export const menuShortcuts = [
  'newBulk',
  'openCodeFile',
  'lockNow',
  'palette',
  'goToday',
  'goSearch',
  'goBulk',
  'goDomains',
  'goChanges',
  'goAccounts',
  'goSettings',
  'help',
  'overlay',
  'undo',
  'redo',
] as const satisfies readonly ShortcutName[];
export type MenuShortcut = (typeof menuShortcuts)[number];
