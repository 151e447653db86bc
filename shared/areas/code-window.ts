import type { LockState } from '../domain/change.ts';
import type { EarlierCode, TakeAction } from '../domain/code.ts';

/**
 * The channel between the code window and main. It is not a request of the contract, so the page cannot use it. The
 * window sends what the user did and receives what to show next.
 */
export const codeChannel = 'namedesk-code:step';

/** What the user did in the code window. */
export type CodeStep =
  /** The window's page is loaded and requests its first view. */
  | { readonly kind: 'begin' }
  | { readonly kind: 'confirm' }
  | { readonly kind: 'passphrase'; readonly passphrase: string }
  /** Copies the code that is shown. Neither this message nor the answer contains it. */
  | { readonly kind: 'copy' }
  | { readonly kind: 'cancel' };

/** The domain whose code is requested, and what the user should know first. */
export interface CodeQuestion {
  readonly deed: TakeAction;
  /** As A-labels. */
  readonly domain: string;
  readonly accountLabel: string;
  readonly accountColour: string;
  /** The last known state of the lock; null if unknown. A code is rarely useful while the domain is locked. */
  readonly lock: { readonly state: LockState; readonly readAt: string } | null;
  /** Whether clipboard histories can be told to omit the code. */
  readonly canHint: boolean;
  readonly clearClipboardAfterS: number;
  /** A code that this request may invalidate; null if none is known. */
  readonly earlier: EarlierCode | null;
}

/** The result of copying the code that is shown. */
export type ShownCopy =
  | { readonly kind: 'copied'; readonly clearsAt: string }
  /** `journal`: the access could not be recorded. `clipboard`: the system's clipboard did not accept it. */
  | { readonly kind: 'not-copied'; readonly why: 'journal' | 'clipboard' };

export interface PassphraseQuestion {
  readonly accountLabel: string;
  readonly accountColour: string;
  /** The number of domains, and the first of them by name. */
  readonly count: number;
  readonly first: readonly string[];
  /** Without its folder. */
  readonly fileName: string;
}

/** What the code window shows. */
export type CodeView =
  /** `unicode`: the name with its A-labels decoded; the unchanged name if it has none. */
  | { readonly kind: 'question'; readonly question: CodeQuestion; readonly unicode: string }
  | { readonly kind: 'passphrase'; readonly question: PassphraseQuestion }
  | {
      readonly kind: 'code';
      readonly domain: string;
      readonly unicode: string;
      readonly code: string;
      /** When it is hidden, in milliseconds from now. */
      readonly hidesInMs: number;
      /** Whether the window is excluded from screen captures. */
      readonly isProtected: boolean;
      /** For copying it, as in the question. */
      readonly canHint: boolean;
      readonly clearClipboardAfterS: number;
    }
  | ShownCopy
  /** Finished; the window closes. */
  | { readonly kind: 'over' };

/** The minimum length of a passphrase, in characters. Whoever finds the file can try as many as they like. */
export const shortestPassphrase = 12;
export const longestPassphrase = 1_000;

/** Shown before codes are requested. */
export const codesMayEndSentence =
  'At some registries each request makes a new code, and the one before stops working.';

/** Shown before a request for a code if no earlier one is known. */
export const firstCodeSentences = `The service is asked once. ${codesMayEndSentence}`;

/**
 * Shown before a request that may invalidate a code which somebody has.
 *
 * @param ago When that one was obtained: "3 min ago".
 */
export const newCodeSentences = ({ how }: Pick<EarlierCode, 'how'>, ago: string): string =>
  `This asks the service for a new code. The one ${wayWords[how]} ${ago} may stop working.`;

const wayWords: Readonly<Record<EarlierCode['how'], string>> = {
  copied: 'copied',
  shown: 'shown',
  saved: 'saved to a file',
  emailed: 'e-mailed to the registrant',
};
