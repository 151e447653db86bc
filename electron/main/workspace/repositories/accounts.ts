import { once } from '#shared/domain/counting.ts';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { isDeepStrictEqual } from 'node:util';
import * as s from '#shared/areas/common-schemas.ts';
import { type SpendingLimits, stricterOf, strictestOf } from '#shared/domain/limits.ts';
import {
  type AccountOptions,
  defaultAccountOptions,
  isSameLogin,
  isSameService,
  type Money,
  type ServiceIdentity,
  serviceKey,
  serviceOf,
} from '#shared/domain/account.ts';
import {
  assertReadable,
  columnOf,
  instantColumn,
  inTransaction,
  isOfPresent,
  isPresent,
  jsonColumn,
  rowsOf,
  toMs,
} from '../sqlite.ts';
import { accessTroubles } from '#shared/domain/account-fields.ts';
import type { accountInUse } from '#shared/areas/error-schema.ts';
import { ownTexts } from '#shared/domain/domain-parts.ts';

/** Where the account's key is stored permanently, and since when. Never the key. */
const storedKey = z.object({ place: z.enum(['keychain', 'none']), savedAt: s.instant.nullable() });
type StoredKey = z.output<typeof storedKey>;

export const accountRecord = s.accountSummary.omit({ key: true }).extend({
  /** Options stored by another version are completed with the defaults. */
  options: z.preprocess(
    (stored) => (typeof stored === 'object' ? { ...defaultAccountOptions, ...stored } : stored),
    s.accountOptions,
  ),
  key: storedKey,
});
export type AccountRecord = z.output<typeof accountRecord>;
export type HiddenAccount = AccountRecord & { readonly removedAt: string };

/** Why an account cannot be used, and since when. `status`: of the HTTP answer; null where there was none. */
export const accountTrouble = z.object({
  what: z.enum(accessTroubles),
  status: z.int().nullable(),
  at: s.instant,
});

interface OfAccount {
  readonly id: string;
}

const accountRow = accountRecord.omit({ key: true }).extend({
  options: jsonColumn(accountRecord.shape.options),
  keyPlace: storedKey.shape.place,
  keySavedAt: instantColumn.nullable(),
});
const hiddenRow = accountRow.extend({ removedLabel: accountRow.shape.label, removedAt: instantColumn });

const toAccount = ({ keyPlace, keySavedAt, ...row }: z.output<typeof accountRow>): AccountRecord => ({
  ...row,
  key: { place: keyPlace, savedAt: keySavedAt },
});

const activeRow = z.object({ accountId: z.string() });
const contentsRow = z.object({
  domains: z.int(),
  annotated: z.int(),
  sessions: z.int(),
  drafts: z.int(),
  batches: z.int(),
});

const loginOfAccount = accountRow.pick({
  id: true,
  kind: true,
  baseUrl: true,
  username: true,
  options: true,
});

/**
 * The logins: guards, limits and history are kept by them. A service that moved, or an e-mail address that was changed, is one
 * login where a person said so (G4).
 */
export function createLogins(database: DatabaseSync) {
  const alias = rowsOf(database, z.object({ login: z.string() })).from('login_aliases WHERE service = ?');
  const account = rowsOf(database, loginOfAccount).from('accounts WHERE id = ?');
  const accounts = rowsOf(database, loginOfAccount.extend({ label: accountRow.shape.label })).query(
    'SELECT id, kind, base_url AS baseUrl, username, options, coalesce(removed_label, label) AS label FROM accounts ORDER BY added',
  );
  const of = (service: ServiceIdentity): string => {
    const key = serviceKey(service);
    return alias.find(key)?.login ?? key;
  };
  const ofAccount = (id: string): string | null => {
    const found = account.find(id);
    return found === null ? null : of(serviceOf(found));
  };
  const accountsOf = (login: string | null) => accounts.all().filter((one) => of(serviceOf(one)) === login);
  const limits = createLoginLimits(database, accountsOf);
  return {
    of,
    ofAccount,
    /** The accounts of the same login, it among them. */
    accountsBeside: (id: string): readonly string[] => accountsOf(ofAccount(id)).map((one) => one.id),
    /** The limits of every account of the same login, and of those that are gone. */
    limitsBeside: (id: string) => limits.of(ofAccount(id) ?? ''),
    limits,
    /**
     * Which money is paid with a login: its accounts have one credit, and one currency where a person gave them no two.
     *
     * @param label Of an account that is not there any more.
     */
    moneyOf(login: string, label: string): Money {
      const same = accountsOf(login);
      const [first = null, ...others] = new Set(same.flatMap(({ options }) => options.currency ?? []));
      const currency = others.length === 0 ? first : null;
      return { currency, owner: { id: login, label: same[0]?.label ?? label } };
    },
    /** Makes both one login, in the caller's transaction: what was recorded under the second one too. */
    join(one: ServiceIdentity, other: ServiceIdentity): void {
      const [to, from] = [of(one), of(other)];
      if (to === from) return;
      database.prepare('UPDATE login_aliases SET login = ? WHERE login = ?').run(to, from);
      database
        .prepare('INSERT INTO login_aliases (service, login) VALUES (?, ?) ON CONFLICT (service) DO NOTHING')
        .run(from, to);
      for (const table of ['journal_changes', 'batches', 'paid_doubts'])
        database.prepare(`UPDATE OR REPLACE ${table} SET service = ? WHERE service = ?`).run(to, from);
      limits.keep(to, limits.take(from));
    },
    /**
     * What nobody can rule out for every name of the first login is not ruled out for the second one's: who said that it is
     * another one may be wrong. In the caller's transaction.
     */
    carryDoubts(first: ServiceIdentity, second: ServiceIdentity): void {
      database
        .prepare(
          `INSERT OR IGNORE INTO paid_doubts (domain, service, family, since, at, known)
            SELECT domain, ?, family, since, at, known FROM paid_doubts
            WHERE domain IS NULL AND service = ? AND ended_at IS NULL`,
        )
        .run(of(second), of(first));
    },
  };
}

