import { z } from 'zod';
import { fullBatchAsk } from '#shared/areas/batches.ts';
import { serviceIdentity } from '#shared/areas/change-schemas.ts';
import { isSameService, serviceOf } from '#shared/domain/account.ts';
import {
  type Batch,
  type FullBatchAsk,
  isShareable,
  isShareableKind,
  taskText,
} from '#shared/domain/batch.ts';
import { inEnglish } from '#shared/domain/counting.ts';
import type { TeamWork } from '#shared/domain/team-view.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Batches } from '../changes/batches/create-batches.ts';
import type { Membership } from '../workspace/repositories/team.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { answerOf, ofApp, ofTeam, refused, type TeamConnection, type TeamProblem } from './connection.ts';

// What one person prepares and another one applies, the limits that make it necessary, and the batches that are applied now. What may be
// sent is decided by the database, in `claim`; here a batch is handed to it, and made of what somebody else has handed to it.

export interface ReviewsDeps {
  readonly workspace: { readonly teamOutbox: Pick<Workspace['teamOutbox'], 'login'> };
  readonly accounts: Pick<Accounts, 'list'>;
  readonly batches: Pick<Batches, 'find' | 'list' | 'rows' | 'prepare' | 'stop'>;
}

/** The person, and the team that is joined. */
type Member = Pick<Membership, 'deskId' | 'user'>;

const reviewRow = z.object({
  id: z.string(),
  by: z.string(),
  at: z.string(),
  until: z.string(),
  service: serviceIdentity,
  kind: z.string(),
  aim: z.record(z.string(), z.unknown()),
  domains: z.int(),
  reason: z.string(),
});
const batchRow = z.object({
  id: z.string(),
  by: z.string(),
  title: z.string(),
  size: z.int(),
  done: z.int(),
  notDone: z.int(),
  at: z.string(),
});
const perDay = z.int().nullable();
const workAnswer = z.object({
  answer: z.object({
    alonePerDay: perDay,
    alone: z.int(),
    teamPerDay: perDay,
    team: z.int(),
    reviews: z.array(reviewRow),
    batches: z.array(batchRow.extend({ desk: z.string() })),
  }),
});

/** The limits and what is used up of them, what waits for a second person, and which batches others are applying. */
export async function workOf(
  connection: TeamConnection,
  { deskId, user }: Member,
): Promise<Result<TeamWork, TeamProblem>> {
  const rows = await connection.query('SELECT namedesk.work() AS answer');
  if (!rows.ok) return ofTeam(rows.error);
  const { reviews, batches, ...limits } = workAnswer.parse(rows.value[0]).answer;
  return ok({
    ...{ kind: 'work', ...limits },
    reviews: reviews.map(({ service, kind, aim, domains, ...review }) => ({
      ...review,
      isOwn: review.by === user,
      title: titleOf(kind, aim, domains),
      service: `${service.username} · ${service.baseUrl}`,
    })),
    batches: batches
      .filter(({ desk }) => desk !== deskId)
      .map(({ id, by, title, size, done, notDone, at }) => ({
        ...{ id, by, size, done, notDone, at },
        title: upperFirst(title),
      })),
  });
}

/** "Renew 20 domains": of what is done, whatever the preparer calls it. */
function titleOf(kind: string, aim: object, domains: number): string {
  const ask = askOf(kind, aim);
  return upperFirst(
    ask === null ? 'something that a newer Namedesk does' : taskText(ask, domains, inEnglish),
  );
}

const upperFirst = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Null where it is of a newer version. */
const askOf = (kind: string, aim: object): FullBatchAsk | null => {
  const parsed = fullBatchAsk.safeParse({ ...aim, kind });
  return parsed.success ? parsed.data : null;
};

interface Limits {
  /** Null: none. */
  readonly alonePerDay: number | null;
  readonly teamPerDay: number | null;
}

export const setLimits = async (
  connection: TeamConnection,
  { deskId: desk }: Member,
  limits: Limits,
): Promise<Result<null, TeamProblem>> => asked(connection, 'set_limits', { ...limits, desk }, 'set');

async function asked(
  connection: TeamConnection,
  name: 'set_limits' | 'propose_review' | 'close_review',
  p: object,
  wanted: string,
): Promise<Result<null, TeamProblem>> {
  const called = await connection.call(name, p);
  const answer = answerOf(called);
  if (!answer.ok) return answer;
  const { kind } = answer.value;
  return kind === wanted ? ok(null) : ofTeam({ kind: 'rejected', code: kind });
}

interface HandOver {
  readonly batchId: string;
  /** Of the review that a person has seen. */
  readonly digest: string;
  readonly reason: string;
}

