import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { domainEntry } from '#shared/areas/portfolio.ts';
import type { Expiries, ExpirySource } from '#shared/domain/expiry.ts';
import { mostDomains } from '#shared/domain/portfolio.ts';
import {
  bytesColumn,
  columnOf,
  countOf,
  instantColumn,
  inTransaction,
  isPresent,
  jsonColumn,
  rowsOf,
  toMs,
  DamagedRow,
} from '../sqlite.ts';
import {
  applyObservation,
  createExpiries,
  createValueQueries,
  type DomainObservation,
  domainRecord,
  type DomainRecord,
  eachValue,
  expiriesRow,
  storedValues,
  valueNames,
} from './domain-observations.ts';
import { type ChildRow, createChildrenRepository } from './child-nameservers.ts';
import { createDoubts } from '../journal/doubts.ts';
import {
  createDomainEvents,
  type DomainEvent,
  editOf,
  type EventRow,
  shownByRegistry,
} from './domain-events.ts';
import { createOrderedClients } from './clients.ts';
import { createHeldBy, createLogins } from './accounts.ts';
import { createDraftsRepository, type DraftRecord } from './templates-and-drafts.ts';

/** What can be changed by hand. */
type Entered = Omit<z.output<typeof domainEntry>, 'accountId' | 'name' | 'addedAt' | 'addedBy'>;

/** A domain with all that is deleted with it. */
export interface WholeDomain {
  readonly record: DomainRecord;
  readonly expiries: Expiries;
  readonly children: readonly ChildRow[];
  readonly drafts: readonly DraftRecord[];
  /** The newest first. */
  readonly events: readonly EventRow[];
}

/** What an edit replaces of a domain: some of what the user enters, or all of it; null where there is no such domain. */
export type DomainState = Partial<Entered> | WholeDomain | null;

/** What an edit made of one thing. */
export interface Step<S> {
  readonly key: string;
  readonly before: S;
  readonly after: S;
}

/** A step taken back, or taken again. */
export interface Move<S> {
  readonly key: string;
  readonly from: S;
  readonly to: S;
}

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
  /** As A-labels in lower case. */
  readonly names: readonly string[];
  readonly tags: readonly string[];
  readonly addedAt: string;
  readonly addedBy: DomainRecord['addedBy'];
}

const domainsPerPage = 500;
export const mostTags = 20;

