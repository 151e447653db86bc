import type { ImportField } from '#shared/domain/domain-parts.ts';
import { cellDate } from './dates.ts';

/** What is in the columns of a table. */
export interface Columns {
  /** The registrar's panel whose file it is, or null. */
  readonly panel: string | null;
  /** Index of the row with the titles, from 0; null where there is none. */
  readonly headerRow: number | null;
  /** Of each column what is taken from it; null: nothing. */
  readonly fields: readonly (ImportField | null)[];
  /** Columns that look like transfer codes: they are never read, whatever is chosen. */
  readonly codes: readonly number[];
  /** Of this application's own files, the columns with the times of values. */
  readonly times: { readonly expires?: number; readonly lock?: number; readonly nameservers?: number };
  /** The same for every file with these titles: what was chosen for one is proposed for the next. */
  readonly signature: string;
}

/** Of what this application exports itself: such a file is read back as it was written. */
export const ownPanel = 'Namedesk';

interface Panel {
  readonly name: string;
  /** Titles that are all there in this panel's file, in lower case. */
  readonly titles: readonly string[];
  readonly fields: Readonly<Record<string, ImportField>>;
}

/**
 * Titles of the files that registrars' panels write, as public descriptions of their exports have them. Assumed: those of DNSimple and
 * Hexonet, of which no file was at hand.
 */
const panels: readonly Panel[] = [
  {
    name: ownPanel,
    titles: ['domain', 'account', 'status', 'added at'],
    fields: {
      ...{ domain: 'domain', 'expires on': 'expires', lock: 'lock', nameservers: 'nameservers' },
      ...{ tags: 'tags', client: 'client', note: 'note', 'archived at': 'archived' },
    },
  },
  {
    name: 'GoDaddy',
    titles: ['domain name', 'expiration date', 'auto-renew', 'ownership date'],
    fields: {
      ...{ 'domain name': 'domain', 'expiration date': 'expires' },
      ...{ lock: 'lock', nameservers: 'nameservers', status: 'status' },
    },
  },
  {
    name: 'Namecheap',
    titles: ['domain name', 'domain status at nc', 'domain expiration date'],
    fields: {
      ...{ 'domain name': 'domain', 'domain expiration date': 'expires' },
      'domain status at nc': 'status',
    },
  },
  {
    name: 'Porkbun',
    titles: ['domain', 'tld', 'expire date', 'auto renew', 'auth code'],
    fields: {
      ...{ domain: 'domain', tld: 'tld', 'expire date': 'expires' },
      ...{ locked: 'lock', nameservers: 'nameservers' },
    },
  },
  {
    name: 'Dynadot',
    titles: ['domain', 'renewal status', 'expiration date', 'folder', 'domain note'],
    fields: {
      ...{ domain: 'domain', 'expiration date': 'expires', folder: 'tags', 'domain note': 'note' },
      ...{ locked: 'lock', 'name server': 'nameservers' },
    },
  },
  {
    name: 'Spaceship',
    titles: ['domain', 'dns preset', 'expiration date', 'transfer lock'],
    fields: {
      ...{ domain: 'domain', 'expiration date': 'expires', category: 'tags' },
      ...{ 'transfer lock': 'lock', nameservers: 'nameservers', status: 'status' },
    },
  },
  {
    // A due date is when an invoice is made, and says nothing of the registry's date.
    name: 'WHMCS',
    titles: ['domain name', 'expiry date', 'next due date', 'registration period'],
    fields: { 'domain name': 'domain', 'expiry date': 'expires', status: 'status', notes: 'note' },
  },
  {
    name: 'DNSimple',
    titles: ['name', 'expires at', 'auto renew', 'private whois'],
    fields: { name: 'domain', 'expires at': 'expires' },
  },
  {
    name: 'Hexonet',
    titles: ['domain', 'registrationexpirationdate', 'renewalmode'],
    fields: { domain: 'domain', registrationexpirationdate: 'expires', transferlock: 'lock' },
  },
];

/** Titles in any other file. */
const words: Readonly<Record<Exclude<ImportField, 'tld'>, RegExp>> = {
  domain: /^(?:domains?|domain[ _-]?names?|fqdn|host ?names?|sites?)$/,
  expires:
    /^(?:(?:domain )?expir(?:y|es|ation|e)(?: ?date| ?on| ?at)?|expiring(?: on)?|paid until|valid until|registrar registration expiration date|registry expiry date)$/,
  lock: /^(?:(?:registrar|transfer|domain) ?)?lock(?:ed)?(?: ?status)?$/,
  // Not one of several columns, such as `nameserver 1`: alone it is no whole set.
  nameservers: /^(?:name ?servers?|ns|dns ?servers?)$/,
  client: /^(?:clients?|customers?|client name|customer name|owner)$/,
  tags: /^(?:tags?|folders?|categor(?:y|ies)|groups?|labels?)$/,
  archived: /^archived(?: ?(?:at|on))?$/,
  status: /^(?:domain ?)?status$/,
  note: /^(?:notes?|comments?|remarks?|domain note|description)$/,
};

