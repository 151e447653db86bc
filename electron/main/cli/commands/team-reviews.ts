import { InvalidArgumentError, Option } from 'commander';
import { isolated } from '#shared/domain/isolated.ts';
import { longestReviewReason, mostPerDay } from '#shared/domain/team-troubles.ts';
import type { TeamWork } from '#shared/domain/team-view.ts';
import { mapOk, ok, type Result } from '#shared/result.ts';
import { closeReview, handOver, setLimits, workOf } from '../../team/reviews.ts';
import type { Team } from '../../team/team.ts';
import type { CliCommand, ServicesCall } from '../cli-command.ts';
import { jsonOption, type ListingOptions, nameOption, teamPasswordOption } from '../options.ts';
import { batchNamed } from '../run-batch.ts';
import { type ExitCode, exitCodes } from '../terminal.ts';
import { count, table } from '../words.ts';
import { digestOption, forThePerson } from './batch.ts';
import { describeTeam, inTeam, saidProblem, type WayOptions } from './team.ts';

// Limits of a team, and batches that one person prepares and another applies. Another's batch is opened in the window alone.

export function describeWholeTeam(team: CliCommand): void {
  describeTeam(team);
  describeReviews(team);
  describeLimits(team);
}

function describeReviews(team: CliCommand): void {
  team
    .command('hand-over')
    .argument('<ID>', 'a batch that was reviewed')
    .summary('hands a reviewed batch to a colleague; sends nothing')
    .description(
      'Hands what is ready of a reviewed batch to the team, and ends the batch here. A colleague opens it in the window, where it is read and reviewed again, and applies it: it counts as sent by two people. Renewals, locks, nameservers and syncs can be handed over.',
    )
    .addOption(digestOption())
    .addOption(reasonOption('why; your colleagues read it').makeOptionMandatory())
    .addOption(teamPasswordOption())
    .doesInWorkspace(handOverBatch);
  team
    .command('reviews')
    .summary('lists what waits for a second person, and the batches that others apply')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nWith --json: {"alonePerDay","alone","teamPerDay","team","reviews":[{"id","by","isOwn","at","until","title","service","reason"}],\n"batches":[{"id","by","title","size","done","notDone","at"}]}. A review is opened and applied in the window.',
    )
    .addOption(teamPasswordOption())
    .doesInWorkspace(reviews);
  team
    .command('close-review')
    .argument('<ID>', 'a review of "team reviews"')
    .summary("withdraws a review of yours, or turns down a colleague's")
    .addOption(reasonOption("why; needed for a colleague's"))
    .addOption(teamPasswordOption())
    .doesInWorkspace((call, options: WayOptions & { readonly reason?: string }, id: string) =>
      asked(call, options, async (member) => {
        const closed = await closeReview(...member, { id, reason: options.reason ?? '' });
        return mapOk(closed, () => 'It waits no longer, and nothing more is sent under it.');
      }),
    );
}

function describeLimits(team: CliCommand): void {
  team
    .command('limits')
    .summary('shows and sets how many charged changes are sent in 24 hours')
    .description(
      'Shows the limits of the team, and sets those that are given, which only an admin may. A charged change is a renewal or a registration; those of the last 24 hours count.',
    )
    .addOption(
      perDayOption('--alone-per-day <N>', 'so many by one person without a second one; none: no limit'),
    )
    .addOption(perDayOption('--team-per-day <N>', 'so many by all people together; none: no limit'))
    .addOption(jsonOption())
    .addOption(teamPasswordOption())
    .doesInWorkspace(limits);
}

const reasonOption = (description: string): Option =>
  nameOption('--reason <TEXT>', description, longestReviewReason);

type PerDay = number | 'none';

const perDayOption = (flags: string, description: string): Option =>
  new Option(flags, description).argParser((text): PerDay => {
    if (text === 'none') return text;
    if (/^\d{1,7}$/.test(text) && Number(text) <= mostPerDay) return Number(text);
    throw new InvalidArgumentError(`Use a number up to ${count(mostPerDay)}, or "none".`);
  });

