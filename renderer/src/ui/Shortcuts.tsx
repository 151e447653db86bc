import type { KeyboardEvent } from 'react';
import css from './keys.module.css';

/** Where a shortcut works: the groups of the overlay. */
export type ShortcutGroup =
  | 'Everywhere'
  | 'Search: the field'
  | 'Search: the list'
  | 'Bulk lookup: the list'
  | 'Bulk lookup: a new one'
  | 'Domains: the list'
  | 'Domains: one of them'
  | 'Accounts'
  | 'Changes'
  | 'Bulk lookup: a session'
  | 'Bulk lookup: the grid';

export interface Shortcut {
  /** Alternatives, each like `Mod+K`, `Shift+C`, `/`. `Mod` is Ctrl, or ⌘ on a Mac. */
  readonly keys: readonly string[];
  readonly label: string;
  readonly group: ShortcutGroup;
}

/** Every shortcut, in one table that the handlers and the overlay share. */
export const shortcuts = {
  palette: { keys: ['Mod+K'], label: 'Command palette', group: 'Everywhere' },
  overlay: { keys: ['?', 'Mod+/'], label: 'Keyboard shortcuts', group: 'Everywhere' },
  focusSearch: { keys: ['Mod+L', '/'], label: 'Go to the search field', group: 'Everywhere' },
  goSearch: { keys: ['Mod+1'], label: 'Search', group: 'Everywhere' },
  goBulk: { keys: ['Mod+2'], label: 'Bulk lookup', group: 'Everywhere' },
  newBulk: { keys: ['Mod+N'], label: 'New bulk lookup', group: 'Everywhere' },
  goDomains: { keys: ['Mod+3'], label: 'Domains', group: 'Everywhere' },
  goChanges: { keys: ['Mod+4'], label: 'Changes', group: 'Everywhere' },
  goAccounts: { keys: ['Mod+5'], label: 'Accounts', group: 'Everywhere' },
  goSettings: { keys: ['Mod+,'], label: 'Settings', group: 'Everywhere' },
  switchAccount: { keys: ['Mod+Shift+A'], label: 'Switch account', group: 'Everywhere' },
  refreshStatus: { keys: ['F5'], label: 'Refresh credit and connection', group: 'Everywhere' },
  undo: { keys: ['Mod+Z'], label: 'Undo the last local edit', group: 'Everywhere' },
  redo: { keys: ['Mod+Shift+Z', 'Mod+Y'], label: 'Redo it', group: 'Everywhere' },
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
  copy: { keys: ['C'], label: 'Copy the name', group: 'Search: the list' },
  copyAvailable: { keys: ['Shift+C'], label: 'Copy all available names', group: 'Search: the list' },
  recheck: { keys: ['R'], label: 'Recheck', group: 'Search: the list' },
  recheckAll: { keys: ['Shift+R'], label: 'Recheck all', group: 'Search: the list' },
  recheckUnknown: { keys: ['U'], label: 'Recheck unknown ones', group: 'Search: the list' },
  sort: { keys: ['S'], label: 'Sort again', group: 'Search: the list' },
  filter: { keys: ['0', '…', '7'], label: 'Filter by status', group: 'Search: the list' },
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
  openDomain: { keys: ['Enter'], label: 'Open', group: 'Domains: the list' },
  selectDomain: { keys: ['Space'], label: 'Toggle selection', group: 'Domains: the list' },
  selectDomains: { keys: ['Mod+A'], label: 'Select all that are shown', group: 'Domains: the list' },
  dropSelection: { keys: ['Escape'], label: 'Select none', group: 'Domains: the list' },
  findDomain: { keys: ['F', 'Mod+F'], label: 'Find', group: 'Domains: the list' },
  addDomains: { keys: ['N'], label: 'Add domains', group: 'Domains: the list' },
  readDomains: { keys: ['R'], label: 'Refresh', group: 'Domains: the list' },
  changeDomains: { keys: ['E'], label: 'Change…', group: 'Domains: the list' },
  codesOfDomains: { keys: ['K'], label: 'Transfer codes…', group: 'Domains: the list' },
  tagDomains: { keys: ['T'], label: 'Tag…', group: 'Domains: the list' },
  archiveDomains: { keys: ['A'], label: 'Archive or restore', group: 'Domains: the list' },
  copyDomains: { keys: ['C'], label: 'Copy the names', group: 'Domains: the list' },
  removeDomains: { keys: ['Delete'], label: 'Remove…', group: 'Domains: the list' },
  domainTabs: {
    keys: ['ArrowLeft', 'ArrowRight'],
    label: 'Move through its sections, from the tab row',
    group: 'Domains: one of them',
  },
  domainBack: { keys: ['Escape'], label: 'Back to the list, from there', group: 'Domains: one of them' },
  addAccount: { keys: ['N'], label: 'Add an account', group: 'Accounts' },
  testAccount: { keys: ['T'], label: 'Test the connection', group: 'Accounts' },
  moveChanges: {
    keys: ['ArrowUp', 'ArrowDown'],
    label: 'Move through the changes, batches or rows',
    group: 'Changes',
  },
  openChange: { keys: ['Enter'], label: 'Open', group: 'Changes' },
  closeChange: { keys: ['Escape'], label: 'Close side panel', group: 'Changes' },
  findChange: { keys: ['F'], label: 'Find by domain', group: 'Changes' },
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
  sessionSearch: {
    keys: ['Mod+Shift+L'],
    label: 'Open in Search',
    group: 'Bulk lookup: a session',
  },
  sessionExport: { keys: ['Mod+E'], label: 'Export what is shown', group: 'Bulk lookup: a session' },
} as const satisfies Readonly<Record<string, Shortcut>>;