/** The portfolio's domains. */
export function createDomainsRepository(database: DatabaseSync) {
  const rows = createDomainRows(database);
  const expiries = createExpiries(database);
  const events = createDomainEvents(database);
  const doubts = createDoubts(database);
  const logins = createLogins(database);
  const whole = createWholeDomains(database, rows, expiries);
  /** Returns the updated domains, and what was changed of each that is not as it was. */
  const edit = (domains: readonly DomainRecord[], changed: (domain: DomainRecord) => Partial<Entered>) =>
    inTransaction(database, () => {
      const edited = domains.map((domain) => ({ ...domain, ...changed(domain) }));
      edited.forEach((domain) => rows.update(domain));
      const steps = domains.map((domain) => ({ domain, all: stepOf(domain, changed(domain)) }));
      for (const { domain, all } of steps)
        for (const { key, before, after } of all) events.add(domain.accountId, key, editOf(before, after));
      return { domains: edited, steps: steps.flatMap(({ all }) => all) };
    });

  return {
    /** All of them, in alphabetical order, some at a time: others go first in between. */
    pages: ({ accountId }: OfAccount) => rows.pages(accountId),
    /** The same as JSON texts: these are copied to another thread in a fraction of the time. */
    async texts({ accountId }: OfAccount): Promise<readonly string[]> {
      const texts: string[] = [];
      for await (const page of rows.pages(accountId)) texts.push(JSON.stringify(page));
      return texts;
    },
    ...createNamesOf(database),
    some: ({ accountId, names }: Names) => rows.some(accountId, names),
    add: createAddDomains(database),
    /** All or none; `full`: the first name that would have too many tags. */
    tag(input: Names & { readonly add: readonly string[]; readonly remove: readonly string[] }) {
      const { accountId, names, add, remove: removed } = input;
      const found = rows.some(accountId, names);
      const full = found.find(({ tags }) => tagsAfter(tags, add, removed).length > mostTags);
      if (full !== undefined) return { domains: [], steps: [], full: full.name };
      return {
        ...edit(found, ({ tags }) => ({ tags: tagsAfter(tags, add, removed) })),
        full: null,
      };
    },
    /** Sets what the user enters of domains, apart from their tags. */
    set({ accountId, names, ...changes }: Names & Partial<Omit<Entered, 'tags'>>) {
      return edit(rows.some(accountId, names), () => changes);
    },
    /** Removes domains with their values, child nameservers and drafts; returns those that existed. */
    remove: ({ accountId, names }: Names) =>
      inTransaction(database, () =>
        names.flatMap((name): readonly Step<WholeDomain | null>[] => {
          const before = whole.find(accountId, name);
          whole.remove(accountId, name);
          return before === null ? [] : [{ key: name, before, after: null }];
        }),
      ),
    move: createMoves(database, rows, whole, events),
    /** What is stored of a domain's history here, the newest first. */
    events: ({ accountId, domain }: OfDomain): readonly DomainEvent[] => [
      ...events.of(accountId, domain),
      ...doubts
        .reported(domain, logins.ofAccount(accountId) ?? '')
        .map((reported) => ({ kind: 'elsewhere' as const, ...reported, changes: [] })),
    ],
    observe: createObserve(database, rows, expiries, events),
    /** The expiries of a source, shown or not: lines of a name, `YYYY-MM-DD` and its instant, parted by spaces. */
    expiriesFrom: ({ accountId, source }: OfAccount & { readonly source: ExpirySource }) =>
      expiries.linesFrom(accountId, source),
    /** The names of which a source has an expiry, shown or not. */
    withExpiryFrom: ({ accountId, source }: OfAccount & { readonly source: ExpirySource }) =>
      expiries.namesFrom(accountId, source),
    heldBy: createHeldBy(database),
    ...createValueQueries(database),
  };
}

/** Stores what was observed of domains; returns those that there are. */
function createObserve(
  database: DatabaseSync,
  rows: ReturnType<typeof createDomainRows>,
  expiries: ReturnType<typeof createExpiries>,
  events: ReturnType<typeof createDomainEvents>,
) {
  // What a person has removed stays so.
  const addMissing = database.prepare(`
    INSERT INTO domains (account_id, name, added_at, added_by, tags) SELECT id, ?1, ?2, 'change', '[]' FROM accounts
    WHERE id = ?3 AND ${isPresent} AND (SELECT count(*) FROM domains WHERE account_id = ?3) < ${mostDomains}
      AND NOT EXISTS (SELECT 1 FROM removed_names WHERE account_id = ?3 AND name = ?1)
    ON CONFLICT (account_id, name) DO NOTHING`);

  return ({ accountId, news }: OfAccount & { readonly news: readonly DomainObservation[] }) =>
    inTransaction(database, () =>
      news.flatMap((one) => {
        if (one.effectAt !== undefined) addMissing.run(one.name, toMs(one.effectAt), accountId);
        const before = rows.find(accountId, one.name);
        if (before === null) return [];
        const dates = one.registry == null ? [] : expiries.find(accountId, one.name);
        const after = expiries.observe(applyObservation(before, one), one);
        rows.update(after);
        if (one.registry != null) {
          const now = expiries.find(accountId, one.name);
          events.add(accountId, one.name, shownByRegistry(one.registry.at, [before, dates], [after, now]));
        }
        return [after];
      }),
    );
}

