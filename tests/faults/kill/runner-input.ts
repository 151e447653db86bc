import type { Login } from '../../support/services/open-services.ts';

/** What a process that is going to be killed is told. */
export interface RunnerInput extends Login {
  readonly directory: string;
  readonly names: readonly string[];
  readonly tlds: readonly string[];
  readonly concurrency: number;
}

/** A line that it prints. Findings as cells and their codes; both in Base64, to be one short line. */
export type RunnerLine =
  /** What the session holds as it is opened. */
  | { readonly kind: 'opened'; readonly codes: string }
  /** What was reported since. */
  | { readonly kind: 'reported'; readonly cells: string; readonly codes: string }
  | { readonly kind: 'finished' };