interface HandOverOptions extends WayOptions {
  readonly digest: string;
  readonly reason: string;
}

async function handOverBatch(
  call: ServicesCall,
  options: HandOverOptions,
  typed: string,
): Promise<Result<ExitCode>> {
  const { services } = call;
  const found = await batchNamed(services, typed);
  if (!found.ok) return found;
  const { id: batchId, proposal } = found.value;
  if (proposal !== undefined) return forThePerson(proposal);
  await services.batches.takeUpOnce();
  return asked(call, options, async (member) => {
    const { digest, reason } = options;
    const handed = await handOver(services, ...member, { batchId, digest, reason });
    return mapOk(handed, () => 'Handed over. It waits for a second person for a week. Nothing was sent.');
  });
}

type Member = Parameters<Parameters<Team['asMember']>[0]>;

/** Work with the joined team; its sentence, or why it did not come about. */
const asked = inTeam(
  async (
    { team, ...call },
    _options: WayOptions,
    work: (member: Member) => ReturnType<typeof textOf>,
  ): Promise<Result<ExitCode>> => {
    const done = await team.asMember((...member) => work(member));
    if (!done.ok) return saidProblem(call, done.error);
    call.terminal.out(done.value);
    return ok(exitCodes.done);
  },
);

const reviews = (call: ServicesCall, options: WayOptions & ListingOptions): Promise<Result<ExitCode>> =>
  asked(call, options, (member) => textOf(member, options, reviewsText));

interface LimitOptions extends WayOptions, ListingOptions {
  readonly alonePerDay?: PerDay;
  readonly teamPerDay?: PerDay;
}

const limits = (call: ServicesCall, options: LimitOptions): Promise<Result<ExitCode>> =>
  asked(call, options, async (member) => {
    const { alonePerDay, teamPerDay } = options;
    if (alonePerDay === undefined && teamPerDay === undefined) return textOf(member, options, limitsText);
    const now = await workOf(...member);
    if (!now.ok) return now;
    const set = await setLimits(...member, {
      alonePerDay: limitOf(alonePerDay, now.value.alonePerDay),
      teamPerDay: limitOf(teamPerDay, now.value.teamPerDay),
    });
    return set.ok ? textOf(member, options, limitsText) : set;
  });

/** One that is not given stays as it is. */
const limitOf = (given: PerDay | undefined, before: number | null): number | null =>
  given === 'none' ? null : (given ?? before);

const textOf = async (member: Member, { json }: ListingOptions, words: (work: TeamWork) => string) =>
  mapOk(await workOf(...member), (work) => {
    const { kind, ...printed } = work;
    return json === true ? JSON.stringify(printed, null, 2) : words({ kind, ...printed });
  });

const limitText = (used: number, limit: number | null): string =>
  limit === null ? `${count(used)}, no limit` : `${count(used)} of ${count(limit)}`;

const limitsText = ({ alonePerDay, alone, teamPerDay, team }: TeamWork): string =>
  [
    'Charged changes of the last 24 hours:',
    `  you, without a second person: ${limitText(alone, alonePerDay)}`,
    `  the whole team: ${limitText(team, teamPerDay)}`,
  ].join('\n');

function reviewsText({ reviews: waiting, batches }: TeamWork): string {
  const rows = waiting.map(({ id, by, title, until, reason }) => [id, by, title, until, isolated(reason)]);
  const running = batches.map(({ by, title, size, done, notDone }) => [
    ...[by, title, `${count(done)} of ${count(size)} done`],
    notDone === 0 ? '' : `${count(notDone)} not`,
  ]);
  return [
    rows.length === 0
      ? 'Nothing waits for a second person.'
      : table([['ID', 'BY', 'WHAT', 'UNTIL', 'REASON'], ...rows]),
    ...(running.length === 0 ? [] : [table([['BY', 'APPLIES', 'DONE', ''], ...running])]),
  ].join('\n\n');
}
