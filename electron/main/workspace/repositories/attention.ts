import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { change } from '#shared/areas/change-schemas.ts';
import { finding } from '#shared/areas/common-schemas.ts';
import { session } from '#shared/areas/sessions.ts';
import { contactsWhat } from '#shared/changes/contacts.ts';
import { lockAsk } from '#shared/changes/lock.ts';
import { nameserversAsk } from '#shared/changes/nameservers.ts';
import { createAttention, type Grouping, groupingOf, type WholeRow } from '#shared/domain/attention.ts';
import {
  isOfToday,
  type AttentionAccount,
  type AttentionBatch,
  type AttentionChange,
  type AttentionDomain,
  type AttentionImport,
  type AttentionTrouble,
  type Snooze,
} from '#shared/domain/attention-items.ts';
import { attentionKinds } from '#shared/domain/attention-kinds.ts';
import { type Batch, isProposed, taskTitle } from '#shared/domain/batch.ts';
import { mostBatchRows } from '#shared/domain/bounds.ts';
import { decimalText } from '#shared/domain/counting.ts';
import { dayIn } from '#shared/domain/expiry.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { notGiven, renewalPrice } from '#shared/domain/finding.ts';
import { chargedInAllLabel, creditLabel, overchargeOf } from '#shared/domain/limits.ts';
import { isUnread, mayBeReadLater } from '#shared/domain/not-read.ts';
import { wasNotFound } from '#shared/domain/portfolio.ts';
import { explainedStatesOf } from '#shared/domain/registry.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { needsPerson } from '../../jobs/failures.ts';
import { createBatchRecords } from '../batches/batches.ts';
import { createLeftUnlocked } from '../batches/steps.ts';
import { sessionTables } from '../sessions/session-rows.ts';
import { instantColumn, inTransaction, isOfPresent, isPresent, jsonColumn, rowsOf } from '../sqlite.ts';
import { amountSums, totalOf } from './activity-sums.ts';
import { accountTrouble, createLogins } from './accounts.ts';
import { failuresLastMs } from './domain-imports.ts';
import { createHeldRemovals } from './team-facts.ts';
import { knownContent } from './portfolio.ts';
import { createPaidTwice } from './team-rows.ts';

interface Asked {
  /** With the credit as last read: it is in memory alone. */
  readonly accounts: readonly AttentionAccount[];
  readonly nowMs: number;
  readonly by?: Grouping;
}

interface AskedOfRow extends Asked {
  /** As in {@link WholeRow}. */
  readonly id: string;
}

/** Domains are read in pieces of so many, and other calls are answered between two of them. */
const domainsAtOnce = 1_000;
const dayMs = 86_400_000;
/** Batches that ended are looked at for so long: what was refused in an older one is in its list. */
const endedForMs = 30 * dayMs;
/** The same of paid changes that were accepted and not charged. */
const unchargedForMs = 90 * dayMs;
/** A person asks the provider, or dismisses it. */
const overchargedForMs = 30 * dayMs;
const paidTwiceForMs = 90 * dayMs;

/** What needs a person, derived anew at each call from what is stored, and what of it is hidden until a day. */
export function createAttentionRepository(database: DatabaseSync) {
  const domains = createReadDomains(database);
  const changes = createReadChanges(database);
  const leftUnlocked = createLeftUnlocked(database);
  const work = createReadWork(database);
  const imports = createReadImports(database);
  const paidTwice = createReadPaidTwice(database);
  const removals = createHeldRemovals(database);
  const troubles = createReadTroubles(database);
  const snoozes = createSnoozes(database);

  async function derived({ accounts, nowMs, by = null }: Asked) {
    const attention = createAttention({ accounts, nowMs, by });
    await domains({ accounts, nowMs }, attention.take);
    return attention.report({
      changes: [...changes(nowMs), ...paidTwice(accounts, nowMs)],
      leftUnlocked: leftUnlocked(null),
      ...work(nowMs),
      imports: imports(nowMs),
      removals: removals(),
      troubles: troubles(),
      snoozes: snoozes.all(),
    });
  }

  const wholeRow = async ({ id, ...asked }: AskedOfRow): Promise<WholeRow | null> =>
    (await derived({ ...asked, by: groupingOf(id) })).rows.find(({ row }) => row.id === id) ?? null;

  return {
    read: async (asked: Asked) => (await derived(asked)).report,
    /** The domains of a row, up to what one batch takes; none where it is not listed any more. */
    async names(asked: AskedOfRow): Promise<readonly string[]> {
      const names = (await wholeRow(asked))?.items.flatMap((item) => item.names) ?? [];
      return [...new Set(names)].slice(0, mostBatchRows);
    },
    /** Hides what a row is about until a day. */
    async snooze({
      until,
      snooze,
      ...asked
    }: AskedOfRow & { readonly until: string; readonly snooze: string }) {
      const found = await wholeRow(asked);
      if (found !== null) snoozes.add(found, { until, snooze, today: dayIn(0, asked.nowMs) });
    },
    /** Lists again what one snooze hid. */
    wake({ snooze }: { readonly snooze: string }) {
      snoozes.remove(snooze);
    },
    /** Lists again what a snoozed row is about. */
    async wakeRow(asked: AskedOfRow) {
      const found = await wholeRow(asked);
      if (found !== null) snoozes.removeOf(found);
    },
  };
}

