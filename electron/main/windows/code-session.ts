import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import {
  type CodeQuestion,
  type CodeStep,
  type CodeView,
  longestPassphrase,
  type PassphraseQuestion,
  shortestPassphrase,
} from '#shared/areas/code-window.ts';
import { instant } from '#shared/areas/common-schemas.ts';
import type { Same } from '#shared/areas/startup-schemas.ts';
import { earlierWays } from '#shared/domain/code.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { ok } from '#shared/result.ts';
import { guarded, type GuardedCall } from '../app/ipc.ts';
import { trustOnly } from '../app/sender.ts';
import type { ShownCode } from '../codes/codes.ts';
import type { Logger } from '../system/log.ts';
import { Secret } from '../system/secret.ts';
import { pageOrigins } from './app-protocol.ts';

interface CodeSessionDeps {
  /** Whether the window is kept out of screen captures. */
  readonly isProtected: boolean;
  readonly nowMs: () => number;
  /** Calls once, so much later; answers with what prevents it. */
  readonly later: (call: () => void, durationMs: number) => () => void;
  /** Told once, at the end of the talk, whatever ended it: the window has to go. */
  readonly onOver: () => void;
}

/** What is said between main and the page of one code window. Knows no window. */
export interface CodeSession {
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
export function createCodeSession({ isProtected, nowMs, later, onOver }: CodeSessionDeps): CodeSession {
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

type CodeAnswer = Extract<CodeStep, { readonly kind: 'confirm' | 'passphrase' }>;

/** The one question that stands in the code window. */
interface StandingQuestion {
  /** Null: it was turned down, or another one took its place. */
  readonly put: (kind: CodeAnswer['kind']) => Promise<CodeAnswer | null>;
  readonly answer: (answer: CodeAnswer | null) => void;
  /** Which answer it waits for; null while none stands. */
  readonly waitsFor: () => CodeAnswer['kind'] | null;
}

function createStandingQuestion(): StandingQuestion {
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
    put(kind) {
      answer(null);
      const { promise, resolve } = Promise.withResolvers<CodeAnswer | null>();
      standing = { kind, resolve };
      return promise;
    },
    answer,
    waitsFor: () => standing?.kind ?? null,
  };
}

/** The way of the views from main to the page of the code window: one at a time, each handed over once. */
interface CodeViews {
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

/** What the code window's page says. */
export const codeStep = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('begin') }),
  z.strictObject({ kind: z.literal('confirm') }),
  z.strictObject({
    kind: z.literal('passphrase'),
    passphrase: z.string().min(shortestPassphrase).max(longestPassphrase),
  }),
  z.strictObject({ kind: z.literal('copy') }),
  z.strictObject({ kind: z.literal('cancel') }),
]);

const name = z.string().min(1).max(253);
const accountLabel = z.string().max(80);
const accountColour = z.string().max(20);

const question = z.object({
  deed: z.enum(['copy', 'reveal']),
  domain: name,
  accountLabel,
  accountColour,
  lock: z.object({ state: z.enum(['locked', 'unlocked']), readAt: instant }).nullable(),
  canHint: z.boolean(),
  clearClipboardAfterS: z.int().min(1),
  earlier: z.object({ how: z.enum(earlierWays), at: instant }).nullable(),
});

const passphraseQuestion = z.object({
  accountLabel,
  accountColour,
  count: z.int().min(1),
  first: z.array(name).max(20).readonly(),
  fileName: z.string().max(1_000),
});

/** What it is answered with. */
const codeView = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('question'), question, unicode: name }),
  z.object({ kind: z.literal('passphrase'), question: passphraseQuestion }),
  z.object({
    kind: z.literal('code'),
    domain: name,
    unicode: name,
    // Unknown: how long a code can be. The service's answers have a limit of their own.
    code: z.string().min(1),
    hidesInMs: z.number().min(0),
    isProtected: z.boolean(),
    canHint: z.boolean(),
    clearClipboardAfterS: z.int().min(1),
  }),
  z.object({ kind: z.literal('copied'), clearsAt: instant }),
  z.object({ kind: z.literal('not-copied'), why: z.enum(['journal', 'clipboard']) }),
  z.object({ kind: z.literal('over') }),
]);

/** Do not compile unless the schemas and the channel's types say the same. */
export const codeMessagesSayWhatTheTypesSay: readonly [
  Same<z.output<typeof codeStep>, CodeStep>,
  Same<z.output<typeof codeView>, CodeView>,
] = [true, true];

/** What the page of one code window says, behind the guards of every request: nobody else takes part in the talk. */
export const codeSteps = (contentsId: number, talk: Pick<CodeSession, 'step'>, log: Logger): GuardedCall =>
  guarded({
    name: 'code.step',
    input: codeStep,
    output: codeView,
    isTrusted: trustOnly(() => contentsId, pageOrigins.code),
    handler: async (step: Parameters<CodeSession['step']>[0]) => ok(await talk.step(step)),
    log,
  });

/** How long a process may take to end by itself, once its window is gone. */
const graceMs = 300;
/** Until when it must be gone. */
const timeoutMs = 1_000;
const lookEveryMs = 10;

interface EndProcessDeps {
  readonly isAlive: () => boolean;
  readonly kill: () => void;
  readonly nowMs: () => number;
  readonly sleep: (durationMs: number) => Promise<unknown>;
}

/**
 * Waits until a process is gone that has nothing to do any more, and kills it where it takes longer than 300 ms: nobody
 * knows what else is in its memory. Ends after a second at the latest; what a kill does not end is not ours to end.
 */
export async function endProcess({ isAlive, kill, nowMs, sleep }: EndProcessDeps): Promise<void> {
  const startMs = nowMs();
  let isKilled = false;
  while (isAlive() && nowMs() - startMs < timeoutMs) {
    if (!isKilled && nowMs() - startMs >= graceMs) {
      isKilled = true;
      kill();
    }
    await sleep(lookEveryMs);
  }
}

/** The process with this id, to be ended; its parent may take a moment to notice that it has. */
export const processToEnd = (pid: number): EndProcessDeps => ({
  isAlive: () => signal(pid, 0),
  // Not by a crash, which would write a dump: of a process that had a code.
  kill: () => void signal(pid, 'SIGKILL'),
  nowMs: () => performance.now(),
  sleep: wait,
});

/** Whether there was a process to take the signal. */
function signal(pid: number, which: 0 | 'SIGKILL'): boolean {
  // 0 is not a process, but a whole group of them: ours.
  if (pid <= 0) return false;
  try {
    return process.kill(pid, which);
  } catch {
    return false;
  }
}
