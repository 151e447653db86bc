import type { UnreadableReason } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

type JsonKind = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object' | 'missing';

const maxDepth = 64;

/**
 * The JSON value in a text. Byte order marks around it are left out: each file that a PHP program includes may print one. Where an
 * object has a member twice, the last one counts, and {@link givesTwice} says so. Fails with: why it is not usable. Source: C16,
 * depth at most 64.
 */
export function parseJson(answer: string): Result<Json, UnreadableReason> {
  // They count as white space.
  const text = answer.trim();
  if (text === '') return fail('empty');
  try {
    // JSON.parse returns only these kinds.
    const value = JSON.parse(text) as Json;
    const members = membersIn(value, maxDepth);
    if (members === null) return fail('too-deep');
    if (members !== mostMembersIn(text)) markRepeats(text, value);
    return ok(value);
  } catch {
    return fail('not-json');
  }
}

/** The objects and lists of parsed texts in which an object, at any depth, has a member more than once. */
const repeating = new WeakSet<object>();

/**
 * Whether `value`, as it came out of {@link parseJson}, was written with a member given more than once in one object, of its own or
 * at any depth. Readers disagree about which of the two counts, so nothing can be concluded from it (H1).
 */
export const givesTwice = (value: Json | undefined): boolean => isContainer(value) && repeating.has(value);

const isContainer = (value: Json | undefined): value is JsonObject | readonly Json[] =>
  typeof value === 'object' && value !== null;

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isArray = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** An own member, never one of the prototype; undefined if there is none. */
export const member = (value: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(value, name) ? value[name] : undefined;

/** A member that is a text, or the empty text. */
export const textOf = (value: JsonObject, name: string): string => {
  const found = member(value, name);
  return typeof found === 'string' ? found : '';
};

/**
 * The values of an array, in order; null if `value` is none. PHP writes an array with gaps as an object with numeric names, so that
 * is one too (H24). An empty object is none: PHP writes an empty array for both.
 */
export function listIn(value: Json | undefined): readonly Json[] | null {
  if (isArray(value)) return value;
  const entries = isObject(value) ? Object.entries(value) : [];
  if (entries.length === 0 || !entries.every(([name]) => /^\d{1,9}$/.test(name))) return null;
  return entries.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, item]) => item);
}

/** A flag in each of PHP's spellings, as a text too; null for anything else. Its false is `false`, `0`, `"0"` or the empty text. */
export function flagIn(value: Json | undefined): boolean | null {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (spellingsOfYes.has(word)) return true;
  return spellingsOfNo.has(word) ? false : null;
}

const spellingsOfYes: ReadonlySet<Json | undefined> = new Set([true, 1, '1', 'true', 'yes', 'on']);
const spellingsOfNo: ReadonlySet<Json | undefined> = new Set([false, 0, '', '0', 'false', 'no', 'off']);

export function kindOf(value: Json | undefined): JsonKind {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (isArray(value)) return 'array';
  // The other kinds of Json have the same name in typeof.
  return typeof value as JsonKind;
}

/** The number of members of all objects in `value`; null if it is nested deeper than `limit`. */
function membersIn(value: Json, limit: number): number | null {
  if (typeof value !== 'object' || value === null) return 0;
  if (limit === 0) return null;
  const all = isArray(value) ? value : Object.values(value);
  let count = isArray(value) ? 0 : all.length;
  for (const inner of all) {
    // Checked before the recursive call for speed: nearly everything in an answer is flat.
    if (typeof inner !== 'object' || inner === null) continue;
    const inside = membersIn(inner, limit - 1);
    if (inside === null) return null;
    count += inside;
  }
  return count;
}

const quote = '"'.charCodeAt(0);
const space = ' '.charCodeAt(0);

/** At least the number of members that the objects of a JSON text are written with: its colons right after a text. */
function mostMembersIn(text: string): number {
  let count = 0;
  for (let colon = text.indexOf(':'); colon !== -1; colon = text.indexOf(':', colon + 1)) {
    let before = colon - 1;
    while (text.charCodeAt(before) <= space) before -= 1;
    if (text.charCodeAt(before) === quote) count += 1;
  }
  return count;
}

