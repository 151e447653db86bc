import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { instant } from '#shared/areas/common-schemas.ts';
import { childNameserver, domain as shownDomain, draftKind } from '#shared/areas/portfolio.ts';
import type { ChangeFamily } from '#shared/domain/change-kinds.ts';
import {
  type ChildNameserver,
  type Domain,
  type DomainPart,
  type Known,
  mostDomains,
  yearsLater,
} from '#shared/domain/portfolio.ts';
import { instantColumn, inTransaction, isPresent, jsonColumn, parseRow, toMs } from '../sqlite.ts';

/** A domain as stored. */
const domainRecord = shownDomain.extend({
  /** The registrant's name as Base64 of its encrypted bytes: the workspace cannot read it. */
  registrant: z
    .object({ value: z.string(), at: instant, source: shownDomain.shape.lock.unwrap().shape.source })
    .nullable(),
});
export type DomainRecord = z.output<typeof domainRecord>;

/** An observation of a domain. A value that is older than the stored one is ignored. */
export type DomainObservation = Partial<
  Pick<DomainRecord, 'lock' | 'nameservers' | 'registrant' | 'expiresOn' | 'transferredAway' | 'troubles'>
> & {
  readonly name: string;
  /** When the domain was registered anew: earlier values belong to another registration. */
  readonly since?: string;
  /** A renewal made here: an expiry known from before `sentAt` is expected to move by `years`. */
  readonly renewal?: { readonly years: number; readonly sentAt: string; readonly at: string };
  /** Removes an expiry entered by hand; one from other sources stays. */
  readonly takesExpiryBack?: boolean;
  /** Parts that were read successfully: earlier errors of them are cleared. */
  readonly wellRead?: readonly { readonly part: DomainPart; readonly at: string }[];
};

interface OfAccount {
  readonly accountId: string;
}

interface OfDomain extends OfAccount {
  /** As A-labels in lower case. */
  readonly domain: string;
}

interface Names extends OfAccount {
  /** As A-labels in lower case; unknown ones are ignored. */
  readonly names: readonly string[];
}

interface Add extends OfAccount {
  /**
   * Joined by line feeds, as in the result: transferring ten thousand short texts costs more than one long one.
   */
  readonly names: string;
  readonly tags: readonly string[];
  readonly addedAt: string;
  readonly addedBy: Domain['addedBy'];
}

const domainsPerPage = 500;
const mostTags = 20;
const mostUsers = 1_000;

const nameRow = z.object({ name: z.string() });

/** The portfolio's domains. */
export function createDomainsRepository(database: DatabaseSync) {
  const rows = createDomainRows(database);
  const users = database.prepare(`
    SELECT name FROM domains
    WHERE account_id = ? AND EXISTS (SELECT 1 FROM json_each(known, '$.nameservers.value') WHERE value = ?)
    ORDER BY name LIMIT ${mostUsers}`);
  const change = changerOf(database, rows);

  return {
    /** In alphabetical order, as JSON texts of lists of domains: they are parsed one by one, with pauses. */
    list: ({ accountId }: OfAccount) => ({ pages: [...pagesOf(rows.all(accountId))] }),
    some: ({ accountId, names }: Names) => rows.some(accountId, names),
    add: createAddDomains(database),
    /** All or none; `full`: the first name that would have too many tags. */
    tag(input: Names & { readonly add: readonly string[]; readonly remove: readonly string[] }) {
      const { accountId, names, add, remove } = input;
      const tagged = rows
        .some(accountId, names)
        .map((domain) => ({ ...domain, tags: tagsAfter(domain.tags, add, remove) }));
      const full = tagged.find(({ tags }) => tags.length > mostTags);
      if (full !== undefined) return { domains: [], full: full.name };
      return { domains: change(tagged), full: null };
    },
    note: ({ accountId, domain, note }: OfDomain & { readonly note: string }) =>
      change(rows.some(accountId, [domain]).map((found) => ({ ...found, note }))),
    archive: ({ accountId, names, archivedAt }: Names & { readonly archivedAt: string | null }) =>
      change(rows.some(accountId, names).map((found) => ({ ...found, archivedAt }))),
    remove: removerOf(database),
    /** Returns the updated domains. */
    learn: ({ accountId, news }: OfAccount & { readonly news: readonly DomainObservation[] }) =>
      inTransaction(database, () =>
        news.flatMap((one) => {
          const before = rows.find(accountId, one.name);
          if (before === null) return [];
          const after = applyObservation(before, one);
          rows.update(after);
          return [after];
        }),
      ),
    /** The names that are known to use a nameserver. */
    usersOf: ({ accountId, host }: OfAccount & { readonly host: string }) =>
      users.all(accountId, host).map((row) => parseRow(nameRow, row).name),
  };
}