/** What is read of a domain: names and errors are the only texts of it. */
const domainRow = z.object({
  accountId: z.string(),
  name: z.string(),
  client: z.string(),
  known: jsonColumn(knownContent),
  prices: jsonColumn(finding.shape.prices).nullable(),
});
const setRow = z.object({
  domain: z.string(),
  changeId: z.string(),
  change: jsonColumn(
    z.object({
      what: z.discriminatedUnion('kind', [lockAsk, nameserversAsk, contactsWhat]),
      ...change.pick({ changedAt: true }).shape,
    }),
  ),
});
type SetFromHere = AttentionDomain['set'];

function setBy(what: z.output<typeof setRow>['change']['what'], changeId: string, at: string): SetFromHere {
  switch (what.kind) {
    case 'lock':
      return { lock: { changeId, value: what.state, at } };
    case 'nameservers':
      return { nameservers: { changeId, value: what.nameservers, at } };
    case 'contacts':
      return { registrant: { at } };
  }
}

/** See `isRegistrant`. */
const setsRegistrant = `(kind = 'contacts' AND CASE WHEN json_valid(change) THEN EXISTS (
  SELECT 1 FROM json_each(change, '$.what.roles') WHERE lower(value ->> '$.name') = 'registrant') END)`;

/** The domains that are not archived, one by one, with pauses. */
function createReadDomains(database: DatabaseSync) {
  // Of one account: over several, each page would be searched from the beginning.
  const page = rowsOf(database, domainRow).query(`
    SELECT d.account_id AS accountId, d.name, d.client, d.known, f.prices
    FROM domains d LEFT JOIN findings f ON f.account_id = d.account_id AND f.domain = d.name
    WHERE d.account_id = ? AND d.name > ? AND d.archived_at IS NULL ORDER BY d.name LIMIT ${domainsAtOnce}`);
  const lastSet = rowsOf(database, setRow).query(`
    SELECT domain, id AS changeId, change FROM journal_changes
    WHERE number IN (SELECT max(number) FROM journal_changes
      WHERE account_id = ? AND domain BETWEEN ? AND ? AND took_effect = 1 AND (kind IN ('lock', 'nameservers') OR ${setsRegistrant}) GROUP BY domain, kind)`);

  /** By name, of the domains of a page. */
  function setFromHere(accountId: string, first = '', last = first): ReadonlyMap<string, SetFromHere> {
    const set = new Map<string, SetFromHere>();
    for (const { domain, changeId, change: made } of lastSet.each(accountId, first, last))
      set.set(domain, { ...set.get(domain), ...setBy(made.what, changeId, made.changedAt) });
    return set;
  }

  /** Calls `take` with each. */
  return async (
    { accounts, nowMs }: Pick<Asked, 'accounts' | 'nowMs'>,
    take: (domain: AttentionDomain) => void,
  ): Promise<void> => {
    for (const { id } of accounts) {
      let after: string | null = '';
      while (after !== null) {
        const rows: readonly z.output<typeof domainRow>[] = page.all(id, after);
        const set = setFromHere(id, rows[0]?.name, rows.at(-1)?.name);
        for (const row of rows) take(toDomain(row, set.get(row.name) ?? {}, nowMs));
        after = rows.length < domainsAtOnce ? null : (rows.at(-1)?.name ?? null);
        await nextTurn();
      }
    }
  };
}

function toDomain(
  { accountId, name, client, known, prices }: z.output<typeof domainRow>,
  set: SetFromHere,
  nowMs: number,
): AttentionDomain {
  const { lock = null, nameservers = null, registrant = null, registry = null } = known;
  return {
    accountId,
    name,
    client,
    isArchived: false,
    lock,
    nameservers,
    registrant,
    set,
    expiresOn: known.expiresOn?.value ?? null,
    price: prices === null ? notGiven : renewalPrice(prices, 1),
    isLeft: known.transferredAway?.value === true,
    states: explainedStatesOf({ name, lock, registry }, nowMs),
    isNotFound: wasNotFound(known),
    notRead: notReadIn(known),
  };
}