/** An object or a list of a JSON text, while it is read. */
interface Opened {
  /** As parsed. Where a name comes twice, the last one's value stands for both. */
  readonly of: Json | undefined;
  readonly names: Set<string>;
  /** Of a list, the number of the next value; of an object, its name. */
  next: number | string;
  /** What it holds is given twice somewhere. */
  isMarked?: boolean;
}

function nextIn({ of, next }: Opened): Json | undefined {
  if (isArray(of)) return of[Number(next)];
  return isObject(of) ? member(of, String(next)) : undefined;
}

/** Marks what {@link givesTwice}. Iterates, because what is not kept may be nested deeper than the stack allows. */
function markRepeats(text: string, value: Json): void {
  const open: Opened[] = [];
  const note = (inmost: Opened, name: string): void => {
    if (inmost.names.has(name)) mark(open);
    inmost.names.add(name);
    inmost.next = name;
  };
  for (const [token, literal = '', colon] of text.matchAll(textsAndBrackets)) {
    const inmost = open.at(-1);
    if ('{['.includes(token))
      open.push({ of: inmost === undefined ? value : nextIn(inmost), names: new Set(), next: 0 });
    else if (']}'.includes(token)) open.pop();
    else if (inmost !== undefined && colon !== undefined) note(inmost, String(JSON.parse(literal)));
    else if (typeof inmost?.next === 'number' && token === ',') inmost.next += 1;
  }
}

/** What holds a marked one is marked already: an answer may be as deep as it is long. */
function mark(open: readonly Opened[]): void {
  for (const one of open.toReversed()) {
    if (one.isMarked === true) return;
    one.isMarked = true;
    if (isContainer(one.of)) repeating.add(one.of);
  }
}

const textsAndBrackets = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[[\]{},]/g;

/** A JSON text with every text and every name in it changed. All else stays as it is, what is given twice too. */
export const withTexts = (text: string, change: (inner: string) => string): string =>
  text.replace(textsAndBrackets, (token, literal?: string, colon = '') => {
    if (literal === undefined) return token;
    const inner = String(JSON.parse(literal));
    const changed = change(inner);
    return changed === inner ? token : `${JSON.stringify(changed)}${colon}`;
  });

/** A documented shape: just expressive enough for the tables of the API document. */
export type Shape =
  | 'string'
  | 'number'
  | 'boolean'
  /** An object or array whose content the document does not show. */
  | 'object'
  | 'array'
  | { readonly text: RegExp; readonly called: string }
  | { readonly each: Shape }
  | { readonly members: Readonly<Record<string, Shape>> }
  /** An object with arbitrary names, whose values all have one shape. */
  | { readonly map: Shape };

/** One place at which an answer differs from the document. Contains kinds and names only, no values. */
export interface SchemaMismatch {
  /** As in `[].pricing.*.register`; `*` stands for an arbitrary name. Empty for the answer itself. */
  readonly path: string;
  /** What the document says; `nothing` if it has no such member. */
  readonly expected: string;
  readonly seen: JsonKind | 'other text';
}

/** Every place at which `value` differs from `shape`, each path once. */
export function schemaMismatches(value: Json, shape: Shape): readonly SchemaMismatch[] {
  const found = new Map<string, SchemaMismatch>();
  compare(value, shape, '', (misfit) => found.set(`${misfit.path} ${misfit.seen}`, misfit));
  return [...found.values()];
}

type Note = (misfit: SchemaMismatch) => void;

function compare(value: Json | undefined, shape: Shape, path: string, note: Note): void {
  if (typeof shape === 'string' || 'text' in shape) compareLeaf(value, shape, path, note);
  else if ('each' in shape) {
    if (isArray(value)) value.forEach((item) => compare(item, shape.each, `${path}[]`, note));
    else note({ path, expected: nameOf(shape), seen: kindOf(value) });
  } else if (isObject(value)) compareMembers(value, shape, path, note);
  else note({ path, expected: nameOf(shape), seen: kindOf(value) });
}