const changerOf =
  (database: DatabaseSync, rows: DomainRows) =>
  (domains: DomainRecord[]): DomainRecord[] =>
    inTransaction(database, () => {
      for (const domain of domains) rows.update(domain);
      return domains;
    });

/** Removes domains with their values, child nameservers and drafts; returns which of them existed. */
function removerOf(database: DatabaseSync) {
  const remove = database.prepare('DELETE FROM domains WHERE account_id = ? AND name = ?');
  const removeDrafts = database.prepare('DELETE FROM drafts WHERE account_id = ? AND domain = ?');
  return ({ accountId, names }: Names) =>
    inTransaction(database, () =>
      names.filter((name) => {
        removeDrafts.run(accountId, name);
        return remove.run(accountId, name).changes > 0;
      }),
    );
}

/** In their original order, without duplicates. */
const tagsAfter = (
  tags: readonly string[],
  add: readonly string[],
  remove: readonly string[],
): readonly string[] => [...new Set([...tags, ...add])].filter((tag) => !remove.includes(tag));

function* pagesOf(domains: Iterable<DomainRecord>): Generator<string> {
  let page: string[] = [];
  for (const domain of domains) {
    page.push(JSON.stringify(domain));
    if (page.length < domainsPerPage) continue;
    yield `[${page.join(',')}]`;
    page = [];
  }
  if (page.length > 0) yield `[${page.join(',')}]`;
}

const countRow = z.object({ count: z.int() });
const stateRow = z.object({ archived_at: z.int().nullable() });

type Fate = 'added' | 'already' | 'restored' | 'nobodys';

/** Thrown to roll back an addition over the limit; caught by the caller. */
class TooMany extends Error {}

/**
 * Adds the missing names, all or none; `isFull`: there would be more than {@link mostDomains}. Archived ones are
 * restored. One lookup for each name, so that the time per name does not grow with their number.
 */
function createAddDomains(database: DatabaseSync) {
  const insert = database.prepare(`
    INSERT INTO domains (account_id, name, added_at, added_by, tags)
    SELECT id, ?, ?, ?, ? FROM accounts WHERE id = ? AND ${isPresent}
    ON CONFLICT (account_id, name) DO NOTHING`);
  const state = database.prepare('SELECT archived_at FROM domains WHERE account_id = ? AND name = ?');
  const restore = database.prepare('UPDATE domains SET archived_at = NULL WHERE account_id = ? AND name = ?');
  const count = database.prepare('SELECT count(*) AS count FROM domains WHERE account_id = ?');

  const adderFor = ({ accountId, tags, addedAt, addedBy }: Add) => {
    const [at, tagged] = [toMs(addedAt), JSON.stringify(tags)];
    return (name: string): Fate => {
      if (insert.run(name, at, addedBy, tagged, accountId).changes > 0) return 'added';
      const there = state.get(accountId, name);
      // The account was removed in the meantime.
      if (there === undefined) return 'nobodys';
      if (parseRow(stateRow, there).archived_at === null) return 'already';
      restore.run(accountId, name);
      return 'restored';
    };
  };

  return (input: Add) => {
    const names: Record<Fate, string[]> = { added: [], already: [], restored: [], nobodys: [] };
    try {
      inTransaction(database, () => {
        const add = adderFor(input);
        for (const name of input.names.split('\n')) if (name !== '') names[add(name)].push(name);
        if (parseRow(countRow, count.get(input.accountId)).count > mostDomains) throw new TooMany();
      });
    } catch (thrown) {
      if (thrown instanceof TooMany) return { added: '', already: '', restored: '', isFull: true };
      throw thrown;
    }
    return {
      added: names.added.join('\n'),
      already: names.already.join('\n'),
      restored: names.restored.join('\n'),
      isFull: false,
    };
  };
}

