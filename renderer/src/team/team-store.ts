import { useMemo } from 'react';
import { type ChangeKind, familyOf, isChangeKind } from '#shared/domain/change-kinds.ts';
import type { TeamClaim, TeamRemovals, TeamStatus, TeamWork } from '#shared/domain/team-view.ts';
import type { Result } from '#shared/result.ts';
import type { Input, Output } from '../client.ts';
import { useStores } from '../app-stores.ts';
import { valueOf } from '../remote.ts';
import { useNowMs } from '../ui/Formats.tsx';
import { useAction } from '../use-action.ts';
import { unlessRefused } from './team-words.tsx';

/** The team; null where none is joined, or where that is not known yet. */
export function useTeam(): TeamStatus | null {
  const [read] = useAction('team', 'status', {});
  return valueOf(read)?.team ?? null;
}

type Asked = 'claims' | 'edits' | 'removals' | 'work';

/** What is asked of a team that is joined; nothing alone. */
const useJoined = <M extends Asked>(method: M, input: Input<'team', M>) =>
  useAction('team', method, useTeam() === null ? null : input);

const noClaims: readonly TeamClaim[] = [];
const noRemovals: readonly TeamRemovals[] = [];

/** Open changes of others. */
export const useClaims = (): readonly TeamClaim[] => valueOf(useJoined('claims', {})[0])?.claims ?? noClaims;

/** Domains that others have removed, and that stay here until this person has said so. */
export const useRemovals = (): readonly TeamRemovals[] =>
  valueOf(useJoined('removals', {})[0])?.removals ?? noRemovals;

export type TeamMarks = ReturnType<typeof useTeamMarks>;

/** What others have to do with the domains of a list: read once for all of its rows. */
export function useTeamMarks() {
  const [claims, removals] = [useClaims(), useRemovals()];
  return useMemo(() => {
    const claimsOf = Map.groupBy(claims, ({ domain }) => domain);
    const keyOf = (accountId: string, name: string): string => `${accountId} ${name}`;
    const removedBy = new Map(
      removals.flatMap(({ accountId, names, by }) => names.map((name) => [keyOf(accountId, name), by])),
    );
    return {
      /** An open change of a domain. @param kind Of a change that would have to wait for it; left out for any. */
      claimOf: (domain: string, kind?: ChangeKind): TeamClaim | undefined =>
        claimsOf
          .get(domain)
          ?.find((claim) => kind === undefined || familyOfKind(claim.kind) === familyOf(kind)),
      /** Who has removed a domain. */
      removedBy: ({ accountId, name }: { readonly accountId: string; readonly name: string }) =>
        removedBy.get(keyOf(accountId, name)),
    };
  }, [claims, removals]);
}

/** The family of a kind that a newer version may have: then its own. */
const familyOfKind = (kind: string): string => (isChangeKind(kind) ? familyOf(kind) : kind);

/** What others have edited of a domain. */
export const useEdits = (of: Input<'team', 'edits'>) => valueOf(useJoined('edits', of)[0]);

/** Limits and requests, and the function that asks for them again. */
export const useWorkAsked = () => useJoined('work', {});

/** Limits and requests, as far as they are known; null alone. */
export const useWork = (): TeamWork | null => valueOf(useWorkAsked()[0]);

/** Which colleagues have done something, and what since the day began; null until it is known. Also of a team that was left. */
export function useTeamDone(): Output<'team', 'done'> | null {
  const since = new Date(useNowMs());
  since.setHours(0, 0, 0, 0);
  return valueOf(useAction('team', 'done', { since: since.toISOString() })[0]);
}

/** Asks for a new password of one's own, in its window. Null where the person closed that. */
export function useChangePassword(): () => Promise<Result<object> | null> {
  const { bridge, notices } = useStores();
  return async () => {
    const answer = await bridge.request.team.changePassword({});
    if (answer.ok && answer.value.kind === 'cancelled') return null;
    const changed = unlessRefused(answer);
    if (changed.ok) notices.actions.say('Your password in the team is changed.');
    return changed;
  };
}
