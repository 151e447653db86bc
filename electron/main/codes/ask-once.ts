import { fail, ok, type Result } from '#shared/result.ts';
import type { AskingDeed } from '#shared/domain/code.ts';
import type { Connection } from '../connections/connections.ts';
import type { KeptAnswer } from '../reseller/client.ts';
import type { EppAnswer } from '../reseller/operations/epp-code.ts';
import type { AccessJournal } from './access-journal.ts';
import { outcomeOfRead } from './asking-outcome.ts';

/** What may be asked for a code. */
export interface CodeConnection {
  readonly account: Pick<Connection['account'], 'id' | 'label' | 'colour'>;
  readonly client: Pick<Connection['client'], 'readEppCode'>;
  readonly throttle: Pick<Connection['throttle'], 'run'>;
  readonly ended: AbortSignal;
}

export interface Asking {
  readonly connection: CodeConnection;
  /** As A-labels. */
  readonly domain: string;
  readonly deed: AskingDeed;
  readonly signal: AbortSignal;
}

/** What came, and when. */
export interface Came {
  readonly read: Result<EppAnswer>;
  /** The last complete answer, all of it masked; null where none came. */
  readonly kept: KeptAnswer | null;
  readonly retrievedAt: string;
}

interface AskDeps {
  readonly journal: Pick<AccessJournal, 'asked' | 'answered'>;
  readonly now: () => Date;
  readonly onBug: (thrown: unknown) => void;
}

/**
 * Writes down that a code is asked for, asks the service for it, once, in the account's order of asking, and writes down
 * what came.
 *
 * Fails with: `storage`, `journal-broken`, `cancelled`. Nothing was asked.
 */
export async function askOnce({ journal, now, onBug }: AskDeps, asking: Asking): Promise<Result<Came>> {
  const { connection, domain, deed, signal } = asking;
  const work = async (): Promise<Result<Came>> => {
    const access = await journal.asked(connection.account, domain, deed);
    if (!access.ok) return access;
    const answers: KeptAnswer[] = [];
    const onAnswer = (answer: KeptAnswer): void => void answers.push(answer);
    const read = await connection.client.readEppCode({ domain }, { signal, onAnswer });
    const came = { read, kept: answers.at(-1) ?? null, retrievedAt: now().toISOString() };
    // Where it cannot be written, the line before it stands for itself: what came is not known. The code is not lost for that.
    await journal.answered(access.value, outcomeOfRead(read, came.kept !== null)).catch(onBug);
    return ok(came);
  };
  try {
    return await connection.throttle.run(work, signal);
  } catch (thrown) {
    if (signal.aborted && thrown === signal.reason) return fail({ kind: 'cancelled' });
    throw thrown;
  }
}