type Trouble = DomainRecord['troubles'][number];
type Dated = Known<unknown> | null;

/**
 * The domain after the observation is applied. A value is replaced by one of the same age or newer, never by an older
 * one.
 */
export function applyObservation(before: DomainRecord, news: DomainObservation): DomainRecord {
  const domain = news.since === undefined ? before : sinceThen(before, news.since);
  const isTyped = domain.expiresOn?.source === 'typed';
  const expiresOn = news.takesExpiryBack === true && isTyped ? null : domain.expiresOn;
  const known = {
    lock: newer(domain.lock, news.lock),
    nameservers: newer(domain.nameservers, news.nameservers),
    registrant: newer(domain.registrant, news.registrant),
    expiresOn: expectedAfter(newer(expiresOn, news.expiresOn), news.renewal),
    transferredAway: newer(domain.transferredAway, news.transferredAway),
  };
  return { ...domain, ...known, troubles: troublesAfter(domain, news) };
}

/**
 * The expiry expected after a renewal, where the expiry before it is known. A value observed after the renewal was sent
 * may already include it, and is kept.
 */
function expectedAfter(
  known: DomainRecord['expiresOn'],
  renewal: DomainObservation['renewal'],
): DomainRecord['expiresOn'] {
  if (known === null || renewal === undefined || known.at >= renewal.sentAt) return known;
  return { value: yearsLater(known.value, renewal.years), at: renewal.at, source: 'expected' };
}

const newer = <T extends Dated>(old: T, found: T | undefined): T =>
  found !== undefined && found !== null && (old === null || found.at >= old.at) ? found : old;

/** The domain without the values and errors older than `since`. */
function sinceThen(domain: DomainRecord, since: string): DomainRecord {
  const kept = <T extends Dated>(value: T): T | null => (value !== null && value.at >= since ? value : null);
  return {
    ...domain,
    lock: kept(domain.lock),
    nameservers: kept(domain.nameservers),
    registrant: kept(domain.registrant),
    expiresOn: kept(domain.expiresOn),
    transferredAway: kept(domain.transferredAway),
    troubles: domain.troubles.filter(({ at }) => at >= since),
  };
}

/** At most one for each part: the latest, unless the part was read successfully since. */
function troublesAfter({ troubles }: DomainRecord, news: DomainObservation): readonly Trouble[] {
  const latest = new Map<string, Trouble>();
  for (const trouble of [...troubles, ...(news.troubles ?? [])]) {
    const other = latest.get(trouble.part);
    if (other === undefined || trouble.at >= other.at) latest.set(trouble.part, trouble);
  }
  for (const { part, at } of news.wellRead ?? []) {
    if ((latest.get(part)?.at ?? '') <= at) latest.delete(part);
  }
  return [...latest.values()];
}

/** The content of the column `known`; a missing member is not known. */
const known = z.object({
  lock: domainRecord.shape.lock.default(null),
  nameservers: domainRecord.shape.nameservers.default(null),
  /** For the registrant only time and source: the name is in a column of its own, encrypted. */
  registrant: domainRecord.shape.registrant.unwrap().omit({ value: true }).nullable().default(null),
  expiresOn: domainRecord.shape.expiresOn.default(null),
  transferredAway: domainRecord.shape.transferredAway.default(null),
  troubles: domainRecord.shape.troubles.default([]),
});

