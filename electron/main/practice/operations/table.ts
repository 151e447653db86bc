import { asciiName, listedTlds } from '../findings.ts';
import { decimal, json, textOf } from '../wire.ts';
import { type Asked, domainRows, type Handler, type Row, type Rows } from './domains.ts';
import { lookup, namesLookedUp } from './lookup.ts';
import { orderRows } from './orders.ts';

// Source: Domain Reseller API v2.2, "Credits, TLDs, version".

const credits: Handler = (_asked, world) => json(decimal(world.account.creditCents));

const tldsAnswer = json(listedTlds);
const tldList: Handler = () => tldsAnswer;

const versionAnswer = json('2.2.0');
const version: Handler = () => versionAnswer;

/** The operations by their paths as documented. Everything that lists operations follows from this table. */
const table = {
  'POST /domains/lookup': { name: 'lookup', handle: lookup },
  'GET /billing/credits': { name: 'credits', handle: credits },
  'GET /tlds': { name: 'tlds', handle: tldList },
  'GET /version': { name: 'version', handle: version },
  ...domainRows,
  ...orderRows,
} as const satisfies Rows;

export type Operation = (typeof table)[keyof typeof table]['name'];

const rows: readonly (readonly [path: string, row: Row & { readonly name: Operation }])[] =
  Object.entries(table);
const rowAt = new Map(rows);

const namesWhere = (isMeant: (path: string, row: Row) => boolean): readonly Operation[] =>
  rows.filter(([path, row]) => isMeant(path, row)).map(([, { name }]) => name);

export const operations = namesWhere(() => true);

/** The operations that change something. */
export const changes = namesWhere((_path, { isChange }) => isChange === true);

/** The operations on one domain, orders included. */
export const aboutDomains = namesWhere(
  (path, { isChange }) => isChange === true || path.includes(' /domains/{domain}/'),
);

/** The full names of a request, as A-labels: from its path, from its form, or all combinations of a lookup. */
export function namesAsked(operation: Operation, { domain, form }: Asked): readonly string[] {
  if (operation === 'lookup') return namesLookedUp(form);
  const name = asciiName(domain === '' ? textOf(form, 'domain') : domain);
  return name === null ? [] : [name];
}

export interface Route {
  readonly operation: Operation;
  /** The path variable, percent-decoded; empty where the path has none. */
  readonly domain: string;
  readonly handle: Handler;
}

const domainPath = /^\/domains\/([^/]+)(\/.+)$/;

/** @param path Below the base path, without a query. @returns null if no operation matches. */
export function routeOf(method: string, path: string): Route | null {
  const plain = rowAt.get(`${method} ${path}`);
  if (plain !== undefined) return routeTo(plain, '');
  const [, encoded, rest] = domainPath.exec(path) ?? [];
  if (encoded === undefined || rest === undefined) return null;
  const row = rowAt.get(`${method} /domains/{domain}${rest}`);
  const domain = decoded(encoded);
  return row === undefined || domain === null ? null : routeTo(row, domain);
}

const routeTo = ({ name, handle }: (typeof rows)[number][1], domain: string): Route => ({
  operation: name,
  domain,
  handle,
});

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
