import type { Batch } from '#shared/domain/batch.ts';
import { isPaid } from '#shared/domain/change-kinds.ts';
import type { ApprovalRequest, TeamWork } from '#shared/domain/team-view.ts';
import { useAccount } from '../app-stores.ts';
import { counted, format } from '../ui/Formats.tsx';
import { valueOf } from '../remote.ts';
import { useAgainWith } from '../use-action.ts';
import { useTeam, useWork, useWorkAsked } from './team-store.ts';

/** What a team means for a batch that is reviewed. */
export interface Sharing {
  /** A colleague can be asked to approve it. */
  readonly isOffered: boolean;
  /** Why it cannot be applied as it is; null where it can, or where that is not known: the database decides in the end. */
  readonly above: string | null;
  /** What was asked for it. */
  readonly request: ApprovalRequest | null;
}

/** It is sent under the approval. */
export const isApproved = (request: ApprovalRequest | null): boolean =>
  request?.state === 'approved' && request.isCurrent;

/** What a person can do something about: colleagues' requests that wait, and own ones that were decided. */
export function useWaiting(): readonly ApprovalRequest[] {
  const maySend = (useTeam()?.role ?? 'reader') !== 'reader';
  const work = useWork();
  return (work?.requests ?? []).filter(({ isOwn, isHere, state }) =>
    isOwn ? isHere && state !== 'waiting' : maySend && state === 'waiting',
  );
}

/** The limits are asked for when the review is made. */
export function useSharing(batch: Batch): Sharing {
  const team = useTeam();
  const asked = useWorkAsked();
  useAgainWith(batch.digest, asked);
  const work = valueOf(asked[0]);
  const isPractice = useAccount(batch.accountId)?.kind === 'practice';
  if (team === null || isPractice) return { isOffered: false, above: null, request: null };
  const request = work?.requests.find(({ isHere, batchId }) => isHere && batchId === batch.id) ?? null;
  const above = work === null ? null : aboveText(batch, work, isApproved(request));
  return { isOffered: team.role !== 'reader', above, request };
}

/** Null where it is within the limits. */
function aboveText(
  batch: Pick<Batch, 'ask'> & { readonly counts: Pick<Batch['counts'], 'remaining'> },
  { alonePerDay, alone, teamPerDay, team }: TeamWork,
  isOfTwo: boolean,
): string | null {
  const { remaining } = batch.counts;
  if (!isPaid(batch.ask.kind) || remaining === 0) return null;
  if (teamPerDay !== null && team + remaining > teamPerDay)
    return `${limitWords('your team sends', teamPerDay, team)} Exclude rows, or apply it later.`;
  if (isOfTwo || alonePerDay === null || alone + remaining <= alonePerDay) return null;
  return `${limitWords('one person alone sends', alonePerDay, alone)} Ask a colleague to approve it, or exclude rows.`;
}

const limitWords = (who: string, limit: number, used: number): string =>
  `In 24 hours ${who} ${counted(limit, 'charged change', 'charged changes')}, which is a limit of the team: ${format.count(Math.max(0, limit - used))} more can be sent now.`;
