import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { change, type changeFilter, changeKind, changeState } from '#shared/areas/change-schemas.ts';
import { mostStoppedBatches } from '#shared/areas/restore-schemas.ts';
import type { RestoreRow } from '#shared/domain/backup.ts';
import type { ChangeFamily, ChangeState, sharingStates } from '#shared/domain/change-kinds.ts';
import { emptyChangeFilter, type JournalHealth } from '#shared/domain/change.ts';
import { type ServiceIdentity, serviceOf } from '#shared/domain/account.ts';
import { stopEvery } from '../batches/batches.ts';
import { createKeepPrevious } from '../batches/put-back.ts';
import type { ChainCheck, Head } from '../chain.ts';
import {
  countOf,
  filterOf,
  inTransaction,
  isPresent,
  jsonColumn,
  rowsOf,
  toMs,
  unlessDamaged,
} from '../sqlite.ts';
import { accessesHealth, createCheckOfAccesses } from './code-accesses.ts';
import { createHistory, createLimitsOver, isCounted, isProof, type ToPay } from './changes.ts';
import { createDoubts, everyName, identityIn, type Raised } from './doubts.ts';
import { createCheck, createJournalTables, listWithin } from './entries.ts';
import {
  type Append,
  type Begin,
  createJournalAfterRestore,
  createSending,
  createWriting,
  type Send,
  type Written,
} from './write.ts';
import { createLogins } from '../repositories/accounts.ts';

interface OfChange {
  readonly id: string;
}

interface OfDomain {
  readonly service: ServiceIdentity;
  readonly domain: string;
  readonly accountId: string;
}

interface OfReview {
  readonly family: ChangeFamily;
  /** The change that is reviewed. */
  readonly besideId: string | null;
}

/**
 * The journal: append-only entries, each with a hash over itself and the previous one; and the changes, which are a
 * projection of their entries. A result survives a power cut (C6, D2, D4). The whole chain is checked before the first
 * entry of a start is added.
 */
export function createJournalRepository(
  database: DatabaseSync,
  now: () => Date = () => new Date(),
  accesses: ChainCheck<Head> = createCheckOfAccesses(database, now),
) {
  const tables = createJournalTables(database);
  const { entries, changes, sealed } = tables;
  // A migration that changes the columns of the list of changes leaves it empty.
  if (changes.count() === 0 && unlessDamaged(() => entries.head().changes, 0) > 0) {
    inTransaction(database, () => listWithin(tables));
  }
  const check = createCheck(tables, now);
  const writing = createWriting(tables);
  const send = createSending(tables, writing);
  const [history, limitsOver] = [createHistory(database), createLimitsOver(database, changes)];

  const health = (): JournalHealth => {
    const { head, checkedAt, checkedLength, broken } = check.health();
    return {
      entries: head.length,
      changes: head.changes,
      head: head.hash,
      checkedAt,
      checkedEntries: checkedLength,
      broken,
      accesses: accessesHealth(accesses),
    };
  };

  return {
    /** Plans a change. */
    begin: (input: Begin): Written | Promise<Written> => check.unlessBroken(() => writing.begin(input)),
    /** Adds `sending`, only where nothing has changed since the user's review (see docs/decisions/0020). */
    send: (input: Send): Written | Promise<Written> => check.unlessBroken(() => send(input)),
    /**
     * Adds any entry but `sending` to a change. The state machine gives the next state; an event that is not possible
     * now gives `moved`.
     */
    append: (input: Append): Written | Promise<Written> => {
      if (input.event.type === 'sending') throw new Error('Only `send` adds `sending`');
      return check.unlessBroken(() => writing.append(input));
    },
    find: ({ id }: OfChange) => changes.find(id)?.change ?? null,
    entries: ({ id }: OfChange) => entries.ofChange(id),
    list: createListChanges(database),
    /** Changes that are not finished, the oldest first. */
    open: ({ accountId }: { readonly accountId: string | null }) => changes.open(accountId),
    /** The last change of each family on a domain. */
    lastOf: ({ service, domain, accountId }: OfDomain) => changes.lastOf(service, domain, accountId),
    /** All that a review says of what was done before, and where the chain breaks; null where it does not. */
    historyOf: ({ service, domain, accountId, family, besideId }: OfDomain & OfReview) => ({
      ...history.of({ domain, family, accountId, login: changes.loginOf(service) }, besideId),
      brokenAt: check.health().broken?.seq ?? null,
    }),
    /** The limits that paying these prices would exceed now. */
    limitsOver: (toPay: ToPay) => limitsOver(toPay),
    /** The paid changes that were sent and are not known to have failed. */
    costs: changes.costs,
    outstanding: changes.outstanding,
    sealed: ({ id }: OfChange) => sealed.find(id),
    /** What contacts were before a change of them, encrypted, for the way back. */
    keepPrevious: createKeepPrevious(database),
    /** Entries in order after `after`, as they are stored, for export and check. */
    page: ({ after, limit }: { readonly after: number; readonly limit: number }) =>
      entries.storedAfter(after, limit),
    /** `check` walks the whole chain; without it, the result of the last walk. */
    health: ({ check: isWanted }: { readonly check: boolean }) =>
      isWanted ? Promise.all([check.walk(), accesses.walk()]).then(health) : health(),
  };
}

