import { InvalidArgumentError } from 'commander';
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
import { resultOf } from '../../workspace/sqlite.ts';
import { passwordFromInput } from '../account-choice.ts';
import type { ServicesCall } from '../cli-command.ts';
import {
  choiceOption,
  json,
  nameIn,
  needed,
  option,
  optionSet,
  type OptionSet,
  parsedOption,
  teamPassword,
} from '../options.ts';
import { type Outcome, row } from '../rows.ts';
import { type ExitCode, exitCodes, sayFailure } from '../terminal.ts';
import { counted, table } from '../words.ts';

const longestText = 200;

const named = <const F extends string>(flags: F, description: string) =>
  parsedOption(flags, description, (text): string => nameIn(text, longestText));

/** How a team's database is reached; nothing where the joined team is meant. */
interface WayOptions {
  readonly url?: TeamUrl;
  readonly user?: string;
  readonly caFile?: string;
  readonly passwordStdin?: true;
  readonly passwordStdinOnce?: true;
}

/** Another team than the joined one, by how it is reached. */
const way: OptionSet<WayOptions> = optionSet(
  [
    parsedOption('--url <URL>', 'the database: postgresql://HOST:PORT/DATABASE', (text): TeamUrl => {
      const parsed = parseTeamUrl(text);
      if (parsed.ok) return parsed.value;
      throw new InvalidArgumentError(parsed.error);
    }),
    named('--user <NAME>', 'a person of the team, or the owner of the database'),
    option(
      '--ca-file <FILE>',
      "the certificate of the authority that vouches for the server; default: the system's",
    ),
    option('--password-stdin', 'reads the password from the first line of standard input').conflicts(
      'passwordStdinOnce',
    ),
    option('--password-stdin-once', 'the same, and keeps it in no keychain'),
  ],
  (command) => {
    const { url, user, caFile, passwordStdin, passwordStdinOnce } = command.opts<WayOptions>();
    const isGiven = passwordStdin ?? passwordStdinOnce ?? false;
    if (url === undefined && (user ?? caFile ?? passwordStdin) !== undefined)
      command.error('--url is missing: where the database is.');
    if (url !== undefined && user === undefined) command.error('--user is missing: who connects.');
    if (url !== undefined && !isGiven)
      command.error('--password-stdin is missing: the password is read from the standard input.');
  },
);

const neededWay: OptionSet<WayOptions> = {
  items: [way],
  check(command) {
    if (command.opts<WayOptions>().url === undefined)
      command.error('--url is missing: where the database is.');
  },
};

/** A command about a team. `to`: the way that its options say; null is the joined one. */
interface TeamCall extends ServicesCall {
  readonly team: Team;
  readonly to: TeamWay | null;
}

/** The password that is given for the joined team is for this command: an open window keeps its own. */
export const inTeam =
  <O extends WayOptions, W extends readonly unknown[]>(
    work: (call: TeamCall, options: O, ...words: W) => Promise<Outcome>,
  ) =>
  async (call: ServicesCall, options: O, ...words: W): Promise<Outcome> => {
    const { url, user = '', caFile = null, passwordStdinOnce } = options;
    const team = await call.services.team.open();
    const isGiven = url !== undefined || passwordStdinOnce === true;
    const password = isGiven ? await passwordFromInput(call) : null;
    const to = url === undefined || password === null ? null : { url, user, caFile, password };
    const forget = to === null && password !== null ? team.usePassword(password) : null;
    try {
      return await work({ ...call, team, to }, options, ...words);
    } finally {
      forget?.();
    }
  };

const example = `
Example, on the computer with the database, and then on each desk:
  printf '%s' "$OWNERS_PASSWORD" | namedesk team init --url postgresql://localhost/acme --user founder --password-stdin
  printf '%s' "$OWNERS_PASSWORD" | namedesk team invite ada --role admin --json \\
    --url postgresql://localhost/acme --user founder --password-stdin
  printf '%s' "$ADAS_PASSWORD" | namedesk team join --url postgresql://db.example/acme --user ada --password-stdin`;

