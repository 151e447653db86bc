import type { TypeOf } from '../schema-type.ts';
import type * as schemas from '../areas/maintenance.ts';

export type UpdateState = TypeOf<typeof schemas.updateState>;
export type UpdateStatus = UpdateState['status'];
export type UpdateDisabledReason = NonNullable<UpdateState['disabledReason']>;
export type UpdateFault = NonNullable<UpdateState['fault']>;
export type ActiveWork = UpdateState['waitsFor'][number];
