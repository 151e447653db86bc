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
import { endWith, type ServicesCall, valueOf } from './cli-command.ts';
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
): Promise<Batch> {
  let said = '';
  let goingAtMs = performance.now();
  try {
    for (let pauseMs = firstCheckMs; ; pauseMs = Math.min(betweenChecksMs, pauseMs * 1.5)) {
      const batch = valueOf(await services.batches.find(id));
      const { waitingFor } = batch;
      if (batch.state !== state || terminal.ending.aborted) return batch;
      if (waitingFor === null) goingAtMs = performance.now();
      else if (!isPatient || givesUp(waitingFor, performance.now() - goingAtMs)) return batch;
      said = sayWaiting(waitingFor === null ? '' : waitingLine({ waitingFor }), said, terminal);
      terminal.progress(progressLine(batch));
      await wait(pauseMs, undefined, { signal: terminal.ending }).catch(() => undefined); // The next iteration sees the abort.
    }
  } finally {
    terminal.progress('');
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
): Promise<ExitCode> {
  const { services, terminal, command } = call;
  const read = await followed(call, id, 'reading', options);
  const { state, waitingFor } = read;
  if (state === 'reading') {
    if (options.isNew) await services.batches.remove(id);
    terminal.err(options.isNew ? 'Nothing was sent, and the batch is removed.' : 'Nothing was sent.');
    if (terminal.ending.aborted || waitingFor === null) return endedCode(terminal.ending);
    return sayFailure(terminal, command, waitingFor);
  }
  const review = await reviewOf(services, id);
  if (options.json === true) terminal.out(JSON.stringify(reviewAsJson(review), null, 2));
  else await sayReview(call, review);
  return await askedOfTeam(call, read, review.rows);
}

/** Nothing is sent of which a joined team was not asked: that is said where it is reviewed, and what to do (T8). */
async function askedOfTeam(
  { services, terminal, command }: ServicesCall,
  { accountId, ask }: Batch,
  rows: BatchReview['rows'],
): Promise<ExitCode> {
  const ready = rows.find(({ leftOut }) => leftOut === null);
  if (ready === undefined) return exitCodes.done;
  const account = valueOf(services.accounts.find(accountId));
  const matter = { service: serviceOf(account), domain: ready.domain, family: familyOf(ask.kind) };
  const asked = await services.referee.referee.last(matter);
  const isUnasked = !asked.ok && asked.error.kind === 'team-unavailable';
  return isUnasked ? sayFailure(terminal, command, asked.error) : exitCodes.done;
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
): Promise<ExitCode> {
  const { services, terminal } = call;
  const run = await followed(call, id, 'running', options);
  if (run.state === 'running') {
    terminal.err('Pausing: waiting for the change that is being sent. Nothing more is sent.');
    await services.batches.pause(id);
  }
  // Also where it was paused elsewhere: the last change is counted with its outcome.
  await services.batches.atRest(accountId);
  const ended = valueOf(await services.batches.find(id));
  const left = await leftBy(call, ended, excluded);
  const why = run.waitingFor ?? ended.waitingFor;
  sayOutcome(call, ended, { why, ...left }, options);
  if (terminal.ending.aborted) return endedCode(terminal.ending);
  if (left.leftUnlocked.length > 0) return exitCodes.leftUnlocked;
  const { state, counts } = ended;
  if (state === 'done' && counts.confirmed - before === ready) return exitCodes.done;
  return why === null || codeOf(why) === exitCodes.usage ? exitCodes.failed : codeOf(why);
}

interface Left {
  readonly account: string;
  /** The domains that it unlocked and that are not locked again. */
  readonly leftUnlocked: readonly string[];
  /** The rows that were excluded since it began. */
  readonly excluded: readonly BatchRow[];
}

/** What a batch leaves to be looked at. */
async function leftBy(
  { services: { accounts, batches } }: ServicesCall,
  { id, accountId }: Batch,
  before: readonly BatchRow[],
): Promise<Left> {
  const account = valueOf(accounts.find(accountId));
  const rows = await rowsOf(batches, id, 'left-out');
  const { leftUnlocked } = valueOf(await batches.wayBack({ batchId: id }));
  const known = new Set(before.map(({ index }) => index));
  return {
    account: account.label,
    leftUnlocked,
    excluded: rows.filter(({ index }) => !known.has(index)),
  };
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
}: Pick<CommandServices, 'accounts' | 'batches'>): Promise<readonly Batch[]> {
  const listed = accounts.list();
  const all: Batch[] = [];
  for (const { id } of listed.accounts) {
    all.push(...valueOf(await batches.list(id)));
  }
  return all;
}

/** The batch with this id, or the only one whose id begins with it. Fails with: `invalid-input`, `storage`. */
export async function batchNamed(
  services: Pick<CommandServices, 'accounts' | 'batches'>,
  typed: string,
): Promise<Batch> {
  const listed = await allBatches(services);
  const wanted = typed.toLowerCase();
  const exact = listed.find(({ id }) => id === wanted);
  if (exact !== undefined) return exact;
  const [found, another] =
    wanted.length < shortestBeginning ? [] : listed.filter(({ id }) => id.startsWith(wanted));
  if (found !== undefined && another === undefined) return found;
  const why = another === undefined ? 'There is no batch' : 'Several batches begin with';
  return endWith(
    invalidInput('id', `${why} "${isolated(typed.slice(0, 80))}". "namedesk batch list" shows them all`),
  );
}
