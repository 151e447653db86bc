import { valueOf } from '../../lib/remote.ts';
import type { StatusState } from '../../shell/status-store.ts';

/** Why nothing can be sent with an account just now, in a sentence; null where nothing is known against it. */
export function hindranceOf({ status }: StatusState, accountId: string): string | null {
  const known = valueOf(status);
  // The status is the header's account's.
  const connection = known?.accountId === accountId ? known.connection : undefined;
  if (connection === 'offline')
    return 'Offline: what you type is kept, and can be sent once this computer is connected.';
  if (connection === 'refused') return 'The service refuses this account at present. What you type is kept.';
  return null;
}
