import { z } from 'zod';
import * as c from './change-schemas.ts';

export const changeEvents = {
  /** The new or updated changes, with their present values. */
  'changes.changed': z.object({ changes: z.array(c.change) }),
  'changes.health': c.journalHealth,
} as const;
