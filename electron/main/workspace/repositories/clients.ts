import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { client, clientTemplates } from '#shared/areas/portfolio.ts';
import { inTransaction, isPresent, rowsOf } from '../sqlite.ts';
import { isDeepStrictEqual } from 'node:util';

const templatesRow = clientTemplates;
export type ClientRecord = z.output<typeof templatesRow>;

interface OfDomain {
  readonly accountId: string;
  /** As A-labels in lower case. */
  readonly domain: string;
}

interface ClientMove {
  readonly name: string;
  readonly from: ClientRecord;
  readonly to: ClientRecord;
}

/** Of accounts of the sort of the active one: practice has clients of its own, which are in no list of all accounts. */
const isOfActiveSort = `account_id IN (SELECT id FROM accounts WHERE ${isPresent} AND (kind = 'practice') = ifnull(
  (SELECT a.kind = 'practice' FROM accounts a JOIN active_account o ON o.account_id = a.id), 0))`;

const mostClients = 20_000;
const noTemplates: ClientRecord = { contact: null, nameservers: null };

/** Clients, by their names on domains: how many domains each has, and the templates that its orders and batches propose. */
export function createClientsRepository(database: DatabaseSync) {
  const all = rowsOf(database, client).query(`
    SELECT name, sum(domains) AS domains, max(contact) AS contact, max(nameservers) AS nameservers FROM (
      SELECT client AS name, sum(archived_at IS NULL) AS domains, NULL AS contact, NULL AS nameservers
        FROM domains WHERE client <> '' AND ${isOfActiveSort} GROUP BY client
      UNION ALL SELECT name, 0, contact, nameservers FROM clients)
    GROUP BY name ORDER BY name LIMIT ${mostClients}`);
  const templates = rowsOf(database, templatesRow).from('clients WHERE name = ?');
  const put = database.prepare(`
    INSERT INTO clients (name, contact, nameservers) VALUES (?, ?, ?)
    ON CONFLICT (name) DO UPDATE SET contact = excluded.contact, nameservers = excluded.nameservers`);
  const remove = database.prepare('DELETE FROM clients WHERE name = ?');
  const ofNames = rowsOf(database, z.object({ client: z.string() })).query(`
    SELECT DISTINCT client FROM domains
    WHERE account_id = ? AND name IN (SELECT value FROM json_each(?)) LIMIT 2`);
  const ordered = createOrderedClients(database);

  const templatesOf = (name: string): ClientRecord => templates.find(name) ?? noTemplates;

  function write(name: string, to: ClientRecord): void {
    if (isDeepStrictEqual(to, noTemplates)) remove.run(name);
    else put.run(name, to.contact, to.nameservers);
  }

  return {
    /** Those that a domain has, archived or not, and those that have templates. */
    list: () => all.all(),
    templatesOf: ({ name }: { readonly name: string }) => templatesOf(name),
    /** Sets these templates of a client; the others stay. */
    set: ({ name, templates: these }: { readonly name: string; readonly templates: Partial<ClientRecord> }) =>
      inTransaction(database, () => {
        const before = templatesOf(name);
        const after = { ...before, ...these };
        write(name, after);
        return { before, after };
      }),
    /** Puts the templates of a client from one state into another; false where they are in neither. */
    move: ({ name, from, to }: ClientMove): boolean =>
      inTransaction(database, () => {
        const now = templatesOf(name);
        if (isDeepStrictEqual(now, to)) return true;
        if (!isDeepStrictEqual(now, from)) return false;
        write(name, to);
        return true;
      }),
    /** The clients of some domains, at most two; empty: of none. */
    ofNames: ({ accountId, names }: { readonly accountId: string; readonly names: readonly string[] }) =>
      ofNames.all(accountId, JSON.stringify(names)).map((row) => row.client),
    /** Whose a name that is ordered will be; an empty text: nobody's. */
    setOrdered({ accountId, domain, client: whose }: OfDomain & { readonly client: string }) {
      ordered.set(accountId, domain, whose);
    },
  };
}

/** Whose names will be that are on order: given to each once, when it arrives in the portfolio. */
export function createOrderedClients(database: DatabaseSync) {
  const put = database.prepare(`
    INSERT INTO ordered_clients (account_id, domain, client) SELECT id, ?, ? FROM accounts WHERE id = ?
    ON CONFLICT (account_id, domain) DO UPDATE SET client = excluded.client`);
  const remove = database.prepare('DELETE FROM ordered_clients WHERE account_id = ? AND domain = ?');
  const ordered = rowsOf(database, z.object({ client: z.string() })).from(
    'ordered_clients WHERE account_id = ? AND domain = ?',
  );
  const give = database.prepare(`
    UPDATE domains SET client = ? WHERE account_id = ? AND name = ? AND (client = '' OR ?)`);
  return {
    set(accountId: string, domain: string, whose: string): void {
      if (whose === '') remove.run(accountId, domain);
      else put.run(domain, whose, accountId);
    },
    /** A client that a person has given a domain meanwhile stays, unless the domain is new here: `isNew`. */
    give(accountId: string, domain: string, isNew: boolean): void {
      const found = ordered.find(accountId, domain);
      if (found === null) return;
      give.run(found.client, accountId, domain, Number(isNew));
      remove.run(accountId, domain);
    },
  };
}
