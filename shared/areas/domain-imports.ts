import { z } from 'zod';
import { count, instant, text } from './common-schemas.ts';

/** An import of a file into a portfolio, which can be undone as a whole. */
export const domainImport = z.object({
  id: z.uuid(),
  at: instant,
  /** The file's name, or `pasted`. */
  source: text(260),
  /** The registrar's panel that writes such files; null where it was not recognised. */
  panel: text(40).nullable(),
  added: count,
  changed: count,
  unchanged: count,
  skipped: count,
  /** Of those that are not skipped, the rows of which not all was taken. */
  partly: count,
  undoneAt: instant.nullable(),
  /** Of how many domains it can still be undone. */
  left: count,
});