/** Why a part of a domain was not read when that was last tried: the newest of the reasons. */
function notReadIn({ troubles = [] }: z.output<typeof knownContent>): string | null {
  const [newest] = troubles
    .filter(({ error }) => isUnread(error) && mayBeReadLater(error))
    .toSorted((a, b) => b.at.localeCompare(a.at));
  return newest === undefined ? null : sentencesFor(newest.error).happened;
}

const changeRow = z.object({ id: z.string(), accountId: z.string(), domain: z.string(), client: z.string() });
const chargedRow = changeRow.extend({ change: jsonColumn(change) });
const withClient = `(SELECT j.*, ifnull((SELECT d.client FROM domains d
  WHERE d.account_id = j.account_id AND d.name = j.domain), '') AS client FROM journal_changes j)`;

/** Changes of which nobody knows whether they were done, and paid ones that were accepted and not charged. */
function createReadChanges(database: DatabaseSync) {
  const uncertain = rowsOf(database, changeRow).from(
    `${withClient} WHERE is_uncertain = 1 AND ${isOfPresent} ORDER BY number`,
  );
  // A later one that took effect, or an expiry that a sync has shown since, says what became of it.
  const uncharged = rowsOf(database, changeRow).from(`${withClient} c
    WHERE paid_at >= ? AND state = 'confirmed' AND json_extract(change, '$.charge') = 'not-yet'
      AND json_extract(change, '$.proof') <> 'registry' AND ${isOfPresent}
      AND NOT EXISTS (SELECT 1 FROM journal_changes l WHERE l.domain = c.domain AND l.service = c.service
        AND l.family = c.family AND l.number > c.number AND l.took_effect = 1)
      AND NOT EXISTS (SELECT 1 FROM domains d WHERE d.account_id = c.account_id AND d.name = c.domain AND
        CASE WHEN json_valid(d.known) THEN d.known ->> '$.expiresOn.source' = 'sync'
          AND d.known ->> '$.expiresOn.at' > json_extract(c.change, '$.sentAt') END)
    ORDER BY number`);
  // Which of these it is of is decided by exact amounts.
  const overcharged = rowsOf(database, chargedRow).from(`${withClient}
    WHERE paid_at >= ? AND amount IS NOT NULL AND took_effect = 1 AND ${isOfPresent}
      AND EXISTS (SELECT 1 FROM json_each(change, '$.evidence') e WHERE e.value ->> '$.label' = '${chargedInAllLabel}'
        OR (e.value ->> '$.label' = '${creditLabel}'
          AND (CAST(e.value ->> '$.before' AS REAL) - CAST(e.value ->> '$.after' AS REAL)) * 10000 > amount + 0.5))
    ORDER BY number`);
  const chargedMore = ({
    change: found,
    ...row
  }: z.output<typeof chargedRow>): readonly AttentionChange[] => {
    const charge = overchargeOf(found);
    return charge === null ? [] : [{ ...row, doubt: 'overcharged', charge }];
  };
  return (nowMs: number): readonly AttentionChange[] => [
    ...uncertain.all().map((row) => ({ ...row, doubt: 'uncertain' as const })),
    ...uncharged.all(nowMs - unchargedForMs).map((row) => ({ ...row, doubt: 'uncharged' as const })),
    ...overcharged.all(nowMs - overchargedForMs).flatMap(chargedMore),
  ];
}

const sessionRow = session.pick({ id: true, accountId: true, name: true, state: true }).extend({
  finishedAt: instantColumn.nullable(),
  cells: z.int(),
});

const paidRow = z.object({ currency: z.string().nullable(), high: z.int(), low: z.int() });

/** Batches that are not over, and batches and bulk lookups that ended not long ago. */
function createReadWork(database: DatabaseSync) {
  const records = createBatchRecords(database);
  const batchIds = rowsOf(database, z.object({ id: z.string() })).from(
    `batches WHERE (state NOT IN ('done', 'stopped') OR changed_at > ?) AND ${isOfPresent}`,
  );
  const sessions = rowsOf(database, sessionRow).query(`
    SELECT id, account_id AS accountId, name, state, finished_at AS finishedAt,
      names * json_array_length(tlds) AS cells
    FROM ${sessionTables}
    WHERE finished_at > ? AND ${isOfPresent}`);
  const paid = rowsOf(database, paidRow).query(`
    SELECT currency, ${amountSums} FROM journal_changes WHERE batch_id = ? AND amount IS NOT NULL AND amount_by IS NOT NULL
    GROUP BY currency`);
  /** In each currency. */
  const paidIn = (id: string): AttentionBatch['paid'] =>
    paid
      .all(id)
      .map(({ currency, ...sum }) => ({ kind: 'given', amount: decimalText(totalOf(sum)), currency }));
  return (nowMs: number) => ({
    batches: batchIds
      .all(nowMs - endedForMs)
      .flatMap(({ id }): AttentionBatch | readonly AttentionBatch[] => {
        const batch = records.find(id);
        return batch === null
          ? []
          : { ...toWork(batch), paid: isOfToday(batch.changedAt, nowMs) ? paidIn(id) : [] };
      }),
    sessions: sessions.all(nowMs - endedForMs),
  });
}

