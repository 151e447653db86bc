import { setTimeout as wait } from 'node:timers/promises';
import {
  type Batch,
  type BatchRow,
  domainsIn,
  excludedOtherwise,
  hasSteps,
  outcomeText,
  rowsOfDomain,
} from '#shared/domain/batch.ts';
import { familyOf } from '#shared/domain/change-kinds.ts';
import { serviceOf } from '#shared/domain/account.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { mapOk, ok, type Result } from '#shared/result.ts';
import { invalidInput } from '../system/texts.ts';
import {
  type BatchReview,
  outcomeAsJson,
  reviewAsJson,
  reviewOf,
  rowsOf,
  sayLeftUnlocked,
  sayReasons,
  sayReview,
} from './batch-review.ts';
import type { ServicesCall } from './cli-command.ts';
import type { CommandServices } from './host.ts';
import { givesUp, sayWaiting, waitingLine } from './run-session.ts';
import { codeOf, endedCode, type ExitCode, exitCodes, sayFailure } from './terminal.ts';
import { count, counted, shellLine } from './words.ts';

export interface FollowOptions {
  readonly json?: true;
  /** Whether a lost network is waited for; false ends the command. */
  readonly wait: boolean;
}

const firstCheckMs = 15;
const betweenChecksMs = 250;

/** Follows a batch while it is in `state`, until it waits for something that a command line does not wait for, or is asked to end. */
async function followed(
  { services, terminal }: ServicesCall,
  id: string,
  state: 'reading' | 'running',
  { wait: isPatient }: FollowOptions,
): Promise<Result<Batch>> {
  let said = '';
  let goingAtMs = performance.now();
  for (let pauseMs = firstCheckMs; ; pauseMs = Math.min(betweenChecksMs, pauseMs * 1.5)) {
    const found = await services.batches.find(id);
    if (!found.ok) return found;
    const batch = found.value;
    const { waitingFor } = batch;
    if (batch.state !== state || terminal.ending.aborted) return found;
    if (waitingFor === null) goingAtMs = performance.now();
    else if (!isPatient || givesUp(waitingFor, performance.now() - goingAtMs)) return found;
    said = sayWaiting(waitingFor === null ? '' : waitingLine({ waitingFor }), said, terminal);
    terminal.progress(progressLine(batch));
    await wait(pauseMs, undefined, { signal: terminal.ending }).catch(() => undefined); // The next iteration sees the abort.
  }
}

function progressLine({ state, counts }: Batch): string {
  if (state === 'reading') return `${count(counts.read)} of ${count(counts.rows)} read`;
  return `${count(counts.toDo - counts.remaining)} of ${count(counts.toDo)} sent`;
}

/**
 * Waits until a batch is read, and prints its review. Nothing is sent.
 *
 * @param isNew One that cannot be read now is removed; an older one stays.
 */
export async function reviewed(
  call: ServicesCall,
  id: string,
  options: FollowOptions & { readonly isNew: boolean },
): Promise<Result<ExitCode>> {
  const { services, terminal, command } = call;
  const read = await followed(call, id, 'reading', options);
  terminal.progress('');
  if (!read.ok) return read;
  const { state, waitingFor } = read.value;
  if (state === 'reading') {
    if (options.isNew) await services.batches.remove(id);
    terminal.err(options.isNew ? 'Nothing was sent, and the batch is removed.' : 'Nothing was sent.');
    if (terminal.ending.aborted || waitingFor === null) return ok(endedCode(terminal.ending));
    return ok(sayFailure(terminal, command, waitingFor));
  }
  const review = await reviewOf(services, id);
  if (!review.ok) return review;
  if (options.json === true) terminal.out(JSON.stringify(reviewAsJson(review.value), null, 2));
  else await sayReview(call, review.value);
  return await askedOfTeam(call, read.value, review.value.rows);
}

/** Nothing is sent of which a joined team was not asked: that is said where it is reviewed, and what to do (T8). */
async function askedOfTeam(
  { services, terminal, command }: ServicesCall,
  { accountId, ask }: Batch,
  rows: BatchReview['rows'],
): Promise<Result<ExitCode>> {
  const ready = rows.find(({ leftOut }) => leftOut === null);
  if (ready === undefined) return ok(exitCodes.done);
  const account = await services.accounts.find(accountId);
  if (!account.ok) return account;
  const matter = { service: serviceOf(account.value), domain: ready.domain, family: familyOf(ask.kind) };
  const asked = await services.referee.referee.last(matter);
  const isUnasked = !asked.ok && asked.error.kind === 'team-unavailable';
  return ok(isUnasked ? sayFailure(terminal, command, asked.error) : exitCodes.done);
}

/**
 * Follows a batch that is being applied to its end, and prints what became of it. A command that is asked to end pauses it, and waits for
 * the change that is being sent. Where the process that runs it ends, no other one goes on by itself: what is left is reviewed first.
 *
 * @param excluded The rows that were excluded before it began: why others are is said here.
 */
