import { InvalidArgumentError, Option } from 'commander';
import { isReal } from '#shared/domain/account.ts';
import { aLabelsOf } from '#shared/domain/domain-name.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { stillOpen, teamTroubleText } from '#shared/domain/team-sentences.ts';
import {
  type TeamFinding,
  teamFindings,
  type TeamRefusal,
  type TeamRole,
  teamRoles,
} from '#shared/domain/team-troubles.ts';
import { parseTeamUrl, type TeamUrl, textOfTeamUrl } from '../../team/team-url.ts';
import type { TeamFault, TeamProblem } from '../../team/connection.ts';
import type { Team, TeamStatus, TeamWay } from '../../team/team.ts';
import type { HistoryFault } from '../../workspace/repositories/team.ts';
import { passwordFromInput } from '../account-choice.ts';
import { type CliCommand, type ServicesCall, valueOf } from '../cli-command.ts';
import { jsonOption, type ListingOptions, nameIn, teamPasswordOption } from '../options.ts';
import { type ExitCode, exitCodes, sayFailure } from '../terminal.ts';
import { counted, table } from '../words.ts';

/** How a team's database is reached; nothing where the joined team is meant. */
interface WayOptions {
  readonly url?: TeamUrl;
  readonly user?: string;
  readonly caFile?: string;
  readonly passwordStdin?: true;
  readonly passwordStdinOnce?: true;
}

export function describeTeam(command: CliCommand): void {
  command
    .description(
      'Several workspaces over one PostgreSQL: two of them never send the same change. Each keeps its own API keys, transfer codes and contact data. Set up once, then invite people, and let each of them join.',
    )
    .addHelpText('after', example);
  neededWay(command.command('init'))
    .summary('sets up an empty database for a team')
    .description(
      "Sets up an empty database for a team, or brings an older one up. The user is the database's owner with the right to make roles, or a superuser. The workspace does not join by it.",
    )
    .addOption(named('--name <TEAM>', "the team's name; default: that of the database"))
    .option('--check', 'tries whether the server has all that a team asks of it, and changes nothing')
    .doesInWorkspace(inTeam(init));
  neededWay(command.command('join'))
    .summary('lets this workspace join a team')
    .description(
      'Says what would be shared, and joins. With --password-stdin the password goes into the keychain; with --password-stdin-once it is for this run, and other commands take it the same way.',
    )
    .option('--preview', 'says what would be shared, and does not join')
    .addOption(jsonOption())
    .doesInWorkspace(inTeam(join));
  way(command.command('invite').argument('<NAME>', 'lower case letters, digits, dots, hyphens, underscores'))
    .summary('makes a person of the team, with a password that is shown once')
    .description(
      'Makes a person of the team: a role of the database, with a password that is printed once. With --again a person that is in the team already gets this role and a new password, and the present one no longer works. Only an admin may.',
    )
    .addOption(
      new Option('--role <R>', 'reader sees, buyer sends, admin invites and releases')
        .choices(teamRoles)
        .makeOptionMandatory(),
    )
    .option('--again', 'though this person is in the team already')
    .option('--plain-password', 'for a server that takes no verifier: it gets the password itself')
    .addOption(jsonOption())
    .doesInWorkspace(inTeam(invite));
  way(command.command('exclude').argument('<NAME>', 'a person of the team'))
    .summary("takes away a person's way in")
    .doesInWorkspace(inTeam(exclude));
  command
    .command('status')
    .addOption(teamPasswordOption())
    .summary('says whether the database can be reached, and which changes are open')
    .option('--verify', 'verifies the whole history of the team, from its first entry')
    .addOption(jsonOption())
    .doesInWorkspace(inTeam(status));
  command
    .command('leave')
    .addOption(teamPasswordOption())
    .summary('leaves the team; what was seen of it stays here')
    .option('--force', 'though changes of this workspace are not settled, or the keychain cannot be opened')
    .doesInWorkspace(inTeam(leave));
  describeFreeing(command);
}