/** Puts domains from one state into another, each where it is still in the first; the others stay as they are. */
function createMoves(
  database: DatabaseSync,
  rows: ReturnType<typeof createDomainRows>,
  whole: ReturnType<typeof createWholeDomains>,
  events: ReturnType<typeof createDomainEvents>,
) {
  const count = countOf(database, 'domains WHERE account_id = ?');

  function put(accountId: string, { key, from, to }: Move<DomainState>): boolean {
    const isPut = whole.put(accountId, key, to);
    const isEdit = from !== null && to !== null && !('record' in from) && !('record' in to);
    if (isPut && isEdit) events.add(accountId, key, editOf(from, to));
    return isPut;
  }

  return ({ accountId, moves }: OfAccount & { readonly moves: readonly Move<DomainState>[] }) =>
    inTransaction(database, () => {
      const isFull = count(accountId) + moves.length > mostDomains;
      const moved = moves.filter((move) => {
        const { key, from, to } = move;
        if (whole.isIn(accountId, key, to)) return true;
        return whole.isIn(accountId, key, from) && !(from === null && isFull) && put(accountId, move);
      });
      const names = moved.map(({ key }) => key);
      const removed = moved.flatMap(({ key, to }) => (to === null ? [key] : []));
      return { domains: rows.some(accountId, names), removed };
    });
}

/** The names of an account's domains. Of a hundred thousand no row is parsed. */
function createNamesOf(database: DatabaseSync) {
  const namesWhere = (condition: string) => {
    const found = rowsOf(database, nameRow).from(`domains WHERE account_id = ? ${condition} ORDER BY name`);
    return (...values: string[]): readonly string[] => found.all(...values).map(({ name }) => name);
  };
  const all = namesWhere('');
  const held = namesWhere(`AND archived_at IS NULL
    AND CASE WHEN json_valid(known) THEN known ->> '$.transferredAway.value' END IS NOT 1`);
  const damaged = countOf(database, 'domains WHERE account_id = ? AND NOT json_valid(known)');
  const among = namesWhere('AND name IN (SELECT value FROM json_each(?))');
  return {
    names: ({ accountId }: OfAccount) => all(accountId),
    /** As `isHeld` says. */
    held({ accountId }: OfAccount) {
      if (damaged(accountId) > 0) throw new DamagedRow();
      return held(accountId);
    },
    /** Of these names those that there are, in their order. */
    among({ accountId, names }: Names) {
      const found = new Set(among(accountId, JSON.stringify(names)));
      return names.filter((name) => found.has(name));
    },
  };
}

/** In their original order, without duplicates. */
export const tagsAfter = (
  tags: readonly string[],
  add: readonly string[],
  remove: readonly string[],
): readonly string[] => [...new Set([...tags, ...add])].filter((tag) => !remove.includes(tag));

/** What is changed of a domain; nothing where it is so already. */
function stepOf(domain: DomainRecord, after: Partial<Entered>): readonly Step<Partial<Entered>>[] {
  // The same members of the domain as it is.
  const names = Object.keys(after) as (keyof Entered)[];
  const before: Partial<Entered> = Object.fromEntries(names.map((name) => [name, domain[name]]));
  return isDeepStrictEqual(before, after) ? [] : [{ key: domain.name, before, after }];
}

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
  const state = rowsOf(database, domainRow.pick({ archivedAt: true })).from(
    'domains WHERE account_id = ? AND name = ?',
  );
  const restore = database.prepare('UPDATE domains SET archived_at = NULL WHERE account_id = ? AND name = ?');
  const count = countOf(database, 'domains WHERE account_id = ?');
  const ordered = createOrderedClients(database);

  const adderFor = ({ accountId, tags, addedAt, addedBy }: Add) => {
    const [at, tagged] = [toMs(addedAt), JSON.stringify(tags)];
    return (name: string): Fate => {
      if (insert.run(name, at, addedBy, tagged, accountId).changes > 0) return 'added';
      const there = state.find(accountId, name);
      // The account was removed in the meantime.
      if (there === null) return 'nobodys';
      if (there.archivedAt === null) return 'already';
      restore.run(accountId, name);
      return 'restored';
    };
  };

  return (input: Add) => {
    const names: Record<Fate, string[]> = { added: [], already: [], restored: [], nobodys: [] };
    try {
      inTransaction(database, () => {
        const add = adderFor(input);
        for (const name of input.names) {
          const fate = add(name);
          names[fate].push(name);
          if (input.addedBy === 'registration') ordered.give(input.accountId, name, fate !== 'already');
        }
        if (count(input.accountId) > mostDomains) throw new TooMany();
      });
    } catch (thrown) {
      if (thrown instanceof TooMany) return { added: [], already: [], restored: [], isFull: true };
      throw thrown;
    }
    const { added, already, restored } = names;
    return { added, already, restored, isFull: false };
  };
}

