import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createMutex } from '../system/queue.ts';
import type { Secret } from '../system/secret.ts';
import type { Given } from '../system/timing.ts';
import type { OpenedCodeWindow, SecretClipboard, ShownCode } from './codes.ts';

/** How long a code stays on the screen. */
export const shownForMs = 20_000;

/** The domain of the code on the screen. */
export interface Shown {
  readonly domain: string;
  readonly hidesAt: string;
}

export type ShownCodes = ReturnType<typeof createShownCodes>;

interface ShownDeps extends Given<'now' | 'onBug'> {
  readonly onChange: () => void;
}

/** Tracks which domain's code is on the screen, without the code itself. */
export function createShownCodes({ now, onChange, onBug }: ShownDeps) {
  let current: Shown | null = null;

  function set(next: Shown | null): void {
    current = next;
    onChange();
  }

  return {
    /** Shows the code; null where the window was closed meanwhile. */
    async show(window: OpenedCodeWindow, code: Omit<ShownCode, 'forMs'>): Promise<Shown | null> {
      const shown = { domain: code.domain, hidesAt: new Date(now().getTime() + shownForMs).toISOString() };
      const gone = window.show({ ...code, forMs: shownForMs });
      if (await isGoneAtOnce(gone)) return null;
      set(shown);
      const hide = (): void => {
        if (current === shown) set(null);
      };
      gone.then(hide, (thrown: unknown) => {
        hide();
        onBug(thrown);
      });
      return shown;
    },
    now: () => current,
  };
}

/** True where the window was closed during the request: then nothing is shown, and nothing is announced. */
const isGoneAtOnce = (gone: Promise<void>): Promise<boolean> =>
  Promise.race([gone.then(() => true), new Promise<false>((resolve) => void setImmediate(resolve, false))]);

/** The domain of the code in the clipboard. A time in the past means that it could not be cleared. */
export interface Copied {
  readonly domain: string;
  readonly clearsAt: string;
}

/** Copies codes to the clipboard and clears them again. Stores no code: it recognizes one by a salted hash. */
export type ClipboardKeeper = ReturnType<typeof createClipboardKeeper>;

interface KeeperDeps extends Given<'now' | 'onBug' | 'timer'> {
  readonly clipboard: SecretClipboard;
  readonly onChange: () => void;
}

interface Held extends Copied {
  readonly mark: SaltedMark;
  readonly dueAtMs: number;
  readonly ending: AbortController;
}

/** How often the clock is checked: timers stop while the machine sleeps, and the wall clock does not. */
const checkEveryMs = 1_000;
const mostTries = 5;
const tryAgainAfterMs = 200;

export function createClipboardKeeper(deps: KeeperDeps) {
  const { clipboard, timer, now, onChange, onBug } = deps;
  const inTurn = createMutex();
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
      else onBug(new Error('A code could not be cleared from the clipboard'));
    });

  async function clearWhenDue(mine: Held): Promise<void> {
    const isDue = (): boolean => timer.nowMs() >= mine.dueAtMs || now().toISOString() >= mine.clearsAt;
    while (!isDue()) {
      const leftMs = mine.dueAtMs - timer.nowMs();
      const isOver = await timer
        .sleep(Math.min(leftMs, checkEveryMs), mine.ending.signal)
        .then(goesOn, isGivenUp);
      if (isOver) return;
    }
    await clear(mine);
  }

  return {
    /** Replaces the code before. Rejects where the clipboard refuses it; a partial write is cleared then. */
    copy: (domain: string, code: Secret, forMs: number) =>
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
    /** Whether this text is the code. */
    isHeld: (text: string) => held !== null && isMarked(held.mark, text),
    /** Clears the clipboard if it still contains our code; other text stays. Tries several times. */
    clear: () => inTurn(() => Promise.resolve(held)).then(clear),
  };
}

const goesOn = (): boolean => false;
const isGivenUp = (): boolean => true;

/** @returns The mark by which the code is recognized. Nothing else of the code is left afterwards. */
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

/** Whether the clipboard certainly does not contain the code any more. */
async function tookOut(clipboard: SecretClipboard, mark: SaltedMark): Promise<boolean> {
  try {
    if (!isMarked(mark, await clipboard.readText())) return true;
    await clipboard.clear();
    return !isMarked(mark, await clipboard.readText());
  } catch {
    // Another program holds the clipboard at the moment: the caller retries, and reports it if that does not help.
    return false;
  }
}

/** A salted hash that recognizes a text without storing it. */
interface SaltedMark {
  readonly salt: Uint8Array;
  readonly hash: Uint8Array;
}

const saltBytes = 32;

/** A mark with its own salt: two marks of the same text cannot be linked. */
export function markOf(secret: Secret): SaltedMark {
  const salt = randomBytes(saltBytes);
  return { salt, hash: hashOf(salt, secret.reveal()) };
}

export const isMarked = ({ salt, hash }: SaltedMark, text: string): boolean =>
  timingSafeEqual(hash, hashOf(salt, text));

const hashOf = (salt: Uint8Array, text: string): Uint8Array =>
  createHash('sha256').update(salt).update(text, 'utf8').digest();