const domainRow = z
  .object({
    account_id: domainRecord.shape.accountId,
    name: domainRecord.shape.name,
    added_at: instantColumn,
    added_by: domainRecord.shape.addedBy,
    tags: jsonColumn.pipe(domainRecord.shape.tags),
    note: domainRecord.shape.note,
    archived_at: instantColumn.nullable(),
    known: jsonColumn.pipe(known),
    registrant: z.instanceof(Uint8Array).nullable(),
  })
  .transform(
    ({ account_id, added_at, added_by, archived_at, known: kept, registrant, ...row }): DomainRecord => ({
      ...row,
      ...kept,
      accountId: account_id,
      addedAt: added_at,
      addedBy: added_by,
      archivedAt: archived_at,
      registrant:
        kept.registrant === null || registrant === null
          ? null
          : { ...kept.registrant, value: Buffer.from(registrant).toString('base64') },
    }),
  );

/** The rows of the table `domains`, read and written one by one. */
interface DomainRows {
  readonly find: (accountId: string, name: string) => DomainRecord | null;
  /** The given names that exist, in alphabetical order. */
  readonly some: (accountId: string, names: readonly string[]) => DomainRecord[];
  readonly all: (accountId: string) => IterableIterator<DomainRecord>;
  /** Updates an existing domain, except when and by whom it was added. */
  readonly update: (domain: DomainRecord) => void;
}

function createDomainRows(database: DatabaseSync): DomainRows {
  const columns = 'account_id, name, added_at, added_by, tags, note, archived_at, known, registrant';
  const one = database.prepare(`SELECT ${columns} FROM domains WHERE account_id = ? AND name = ?`);
  const all = database.prepare(`SELECT ${columns} FROM domains WHERE account_id = ? ORDER BY name`);
  const put = database.prepare(`
    UPDATE domains SET tags = ?, note = ?, archived_at = ?, known = ?, registrant = ?
    WHERE account_id = ? AND name = ?`);

  const find = (accountId: string, name: string): DomainRecord | null => {
    const row = one.get(accountId, name);
    return row === undefined ? null : parseRow(domainRow, row);
  };

  return {
    find,
    some: (accountId, names) =>
      names.map((name) => find(accountId, name)).filter((domain) => domain !== null),
    *all(accountId) {
      for (const row of all.iterate(accountId)) yield parseRow(domainRow, row);
    },
    update(changed) {
      // Checked before it is written: a row with something else in its JSON could not be read again.
      const domain = domainRecord.parse(changed);
      const { accountId, name, tags, note, archivedAt, registrant } = domain;
      const archived = archivedAt === null ? null : Date.parse(archivedAt);
      const sealed = registrant === null ? null : Buffer.from(registrant.value, 'base64');
      put.run(JSON.stringify(tags), note, archived, knownOf(domain), sealed, accountId, name);
    },
  };
}

/** As JSON text, without what is not known. */
function knownOf({
  lock,
  nameservers,
  registrant,
  expiresOn,
  transferredAway,
  troubles,
}: DomainRecord): string {
  const dated = registrant === null ? null : { at: registrant.at, source: registrant.source };
  const values = { lock, nameservers, registrant: dated, expiresOn, transferredAway };
  const said = Object.entries(values).filter(([, value]) => value !== null);
  return JSON.stringify({ ...Object.fromEntries(said), ...(troubles.length === 0 ? {} : { troubles }) });
}

const childRow = z
  .object({ host: z.string(), addresses: jsonColumn, at: instantColumn, source: z.string() })
  .pipe(childNameserver);

