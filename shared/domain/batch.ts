import type * as schemas from '../areas/batches.ts';
import type { TypeOf } from '../schema-type.ts';

export type Batch = TypeOf<typeof schemas.batch>;
export type BatchAsk = Batch['ask'];
export type BatchState = Batch['state'];
export type BatchCounts = Batch['counts'];
export type BatchRow = TypeOf<typeof schemas.batchRow>;
export type LeftOutReason = NonNullable<BatchRow['leftOut']>;
export type RenewalFacts = NonNullable<BatchRow['renewal']>;

/** The count must be typed for more rows than this, or for more than this share of the portfolio. */
export const rowsWithoutTyping = 25;
export const shareWithoutTyping = 0.2;
