import { z } from 'zod';
import { instant } from './common-schemas.ts';
import { longestPassphrase, shortestPassphrase } from '../domain/bounds.ts';

/** What the user did in the code window. */
export const codeStep = z.discriminatedUnion('kind', [
  /** The window's page is loaded and requests its first view. */
  z.strictObject({ kind: z.literal('begin') }),
  z.strictObject({ kind: z.literal('confirm') }),
  z.strictObject({
    kind: z.literal('passphrase'),
    passphrase: z.string().min(shortestPassphrase).max(longestPassphrase),
  }),
  /** Of a file that is opened. Others than those that we accept for a file of ours may open one. */
  z.strictObject({ kind: z.literal('unlock'), passphrase: z.string().min(1).max(longestPassphrase) }),
  /** Copies the code that is shown. Neither this message nor the answer contains it. */
  z.strictObject({ kind: z.literal('copy') }),
  z.strictObject({ kind: z.literal('cancel') }),
]);

const name = z.string().min(1).max(253);
const accountLabel = z.string().max(80);
const accountColour = z.string().max(20);

/**
 * The last code of a domain that somebody received: a new request may invalidate it. `at`: when it was requested, or
 * copied.
 */
export const earlierCode = z.object({ how: z.enum(['copied', 'shown', 'saved', 'emailed']), at: instant });

/** The domain whose code is requested, and what the user should know first. */
export const codeQuestion = z.object({
  deed: z.enum(['copy', 'reveal']),
  /** As A-labels. */
  domain: name,
  accountLabel,
  accountColour,
  /** The last known state of the lock; null if unknown. A code is rarely useful while the domain is locked. */
  lock: z.object({ state: z.enum(['locked', 'unlocked']), readAt: instant }).nullable(),
  /** Whether clipboard histories can be told to omit the code. */
  canHint: z.boolean(),
  clearClipboardAfterS: z.int().min(1),
  /** A code that this request may invalidate; null if none is known. */
  earlier: earlierCode.nullable(),
});

export const passphraseQuestion = z.object({
  accountLabel,
  accountColour,
  /** The number of domains, and the first of them by name. */
  count: z.int().min(1),
  first: z.array(name).max(20).readonly(),
  /** Without its folder. */
  fileName: z.string().max(1_000),
});

/** Asks for the passphrase of a file that is opened. */
export const unlockQuestion = z.object({
  /** Without its folder. */
  fileName: z.string().max(1_000),
  /** Whether the passphrase just typed does not open it. */
  isWrong: z.boolean(),
});

const copied = z.object({ kind: z.literal('copied'), clearsAt: instant });
/** `journal`: the access could not be recorded. `clipboard`: the system's clipboard did not accept it. */
const notCopied = z.object({ kind: z.literal('not-copied'), why: z.enum(['journal', 'clipboard']) });

/** The result of copying the code that is shown. */
export const shownCopy = z.discriminatedUnion('kind', [copied, notCopied]);

/** What the code window shows. `unicode`: the name with its A-labels decoded; the unchanged name if it has none. */
export const codeView = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('question'), question: codeQuestion, unicode: name }),
  z.object({ kind: z.literal('passphrase'), question: passphraseQuestion }),
  z.object({ kind: z.literal('unlock'), question: unlockQuestion }),
  z.object({
    kind: z.literal('code'),
    domain: name,
    unicode: name,
    // Unknown: how long a code can be. The service's answers have their own limit.
    code: z.string().min(1),
    /** When it is hidden, in milliseconds from now. */
    hidesInMs: z.number().min(0),
    /** Whether the window is excluded from screen captures. */
    isProtected: z.boolean(),
    /** For copying it, as in the question. */
    canHint: z.boolean(),
    clearClipboardAfterS: z.int().min(1),
  }),
  copied,
  notCopied,
  /** Finished; the window closes. */
  z.object({ kind: z.literal('over') }),
]);
