import { serveJobs } from '../system/job-thread.ts';
import { cellsOf } from './shown-cells.ts';

/**
 * Filters and sorts sessions like the grid does: for a million names this takes most of a second, too long to block
 * main.
 */
serveJobs(cellsOf, ({ cells }) => [cells.buffer]);
