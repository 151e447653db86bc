import type {
  CodeQuestion,
  CodeStep,
  CodeView,
  PassphraseQuestion,
  UnlockQuestion,
} from '#shared/areas/secret-windows.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import type { ShownCode } from './codes.ts';
import { Secret } from '../system/secret.ts';

interface CodeSessionDeps {
  /** Whether the window is excluded from screen captures. */
  readonly isProtected: boolean;
  readonly nowMs: () => number;
  /** Calls once after the given time; returns a function that cancels it. */
  readonly later: (call: () => void, durationMs: number) => () => void;
  /** Called once at the end of the session, whatever ended it: the window must be closed. */
  readonly onOver: () => void;
}

/**
 * Creates the session of one code window.
 *
 * A code is revealed from its `Secret` at the moment when the page gets it. The `Secret` is kept only while the code is
 * shown, so that it can be copied without asking the service again. JavaScript cannot guarantee more: a string stays in
 * memory, in main and in the message to the page, until the garbage collector runs. It cannot be wiped.
 */
export function createCodeSession({ isProtected, nowMs, later, onOver }: CodeSessionDeps) {
  const views = createCodeViews();
  const asked = createStandingQuestion();
  let hasBegun = false;
  let isOver = false;
  let forgetTimer: (() => void) | null = null;
  let onScreen: ShownCode | null = null;

  function ask(kind: CodeAnswer['kind'], view: CodeView): Promise<CodeAnswer | null> {
    if (isOver) return Promise.resolve(null);
    const answer = asked.put(kind);
    views.tell(() => view);
    return answer;
  }

  function end(): void {
    if (isOver) return;
    isOver = true;
    onScreen = null;
    forgetTimer?.();
    asked.answer(null);
    views.end();
    onOver();
  }

  /** One copy at a time: the page waits for the result before it may send another step. */
  function copy({ copy: copyIt }: ShownCode): void {
    void copyIt().then((copied) => (copied === null ? end() : views.tell(() => copied)));
  }

  /** A page may begin only once: one that begins again was reloaded. It may answer only a view that it has seen. */
  function take(step: CodeStep): void {
    if (step.kind === 'begin' && !hasBegun) hasBegun = true;
    else if (step.kind === 'copy' && onScreen !== null && views.isSeen()) copy(onScreen);
    else if (step.kind !== 'begin' && step.kind === asked.waitsFor() && views.isSeen()) asked.answer(step);
    else end();
  }

  return {
    /**
     * Handles a step of the page; resolves when there is something to show. A step that is out of order ends the session.
     */
    step(step: CodeStep): Promise<CodeView> {
      take(step);
      return views.next();
    },
    confirmed: async (question: CodeQuestion): Promise<boolean> => {
      const unicode = toUnicode(question.domain);
      return (await ask('confirm', { kind: 'question', question, unicode })) !== null;
    },
    passphrase: async (question: PassphraseQuestion): Promise<Secret | null> => {
      const first = question.first.map(toUnicode);
      const step = await ask('passphrase', { kind: 'passphrase', question: { ...question, first } });
      return step?.kind === 'passphrase' ? new Secret(step.passphrase) : null;
    },
    unlock: async (question: UnlockQuestion): Promise<Secret | null> => {
      const step = await ask('unlock', { kind: 'unlock', question });
      return step?.kind === 'unlock' ? new Secret(step.passphrase) : null;
    },
    /** Sends the code to the page, once, and starts its timeout; false if the session is over. */
    show(shown: ShownCode): boolean {
      if (isOver) return false;
      const hidesAtMs = nowMs() + shown.forMs;
      forgetTimer = later(end, shown.forMs);
      onScreen = shown;
      views.tell(() => viewOf(shown, hidesAtMs - nowMs(), isProtected));
      return true;
    },
    /** Called when the window loses focus: this hides a code; a question stays. */
    leftWindow: () => {
      if (forgetTimer !== null) end();
    },
    isOver: () => isOver,
    end,
  };
}

const viewOf = (
  { domain, code, canHint, clearClipboardAfterS }: ShownCode,
  leftMs: number,
  isProtected: boolean,
): CodeView => ({
  kind: 'code',
  domain,
  unicode: toUnicode(domain),
  code: code.reveal(),
  hidesInMs: Math.max(0, leftMs),
  isProtected,
  canHint,
  clearClipboardAfterS,
});

type CodeAnswer = Extract<CodeStep, { readonly kind: 'confirm' | 'passphrase' | 'unlock' }>;

/** The one open question of the code window. */
function createStandingQuestion() {
  let standing: {
    readonly kind: CodeAnswer['kind'];
    readonly resolve: (answer: CodeAnswer | null) => void;
  } | null = null;
  const answer = (given: CodeAnswer | null): void => {
    const before = standing;
    standing = null;
    before?.resolve(given);
  };
  return {
    /** Opens a question. Null: it was declined, or replaced by another one. */
    put(kind: CodeAnswer['kind']): Promise<CodeAnswer | null> {
      answer(null);
      const { promise, resolve } = Promise.withResolvers<CodeAnswer | null>();
      standing = { kind, resolve };
      return promise;
    },
    answer,
    /** The kind of answer it waits for; null if no question is open. */
    waitsFor: () => standing?.kind ?? null,
  };
}

const over: CodeView = { kind: 'over' };

/** The views sent from main to the page of the code window: one at a time, each delivered once. */
export function createCodeViews() {
  let unseen: (() => CodeView) | null = null;
  let waiting: ((view: CodeView) => void) | null = null;
  let isOver = false;
  return {
    /** Creates the view at the moment of delivery: at once if the page waits for one, else when it asks next. */
    tell(view: () => CodeView) {
      if (isOver) return;
      const hand = waiting;
      waiting = null;
      if (hand === null) unseen = view;
      else hand(view());
    },
    /** Resolves with the next view. */
    next(): Promise<CodeView> {
      if (isOver) return Promise.resolve(over);
      const view = unseen;
      unseen = null;
      if (view !== null) return Promise.resolve(view());
      const { promise, resolve } = Promise.withResolvers<CodeView>();
      waiting = resolve;
      return promise;
    },
    /** Whether the page has seen the last view and does not wait for another. */
    isSeen: () => unseen === null && waiting === null,
    /** Drops an undelivered view; every waiting or later call gets the view `over`. */
    end() {
      isOver = true;
      unseen = null;
      waiting?.(over);
      waiting = null;
    },
  };
}
