import { createHash } from 'node:crypto';
import { z } from 'zod';
import { fail, ok, type Result } from '#shared/result.ts';
import type { HistoryFault, Membership, Place, Reported } from '../workspace/repositories/team.ts';
import { resultOf } from '../workspace/sqlite.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { ofTeam, orApp, type TeamConnection, type TeamFault, type TeamProblem } from './connection.ts';

const start: Place = { seq: 0, hash: '' };

/** What a desk has of its team. */
export type CaughtUp =
  /** `changes`: so many were fetched. */
  | { readonly kind: 'current'; readonly seq: number; readonly changes: number }
  | FoundFault
  | { readonly kind: 'not-joined' };

export interface CatchUpDeps {
  readonly store: Pick<Workspace['team'], 'seen' | 'append' | 'noteFault'>;
  readonly connection: Pick<TeamConnection, 'query'>;
  readonly now: () => Date;
  /** There is something that the server is to be told again. */
  readonly onForgotten?: () => void;
}

/** So many are fetched and stored at once: some ten milliseconds, in which nothing else goes on, and no more of them are in memory. */
const perPage = 500;

/**
 * Fetches the present state of each change that has changed since the last look, and stores it. The last entry that was seen is looked
 * for with them, and what this desk has told since: where the server has another one in its place, or none, its history was rewritten, or
 * it was put back.
 */
export const catchUp = (deps: CatchUpDeps) => orApp(() => fetchNews(deps));

async function fetchNews(deps: CatchUpDeps): Promise<Result<CaughtUp, TeamProblem>> {
  let changes = 0;
  for (;;) {
    // Read before anything is fetched: what this desk tells meanwhile may be in no page of it.
    const here = deps.store.seen();
    if (here === null) return ok({ kind: 'not-joined' });
    const { teamId, place: after, reported, isFaulty } = here;
    const page = await newsAfter(deps, after, reported);
    if (!page.ok) return ofTeam(page.error);
    if (page.value.kind === 'fault') return ok(noteFault(deps, teamId, page.value));
    const { upTo, isLast, news } = page.value;
    if (upTo.seq > after.seq || reported.length > 0 || isFaulty) {
      const found = reported.map(({ seq }) => seq);
      const stored = deps.store.append({ teamId, after, upTo, news, reported: found });
      // Another process of this workspace has been faster: it is gone on from where that one is.
      if (!stored.appended) continue;
      changes += stored.changes;
    }
    if (isLast) return ok({ kind: 'current', seq: upTo.seq, changes });
  }
}

/** What the server has forgotten of what this desk had told it is told again. */
function noteFault(
  { store, onForgotten }: CatchUpDeps,
  teamId: string,
  { fault, lost, ...found }: FoundFault & { readonly lost: readonly number[] },
): FoundFault {
  if (store.noteFault({ teamId, found: fault, lost }).isToTell) onForgotten?.();
  return { ...found, fault };
}

const pageRow = z.object({
  /** JSON of what was asked for, in the order of their numbers, and up to where; of all that there is, the last one. */
  news: z.string(),
  upTo: z.object({ seq: z.int(), hash: z.string() }),
  isLast: z.boolean(),
  last: z.int(),
  /** Of the entry in the place that was seen last. */
  seen: z.string().nullable(),
  lost: z.array(z.int()),
});
async function newsAfter(deps: CatchUpDeps, after: Place, reported: readonly Reported[]) {
  const own = [reported.map(({ seq }) => seq), reported.map(({ changeId }) => changeId)];
  const rows = await deps.connection.query(selectNews, [after.seq, perPage, ...own]);
  if (!rows.ok) return rows;
  const { news, upTo, isLast, last, seen, lost } = pageRow.parse(rows.value[0]);
  const fault = (seq: number) =>
    ok({ ...faultOf(last < seq ? 'rolled-back' : 'rewritten', Math.min(seq, last), deps), lost });
  if (after.seq > 0 && seen !== after.hash) return fault(after.seq);
  const [firstLost] = lost;
  if (firstLost !== undefined) return fault(firstLost);
  return ok({ kind: 'page' as const, news, upTo, isLast });
}

