import { commands } from '#shared/domain/commands.ts';
import { type Domain, type DomainPart, isHeld, type Known, sourceText } from '#shared/domain/portfolio.ts';
import { daysInWords as daysInText, daysUntil } from '#shared/domain/expiry.ts';
import { isNotFound } from '#shared/errors.ts';
import { format, upperFirst } from '../ui/Formats.tsx';
import { registryStates } from '#shared/domain/registry-names.ts';
import { statesOf, stateTitles } from '#shared/domain/registry.ts';
import { domainParts, type OwnText } from '#shared/domain/domain-parts.ts';

/** What draws something of a domain. */
export interface OfDomain {
  readonly domain: Domain;
}

/** The source and age of a value: "Read 3 min ago, on 21 Nov 2026, 09:14:02". */
export const sourceAndAge = (known: Omit<Known<unknown>, 'value'>, nowMs: number): string =>
  `${upperFirst(sourceText(known))} ${format.age(known.at, nowMs)}, on ${format.instant(known.at)}`;

export const partWords: Readonly<Record<DomainPart, string>> = {
  lock: 'Registrar lock',
  nameservers: 'Nameservers',
  contacts: 'Contacts',
};

/** The value of a domain that shows when a part was read. */
const shownBy = {
  lock: 'lock',
  nameservers: 'nameservers',
  contacts: 'registrant',
} as const satisfies Readonly<Record<DomainPart, keyof Domain>>;

/** What was read of a part, or set from here; what a file says is not. */
export function readOf(domain: Domain, part: DomainPart): Known<unknown> | null {
  const known = domain[shownBy[part]];
  return known?.source === 'import' ? null : known;
}

interface OwnTextWords {
  readonly title: string;
  readonly placeholder: string;
  readonly counted: readonly [one: string, many: string];
  /** What the notice says after it was changed. */
  readonly changed: (domain: string) => string;
}

/** How a text of a person's own is named on the domain's page, and counted. */
export const ownTextWords: Readonly<Record<OwnText, OwnTextWords>> = {
  client: {
    title: 'Client',
    placeholder: 'Whose domain this is',
    counted: ['client', 'clients'],
    changed: (domain) => `Changed the client of ${domain}`,
  },
  note: {
    title: 'Note',
    placeholder: 'For you and colleagues on this computer. It stays here.',
    counted: ['note', 'notes'],
    changed: (domain) => `Changed the note of ${domain}`,
  },
};

/** What a file of domains has of each. */
export const exportedText =
  'With status, lock, nameservers, registrant, expiry, tags, client and note; CSV, XLSX and JSON files can be imported again. No transfer codes.';

const dayMs = 24 * 60 * 60 * 1_000;

/** An expiry within this number of days is marked. */
const soonDays = 30;

/** "in 212 days", "today", "12 days ago". */
export const daysInWords = (days: number): string => daysInText(days, format);

type ExpiryTone = 'calm' | 'soon' | 'past';

export const toneColours: Readonly<Record<ExpiryTone, string>> = {
  calm: 'inherit',
  soon: 'var(--nd-caution)',
  past: 'var(--nd-danger)',
};

export function toneOf(days: number): ExpiryTone {
  if (days < 0) return 'past';
  return days < soonDays ? 'soon' : 'calm';
}

/** Why a part is not known: it was not read yet, or the last attempt failed. */
export function unreadWords({ troubles }: Domain, part: DomainPart): string {
  const error = troubles.find((trouble) => trouble.part === part)?.error;
  if (error === undefined) return 'Not loaded yet';
  return isNotFound(error) ? 'Not found' : 'Failed';
}

/** Whether the last reading of a part failed, or the domain is no longer here. */
export const isTroubled = ({ troubles, transferredAway }: Domain): boolean =>
  troubles.length > 0 || transferredAway?.value === true;

