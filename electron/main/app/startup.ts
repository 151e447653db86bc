import type { firstRequests } from '#shared/areas/startup.ts';
import type { AppError } from '#shared/errors.ts';
import { fail } from '#shared/result.ts';
import { channelOf } from '#shared/routes.ts';
import type { Logger } from '../system/log.ts';
import type { GuardedCall } from './ipc.ts';
import { callerNow } from './sender.ts';

type First = typeof firstRequests;

/** Only the names: the schemas are loaded with the handlers. */
const firstRoutes: { readonly [A in keyof First]: Readonly<Record<keyof First[A], true>> } = {
  accounts: { list: true },
  tlds: { sets: true },
  settings: { read: true },
  search: { takeRequested: true },
};

/** The channels of the requests of every start. `startup-handlers.ts` answers them; it is not loaded to know them. */
export const startupChannels: ReadonlySet<string> = new Set(
  Object.entries(firstRoutes).flatMap(([area, methods]) =>
    Object.keys(methods).map((method) => channelOf(area, method)),
  ),
);

/**
 * Loads at the first call, or by itself after a timeout. Every caller gets the same value.
 *
 * @param patienceMs Timeout from now, in milliseconds.
 */
export function lazy<T>(load: () => Promise<T>, patienceMs: number): () => Promise<T> {
  let loading: Promise<T> | null = null;

  async function wanted(): Promise<T> {
    clearTimeout(patience);
    loading ??= load();
    return loading;
  }

  // A failed load rejects for every caller.
  const patience = setTimeout(() => void wanted().catch(() => undefined), patienceMs);
  return wanted;
}

/**
 * A call that waits until its guards are loaded and then passes through all of them; it never bypasses them. Like every
 * guarded call it never rejects.
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