type OfLogin = Pick<z.output<typeof loginOfAccount>, 'id' | 'options'>;

/** Limits are by login, and outlive the accounts that they were set in (H15). All in the caller's transaction. */
function createLoginLimits(database: DatabaseSync, accountsOf: (login: string) => readonly OfLogin[]) {
  const kept = rowsOf(database, z.object({ limits: jsonColumn(s.spendingLimits) })).from(
    'login_limits WHERE service = ?',
  );
  // Each with its first use: the journal of a file is read before it is brought up, where there is no such table yet.
  const put = once(() =>
    database.prepare('INSERT OR REPLACE INTO login_limits (service, limits) VALUES (?, ?)'),
  );
  const remove = once(() => database.prepare('DELETE FROM login_limits WHERE service = ?'));
  const setOptions = once(() => database.prepare('UPDATE accounts SET options = ? WHERE id = ?'));

  const of = (login: string): readonly SpendingLimits[] =>
    [...accountsOf(login).map(({ options }) => options.limits), kept.find(login)?.limits ?? null].filter(
      (limits) => limits !== null,
    );
  const take = (login: string): SpendingLimits | null => {
    const found = kept.find(login)?.limits ?? null;
    remove().run(login);
    return found;
  };

  return {
    of,
    /** Those that no account of the login has, for a new one. */
    take,
    /** An account of the login has them from now on, or the next one that is added. @returns Whether they are stricter than those that there are. */
    keep(login: string, limits: SpendingLimits | null): boolean {
      const now = strictestOf(of(login));
      if (limits === null || isDeepStrictEqual(stricterOf(now, limits), now)) return false;
      const [heir] = accountsOf(login);
      if (heir === undefined) {
        put().run(login, JSON.stringify(stricterOf(take(login), limits)));
        return true;
      }
      const { id, options } = heir;
      const own = { ...options, limits: stricterOf(options.limits, limits), limitsKept: true };
      setOptions().run(JSON.stringify(own), id);
      return true;
    },
  };
}

interface SavedAccount extends Omit<AccountRecord, 'options' | 'key'> {
  readonly options: AccountOptions;
  readonly key?: StoredKey | undefined;
  /** Another address or user is the same service at a new one. */
  readonly isSameService?: boolean | undefined;
}

/** Why the account was not changed; null where it was. */
interface InUse {
  readonly inUse: z.output<typeof accountInUse> | null;
}