// Each time it is encrypted, the name is another text: the digest is compared.
const registrantDate = storedValues.shape.registrant.unwrap().omit({ value: true }).nullable();

/**
 * The content of the column `known`: the values and errors that there are. Of the registrant all but the name, which is in a column of
 * its own, encrypted.
 */
export const knownContent = z
  .object({ ...storedValues.shape, registrant: registrantDate, troubles: domainRecord.shape.troubles })
  .partial();
type KnownContent = z.output<typeof knownContent>;

/** A row of the table `domains`: reads and writes follow from this list of its columns. */
const domainRow = domainEntry.extend({
  addedAt: instantColumn,
  tags: jsonColumn(domainRecord.shape.tags),
  archivedAt: instantColumn.nullable(),
  known: jsonColumn(knownContent),
  registrant: bytesColumn.nullable(),
});
const nameRow = z.object({ name: z.string() });
/** With the column that is read apart from the others. */
const insertedRow = domainRow.extend(expiriesRow.shape);
const updated = domainRow.omit({ accountId: true, name: true, addedAt: true, addedBy: true });

/** The rows of the table `domains`, read and written one by one. */
export function createDomainRows(database: DatabaseSync) {
  const one = rowsOf(database, domainRow).from('domains WHERE account_id = ? AND name = ?');
  const page = rowsOf(database, domainRow).from(
    `domains WHERE account_id = ? AND name > ? ORDER BY name LIMIT ${domainsPerPage}`,
  );
  const put = database.prepare(`
    UPDATE domains SET ${Object.keys(updated.shape)
      .map((member) => `${columnOf(member)} = :${member}`)
      .join(', ')}
    WHERE account_id = :accountId AND name = :name`);

  const insert = database.prepare(`
    INSERT INTO domains (${Object.keys(insertedRow.shape).map(columnOf).join(', ')})
    SELECT ${Object.keys(insertedRow.shape)
      .map((member) => `:${member}`)
      .join(', ')} FROM accounts WHERE id = :accountId AND ${isPresent}`);

  const find = (accountId: string, name: string): DomainRecord | null => {
    const row = one.find(accountId, name);
    return row === null ? null : toRecord(row);
  };

  return {
    find,
    /** False where the account was removed. There is no such domain yet. */
    insert: (domain: DomainRecord, expiries: Expiries): boolean =>
      insert.run(insertedRow.encode({ ...toRow(domain), expiries: [...expiries] })).changes > 0,
    /** The given names that exist, in their order. */
    some: (accountId: string, names: readonly string[]): DomainRecord[] =>
      names.map((name) => find(accountId, name)).filter((found) => found !== null),
    async *pages(accountId: string): AsyncGenerator<readonly DomainRecord[]> {
      for (let after: string | undefined = ''; after !== undefined;) {
        const some: readonly DomainRecord[] = page.all(accountId, after).map(toRecord);
        if (some.length > 0) yield some;
        after = some.length < domainsPerPage ? undefined : some.at(-1)?.name;
        await nextTurn();
      }
    },
    /** Updates an existing domain, except when and by whom it was added. */
    update(changed: DomainRecord): void {
      // Encoding checks it: a row with something else in its JSON could not be read again.
      const { accountId, name } = changed;
      put.run({ ...updated.encode(toRow(changed)), accountId, name });
    },
  };
}

