import { verificationOf } from '#shared/changes/verification.ts';
import type { Change } from '#shared/domain/change.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Context } from './context.ts';
import { plainHost } from './hosts.ts';
import type { ReadBack } from './reconcile/read-back.ts';

/**
 * The start after an end that came in between: what was on its way is uncertain, and is read back before anybody acts on
 * that domain (C7).
 */
export interface Recovery {
  /** Resolves when everything that was interrupted has been read back once, or could not be. */
  readonly recover: () => Promise<void>;
  /** Resolves when one can act on the domain. Fails with: `storage`, where it cannot even be looked. */
  readonly before: (accountId: string, domain: string) => Promise<Result<null>>;
}

export function createRecovery(context: Context, readBack: ReadBack): Recovery {
  const readingBack = new Map<string, Promise<unknown>>();
  let marking: Promise<Result<null>> | null = null;

  /** Once for each start; where the disk fails, the next one who acts tries again. */
  async function marked(): Promise<Result<null>> {
    marking ??= mark();
    const result = await marking;
    if (!result.ok) marking = null;
    return result;
  }

  async function mark(): Promise<Result<null>> {
    const open = await context.journal.open({ accountId: null });
    if (!open.ok) return open;
    for (const change of open.value) {
      const doubted = await doubtedNow(change);
      if (!doubted.ok) return doubted;
      if (doubted.value !== null) readOnce(doubted.value);
    }
    return ok(null);
  }

  /** The change where it is to be read back now: interrupted, or left uncertain and not read when reading counts. */
  async function doubtedNow(change: Change): Promise<Result<Change | null>> {
    if (change.state === 'sending') return await context.ledger.append(change.id, { type: 'interrupted' });
    return ok(change.state === 'uncertain' && wasReadTooEarly(change) ? change : null);
  }

  function readOnce(change: Change): void {
    const key = keyOf(change.accountId, change.domain);
    const reading = Promise.allSettled([readingBack.get(key), readBack.afterDoubt(change)]).then((all) => {
      for (const each of all) if (each.status === 'rejected') context.onBug(each.reason);
    });
    readingBack.set(key, reading);
    context.track(reading);
  }

  return {
    async recover() {
      await marked();
      await Promise.all(readingBack.values());
    },
    async before(accountId, domain) {
      const result = await marked();
      await readingBack.get(keyOf(accountId, domain));
      return result;
    },
  };
}

/** However the name is written. */
const keyOf = (accountId: string, domain: string): string => `${accountId}\n${plainHost(domain)}`;

/** So long an attempt can last between being sent and its end, from which on the pauses of reading back count. */
const longestAttemptMs = 120_000;

/** Never read back, or not any more when the last of its pauses was over: the program ended before (F11). */
function wasReadTooEarly({ what, sentAt, readBackAt }: Change): boolean {
  if (readBackAt === null) return true;
  const lastMs = verificationOf(what.kind).readAgainAfterMs.at(-1);
  if (lastMs === undefined || sentAt === null) return false;
  return Date.parse(readBackAt) < Date.parse(sentAt) + longestAttemptMs + lastMs;
}
