import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { readThrough } from './read-through.ts';

/** A thread that reads one copy through and ends: it takes seconds where the file is large. */
const { path } = z.object({ path: z.string() }).parse(workerData);
parentPort?.postMessage(readThrough(path));
