import type * as schemas from '../areas/change-schemas.ts';
import type { TypeOf } from '../schema-type.ts';

/** The current status of a change. Its history is in its journal entries. */
export type Change = TypeOf<typeof schemas.change>;
export type SyncAnswer = TypeOf<typeof schemas.syncAnswer>;
export type Evidence = TypeOf<typeof schemas.evidence>;
export type Proof = NonNullable<Change['proof']>;
export type NextStep = Change['next'][number];

/** Whether the change has happened, as far as is known: according to the service, a read or a person. */
export const tookEffect = ({ state, settledAs }: Pick<Change, 'state' | 'settledAs'>): boolean =>
  state === 'confirmed' || state === 'applied' || (state === 'settled' && settledAs === 'applied');