export const noun = row('', {
  about:
    'Several workspaces over one PostgreSQL: two of them never send the same change. Each keeps its own API keys, transfer codes and contact data. Set up once, then invite people, and let each of them join.',
  after: example,
  rows: [
    row('init', {
      summary: 'sets up an empty database for a team',
      about:
        "Sets up an empty database for a team, or brings an older one up. The user is the database's owner with the right to make roles, or a superuser. The workspace does not join by it.",
      options: [
        neededWay,
        named('--name <TEAM>', "the team's name; default: that of the database"),
        option('--check', 'tries whether the server has all that a team asks of it, and changes nothing'),
      ],
      does: inTeam(init),
    }),
    row('join', {
      summary: 'lets this workspace join a team',
      about:
        'Says what would be shared, and joins. With --password-stdin the password goes into the keychain; with --password-stdin-once it is for this run, and other commands take it the same way.',
      options: [neededWay, option('--preview', 'says what would be shared, and does not join'), json],
      does: inTeam(join),
    }),
    row('invite <NAME>', {
      summary: 'makes a person of the team, with a password that is shown once',
      about:
        'Makes a person of the team: a role of the database, with a password that is printed once. With --again a person that is in the team already gets this role and a new password, and the present one no longer works. Only an admin may.',
      words: { NAME: 'lower case letters, digits, dots, hyphens, underscores' },
      options: [
        way,
        needed(choiceOption('--role <R>', 'reader sees, buyer sends, admin invites and releases', teamRoles)),
        option('--again', 'though this person is in the team already'),
        option('--plain-password', 'for a server that takes no verifier: it gets the password itself'),
        json,
      ],
      does: inTeam(invite),
    }),
    row('exclude <NAME>', {
      summary: "takes away a person's way in",
      words: { NAME: 'a person of the team' },
      options: [way],
      does: inTeam(async (call: TeamCall, _options: WayOptions, person: string) => {
        const done = await call.team.exclude(call.to, person);
        if (!done.ok) return saidProblem(call, done.error);
        const out = `${isolated(person)} cannot connect any more. Claims of what was sent stay until they are released.`;
        return done.value === 0
          ? { out }
          : { out, err: stillOpen(person, done.value), code: exitCodes.failed };
      }),
    }),
    row('status', {
      summary: 'says whether the database can be reached, and which changes are open',
      options: [
        teamPassword,
        option('--verify', 'verifies the whole history of the team, from its first entry'),
        json,
      ],
      does: inTeam(status),
    }),
    row('leave', {
      summary: 'leaves the team; what was seen of it stays here',
      options: [
        teamPassword,
        option(
          '--force',
          'though changes of this workspace are not settled, or the keychain cannot be opened',
        ),
      ],
      does: inTeam(async (call: TeamCall, { force }: WayOptions & { readonly force?: true }) => {
        const left = await call.team.leave(force === true);
        if (!left.ok) return saidProblem(call, left.error);
        call.services.referee.changed();
        call.services.feed.changed();
        const { name, url } = left.value;
        const parsed = parseTeamUrl(url);
        const where = parsed.ok ? textOfTeamUrl(parsed.value) : url;
        return { out: `Left "${isolated(name)}" at ${where}. What was seen of its history stays here.` };
      }),
    }),
    row('release [DOMAIN]', {
      summary: 'frees a name, or all names, that somebody has claimed',
      about:
        'Frees a name. Your own claim, while nothing was sent. As an admin, one that was sent, after a look at the service: --found says what it shows; and a name that the team has bought and given back, with --found had-no-effect. With --of, all that a person has sent and not settled. Each is an entry of the journal.',
      words: { DOMAIN: 'whose claim is released' },
      options: [
        teamPassword,
        named('--of <PERSON>', 'all that this person has sent and not settled, in place of one name'),
        needed(named('--reason <TEXT>', 'why; it stands in the journal')),
        choiceOption('--found <F>', 'what the service shows of a change that was sent', teamFindings),
      ],
      does: inTeam(release),
    }),
    row('accept-server', {
      summary: 'lets the team send again, after its database was moved or put back',
      about:
        'After a failover, or where the database was moved or put back to an older state, it may lack what was sent last, and nothing is sent. Let every desk connect once: each tells it again what it has sent. Then an admin accepts it so. It is an entry of the journal.',
      options: [teamPassword],
      does: inTeam(async (call: TeamCall) => {
        const done = await call.team.acceptServer();
        if (!done.ok) return saidProblem(call, done.error);
        return { out: 'The team sends again. It is written in the journal of the team.' };
      }),
    }),
  ],
});

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
  { name, check: isCheck }: WayOptions & { readonly name?: string; readonly check?: true },
): Promise<Outcome> {
  const { team, to } = call;
  if (to === null) return call.refuse('--url is missing: where the database is.');
  if (isCheck === true) return await check(call, to);
  const done = await team.init(to, name ?? to.url.database);
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
  return isDone ? { out: said } : { err: said, code: exitCodes.failed };
}