export type Filter = z.output<typeof changeFilter>;

interface List {
  readonly filter: Filter;
  readonly offset: number;
  readonly limit: number;
}

/** SQL with its values. Filters use indexed columns only, so that only the rows shown are read. */
export interface Query {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

const changeRow = z.object({ change: jsonColumn(change) });
const stateRow = z.object({ state: changeState, count: z.int() });

const sumOf = (counts: readonly z.output<typeof stateRow>[]): number =>
  counts.reduce((sum, { count }) => sum + count, 0);

/** Lists changes, uncertain ones first, then the newest, and counts them by state. */
function createListChanges(database: DatabaseSync) {
  const count = createCountChanges(database);
  return ({ filter, offset, limit }: List) => {
    const page = pageQuery(filter, offset, limit);
    const changes = rowsOf(database, changeRow)
      .query(page.sql)
      .all(...page.values);
    return { changes: changes.map((row) => row.change), ...count(filter) };
  };
}

/** The rows of a filter, as a query or a part of one. */
interface Wanted {
  readonly filter: Filter;
  readonly columns: string;
  /** Among which rows: each has an index with every column that is asked for. Left to itself, SQLite takes one that has not. */
  readonly from?: From;
  /** What follows the conditions: further ones, or a grouping; with its values. */
  readonly and?: string;
  readonly values?: Query['values'];
}
export type ReadChanges = (wanted: Wanted) => Query;

const indexed = (name: string): string => `journal_changes c INDEXED BY journal_changes_${name}`;
const ownChanges = {
  any: ['journal_changes c', '1'],
  byTime: [indexed('by_time'), '1'],
  inBatches: [indexed('of_batches'), 'batch_id IS NOT NULL'],
  amounts: [indexed('amounts'), 'amount_by IS NOT NULL'],
  /** Those that rest on the service's answer alone, and those that a registry proves. */
  accepted: [indexed('accepted'), `state = 'confirmed' AND ${isProof} 'answer'`],
  proven: [indexed('proven'), `${isProof} 'registry'`],
} as const;
type From = keyof typeof ownChanges;
export type Sources = Readonly<Record<From, readonly [table: string, condition: string]>>;

/** @param before Values of the tables themselves. */
export const readingFrom =
  (sources: Sources, before: Query['values'] = []): ReadChanges =>
  ({ filter, columns, from = 'any', and = '', values = [] }) => {
    const [table, condition] = sources[from];
    const of = where(filter);
    return {
      sql: `SELECT ${columns} FROM ${table} WHERE ${condition}${of.sql.replace(' WHERE', ' AND')} ${and}`,
      values: [...before, ...of.values, ...values],
    };
  };

/** The changes of this workspace. */
export const readOwn = readingFrom(ownChanges);

/** Of a list of changes. */
export interface ChangeCounts {
  readonly total: number;
  /** The number of changes of the account and the domain, whatever the rest of the filter. */
  readonly unfiltered: number;
  /** Counts of all changes that match the filter, ignoring its states. */
  readonly byState: Readonly<Partial<Record<ChangeState, number>>>;
  /** Of the confirmed ones in `byState`, those that rest on the service's answer alone. */
  readonly accepted: number;
  /** Of those in `byState`, those that a registry proves. */
  readonly proven: { readonly confirmed: number; readonly applied: number };
}

/** Counts changes: all that match a filter, all without it, and by state. */
export function createCountChanges(database: DatabaseSync) {
  const counted = ({ sql, values }: Query): number =>
    countOf(database, `(${sql})`, 'coalesce(sum(count), 0)')(...values);
  return (filter: Filter, read: ReadChanges = readOwn): ChangeCounts => {
    const countsOf = (of: Filter) => {
      const { sql, values } = countQuery(of, read);
      return rowsOf(database, stateRow)
        .query(`SELECT state, sum(count) AS count FROM (${sql}) GROUP BY state`)
        .all(...values);
    };
    const counts = countsOf(filter);
    const shown = counts.filter(({ state }) => filter.states?.includes(state) ?? true);
    const { accountId, domain, counted: isCountedAlone } = filter;
    const whole: Filter = { ...emptyChangeFilter, accountId, domain, counted: isCountedAlone };
    const isNarrowed = JSON.stringify(filter) !== JSON.stringify(whole);
    const columns = 'count(*) AS count';
    return {
      total: (filter.without ?? []).length === 0 ? sumOf(shown) : counted(read({ filter, columns })),
      unfiltered: sumOf(isNarrowed ? countsOf(whole) : counts),
      byState: Object.fromEntries(counts.map(({ state, count }) => [state, count])),
      accepted: counted(read({ filter: whateverState(filter), columns, from: 'accepted' })),
      proven: {
        confirmed: counted(provenQuery(filter, 'confirmed', read)),
        applied: counted(provenQuery(filter, 'applied', read)),
      },
    };
  };
}

const whateverState = (filter: Filter): Filter => ({ ...filter, states: null, without: [] });

/** Counts those in a state that a registry proves, over all that match the filter without its states. */
export const provenQuery = (filter: Filter, state: 'confirmed' | 'applied', read = readOwn): Query =>
  read({
    filter: { ...whateverState(filter), states: [state] },
    columns: 'count(*) AS count',
    from: 'proven',
  });

/** The number of changes in each state, over all that match the filter without its states. */
export const countQuery = (filter: Filter, read = readOwn): Query =>
  read({
    filter: whateverState(filter),
    columns: 'state, count(*) AS count',
    // With a time, SQLite would read the whole rows for it.
    from: filter.from == null && filter.until == null ? 'any' : 'byTime',
    and: 'GROUP BY state',
  });

export function pageQuery(filter: Filter, offset: number, limit: number): Query {
  const { sql, values } = where(filter);
  const numbers = `SELECT number FROM journal_changes${sql} ORDER BY is_uncertain DESC, number DESC LIMIT ? OFFSET ?`;
  return {
    // The numbers are found in an index; only the rows shown are read from the table.
    sql: `SELECT change FROM journal_changes WHERE number IN (${numbers}) ORDER BY is_uncertain DESC, number DESC`,
    values: [...values, limit, offset],
  };
}

export function where(filter: Filter): Query {
  const { accountId, states, without = [], kinds, text, domain, batchId, from, until, client, by } = filter;
  const isOfAll = accountId === null && filter.counted === true;
  const { conditions, values } = filterOf([
    ['account_id = ?', accountId],
    ['domain = ?', domain],
    ['batch_id = ?', batchId],
    ['state IN (SELECT value FROM json_each(?))', states === null ? null : JSON.stringify(states)],
    ['kind IN (SELECT value FROM json_each(?))', kinds === null ? null : JSON.stringify(kinds)],
    ['instr(domain, ?) > 0', text === '' ? null : text.toLowerCase()],
    ['at >= CAST(? AS INTEGER)', msText(from)],
    ['at < CAST(? AS INTEGER)', msText(until)],
    [`(account_id, domain) IN (${ofClient} WHERE client = ?)`, client ?? null],
    ['number IN (SELECT number FROM team_rows WHERE by = ?)', by || null],
  ]);
  const all = [
    ...conditions,
    ...without.map((shown) => unlike[shown]),
    ...(by === '' ? [ofThisPerson] : []),
    ...(isOfAll ? [isCounted] : []),
  ];
  return { sql: all.length === 0 ? '' : ` WHERE ${all.join(' AND ')}`, values };
}

/** Of this workspace, or of its person in another one. The numbers of colleagues' changes are below 0. */
const ofThisPerson =
  '(number > 0 OR number IN (SELECT number FROM team_rows WHERE by = (SELECT user FROM team)))';

const msText = (instant: string | null | undefined): string | null =>
  instant == null ? null : String(toMs(instant));

/** Domains with a client, and names that will be a client's once they are registered. */
const ofClient = `
  SELECT account_id, domain FROM (SELECT account_id, name AS domain, client FROM domains WHERE client <> ''
    UNION ALL SELECT account_id, domain, client FROM ordered_clients)`;

const numbersOf = ([table, condition]: Sources[From]): string =>
  `SELECT number FROM ${table} WHERE ${condition}`;
/** What a colleague's journal confirms was seen by nobody here: it counts as accepted. */
const isAccepted = `IN (${numbersOf(ownChanges.accepted)} UNION ALL SELECT number FROM team_rows WHERE state = 'confirmed')`;
const isProven = `IN (${numbersOf(ownChanges.proven)})`;

/** What leaves out the changes that are shown in this state, and no others. */
const unlike: Readonly<Record<(typeof sharingStates)[number], string>> = {
  confirmed: `(state <> 'confirmed' OR number ${isAccepted} OR number ${isProven})`,
  applied: `(state <> 'applied' OR number ${isProven})`,
  accepted: `number NOT ${isAccepted}`,
  proven: `number NOT ${isProven}`,
};

const foundRow = z.object({
  change: jsonColumn(change).nullable(),
  batchId: z.string().nullable(),
  domain: z.string(),
  accountId: z.string(),
  accountLabel: z.string(),
  kind: changeKind,
});

/** Changes with entries in a part of the journal, uncertain changes, and rows of batches without a change. */
const found = `
  WITH found AS (
    SELECT CASE WHEN c.state IN ('uncertain', 'sending') THEN 0
        WHEN c.state = 'withdrawn' AND json_extract(c.change, '$.error.kind') = 'from-backup' THEN 1 ELSE 3 END AS rank,
      -c.number AS place, c.change AS change, NULL AS batchId, c.domain AS domain, c.account_id AS accountId,
      json_extract(c.change, '$.accountLabel') AS accountLabel, c.kind AS kind
    FROM journal_changes c
    WHERE c.is_uncertain = 1 OR c.id IN (SELECT change_id FROM journal_entries WHERE seq > ?1 AND seq <= ?2)
    UNION ALL
    SELECT 2, r.number, NULL, p.id, r.domain, p.account_id, a.label, p.kind
    FROM json_each(?3) u JOIN batches p ON p.id = u.value JOIN accounts a ON a.id = p.account_id
    JOIN batch_rows r ON r.batch_id = p.id
    WHERE r.left_out IS NULL AND r.by_hand = 0
      -- One that was withdrawn before the backup was made, as by a pause, says nothing of what the batch did afterwards.
      AND NOT EXISTS (SELECT 1 FROM journal_changes c WHERE c.batch_id = p.id AND c.domain = r.domain
        AND (c.state <> 'withdrawn'
          OR c.id IN (SELECT change_id FROM journal_entries WHERE seq > ?1 AND seq <= ?2)))
  )`;

interface AfterRestore {
  /** Changes with journal entries after `after` and up to `upTo`. */
  readonly after: number;
  readonly upTo: number;
  /** Batches whose rows without a change are listed. */
  readonly batchIds: readonly string[];
  readonly offset: number;
  readonly limit: number;
}

const effectRow = changeRow.extend({
  kind: z.enum(['practice', 'reseller']),
  baseUrl: z.string(),
  username: z.string(),
});

interface Raise {
  readonly service: ServiceIdentity;
  readonly why: 'older' | 'other-workspace';
  readonly mark: string;
  /** The folder of the other workspace. */
  readonly place: string | null;
  readonly at: string;
}

const toTellRow = z.object({ afterSeq: z.int(), upTo: z.int(), beyond: z.int() });
const effectsAtOnce = 500;

/** What needs review after a restore, in its present state. Uncertain changes always do. */
export function createRestoredRows(database: DatabaseSync) {
  const loginOf = createLogins(database).of;
  const effects = rowsOf(database, effectRow).query(`
    SELECT c.change AS change, a.kind AS kind, a.base_url AS baseUrl, a.username AS username
    FROM journal_changes c JOIN accounts a ON a.id = c.account_id AND a.${isPresent}
    WHERE c.took_effect = 1 AND c.number > ?3
      AND c.id IN (SELECT change_id FROM journal_entries WHERE seq > ?1 AND seq <= ?2)
      AND NOT EXISTS (SELECT 1 FROM removed_names n WHERE n.account_id = c.account_id AND n.name = c.domain)
    ORDER BY c.number LIMIT ?4`);
  const toTell = rowsOf(database, toTellRow).from('effects_to_tell');
  const tellBeyond = database.prepare('UPDATE effects_to_tell SET beyond = ?');
  const endTelling = database.prepare('DELETE FROM effects_to_tell');
  const count = rowsOf(database, z.object({ count: z.int() })).query(
    `${found} SELECT count(*) AS count FROM found`,
  );
  const page = rowsOf(database, foundRow).query(`${found}
    SELECT change, batchId, domain, accountId, accountLabel, kind FROM found
    ORDER BY rank, batchId, place LIMIT ?4 OFFSET ?5`);
  return {
    identity: () => ({ id: identityIn(database) ?? '' }),
    /**
     * A mark says that more was sent with the login than this journal knows, or by another workspace: every name of the login is
     * in doubt; where the file is older, batches are stopped and planned changes withdrawn. Nothing where it was raised before.
     * The doubt holds what its notice is to say, until that is on the disk: a process may be killed in between.
     */
    raise({ service, why, mark, place, at }: Raise) {
      const doubts = createDoubts(database);
      const tables = createJournalTables(database);
      const { entries } = tables;
      inTransaction(database, () => {
        if (doubts.isNoted(mark)) return;
        const { length } = entries.head();
        const since = entries.after(length - 1, 1)[0]?.at ?? at;
        const batches = why === 'older' ? stopEvery(database, at).slice(0, mostStoppedBatches) : [];
        if (why === 'older') createJournalAfterRestore(tables).withdrawPlanned(at, true);
        const withdrawn = entries.head().length - length;
        const notice: Raised = { at, why, batches, withdrawn, entries: length };
        const known = { mark, ...(place !== null && { place }), notice };
        doubts.add([everyName(at, since, { service: loginOf(service), known })]);
      });
      return {};
    },
    /**
     * Of what the portfolio is to be told of since the backup, the changes after the number `beyond`, which took effect, the
     * oldest first; `isOurs`: at the service that the account has now. Those up to `beyond` were told. None for a name that was
     * registered here and removed by hand: it would be listed again.
     */
    effects({ beyond }: { readonly beyond: number }) {
      const left = toTell.find();
      if (left === null) return [];
      const from = Math.max(beyond, left.beyond);
      const page = effects.all(left.afterSeq, left.upTo, from, effectsAtOnce);
      if (page.length === 0) endTelling.run();
      else tellBeyond.run(from);
      return page.map(({ change: effect, ...account }) => {
        // The account's address or user may have been another when the change was made.
        const { service } = effect;
        return {
          change: effect,
          isOurs: loginOf(service) === loginOf(serviceOf(account)),
        };
      });
    },
    rows({ after, upTo, batchIds, offset, limit }: AfterRestore) {
      const where = [after, upTo, JSON.stringify(batchIds)] as const;
      return {
        rows: page.all(...where, limit, offset).map(asRow),
        total: count.get(...where).count,
      };
    },
  };
}

function asRow({ change: known, batchId, ...row }: z.output<typeof foundRow>): RestoreRow {
  return known === null
    ? { why: 'batch-row', batchId: batchId ?? '', ...row }
    : { why: 'change', change: known };
}
