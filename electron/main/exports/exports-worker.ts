import { parentPort, workerData } from 'node:worker_threads';
import { viewOf } from '#shared/domain/view-of.ts';
import { look } from './looking.ts';
import { shownCells } from './shown-cells.ts';

/**
 * Looks at one session as the grid does, says which cells are shown, and ends: a million names take the better part of
 * a second to sort, and main has no such second.
 */
if (parentPort === null) throw new Error('An export looks at its session on a thread of its own');

const { names, filter, sort, ...cells } = look.parse(workerData);
const matrix = { ...cells, names: names === '' ? [] : names.split('\n') };
const shown = shownCells(viewOf(matrix, filter, sort), matrix.tlds.length);
parentPort.postMessage(shown, [shown.buffer]);
