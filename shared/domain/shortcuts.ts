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

export interface Shortcut {
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
  goSearch: { keys: ['Mod+1'], label: 'Search', group: 'Everywhere' },
  goBulk: { keys: ['Mod+2'], label: 'Bulk lookup', group: 'Everywhere' },
  newBulk: { keys: ['Mod+N'], label: 'New bulk lookup', group: 'Everywhere' },
  goDomains: { keys: ['Mod+3'], label: 'Domains', group: 'Everywhere' },
  goChanges: { keys: ['Mod+4'], label: 'Activity', group: 'Everywhere' },
  goToday: { keys: ['Mod+6'], label: 'Today', group: 'Everywhere' },
  goAccounts: { keys: ['Mod+5'], label: 'Accounts', group: 'Everywhere' },
  goSettings: { keys: ['Mod+,'], label: 'Settings', group: 'Everywhere' },
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

// ---- The keys that a person chose ----

/** A person's own keys, as stored: by the name of the shortcut, alternatives separated by spaces; empty for none. */
export type StoredShortcuts = Readonly<Record<string, string>>;

/** The keys of each shortcut now. */
export type Bindings = Readonly<Record<ShortcutName, readonly string[]>>;

/** Groups that work on one screen together have one name here. */
const screenOf = (group: ShortcutGroup): string => {
  if (group === 'Bulk lookup: the grid') return 'Bulk lookup: a session';
  return group.startsWith('Search') ? 'Search' : group;
};

/** Whether shortcuts of the two groups can be meant by one key press. */
const meet = (a: ShortcutGroup, b: ShortcutGroup): boolean =>
  a === 'Everywhere' || b === 'Everywhere' || screenOf(a) === screenOf(b);

/** Where a key press can go to a text field, or finds a name by its characters. */
const typingGroups: ReadonlySet<ShortcutGroup> = new Set([
  'Everywhere',
  'Search: the field',
  'Bulk lookup: a new one',
  'Bulk lookup: a session',
  'Bulk lookup: the grid',
] as const);

/** What cannot be chosen, and why. */
const refusals: readonly (readonly [keys: RegExp, why: string])[] = [
  [/Alt\+/, 'Combinations with Alt belong to the system.'],
  [/(^|\+)Tab$/, 'Tab moves between controls.'],
  [/(^|\+)Escape$/, 'Esc closes and cancels.'],
  [/^(Shift\+)?Enter$/, 'Enter opens and confirms.'],
  [/(^|\+)(Arrow\w+|Home|End|Page\w+|Space)$/, 'Lists and text fields need this key.'],
  [/^Mod\+([ACVXYZ]|Shift\+[VZ]|(Shift\+)?(Delete|Backspace))$/, 'Text fields need these keys.'],
  [/^Mod\+[HMQW]$|F10$/, 'The system needs these keys.'],
  [/^Mod\+[-0=+]$|F11$/, 'The menu needs these keys.'],
];

const possible = /^(Mod\+)?(Shift\+)?(Enter|Delete|Backspace|F\d{1,2}|[^\s+…a-z])$/u;
const typesText = /^(Shift\+)?([^\s]|Delete|Backspace)$/u;

/** Why `keys` cannot be chosen for a shortcut of this group, as a sentence; null where they can. */
export function refusalOf(keys: string, group: ShortcutGroup): string | null {
  const refusal = refusals.find(([refused]) => refused.test(keys));
  if (refusal !== undefined) return refusal[1];
  if (!possible.test(keys)) return 'This key can’t be used.';
  if (typingGroups.has(group) && typesText.test(keys))
    return 'This key types or deletes text where the shortcut works.';
  return null;
}

/** A shortcut keeps its keys where none of them could be chosen: lists, fields and dialogs have them built in. */
export const isFixed = (name: ShortcutName): boolean => {
  const { keys, group }: Shortcut = shortcuts[name];
  return keys.includes('…') || keys.every((one) => refusalOf(one, group) !== null);
};

const isShortcut = (name: string): name is ShortcutName => Object.hasOwn(shortcuts, name);

/** The stored keys of one shortcut; null where they cannot be used. */
function usable(name: string, stored: string): readonly string[] | null {
  if (!isShortcut(name) || isFixed(name)) return null;
  const keys = stored === '' ? [] : stored.split(' ');
  const { keys: usual, group }: Shortcut = shortcuts[name];
  return keys.every((one) => usual.includes(one) || refusalOf(one, group) === null) ? keys : null;
}

/** The stored entries that cannot be used, for example those of another version: their shortcuts have the usual keys. */
export const unusableIn = (stored: StoredShortcuts): readonly string[] =>
  Object.entries(stored).flatMap(([name, keys]) => (usable(name, keys) === null ? [name] : []));

/** A person's own keys go before the usual ones of other shortcuts: a key that is taken no longer works for these. */
export function bindingsOf(stored: StoredShortcuts): Bindings {
  const own = new Map<ShortcutName, readonly string[]>();
  const isTaken = (key: string, name: ShortcutName): boolean =>
    [...own].some(
      ([other, keys]) =>
        other !== name && keys.includes(key) && meet(shortcuts[other].group, shortcuts[name].group),
    );
  for (const name of names) {
    const keys = Object.hasOwn(stored, name) ? usable(name, stored[name] ?? '') : null;
    if (keys !== null)
      own.set(
        name,
        keys.filter((key) => !isTaken(key, name)),
      );
  }
  const keysOf = (name: ShortcutName): readonly string[] => {
    const usual: readonly string[] = shortcuts[name].keys;
    return own.get(name) ?? (isFixed(name) ? usual : usual.filter((key) => !isTaken(key, name)));
  };
  // Every name of the table, and nothing else.
  return Object.fromEntries(names.map((name) => [name, keysOf(name)])) as Record<
    ShortcutName,
    readonly string[]
  >;
}

/** `0 … 7` stands for every character between. */
function isAmong(key: string, keys: readonly string[]): boolean {
  const [first = '', dots, last = ''] = keys;
  return keys.includes(key) || (dots === '…' && key.length === 1 && key >= first && key <= last);
}

/** The other shortcuts that the keys stand for now, where `name` works too. */
export const usersOf = (keys: string, name: ShortcutName, now: Bindings): readonly ShortcutName[] =>
  names.filter(
    (other) =>
      other !== name && meet(shortcuts[other].group, shortcuts[name].group) && isAmong(keys, now[other]),
  );

/** Gives the keys to one shortcut alone. What is stored of others stays, without these keys. */
export function assigned(stored: StoredShortcuts, name: ShortcutName, keys: string): StoredShortcuts {
  const others = usersOf(keys, name, bindingsOf(stored)).filter((other) => Object.hasOwn(stored, other));
  const freed = others.map((other): readonly [string, string] => [
    other,
    (stored[other] ?? '')
      .split(' ')
      .filter((one) => one !== keys)
      .join(' '),
  ]);
  return { ...stored, ...Object.fromEntries(freed), [name]: keys };
}

/** Without the person's own keys of these shortcuts. */
export const withoutOwn = (stored: StoredShortcuts, of: readonly string[]): StoredShortcuts =>
  Object.fromEntries(Object.entries(stored).filter(([name]) => !of.includes(name)));
