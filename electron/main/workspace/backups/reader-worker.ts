import { serveJobs } from '../../threads/serve-jobs.ts';
import { readThrough } from './read-through.ts';

/** Reads copies of the workspace through: it takes seconds where the file is large. */
serveJobs(readThrough);
