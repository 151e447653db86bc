import { askedFields, type ImportField } from '#shared/domain/domain-parts.ts';
import { plainHost } from '#shared/domain/domain-name.ts';
import { hostIn } from '#shared/domain/plain-name.ts';
import { cellHosts } from './cells.ts';
import { cellDate } from './dates.ts';
import { gradeIn, type Grade, kinds, plainTitle } from './titles.ts';

/** What is in the columns of a table. */
export interface Columns {
  /** The registrar's panel whose file it is, or null. */
  readonly panel: string | null;
  /** Index of the row with the titles, from 0; null where there is none. */
  readonly headerRow: number | null;
  /** Of each column what is taken from it; null: nothing. `nameservers` may stand at several: they are one set. */
  readonly fields: readonly (ImportField | null)[];
  /** Fields that two columns or more fit equally well: none of them is taken before somebody says which. */
  readonly doubts: readonly Doubt[];
  /** Of a column that is not taken, why it is not, in words that go on after its title; null where nothing is to be said. */
  readonly reasons: readonly (string | null)[];
  /** Columns that look like transfer codes: they are never read, whatever is chosen. */
  readonly codes: readonly number[];
  /** Of this application's own files, the columns with the times of values. */
  readonly times: { readonly expires?: number; readonly lock?: number; readonly nameservers?: number };
  /** The same for every file with these titles: what was chosen for one is proposed for the next. */
  readonly signature: string;
}