async function check(call: TeamCall, to: TeamWay): Promise<Outcome> {
  const checked = await call.team.check(to);
  if (!checked.ok) return saidProblem(call, checked.error);
  for (const { name, code, without } of checked.value)
    call.terminal.out(`Missing: ${name} (${code}). ${without ?? ''}`.trim());
  const tried = 'Everything was tried and rolled back: nothing was changed.';
  return checked.value.some(({ without }) => without === null)
    ? { err: `A team cannot be set up here. ${tried}`, code: exitCodes.failed }
    : { out: `A team can be set up here. ${tried}` };
}

async function join(
  call: TeamCall,
  options: WayOptions & { readonly json?: true; readonly preview?: true },
): Promise<Outcome> {
  const { services, team, to, terminal } = call;
  if (to === null) return call.refuse('--url is missing: where the database is.');
  const about = await team.preview(to);
  if (!about.ok) return saidProblem(call, about.error);
  const listed = services.accounts.list();
  const { domains, tagged, noted } = services.workspace.teamFacts.toShare();
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
  const counts = await resultOf(() => services.workspace.teamFacts.counts());
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
  options: WayOptions & {
    readonly role: TeamRole;
    readonly again?: true;
    readonly plainPassword?: true;
    readonly json?: true;
  },
  person: string,
): Promise<Outcome> {
  const { role, again = false, plainPassword: isPlain = false } = options;
  const done = await call.team.invite(call.to, { name: person, role, again, isPlain });
  if (!done.ok) return saidProblem(call, done.error);
  const { user } = done.value;
  // The one place where it is shown: it cannot be read again.
  const password = done.value.password.reveal();
  call.terminal.out(options.json === true ? JSON.stringify({ user, password }) : `${user}\n${password}`);
  return { err: `The password of ${user} is shown this once. Give it to nobody else.` };
}

async function status(
  call: TeamCall,
  options: WayOptions & { readonly json?: true; readonly verify?: true },
): Promise<Outcome> {
  const { services, team } = call;
  const read = await team.status(options.verify === true);
  if (!read.ok) {
    const isAlone = read.error.of === 'refusal' && read.error.why === 'not-joined';
    if (!isAlone || options.json !== true) return saidProblem(call, read.error);
    call.terminal.out(JSON.stringify({ joined: false }));
    return exitCodes.done;
  }
  const synced = read.value.about.ok && (await team.sync()).ok;
  const counts = services.workspace.teamFacts.counts();
  const { about, caughtUp } = read.value;
  const isBroken = caughtUp?.kind === 'fault';
  return {
    json: statusJson(read.value, counts),
    out: statusText(read.value, counts, synced),
    code: about.ok ? exitCodes[isBroken ? 'failed' : 'done'] : codeOfFault(about.error),
  };
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

async function release(
  call: TeamCall,
  options: WayOptions & { readonly reason: string; readonly found?: TeamFinding; readonly of?: string },
  domain?: string,
): Promise<Outcome> {
  const { reason, found: finding = null, of: person } = options;
  if ((domain === undefined) === (person === undefined))
    return call.refuse('One of a domain and --of is needed.');
  if (domain === undefined) {
    const all = await call.team.releaseAllOf(person ?? '', { reason, finding });
    if (!all.ok) return saidProblem(call, all.error);
    const { count, stopped } = all.value;
    const said = `Released ${counted(count, 'claim', 'claims')} of ${isolated(person ?? '')}.`;
    if (stopped !== null) return saidProblem(call, stopped, said);
    return { out: said };
  }
  const done = await call.team.release({ domain: aLabelsOf(domain), reason, finding });
  if (!done.ok) return saidProblem(call, done.error);
  const { kind, by } = done.value;
  return { out: `Released ${domain}: ${kind} by ${isolated(by)}. It is written in the journal of the team.` };
}
