import type { Backup } from '#shared/domain/backup.ts';

/** What the end of the application would cut off. */
export type WorkOnItsWay = 'session' | 'change' | 'plan' | 'codes';

const waitFor: Readonly<Record<WorkOnItsWay, string>> = {
  session: 'A bulk look-up is running: pause it first.',
  change: 'A change is on its way or uncertain: the backup may not know of it. Let it end first.',
  plan: 'A plan is being carried out: pause it first.',
  codes: 'Transfer codes are being fetched: let that end first.',
};

/** Why a backup may not take the workspace's place now, as a sentence; null where it may. */
export function whyNotRestorable(
  { state, version }: Backup,
  presentVersion: number,
  obstacles: readonly WorkOnItsWay[],
): string | null {
  if (state !== 'good') return 'This backup is damaged.';
  if ((version ?? 0) > presentVersion) return 'This backup was made by a newer version of Namedesk.';
  const [first] = obstacles;
  return first === undefined ? null : waitFor[first];
}
