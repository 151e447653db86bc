import { nounOf } from '#shared/domain/change-kinds.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { typablePasswordSentence } from '#shared/areas/secret-windows.ts';
import type { TeamTrouble } from '#shared/domain/team-troubles.ts';
import type { RefusedOutcome, TeamClaim, TeamDone, TeamStatus } from '#shared/domain/team-view.ts';
import { nameInText } from '#shared/domain/domain-name.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, type Result } from '#shared/result.ts';
import { counted, format, lowerFirst, upperFirst } from '../ui/Formats.tsx';
import { ErrorState, Notice } from '../ui/States.tsx';

export type Role = NonNullable<TeamStatus['role']>;

export const roles: readonly { readonly value: Role; readonly label: string; readonly about: string }[] = [
  { value: 'reader', label: 'Reader', about: 'sees everything, sends nothing' },
  { value: 'buyer', label: 'Buyer', about: 'sends changes too' },
  { value: 'admin', label: 'Admin', about: 'invites people and releases claims too' },
];

export const roleWord = (role: Role): string => roles.find(({ value }) => value === role)?.label ?? role;

/** What happened, whether anything was changed, and what to do. */
export const troubleWords: Readonly<Record<TeamTrouble, string>> = {
  address:
    'This is no address of a database. It has the form postgresql://HOST:PORT/DATABASE, without user and options.',
  expired: 'What was shown is out of date. Nothing was changed. Connect again.',
  'has-team': 'There is a team in this database already. Nothing was changed. Join it instead.',
  'newer-schema': 'The team’s database is newer than this Namedesk, which reads only. Update Namedesk.',
  'old-server': 'The server is older than PostgreSQL 14. Nothing was changed.',
  'not-allowed':
    'This user may not set up a team here. Nothing was changed. It takes the owner of the database, who may make roles.',
  'no-password': 'The keychain has no password for the team’s database. Leave the team, then join it again.',
  keychain: 'The keychain does not answer. Unlock it, then try again.',
  unreachable: 'The database cannot be reached. Nothing was changed. Check its address, and whether it runs.',
  untrusted:
    'The server’s certificate is not one that this computer trusts. Nothing was sent. Choose the certificate of its authority.',
  unencrypted:
    'The server offers no encryption. Nothing was sent. Only to this computer itself Namedesk connects without it.',
  unproven:
    'The server did not prove that it knows the password: it may be another one. The password was not sent.',
  'ca-file': 'The certificate of the authority cannot be read. Choose another file.',
  login: 'The database does not accept this user with this password. Nothing was changed.',
  'no-database': 'There is no database of this name on the server. Nothing was changed.',
  'no-team': 'There is no team in this database. Nothing was changed. Check the name, or set a team up.',
  'old-schema':
    'The team’s database is older than this Namedesk. Nothing was changed. Its owner brings it up to date.',
  history:
    'The team’s journal is not the one that was seen here: its database was put back to an older state, or altered. Nothing is sent. Tell an admin, and compare what the service shows; leaving and joining again takes the journal as it is.',
  rejected: 'The database refused it. Nothing was changed.',
  unknown: 'The connection was lost: it may have been done. Check before you do it again.',
  'not-joined': 'This workspace has joined no team.',
  'joined-already': 'This workspace has joined a team already. Nothing was changed. Leave that one first.',
  'no-role': 'This user has no role in the team. Nothing was changed. An admin invites people.',
  forbidden: 'Your role in the team does not allow this. Nothing was changed. Ask an admin.',
  name: 'Up to 31 small letters, digits, dots, hyphens and underscores, a letter first.',
  'name-taken':
    'The server has a user of this name who is not in the team. Nothing was changed. Choose another name.',
  'not-open': 'This change is no longer open. Nothing was changed.',
  'not-yours': 'Nothing was sent yet: the claim ends automatically within minutes. Nothing was changed.',
  'not-admin': 'Only an admin can release what was sent. Nothing was changed.',
  'no-reason': 'The reason is missing. Nothing was changed.',
  'no-finding': 'What the provider shows is missing. Nothing was changed.',
  several: 'Several changes of this domain are open. Nothing was changed.',
  unsettled:
    'Changes of this workspace are not finished in the team. Nothing was changed. Verify them in Activity first.',
  password: `${typablePasswordSentence} Nothing was changed.`,
  'password-not-kept':
    'The database has the new password, and the keychain did not take it. It works until Namedesk is closed: change it again once the keychain works, or ask an admin for another one.',
};

