import type { TeamClaim, TeamStatus, TeamWork } from '#shared/domain/team-view.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Input, Output } from '../client.ts';
import { useStores } from '../app-stores.ts';
import { answered, idle, loading, type Remote, valueOf } from '../remote.ts';
import { useNowMs } from '../ui/Formats.tsx';
import { useAction } from '../use-action.ts';
import { type Refused, unlessRefused } from './team-words.tsx';

/** The team; null where none is joined, or where that is not known yet. */
export function useTeam(): TeamStatus | null {
  const [read] = useAction('team', 'status', {});
  return valueOf(read)?.team ?? null;
}

type Asked = 'claims' | 'edits' | 'removals' | 'work';

/** What is asked of a team that is joined, and the function that asks it again: null alone, and what counts only while it is answered. */
function useJoined<M extends Asked>(
  method: M,
  input: Input<'team', M>,
): readonly [Output<'team', M> | null, () => void] {
  const [read, again] = useAction('team', method, useTeam() === null ? null : input);
  return [read.status === 'failed' ? null : valueOf(read), again];
}

const noClaims: readonly TeamClaim[] = [];

/** Open changes of others. */
export const useClaims = (): readonly TeamClaim[] => useJoined('claims', {})[0]?.claims ?? noClaims;

/** Domains that others have removed, and that stay here until this person has said so. */
export const useRemovals = () => useJoined('removals', {})[0]?.removals ?? [];

/** What others have edited of a domain. */
export const useEdits = (of: Input<'team', 'edits'>) => useJoined('edits', of)[0];

/** Limits and requests; null alone, and where nobody answers. */
export function useWork(): readonly [work: TeamWork | null, again: () => void] {
  const [work, again] = useJoined('work', {});
  return [work?.kind === 'work' ? work : null, again];
}

/** What the database was asked for: a refusal is shown as a failure is. */
export function withoutRefusal<T extends object>([read, again]: readonly [Remote<T>, () => void]): readonly [
  Remote<Exclude<T, Refused>>,
  () => void,
] {
  const value = valueOf(read);
  const known = value === null ? idle : answered(idle, unlessRefused<T>(ok(value)));
  if (read.status === 'failed') return [answered(known, fail(read.error)), again];
  return [read.status === 'loading' ? loading(known) : known, again];
}

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
