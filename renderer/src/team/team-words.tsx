import { kindOf } from '#shared/changes/index.ts';
import { changeKinds } from '#shared/domain/change-kinds.ts';
import { isolated } from '#shared/domain/isolated.ts';
import type { TeamChange, TeamClaim, TeamStatus, TeamTrouble } from '#shared/domain/team-view.ts';
import { nameInText } from '#shared/domain/domain-name.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, type Result } from '#shared/result.ts';
import { format } from '../ui/Formats.tsx';
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
  'no-password': 'The keychain has no password for the team’s database. Leave the team, then join it again.',
  keychain: 'The keychain does not answer. Unlock it, then try again.',
  unreachable: 'The database cannot be reached. Nothing was changed. Check its address, and whether it runs.',
  untrusted:
    'Nobody whom this computer trusts vouches for the server’s certificate. Nothing was sent. Choose the certificate of its authority.',
  unencrypted:
    'The server offers no encryption. Nothing was sent. Only to this computer itself Namedesk connects without it.',
  unproven:
    'The server did not prove that it knows the password: it may be another one. The password was not sent.',
  'ca-file': 'The certificate of the authority cannot be read. Choose another file.',
  login: 'The database does not accept this user with this password. Nothing was changed.',
  'no-database': 'There is no database of this name on the server. Nothing was changed.',
  'no-team':
    'There is no team in this database. Nothing was changed. Set one up, or check the name of the database.',
  'has-team': 'There is a team in this database already. Nothing was changed. Join it instead.',
  'old-schema':
    'The team’s database is older than this Namedesk. Nothing was changed. Its founder brings it up to date.',
  'newer-schema': 'The team’s database is newer than this Namedesk, which reads only. Update Namedesk.',
  'old-server': 'The server is older than PostgreSQL 14. Nothing was changed.',
  'not-allowed':
    'This user may not set up a team: he has to own the database and may make roles. Nothing was changed.',
  forbidden: 'Your role in the team does not allow this. Nothing was changed. Ask an admin of the team.',
  name: 'This is no name of a person here: small letters, digits, “.”, “-” and “_”, a letter first, 31 at most.',
  'name-taken':
    'The server has another user of this name, who is not in this team. Nothing was changed. Take another name.',
  'joined-already': 'This workspace has joined a team already. Nothing was changed. Leave that one first.',
  'not-joined': 'This workspace has joined no team.',
  unfinished:
    'Changes of this workspace are not finished in the team. Nothing was changed. Verify them under Activity first.',
  'not-open': 'This change is no longer open. Nothing was changed.',
  expired: 'What was shown is out of date. Nothing was changed. Check the connection again.',
  failed: 'The database did not do it, or did not say so. Look whether it was done, then try again.',
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

/** Of a kind that only a newer version has, too. */
export function kindWord(kind: string | null): string {
  const known = changeKinds.find((one) => one === kind);
  return known === undefined ? 'Change' : kindOf(known).label;
}

const claimStates: Readonly<Record<TeamClaim['state'], string>> = {
  held: 'is about to send',
  sent: 'has sent',
  uncertain: 'does not know yet whether it was done:',
};

/** "Ben has sent: Renewal of oak.com" */
export const claimText = ({ by, state, kind, domain, isOwn }: TeamClaim): string =>
  `${isOwn ? `${isolated(by)}, at another computer,` : isolated(by)} ${claimStates[state]} ${kindWord(kind).toLowerCase()} of ${nameInText(domain)}`;

const eventWords: Readonly<Record<string, string>> = {
  held: 'about to be sent',
  sent: 'sent',
  'took-effect': 'done',
  'had-no-effect': 'not done',
  uncertain: 'uncertain',
  unsent: 'not sent',
  'lease-ended': 'not sent',
  released: 'released by an admin',
  'read-back': 'read back',
  'cannot-tell': 'read back',
};

/** What came of it, as far as the team knows. */
export function outcomeWord({ event, outcome }: TeamChange): string {
  if (event === 'released' || event === 'read-back') return eventWords[event] ?? event;
  return eventWords[outcome ?? event] ?? event;
}

/** "Renewal of oak.com: done". Of people, what happened to them. */
export function changeText(change: TeamChange): string {
  if (change.event === 'invited') return 'Invited somebody, or gave another role';
  if (change.event === 'excluded') return 'Excluded somebody';
  const of = change.domain === null ? '' : ` of ${nameInText(change.domain)}`;
  return `${kindWord(change.kind)}${of}: ${outcomeWord(change)}`;
}
