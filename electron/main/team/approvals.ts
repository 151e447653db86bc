import { z } from 'zod';
import { batchAsk } from '#shared/areas/batches.ts';
import { price } from '#shared/areas/common-schemas.ts';
import { serviceIdentity } from '#shared/areas/change-schemas.ts';
import { approvalName, approvalRequest } from '#shared/areas/team.ts';
import { serviceOf } from '#shared/domain/account.ts';
import { type BatchAsk, taskTitle } from '#shared/domain/batch.ts';
import { isPaid } from '#shared/domain/change-kinds.ts';
import { notGiven } from '#shared/domain/finding.ts';
import type { ApprovalRequest, TeamAsk, TeamWork } from '#shared/domain/team-view.ts';
import { ok, type Result } from '#shared/result.ts';
import { readable } from '#shared/schema-type.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Batches } from '../changes/batches/create-batches.ts';
import { flatResultOf } from '../workspace/sqlite.ts';
import type { Membership } from '../workspace/repositories/team.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { answerOf, ofApp, ofTeam, refused, type TeamConnection, type TeamProblem } from './connection.ts';

// What a second person approves, and the limits that make it necessary. What may be sent is decided by the database, in `claim`; here it is
// asked for, shown and decided. The desk that has asked sends.

export interface ApprovalsDeps {
  readonly workspace: { readonly teamOutbox: Pick<Workspace['teamOutbox'], 'login'> };
  readonly accounts: Pick<Accounts, 'find'>;
  readonly batches: Pick<Batches, 'find' | 'rows' | 'sentDigest'>;
}

/** The person, and the team that is joined. */
type Member = Pick<Membership, 'deskId' | 'user'>;

const requestRow = approvalRequest
  .omit({
    isOwn: true,
    isHere: true,
    isCurrent: true,
    isCharged: true,
    title: true,
    details: true,
    sums: true,
  })
  .extend({
    desk: z.string(),
    isOver: z.boolean(),
    service: serviceIdentity,
    ask: batchAsk,
    sums: z.record(z.string().max(16), z.string().max(64)),
    currency: z.string().max(16).nullable(),
  });
type RequestRow = z.output<typeof requestRow>;

const perDay = z.int().nullable();
const workAnswer = z.object({
  answer: z.object({
    alonePerDay: perDay,
    alone: z.int(),
    teamPerDay: perDay,
    team: z.int(),
    requests: z.array(z.unknown()),
  }),
});

/**
 * The limits and what is used up of them, and what waits for a second person or was decided. What cannot be read is counted (T4); what was
 * asked of a batch that was removed is withdrawn.
 */
export async function workOf(
  deps: Pick<ApprovalsDeps, 'batches'>,
  connection: TeamConnection,
  member: Member,
): Promise<Result<TeamWork, TeamProblem>> {
  const rows = await connection.query('SELECT namedesk.work() AS answer');
  if (!rows.ok) return ofTeam(rows.error);
  const { requests: found, ...limits } = workAnswer.parse(rows.value[0]).answer;
  const { read, skipped: unread } = readable(requestRow, found);
  const shown = await Promise.all(
    read.map(async (row) => {
      const request = await requestOf(deps, row, member);
      if (request !== 'removed') return request;
      // Where it does not get through, the next look does it.
      const { batchId, by, at, digest } = row;
      await decide(connection, member, { batchId, by, at, digest, verdict: 'withdrawn', reason: '' });
      return null;
    }),
  );
  const requests = shown.filter((request) => request !== null);
  return ok({ kind: 'work', ...limits, requests, unread });
}

/** Of a batch of this desk: null where it is over, `removed` where there is none any more, so that nobody can send it. */
async function requestOf(
  deps: Pick<ApprovalsDeps, 'batches'>,
  { desk, isOver, service, ask, sums, currency, ...row }: RequestRow,
  { deskId, user }: Member,
): Promise<ApprovalRequest | 'removed' | null> {
  const isOwn = row.by === user;
  const isHere = isOwn && desk === deskId;
  const now = isHere ? await digestNow(deps, row.batchId) : '';
  if (now === null || now === 'removed') return now;
  return {
    ...row,
    isOwn,
    isHere,
    isCurrent: !isOver && now === row.digest,
    isCharged: isPaid(ask.kind),
    title: taskTitle(ask, row.domains),
    details: detailsOf(ask),
    service: `${service.username} · ${service.baseUrl}`,
    sums: Object.entries(sums).map(([its, amount]) => ({ amount, currency: its === '' ? currency : its })),
  };
}

/** Of what a batch sends. */
async function digestNow({ batches }: Pick<ApprovalsDeps, 'batches'>, id: string): Promise<string | null> {
  const batch = await batches.find(id);
  if (!batch.ok) return batch.error.kind === 'invalid-input' ? 'removed' : null;
  if (batch.value.state === 'done' || batch.value.state === 'stopped') return null;
  const digest = await batches.sentDigest(id);
  return digest.ok ? digest.value : null;
}

