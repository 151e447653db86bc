/** The seventeen operations, as the document lists their paths. */
const table = {
  'POST /domains/lookup': 'lookup',
  'GET /billing/credits': 'credits',
  'GET /tlds': 'tlds',
  'GET /version': 'version',
  'GET /domains/{domain}/contact': 'contact-read',
  'POST /domains/{domain}/contact': 'contact-write',
  'GET /domains/{domain}/lock': 'lock-read',
  'POST /domains/{domain}/lock': 'lock-write',
  'POST /order/domains/register': 'register',
  'POST /order/domains/renew': 'renew',
  'GET /domains/{domain}/eppcode': 'eppcode',
  'POST /domains/{domain}/sync': 'sync',
  'GET /domains/{domain}/nameservers': 'nameservers-read',
  'POST /domains/{domain}/nameservers': 'nameservers-write',
  'POST /domains/{domain}/nameservers/register': 'child-register',
  'POST /domains/{domain}/nameservers/modify': 'child-modify',
  'POST /domains/{domain}/nameservers/delete': 'child-delete',
} as const;

export type Operation = (typeof table)[keyof typeof table];

export interface Route {
  readonly operation: Operation;
  /** The path variable, percent-decoded; empty where the path has none. */
  readonly domain: string;
}

const operationAt: ReadonlyMap<string, Operation> = new Map(Object.entries(table));
const domainPath = /^\/domains\/([^/]+)(\/.+)$/;

export const operations: readonly Operation[] = Object.values(table);

/** @param path Below the base path, without a query. @returns null where no operation answers. */
export function routeOf(method: string, path: string): Route | null {
  const plain = operationAt.get(`${method} ${path}`);
  if (plain !== undefined) return { operation: plain, domain: '' };
  const [, encoded, rest] = domainPath.exec(path) ?? [];
  if (encoded === undefined || rest === undefined) return null;
  const operation = operationAt.get(`${method} /domains/{domain}${rest}`);
  const domain = decoded(encoded);
  return operation === undefined || domain === null ? null : { operation, domain };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
