import { typablePasswordSentence } from '../areas/secret-windows.ts';
import { inEnglish } from './counting.ts';
import { isolated } from './isolated.ts';
import type { TeamTrouble } from './team-troubles.ts';

/** What happened, and whether anything was changed; then what to do, in a window or at a terminal. */
interface TeamSentence {
  readonly what: string;
  readonly inWindow?: string;
  readonly atTerminal?: string;
}

/** No sentence repeats anything that a server or a person has said. */
export const teamSentences: Readonly<Record<TeamTrouble, TeamSentence>> = {
  address: {
    what: 'This is no address of a database. It has the form postgresql://HOST:PORT/DATABASE, without user and options.',
  },
  expired: { what: 'What was shown is out of date. Nothing was changed.', inWindow: 'Connect again.' },
  'has-team': {
    what: 'There is a team in this database already. Nothing was changed.',
    inWindow: 'Join it instead.',
  },
  'newer-schema': {
    what: 'The team’s database is newer than this Namedesk, which reads only.',
    inWindow: 'Update Namedesk.',
    atTerminal: 'Update Namedesk.',
  },
  'old-server': { what: 'The server is older than PostgreSQL 14. Nothing was changed.' },
  'not-allowed': {
    what: 'This user may not set up a team here. Nothing was changed. It takes the owner of the database, who may make roles.',
  },
  'no-password': {
    what: 'The keychain has no password for the team’s database.',
    inWindow: 'Leave the team, then join it again.',
    atTerminal: '--password-stdin-once reads it for this run.',
  },
  keychain: {
    what: 'The keychain did not give the password.',
    inWindow: 'Unlock it, then try again.',
    atTerminal: '--password-stdin-once reads it for this run.',
  },
  unreachable: {
    what: 'The database cannot be reached. Nothing was changed.',
    inWindow: 'Check its address, and whether it runs.',
    atTerminal: 'Check its address, and whether it runs.',
  },
  untrusted: {
    what: 'The server’s certificate is not one that this computer trusts. Nothing was sent.',
    inWindow: 'Choose the certificate of its authority.',
    atTerminal: '--ca-file names an authority of your own.',
  },
  unencrypted: {
    what: 'The server offers no encryption. Nothing was sent. Only on this computer itself the connection may be plain.',
  },
  unproven: {
    what: 'The server did not prove that it knows the password (SCRAM): it may be another one. The password was not sent.',
    atTerminal: 'The server has to ask for scram-sha-256.',
  },
  'ca-file': {
    what: 'The certificate of the authority cannot be read.',
    inWindow: 'Choose another file.',
    atTerminal: '--ca-file names it.',
  },
  login: { what: 'The database does not accept this user with this password. Nothing was changed.' },
  'no-database': { what: 'There is no database of this name on the server. Nothing was changed.' },
  'no-team': {
    what: 'There is no team in this database. Nothing was changed.',
    inWindow: 'Check the name, or set a team up.',
    atTerminal: '"namedesk team init --help" explains how to set one up.',
  },
  'old-schema': {
    what: 'The team’s database is older than this Namedesk. Nothing was changed. Its owner brings it up to date.',
    atTerminal: '"namedesk team init --help" explains how.',
  },
  history: {
    what: 'The team’s journal is not the one that was seen here: its database was put back to an older state, or altered. Nothing is sent. Tell an admin, and compare what the service shows; leaving and joining again takes the journal as it is.',
    atTerminal: '"namedesk team status" says what is wrong.',
  },
  rejected: { what: 'The database refused it. Nothing was changed.' },
  blocked: {
    what: 'Somebody’s session holds what the team’s database has to write. Nothing was changed. An admin excludes that person, which ends the session; or try again later.',
  },
  elsewhere: {
    what: 'The team’s database runs at another place than before, or was put back, and may lack what was sent last. Nothing is sent until an admin accepts it, once every desk has connected and told it again.',
    atTerminal: '"namedesk team accept-server --help" explains how.',
  },
  unknown: {
    what: 'The connection was lost: it may have been done.',
    inWindow: 'Check before you do it again.',
    atTerminal: '"namedesk team status" says what is there.',
  },
  'not-joined': {
    what: 'This workspace has joined no team.',
    atTerminal: '"namedesk team join --help" explains how; --url names another one.',
  },
  'joined-already': {
    what: 'This workspace has joined a team already. Nothing was changed.',
    inWindow: 'Leave that one first.',
    atTerminal: '"namedesk team leave" leaves it.',
  },
  'no-role': {
    what: 'This user has no role in the team. Nothing was changed. An admin invites people.',
    atTerminal: '"namedesk team invite --help" explains how.',
  },
  forbidden: { what: 'Your role in the team does not allow this. Nothing was changed. Ask an admin.' },
  name: {
    what: 'A name has up to 31 lower case letters, digits, dots, hyphens and underscores, a letter first, and is none that PostgreSQL or the team uses itself.',
  },
  'name-taken': {
    what: 'The server has a user of this name who is not in the team. Nothing was changed. Choose another name.',
  },
  there: {
    what: 'This person is in the team already. Nothing was changed.',
    inWindow: 'New password… beside the name makes another password.',
    atTerminal: '--again sets the role and a new password; the present one no longer works then.',
  },
  verifier: {
    what: 'The server refused the person. Some servers take a password itself alone, and no verifier in place of it. Nothing was changed.',
    inWindow:
      'Where yours is one, have the password itself sent, over the same verified connection: the journal says so.',
    atTerminal:
      'Where yours is one, --plain-password sends the password itself, over the same verified connection: the journal says so.',
  },
  'last-admin': {
    what: 'This is the only admin of the team. Nothing was changed. Make somebody else an admin first.',
  },
  yourself: { what: 'You cannot exclude yourself: another admin can. Nothing was changed.' },
  moved: {
    what: 'The database was moved to another server, where it does not know its people yet. Nothing was changed. Its owner mends that.',
    atTerminal: '"namedesk team init" as its owner does.',
  },
  'not-open': { what: 'This change is no longer open. Nothing was changed.' },
  'not-yours': {
    what: 'It is somebody else’s, and nothing was sent yet: the claim ends automatically within minutes. Nothing was changed.',
  },
  'not-admin': { what: 'Only an admin can release what was sent. Nothing was changed.' },
  'no-reason': { what: 'The reason is missing. Nothing was changed.' },
  'no-finding': {
    what: 'It was sent, and what the service shows is missing. Nothing was changed.',
    atTerminal: 'Look first, then say it: --found took-effect, had-no-effect or cannot-tell.',
  },
  several: {
    what: 'Several changes of this domain are open, so that it is not clear which one is meant. Nothing was changed.',
  },
  unsettled: {
    what: 'Changes of this workspace are not finished in the team. Nothing was changed.',
    inWindow: 'Verify them in Activity first.',
    atTerminal: 'Let them end, or use --force.',
  },
  password: {
    what: `${typablePasswordSentence} Nothing was changed.`,
  },
  'password-not-kept': {
    what: 'The database has the new password, and the keychain did not take it.',
    inWindow:
      'It works until Namedesk is closed: change it again once the keychain works, or ask an admin for another one.',
    atTerminal:
      'Keep it yourself: --password-stdin-once takes it, and another change stores it once the keychain works.',
  },
  'no-request': {
    what: 'This request is not as it was shown any more: it was withdrawn, decided or requested again, or has ended. Nothing was changed.',
  },
  'own-request': { what: 'You asked for this yourself: it takes another person. Nothing was changed.' },
};

/** The team's owner may not end sessions on every server. */
export const stillOpen = (person: string, sessions: number): string =>
  `${inEnglish.counted(sessions, 'session', 'sessions')} of ${isolated(person)} could not be ended, and can go on sending. Whoever runs the server ends them: SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${person}';`;