/** When the parts of a domain were read. */
export function updatesOf(domain: Domain) {
  const times = domainParts.flatMap((part) => readOf(domain, part)?.at ?? []).toSorted();
  const [oldestAt = null, newestAt = null] = [times[0], times.at(-1)];
  const isPartlyUnread = times.length < domainParts.length;
  /** Never read, or more than a day before the newest reading, which does not stand for it. */
  const isBehind = (part: DomainPart, than: string): boolean => {
    const at = readOf(domain, part)?.at;
    return at === undefined || Date.parse(than) - Date.parse(at) > dayMs;
  };
  const behind = newestAt === null ? [] : domainParts.filter((part) => isBehind(part, newestAt));
  return { oldestAt, newestAt, isPartlyUnread, behind };
}

/** What a reading was of, where it was not of all parts: "except contacts", "lock only". */
export function exceptWords(behind: readonly DomainPart[]): string {
  const [part, ...others] = behind;
  if (part === undefined) return '';
  if (others.length === 0) return `except ${part}`;
  return `${domainParts.filter((one) => !behind.includes(one)).join(', ')} only`;
}

/** Each part on a line, with when it was read. */
export const updatesInWords = (domain: Domain, nowMs: number): string =>
  domainParts
    .map((part) => {
      const known = domain[shownBy[part]];
      return `${partWords[part]}: ${known === null ? unreadWords(domain, part) : sourceAndAge(known, nowMs)}`;
    })
    .join('\n');

/** Whether the service may tell when the domain expires, which is not known. */
export const lacksExpiry = (domain: Domain): boolean => domain.expiresOn === null && isHeld(domain);

/** Whether a domain has expired, or expires within so many days. */
export const isDue = ({ expiresOn }: Domain, withinDays: number, nowMs: number): boolean =>
  expiresOn !== null && daysUntil(expiresOn.value, nowMs) <= withinDays;

/** What needs a person of what its registry shows, each a `RegistryState`; then the statuses that it shows. */
export const shownAtRegistry = (domain: Domain, nowMs: number): readonly string[] => [
  ...statesOf(domain, nowMs).map(({ state }) => state),
  ...(domain.registry?.value.statuses ?? []),
];

/** One of these: a state has a title; a status is as the registry has it. */
export function atRegistryInWords(shown: string): string {
  const state = registryStates.find((each) => each === shown);
  return state === undefined ? shown : stateTitles[state];
}

const leavingWords = ['hand over', 'handover', 'transfer away', 'leave', 'leaving'] as const;

const otherWords: Readonly<Record<string, readonly string[]>> = {
  renew: ['renew', 'renew all', 'renewal', 'extend'],
  lock: ['lock', 'transfer lock'],
  unlock: ['unlock'],
  nameservers: ['nameserver', 'nameservers', 'ns', 'dns', 'delegation'],
  contacts: ['email', 'contact', 'contacts', 'registrant', 'owner', 'holder', 'admin', 'address'],
  'transfer-code': [...commands.codes.words, ...leavingWords],
  codes: [...commands.codes.words, ...leavingWords],
  'hand-over': leavingWords,
  'child-nameservers': ['glue', 'host record', 'child nameserver'],
  refresh: ['read again', 'refresh', 'reload'],
  registry: ['rdap', 'whois', 'registry', 'look up'],
  sync: ['sync'],
  history: ['history'],
  tag: ['tag', 'label'],
  client: ['client', 'customer'],
  remove: ['remove', 'delete'],
  archive: ['archive'],
  // A lock that is set already is shown there with its age, and what is one’s own is edited there.
  overview: [
    ...['note', 'comment', 'tag', 'label', 'client', 'customer', 'archive', 'remove', 'delete'],
    ...['lock', 'transfer lock', 'unlock'],
  ],
};

/** What people call what is done with a domain, on its page and in the list. @param what The end of the command's id. */
export const wordsFor = (what: string): readonly string[] => otherWords[what] ?? [];