/** Domains with what is deleted with them. */
export function createWholeDomains(
  database: DatabaseSync,
  rows: ReturnType<typeof createDomainRows>,
  expiries: ReturnType<typeof createExpiries>,
) {
  const children = createChildrenRepository(database);
  const drafts = createDraftsRepository(database);
  const events = createDomainEvents(database);
  const removeDomain = database.prepare('DELETE FROM domains WHERE account_id = ? AND name = ?');
  const noteRemoved = database.prepare(`
    INSERT OR IGNORE INTO removed_names (account_id, name) SELECT account_id, domain FROM journal_changes
    WHERE account_id = ? AND domain = ? AND state <> 'withdrawn'`);

  function find(accountId: string, name: string): WholeDomain | null {
    const record = rows.find(accountId, name);
    if (record === null) return null;
    return {
      record,
      expiries: expiries.find(accountId, name),
      children: children.list({ accountId, domain: name }),
      drafts: drafts.ofDomain({ accountId, domain: name }),
      events: events.of(accountId, name),
    };
  }

  function remove(accountId: string, name: string): void {
    drafts.removeAll({ accountId, domain: name });
    removeDomain.run(accountId, name);
    noteRemoved.run(accountId, name);
  }

  /** False where the account was removed. */
  function insert(accountId: string, name: string, domain: WholeDomain): boolean {
    if (!rows.insert(domain.record, domain.expiries)) return false;
    for (const child of domain.children) children.save({ accountId, domain: name, child });
    for (const event of domain.events.toReversed()) events.add(accountId, name, event);
    for (const draft of domain.drafts) {
      const { kind } = draft;
      // Typed meanwhile, it is newer.
      if (drafts.read({ accountId, domain: name, kind }) === null) drafts.save({ accountId, ...draft });
    }
    return true;
  }

  return {
    find,
    remove,
    isIn(accountId: string, name: string, state: DomainState): boolean {
      if (state === null) return rows.find(accountId, name) === null;
      const now = 'record' in state ? find(accountId, name) : rows.find(accountId, name);
      return now !== null && isDeepStrictEqual({ ...now, ...state }, now);
    },
    /** Puts a domain into a state; it is in another one of the same edit. */
    put(accountId: string, name: string, state: DomainState): boolean {
      if (state === null) remove(accountId, name);
      else if ('record' in state) return insert(accountId, name, state);
      else rows.some(accountId, [name]).forEach((domain) => rows.update({ ...domain, ...state }));
      return true;
    },
  };
}

function toRecord({ known: content, registrant, ...row }: z.output<typeof domainRow>): DomainRecord {
  const { registrant: dated, troubles = [], ...others } = content;
  const value = registrant && Buffer.from(registrant).toString('base64');
  const values = { ...others, registrant: dated && value !== null ? { ...dated, value } : null };
  return { ...row, ...eachValue((name) => values[name] ?? null), troubles };
}

const withoutName = ({ at, source, since, before, digest }: NonNullable<DomainRecord['registrant']>) => ({
  at,
  source,
  ...(since !== undefined && { since }),
  ...(before !== undefined && { before }),
  ...(digest !== undefined && { digest }),
});

function toRow({ registrant, troubles, ...record }: DomainRecord): z.output<typeof domainRow> {
  const values = { ...record, registrant: registrant && withoutName(registrant) };
  const names = valueNames.filter((name) => values[name] !== null);
  // The same values, without those that are null.
  const content = Object.fromEntries(names.map((name) => [name, values[name]])) as KnownContent;
  return {
    ...record,
    known: troubles.length === 0 ? content : { ...content, troubles },
    registrant: registrant && Buffer.from(registrant.value, 'base64'),
  };
}
