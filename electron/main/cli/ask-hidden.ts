/** What is used of a terminal's own input. */
export interface Keyboard {
  /** False where it is no terminal. */
  readonly isTerminal: () => boolean;
  /** Raw: every key comes at once, and none is shown. */
  readonly setRaw: (isRaw: boolean) => void;
  /** The next keys; null at the end. */
  readonly next: () => Promise<Uint8Array | null>;
}

/** Asks for something that is not shown while it is typed; null where nobody is there to ask, or they turn back. */
export type AskHidden = (prompt: string) => Promise<string | null>;

const keys = { enter: '\r', lineFeed: '\n', backspace: '\u007F', delete: '\b', eraseAll: '\u0015' } as const;
/** Ctrl-C and Ctrl-D. */
const turningBack: ReadonlySet<string> = new Set(['\u0003', '\u0004']);
const escape = '\u001B';
const longest = 2_000;

/**
 * @param interrupt Called at Ctrl-C, which is a key like any other while nothing is shown.
 */
export function createAskHidden(
  keyboard: Keyboard,
  write: (text: string) => void,
  interrupt: () => void,
): AskHidden {
  /** What was typed ahead, behind an Enter. */
  let left = '';
  const decoder = new TextDecoder();

  async function line(): Promise<string | null> {
    const typed: string[] = [];
    for (;;) {
      for (const [key, rest] of keysIn(left)) {
        left = rest;
        if (key === keys.enter || key === keys.lineFeed) return typed.join('');
        if (turningBack.has(key)) {
          if (key === '\u0003') interrupt();
          return null;
        }
        press(key, typed);
      }
      const piece = await keyboard.next();
      if (piece === null) return null;
      left = decoder.decode(piece, { stream: true });
    }
  }

  return async (prompt) => {
    if (!keyboard.isTerminal()) return null;
    write(prompt);
    keyboard.setRaw(true);
    try {
      return await line();
    } finally {
      keyboard.setRaw(false);
      write('\n');
    }
  };
}

/** Each key with what is typed behind it; an arrow and its like are one key. */
function* keysIn(text: string): Generator<readonly [key: string, rest: string], void> {
  for (const { 0: key, index } of text.matchAll(/\u001B(?:\[[\d;]*[A-Za-z~]|O.)?|[^]/gu))
    yield [key, text.slice(index + key.length)];
}

function press(key: string, typed: string[]): void {
  if (key === keys.backspace || key === keys.delete) typed.pop();
  else if (key === keys.eraseAll) typed.length = 0;
  else if (!key.startsWith(escape) && typed.length < longest) typed.push(key);
}
