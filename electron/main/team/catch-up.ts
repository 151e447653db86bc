import { createHash } from 'node:crypto';
import { z } from 'zod';
import { fail, ok, type Result } from '#shared/result.ts';
import type { HistoryFault, Membership, TeamEntry } from '../workspace/repositories/team.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { ofApp, ofTeam, type TeamConnection, type TeamFault, type TeamProblem } from './connection.ts';

/** A place in the team's journal; before the first entry, 0 and nothing. */
interface Place {
  readonly seq: number;
  readonly hash: string;
}

const start: Place = { seq: 0, hash: '' };

/** What a desk has of the team's journal. */
export type CaughtUp =
  | { readonly kind: 'current'; readonly seq: number; readonly entries: number }
  | FoundFault
  | { readonly kind: 'not-joined' };

export interface CatchUpDeps {
  readonly store: Workspace['team'];
  readonly connection: Pick<TeamConnection, 'query'>;
  readonly now: () => Date;
  /** There is something that the server is to be told again. */
  readonly onForgotten?: () => void;
}

/** So many are stored at once, while whoever else asks the workspace waits. */
const perPage = 2_000;

/**
 * Fetches the entries after the last stored one, verifies each against the one before it, and stores them; the next page is fetched and
 * verified meanwhile. The last stored entry is fetched with them: where the server has another one in its place, or none, its history was
 * rewritten, or it was put back.
 */
export async function catchUp(deps: CatchUpDeps): Promise<Result<CaughtUp, TeamProblem>> {
  let fetched = 0;
  for (;;) {
    const membership = await deps.store.read();
    if (!membership.ok) return ofApp(membership.error);
    if (membership.value === null) return ok({ kind: 'not-joined' });
    const { teamId, lastSeq: seq, lastHash: hash } = membership.value;
    // Read before anything is fetched: what this desk writes meanwhile may be in no page of it.
    const own = await deps.store.writtenLast();
    if (!own.ok) return ofApp(own.error);
    const done = await catchUpFrom(deps, teamId, { seq, hash });
    if (!done.ok) return done;
    if (done.value.kind === 'fault') return ok(done.value);
    fetched += done.value.entries;
    if (done.value.kind === 'current')
      return await unlessLost(deps, teamId, own.value, { seq: done.value.seq, entries: fetched });
  }
}

/** `overtaken`: another process of this workspace has been faster. It is gone on from where that one is. */
type Stretch =
  | Exclude<CaughtUp, { readonly kind: 'not-joined' }>
  | { readonly kind: 'overtaken'; readonly entries: number };

async function catchUpFrom(
  deps: CatchUpDeps,
  teamId: string,
  from: Place,
): Promise<Result<Stretch, TeamProblem>> {
  let [after, entries] = [from, 0];
  let page = await pageAfter(deps, after);
  for (;;) {
    if (!page.ok) return ofTeam(page.error);
    if (page.value.kind === 'fault') return await noteFault(deps, teamId, page.value);
    const { entries: news, isLast } = page.value;
    const last = news.at(-1) ?? after;
    const [stored, next] = await Promise.all([
      deps.store.append({ teamId, after, entries: news }),
      isLast ? page : pageAfter(deps, last),
    ]);
    if (!stored.ok) return ofApp(stored.error);
    if (!stored.value.appended) return ok({ kind: 'overtaken', entries });
    entries += news.length;
    after = last;
    if (isLast) return ok({ kind: 'current', seq: after.seq, entries });
    page = next;
  }
}

/** All that was fetched is there; what this desk had written and not fetched before may have been put back all the same. */
async function unlessLost(
  deps: CatchUpDeps,
  teamId: string,
  upTo: number,
  current: { readonly seq: number; readonly entries: number },
): Promise<Result<CaughtUp, TeamProblem>> {
  const lost = await deps.store.firstLost({ teamId, upTo });
  if (!lost.ok) return ofApp(lost.error);
  if (lost.value === null) return ok({ kind: 'current', ...current });
  const found = faultOf(
    lost.value > current.seq ? 'rolled-back' : 'rewritten',
    Math.min(lost.value, current.seq),
    deps,
  );
  return await noteFault(deps, teamId, found);
}

/** What the server has forgotten of what this desk had told it is told again: looked for at each fault, for a server can be put back twice. */
async function noteFault(
  { store, connection, onForgotten }: CatchUpDeps,
  teamId: string,
  found: FoundFault,
): Promise<Result<FoundFault, TeamProblem>> {
  const noted = await store.noteFault({ teamId, found: found.fault });
  if (!noted.ok) return ofApp(noted.error);
  if (noted.value.isFirst) {
    onForgotten?.();
    return ok(found);
  }
  const own = await store.ownEntries();
  if (!own.ok) return ofApp(own.error);
  const of = [own.value.map(({ seq }) => seq), own.value.map(({ changeId }) => changeId)];
  const lost = await connection.query(selectLost, of);
  // Where it does not answer now, the next catch-up asks again.
  const numbers = lost.ok ? z.array(z.object({ seq: z.int() })).parse(lost.value) : [];
  if (numbers.length === 0) return ok(found);
  const queued = await store.tellAgain({ numbers: numbers.map(({ seq }) => seq) });
  if (!queued.ok) return ofApp(queued.error);
  onForgotten?.();
  return ok(found);
}

