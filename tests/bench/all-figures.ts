import type { Figure } from './framework/figure.ts';
import { engine } from './figures/engine.ts';
import { memory } from './figures/memory.ts';
import { start } from './figures/start.ts';

/** Every figure, in the order in which they are taken: what needs no window comes first. */
export const allFigures: readonly Figure[] = [engine, start, memory];
