import { join } from 'node:path';
import type { FigureOptions } from '../framework/figure.ts';

/** Node's switches for a processor profile of our side, where one is wanted; the file lies in a folder named after the row. */
export const profiling = ({ profileFolder }: FigureOptions, row: string): readonly string[] =>
  profileFolder === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${join(profileFolder, row)}`];