const codeTitle = /auth|epp|transfer[ _-]?(?:code|key|secret)|secret|passw/;
/** A line of words may stand above the titles. */
const mostRowsBefore = 5;

/** Finds out what is in the columns. @param head The first rows of a table, at least ten where there are as many. */
export function columnsOf(head: readonly (readonly string[])[]): Columns {
  const rows = head.map((cells) => cells.map(titleOf));
  const candidates = rows.slice(0, mostRowsBefore + 1);
  for (const panel of panels) {
    const headerRow = candidates.findIndex((row) => panel.titles.every((title) => row.includes(title)));
    const titles = rows[headerRow];
    if (titles !== undefined)
      return titled({ panel: panel.name, headerRow, titles }, (title) => panel.fields[title] ?? null);
  }
  const headerRow = candidates.findIndex((row) => row.some((title) => words.domain.test(title)));
  const titles = rows[headerRow];
  if (titles !== undefined) return titled({ panel: null, headerRow, titles }, byWords);
  const [first = [], ...below] = head;
  const isHeader = !first.some(isName) && below.some((cells) => cells.some(isName));
  return isHeader ? withUnknownTitles(rows[0] ?? [], below) : untitled(head);
}

const titleOf = (cell: string): string =>
  cell
    .replace(/^\uFEFF/, '')
    .replaceAll(/[_\s]+/g, ' ')
    .trim()
    .toLowerCase();

function byWords(title: string): ImportField | null {
  const found = (Object.keys(words) as (keyof typeof words)[]).find((field) => words[field].test(title));
  return found ?? null;
}

interface Titled {
  readonly panel: string | null;
  readonly headerRow: number;
  readonly titles: readonly string[];
}

/** The first column of each field counts: a file may have a title twice. */
function titled(
  { panel, headerRow, titles }: Titled,
  fieldOf: (title: string, index: number) => ImportField | null,
): Columns {
  const taken = new Set<ImportField>();
  const codes = titles.flatMap((title, index) => (codeTitle.test(title) ? [index] : []));
  const fields = titles.map((title, index) => {
    const field = codes.includes(index) ? null : fieldOf(title, index);
    if (field === null || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
  const times =
    panel === ownPanel
      ? {
          expires: titles.indexOf('expiry at'),
          lock: titles.indexOf('lock at'),
          nameservers: titles.indexOf('nameservers at'),
        }
      : {};
  return { panel, headerRow, fields, codes, times, signature: titles.join('\n') };
}

const isName = (cell: string): boolean => /^[^\s@/:]+\.[^\s@/:.\d][^\s@/:.]+$/u.test(cell.trim());

/** The cells tell which column holds the domains, and which their dates; the titles what is in the others. */
function withUnknownTitles(titles: readonly string[], below: readonly (readonly string[])[]): Columns {
  const { fields } = untitled(below);
  return titled({ panel: null, headerRow: 0, titles }, (title, index) => {
    const field = fields[index] ?? null;
    return field === 'domain' || field === 'expires' ? field : byWords(title);
  });
}

/** As registries make transfer codes: one word of small letters, digits and signs. */
const isLikeCode = (cell: string): boolean =>
  /^[^\s]{8,64}$/.test(cell) &&
  [/[a-z]/, /\d/, /[!#$%^&*()+={}[\]|<>~?]/].every((part) => part.test(cell)) &&
  !cell.includes('://');

/** Without titles the cells tell: names, dates, and one column of texts beside them. */
function untitled(head: readonly (readonly string[])[]): Columns {
  const width = Math.max(1, ...head.map(({ length }) => length));
  const columns = Array.from({ length: width }, (_, index) =>
    head.map((cells) => (cells[index] ?? '').trim()).filter((cell) => cell !== ''),
  );
  const isMostly = (index: number, is: (cell: string) => boolean): boolean => {
    const cells = columns[index] ?? [];
    return cells.length > 0 && cells.filter(is).length >= cells.length * 0.8;
  };
  const indices = columns.map((_, index) => index);
  const domain = indices.find((index) => isMostly(index, isName)) ?? 0;
  const isDate = (cell: string): boolean => ['day', 'either'].includes(cellDate(cell).kind);
  const expires = indices.find((index) => index !== domain && isMostly(index, isDate));
  const rest = indices.filter(
    (index) => index !== domain && index !== expires && columns[index]?.length !== 0,
  );
  const fields = indices.map((index): ImportField | null => {
    if (index === domain) return 'domain';
    if (index === expires) return 'expires';
    return rest.length === 1 && index === rest[0] ? 'client' : null;
  });
  const codes = indices.filter((index) => fields[index] === 'client' && isMostly(index, isLikeCode));
  for (const index of codes) fields[index] = null;
  return { panel: null, headerRow: null, fields, codes, times: {}, signature: '' };
}
