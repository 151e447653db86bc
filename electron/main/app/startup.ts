import type { firstRequests } from '#shared/areas/startup.ts';
import type { AppError } from '#shared/errors.ts';
import { fail } from '#shared/result.ts';
import { channelOf } from '#shared/routes.ts';
import type { Logger } from '../system/log.ts';
import type { GuardedCall } from './ipc.ts';
import { callerNow } from './sender.ts';

type First = typeof firstRequests;

/** Their names alone: the schemas are loaded with what answers them. */
const firstRoutes: { readonly [A in keyof First]: Readonly<Record<keyof First[A], true>> } = {
  accounts: { list: true },
  tlds: { sets: true },
  settings: { read: true },
  search: { takeRequested: true },
};

/** The channels of what every start asks first; `front-desk.ts` answers them, and is not loaded for knowing them. */
export const startupChannels: ReadonlySet<string> = new Set(
  Object.entries(firstRoutes).flatMap(([area, methods]) =>
    Object.keys(methods).map((method) => channelOf(area, method)),
  ),
);

/**
 * Loads when it is first wanted, and otherwise by itself once the patience is over. Everyone gets the same.
 *
 * @param patienceMs Counted from now, in milliseconds.
 */
export function lazy<T>(load: () => Promise<T>, patienceMs: number): () => Promise<T> {
  let loading: Promise<T> | null = null;

  async function wanted(): Promise<T> {
    clearTimeout(patience);
    loading ??= load();
    return loading;
  }

  // A failure is told to whoever wants it.
  const patience = setTimeout(() => void wanted().catch(() => undefined), patienceMs);
  return wanted;
}

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