/** The accounts, and which of them is active. Keys are never stored here. */
export function createAccountsRepository(database: DatabaseSync) {
  const list = rowsOf(database, accountRow).from(`accounts WHERE ${isPresent} ORDER BY added, id`);
  const hasDomains = rowsOf(database, z.object({ name: z.string() })).from(
    `domains WHERE archived_at IS NULL AND ${isOfPresent} LIMIT 1`,
  );
  // Another key has not been refused yet.
  const noteKey = database.prepare(
    'UPDATE accounts SET key_place = ?, key_saved_at = ?, trouble = NULL WHERE id = ?',
  );
  const noteTrouble = database.prepare(
    `UPDATE accounts SET trouble = ?2 WHERE id = ?1 AND kind = 'reseller' AND trouble ->> '$.what' IS NOT ?2 ->> '$.what'`,
  );
  const active = rowsOf(database, activeRow).from('active_account');
  const select = database.prepare(`
    INSERT INTO active_account (only, account_id) VALUES (1, ?)
    ON CONFLICT (only) DO UPDATE SET account_id = excluded.account_id`);

  const setKey = ({ id, key }: OfAccount & { readonly key: StoredKey }) => {
    noteKey.run(key.place, key.savedAt === null ? null : toMs(key.savedAt), id);
  };

  return {
    list: () => list.all().map(toAccount),
    /** Whether any account has a domain that is not archived. */
    hasDomains: () => ({ hasDomains: hasDomains.find() !== null }),
    noteKey: setKey,
    /** Notes why the account cannot be used, or that it can be (null). @returns Whether that was not known. */
    noteTrouble({ id, trouble }: OfAccount & { readonly trouble: z.output<typeof accountTrouble> | null }) {
      const { changes } = noteTrouble.run(id, trouble === null ? null : JSON.stringify(trouble));
      return { isNew: changes > 0 };
    },
    active: () => active.find()?.accountId ?? null,
    select({ id }: OfAccount) {
      select.run(id);
    },
    ...createChanging(database, setKey),
  };
}

/** What outlives the login that an account had before, and what its new one has. In the caller's transaction. */
function carryOver(
  logins: ReturnType<typeof createLogins>,
  before: z.output<typeof loginOfAccount> | null,
  account: SavedAccount,
): void {
  if (before !== null && !isSameLogin(before, account)) {
    if (account.isSameService === true) logins.join(before, account);
    else {
      logins.carryDoubts(before, account);
      logins.limits.keep(logins.of(serviceOf(before)), before.options.limits);
    }
  }
  const now = logins.of(serviceOf(account));
  logins.limits.keep(now, logins.limits.take(now));
}

/**
 * Changes to accounts. None is made while the account has an open change, or a batch that is being read or applied:
 * these are bound to its login, and the user needs it to resolve them (F5).
 */
function createChanging(
  database: DatabaseSync,
  setKey: (of: OfAccount & { readonly key: StoredKey }) => unknown,
) {
  const login = rowsOf(database, loginOfAccount).from('accounts WHERE id = ?');
  const save = database.prepare(`
    INSERT INTO accounts (id, kind, label, colour, base_url, username, options, added)
    VALUES (?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(added), 0) + 1 FROM accounts))
    ON CONFLICT (id) DO UPDATE SET label = excluded.label, colour = excluded.colour,
      base_url = excluded.base_url, username = excluded.username, options = excluded.options`);
  const remove = database.prepare('DELETE FROM accounts WHERE id = ?');
  const forgetTrouble = database.prepare('UPDATE accounts SET trouble = NULL WHERE id = ?');
  const { written, hide, noneActive, restore, hidden } = hidingIn(database);
  const contents = rowsOf(database, contentsRow).query(countContents);
  const inUseBy = createInUse(database);
  const logins = createLogins(database);

  const unlessInUse = (id: string, work: () => void): InUse =>
    inTransaction(database, () => {
      const inUse = inUseBy(id);
      if (inUse === null) work();
      return { inUse };
    });

  return {
    /**
     * Adds the account, or replaces the one with the same id. `key` is unchanged where it is omitted. Another address
     * or user is refused while something of the account is open.
     */
    save(account: SavedAccount): InUse {
      const { id, kind, label, colour, baseUrl, username, options, key } = account;
      const before = login.find(id);
      const write = (): void => {
        save.run(id, kind, label, colour, baseUrl, username, JSON.stringify(options));
        if (key !== undefined) setKey({ id, key });
        if (before !== null && !isSameService(before, account)) forgetTrouble.run(id);
        assertReadable(() => written.find(id));
        carryOver(logins, before, account);
      };
      if (before !== null && !isSameService(before, { baseUrl, username })) {
        return unlessInUse(id, write);
      }
      inTransaction(database, write);
      return { inUse: null };
    },
    /** Ends the batches of an account that was given another login: they were reviewed at the login before. */
    endBatches: createEndBatches(database),
    /** What would be deleted with the account. */
    contents: ({ id }: OfAccount) => ({ ...contents.get(id), inUse: inUseBy(id) }),
    /**
     * Hides the account and everything that belongs to it: it is not listed, and its label is free. Refused while
     * something of it is open.
     */
    hide: ({ id, at }: OfAccount & { readonly at: string }) =>
      unlessInUse(id, () => {
        hide.run(toMs(at), id);
        noneActive.run(id);
      }),
    /** Undoes a hiding, under this label. An account that was active becomes active again where none is now. */
    restore({ id, label }: OfAccount & { readonly label: string }) {
      restore(id, label);
    },
    /** The hidden accounts under their former labels, the last hidden one first. */
    hidden: () =>
      hidden.all().map(({ removedLabel, removedAt, ...row }): HiddenAccount => {
        return { ...toAccount(row), label: removedLabel, removedAt };
      }),
    /**
     * Removes the account with its findings, answers, TLDs, deviations and domains. Refused while something of it is
     * open.
     */
    remove: ({ id }: OfAccount) =>
      unlessInUse(id, () => {
        const removed = login.find(id);
        remove.run(id);
        if (removed !== null) logins.limits.keep(logins.of(serviceOf(removed)), removed.options.limits);
      }),
  };
}

