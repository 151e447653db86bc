import { useStore } from 'zustand';
import { type Batch, isShareable } from '#shared/domain/batch.ts';
import { isPaid } from '#shared/domain/change-kinds.ts';
import type { TeamWork } from '#shared/domain/team-view.ts';
import { useStores } from '../app-stores.ts';
import { accountOf } from '../shell/stores.ts';
import { counted, format } from '../ui/Formats.tsx';
import { orNothing, useTeam, useWithNews } from './team-store.ts';

/** What a team means for a batch that is reviewed. */
export interface Sharing {
  /** It can be handed to a colleague. */
  readonly isOffered: boolean;
  /** Why it cannot be applied as it is; null where it can, or where that is not known: the database decides in the end. */
  readonly above: string | null;
}

/** What waits and runs in the team, and its limits; asked for again when somebody has done something. Null alone, and where nobody answers. */
export function useTeamWork(of = ''): TeamWork | null {
  const isJoined = useTeam() !== null;
  const work = useWithNews(isJoined && of, (request) => orNothing(request.work({})));
  return work?.kind === 'work' ? work : null;
}

/** The limits are asked for when the review is made. */
export function useSharing(batch: Batch): Sharing {
  const team = useTeam();
  const work = useTeamWork(batch.digest ?? '');
  const { accounts } = useStores();
  const isPractice = useStore(accounts, (state) => accountOf(state, batch.accountId)?.kind === 'practice');
  if (team === null || isPractice) return { isOffered: false, above: null };
  const isOffered = team.role !== 'reader' && isShareable(batch);
  return { isOffered, above: work === null ? null : aboveText(batch, work) };
}

/** Null where it is within the limits. */
function aboveText(
  batch: Pick<Batch, 'ask' | 'proposal'> & { readonly counts: Pick<Batch['counts'], 'remaining'> },
  { alonePerDay, alone, teamPerDay, team }: TeamWork,
): string | null {
  const { remaining } = batch.counts;
  if (!isPaid(batch.ask.kind) || remaining === 0) return null;
  if (teamPerDay !== null && team + remaining > teamPerDay)
    return `${limitWords('your team sends', teamPerDay, team)} Exclude rows, or apply it later.`;
  const isOfTwo = batch.proposal?.review !== undefined;
  if (isOfTwo || alonePerDay === null || alone + remaining <= alonePerDay) return null;
  const wayOn = isShareable(batch)
    ? 'Hand it to a colleague, or exclude rows.'
    : 'Exclude rows, or let a colleague make the rest: its contacts stay on this computer.';
  return `${limitWords('one person alone sends', alonePerDay, alone)} ${wayOn}`;
}

const limitWords = (who: string, limit: number, used: number): string =>
  `In 24 hours ${who} ${counted(limit, 'charged change', 'charged changes')}, which is a limit of the team: ${format.count(Math.max(0, limit - used))} more can be sent now.`;
