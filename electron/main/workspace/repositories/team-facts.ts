import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { serviceOf } from '#shared/domain/account.ts';
import type { TeamAsk, TeamRemovals } from '#shared/domain/team-view.ts';
import { countOf, instantColumn, inTransaction, jsonColumn, rowsOf, toMs } from '../sqlite.ts';
import { createLogins } from './accounts.ts';
import type { DomainRecord } from './domain-observations.ts';
import { createSharedDomains, type OwnFields, partOf, presence } from './team-domains.ts';

/** The value of a field of a domain that a team shares; null for one that was removed. */
export interface TeamFact {
  readonly topic: string;
  /** As `serviceKey`. */
  readonly login: string;
  readonly key: string;
  readonly field: string;
  readonly value: unknown;
  /** When it was edited or observed, and who published it. */
  readonly at: string;
  readonly by: string;
  /** Its place in what the team publishes. */
  readonly seq: number;
}

/** A fact that the team is to be told. */
export interface OwnFact extends Omit<TeamFact, 'by' | 'seq'> {
  /** Of an edit the team keeps what it replaces; an observation that is older tells nothing. */
  readonly isEdit: boolean;
}

/** What others have changed of an account's domains. */
export interface NewsOfDomains {
  readonly accountId: string;
  readonly domains: DomainRecord[];
  readonly removed: string[];
}

const editRow = z.object({
  id: z.int(),
  topic: z.string(),
  accountId: z.string(),
  key: z.string(),
  part: z.string(),
  at: z.int(),
  times: z.int(),
});
type Edit = z.output<typeof editRow>;

const factRow = z.object({
  field: z.string(),
  value: jsonColumn(z.unknown()).nullable(),
  at: instantColumn,
  by: z.string(),
  seq: z.int(),
  applied: z.int(),
});
type Stored = z.output<typeof factRow>;

const thingRow = z.object({ topic: z.string(), login: z.string(), key: z.string() });
export type Thing = z.output<typeof thingRow>;

/** What this version shares; facts of others are left where they are. */
const sharedTopic = 'domain';
const firstThing: Thing = { topic: '', login: '', key: '' };

/** What a team shares, beside the workspace's own tables: facts that were fetched, and edits that are to be published. */
export function createTeamFacts(database: DatabaseSync) {
  const parts = {
    ...createFacts(database),
    ...createAccountsOf(database),
    edits: rowsOf(database, editRow),
    domains: createSharedDomains(database),
  };
  return {
    ...createOutgoing(database, parts),
    ...createIncoming(database, parts),
    ...createApplying(database, parts),
    removals: createHeldRemovals(database),
    ...createCounts(database, parts),
  };
}

const createSetApplied = (database: DatabaseSync) =>
  database.prepare(
    'UPDATE team_facts SET applied = 1 WHERE topic = ? AND login = ? AND key = ? AND field = ?',
  );

type Parts = ReturnType<typeof createFacts> &
  ReturnType<typeof createAccountsOf> & {
    readonly domains: ReturnType<typeof createSharedDomains>;
  };

function createFacts(database: DatabaseSync) {
  const ofThing = rowsOf(database, factRow).from('team_facts WHERE topic = ? AND login = ? AND key = ?');
  const put = database.prepare(`
    INSERT INTO team_facts (topic, login, key, field, value, at, by, seq, applied) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (topic, login, key, field) DO UPDATE SET value = excluded.value, at = excluded.at, by = excluded.by,
      seq = max(seq, excluded.seq), applied = excluded.applied`);
  return {
    factsOf: ({ topic, login, key }: Thing): readonly Stored[] => ofThing.all(topic, login, key),
    putFact: (fact: TeamFact, isApplied: boolean): void => {
      const { topic, login, key, field, value, at, by, seq } = fact;
      const text = value === null ? null : JSON.stringify(value);
      put.run(topic, login, key, field, text, toMs(at), by, seq, Number(isApplied));
    },
  };
}

const accountRow = z.object({
  id: z.string(),
  kind: z.enum(['practice', 'reseller']),
  baseUrl: z.string(),
  username: z.string(),
});

/** The accounts here that belong to a login. */
function createAccountsOf(database: DatabaseSync) {
  const present = rowsOf(database, accountRow).from(
    "accounts WHERE removed_at IS NULL AND kind = 'reseller' ORDER BY added, id",
  );
  const logins = createLogins(database);
  const byLogin = (): ReadonlyMap<string, readonly string[]> => {
    const found = new Map<string, string[]>();
    for (const account of present.all()) {
      const login = logins.of(serviceOf(account));
      found.set(login, [...(found.get(login) ?? []), account.id]);
    }
    return found;
  };
  return { byLogin };
}

