import type { CodeQuestion, UnlockQuestion } from '../../../shared/areas/secret-windows.ts';
import { Secret } from '../../../electron/main/system/secret.ts';
import type { OpenCodeWindow, SecretClipboard, ShownCode } from '../../../electron/main/codes/codes.ts';

export interface FakeCodeWindow {
  readonly question: CodeQuestion | null;
  /** What is on its screen; null before, and when it is gone. */
  readonly shown: ShownCode | null;
  readonly isOpen: boolean;
  /** For the passphrase of a file: each time it was asked. */
  readonly unlocks: readonly UnlockQuestion[];
  /** The user types it. */
  readonly unlockWith: (passphrase: string) => void;
  /** The user decides. */
  readonly answer: (isYes: boolean) => void;
  /** The window goes, whatever the reason. */
  readonly vanish: () => void;
}

export interface FakeCodeWindows {
  readonly open: OpenCodeWindow;
  /** Every one that was opened, the first one first. */
  readonly all: readonly FakeCodeWindow[];
  readonly last: () => FakeCodeWindow;
}

/**
 * The code window without a window: one at a time.
 *
 * @param answersAtOnce What the user says to each question; null where a test says it.
 */
export function codeWindows(answersAtOnce: boolean | null = true): FakeCodeWindows {
  const all: Opened[] = [];
  return {
    all,
    open() {
      if (all.some(({ isOpen }) => isOpen)) return null;
      const window = new Opened(answersAtOnce);
      all.push(window);
      return {
        confirmed: (question) => window.ask(question),
        passphrase: () => Promise.resolve(null),
        unlock: (question) => window.unlock(question),
        ended: window.ended.signal,
        show: (shown) => window.show(shown),
        isOpen: () => window.isOpen,
        close: () => window.vanish(),
      };
    },
    last() {
      const last = all.at(-1);
      if (last === undefined) throw new Error('No window was opened');
      return last;
    },
  };
}

class Opened implements FakeCodeWindow {
  question: CodeQuestion | null = null;
  shown: ShownCode | null = null;
  isOpen = true;
  readonly unlocks: UnlockQuestion[] = [];
  readonly ended = new AbortController();
  #typed = Promise.withResolvers<Secret | null>();
  readonly #answersAtOnce: boolean | null;
  readonly #answered = Promise.withResolvers<boolean>();
  readonly #gone = Promise.withResolvers<undefined>();

  constructor(answersAtOnce: boolean | null) {
    this.#answersAtOnce = answersAtOnce;
  }

  ask(question: CodeQuestion): Promise<boolean> {
    this.question = question;
    if (this.#answersAtOnce !== null) this.answer(this.#answersAtOnce);
    return this.#answered.promise;
  }

  show(shown: ShownCode): Promise<void> {
    if (this.isOpen) this.shown = shown;
    return this.#gone.promise;
  }

  unlock(question: UnlockQuestion): Promise<Secret | null> {
    this.unlocks.push(question);
    this.#typed = Promise.withResolvers();
    return this.#typed.promise;
  }

  readonly unlockWith = (passphrase: string): void => this.#typed.resolve(new Secret(passphrase));

  readonly answer = (isYes: boolean): void => this.#answered.resolve(isYes);

  readonly vanish = (): void => {
    this.isOpen = false;
    this.shown = null;
    this.ended.abort();
    this.#typed.resolve(null);
    this.#answered.resolve(false);
    this.#gone.resolve(undefined);
  };
}

export interface FakeSecretClipboard extends SecretClipboard {
  /** What somebody copies. */
  readonly put: (text: string) => void;
}

/** A clipboard in memory. */
export function aSecretClipboard(canHint = false): FakeSecretClipboard {
  let held = '';
  return {
    canHint,
    write(secret) {
      held = secret.reveal();
      return Promise.resolve();
    },
    readText: () => Promise.resolve(held),
    clear() {
      held = '';
      return Promise.resolve();
    },
    put(text) {
      held = text;
    },
  };
}
