import { serveJobs } from '../system/serve-jobs.ts';
import { makeDraft } from './make-draft.ts';

/** Reads a file of 64 MiB, takes it apart and cleans its names, so that no window waits for it. */
serveJobs(makeDraft);
