import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { instant } from '#shared/areas/common-schemas.ts';
import { loginIn } from '#shared/domain/account.ts';
import { ok, type Result } from '#shared/result.ts';
import { readable } from '#shared/schema-type.ts';
import { createMutex } from '../system/queue.ts';
import type { NewsOfDomains, OwnFact, TeamFact, Thing } from '../workspace/repositories/team-facts.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { ofTeam, orApp, type TeamConnection, type TeamFault, type TeamProblem } from './connection.ts';
import { isOfItsData } from './referee.ts';

export interface FeedDeps {
  readonly store: Workspace['teamFacts'];
  readonly connection: Pick<TeamConnection, 'call' | 'query'>;
  /** As whom this desk publishes. */
  readonly user: string;
  readonly onNews: (news: NewsOfDomains) => Promise<unknown>;
  /** After that: what others have changed is in this workspace. */
  readonly onApplied: () => void;
  readonly onBug: (thrown: unknown) => unknown;
  readonly now: () => Date;
}

/** How a desk and its team stand after everything was published and taken over; `counts` of the workspace says what is left. */
export type Synced =
  /** `isHeard` is false where the person may only read: nothing of this desk is published. `skipped`: facts since the start that are none. */
  | { readonly kind: 'current'; readonly isHeard: boolean; readonly skipped: number }
  /** The team's database is newer than this Namedesk: nothing is published. */
  | { readonly kind: 'too-old' };

/** How much is done at once, some ten milliseconds: everything else comes in between. */
const perPage = { things: 50, facts: 500, characters: 1_000_000, fetched: 1_000 } as const;

/** As the database checks values, and what a role's name can be. */
const [mostLevels, longestPerson] = [8, 63];

const factRow = z.object({
  seq: z.int(),
  topic: z.string(),
  service: z.object({ baseUrl: z.string(), username: z.string() }),
  key: z.string(),
  field: z.string(),
  value: z.unknown().refine((value) => isFlat(value, mostLevels)),
  at: instant,
  by: z.string().min(1).max(longestPerson),
});
const placeRow = z.object({ seq: z.int() });

/** Whether a value has no more levels: what is deeper cannot be written as JSON. */
const isFlat = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((each) => isFlat(each, levels - 1)));
const published = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('published'), lost: z.array(factRow) }),
  z.object({ kind: z.enum(['forbidden', 'too-old']) }),
]);

const factOf = ({ service, ...fact }: z.output<typeof factRow>): TeamFact => ({
  ...fact,
  // As a text of both, which the workspace compares.
  login: `${service.baseUrl}\n${service.username}`,
  value: fact.value ?? null,
});

const selectFrom = `
  SELECT s.seq::float8 AS seq, s.topic, json_build_object('baseUrl', s.service_base_url, 'username', s.service_username) AS service,
    s.key, s.field, s.value, to_char(s.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, s.by
  FROM namedesk.shared s WHERE s.seq > $1 ORDER BY s.seq LIMIT $2`;

type Publication = 'published' | 'forbidden' | 'too-old';

