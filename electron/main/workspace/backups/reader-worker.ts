import { serveJobs } from '../../system/job-thread.ts';
import { readThrough } from './catalogue.ts';

/** Verifies copies of the workspace on a thread of its own: large files take seconds. */
serveJobs(readThrough);
