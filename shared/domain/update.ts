/** Why there are no updates here: none are built in, the application is not installed, or the system's own packages bring them. */
export const updateDisabledReasons = ['no-feed', 'not-installed', 'by-package-manager'] as const;
export type UpdateDisabledReason = (typeof updateDisabledReasons)[number];

/** What an update waits for before it may be put in place. */
export const activeWorkKinds = ['session', 'change', 'plan', 'codes'] as const;
export type ActiveWork = (typeof activeWorkKinds)[number];

/** Why an update came to nothing. `signature`: it is not from who made this application; it was thrown away. */
export const updateFaults = ['unreachable', 'unreadable', 'signature', 'storage', 'older'] as const;
export type UpdateFault = (typeof updateFaults)[number];

export interface NewVersion {
  readonly version: string;
  readonly releasedAt: string | null;
  /** Plain text. */
  readonly notes: string;
}

/**
 * Where updating stands. `available`: there is a newer version, and it was not downloaded; `ready`: it was, and waits for the
 * user and for what is on its way.
 */
export const updateStatuses = [
  'off',
  'idle',
  'checking',
  'available',
  'downloading',
  'ready',
  'failed',
] as const;
export type UpdateStatus = (typeof updateStatuses)[number];

export interface UpdateState {
  readonly status: UpdateStatus;
  /** Where it is off. */
  readonly hindrance: UpdateDisabledReason | null;
  /** The one that is on offer; null while there is none. */
  readonly offered: NewVersion | null;
  /** From 0 to 100, while it is being downloaded. */
  readonly percent: number | null;
  /** What has to end before it can be put in place. */
  readonly waitsFor: readonly ActiveWork[];
  readonly fault: UpdateFault | null;
  readonly checkedAt: string | null;
}
