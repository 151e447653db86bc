import type { settings } from '../areas/common-schemas.ts';
import type * as schemas from '../areas/watching.ts';
import type { TypeOf } from '../schema-type.ts';

export type WatchedName = TypeOf<typeof schemas.watchedName>;
/** Counts and no names: it may be shown on a screen that others see. */
export type Notice = TypeOf<typeof schemas.notice>;
export type QuietHours = TypeOf<typeof settings>['quietHours'];

/** Whether nothing is told of at this time. Hours are the user's; those of a night begin on one day and end on the next. */
export function isQuiet(quiet: QuietHours, at: Date): boolean {
  if (quiet === null) return false;
  const hour = at.getHours();
  return quiet.from <= quiet.to
    ? hour >= quiet.from && hour < quiet.to
    : hour >= quiet.from || hour < quiet.to;
}