/** Hands what is ready of a reviewed batch to the others, and ends the batch here. Can be called again: the batch's id is the review's. */
export async function handOver(
  deps: ReviewsDeps,
  connection: TeamConnection,
  { deskId: desk }: Member,
  { batchId, digest, reason }: HandOver,
): Promise<Result<null, TeamProblem>> {
  const found = await deps.batches.find(batchId);
  if (!found.ok) return ofApp(found.error);
  const batch = found.value;
  if (batch.state !== 'ready' || batch.digest !== digest)
    return ofApp({ kind: 'changed-since', what: 'batch' });
  if (!isShareable(batch)) return refused('not-shareable');
  const domains = await readyOf(deps, batchId);
  if (!domains.ok) return ofApp(domains.error);
  const logins = await loginsOf(deps);
  if (!logins.ok) return ofApp(logins.error);
  const service = logins.value.get(batch.accountId);
  if (service === undefined) return refused('not-shareable');
  const { kind, ...aim } = batch.ask;
  const of = { id: batchId, desk, service, kind, aim, domains: domains.value, reason };
  const proposed = await asked(connection, 'propose_review', of, 'proposed');
  if (!proposed.ok) return proposed;
  const stopped = await deps.batches.stop(batchId, 'hand-over');
  return stopped.ok ? ok(null) : ofApp(stopped.error);
}

const rowsAtOnce = 1_000;

/** The domains whose row is ready, and has no change yet. */
async function readyOf({ batches }: ReviewsDeps, id: string): Promise<Result<readonly string[]>> {
  const domains: string[] = [];
  for (let offset = 0; ; offset += rowsAtOnce) {
    const page = await batches.rows(id, { which: 'to-do', offset, limit: rowsAtOnce });
    if (!page.ok) return page;
    const { rows, total } = page.value;
    domains.push(...rows.flatMap(({ domain, state }) => (state === null ? [domain] : [])));
    if (offset + rowsAtOnce >= total) return ok(domains);
  }
}

/** Of each account, the login by which the team knows it. What is done at a practice service is nobody else's matter. */
async function loginsOf({ accounts, workspace }: ReviewsDeps) {
  const listed = await accounts.list();
  if (!listed.ok) return listed;
  const logins = new Map<string, z.output<typeof serviceIdentity>>();
  for (const account of listed.value.accounts) {
    if (account.kind === 'practice') continue;
    const login = await workspace.teamOutbox.login({ service: serviceOf(account) });
    if (!login.ok) return login;
    logins.set(account.id, login.value);
  }
  return ok(logins);
}

const wholeReview = z.object({
  by: z.string(),
  service: serviceIdentity,
  kind: z.string(),
  aim: z.record(z.string(), z.unknown()),
  domains: z.array(z.string()),
  reason: z.string(),
});

const selectReview = `
  SELECT by, kind, aim, domains, reason, pg_catalog.jsonb_build_object('baseUrl', service_base_url, 'username', service_username) AS service
  FROM namedesk.reviews WHERE id = $1 AND state = 'waiting' AND until > pg_catalog.clock_timestamp()`;

/**
 * A batch of what a colleague has prepared: it is read, reviewed and applied here as any other. The one that was made of it before, where
 * that is not over.
 */
export async function openReview(
  deps: ReviewsDeps,
  connection: TeamConnection,
  { user }: Member,
  id: string,
): Promise<Result<Batch, TeamProblem>> {
  const rows = await connection.query(selectReview, [id]);
  if (!rows.ok) return ofTeam(rows.error);
  const [row] = rows.value;
  if (row === undefined) return refused('no-review');
  const { by, service, kind, aim, domains, reason } = wholeReview.parse(row);
  if (by === user) return refused('own-review');
  const ask = askOf(kind, aim);
  if (ask === null || !isShareableKind(ask.kind)) return refused('not-shareable');
  const logins = await loginsOf(deps);
  if (!logins.ok) return ofApp(logins.error);
  const found = [...logins.value].find(([, login]) => isSameService(login, service));
  if (found === undefined) return refused('no-login');
  const [accountId] = found;
  const batches = await deps.batches.list(accountId);
  if (!batches.ok) return ofApp(batches.error);
  const before = batches.value.find(
    ({ proposal, state }) => proposal?.review === id && state !== 'done' && state !== 'stopped',
  );
  if (before !== undefined) return ok(before);
  const made = await deps.batches.prepare(accountId, ask, domains, { by, why: reason, review: id });
  return made.ok ? made : ofApp(made.error);
}

/** Withdraws one's own; turns down somebody else's, with a reason. */
export const closeReview = (
  connection: TeamConnection,
  { deskId: desk }: Member,
  of: { readonly id: string; readonly reason: string },
): Promise<Result<null, TeamProblem>> => asked(connection, 'close_review', { ...of, desk }, 'closed');
