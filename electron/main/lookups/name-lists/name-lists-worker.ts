import { serveJobs } from '../../system/job-thread.ts';
import { makeDraft } from './make-draft.ts';

/** Reads a file of up to 64 MiB, parses it and cleans its names, on a thread so that nothing else waits. */
serveJobs(makeDraft);
