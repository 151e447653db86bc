import type { Figure } from './framework/figure.ts';
import { disk } from './figures/disk.ts';
import { engine } from './figures/engine.ts';
import { grow } from './figures/grow.ts';
import { importNames } from './figures/import.ts';
import { memory } from './figures/memory.ts';
import { resume } from './figures/resume.ts';
import { resumeInWindow } from './figures/resume-window.ts';
import { stalls } from './figures/stalls.ts';
import { packagedStart } from './figures/packaged-start.ts';
import { start } from './figures/start.ts';
import { typing } from './figures/typing.ts';
import { filter } from './grid/filter-figure.ts';
import { grid } from './grid/grid-figure.ts';

/** Every figure, in the order in which they are taken: what needs no window comes first. */
export const allFigures: readonly Figure[] = [
  engine,
  stalls,
  grow,
  disk,
  resume,
  importNames,
  filter,
  start,
  packagedStart,
  memory,
  resumeInWindow,
  typing,
  grid,
];