/**
 * The claims whose state has changed after a number, all of one moment. A state goes back to the entry that
 * says it: of an attempt that was settled or released, sent, or claimed. What a claim costs is told with each of these by its desk, and not
 * with a release.
 *
 * @param $1 The entry that was seen last, $2 how many are wanted, $3 and $4 what this desk has told since: numbers and changes.
 */
const selectNews = `
  WITH page AS MATERIALIZED (
    SELECT c.seq, json_build_object('seq', c.seq, 'id', c.change_id, 'by', c.by, 'desk', c.desk, 'domain', c.domain,
        'service', json_build_object('baseUrl', c.service_base_url, 'username', c.service_username),
        'kind', c.kind, 'batchId', coalesce(d.body ->> 'batchId', s.body ->> 'batchId', c.batch::text), 'state', c.state, 'outcome', c.outcome,
        'event', d.event, 'said', d.body ->> 'state', 'at', coalesce(s.at, c.since),
        'settledAt', CASE WHEN c.settled_seq IS NOT NULL THEN d.at END,
        'amount', coalesce(d.body -> 'what', s.body -> 'what') #>> '{price,amount}',
        'currency', coalesce(d.body -> 'what', s.body -> 'what') #>> '{price,currency}',
        'beside', CASE WHEN c.outcome = 'took-effect' THEN (
          SELECT json_build_object('by', o.by, 'at', o.since,
            'service', json_build_object('baseUrl', o.service_base_url, 'username', o.service_username))
          FROM namedesk.claims o
          WHERE o.outcome = 'took-effect' AND o.domain = c.domain AND o.family = c.family AND o.change_id <> c.change_id
            AND o.last_effect IS NOT DISTINCT FROM c.last_effect AND o.settled_seq < c.settled_seq
          ORDER BY o.settled_seq DESC LIMIT 1) END) AS news
      FROM namedesk.claims c LEFT JOIN namedesk.journal d ON d.seq = coalesce(c.settled_seq, c.sent_seq, c.seq)
        LEFT JOIN namedesk.journal s ON s.seq = c.sent_seq
      WHERE c.seq > $1 ORDER BY c.seq LIMIT $2),
  ends AS (SELECT coalesce(max(seq), 0) AS seq FROM namedesk.journal),
  up_to AS (SELECT count(*) < $2 AS is_last, CASE WHEN count(*) < $2 THEN (SELECT seq FROM ends) ELSE max(seq) END AS seq FROM page)
  SELECT (SELECT coalesce(json_agg(news ORDER BY seq), '[]')::text FROM page) AS news, u.is_last AS "isLast",
    json_build_object('seq', u.seq, 'hash',
      coalesce((SELECT encode(hash, 'hex') FROM namedesk.journal WHERE seq = u.seq), '')) AS "upTo",
    (SELECT seq::float8 FROM ends) AS last, (SELECT encode(hash, 'hex') FROM namedesk.journal WHERE seq = $1) AS seen,
    ARRAY(SELECT own.seq::float8 FROM unnest($3::bigint[], $4::uuid[]) AS own (seq, change_id)
      WHERE NOT EXISTS (SELECT FROM namedesk.journal j WHERE j.seq = own.seq AND j.change_id = own.change_id)
      ORDER BY own.seq) AS lost
  FROM up_to u`;

/**
 * Verifies the whole journal of the server from its first entry, and that the last stored one is in it; stores nothing.
 *
 * @returns The number of entries, or what is wrong.
 */
export async function verifyHistory(
  deps: Pick<CatchUpDeps, 'connection' | 'now'>,
  last: Place,
): Promise<Result<Verified, TeamFault>> {
  for (let after = start; ;) {
    const rows = await deps.connection.query(selectFrom, [after.seq, perPage]);
    if (!rows.ok) return rows;
    for (const row of rows.value) {
      const { data: entry } = entryRow.safeParse(row);
      if (entry?.seq !== after.seq + 1 || hashOfEntry(entry, after.hash) !== entry.hash)
        return ok(faultOf('broken', after.seq + 1, deps));
      after = { seq: entry.seq, hash: entry.hash };
      if (after.seq === last.seq && after.hash !== last.hash) return ok(faultOf('rewritten', last.seq, deps));
    }
    if (rows.value.length === perPage) continue;
    return ok(
      after.seq < last.seq
        ? faultOf('rolled-back', after.seq, deps)
        : { kind: 'verified', entries: after.seq },
    );
  }
}