/** What a person frees, after a look. */
function describeFreeing(command: CliCommand): void {
  command
    .command('release')
    .argument('[DOMAIN]', 'whose claim is released')
    .addOption(teamPasswordOption())
    .summary('frees a name, or all names, that somebody has claimed')
    .description(
      'Frees a name. Your own claim, while nothing was sent. As an admin, one that was sent, after a look at the service: --found says what it shows; and a name that the team has bought and given back, with --found had-no-effect. With --of, all that a person has sent and not settled. Each is an entry of the journal.',
    )
    .addOption(named('--of <PERSON>', 'all that this person has sent and not settled, in place of one name'))
    .addOption(named('--reason <TEXT>', 'why; it stands in the journal').makeOptionMandatory())
    .addOption(
      new Option('--found <F>', 'what the service shows of a change that was sent').choices(teamFindings),
    )
    .doesInWorkspace(inTeam(release));
  command
    .command('accept-server')
    .addOption(teamPasswordOption())
    .summary('lets the team send again, after its database was moved or put back')
    .description(
      'After a failover, or where the database was moved or put back to an older state, it may lack what was sent last, and nothing is sent. Let every desk connect once: each tells it again what it has sent. Then an admin accepts it so. It is an entry of the journal.',
    )
    .doesInWorkspace(inTeam(acceptServer));
}

const example = `
Example, on the computer with the database, and then on each desk:
  printf '%s' "$OWNERS_PASSWORD" | namedesk team init --url postgresql://localhost/acme --user founder --password-stdin
  printf '%s' "$OWNERS_PASSWORD" | namedesk team invite ada --role admin --json \\
    --url postgresql://localhost/acme --user founder --password-stdin
  printf '%s' "$ADAS_PASSWORD" | namedesk team join --url postgresql://db.example/acme --user ada --password-stdin`;

const longestText = 200;

const named = (flags: string, description: string): Option =>
  new Option(flags, description).argParser((text) => nameIn(text, longestText));

/** Another team than the joined one, by how it is reached. */
const way = (command: CliCommand): CliCommand =>
  command
    .addOption(
      new Option('--url <URL>', 'the database: postgresql://HOST:PORT/DATABASE').argParser((text) => {
        const parsed = parseTeamUrl(text);
        if (parsed.ok) return parsed.value;
        throw new InvalidArgumentError(parsed.error);
      }),
    )
    .addOption(named('--user <NAME>', 'a person of the team, or the owner of the database'))
    .option(
      '--ca-file <FILE>',
      "the certificate of the authority that vouches for the server; default: the system's",
    )
    .addOption(
      new Option('--password-stdin', 'reads the password from the first line of standard input').conflicts(
        'passwordStdinOnce',
      ),
    )
    .option('--password-stdin-once', 'the same, and keeps it in no keychain')
    .hook('preAction', () => {
      const { url, user, caFile, passwordStdin, passwordStdinOnce } = command.opts<WayOptions>();
      const isGiven = passwordStdin ?? passwordStdinOnce ?? false;
      if (url === undefined && (user ?? caFile ?? passwordStdin) !== undefined)
        command.error('--url is missing: where the database is.');
      if (url !== undefined && user === undefined) command.error('--user is missing: who connects.');
      if (url !== undefined && !isGiven)
        command.error('--password-stdin is missing: the password is read from the standard input.');
    });

const neededWay = (command: CliCommand): CliCommand =>
  way(command).hook('preAction', () => {
    if (command.opts<WayOptions>().url === undefined)
      command.error('--url is missing: where the database is.');
  });

/** A command about a team. `to`: the way that its options say; null is the joined one. */
interface TeamCall extends ServicesCall {
  readonly team: Team;
  readonly to: TeamWay | null;
}

/** The password that is given for the joined team is for this command: an open window keeps its own. */
export const inTeam =
  <O extends WayOptions, A extends unknown[]>(
    work: (call: TeamCall, options: O, ...rest: A) => Promise<ExitCode>,
  ) =>
  async (call: ServicesCall, options: O, ...rest: A): Promise<ExitCode> => {
    const { url, user = '', caFile = null, passwordStdinOnce } = options;
    const team = await call.services.team.open();
    const isGiven = url !== undefined || passwordStdinOnce === true;
    const password = isGiven ? await passwordFromInput(call) : null;
    const to = url === undefined || password === null ? null : { url, user, caFile, password };
    const forget = to === null && password !== null ? team.usePassword(password) : null;
    try {
      return await work({ ...call, team, to }, options, ...rest);
    } finally {
      forget?.();
    }
  };

/** Says why it did not come about. @param changed What was done before, in place of "Nothing was changed." */
function saidProblem({ command, terminal }: ServicesCall, problem: TeamProblem, changed?: string): ExitCode {
  if (problem.of === 'app') {
    const code = sayFailure(terminal, command, problem.error);
    if (problem.error.kind === 'keychain')
      terminal.err('--password-stdin-once takes the password for this run, and keeps it in no keychain.');
    return code;
  }
  if (problem.of === 'team') {
    terminal.err(`namedesk ${command}: ${faultText(problem.fault, changed)}`);
    return codeOfFault(problem.fault);
  }
  terminal.err(`namedesk ${command}: ${teamTroubleText(problem.why, 'atTerminal', changed)}`);
  return ofUsage.has(problem.why) ? exitCodes.usage : exitCodes.refused;
}

