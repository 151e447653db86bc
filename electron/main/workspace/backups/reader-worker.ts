import { serveJobs } from '../../system/job-thread.ts';
import { migrations } from '../migrations.ts';
import { readCopy, type ReadingTask } from './catalogue.ts';

/** Makes copies of the workspace and verifies them, on a thread of its own: large files take seconds. */
serveJobs((task: ReadingTask) => readCopy(task, migrations));