const toWork = ({ ask, waitingFor, stoppedBy, proposal, ...batch }: Batch): Omit<AttentionBatch, 'paid'> => {
  return {
    ...batch,
    ask,
    title: taskTitle(ask, batch.counts.domains),
    needsPerson: waitingFor !== null && needsPerson(waitingFor, 'batch'),
    isStoppedByRestore: stoppedBy === 'restore',
    isProposed: isProposed({ proposal }),
  };
};

const importRow = z.object({
  accountId: z.string(),
  source: z.string(),
  at: instantColumn,
  reason: z.string(),
  skipped: z.int(),
  partly: z.int(),
  line: z.int(),
});

/** Files that could not be imported, or not wholly, not long ago. */
function createReadImports(database: DatabaseSync) {
  const failed = rowsOf(database, importRow).from(
    `failed_imports WHERE at > ? AND ${isOfPresent} ORDER BY at DESC`,
  );
  return (nowMs: number): readonly AttentionImport[] => failed.all(nowMs - failuresLastMs);
}

const troubleRow = z.object({ id: z.string(), baseUrl: z.string(), trouble: jsonColumn(accountTrouble) });

/** The accounts that cannot be used, as far as is known from when they were used last. */
function createReadTroubles(database: DatabaseSync) {
  const all = rowsOf(database, troubleRow).from(`accounts WHERE trouble IS NOT NULL AND ${isPresent}`);
  return (): readonly AttentionTrouble[] =>
    all.all().map(({ id, baseUrl, trouble }) => ({ accountId: id, baseUrl, ...trouble }));
}

/** Under the account with the login of either; where nobody here has that, under the first one: everybody in the team is told (T9). */
function createReadPaidTwice(database: DatabaseSync) {
  const since = createPaidTwice(database);
  const logins = createLogins(database);
  return (accounts: Asked['accounts'], nowMs: number): readonly AttentionChange[] => {
    const rows = since(new Date(nowMs - paidTwiceForMs).toISOString());
    if (rows.length === 0) return [];
    const accountOf = new Map(accounts.map(({ id }) => [logins.ofAccount(id), id]));
    const said = (by: string, at: string): string => `${isolated(by)} (${at.slice(0, 10)})`;
    return rows.flatMap(({ id, domain, login, by, at, otherLogin, otherBy, otherAt }) => {
      const accountId = accountOf.get(login) ?? accountOf.get(otherLogin) ?? accounts[0]?.id;
      if (accountId === undefined) return [];
      const twice = [said(by, at), said(otherBy, otherAt)] as const;
      return [{ id, accountId, domain, client: '', doubt: 'paid-twice' as const, twice }];
    });
  };
}

const snoozeRow = z.object({
  accountId: z.string(),
  kind: z.enum(attentionKinds),
  item: z.string(),
  until: z.string(),
});

function createSnoozes(database: DatabaseSync) {
  // A kind of another version hides nothing here.
  const known = attentionKinds.map((kind) => `'${kind}'`).join(', ');
  const all = rowsOf(database, snoozeRow).from(`snoozes WHERE kind IN (${known})`);
  const put = database.prepare(`
    INSERT OR REPLACE INTO snoozes (account_id, kind, item, until, snooze) SELECT id, ?, ?, ?, ? FROM accounts WHERE id = ?`);
  const removeOver = database.prepare('DELETE FROM snoozes WHERE until <= ?');
  const remove = database.prepare('DELETE FROM snoozes WHERE snooze = ?');
  const removeOne = database.prepare('DELETE FROM snoozes WHERE account_id = ? AND kind = ? AND item = ?');
  return {
    all: (): readonly Snooze[] => all.all(),
    add(
      { items }: WholeRow,
      { until, snooze, today }: { readonly until: string; readonly snooze: string; readonly today: string },
    ): void {
      inTransaction(database, () => {
        removeOver.run(today);
        for (const { kind, key, accountId } of items) put.run(kind, key, until, snooze, accountId);
      });
    },
    remove: (snooze: string) => void remove.run(snooze),
    removeOf({ items }: WholeRow): void {
      inTransaction(database, () => {
        for (const { kind, key, accountId } of items) removeOne.run(accountId, kind, key);
      });
    },
  };
}
