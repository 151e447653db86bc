import type { CodeView } from '#shared/ipc/code-channel.ts';

/** The way of the views from main to the page of the code window: one at a time, each handed over once. */
export interface CodeViews {
  /** Made in the moment in which the page gets it: at once where it waits for one, or when it asks next. */
  readonly tell: (view: () => CodeView) => void;
  /** The next one; its promise ends when there is one. */
  readonly next: () => Promise<CodeView>;
  /** Whether the page has seen the last one, and does not wait for another. */
  readonly isSeen: () => boolean;
  /** What was not handed over is forgotten; whoever waits, or asks from now on, hears that it is over. */
  readonly end: () => void;
}

const over: CodeView = { kind: 'over' };

export function createCodeViews(): CodeViews {
  let unseen: (() => CodeView) | null = null;
  let waiting: ((view: CodeView) => void) | null = null;
  let isOver = false;
  return {
    tell(view) {
      if (isOver) return;
      const hand = waiting;
      waiting = null;
      if (hand === null) unseen = view;
      else hand(view());
    },
    next() {
      if (isOver) return Promise.resolve(over);
      const view = unseen;
      unseen = null;
      if (view !== null) return Promise.resolve(view());
      const { promise, resolve } = Promise.withResolvers<CodeView>();
      waiting = resolve;
      return promise;
    },
    isSeen: () => unseen === null && waiting === null,
    end() {
      isOver = true;
      unseen = null;
      waiting?.(over);
      waiting = null;
    },
  };
}
