import type { updateState } from '../areas/maintenance.ts';
import type { TypeOf } from '../schema-type.ts';

export type UpdateState = TypeOf<typeof updateState>;
export type UpdateStatus = UpdateState['status'];
export type UpdateDisabledReason = NonNullable<UpdateState['hindrance']>;
export type UpdateFault = NonNullable<UpdateState['fault']>;
export type NewVersion = NonNullable<UpdateState['offered']>;
export type ActiveWork = UpdateState['waitsFor'][number];