export type ShortcutName = keyof typeof shortcuts;

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/**
 * Whether a key press matches the shortcut `name`. A punctuation key such as `/` or `?` matches by character, with or without
 * Shift.
 */
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

/** Whether a key press goes to a text field. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'));

const signs: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Enter: '↵',
  Delete: 'Del',
};

/** The keys of one alternative as printed on the keyboard: `['Ctrl', 'K']`. */
export const printed = (keys: string, mac: boolean): readonly string[] =>
  keys.split('+').map((key) => {
    if (key === 'Mod') return mac ? '⌘' : 'Ctrl';
    return signs[key] ?? key;
  });

const isMac = (): boolean => navigator.userAgent.includes('Macintosh');

interface Props {
  readonly of: ShortcutName;
  /** Print every alternative, not only the first. */
  readonly all?: boolean;
}

/** A shortcut, as printed on the keyboard. */
export function Keys({ of, all = false }: Props) {
  const alternatives: readonly string[] = shortcuts[of].keys;
  return (
    <span className={css['keys']}>
      {(all ? alternatives : alternatives.slice(0, 1)).map((keys) => (
        <span key={keys} className={css['combination']}>
          {printed(keys, isMac()).map((key) => (
            <kbd key={key} className={css['key']}>
              {key}
            </kbd>
          ))}
        </span>
      ))}
    </span>
  );
}

/**
 * A button's shortcut, shown inside the button but not part of its accessible name. Where there is no room, styles hide the
 * button's section with `:has([data-button-keys])`.
 */
export const ButtonKeys = ({ of }: { readonly of: ShortcutName }) => (
  <span className={css['inButton']} data-button-keys aria-hidden>
    <Keys of={of} />
  </span>
);

/** Moves the focus by an arrow key from a list item's button to that of the next or previous item. Returns it; else null. */
export function moveInList(event: KeyboardEvent<HTMLElement>): HTMLButtonElement | null {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return null;
  event.preventDefault();
  const item = event.currentTarget.closest('li');
  const next = event.key === 'ArrowDown' ? item?.nextElementSibling : item?.previousElementSibling;
  const button = next?.querySelector('button') ?? null;
  button?.focus();
  return button;
}
