import { teamSentences } from '#shared/domain/team-sentences.ts';
import type { TeamRefusal, TeamTrouble } from '#shared/domain/team-troubles.ts';
import type { HistoryFault } from '../workspace/repositories/team.ts';
import type { TeamFault, TeamProblem } from './connection.ts';

// Sentences about a team, for a terminal: what happened, and what to do.

type Said = Exclude<TeamProblem, { readonly of: 'app' }>;

export const problemWords = (problem: Said): string =>
  problem.of === 'refusal' ? sentence(problem.why) : faultWords(problem.fault);

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
  'several',
  'no-reason',
  'no-finding',
]);

export const sentence = (why: TeamTrouble): string =>
  [teamSentences[why].what, teamSentences[why].atTerminal].filter((part) => part !== undefined).join(' ');

/** With the code of what happened, for whoever runs the server. */
function faultWords(fault: TeamFault): string {
  const detail = 'code' in fault ? fault.code : fault.kind === 'old-schema' ? `version ${fault.schema}` : '';
  return `${sentence(fault.kind)}${detail === '' ? '' : ` (${detail})`}`;
}

/** A sentence about a history that is not the one that was seen. */
export const historyWords = ({ kind, seq }: HistoryFault): string =>
  ({
    'rolled-back': `The team’s database was put back to an older state: it ends with entry ${seq}, and this workspace has seen later ones. Changes that were sent since may be missing in it.`,
    rewritten: `The team’s history was rewritten: entry ${seq} is not the one that this workspace has seen.`,
    broken: `Entry ${seq} of the team’s history does not follow from the one before it.`,
  })[kind];
