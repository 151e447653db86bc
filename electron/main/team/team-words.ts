import { typablePasswordSentence } from '#shared/areas/secret-windows.ts';
import type { HistoryFault } from '../workspace/repositories/team.ts';
import type { TeamFault, TeamProblem, TeamRefusal } from './connection.ts';

// Sentences about a team, for a terminal: what happened, and what to do.

type Said = Exclude<TeamProblem, { readonly of: 'app' }>;

export const problemWords = (problem: Said): string =>
  problem.of === 'refusal' ? refusals[problem.why] : faultWords(problem.fault);

/** The name of the exit code. */
export function problemCode(problem: Said): 'failed' | 'usage' | 'refused' | 'noKeychain' {
  if (problem.of === 'refusal') return ofUsage.has(problem.why) ? 'usage' : 'refused';
  const { kind } = problem.fault;
  if (kind === 'no-password' || kind === 'keychain') return 'noKeychain';
  return kind === 'login' || kind === 'forbidden' ? 'refused' : 'failed';
}

const ofUsage: ReadonlySet<TeamRefusal> = new Set([
  'not-joined',
  'name',
  'password',
  'several',
  'no-reason',
  'no-finding',
]);

const refusals: Readonly<Record<TeamRefusal, string>> = {
  'not-joined':
    'This workspace has joined no team. "namedesk team join --help" explains how; --url names another one.',
  'joined-already': 'This workspace has joined a team already. "namedesk team leave" leaves it.',
  'no-role': 'This user has no role in the team. An admin invites people: "namedesk team invite --help".',
  forbidden: 'Your role in the team does not allow it.',
  name: 'This name cannot be used: up to 31 lower case letters, digits, dots, hyphens and underscores, a letter first, and not one that PostgreSQL or the team uses itself.',
  'name-taken': 'The server has a role of this name that is not of the team. Choose another name.',
  'not-open': 'Nobody has an open change of this domain.',
  'not-yours': 'Somebody else has this claim, and nothing was sent yet. It ends within minutes.',
  'not-admin': 'It was sent: only an admin of the team can release it.',
  'no-reason': 'The reason is missing.',
  'no-finding':
    'It was sent. Look at the service first, then say what it shows: --found took-effect, had-no-effect or cannot-tell.',
  several: 'Several changes of this domain are open, so that it is not clear which one is meant.',
  unsettled:
    'Changes that this workspace has sent are not settled in the team. Let them end, or use --force.',
  password: `${typablePasswordSentence} Nothing was changed.`,
  'password-not-kept':
    'The database has the new password, and neither did the keychain take it nor the database the one before. Keep it yourself: --password-stdin-once takes it, and another change stores it once the keychain works.',
};

/** A sentence that repeats nothing of what the server has said. */
export const faultWords = (fault: TeamFault): string => sentences[fault.kind](detailOf(fault));

function detailOf(fault: TeamFault): string {
  if ('code' in fault) return fault.code;
  return fault.kind === 'old-schema' ? String(fault.schema) : '';
}

const sentences: Readonly<Record<TeamFault['kind'], (detail: string) => string>> = {
  unreachable: (code) => `The database of the team cannot be reached (${code}). Nothing was changed.`,
  untrusted: (code) =>
    `The server’s certificate is not one to trust (${code}). Nothing was sent to it. --ca-file names an authority of your own.`,
  unencrypted: () =>
    'The server offers no encryption, and the connection was refused. Only on this computer itself may it be plain.',
  unproven: () =>
    'The server did not prove that it knows your password (SCRAM), so that it may be another one. Nothing was sent to it. The server has to ask for scram-sha-256.',
  'ca-file': () => 'The file of --ca-file cannot be read.',
  'no-password': () =>
    'The keychain has no password for the team. --password-stdin-once reads it for this run.',
  keychain: () => 'The keychain did not give the password. --password-stdin-once reads it for this run.',
  login: () => 'The server does not accept this user and password.',
  'no-database': () => 'The server has no database of this name.',
  'no-team': () => 'The database is not set up for a team: "namedesk team init --help".',
  'old-schema': (version) =>
    `The team is at version ${version}, too old for this Namedesk. Its owner brings it up: "namedesk team init --help".`,
  history: () =>
    'The history of the team is not the one that this workspace has seen: nothing is sent. "namedesk team status" says what is wrong.',
  forbidden: () => 'This user may not use the database of the team.',
  rejected: (code) => `The database refused it (${code}). Nothing was changed.`,
  unknown: () =>
    'The connection was lost while the database was asked: it may have been done. "namedesk team status" says what is there.',
};

/** A sentence about a history that is not the one that was seen. */
export const historyWords = ({ kind, seq }: HistoryFault): string =>
  ({
    'rolled-back': `The team’s database was put back to an older state: it ends with entry ${seq}, and this workspace has seen later ones. Changes that were sent since may be missing in it.`,
    rewritten: `The team’s history was rewritten: entry ${seq} is not the one that this workspace has seen.`,
    broken: `Entry ${seq} of the team’s history does not follow from the one before it.`,
  })[kind];