const ofUsage: ReadonlySet<TeamRefusal> = new Set([
  ...(['not-joined', 'name', 'several', 'no-reason', 'no-finding'] as const),
]);

/** With the code of what happened, for whoever runs the server. */
function faultText(fault: TeamFault, changed?: string): string {
  const detail = 'code' in fault ? fault.code : fault.kind === 'old-schema' ? `version ${fault.schema}` : '';
  return `${teamTroubleText(fault.kind, 'atTerminal', changed)}${detail === '' ? '' : ` (${detail})`}`;
}

function codeOfFault({ kind }: TeamFault): ExitCode {
  if (kind === 'no-password' || kind === 'keychain') return exitCodes.noKeychain;
  return kind === 'login' || kind === 'forbidden' ? exitCodes.refused : exitCodes.failed;
}

async function init(
  call: TeamCall,
  options: WayOptions & { readonly name?: string; readonly check?: true },
): Promise<ExitCode> {
  const { team, to, terminal } = call;
  if (to === null) return call.refuse('--url is missing: where the database is.');
  if (options.check === true) return await check(call, to);
  const done = await team.init(to, options.name ?? to.url.database);
  if (!done.ok) return saidProblem(call, done.error);
  const { kind } = done.value;
  const version = 'version' in done.value ? done.value.version : 0;
  const said = {
    made: 'The team is set up. "namedesk team invite --help" explains how to invite people.',
    upgraded: `The team was brought up to version ${version}.`,
    current: `The team is set up already, at version ${version}.`,
    mended: 'The team was moved to this server: it knows its people again, and nobody else may connect.',
    newer: `The team has version ${version}, which a newer Namedesk has made. Nothing was changed.`,
    'old-server': `PostgreSQL ${version} is too old: a team needs version 14 or later. Nothing was changed.`,
    'not-allowed': `${isolated(to.user)} may not set it up: it takes the owner of the database with the right to make roles (CREATEROLE), or a superuser. Nothing was changed.`,
  }[kind];
  const isDone = kind === 'made' || kind === 'upgraded' || kind === 'current' || kind === 'mended';
  (isDone ? terminal.out : terminal.err)(said);
  return isDone ? exitCodes.done : exitCodes.failed;
}

async function check(call: TeamCall, to: TeamWay): Promise<ExitCode> {
  const { team, terminal } = call;
  const checked = await team.check(to);
  if (!checked.ok) return saidProblem(call, checked.error);
  const needed = checked.value.filter(({ without }) => without === null);
  for (const { name, code, without } of checked.value)
    terminal.out(`Missing: ${name} (${code}). ${without ?? ''}`.trim());
  const isAll = needed.length === 0;
  (isAll ? terminal.out : terminal.err)(
    `${isAll ? 'A team can be set up here.' : 'A team cannot be set up here.'} Everything was tried and rolled back: nothing was changed.`,
  );
  return isAll ? exitCodes.done : exitCodes.failed;
}

async function join(
  call: TeamCall,
  options: WayOptions & ListingOptions & { readonly preview?: true },
): Promise<ExitCode> {
  const { services, team, to, terminal } = call;
  if (to === null) return call.refuse('--url is missing: where the database is.');
  const about = await team.preview(to);
  if (!about.ok) return saidProblem(call, about.error);
  const listed = valueOf(await services.accounts.list());
  const { domains, tagged, noted } = valueOf(await services.workspace.teamFacts.toShare());
  const logins = listed.accounts.filter(isReal);
  terminal.err(
    [
      `Team "${isolated(about.value.name)}", as ${isolated(to.user)} (${about.value.role ?? ''}), ${counted(about.value.seq, 'entry', 'entries')} in its journal.`,
      'Shared from now on: each change that you send: its domain, what kind it is, its period, price, lock state, nameservers or host, of contacts the names of the fields, when, its outcome; and the address and user of its account:',
      ...logins.map(({ label, username, baseUrl }) => `  ${isolated(label)}: ${username} at ${baseUrl}`),
      `And your portfolio: ${counted(domains, 'domain', 'domains')} with what was observed of them and their dates; tags of ${tagged}, notes and clients of ${noted}. Where the team has another text, that stands, and yours is kept beside it.`,
      'Not shared: API keys, transfer codes, contact data, drafts, sessions, saved views, nameserver sets, and the practice account.',
    ].join('\n'),
  );
  if (options.preview === true) return exitCodes.done;
  const done = await team.join(to, options.passwordStdin === true);
  if (!done.ok) return saidProblem(call, done.error);
  call.services.referee.changed();
  call.services.feed.changed();
  const { name, url, user, deskId } = done.value;
  if (options.json === true) terminal.out(JSON.stringify({ team: name, url, user, desk: deskId }));
  else terminal.out(`Joined "${isolated(name)}". "namedesk team leave" undoes it.`);
  await syncAndSay(call, team);
  return exitCodes.done;
}

