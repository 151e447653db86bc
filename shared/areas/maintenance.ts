import { z } from 'zod';
import { instant, nothing } from './common-schemas.ts';
import { updateFaults, updateStatuses } from '../domain/update-statuses.ts';

/** Active work that a restart into a newer version waits for. */
const activeWork = z.enum(['session', 'change', 'batch', 'codes', 'import', 'export']);

export const updateState = z.object({
  status: z.enum(updateStatuses),
  /** Set where none is looked for: no address is built in, it is not installed, or the system's packages bring them. */
  disabledReason: z.enum(['no-feed', 'not-installed', 'by-package-manager']).nullable(),
  /** A newer version; null if there is none, or none is known. */
  newest: z.string().max(60).nullable(),
  /** What has to end before a replaced program is restarted. */
  waitsFor: z.array(activeWork).max(activeWork.options.length).readonly(),
  fault: z.enum(updateFaults).nullable(),
  checkedAt: instant.nullable(),
});

export const upkeepEvents = {
  'updates.changed': updateState,
  /** There is something to acknowledge: it is read by `restored.read`. */
  'restored.changed': nothing,
} as const;
