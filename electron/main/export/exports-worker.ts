import { serveJobs } from '../system/serve-jobs.ts';
import { cellsOf } from './shown-cells.ts';

/** Looks at sessions as the grid does: a million names take the better part of a second to sort, and main has no such second. */
serveJobs(cellsOf, (cells) => [cells.buffer]);
