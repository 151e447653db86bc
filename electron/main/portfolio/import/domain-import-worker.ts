import { serveJobs } from '../../system/job-thread.ts';
import { reviewImport } from './review-import.ts';

/** Reads a file of up to 64 MiB and compares it with the portfolio, on a thread so that nothing else waits. */
serveJobs(reviewImport);