const selectLost = `
  SELECT own.seq::float8 AS seq FROM unnest($1::bigint[], $2::uuid[]) AS own (seq, change_id)
  WHERE NOT EXISTS (SELECT FROM namedesk.journal j WHERE j.seq = own.seq AND j.change_id = own.change_id)`;

/**
 * Verifies the whole journal of the server from its first entry, and that the last stored one is in it; stores nothing.
 *
 * @returns The number of entries, or what is wrong.
 */
export async function verifyHistory(deps: CatchUpDeps, last: Place): Promise<Result<Page, TeamFault>> {
  let after = start;
  for (;;) {
    const page = await pageAfter(deps, after);
    if (!page.ok || page.value.kind === 'fault') return page;
    const { entries, isLast } = page.value;
    const seen = entries.find(({ seq }) => seq === last.seq);
    if (seen !== undefined && seen.hash !== last.hash) return ok(faultOf('rewritten', last.seq, deps));
    after = entries.at(-1) ?? after;
    if (!isLast) continue;
    return ok(after.seq < last.seq ? faultOf('rolled-back', after.seq, deps) : page.value);
  }
}

/** The server's history is not the one that this desk has seen. Nothing of it is stored. */
interface FoundFault {
  readonly kind: 'fault';
  readonly fault: HistoryFault;
}

type Page =
  { readonly kind: 'page'; readonly entries: readonly TeamEntry[]; readonly isLast: boolean } | FoundFault;

const faultOf = (kind: HistoryFault['kind'], seq: number, { now }: Pick<CatchUpDeps, 'now'>) =>
  ({ kind: 'fault', fault: { kind, seq, at: now().toISOString() } }) as const;

async function pageAfter(deps: CatchUpDeps, after: Place): Promise<Result<Page, TeamFault>> {
  const rows = await deps.connection.query(selectFrom, [after.seq, perPage + 1]);
  if (!rows.ok) return rows;
  const [first, ...rest] = after.seq === 0 ? [null, ...rows.value] : rows.value;
  if (after.seq > 0 && (first === undefined || hashIn(first) !== after.hash))
    return await lostPlace(deps, after);
  const entries: TeamEntry[] = [];
  let place = after;
  for (const row of rest) {
    const entry = entryRow.safeParse(row);
    const follows = entry.success && entry.data.seq === place.seq + 1;
    if (!follows || hashOfEntry(entry.data, place.hash) !== entry.data.hash)
      return ok(faultOf('broken', place.seq + 1, deps));
    entries.push(entry.data);
    place = entry.data;
  }
  return ok({ kind: 'page', entries, isLast: rows.value.length <= perPage });
}

const hashIn = (row: unknown): string | undefined => z.object({ hash: z.string() }).safeParse(row).data?.hash;

/** The last entry that was seen is not where it was. */
async function lostPlace(deps: CatchUpDeps, { seq }: Place): Promise<Result<Page, TeamFault>> {
  const head = await deps.connection.query('SELECT seq::float8 AS seq FROM namedesk.head');
  if (!head.ok) return head;
  const serverSeq = z.object({ seq: z.number() }).parse(head.value[0]).seq;
  return ok(serverSeq < seq ? faultOf('rolled-back', serverSeq, deps) : faultOf('rewritten', seq, deps));
}

/**
 * From the last entry that was seen on; a page and one more, which tells whether there is another. Ordered by the column, which has an
 * index: the name alone would be what is selected under it, and every page would read and sort all entries that are left.
 */
const selectFrom = `
  SELECT seq::float8 AS seq, at, by, desk, change_id AS "changeId", service_base_url AS "serviceBaseUrl",
    service_username AS "serviceUsername", domain, kind, family, event, body::text AS body,
    encode(hash, 'hex') AS hash
  FROM namedesk.journal j WHERE j.seq >= $1 ORDER BY j.seq LIMIT $2`;

const text = z.string().nullable();

const entryRow = z.object({
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
  hash: z.string(),
});

/**
 * SHA-256 over the hash before it and twelve columns, each with its length in bytes before it and a colon; a hyphen where there is
 * nothing. The database computes the same (`namedesk.hash_of`), with the hash before it as its row has it: another one there is found by
 * what it hashes to.
 */
export function hashOfEntry(entry: Omit<z.output<typeof entryRow>, 'hash'>, previous: string): string {
  const { seq, at, by, desk, changeId, serviceBaseUrl, serviceUsername, domain, kind, family, event, body } =
    entry;
  const parts = [
    String(seq),
    at,
    by,
    desk,
    changeId,
    serviceBaseUrl,
    serviceUsername,
    domain,
    kind,
    family,
    event,
    body,
  ];
  return createHash('sha256')
    .update(Buffer.from(previous, 'hex'))
    .update(parts.map(measured).join(''))
    .digest('hex');
}

const measured = (part: string | null): string =>
  part === null ? '-' : `${Buffer.byteLength(part)}:${part}`;

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
      const [read, own] = await Promise.all([store.read(), outbox.lastTaken()]);
      // A workspace that cannot be read sends nothing either.
      if (!read.ok || read.value === null || read.value.fault !== null || !own.ok) return history;
      const seen = { ...placeOf(read.value), own: own.value };
      const answered = await connection.call(name, { ...p, seen });
      const isRewritten = answered.ok && claimAnswer.safeParse(answered.value).data?.kind === 'rewritten';
      if (!isRewritten) return answered;
      isCaughtUp = false;
      await catchUp({ ...deps, store, connection });
      return history;
    },
  };
}