/** What the team is to be told. */
function createOutgoing(database: DatabaseSync, { domains, factsOf, putFact, byLogin }: Parts) {
  const next = rowsOf(database, editRow).from('team_edits ORDER BY id LIMIT ?');
  const done = database.prepare('DELETE FROM team_edits WHERE id = ? AND times = ?');

  /** What is otherwise here than the team has it, of the parts that were changed. */
  function factsFrom(login: string, edits: readonly Edit[], now: string): readonly OwnFact[] {
    const [first] = edits;
    if (first === undefined) return [];
    const thing = { topic: first.topic, login, key: first.key };
    const own = domains.own(first.accountId, first.key);
    const stored = new Map(factsOf(thing).map((fact) => [fact.field, fact]));
    const isGone = stored.has(presence) && !own.has(presence);
    const fields = isGone ? [presence] : [...new Set([...own.keys(), ...stored.keys()])];
    return fields.flatMap((field): readonly OwnFact[] => {
      const edit = edits.find(({ part }) => part === partOf(field)) ?? edits.find(({ part }) => part === '*');
      if (edit === undefined) return [];
      const found = factFrom(field, own.get(field), stored.get(field), { atMs: edit.at, now });
      return found === null ? [] : [{ ...thing, field, ...found }];
    });
  }

  return {
    /** @returns Facts, and the edits that they are of: to be given back once they are published. */
    pending: ({ limit, now }: { readonly limit: number; readonly now: string }) => {
      const edits = next.all(limit);
      const loginOf = new Map(
        [...byLogin()].flatMap(([login, ids]) => ids.map((id) => [id, login] as const)),
      );
      const byThing = Map.groupBy(edits, ({ topic, accountId, key }) => [topic, accountId, key].join('\0'));
      const facts = [...byThing.values()].flatMap((some) => {
        const login = loginOf.get(some[0]?.accountId ?? '');
        // The account was removed, or is of the practice service.
        return login === undefined ? [] : factsFrom(login, some, now);
      });
      return { edits: edits.map(({ id, times }) => ({ id, times })), facts };
    },
    /** @param lost What stands in the team in place of some of the facts. */
    published: ({ edits, facts, lost, by }: Published) =>
      inTransaction(database, () => {
        for (const fact of facts) putFact({ ...fact, by, seq: 0 }, true);
        for (const fact of lost) putFact(fact, false);
        for (const { id, times } of edits) done.run(id, times);
      }),
    /** Nothing of it is published: the person may not. */
    dropEdits() {
      database.exec('DELETE FROM team_edits');
    },
  };
}

interface Published {
  readonly edits: readonly Pick<Edit, 'id' | 'times'>[];
  readonly facts: readonly OwnFact[];
  readonly lost: readonly TeamFact[];
  readonly by: string;
}

/** The team is left: what was fetched stays in the workspace's own tables. */
export const forgetTeamFacts = 'DELETE FROM team_facts; DELETE FROM team_edits;';

const ownDomains = `domains WHERE account_id IN (SELECT id FROM accounts WHERE removed_at IS NULL AND kind = 'reseller')`;
const toShare = `INSERT INTO team_edits (topic, account_id, key, part, at)
  SELECT '${sharedTopic}', account_id, name, '*', 0 FROM ${ownDomains}`;

/** At a join: everything here is to be published; when it was edited is not known. */
export const shareEverything = `${forgetTeamFacts} ${toShare};`;

const waitingRow = thingRow.extend({ field: z.string(), part: z.string() });

/**
 * After a restore, with the backup attached as `copy`: what the team has is applied anew, and what it does not know is published. Of the edits
 * that wait to be published, those stay whose values the backup has; the others are in the file that was replaced. In the caller's transaction.
 */
