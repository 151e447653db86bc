import { toUnicode } from '#shared/domain/domain-name.ts';
import type { CodeQuestion, CodeStep, CodeView, PassphraseQuestion } from '#shared/ipc/code-channel.ts';
import { Secret } from '../accounts/secret.ts';
import type { ShownCode } from '../codes/code-window.ts';
import { type CodeAnswer, createStandingQuestion } from './code-question.ts';
import { createCodeViews } from './code-views.ts';

export interface CodeTalkDeps {
  /** Whether the window is kept out of screen captures. */
  readonly isProtected: boolean;
  readonly nowMs: () => number;
  /** Calls once, so much later; answers with what prevents it. */
  readonly later: (call: () => void, durationMs: number) => () => void;
  /** Told once, at the end of the talk, whatever ended it: the window has to go. */
  readonly onOver: () => void;
}

/** What is said between main and the page of one code window. Knows no window. */
export interface CodeTalk {
  /** What the page says; its answer comes when there is something to show. A page that is out of step ends the talk. */
  readonly step: (step: CodeStep) => Promise<CodeView>;
  readonly confirmed: (question: CodeQuestion) => Promise<boolean>;
  readonly passphrase: (question: PassphraseQuestion) => Promise<Secret | null>;
  /** Hands the code to the page, once, and counts its time from now on; false where the talk is over. */
  readonly show: (shown: ShownCode) => boolean;
  /** The user looks elsewhere: a code goes with that, a question stays. */
  readonly lookedAway: () => void;
  readonly isOver: () => boolean;
  readonly end: () => void;
}

/**
 * A code leaves its `Secret` in the moment in which the page gets it. The `Secret` is kept while the code is shown and no
 * longer, so that it can be copied without asking the service again. What JavaScript cannot promise: a text stays in memory, in main and in the message
 * to the page, until the collector comes by. It cannot be wiped.
 */
export function createCodeTalk({ isProtected, nowMs, later, onOver }: CodeTalkDeps): CodeTalk {
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

  /** Once at a time: the page waits for what comes of it before it may say more. */
  function copy({ copy: copyIt }: ShownCode): void {
    void copyIt().then((copied) => (copied === null ? end() : views.tell(() => copied)));
  }

  /** A page begins once: one that begins again was loaded anew. It answers what it has seen, and nothing else. */
  function take(step: CodeStep): void {
    if (step.kind === 'begin' && !hasBegun) hasBegun = true;
    else if (step.kind === 'copy' && onScreen !== null && views.isSeen()) copy(onScreen);
    else if (step.kind !== 'begin' && step.kind === asked.waitsFor() && views.isSeen()) asked.answer(step);
    else end();
  }

  return {
    step(step) {
      take(step);
      return views.next();
    },
    async confirmed(question) {
      const unicode = toUnicode(question.domain);
      return (await ask('confirm', { kind: 'question', question, unicode })) !== null;
    },
    async passphrase(question) {
      const first = question.first.map(toUnicode);
      const step = await ask('passphrase', { kind: 'passphrase', question: { ...question, first } });
      return step?.kind === 'passphrase' ? new Secret(step.passphrase) : null;
    },
    show(shown) {
      if (isOver) return false;
      const hidesAtMs = nowMs() + shown.forMs;
      forgetTimer = later(end, shown.forMs);
      onScreen = shown;
      views.tell(() => viewOf(shown, hidesAtMs - nowMs(), isProtected));
      return true;
    },
    lookedAway() {
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