/** The server's history is not the one that this desk has seen. Nothing of it is stored. */
export interface FoundFault {
  readonly kind: 'fault';
  readonly fault: HistoryFault;
}

export type Verified = { readonly kind: 'verified'; readonly entries: number } | FoundFault;

const faultOf = (kind: HistoryFault['kind'], seq: number, { now }: Pick<CatchUpDeps, 'now'>) =>
  ({ kind: 'fault', fault: { kind, seq, at: now().toISOString() } }) as const;

/**
 * Ordered by the column, which has an index: the name alone would be what is selected under it, and every page would read and sort all
 * entries that are left.
 */
const selectFrom = `
  SELECT seq::float8 AS seq, at, by, desk, change_id AS "changeId", service_base_url AS "serviceBaseUrl",
    service_username AS "serviceUsername", domain, kind, family, event, body::text AS body,
    encode(hash, 'hex') AS hash
  FROM namedesk.journal j WHERE j.seq > $1 ORDER BY j.seq LIMIT $2`;

const text = z.string().nullable();
/** What a hash covers, in this order. */
const coveredEntry = z.object({
  seq: z.int(),
  at: z.string(),
  by: z.string(),
  desk: text,
  changeId: text,
  serviceBaseUrl: text,
  serviceUsername: text,
  domain: text,
  kind: text,
  family: text,
  event: z.string(),
  body: z.string(),
});
const entryRow = coveredEntry.extend({ hash: z.string() });

/**
 * SHA-256 over the hash before it and twelve columns, each with its length in bytes before it and a colon; a hyphen where there is
 * nothing. The database computes the same (`namedesk.hash_of`), with the hash before it as its row has it: another one there is found by
 * what it hashes to.
 */
export function hashOfEntry(entry: z.output<typeof coveredEntry>, previous: string): string {
  const parts = Object.values(coveredEntry.parse(entry)).map(measured);
  return createHash('sha256').update(Buffer.from(previous, 'hex')).update(parts.join('')).digest('hex');
}

const measured = (part: string | number | null): string =>
  part === null ? '-' : `${Buffer.byteLength(String(part))}:${part}`;

/** Up to where a desk has a team's journal. */
export const placeOf = ({ lastSeq, lastHash }: Membership): Place => ({ seq: lastSeq, hash: lastHash });

interface ClaimingDeps extends Pick<CatchUpDeps, 'now' | 'onForgotten'> {
  readonly workspace: Pick<Workspace, 'team' | 'teamOutbox'>;
}

const claimAnswer = z.object({ kind: z.string() });

/**
 * Nothing is claimed on a server that was put back or rewritten: it may not know what was sent. The first claim of a process catches up
 * before it; each says which entry was seen last, and which this desk has written last. Nor on one whose schema is older than this
 * Namedesk.
 */
export function claimingWhatWasSeen(connection: TeamConnection, deps: ClaimingDeps): TeamConnection {
  const { team: store, teamOutbox: outbox } = deps.workspace;
  const history = fail({ kind: 'history' } as const);
  let isCaughtUp = false;

  /** Before the first claim. */
  async function begin(): Promise<Result<unknown, TeamFault>> {
    if (isCaughtUp) return ok(null);
    const about = await connection.about();
    if (!about.ok && about.error.kind !== 'forbidden') return about;
    const caught = await catchUp({ ...deps, store, connection });
    isCaughtUp = caught.ok && caught.value.kind !== 'fault';
    return ok(null);
  }

  return {
    ...connection,
    async call(name, p) {
      if (name !== 'claim') return await connection.call(name, p);
      const begun = await begin();
      if (!begun.ok) return begun;
      const read = await resultOf(() => ({ membership: store.read(), own: outbox.lastTaken() }));
      // A workspace that cannot be read sends nothing either.
      if (!read.ok || read.value.membership === null || read.value.membership.fault !== null) return history;
      const seen = { ...placeOf(read.value.membership), own: read.value.own };
      const answered = await connection.call(name, { ...p, seen });
      const isRewritten = answered.ok && claimAnswer.safeParse(answered.value).data?.kind === 'rewritten';
      if (!isRewritten) return answered;
      isCaughtUp = false;
      await catchUp({ ...deps, store, connection });
      return history;
    },
  };
}