export function meetTeam(database: DatabaseSync): void {
  const applied = rowsOf(database, waitingRow).query(`
    SELECT DISTINCT f.topic, f.login, f.key, f.field, e.part FROM team_edits e
    JOIN team_facts f ON f.topic = e.topic AND f.key = e.key WHERE f.applied = 1`);
  const setApplied = createSetApplied(database);
  database.exec(`DELETE FROM team_edits WHERE at > 0 AND (topic, account_id, key, part, at) NOT IN
    (SELECT topic, account_id, key, part, at FROM copy.team_edits)`);
  // Of what waits, it counts whether it was shown before it was edited.
  const shown = applied.all().filter(({ field, part }) => part === '*' || partOf(field) === part);
  database.exec('UPDATE team_facts SET applied = 0');
  for (const { topic, login, key, field } of shown) setApplied.run(topic, login, key, field);
  database.exec(`${toShare}
    AND EXISTS (SELECT 1 FROM team) AND name NOT IN (SELECT key FROM team_facts WHERE topic = '${sharedTopic}')
    ON CONFLICT (topic, account_id, key, part) DO NOTHING`);
}

type Own = OwnFields extends ReadonlyMap<string, infer V> ? V : never;

type Found = Omit<OwnFact, keyof Thing | 'field'> | null;
interface When {
  readonly atMs: number;
  readonly now: string;
}

/** A field as the team is to be told it; null where it has it so. */
function factFrom(field: string, own: Own | undefined, stored: Stored | undefined, when: When): Found {
  // It is a colleague's to tell.
  if (own?.by !== undefined) return null;
  if (own?.observedAt === undefined) return editFrom(field, own?.value ?? null, stored, when);
  const isNewer = stored === undefined || own.observedAt > stored.at;
  return isNewer ? { value: own.value, at: own.observedAt, isEdit: false } : null;
}

function editFrom(field: string, value: unknown, stored: Stored | undefined, { atMs, now }: When): Found {
  const before = stored?.value ?? null;
  const [isPresence, isShown] = [field === presence, stored?.applied === 1];
  const isSame = isPresence ? (before === null) === (value === null) : isDeepStrictEqual(before, value);
  // What is not here was not removed here, where it was not here before.
  if (isSame || (value === null && !(isShown && atMs > 0))) return null;
  return {
    value,
    at: isPresence && atMs === 0 ? now : editedAt(atMs, isShown ? stored : undefined),
    isEdit: true,
  };
}

/**
 * Whoever edits what was shown to him edits later, whatever the clocks say. Of what somebody has who joins it is not known when it was
 * edited: what the team has stands.
 */
function editedAt(atMs: number, shown: Stored | undefined): string {
  const isLater = atMs > 0 && shown !== undefined;
  return new Date(isLater ? Math.max(atMs, toMs(shown.at) + 1) : atMs).toISOString();
}

/** What others tell: facts are stored as they are fetched. */
function createIncoming(database: DatabaseSync, { factsOf, putFact }: Parts) {
  const moveOn = database.prepare('UPDATE team SET facts_seq = ? WHERE facts_seq = ?');
  const fetched = rowsOf(database, z.object({ seq: z.int() })).query('SELECT facts_seq AS seq FROM team');
  return {
    /** Up to where facts were fetched. */
    fetched: () => fetched.find()?.seq ?? null,
    /** Stores facts that follow those up to `after`. @returns False where another process has stored some meanwhile. */
    store: ({ after, upTo, facts }: Fetched) =>
      inTransaction(database, () => {
        const { changes } = moveOn.run(upTo, after);
        if (changes === 0) return { stored: false };
        for (const fact of facts.filter(({ topic }) => topic === sharedTopic)) {
          const known = factsOf(fact).find(({ field }) => field === fact.field);
          const isOwn = known?.at === fact.at && isDeepStrictEqual(known.value, fact.value);
          putFact(fact, isOwn && known.applied === 1);
        }
        return { stored: true };
      }),
  };
}

interface Fetched {
  readonly after: number;
  /** Up to where they were fetched. */
  readonly upTo: number;
  readonly facts: readonly TeamFact[];
}