/** The child nameservers of the portfolio's domains. */
export function createChildrenRepository(database: DatabaseSync) {
  const list = database.prepare(
    'SELECT host, addresses, at, source FROM children WHERE account_id = ? AND domain = ? ORDER BY host',
  );
  const put = database.prepare(`
    INSERT INTO children (account_id, domain, host, addresses, at, source)
    SELECT account_id, name, ?, ?, ?, ? FROM domains WHERE account_id = ? AND name = ?
    ON CONFLICT (account_id, domain, host) DO UPDATE SET
      addresses = excluded.addresses, at = excluded.at, source = excluded.source`);
  const remove = database.prepare('DELETE FROM children WHERE account_id = ? AND domain = ? AND host = ?');

  return {
    list: ({ accountId, domain }: OfDomain) =>
      list.all(accountId, domain).map((row) => parseRow(childRow, row)),
    /** False where the domain is not in the portfolio. */
    save({ accountId, domain, child }: OfDomain & { readonly child: ChildNameserver }) {
      const { host, addresses, at, source } = child;
      const { changes } = put.run(host, JSON.stringify(addresses), toMs(at), source, accountId, domain);
      return changes > 0;
    },
    remove({ accountId, domain, host }: OfDomain & { readonly host: string }) {
      remove.run(accountId, domain, host);
      return {};
    },
  };
}

const bytesColumn = z.instanceof(Uint8Array);
const templateRow = z.object({
  id: z.string(),
  kind: z.enum(['contact', 'nameservers']),
  /** Encrypted for a contact, JSON text otherwise; it contains the template's name. */
  body: bytesColumn,
});
export type TemplateRecord = z.output<typeof templateRow>;

/** Templates of contacts and nameservers. */
export function createTemplatesRepository(database: DatabaseSync) {
  const list = database.prepare('SELECT id, kind, body FROM templates ORDER BY id');
  const put = database.prepare(`
    INSERT INTO templates (id, kind, body) VALUES (?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, body = excluded.body`);
  const remove = database.prepare('DELETE FROM templates WHERE id = ?');

  return {
    list: () => list.all().map((row) => parseRow(templateRow, row)),
    save({ id, kind, body }: TemplateRecord) {
      put.run(id, kind, body);
      return {};
    },
    remove({ id }: { readonly id: string }) {
      remove.run(id);
      return {};
    },
  };
}

const mostListed = 10_000;
const draftRow = z
  .object({ body: bytesColumn, saved_at: instantColumn })
  .transform(({ body, saved_at }) => ({ body, savedAt: saved_at }));
const listedRow = z
  .object({ domain: z.string(), kind: draftKind, saved_at: instantColumn })
  .transform(({ domain, kind, saved_at }) => ({ domain, kind, savedAt: saved_at }));

interface OfDraft extends OfDomain {
  readonly kind: ChangeFamily;
}

/** Forms that were filled in and not sent. */
export function createDraftsRepository(database: DatabaseSync) {
  const find = database.prepare(
    'SELECT body, saved_at FROM drafts WHERE account_id = ? AND domain = ? AND kind = ?',
  );
  const put = database.prepare(`
    INSERT INTO drafts (account_id, domain, kind, body, saved_at) SELECT id, ?, ?, ?, ? FROM accounts WHERE id = ?
    ON CONFLICT (account_id, domain, kind) DO UPDATE SET body = excluded.body, saved_at = excluded.saved_at`);
  const remove = database.prepare('DELETE FROM drafts WHERE account_id = ? AND domain = ? AND kind = ?');
  const list = database.prepare(`
    SELECT domain, kind, saved_at FROM drafts WHERE account_id = ? ORDER BY saved_at DESC LIMIT ${mostListed}`);

  return {
    read({ accountId, domain, kind }: OfDraft) {
      const row = find.get(accountId, domain, kind);
      return row === undefined ? null : parseRow(draftRow, row);
    },
    /** Does nothing where the account no longer exists. */
    save({ accountId, domain, kind, body, savedAt }: OfDraft & z.output<typeof draftRow>) {
      put.run(domain, kind, body, toMs(savedAt), accountId);
      return {};
    },
    remove({ accountId, domain, kind }: OfDraft) {
      remove.run(accountId, domain, kind);
      return {};
    },
    /** The latest first. */
    list: ({ accountId }: OfAccount) => list.all(accountId).map((row) => parseRow(listedRow, row)),
  };
}