/** What is the same for all domains; of contacts, which fields. */
const detailsOf = (ask: BatchAsk): string[] =>
  [
    ...('nameservers' in ask ? ask.nameservers : []),
    ...('address' in ask ? [ask.address] : []),
    ...('newAddress' in ask ? [`${ask.currentAddress} → ${ask.newAddress}`] : []),
    ...(ask.kind === 'contacts'
      ? ask.roles.map(({ name, changed }) => `${name}: ${changed.join(', ')}`)
      : []),
  ]
    .slice(0, 50)
    .map((text) => text.slice(0, 2_000));

export const setLimits = (
  connection: TeamConnection,
  { deskId: desk }: Member,
  limits: TeamAsk<'setLimits'>,
) => asked(connection, 'set_limits', { ...limits, desk }, 'set');

async function asked<K extends string>(
  connection: TeamConnection,
  name: 'set_limits' | 'ask_approval' | 'decide',
  p: object,
  wanted: K,
): Promise<Result<{ readonly kind: K }, TeamProblem>> {
  const answer = answerOf(await connection.call(name, p));
  if (!answer.ok) return answer;
  const { kind } = answer.value;
  return kind === wanted ? ok({ kind: wanted }) : ofTeam({ kind: 'rejected', code: kind });
}

/**
 * Asks for an approval of what is ready of a reviewed batch, in place of what was asked of it before. From then on it is sent under the
 * approval alone, by this desk.
 */
export async function askApproval(
  deps: ApprovalsDeps,
  connection: TeamConnection,
  { deskId: desk }: Member,
  { batchId: batch, digest: reviewed, reason }: TeamAsk<'askApproval'>,
): Promise<Result<{ readonly kind: 'asked' }, TeamProblem>> {
  const found = await deps.batches.find(batch);
  if (!found.ok) return ofApp(found.error);
  const { state, digest: present, ask, accountId } = found.value;
  if (state !== 'ready' || present !== reviewed) return ofApp({ kind: 'changed-since', what: 'batch' });
  const names = await readyOf(deps, batch);
  if (!names.ok) return ofApp(names.error);
  const digest = await deps.batches.sentDigest(batch);
  if (!digest.ok) return ofApp(digest.error);
  const account = await flatResultOf(() => deps.accounts.find(accountId));
  if (!account.ok) return ofApp(account.error);
  // What is done at a practice service is nobody else's matter.
  if (account.value.kind === 'practice') return refused('no-request');
  const service = deps.workspace.teamOutbox.login({ service: serviceOf(account.value) });
  const { kind, ...aim } = { ...ask, warnings: undefined };
  const { currency } = account.value.options;
  const of = { batch, desk, digest: digest.value, service, kind, aim, currency, reason };
  return await asked(connection, 'ask_approval', { ...of, names: names.value }, 'asked');
}

const rowsAtOnce = 1_000;

/** The domains whose row is ready, and has no change yet, each with its price. */
async function readyOf({ batches }: ApprovalsDeps, id: string) {
  const names: { domain: string; price: z.output<typeof price> }[] = [];
  for (let offset = 0; ; offset += rowsAtOnce) {
    const page = await batches.rows(id, { which: 'to-do', offset, limit: rowsAtOnce });
    if (!page.ok) return page;
    const { rows, total } = page.value;
    for (const { domain, state, renewal } of rows)
      if (state === null || state === 'planned') names.push({ domain, price: renewal?.price ?? notGiven });
    if (offset + rowsAtOnce >= total) return ok(names);
  }
}

const namesRow = z.object({ names: z.record(approvalName.shape.domain, price.nullable()) });

interface ApprovalNames {
  readonly kind: 'names';
  readonly names: readonly z.output<typeof approvalName>[];
}

/** What an approval would cover: each name with its price. */
export async function approvalNames(
  connection: TeamConnection,
  { batchId, by, at }: TeamAsk<'approvalNames'>,
): Promise<Result<ApprovalNames, TeamProblem>> {
  const rows = await connection.query(
    'SELECT names FROM namedesk.approvals WHERE batch = $1 AND by = $2 AND at = $3',
    [batchId, by, at],
  );
  if (!rows.ok) return ofTeam(rows.error);
  const [row] = rows.value;
  if (row === undefined) return refused('no-request');
  const { names } = namesRow.parse(row);
  const all = Object.entries(names).map(([domain, its]) => ({ domain, price: its ?? notGiven }));
  return ok({ kind: 'names', names: all.toSorted((a, b) => a.domain.localeCompare(b.domain)) });
}

/** Approves or refuses what a colleague has asked for, as it was shown; or withdraws one's own. */
export const decide = (
  connection: TeamConnection,
  { deskId: desk }: Member,
  { batchId: batch, ...of }: TeamAsk<'decide'>,
) => asked(connection, 'decide', { batch, ...of, desk }, 'decided');
