import { oneAtATime } from '../accounts/one-at-a-time.ts';
import type { Secret } from '../accounts/secret.ts';
import type { Timer } from '../connections/throttle.ts';
import { isMarked, markOf, type SaltedMark } from './salted-mark.ts';
import type { SecretClipboard } from './secret-clipboard.ts';

/** Whose code is in the clipboard. A time that is past says that it could not be taken out. */
export interface Copied {
  readonly domain: string;
  readonly clearsAt: string;
}

/** Puts codes into the clipboard and takes them out again. It keeps none of them: it knows them by a salted hash. */
export interface ClipboardKeeper {
  /** Takes the place of the one before. Rejects where the clipboard does not take it; then it is taken out as far as it got. */
  readonly copy: (domain: string, code: Secret, forMs: number) => Promise<Copied>;
  readonly held: () => Copied | null;
  /** Takes out what is still ours; what somebody else copied meanwhile stays. Tries several times. */
  readonly clear: () => Promise<void>;
}

interface KeeperDeps {
  readonly clipboard: SecretClipboard;
  readonly timer: Timer;
  readonly now: () => Date;
  readonly onChange: () => void;
  readonly onBug: (thrown: unknown) => void;
}

interface Held extends Copied {
  readonly mark: SaltedMark;
  readonly dueAtMs: number;
  readonly ending: AbortController;
}

/** The clock is looked at so often: timers stand still while the machine sleeps, and the wall's clock does not. */
const lookEveryMs = 1_000;
const mostTries = 5;
const tryAgainAfterMs = 200;

export function createClipboardKeeper(deps: KeeperDeps): ClipboardKeeper {
  const { clipboard, timer, now, onChange, onBug } = deps;
  const inTurn = oneAtATime();
  let held: Held | null = null;

  function hold(next: Held | null): void {
    held?.ending.abort();
    held = next;
    onChange();
  }

  async function takeOut(mark: SaltedMark): Promise<boolean> {
    for (let tries = 1; ; tries += 1) {
      if (await tookOut(clipboard, mark)) return true;
      if (tries === mostTries) return false;
      await timer.sleep(tryAgainAfterMs);
    }
  }

  const clear = (wanted: Held | null): Promise<void> =>
    inTurn(async () => {
      if (wanted === null || wanted !== held) return;
      if (await takeOut(wanted.mark)) hold(null);
      else onBug(new Error('A code could not be taken out of the clipboard'));
    });

  async function clearWhenDue(mine: Held): Promise<void> {
    const isDue = (): boolean => timer.nowMs() >= mine.dueAtMs || now().toISOString() >= mine.clearsAt;
    while (!isDue()) {
      const leftMs = mine.dueAtMs - timer.nowMs();
      const isOver = await timer
        .sleep(Math.min(leftMs, lookEveryMs), mine.ending.signal)
        .then(goesOn, isGivenUp);
      if (isOver) return;
    }
    await clear(mine);
  }

  return {
    copy: (domain, code, forMs) =>
      inTurn(async () => {
        const mark = await write(clipboard, code, takeOut);
        const clearsAt = new Date(now().getTime() + forMs).toISOString();
        const mine: Held = {
          domain,
          clearsAt,
          mark,
          dueAtMs: timer.nowMs() + forMs,
          ending: new AbortController(),
        };
        hold(mine);
        clearWhenDue(mine).catch(onBug);
        return { domain, clearsAt };
      }),
    held: () => held && { domain: held.domain, clearsAt: held.clearsAt },
    clear: () => inTurn(() => Promise.resolve(held)).then(clear),
  };
}

const goesOn = (): boolean => false;
const isGivenUp = (): boolean => true;

/** @returns By what it is known again. Nothing else of it is left when this is over. */
async function write(
  clipboard: SecretClipboard,
  code: Secret,
  takeOut: (mark: SaltedMark) => Promise<boolean>,
): Promise<SaltedMark> {
  const mark = markOf(code);
  try {
    await clipboard.write(code);
    return mark;
  } catch (thrown) {
    await takeOut(mark);
    throw thrown;
  }
}

/** Whether the clipboard certainly does not hold it any more. */
async function tookOut(clipboard: SecretClipboard, mark: SaltedMark): Promise<boolean> {
  try {
    if (!isMarked(mark, await clipboard.readText())) return true;
    await clipboard.clear();
    return !isMarked(mark, await clipboard.readText());
  } catch {
    // Another program holds the clipboard at this moment: it is tried again, and told where it stays so.
    return false;
  }
}
