/** The sections of the settings, in the order of the page. */
export const settingSections = [
  'Appearance',
  'Privacy',
  'Domains',
  'Watching',
  'Limits',
  'Keys and transfer codes',
  'Backups',
  'Updates',
  'About',
  'Advanced',
] as const;
export type SettingSection = (typeof settingSections)[number];

interface Indexed {
  readonly section: SettingSection;
  /** As on the screen. */
  readonly label: string;
  /** What else people call it, apart from what its own text says. */
  readonly words: string;
  /** It is on the screen only while that one is on: a way to it leads there. */
  readonly under?: string;
}

/** Every setting, with the words for which people look. A search and the command palette lead to each. */
export const settingsIndex = {
  colours: {
    section: 'Appearance',
    label: 'Colours',
    words: 'dark light theme mode night colour color scheme contrast',
  },
  density: { section: 'Advanced', label: 'Density', words: 'compact comfortable rows spacing size' },
  'keep-results': {
    section: 'Privacy',
    label: 'Keep search results',
    words: 'privacy retention history delete days store findings',
  },
  lock: {
    section: 'Privacy',
    label: 'Lock Namedesk',
    words: 'password pin fingerprint touch id screen away app security logout signout',
  },
  'lock-after': {
    section: 'Privacy',
    label: 'Lock when away for',
    words: 'idle timeout minutes auto password',
    under: 'Lock Namedesk',
  },
  'refresh-on-open': {
    section: 'Domains',
    label: 'Read again when opened',
    words: 'reload automatic read',
  },
  registry: {
    section: 'Domains',
    label: 'Read expiries at the registry',
    words: 'rdap whois expiry expiration date network',
  },
  'registry-list': {
    section: 'Advanced',
    label: 'List of registries',
    words: 'rdap whois bootstrap iana address server url',
    under: 'Read expiries at the registry',
  },
  'check-nameservers': {
    section: 'Domains',
    label: 'Check nameservers before they are set',
    words: 'dns ns lame ds dnssec resolver',
  },
  'background-refresh': {
    section: 'Watching',
    label: 'Read domains again in the background',
    words: 'schedule sync automatic weekly daily',
  },
  'start-at-login': {
    section: 'Watching',
    label: 'Start when you log in',
    words: 'autostart boot startup automatic background minimised minimized',
  },
  notifications: {
    section: 'Watching',
    label: 'Notifications',
    words:
      'notifications notify alert system desktop message reminder expiry expiring due renewal drop available',
  },
  'quiet-hours': { section: 'Watching', label: 'Quiet hours', words: 'night do not disturb silence mute' },
  'quiet-from': {
    section: 'Watching',
    label: 'Quiet from and until',
    words: 'night do not disturb time',
    under: 'Quiet hours',
  },
  'watched-names': {
    section: 'Watching',
    label: 'Watched names',
    words: 'backorder watch list monitor taken',
  },
  'limit-change': {
    section: 'Limits',
    label: 'Cost of one change',
    words: 'spending limits limit budget money maximum order',
  },
  'limit-batch': {
    section: 'Limits',
    label: 'Cost of one batch',
    words: 'spending limits budget money maximum',
  },
  'limit-batch-count': {
    section: 'Limits',
    label: 'Changes of unknown price in one batch',
    words: 'spending limits budget count not given',
  },
  'limit-day': {
    section: 'Limits',
    label: 'Cost of one day',
    words: 'spending limits budget money daily today spent',
  },
  'limit-day-count': {
    section: 'Limits',
    label: 'Changes of unknown price in one day',
    words: 'spending limits budget count daily not given',
  },
  clipboard: {
    section: 'Keys and transfer codes',
    label: 'Clear a copied code after',
    words: 'clipboard epp auth seconds paste',
  },
  capture: {
    section: 'Keys and transfer codes',
    label: 'Hide key and code windows from screen captures',
    words: 'screenshot screen sharing recording protect',
  },
  team: {
    section: 'Advanced',
    label: 'Team',
    words: 'team colleague share postgres postgresql database people join leave set up claims multi-user',
  },
  'team-people': {
    section: 'Advanced',
    label: 'People in the team',
    words: 'invite colleague role admin buyer reader password exclude',
    under: 'Team',
  },
  'team-limits': {
    section: 'Advanced',
    label: 'Limits and approvals of the team',
    words: 'four eyes second person approve approval charged changes day waiting',
    under: 'Team',
  },
  assistants: {
    section: 'Advanced',
    label: 'Let assistants read and propose',
    words: 'mcp ai agent assistant model context protocol',
  },
  'assistants-connect': {
    section: 'Advanced',
    label: 'Connect',
    words: 'mcp ai agent server line paste',
    under: 'Let assistants read and propose',
  },
  backups: {
    section: 'Backups',
    label: 'Backups',
    words: 'backup restore copy workspace recover back up now folder',
  },
  updates: { section: 'Updates', label: 'Updates', words: 'update version newest upgrade check' },
  'check-updates': {
    section: 'Updates',
    label: 'Check for updates daily',
    words: 'upgrade automatic version',
    under: 'Updates',
  },
  log: { section: 'Advanced', label: 'Log', words: 'log errors problems debug trace diagnostics' },
  bundle: { section: 'Advanced', label: 'Support bundle', words: 'help report bug send' },
  deviations: {
    section: 'Advanced',
    label: 'API discrepancies',
    words: 'deviations document differences provider',
  },
  about: {
    section: 'About',
    label: 'About',
    words: 'version electron system',
  },
} as const satisfies Readonly<Record<string, Indexed>>;

export type SettingName = keyof typeof settingsIndex;

// `Object.keys` loses the key type; the table itself proves it.
export const settingNames = Object.keys(settingsIndex) as readonly SettingName[];

const byLabel: ReadonlyMap<string, Indexed> = new Map(
  settingNames.map((name) => [settingsIndex[name].label, settingsIndex[name]]),
);

/** The labels under which a setting is found on the screen, the nearest first: where it is not there, that which it depends on. */
export function labelsOf(name: SettingName): readonly string[] {
  const { label, under }: Indexed = settingsIndex[name];
  return under === undefined ? [label] : [label, under];
}

/**
 * Whether every word that was typed begins a word of the setting: of its label, of its section, of what is said about it, or of what
 * else people call it. One that is not in the index is found by its own text.
 */
export function matcherOfSettings(typed: string): (label: string, text: string) => boolean {
  const wanted = wordsIn(typed);
  return (label, text) => {
    const { section = '', words = '' } = byLabel.get(label) ?? {};
    const has = wordsIn(`${label} ${section} ${words} ${text}`);
    return wanted.every((word) => has.some((one) => one.startsWith(word)));
  };
}

const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
