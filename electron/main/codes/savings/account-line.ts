import { ok, type Result } from '#shared/result.ts';
import { inLane, type LaneThrottle } from '../../changes/plans/in-lane.ts';
import { hasEnded } from '../../changes/plans/unless-ended.ts';
import type { Connection, Connections } from '../../connections/connections.ts';

/** What of a connection is used here. */
export interface SavingConnection {
  readonly client: Pick<Connection['client'], 'readEppCode' | 'readCredits'>;
  readonly throttle: Pick<Connection['throttle'], 'lane'>;
  readonly ended: AbortSignal;
}

export interface SavingConnections {
  readonly of: (accountId: string) => Promise<Result<SavingConnection>>;
}

/** An account's way to its service, in a lane of its throttle; where the connection gives way to another one, over that. */
export interface AccountLine {
  /**
   * Runs `work` when it is its turn.
   *
   * @returns Null where `stop` was aborted before.
   *
   * Fails with: what connecting fails with.
   */
  readonly run: <T>(
    work: (client: SavingConnection['client']) => Promise<T>,
    stop: AbortSignal,
  ) => Promise<Result<T | null>>;
  readonly leave: () => void;
}

export function createAccountLine(
  connections: Pick<Connections, 'of'> | SavingConnections,
  accountId: string,
): AccountLine {
  let taken: { readonly connection: SavingConnection; readonly lane: LaneThrottle } | null = null;

  function leave(): void {
    taken?.lane.leave();
    taken = null;
  }

  function laneOf(connection: SavingConnection): LaneThrottle {
    if (taken?.connection === connection) return taken.lane;
    leave();
    taken = { connection, lane: inLane(connection.throttle) };
    return taken.lane;
  }

  return {
    async run(work, stop) {
      while (!stop.aborted) {
        const connected: Result<SavingConnection> = await connections.of(accountId);
        if (!connected.ok) return connected;
        const { client, ended } = connected.value;
        const turn = turnOf(work);
        try {
          const signal = AbortSignal.any([stop, ended]);
          return ok(await laneOf(connected.value).run(() => turn.begin(client), signal));
        } catch (thrown) {
          // Whoever waits for a turn is sent away by the end of the connection, or by the stop.
          if (turn.hasBegun() || !(hasEnded(stop) || hasEnded(ended))) throw thrown;
        }
      }
      return ok(null);
    },
    leave,
  };
}

function turnOf<C, T>(work: (client: C) => Promise<T>) {
  let hasBegun = false;
  return {
    begin(client: C): Promise<T> {
      hasBegun = true;
      return work(client);
    },
    hasBegun: (): boolean => hasBegun,
  };
}
