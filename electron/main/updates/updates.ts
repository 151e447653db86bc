import type { UpdateState } from '#shared/domain/update.ts';

/** New versions of Namedesk. Each answer is where updating stands then. */
export interface Updates {
  readonly read: () => UpdateState;
  readonly check: () => Promise<UpdateState>;
  readonly download: () => Promise<UpdateState>;
  /** Ends the application where nothing is on its way. */
  readonly install: () => Promise<UpdateState>;
  readonly close: () => void;
}
