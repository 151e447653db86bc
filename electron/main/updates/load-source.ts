import type { Source } from './create-updates.ts';
import type { SourceDeps } from './source.ts';

/** Everything that reads a feed: half a megabyte of code that is of no use before the first look, or without a feed. */
export const loadSource = async (deps: SourceDeps): Promise<Source> =>
  (await import('./source.ts')).createSource(deps);
