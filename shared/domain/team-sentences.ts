import { typablePasswordSentence } from '../areas/secret-windows.ts';
import { inEnglish } from './counting.ts';
import { isolated } from './isolated.ts';
import { faultSentences, type TeamSentence, type TeamTrouble } from './team-troubles.ts';

/** @param changed In place of "Nothing was changed." */
export function teamTroubleText(
  why: TeamTrouble,
  place: 'inWindow' | 'atTerminal',
  changed?: string,
): string {
  const { what, changed: its = 'Nothing was changed.', next = '', [place]: there = '' } = sentences[why];
  return [what, changed ?? its, next, there].filter((part) => part !== '').join(' ');
}

/** No sentence repeats anything that a server or a person has said. */
const sentences: Readonly<Record<TeamTrouble, TeamSentence>> = {
  ...faultSentences,
  address: {
    what: 'This is no address of a database. It has the form postgresql://HOST:PORT/DATABASE, without user and options.',
  },
  expired: { what: 'What was shown is out of date.', inWindow: 'Connect again.' },
  'has-team': { what: 'There is a team in this database already.', inWindow: 'Join it instead.' },
  'newer-schema': faultSentences['too-old'],
  'old-server': { what: 'The server is older than PostgreSQL 14.' },
  'not-allowed': {
    what: 'This user may not set up a team here.',
    next: 'It takes the owner of the database, who may make roles.',
  },
  keychain: {
    what: 'The keychain did not give the password.',
    inWindow: 'Unlock it, then try again.',
    atTerminal: '--password-stdin-once reads it for this run.',
  },
  unreachable: {
    what: 'The database cannot be reached.',
    next: 'Check its address, and whether it runs.',
  },
  untrusted: {
    what: 'The server’s certificate is not one that this computer trusts.',
    changed: 'Nothing was sent.',
    inWindow: 'Choose the certificate of its authority.',
    atTerminal: '--ca-file names an authority of your own.',
  },
  unencrypted: {
    what: 'The server offers no encryption.',
    changed: 'Nothing was sent.',
    next: 'Only on this computer itself the connection may be plain.',
  },
  unproven: {
    what: 'The server did not prove that it knows the password (SCRAM): it may be another one.',
    changed: 'The password was not sent.',
    atTerminal: 'The server has to ask for scram-sha-256.',
  },
  'ca-file': {
    what: 'The certificate of the authority cannot be read.',
    inWindow: 'Choose another file.',
    atTerminal: '--ca-file names it.',
  },
  login: { what: 'The database does not accept this user with this password.' },
  'no-database': { what: 'There is no database of this name on the server.' },
  'no-team': {
    what: 'There is no team in this database.',
    inWindow: 'Check the name, or set a team up.',
    atTerminal: '"namedesk team init --help" explains how to set one up.',
  },
  unknown: {
    what: 'The connection was lost: it may have been done.',
    changed: '',
    inWindow: 'Check before you do it again.',
    atTerminal: '"namedesk team status" says what is there.',
  },
  'not-joined': {
    what: 'This workspace has joined no team.',
    atTerminal: '"namedesk team join --help" explains how; --url names another one.',
  },
  'joined-already': {
    what: 'This workspace has joined a team already.',
    inWindow: 'Leave that one first.',
    atTerminal: '"namedesk team leave" leaves it.',
  },
  'no-role': {
    what: 'This user has no role in the team.',
    next: 'An admin invites people.',
    atTerminal: '"namedesk team invite --help" explains how.',
  },
  name: {
    what: 'A name has up to 31 lower case letters, digits, dots, hyphens and underscores, a letter first, and is none that PostgreSQL or the team uses itself.',
  },
  'name-taken': {
    what: 'The server has a user of this name who is not in the team.',
    next: 'Choose another name.',
  },
  there: {
    what: 'This person is in the team already.',
    inWindow: 'New password… beside the name makes another password.',
    atTerminal: '--again sets the role and a new password; the present one no longer works then.',
  },
  verifier: {
    what: 'The server refused the person. Some servers take a password itself alone, and no verifier in place of it.',
    inWindow:
      'Where yours is one, have the password itself sent, over the same verified connection: the journal says so.',
    atTerminal:
      'Where yours is one, --plain-password sends the password itself, over the same verified connection: the journal says so.',
  },
  'last-admin': {
    what: 'This is the only admin of the team.',
    next: 'Make somebody else an admin first.',
  },
  yourself: { what: 'You cannot exclude yourself: another admin can.' },
  moved: {
    what: 'The database was moved to another server, where it does not know its people yet.',
    next: 'Its owner mends that: "namedesk team init".',
  },
  'not-open': { what: 'This change is no longer open.' },
  'not-yours': {
    what: 'It is somebody else’s, and nothing was sent yet: the claim ends automatically within minutes.',
  },
  'not-admin': { what: 'Only an admin can release what was sent.' },
  'no-reason': { what: 'The reason is missing.' },
  'no-finding': {
    what: 'It was sent, and what the service shows is missing.',
    atTerminal: 'Look first, then say it: --found took-effect, had-no-effect or cannot-tell.',
  },
  several: { what: 'Several changes of this domain are open, so that it is not clear which one is meant.' },
  unsettled: {
    what: 'Changes of this workspace are not finished in the team.',
    inWindow: 'Verify them in Activity first.',
    atTerminal: 'Let them end, or use --force.',
  },
  password: { what: typablePasswordSentence },
  'password-not-kept': {
    what: 'The database has the new password, and the keychain did not take it.',
    changed: '',
    inWindow:
      'It works until Namedesk is closed: change it again once the keychain works, or ask an admin for another one.',
    atTerminal:
      'Keep it yourself: --password-stdin-once takes it, and another change stores it once the keychain works.',
  },
  'no-request': {
    what: 'This request is not as it was shown any more: it was withdrawn, decided or requested again, or has ended.',
  },
  'own-request': { what: 'You asked for this yourself: it takes another person.' },
};

/** The team's owner may not end sessions on every server. */
export const stillOpen = (person: string, sessions: number): string =>
  `${inEnglish.counted(sessions, 'session', 'sessions')} of ${isolated(person)} could not be ended, and can go on sending. Whoever runs the server ends them: SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${person}';`;
