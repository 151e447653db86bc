import { serveJobs } from '../system/job-thread.ts';
import { calendarOf } from './calendar.ts';

/** Ten thousand events take a second to write: too long to block main. */
serveJobs(calendarOf);