/** Publishes what this desk has changed, and takes over what others have. */
export function createTeamFeed(deps: FeedDeps) {
  const { store } = deps;
  const inTurn = createMutex();
  let skipped = 0;

  async function fetchAll(): Promise<Result<null, TeamProblem>> {
    for (;;) {
      const after = store.fetched();
      if (after === null) return ok(null);
      const rows = await deps.connection.query(selectFrom, [after, perPage.fetched]);
      if (!rows.ok) return ofTeam(rows.error);
      // One row that is no fact keeps nobody from the others (T4).
      const found = readable(factRow, rows.value);
      skipped += found.skipped;
      const upTo = placeRow.safeParse(rows.value.at(-1)).data?.seq ?? after;
      store.store({ after, upTo, facts: found.read.map(factOf) });
      if (rows.value.length < perPage.fetched) return ok(null);
    }
  }

  async function publishAll(): Promise<Result<Publication, TeamProblem>> {
    for (;;) {
      await nextTurn();
      const { edits, facts } = store.pending({ limit: perPage.things, now: deps.now().toISOString() });
      if (edits.length === 0) return ok('published');
      for (const some of chunksOf(facts)) {
        const publication = await publishSome(deps, some);
        if (!publication.ok || publication.value !== 'published') return publication;
      }
      store.published({ edits, facts: [], lost: [], by: deps.user });
    }
  }

  async function applyAll(): Promise<void> {
    let isApplied = false;
    let after: Thing | null = null;
    do {
      await nextTurn();
      const nowMs = deps.now().getTime();
      const applied: ReturnType<typeof store.apply> = store.apply({ after, limit: perPage.things, nowMs });
      for (const news of applied.news) await deps.onNews(news);
      isApplied ||= applied.count > 0;
      after = applied.next;
    } while (after !== null);
    if (isApplied) deps.onApplied();
  }

  async function syncOnce(): Promise<Result<Synced, TeamProblem>> {
    // First what others have: whoever joins tells them only what they have not got.
    const before = await fetchAll();
    if (!before.ok) return before;
    const publication = await publishAll();
    if (!publication.ok) return publication;
    if (publication.value === 'forbidden') store.dropEdits();
    const after = await fetchAll();
    if (!after.ok) return after;
    await applyAll();
    if (publication.value === 'too-old') return ok({ kind: 'too-old' });
    return ok({ kind: 'current', isHeard: publication.value === 'published', skipped });
  }

  /** One at a time. What was not done is done by the next one. */
  return { sync: () => inTurn(() => orApp(syncOnce)) };
}

/**
 * Publishes facts, and notes that. Where the database refuses them, it is asked for the half of them, so that one that it never takes
 * keeps no other waiting.
 */
async function publishSome(
  deps: FeedDeps,
  facts: readonly OwnFact[],
): Promise<Result<Publication, TeamProblem>> {
  const called = await deps.connection.call('publish', { facts: facts.map(asSent) });
  if (called.ok) return notePublished(deps, facts, published.parse(called.value));
  if (!isForGood(called.error)) return ofTeam(called.error);
  const middle = Math.floor(facts.length / 2);
  if (middle > 0) {
    const first = await publishSome(deps, facts.slice(0, middle));
    return first.ok && first.value === 'published' ? await publishSome(deps, facts.slice(middle)) : first;
  }
  deps.onBug(new Error(`The team’s database does not take a fact of a ${facts[0]?.topic ?? ''}`));
  return notePublished(deps, facts, { kind: 'published', lost: [] });
}

/** A fact of a form that the database does not take. */
const isForGood = (fault: TeamFault): boolean => fault.kind === 'rejected' && isOfItsData(fault.code);

function notePublished(
  { store, user: by }: FeedDeps,
  facts: readonly OwnFact[],
  answer: z.output<typeof published>,
): Result<Publication, TeamProblem> {
  if (answer.kind !== 'published') return ok(answer.kind);
  store.published({ edits: [], facts, lost: answer.lost.map(factOf), by });
  return ok('published');
}

/** JSON of the database has neither a null character nor half a character. */
function asSent({ login, ...fact }: OwnFact): unknown {
  const text = JSON.stringify({ ...fact, service: loginIn(login) }, (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
  );
  return JSON.parse(text);
}

function chunksOf(facts: readonly OwnFact[]): readonly (readonly OwnFact[])[] {
  const chunks: OwnFact[][] = [];
  let left = { facts: 0, characters: 0 };
  for (const fact of facts) {
    const { length } = JSON.stringify(fact);
    if (left.facts === 0 || left.characters < length) {
      chunks.push([]);
      left = { facts: perPage.facts, characters: perPage.characters };
    }
    chunks.at(-1)?.push(fact);
    left = { facts: left.facts - 1, characters: left.characters - length };
  }
  return chunks;
}
