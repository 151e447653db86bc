import { serveJobs } from '../../system/serve-jobs.ts';
import { readThrough } from './catalogue.ts';

/** Reads copies of the workspace through: it takes seconds where the file is large. */
serveJobs(readThrough);
