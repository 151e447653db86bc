import type { CodeSaving } from '#shared/domain/code.ts';

/** How far a saving was lately, from which its speed is told: the oldest first. */
export type Pace = readonly { readonly atMs: number; readonly asked: number }[];

/** Over so long; a pause before it says nothing of now. */
const lookBackMs = 10_000;

/** With where `saving` stands now; without it once it is over or waits. */
export function pacesWith(
  paces: ReadonlyMap<string, Pace>,
  { id, state, asked, waitsFor }: CodeSaving,
  nowMs: number,
): ReadonlyMap<string, Pace> {
  const next = new Map(paces);
  const recent = (paces.get(id) ?? []).filter(({ atMs }) => nowMs - atMs <= lookBackMs);
  if (state !== 'running' || waitsFor !== null) next.delete(id);
  else next.set(id, [...recent, { atMs: nowMs, asked }]);
  return next;
}

/** In requests a second; null until enough is known. */
export function rateOf(pace: Pace | undefined): number | null {
  const [first, last] = [pace?.at(0), pace?.at(-1)];
  if (first === undefined || last === undefined) return null;
  const seconds = (last.atMs - first.atMs) / 1_000;
  return seconds < 1 || last.asked <= first.asked ? null : (last.asked - first.asked) / seconds;
}