/** Shares what there is to share; what could not be is published later, and counted by `status`. */
async function syncAndSay({ services, terminal }: ServicesCall, team: Team): Promise<void> {
  const synced = await team.sync();
  const counts = await services.workspace.teamFacts.counts();
  if (counts.ok) terminal.err(sharingText(counts.value, synced.ok));
}

interface Sharing {
  readonly domains: number;
  readonly foreign: number;
  readonly queued: number;
}

function sharingText({ domains, foreign, queued }: Sharing, isCurrent: boolean): string {
  const parts = [
    `Shared: ${counted(domains, 'domain', 'domains')}.`,
    ...(foreign > 0 ? [`Not shown here: ${foreign} of accounts that this workspace does not have.`] : []),
    ...(queued > 0 ? [`Waiting to be shared: ${counted(queued, 'change', 'changes')}.`] : []),
    ...(isCurrent ? [] : ['The portfolio could not be brought up to date just now.']),
  ];
  return parts.join(' ');
}

async function invite(
  call: TeamCall,
  {
    role,
    again = false,
    plainPassword: isPlain = false,
    ...options
  }: WayOptions &
    ListingOptions & { readonly role: TeamRole; readonly again?: boolean; readonly plainPassword?: boolean },
  person: string,
): Promise<ExitCode> {
  const { team, to, terminal } = call;
  const done = await team.invite(to, { name: person, role, again, isPlain });
  if (!done.ok) return saidProblem(call, done.error);
  const { user } = done.value;
  // The one place where it is shown: it cannot be read again.
  const shown = done.value.password.reveal();
  if (options.json === true) terminal.out(JSON.stringify({ user, password: shown }));
  else terminal.out(`${user}\n${shown}`);
  terminal.err(`The password of ${user} is shown this once. Give it to nobody else.`);
  return exitCodes.done;
}

async function exclude(call: TeamCall, _options: WayOptions, person: string): Promise<ExitCode> {
  const done = await call.team.exclude(call.to, person);
  if (!done.ok) return saidProblem(call, done.error);
  call.terminal.out(
    `${isolated(person)} cannot connect any more. Claims of what was sent stay until they are released.`,
  );
  if (done.value === 0) return exitCodes.done;
  call.terminal.err(stillOpen(person, done.value));
  return exitCodes.failed;
}

async function status(
  call: TeamCall,
  options: WayOptions & ListingOptions & { readonly verify?: true },
): Promise<ExitCode> {
  const { services, team, terminal } = call;
  const read = await team.status(options.verify === true);
  if (!read.ok) {
    const isAlone = read.error.of === 'refusal' && read.error.why === 'not-joined';
    if (!isAlone || options.json !== true) return saidProblem(call, read.error);
    terminal.out(JSON.stringify({ joined: false }));
    return exitCodes.done;
  }
  const synced = read.value.about.ok && (await team.sync()).ok;
  const counts = valueOf(await services.workspace.teamFacts.counts());
  if (options.json === true) terminal.out(JSON.stringify(statusJson(read.value, counts), null, 2));
  else terminal.out(statusText(read.value, counts, synced));
  const { about, caughtUp } = read.value;
  if (!about.ok) return codeOfFault(about.error);
  return caughtUp?.kind === 'fault' ? exitCodes.failed : exitCodes.done;
}

const statusJson = (
  { membership, about, isTooOld, caughtUp, open, refused }: TeamStatus,
  shared: Sharing,
) => ({
  joined: true,
  team: membership.name,
  url: membership.url,
  user: membership.user,
  desk: membership.deskId,
  reachable: about.ok,
  problem: about.ok ? null : about.error.kind,
  role: about.ok ? about.value.role : null,
  readOnly: isTooOld,
  entries: membership.lastSeq,
  skipped: membership.skipped,
  history: caughtUp?.kind === 'fault' ? caughtUp.fault : caughtUp && historyKinds[caughtUp.kind],
  shared,
  open,
  refused,
});

const historyKinds = { verified: 'verified', current: 'as-seen', 'not-joined': null } as const;