export async function applied(
  call: ServicesCall,
  { id, accountId, counts: { confirmed: before, remaining: ready } }: Batch,
  excluded: readonly BatchRow[],
  options: FollowOptions,
): Promise<Result<ExitCode>> {
  const { services, terminal } = call;
  const run = await followed(call, id, 'running', options);
  terminal.progress('');
  if (!run.ok) return run;
  if (run.value.state === 'running') {
    terminal.err('Pausing: waiting for the change that is being sent. Nothing more is sent.');
    await services.batches.pause(id);
  }
  // Also where it was paused elsewhere: the last change is counted with its outcome.
  await services.batches.atRest(accountId);
  const ended = await services.batches.find(id);
  if (!ended.ok) return ended;
  const left = await leftBy(call, ended.value, excluded);
  if (!left.ok) return left;
  const why = run.value.waitingFor ?? ended.value.waitingFor;
  sayOutcome(call, ended.value, { why, ...left.value }, options);
  if (terminal.ending.aborted) return ok(endedCode(terminal.ending));
  if (left.value.leftUnlocked.length > 0) return ok(exitCodes.leftUnlocked);
  const { state, counts } = ended.value;
  if (state === 'done' && counts.confirmed - before === ready) return ok(exitCodes.done);
  return ok(why === null || codeOf(why) === exitCodes.usage ? exitCodes.failed : codeOf(why));
}

interface Left {
  readonly account: string;
  /** The domains that it unlocked and that are not locked again. */
  readonly leftUnlocked: readonly string[];
  /** The rows that were excluded since it began. */
  readonly excluded: readonly BatchRow[];
}

/** What a batch leaves to be looked at. Fails with: `storage`, `invalid-input`. */
async function leftBy(
  { services: { accounts, batches } }: ServicesCall,
  { id, accountId }: Batch,
  before: readonly BatchRow[],
): Promise<Result<Left>> {
  const account = await accounts.find(accountId);
  if (!account.ok) return account;
  const rows = await rowsOf(batches, id, 'left-out');
  if (!rows.ok) return rows;
  const known = new Set(before.map(({ index }) => index));
  return mapOk(await batches.wayBack({ batchId: id }), ({ leftUnlocked }) => ({
    account: account.value.label,
    leftUnlocked,
    excluded: rows.value.filter(({ index }) => !known.has(index)),
  }));
}

/** @param outcome What it was waiting for, also where it has been paused since, and what it leaves. */
function sayOutcome(
  call: ServicesCall,
  batch: Batch,
  { why, leftUnlocked, account, excluded: anew }: Left & { readonly why: Batch['waitingFor'] },
  { json }: FollowOptions,
): void {
  const { terminal, place, onceGiven } = call;
  const { id, state, counts, ask } = batch;
  const excluded = excludedOtherwise(batch);
  if (json === true) terminal.out(JSON.stringify({ ...outcomeAsJson(batch), leftUnlocked }, null, 2));
  const parts = [
    outcomeText(batch, { count }, 'nothing was sent'),
    ...(excluded > 0 ? [`${count(excluded)} excluded`] : []),
    ...(counts.remaining > 0 ? [`${count(counts.remaining)} not sent`] : []),
  ];
  const steps = hasSteps(ask) ? `, ${count(rowsOfDomain(ask))} steps each` : '';
  const domains = counted(domainsIn(batch), 'domain', 'domains');
  terminal.err(`${domains}${steps}, ${state}: ${parts.join(', ')}.`);
  sayReasons(terminal, anew);
  if (why !== null) {
    const { happened, next } = sentencesFor(why);
    terminal.err(`${happened} ${next}`);
  }
  sayLeftUnlocked(call, account, leftUnlocked);
  if (state !== 'done' && counts.remaining > 0)
    terminal.err(
      `Resume with:\n  ${shellLine(terminal.calledAs, [...place, 'batch', 'resume', id, ...onceGiven])}`,
    );
}

const shortestBeginning = 6;

/** Every batch of every account, the newest of each account first. Fails with: `storage`. */
export async function allBatches({
  accounts,
  batches,
}: Pick<CommandServices, 'accounts' | 'batches'>): Promise<Result<readonly Batch[]>> {
  const listed = await accounts.list();
  if (!listed.ok) return listed;
  const all: Batch[] = [];
  for (const { id } of listed.value.accounts) {
    const some = await batches.list(id);
    if (!some.ok) return some;
    all.push(...some.value);
  }
  return ok(all);
}

/** The batch with this id, or the only one whose id begins with it. Fails with: `invalid-input`, `storage`. */
export async function batchNamed(
  services: Pick<CommandServices, 'accounts' | 'batches'>,
  typed: string,
): Promise<Result<Batch>> {
  const listed = await allBatches(services);
  if (!listed.ok) return listed;
  const wanted = typed.toLowerCase();
  const exact = listed.value.find(({ id }) => id === wanted);
  if (exact !== undefined) return ok(exact);
  const [found, another] =
    wanted.length < shortestBeginning ? [] : listed.value.filter(({ id }) => id.startsWith(wanted));
  if (found !== undefined && another === undefined) return ok(found);
  const why = another === undefined ? 'There is no batch' : 'Several batches begin with';
  return invalidInput('id', `${why} "${isolated(typed.slice(0, 80))}". "namedesk batch list" shows them all`);
}