function createEndBatches(database: DatabaseSync) {
  const end = database.prepare(`
    UPDATE batches SET state = 'stopped', changed_at = ?, waiting_for = NULL, consented_at = NULL, limit_accepted = NULL,
      ask = json_remove(ask, '$.sealed')
    WHERE account_id = ? AND state NOT IN ('done', 'stopped')`);
  return ({ id, at }: OfAccount & { readonly at: string }) => {
    end.run(toMs(at), id);
  };
}

function hidingIn(database: DatabaseSync) {
  const hide = database.prepare(`
    UPDATE accounts SET removed_at = ?, removed_label = label, label = 'removed ' || id,
      removed_active = EXISTS (SELECT 1 FROM active_account WHERE account_id = accounts.id)
    WHERE id = ? AND ${isPresent}`);
  const noneActive = database.prepare('DELETE FROM active_account WHERE account_id = ?');
  const show = database.prepare(`
    UPDATE accounts SET removed_at = NULL, removed_label = NULL, label = ? WHERE id = ? AND removed_at IS NOT NULL`);
  const activate = database.prepare(`
    INSERT INTO active_account (only, account_id) SELECT 1, id FROM accounts WHERE id = ? AND removed_active = 1
    ON CONFLICT (only) DO NOTHING`);
  const written = rowsOf(database, accountRow).from('accounts WHERE id = ?');
  const hidden = rowsOf(database, hiddenRow).from(
    'accounts WHERE removed_at IS NOT NULL ORDER BY removed_at DESC, id',
  );
  const restore = (id: string, label: string): void =>
    inTransaction(database, () => {
      if (show.run(label, id).changes > 0) activate.run(id);
      assertReadable(() => written.find(id));
    });
  return { written, hide, noneActive, restore, hidden };
}

const isAnnotated = ["tags <> '[]'", ...ownTexts.map((name) => `${columnOf(name)} <> ''`)].join(' OR ');

const countContents = `
  SELECT
    (SELECT count(*) FROM domains WHERE account_id = ?1) AS domains,
    (SELECT count(*) FROM domains WHERE account_id = ?1 AND (${isAnnotated})) AS annotated,
    (SELECT count(*) FROM sessions WHERE account_id = ?1) AS sessions,
    (SELECT count(*) FROM drafts WHERE account_id = ?1) AS drafts,
    (SELECT count(*) FROM batches WHERE account_id = ?1) AS batches`;

/** What of an account is still open, first what the user has to decide on; null where nothing is. */
function createInUse(database: DatabaseSync): (id: string) => z.output<typeof accountInUse> | null {
  const change = rowsOf(database, z.object({ id: z.string(), number: z.int(), domain: z.string() }))
    .query(`SELECT id, number, domain FROM journal_changes WHERE account_id = ? AND is_open = 1
    ORDER BY is_uncertain DESC, number LIMIT 1`);
  const batch = rowsOf(database, z.object({ id: z.string() })).query(
    `SELECT id FROM batches WHERE account_id = ? AND state IN ('reading', 'running') ORDER BY created_at, id LIMIT 1`,
  );
  return (id) => {
    const openBatch = batch.find(id);
    // A running batch finishes its changes by itself, or halts at one.
    if (openBatch !== null) return { why: 'batch', id: openBatch.id, number: null, domain: null };
    const open = change.find(id);
    return open === null ? null : { why: 'change', ...open };
  };
}

/** The label of another account that holds a domain, as a subquery: few accounts, and of each one key. A practice account is named last. */
export const heldBySql = (accountId: string, domain: string): string => `(
  SELECT a.label FROM accounts a CROSS JOIN domains o ON o.account_id = a.id AND o.name = ${domain}
  WHERE a.removed_at IS NULL AND a.id <> ${accountId} AND o.archived_at IS NULL
  ORDER BY a.kind = 'practice', a.label LIMIT 1)`;

/** The label of another account whose portfolio has the domain; null where none has. */
export function createHeldBy(database: DatabaseSync) {
  const holder = rowsOf(database, z.object({ label: z.string().nullable() })).query(
    `SELECT ${heldBySql('?1', '?2')} AS label`,
  );
  return ({ accountId, domain }: { readonly accountId: string; readonly domain: string }): string | null =>
    holder.get(accountId, domain).label;
}