type LeafShape = Extract<Shape, string | { readonly text: unknown }>;

function compareLeaf(value: Json | undefined, shape: LeafShape, path: string, note: Note): void {
  const expected = nameOf(shape);
  const seen = kindOf(value);
  const wanted = typeof shape === 'string' ? shape : 'string';
  if (seen !== wanted) note({ path, expected, seen });
  else if (typeof shape !== 'string' && typeof value === 'string' && !shape.text.test(value)) {
    note({ path, expected, seen: 'other text' });
  }
}

type MembersShape = Extract<Shape, { readonly members: unknown } | { readonly map: unknown }>;

function compareMembers(value: JsonObject, shape: MembersShape, path: string, note: Note): void {
  if ('map' in shape) {
    Object.values(value).forEach((inner) => compare(inner, shape.map, join(path, '*'), note));
    return;
  }
  for (const [name, inner] of Object.entries(shape.members)) {
    compare(member(value, name), inner, join(path, name), note);
  }
  for (const [name, inner] of Object.entries(value)) {
    if (!Object.hasOwn(shape.members, name)) {
      note({ path: join(path, shownName(name)), expected: 'nothing', seen: kindOf(inner) });
    }
  }
}

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** Names of members under which a service writes words about the outcome. Letters and digits, in lower case. */
const wordNames: ReadonlySet<string> = new Set([
  ...['success', 'status', 'result', 'results', 'message', 'messages', 'msg', 'error', 'errors', 'reason'],
  ...['description', 'info', 'note', 'notes', 'warning', 'warnings', 'detail', 'details', 'title'],
  ...['data', 'response', 'lockstatus', 'expirydate'],
]);

/** Words of the interface: those, and the other names that the API document has. */
const openNames: ReadonlySet<string> = new Set([
  ...wordNames,
  ...['code', 'eppcode', 'epp', 'authcode', 'authinfo', 'transfercode', 'password', 'id', 'type'],
  ...['domain', 'domainname', 'idndomainname', 'name', 'tld', 'tldnodots', 'sld', 'idnsld', 'group', 'score'],
  ...['legacystatus', 'isregistered', 'isavailable', 'ispremium', 'isvaliddomain', 'domainerrormessage'],
  ...['pricing', 'shortestperiod', 'period', 'register', 'transfer', 'renew', 'renewal', 'price', 'currency'],
  ...['minlength', 'maxlength', 'premiumcostpricing', 'active', 'expired', 'transferredaway'],
  ...['ns1', 'ns2', 'ns3', 'ns4', 'ns5', 'nameserver', 'nameservers', 'orderid', 'invoiceid'],
  ...['registrant', 'admin', 'tech', 'billing', 'contactname', 'fullname', 'companyname', 'firstname'],
  ...['lastname', 'email', 'emailaddress', 'address', 'address1', 'address2', 'city', 'state', 'postcode'],
  ...['zipcode', 'country', 'phone', 'phonenumber', 'fax', 'credit', 'credits', 'amount', 'version', 'tlds'],
]);

/**
 * Whether a member's name may be kept and shown: it is a word of the interface. Any other could be a value that is used as a
 * name, a person's or a code's (G17).
 */
export const isOpenName = (name: string): boolean => openNames.has(plainName(name));

/** Whether what stands under this name says something about the outcome, and nothing personal. */
export const isWordName = (name: string): boolean => wordNames.has(plainName(name));

const plainName = (name: string): string => name.toLowerCase().replace(/[ _-]/g, '');

const shownName = (name: string): string => (isOpenName(name) ? name : '*');

function nameOf(shape: Shape): string {
  if (typeof shape === 'string') return shape;
  if ('text' in shape) return shape.called;
  return 'each' in shape ? 'array' : 'object';
}
