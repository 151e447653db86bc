import type { Deviation } from '#shared/domain/diagnostics.ts';
import type { Input, Output } from '#shared/ipc/types.ts';
import type { Result } from '#shared/result.ts';

export type LogAsk = Input<'diagnostics', 'log'>;
export type LogPage = Output<'diagnostics', 'log'>;
export type Bundle = Output<'diagnostics', 'bundle'>;

/** What helps whoever is asked for help. */
export interface Diagnostics {
  readonly log: (ask: LogAsk) => Promise<Result<LogPage>>;
  /** The most frequent first. */
  readonly deviations: (accountId: string) => Promise<Result<readonly Deviation[]>>;
  /** Kept until the next one is made, so that what is saved is what was read. */
  readonly bundle: () => Promise<Result<Bundle>>;
  /** Fails with: `invalid-input` (another bundle was made since), `storage`. */
  readonly saveBundle: (id: string, path: string) => Promise<Result<unknown>>;
}
