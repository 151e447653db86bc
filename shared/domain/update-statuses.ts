/** Why an update failed. `signature`: it was not signed by the publisher of this application, and was deleted. */
export const updateFaults = ['unreachable', 'unreadable', 'signature', 'storage', 'older'] as const;

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
