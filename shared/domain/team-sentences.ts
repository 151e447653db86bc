import { typablePasswordSentence } from '../areas/secret-windows.ts';
import type { TeamFault } from '../errors.ts';
import { inEnglish, localTime } from './counting.ts';
import { isolated } from './isolated.ts';
import type { TeamTrouble } from './team-troubles.ts';

/** What happened, whether anything was changed, and what to do. */
interface TeamSentence {
  readonly what: string;
  /** Left out: nothing was changed. Empty where `what` says it. */
  readonly changed?: string;
  readonly next?: string;
  /** After `next`, in a window or at a terminal. */
  readonly inWindow?: string;
  readonly atTerminal?: string;
}

/** @param changed In place of "Nothing was changed." */
export function teamTroubleText(
  why: TeamTrouble,
  place: 'inWindow' | 'atTerminal',
  changed?: string,
): string {
  const { what, changed: its = 'Nothing was changed.', next = '', [place]: there = '' } = sentences[why];
  return [what, changed ?? its, next, there].filter((part) => part !== '').join(' ');
}

/**
 * Why a change is not sent, and what to do.
 *
 * @param since Since when the database does not answer. @param by Whose session is in the way.
 */
export function teamFaultWords(
  why: TeamFault,
  since: string | null,
  by?: string,
): readonly [what: string, next: string] {
  const { what, next = '' } = sentences[why];
  if (why === 'away' && since !== null)
    return [`The team’s database has not been reachable since ${localTime(since)}: nothing is sent.`, next];
  return [by === undefined ? what : what.replace('Somebody’s session', `A session of ${isolated(by)}`), next];
}

const tooOld: TeamSentence = {
  what: 'The team’s database is newer than this Namedesk, which reads only.',
  changed: '',
  next: 'Update Namedesk.',
};

/** No sentence repeats anything that a server or a person has said. */
const sentences: Readonly<Record<TeamTrouble | TeamFault, TeamSentence>> = {
  address: {
    what: 'This is no address of a database. It has the form postgresql://HOST:PORT/DATABASE, without user and options.',
  },
  expired: { what: 'What was shown is out of date.', inWindow: 'Connect again.' },
  'has-team': { what: 'There is a team in this database already.', inWindow: 'Join it instead.' },
  'newer-schema': tooOld,
  'too-old': tooOld,
  'old-server': { what: 'The server is older than PostgreSQL 14.' },
  'not-allowed': {
    what: 'This user may not set up a team here.',
    next: 'It takes the owner of the database, who may make roles.',
  },
  'no-password': {
    what: 'The team could not be asked, because the password of its database was not given.',
    next: 'Unlock the keychain; or leave the team and join it again with the password. At a terminal, --password-stdin-once reads it for this run.',
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
  away: {
    what: 'The team’s database cannot be reached: nothing is sent.',
    next: 'Lookups, reviews and everything stored here still work. Send it once the database can be reached.',
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
  'old-schema': {
    what: 'The team’s database is older than this Namedesk.',
    next: 'Its owner brings it up to date: "namedesk team init". Until then nothing is sent.',
  },
  history: {
    what: 'The team’s journal is not the one that was seen here: its database was put back to an older state, or altered. It may not know what was sent since, so nothing is sent.',
    changed: '',
    next: 'Tell an admin, and compare what the service shows with what was sent. Leaving the team and joining it again takes its journal as it is.',
    atTerminal: '"namedesk team status" says what is wrong.',
  },
  rejected: { what: 'The team’s database refused it.', next: 'Tell whoever administers that database.' },
  blocked: {
    what: 'Somebody’s session holds what the team’s database has to write.',
    next: 'Try again later. Where it stays so, an admin excludes that person, which ends the session.',
  },
  elsewhere: {
    what: 'The team’s database runs at another place than before, or was put back, and may lack what was sent last: nothing is sent.',
    changed: '',
    next: 'Let every desk of the team connect once: each tells it again what it has sent. Then an admin accepts it, in Settings → Team or with "namedesk team accept-server".',
  },
  lost: {
    what: 'The team’s database did not confirm in time that this may be sent.',
    next: 'Send it again.',
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
  forbidden: { what: 'Your role in the team does not allow this.', next: 'Ask an admin.' },
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