/** Puts things into the workspace's own tables; none of that is to be published. In the caller's transaction. */
function createApplyAll(database: DatabaseSync, { domains, factsOf }: Parts, { noteRemoved }: Held) {
  const changed = rowsOf(database, z.object({ part: z.string() })).query(
    'SELECT part FROM team_edits WHERE topic = ? AND account_id = ? AND key = ?',
  );
  const setApplied = createSetApplied(database);
  const quiet = database.prepare('UPDATE team SET quiet = ?');

  /** @returns What there is to announce. */
  return (some: readonly Thing[], accountsOf: ReturnType<Parts['byLogin']>, nowMs: number) => {
    const news = new Map<string, NewsOfDomains>();
    quiet.run(1);
    for (const thing of some) {
      const accounts = accountsOf.get(thing.login) ?? [];
      const waiting = new Set(
        accounts.flatMap((id) => changed.all(thing.topic, id, thing.key).map(({ part }) => part)),
      );
      // Of what is changed here and not published, nothing is replaced: the team says which one stands.
      const isFree = ({ field }: Stored) => !waiting.has('*') && !waiting.has(partOf(field));
      const free = factsOf(thing)
        .filter(isFree)
        .map((fact) => ({ ...fact, isNew: fact.applied === 0 }));
      for (const accountId of accounts) {
        const applied = domains.apply(accountId, thing.key, free);
        if (applied === null) continue;
        const of = news.get(accountId) ?? { accountId, domains: [], removed: [] };
        if ('removed' in applied) {
          of.removed.push(applied.removed);
          noteRemoved.run(nowMs, thing.login, thing.key);
        } else of.domains.push(applied.domain);
        news.set(accountId, of);
      }
      for (const { field, isNew } of free)
        if (isNew) setApplied.run(thing.topic, thing.login, thing.key, field);
    }
    quiet.run(0);
    return [...news.values()];
  };
}

/** What was fetched is put into the workspace's own tables. */
function createApplying(database: DatabaseSync, parts: Parts) {
  const { byLogin } = parts;
  const things = rowsOf(database, thingRow).query(`
    SELECT DISTINCT topic, login, key FROM team_facts
    WHERE applied = 0 AND (topic, login, key) > (?, ?, ?) AND login IN (SELECT value FROM json_each(?))
    ORDER BY topic, login, key LIMIT ?`);
  const held = createHeld(database);
  const applyAll = createApplyAll(database, parts, held);

  return {
    /**
     * Puts what was fetched of some things into the workspace's own tables, as far as they have an account for it.
     *
     * @returns What there is to announce; `count`: how many things; `next`: where to go on, null at the end.
     */
    apply: ({ after, limit, nowMs }: Applied) =>
      inTransaction(database, () => {
        const accounts = byLogin();
        const { topic, login, key } = after ?? firstThing;
        const count = after === null ? held.holdBack(accounts, nowMs) : 0;
        const some = things.all(topic, login, key, JSON.stringify([...accounts.keys()]), limit);
        const next = some.length < limit ? null : (some.at(-1) ?? null);
        return { news: applyAll(some, accounts, nowMs), count: count + some.length, next };
      }),
    /**
     * Does what a person has decided about removals that wait: all of a colleague of which he was shown.
     *
     * @param isKept The names stay, and the team is told that they do: everybody has them again.
     * @returns What there is to announce.
     */
    settleRemovals: ({ accountId, by, seq, isKept, nowMs }: Settled) =>
      inTransaction(database, () => {
        const accounts = byLogin();
        const login = [...accounts].find(([, ids]) => ids.includes(accountId))?.[0] ?? '';
        const keys = held.all(login, by, seq).map(({ key }) => key);
        for (const key of keys) {
          held.release.run(Number(isKept), login, key);
          if (isKept) held.noteKept.run(accountId, key, nowMs);
        }
        const some = keys.map((key) => ({ topic: sharedTopic, login, key }));
        return { news: applyAll(some, accounts, nowMs) };
      }),
  };
}

interface Applied {
  readonly after: Thing | null;
  readonly limit: number;
  readonly nowMs: number;
}

type Settled = TeamAsk<'settleRemovals'> & Pick<Applied, 'nowMs'>;

/**
 * So many names another person may remove from this workspace within a day, in however many publications, before its own person is asked
 * about the rest (T7). By the time at which they are removed here: those of the facts are others' to choose.
 */
const mostRemovedUnasked = 20;
const dayMs = 24 * 60 * 60 * 1_000;

type Held = ReturnType<typeof createHeld>;

