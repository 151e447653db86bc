import type { Plot } from '../model/histories.ts';

/** One text in one file, that is there exactly once, and what takes its place. */
export interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** A mending of a row of section F or G, taken out. */
export interface Mutation {
  /** The row, and which of its mendings. */
  readonly name: string;
  readonly takesOut: string;
  readonly edits: readonly Edit[];
  /** A course of things that is in each history then; without one, chance decides. */
  readonly plot?: Plot;
}

export const edit = (file: string, from: string, to: string): Edit => ({
  file: `electron/main/${file}`,
  from,
  to,
});

export const gate = 'changes/gate.ts';
export const decode = 'reseller/decode.ts';
