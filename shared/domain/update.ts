/**
 * Why updates are disabled: none are built in, the application is not installed, or the system's packages provide them.
 */
export const updateDisabledReasons = ['no-feed', 'not-installed', 'by-package-manager'] as const;
export type UpdateDisabledReason = (typeof updateDisabledReasons)[number];

/** Active work that an update waits for before it can be installed. */
export const activeWorkKinds = ['session', 'change', 'plan', 'codes'] as const;
export type ActiveWork = (typeof activeWorkKinds)[number];

/** Why an update failed. `signature`: it was not signed by the publisher of this application, and was deleted. */
export const updateFaults = ['unreachable', 'unreadable', 'signature', 'storage', 'older'] as const;
export type UpdateFault = (typeof updateFaults)[number];

export interface NewVersion {
  readonly version: string;
  readonly releasedAt: string | null;
  /** Plain text. */
  readonly notes: string;
}

/**
 * The status of updates. `available`: there is a newer version that was not downloaded; `ready`: it was downloaded, and
 * waits for the user and for active work.
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
  /** Set if updates are off. */
  readonly hindrance: UpdateDisabledReason | null;
  /** The version on offer; null if there is none. */
  readonly offered: NewVersion | null;
  /** From 0 to 100 during the download; null otherwise. */
  readonly percent: number | null;
  /** What has to end before it can be installed. */
  readonly waitsFor: readonly ActiveWork[];
  readonly fault: UpdateFault | null;
  readonly checkedAt: string | null;
}
