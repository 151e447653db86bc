import type { AppError } from '#shared/app-error.ts';
import { fail } from '#shared/result.ts';
import type { Logger } from '../log/logger.ts';
import type { GuardedCall } from './guards.ts';
import { callerNow } from './sender.ts';

/**
 * A call that waits for its guards and then goes through all of them; without them nothing gets through. Like a guarded
 * call it never rejects.
 */
export const onceLoaded =
  (channel: string, calls: () => Promise<ReadonlyMap<string, GuardedCall>>, log: Logger): GuardedCall =>
  async (caller, payload) => {
    try {
      const arrived = callerNow(caller);
      const call = (await calls()).get(channel);
      if (call === undefined) throw new Error(`${channel} has no handler`);
      return await call(arrived, payload);
    } catch (thrown) {
      return fail<AppError>({ kind: 'bug', incidentId: log.bug(thrown) });
    }
  };