function statusText(
  { membership, about, isTooOld, caughtUp, open, refused }: TeamStatus,
  sharing: Sharing,
  isCurrent: boolean,
): string {
  const { name, url, user, lastSeq, skipped } = membership;
  const lines = [`${isolated(name)}, ${url}, as ${isolated(user)}`, ...refusedLines(refused)];
  const shared = sharingText(sharing, isCurrent);
  if (!about.ok) return [...lines, faultText(about.error), shared].join('\n');
  lines.push(`Connected, as ${about.value.role ?? 'nobody of the team'}.`);
  if (about.value.isElsewhere) lines.push(teamTroubleText('elsewhere', 'atTerminal'));
  if (isTooOld) lines.push('This Namedesk is too old for the team: it reads, and sends nothing. Update it.');
  lines.push(
    caughtUp?.kind === 'fault'
      ? historyWords(caughtUp.fault)
      : caughtUp?.kind === 'verified'
        ? `History verified: ${counted(caughtUp.entries, 'entry', 'entries')}.`
        : `History as it was seen before, up to entry ${lastSeq}.`,
  );
  if (skipped > 0)
    lines.push(`Of its database, ${counted(skipped, 'row', 'rows')} could not be read, and are skipped.`);
  lines.push(shared);
  const rows = open.map(({ domain, kind, state, by, since }) => [domain, kind, state, by, since]);
  lines.push(
    rows.length === 0 ? 'No open changes.' : table([['DOMAIN', 'CHANGE', 'STATE', 'BY', 'SINCE'], ...rows]),
  );
  return lines.join('\n');
}

/** A history that is not the one that was seen. */
const historyWords = ({ kind, seq }: HistoryFault): string =>
  ({
    'rolled-back': `The team’s database was put back to an older state: it ends with entry ${seq}, and this workspace has seen later ones. Changes that were sent since may be missing in it.`,
    rewritten: `The team’s history was rewritten: entry ${seq} is not the one that this workspace has seen.`,
    broken: `Entry ${seq} of the team’s history does not follow from the one before it.`,
  })[kind];

/** What the database did not take, and what to do. */
function refusedLines(refused: TeamStatus['refused']): readonly string[] {
  if (refused.length === 0) return [];
  const rows = refused.map(({ domain, kind, outcome, why }) => [domain ?? '-', kind ?? '-', outcome, why]);
  return [
    `${counted(refused.length, 'outcome', 'outcomes')} of this workspace that the database did not take:`,
    table([['DOMAIN', 'CHANGE', 'OUTCOME', 'ANSWER'], ...rows]),
    'Compare what the service shows. An admin can release a claim that is left over: "namedesk team release --help".',
  ];
}

async function leave(call: TeamCall, options: WayOptions & { readonly force?: true }): Promise<ExitCode> {
  const left = await call.team.leave(options.force === true);
  if (!left.ok) return saidProblem(call, left.error);
  call.services.referee.changed();
  call.services.feed.changed();
  const { name, url } = left.value;
  const parsed = parseTeamUrl(url);
  const where = parsed.ok ? textOfTeamUrl(parsed.value) : url;
  call.terminal.out(`Left "${isolated(name)}" at ${where}. What was seen of its history stays here.`);
  return exitCodes.done;
}

async function acceptServer(call: TeamCall): Promise<ExitCode> {
  const done = await call.team.acceptServer();
  if (!done.ok) return saidProblem(call, done.error);
  call.terminal.out('The team sends again. It is written in the journal of the team.');
  return exitCodes.done;
}

async function release(
  call: TeamCall,
  options: WayOptions & { readonly reason: string; readonly found?: TeamFinding; readonly of?: string },
  domain?: string,
): Promise<ExitCode> {
  const { reason, found: finding = null, of: person } = options;
  if ((domain === undefined) === (person === undefined))
    return call.refuse('One of a domain and --of is needed.');
  if (domain === undefined) {
    const all = await call.team.releaseAllOf(person ?? '', { reason, finding });
    if (!all.ok) return saidProblem(call, all.error);
    const { count, stopped } = all.value;
    const said = `Released ${counted(count, 'claim', 'claims')} of ${isolated(person ?? '')}.`;
    if (stopped !== null) return saidProblem(call, stopped, said);
    call.terminal.out(said);
    return exitCodes.done;
  }
  const done = await call.team.release({ domain: aLabelsOf(domain), reason, finding });
  if (!done.ok) return saidProblem(call, done.error);
  const { kind, by } = done.value;
  call.terminal.out(
    `Released ${domain}: ${kind} by ${isolated(by)}. It is written in the journal of the team.`,
  );
  return exitCodes.done;
}
