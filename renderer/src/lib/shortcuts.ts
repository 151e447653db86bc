/** Where a shortcut works, as the overlay groups them. */
export type ShortcutGroup = 'Everywhere' | 'Search: the field' | 'Search: the list' | 'Accounts';

export interface Shortcut {
  /** Alternatives, each like `Mod+K`, `Shift+C`, `/`. `Mod` is Ctrl, or ⌘ on a Mac. */
  readonly keys: readonly string[];
  readonly label: string;
  readonly group: ShortcutGroup;
}

/** Every shortcut there is: the handlers and the overlay read the same table. */
export const shortcuts = {
  palette: { keys: ['Mod+K'], label: 'Command palette', group: 'Everywhere' },
  overlay: { keys: ['?', 'Mod+/'], label: 'Keyboard shortcuts', group: 'Everywhere' },
  focusSearch: { keys: ['Mod+L', '/'], label: 'Go to the search field', group: 'Everywhere' },
  goSearch: { keys: ['Mod+1'], label: 'Search', group: 'Everywhere' },
  goAccounts: { keys: ['Mod+2'], label: 'Accounts', group: 'Everywhere' },
  goSettings: { keys: ['Mod+,'], label: 'Settings', group: 'Everywhere' },
  switchAccount: { keys: ['Mod+Shift+A'], label: 'Switch account', group: 'Everywhere' },
  refreshStatus: { keys: ['F5'], label: 'Read credit and connection again', group: 'Everywhere' },
  ask: { keys: ['Enter'], label: 'Ask the service', group: 'Search: the field' },
  toList: { keys: ['ArrowDown'], label: 'Into the list', group: 'Search: the field' },
  chooseTlds: { keys: ['Mod+T'], label: 'Choose TLDs', group: 'Search: the field' },
  move: { keys: ['ArrowUp', 'ArrowDown'], label: 'Move through the findings', group: 'Search: the list' },
  details: { keys: ['Enter'], label: 'Show details', group: 'Search: the list' },
  copy: { keys: ['C'], label: 'Copy the name', group: 'Search: the list' },
  copyAvailable: { keys: ['Shift+C'], label: 'Copy all available names', group: 'Search: the list' },
  lookAgain: { keys: ['R'], label: 'Look again', group: 'Search: the list' },
  lookAgainAll: { keys: ['Shift+R'], label: 'Look again at all', group: 'Search: the list' },
  lookAgainUnknown: { keys: ['U'], label: 'Look again at the unknown ones', group: 'Search: the list' },
  sort: { keys: ['S'], label: 'Sort again', group: 'Search: the list' },
  filter: { keys: ['0', '…', '7'], label: 'Show all, or one finding alone', group: 'Search: the list' },
  back: {
    keys: ['Escape'],
    label: 'Close the details, stop asking, or back to the field',
    group: 'Search: the list',
  },
  addAccount: { keys: ['N'], label: 'Add an account', group: 'Accounts' },
  testAccount: { keys: ['T'], label: 'Test the connection', group: 'Accounts' },
} as const satisfies Readonly<Record<string, Shortcut>>;

export type ShortcutName = keyof typeof shortcuts;

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Whether a key press is one of `name`'s. A sign such as `/` or `?` counts wherever the keyboard has it, with Shift or without. */
export const pressed = (event: KeyPress, name: ShortcutName): boolean =>
  shortcuts[name].keys.some((keys) => matches(event, keys));

function matches(event: KeyPress, keys: string): boolean {
  const parts = keys.split('+');
  const key = parts.at(-1) ?? '';
  const sign = /^[^a-z0-9]$/iu.test(key);
  return (
    event.key.toLowerCase() === key.toLowerCase() &&
    (event.ctrlKey || event.metaKey) === parts.includes('Mod') &&
    (sign || event.shiftKey === parts.includes('Shift')) &&
    !event.altKey
  );
}

/** Whether a key press belongs to a field that is being typed in. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'));

const signs: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Enter: '↵',
};

/** The keys of one alternative as they are printed on the keyboard: `['Ctrl', 'K']`. */
export const printed = (keys: string, mac: boolean): readonly string[] =>
  keys.split('+').map((key) => {
    if (key === 'Mod') return mac ? '⌘' : 'Ctrl';
    return signs[key] ?? key;
  });

export const isMac = (): boolean => navigator.userAgent.includes('Macintosh');