/** Removals by others that are not done before a person has said so. */
function createHeld(database: DatabaseSync) {
  const removal = `topic = '${sharedTopic}' AND field = '${presence}' AND value IS NULL`;
  // Of names that are here; the first parameter: pairs of a login and an account.
  const here = `EXISTS (SELECT 1 FROM json_each(?1) a JOIN domains d
    ON d.account_id = a.value ->> 1 AND d.name = team_facts.key WHERE a.value ->> 0 = team_facts.login)`;
  const isNew = `${removal} AND applied = 0 AND by <> (SELECT user FROM team) AND ${here}`;
  const hold = database.prepare(`UPDATE team_facts SET applied = 2 WHERE ${isNew} AND by IN (
    SELECT by FROM (
      SELECT by FROM team_facts WHERE ${isNew} UNION ALL
      SELECT by FROM team_facts WHERE applied = 2 UNION ALL
      SELECT by FROM team_facts WHERE removed_at > ?2)
    GROUP BY by HAVING count(*) > ${mostRemovedUnasked})`);
  const all = rowsOf(database, z.object({ key: z.string() })).from(
    'team_facts WHERE applied = 2 AND login = ? AND by = ? AND seq <= ?',
  );
  return {
    all: (login: string, by: string, seq: number) => all.all(login, by, seq),
    /** @returns How many are held back now that were not before. */
    holdBack(accounts: ReadonlyMap<string, readonly string[]>, nowMs: number): number {
      const pairs = [...accounts].flatMap(([login, ids]) => ids.map((id) => [login, id]));
      return Number(hold.run(JSON.stringify(pairs), nowMs - dayMs).changes);
    },
    noteRemoved: database.prepare(
      `UPDATE team_facts SET removed_at = ? WHERE login = ? AND key = ? AND ${removal}`,
    ),
    /** What was told of a name meanwhile is applied with the answer. */
    release:
      database.prepare(`UPDATE team_facts SET applied = CASE WHEN field = '${presence}' THEN ? ELSE 0 END
      WHERE topic = '${sharedTopic}' AND login = ? AND key = ?`),
    noteKept:
      database.prepare(`INSERT INTO team_edits (topic, account_id, key, part, at) VALUES ('${sharedTopic}', ?, ?, '${presence}', ?)
      ON CONFLICT (topic, account_id, key, part) DO UPDATE SET at = excluded.at, times = times + 1`),
  };
}

const heldRow = z.object({ login: z.string(), by: z.string(), name: z.string(), seq: z.int() });

/** Removals that wait, of one person and account each; the names A to Z. */
export function createHeldRemovals(database: DatabaseSync) {
  const { byLogin } = createAccountsOf(database);
  const held = rowsOf(database, heldRow).query(
    'SELECT login, by, key AS name, seq FROM team_facts WHERE applied = 2 ORDER BY login, by, key',
  );
  const has = countOf(database, 'domains WHERE account_id = ? AND name = ?');
  return (): readonly TeamRemovals[] => {
    const rows = held.all();
    if (rows.length === 0) return [];
    return [...byLogin()].flatMap(([login, ids]) =>
      ids.flatMap((accountId) => {
        const here = rows.filter((row) => row.login === login && has(accountId, row.name) > 0);
        return [...Map.groupBy(here, ({ by }) => by)].map(([by, some]) => ({
          accountId,
          by,
          seq: Math.max(...some.map(({ seq }) => seq)),
          names: some.map(({ name }) => name),
        }));
      }),
    );
  };
}

const presentFact = `team_facts WHERE topic = '${sharedTopic}' AND field = '${presence}' AND value IS NOT NULL`;

function createCounts(database: DatabaseSync, { factsOf, byLogin }: Parts) {
  const queued = countOf(database, '(SELECT DISTINCT topic, account_id, key FROM team_edits)');
  const foreign = countOf(database, `${presentFact} AND login NOT IN (SELECT value FROM json_each(?))`);
  const domains = countOf(database, presentFact);
  const own = countOf(database, ownDomains);
  const tagged = countOf(database, `${ownDomains} AND tags <> '[]'`);
  const noted = countOf(database, `${ownDomains} AND (note <> '' OR client <> '')`);
  return {
    /** `queued`: things of which the team is to be told. `foreign`: domains of logins that no account here has. */
    counts: () => ({
      queued: queued(),
      domains: domains(),
      foreign: foreign(JSON.stringify([...byLogin().keys()])),
    }),
    /** What a join would share. */
    toShare: () => ({ domains: own(), tagged: tagged(), noted: noted() }),
    /** Who edited what of a domain last, and when, as the team has it. */
    ofDomain: ({ accountId, domain }: { readonly accountId: string; readonly domain: string }) => {
      const login = [...byLogin()].find(([, ids]) => ids.includes(accountId))?.[0];
      if (login === undefined) return { login: null, facts: [] };
      const facts = factsOf({ topic: sharedTopic, login, key: domain });
      return { login, facts: facts.map(({ field, value, at, by }) => ({ field, value, at, by })) };
    },
  };
}
