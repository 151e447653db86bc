/** Why a check failed. */
export const updateFaults = ['unreachable', 'unreadable'] as const;

/** `available`: there is a newer version; `replaced`: the package manager has put one in place of the program that runs. */
export const updateStatuses = ['off', 'idle', 'checking', 'available', 'replaced', 'failed'] as const;