export interface Doubt {
  readonly field: ImportField;
  /** The best first. */
  readonly columns: readonly number[];
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
      domain: 'domain',
      'expires on': 'expires',
      lock: 'lock',
      nameservers: 'nameservers',
      tags: 'tags',
      client: 'client',
      note: 'note',
      'archived at': 'archived',
      status: 'status',
    },
  },
  {
    name: 'GoDaddy',
    titles: ['domain name', 'expiration date', 'auto-renew', 'ownership date'],
    fields: {
      'domain name': 'domain',
      'expiration date': 'expires',
      lock: 'lock',
      nameservers: 'nameservers',
      status: 'status',
    },
  },
  {
    name: 'Namecheap',
    titles: ['domain name', 'domain status at nc', 'domain expiration date'],
    fields: { 'domain name': 'domain', 'domain expiration date': 'expires', 'domain status at nc': 'status' },
  },
  {
    name: 'Porkbun',
    titles: ['domain', 'tld', 'expire date', 'auto renew', 'auth code'],
    fields: {
      domain: 'domain',
      tld: 'tld',
      'expire date': 'expires',
      locked: 'lock',
      nameservers: 'nameservers',
    },
  },
  {
    name: 'Dynadot',
    titles: ['domain', 'renewal status', 'expiration date', 'folder', 'domain note'],
    fields: {
      domain: 'domain',
      'expiration date': 'expires',
      folder: 'tags',
      'domain note': 'note',
      locked: 'lock',
      'name server': 'nameservers',
    },
  },
  {
    name: 'Spaceship',
    titles: ['domain', 'dns preset', 'expiration date', 'transfer lock'],
    fields: {
      domain: 'domain',
      'expiration date': 'expires',
      category: 'tags',
      'transfer lock': 'lock',
      nameservers: 'nameservers',
      status: 'status',
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

const codeTitle =
  /auth|epp|transfer[ _-]?(?:code|key|secret)|secret|passw|autori[sz]|授权码|转移(?:码|密[码钥])|認証|авториз|код переноса/;
/** How many rows may be above the titles. */
const mostRowsBefore = 20;

/**
 * Finds out what is in the columns: every column is weighed for every field by its title and its cells before any is taken.
 *
 * @param head The first rows of a table, at least ten where there are as many.
 * @param at The time that the file is of.
 */
export function columnsOf(head: readonly (readonly string[])[], at: string): Columns {
  const rows = head.slice(0, mostRowsBefore).map((cells) => cells.map(titleOf));
  for (const panel of panels) {
    const headerRow = rows.findIndex((row) => panel.titles.every((title) => row.includes(title)));
    const titles = rows[headerRow];
    if (titles !== undefined) return ofPanel(panel, headerRow, titles);
  }
  const headerRow = titleRowOf(head);
  const titles = headerRow === null ? [] : (head[headerRow] ?? []);
  const below = head.slice((headerRow ?? -1) + 1);
  const width = Math.max(1, titles.length, ...below.map(({ length }) => length));
  const columns = Array.from({ length: width }, (_, index) =>
    columnOf(index, titles[index] ?? '', below, at),
  );
  const weighed = weigh(columns, headerRow === null);
  return { panel: null, headerRow, times: {}, signature: titles.map(titleOf).join('\n'), ...weighed };
}

const titleOf = (cell: string): string =>
  cell
    .replace(/^\uFEFF/, '')
    .replaceAll(/[_\s]+/g, ' ')
    .trim()
    .toLowerCase();

/** The first column of each field counts: such a file may have a title twice. */
function ofPanel({ name, fields: known }: Panel, headerRow: number, titles: readonly string[]): Columns {
  const taken = new Set<ImportField>();
  const codes = titles.flatMap((title, index) => (codeTitle.test(title) ? [index] : []));
  const fields = titles.map((title, index) => {
    const field = codes.includes(index) ? null : (known[title] ?? null);
    if (field === null || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
  const times =
    name === ownPanel
      ? {
          expires: titles.indexOf('expiry at'),
          lock: titles.indexOf('lock at'),
          nameservers: titles.indexOf('nameservers at'),
        }
      : {};
  const reasons = titles.map((title) => (gradeIn('price', plainTitle(title)) > 1 ? priceReason : null));
  return { panel: name, headerRow, fields, codes, doubts: [], reasons, times, signature: titles.join('\n') };
}

/** No domain has `_` or inner capitals in its last label; titles such as `dates.ends_at` do. */
const isName = (cell: string): boolean =>
  /^[^\s@/:]+\.(?!.*\p{Ll}\p{Lu})[^\s@/:_.\d][^\s@/:_.]+\.?$/u.test(
    cell.includes('/') ? hostIn(cell.trim()).text : cell.trim(),
  );

/**
 * The row of the titles: the one with most known ones, with domains below it. Where none is known, the row above the first domain. A
 * line of words or figures may stand above, and the titles may be repeated below.
 */
function titleRowOf(head: readonly (readonly string[])[]): number | null {
  const haveNames = head.map((cells) => cells.some(isName));
  const [first, last] = [haveNames.indexOf(true), haveNames.lastIndexOf(true)];
  const scores = head.slice(0, mostRowsBefore).map((cells, row) => {
    if (haveNames[row] === true || (last !== -1 && row > last) || cells.some(isDate)) return 0;
    const titles = cells.filter(({ length }) => length <= longestTitle).map(plainTitle);
    const known = titles.filter((title) => kinds.some((kind) => gradeIn(kind, title) > 0)).length;
    const hasDomain = titles.some((title) => gradeIn('domain', title) === 3);
    return known === 0 ? 0 : known + (hasDomain ? 1 : 0) + (haveNames[row + 1] === true ? 2 : 0);
  });
  const best = scores.indexOf(Math.max(...scores));
  if ((scores[best] ?? 0) > 0) {
    const titles = head[best]?.join('\n');
    return head.findIndex((cells) => cells.join('\n') === titles);
  }
  const above = head[first - 1]?.filter((cell) => cell.trim() !== '') ?? [];
  const isTitles = !above.some((cell) => isDate(cell) || isNumber(cell));
  return isTitles && above.length > (first === 1 ? 0 : 1) && first <= mostRowsBefore ? first - 1 : null;
}

/** No title is longer: what is longer is a line of words. */
const longestTitle = 60;

const isNumber = (cell: string): boolean =>
  /^(?:\p{Sc}|[A-Z]{3}|R\$)?\s?[-+]?\d[\d.,\s'’]*(?:%|\p{Sc}|[\p{L}]{2,3}\.?)?$/u.test(cell) &&
  !/\d-\d/.test(cell);
const isDate = (cell: string): boolean => dayOf(cell) !== null;
/** As registries make transfer codes: one word of small letters, digits and signs. */
const isLikeCode = (cell: string): boolean =>
  /^[^\s]{8,64}$/.test(cell) &&
  [/[a-z]/, /\d/, /[!#$%^&*()+={}[\]|<>~?]/].every((part) => part.test(cell)) &&
  !cell.includes('://');
/** Such a host is a nameserver, whosever the domain is. */
const isOfNameserver = (cell: string): boolean =>
  /^(?:p?u?dns|ns|name-?servers?)[a-z]?[-\d]*(?:\.[^.]+){2,}$/i.test(cell);
const isLabel = (cell: string): boolean =>
  /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u.test(cell);
const isTld = (cell: string): boolean =>
  /^\.?\p{L}[\p{L}\p{M}\p{N}-]+(?:\.\p{L}[\p{L}\p{M}\p{N}-]+)?$/u.test(cell);

/** The earliest day that a cell can mean; null where it is no date. */
function dayOf(cell: string): string | null {
  const date = cellDate(cell);
  if (date.kind === 'short') return Object.values(date.days).toSorted()[0] ?? null;
  if (date.kind === 'either') return date.dayFirst;
  return date.kind === 'day' || date.kind === 'serial' ? date.day : null;
}

/** What is known of a column before any is taken. Shares are of the cells that are not empty. */
type Column = ReturnType<typeof columnOf>;

function columnOf(index: number, rawTitle: string, below: readonly (readonly string[])[], at: string) {
  const title = plainTitle(rawTitle);
  const cells = below.map((row) => (row[index] ?? '').trim());
  const filled = cells.filter((cell) => cell !== '');
  const said = filled.filter((cell) => cellDate(cell).kind !== 'blank');
  const shareOf = (all: readonly string[], is: (cell: string) => boolean): number =>
    all.length === 0 ? 0 : all.filter(is).length / all.length;
  const isUnknown = kinds.every((kind) => gradeIn(kind, title) === 0);
  const dates = said.map(dayOf).filter((day) => day !== null);
  return {
    index,
    title,
    /** Of each row. */
    cells,
    /** Nobody knows its title. */
    isUnknown,
    isEmpty: said.length === 0,
    /** No title and no cell below: nothing but the titles can tell. */
    isAlone: below.length === 0,
    isCode: codeTitle.test(titleOf(rawTitle)) || (isUnknown && shareOf(filled, isLikeCode) >= 0.8),
    share: {
      name: shareOf(filled, isName),
      label: shareOf(filled, isLabel),
      tld: shareOf(filled, isTld),
      date: shareOf(said, isDate),
      future: shareOf(dates, (day) => day > at.slice(0, 10)),
      number: shareOf(said, isNumber),
      server: shareOf(filled, isOfNameserver),
      hosts: shareOf(said, (cell) => cell.includes('.') && cellHosts(cell).kind === 'value'),
      distinct: new Set(filled).size / Math.max(1, filled.length),
    },
  };
}

/** How well the cells of a column fit a field, from 0 to 1; null where they never can. */
type Fit = (column: Column, hasTld: boolean, grade: Grade) => number | null;

const isText = ({ share: { date, number, name } }: Column): boolean =>
  date < 0.5 && number < 0.5 && name < 0.5;

const fits: Readonly<Record<Exclude<ImportField, 'nameservers'>, Fit>> = {
  domain({ share, cells }, hasTld, grade) {
    if (share.number >= 0.5 || share.date >= 0.5) return null;
    const names = Math.max(share.name, hasTld ? share.label : 0);
    // Hosts of a provider stand below one name; the names of a portfolio differ.
    const isOther = share.server >= 0.5 || (share.distinct < 0.5 && cells.length > 3);
    if (isOther) return grade === 0 ? null : 0;
    return names < fewest[grade] ? null : names;
  },
  tld: ({ share }) => (share.tld >= 0.5 ? share.tld : null),
  expires({ share, title }, _, grade) {
    const isElse = gradeIn('dated', title) > 0 && grade < 3;
    if ((grade < 2 || isElse) && share.future < 0.5) return null;
    if (grade === 0 && (isElse || share.number >= 0.5)) return null;
    return share.date < fewest[grade] ? null : share.date;
  },
  lock: ({ share }) => (share.date >= 0.5 ? null : 1),
  tags: ({ share }) => (share.date >= 0.5 ? null : 1),
  client: (column) => (isText(column) ? 1 : null),
  note: () => 1,
  archived: () => 1,
  status: ({ share }) => (share.date >= 0.5 || share.number >= 0.5 ? null : 1),
};

/** What share of the cells has to fit, where the title is unknown, weak, has a word of it, or is one. */
const fewest: Readonly<Record<Grade, number>> = { 0: 0.8, 1: 0.5, 2: 0.5, 3: 0 };

/** Those that are guessed where no title tells. */
const guessed: readonly ImportField[] = ['domain', 'expires'];

interface Candidate {
  readonly field: ImportField;
  readonly column: Column;
  readonly grade: Grade;
  readonly fit: number;
}

/** The columns that can hold a field; those whose cells fit leave no place for the others. */
function candidatesFor(
  field: keyof typeof fits,
  columns: readonly Column[],
  hasTld: boolean,
): readonly Candidate[] {
  const all = columns.flatMap((column): readonly Candidate[] => {
    const grade = gradeIn(field, column.title);
    const isGuess = grade === 0 && column.isUnknown && guessed.includes(field);
    if (column.isCode || (grade === 0 && !isGuess)) return [];
    if (column.isAlone && grade > 1) return [{ field, column, grade, fit: 1 }];
    if (column.isEmpty) return grade === 3 ? [{ field, column, grade, fit: 0 }] : [];
    const fit = fits[field](column, hasTld, grade);
    return fit === null ? [] : [{ field, column, grade, fit }];
  });
  // What says expiry wins over any guess, also where its cells say nothing.
  const titled = all.filter(({ grade }) => field !== 'expires' || grade > 1);
  const telling = titled.length > 0 ? titled : all;
  const sound = telling.filter(({ fit }) => fit >= 0.5);
  return sound.length > 0 ? sound : telling;
}

const better = (one: Candidate, other: Candidate): number =>
  other.grade - one.grade ||
  (one.grade > 0 ? 0 : other.fit - one.fit) ||
  one.column.index - other.column.index;

/** Takes the best column of each field, a column for one field alone. */
function weigh(
  columns: readonly Column[],
  isUntitled: boolean,
): Pick<Columns, 'fields' | 'codes' | 'doubts' | 'reasons'> {
  const fields: (ImportField | null)[] = columns.map(() => null);
  for (const index of nameserversIn(columns)) fields[index] = 'nameservers';
  const hasTld = columns.some((column) => gradeIn('tld', column.title) === 3 && column.share.tld >= 0.5);
  const all = (Object.keys(fits) as (keyof typeof fits)[])
    .flatMap((field) => candidatesFor(field, columns, hasTld))
    .toSorted(better);
  const doubts: Doubt[] = [];
  const isOpen = ({ field, column }: Candidate): boolean =>
    fields[column.index] === null &&
    !fields.includes(field) &&
    doubts.every((doubt) => doubt.field !== field && !doubt.columns.includes(column.index));
  for (const candidate of all) {
    if (!isOpen(candidate)) continue;
    const rivals = all.filter((other) => isOpen(other) && isRival(candidate, other));
    if (rivals.length > 0)
      doubts.push({
        field: candidate.field,
        columns: [candidate, ...rivals].map(({ column }) => column.index),
      });
    else fields[candidate.column.index] = candidate.field;
  }
  return withRest(columns, fields, doubts, isUntitled);
}

/** Whether another column fits a field as well, and has something else in it. */
function isRival({ field, column, grade }: Candidate, other: Candidate): boolean {
  const isAsked = askedFields[field] !== undefined;
  if (other.field !== field || other.column === column || other.grade !== grade || !isAsked) return false;
  const both = column.cells.flatMap((cell, row) => {
    const beside = other.column.cells[row] ?? '';
    return cell === '' || beside === '' ? [] : [plainValue(cell) === plainValue(beside)];
  });
  return both.length === 0 ? grade > 0 : both.filter((isSame) => !isSame).length > both.length * 0.1;
}

const plainValue = (cell: string): string =>
  dayOf(cell) ?? (isName(cell) ? plainHost(hostIn(cell).text).replace(/^www\./, '') : cell.toLowerCase());

/** What is left: a column of texts beside names without titles is the client's; of the others it is said why they are not taken. */
function withRest(
  columns: readonly Column[],
  fields: (ImportField | null)[],
  found: readonly Doubt[],
  isUntitled: boolean,
): Pick<Columns, 'fields' | 'codes' | 'doubts' | 'reasons'> {
  const codes = columns.filter(({ isCode }) => isCode).map(({ index }) => index);
  if (isUntitled && !fields.includes('domain') && found.length === 0) fields[0] = 'domain';
  // Of several dates without a telling title none is more likely.
  const doubts = found.filter(
    ({ field, columns: [first = 0] }) => field !== 'expires' || columns[first]?.isUnknown === false,
  );
  const names = columns[fields.indexOf('domain')]?.cells ?? [];
  if (!names.some((cell) => cell !== '' && !cell.includes('.')) && fields.includes('tld'))
    fields[fields.indexOf('tld')] = null;
  const rest = columns.filter(({ index, isEmpty, isCode }) => fields[index] === null && !isEmpty && !isCode);
  const [only] = rest;
  if (isUntitled && rest.length === 1 && only !== undefined && isText(only)) fields[only.index] = 'client';
  const isDated = fields.includes('expires');
  const isOpen = (index: number): boolean =>
    fields[index] === null && doubts.every(({ columns: of }) => !of.includes(index));
  const reasons = columns.map((column) => (isOpen(column.index) ? reasonOf(column, isDated) : null));
  return { fields, codes, doubts, reasons };
}

const priceReason = 'prices come from the service';

function reasonOf(column: Column, isDated: boolean): string | null {
  const { title, share, isUnknown } = column;
  if (gradeIn('price', title) > 1) return priceReason;
  if (gradeIn('client', title) > 1 && !isText(column)) return 'dates, figures and hosts are no clients';
  if (gradeIn('nameservers', serverTitle(title).title) === 3)
    return share.hosts < 0.5 ? 'it has no nameservers' : 'not a whole set of nameservers';
  if (isDated || share.date < 0.8 || (!isUnknown && gradeIn('expires', title) === 0)) return null;
  return share.future < 0.5 ? 'its dates lie in the past' : 'another column may have the expiry';
}

/** A title of one of several nameservers, such as `ns2`, without its number. */
function serverTitle(title: string): { readonly title: string; readonly number: number | null } {
  const [, before, words = title, after] = /^(?:(\d{1,2}) )?(.*?) ?(\d{1,2})?$/u.exec(title) ?? [];
  const place = ordinals.findIndex((ordinal) => ordinal.test(words)) + 1;
  const number = before ?? after;
  return {
    title: place === 0 ? words : words.replace(ordinals[place - 1] ?? '', '').trim(),
    number: number === undefined ? place || null : Number(number),
  };
}

const ordinals = [
  /^(?:primary|primarer|primaire|primario|first) | (?:primaire|primario)$/u,
  /^(?:secondary|sekundarer|secondaire|secundario|secondario|second) | (?:secondaire|secundario|secondario)$/u,
  /^(?:tertiary|third) /u,
];

/** The columns of nameservers: all of them together, or none. One of several is no whole set. */
function nameserversIn(columns: readonly Column[]): readonly number[] {
  const found = columns
    .map((column) => ({ column, ...serverTitle(column.title) }))
    .filter(({ column, title }) => gradeIn('nameservers', title) === 3 && !column.isCode);
  const hosted = found.filter(
    ({ column: { share, isAlone, isEmpty } }) => isAlone || isEmpty || share.hosts >= 0.5,
  );
  const numbers = hosted.flatMap(({ number }) => number ?? []).toSorted((one, other) => one - other);
  const isBesideOne = hosted.length > numbers.length;
  const [first = 1] = numbers;
  const isRun = numbers.every((number, place) => number === first + place) && first <= (isBesideOne ? 2 : 1);
  const isWhole =
    isRun &&
    (numbers.length !== 1 || isBesideOne) &&
    found.every((each) => each.number === null || hosted.includes(each));
  return isWhole
    ? hosted.filter(({ column }) => column.isAlone || !column.isEmpty).map(({ column }) => column.index)
    : [];
}