/** Why nothing is sent, in as many words as a line has room for. */
export const awayWords = ({ since, why }: NonNullable<TeamStatus['away']>): string =>
  why === 'newer-schema'
    ? 'Its database is newer than this Namedesk: nothing is sent until Namedesk is updated.'
    : `Away since ${clockTime(since)}: nothing is sent. Lookups, reading and preparing go on.`;

/** "07:44"; of another day with the day. */
export function clockTime(at: string): string {
  const time = new Date(at);
  const text = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' }).format(time);
  return time.toDateString() === new Date().toDateString() ? text : `${format.day(at)}, ${text}`;
}

/** What was refused, as a failure of a field where it is about one. */
export const refusedBecause = (why: TeamTrouble, fields: readonly string[] = []): Result<never> =>
  fail({
    kind: 'invalid-input',
    field: fields.find((field) => fieldOf[why] === field) ?? 'team',
    reason: troubleWords[why],
  });

const fieldOf: Partial<Readonly<Record<TeamTrouble, string>>> = {
  address: 'url',
  unreachable: 'url',
  'no-database': 'url',
  login: 'user',
  'ca-file': 'caFile',
  untrusted: 'caFile',
  name: 'name',
  'name-taken': 'name',
};

/** The sentences of {@link troubleWords} are complete: nothing is added to them. */
export const TeamError = ({ error }: { readonly error: AppError }) =>
  error.kind === 'invalid-input' && error.field === 'team' ? (
    <Notice role="alert">{error.reason}</Notice>
  ) : (
    <ErrorState error={error} />
  );

/** "Renewal". */
export const kindWord = (kind: string): string => upperFirst(nounOf(kind).replace(/^An? /, ''));

const claimStates: Readonly<Record<TeamClaim['state'], string>> = {
  held: 'is about to send',
  sent: 'has sent',
  uncertain: 'does not know yet whether this was done:',
};

/** "ben has sent a renewal of oak.com" */
export const claimText = ({ by, state, kind, domain, isOwn }: TeamClaim): string =>
  `${isOwn ? `${isolated(by)}, at another computer,` : isolated(by)} ${claimStates[state]} ${lowerFirst(nounOf(kind))} of ${nameInText(domain)}`;

/** "ben has sent a renewal, since 10:12": beside the name. */
export const claimWords = ({ by, state, kind, since }: TeamClaim): string =>
  `${isolated(by)} ${claimStates[state]} ${lowerFirst(nounOf(kind))}, since ${clockTime(since)}`;

/** "Renewal of oak.com: done. The database does not know this change." */
export function outcomeText({ domain, kind, outcome, why }: RefusedOutcome): string {
  const of =
    domain === null
      ? 'A change that the journal does not have'
      : `${kindWord(kind ?? '')} of ${nameInText(domain)}`;
  return `${of}: ${outcomeWords[outcome]}. ${whyWords[why] ?? `The database answered “${isolated(why)}”.`}`;
}

const outcomeWords: Readonly<Record<RefusedOutcome['outcome'], string>> = {
  'took-effect': 'done',
  'had-no-effect': 'not done',
  uncertain: 'uncertain',
  unsent: 'not sent',
  released: 'not sent',
};

const whyWords: Readonly<Record<string, string>> = {
  unknown: 'The database does not know this change: it may have been put back to an older state.',
  refused: 'The database refused it.',
};

/** What is done to domains, by the kind of change. */
const doneWords: Readonly<Record<string, string>> = {
  renew: 'renewed',
  register: 'registered',
  sync: 'synced',
  lock: 'changed the registrar lock of',
  nameservers: 'set the nameservers of',
  contacts: 'changed contacts of',
};

const mostDone = 3;

/** "ada renewed 3 domains this morning" */
export function doneText(done: readonly TeamDone[]): string {
  const listed = done
    .slice(0, mostDone)
    .map(
      ({ by, kind, domains }) =>
        `${isolated(by)} ${doneWords[kind] ?? 'changed'} ${counted(domains, 'domain', 'domains')}`,
    );
  const more = done.length > mostDone ? ', and more,' : '';
  const isMorning = done.every(({ at }) => new Date(at).getHours() < noon);
  return `${listed.join(', ')}${more} ${isMorning ? 'this morning' : 'today'}`;
}

const noon = 12;
