import type { LockState } from '../domain/change.ts';
import type { EarlierCode, TakeAction } from '../domain/code.ts';

/**
 * The channel between the code window and main; no request of the contract: the page cannot use it. The window says what
 * the user did and is answered with what to show next.
 */
export const codeChannel = 'namedesk-code:step';

/** What the user did in the code window. */
export type CodeStep =
  /** The page of the window is there and asks for its first view. */
  | { readonly kind: 'begin' }
  | { readonly kind: 'confirm' }
  | { readonly kind: 'passphrase'; readonly passphrase: string }
  /** Copies the code that is shown. It is no part of this message, nor of the answer. */
  | { readonly kind: 'copy' }
  | { readonly kind: 'cancel' };

/** Whose code is asked for, and what is to be known before. */
export interface CodeQuestion {
  readonly deed: TakeAction;
  /** As A-labels. */
  readonly domain: string;
  readonly accountLabel: string;
  readonly accountColour: string;
  /** The lock as it was last known; null where it never was. A code without an unlocked domain rarely helps. */
  readonly lock: { readonly state: LockState; readonly readAt: string } | null;
  /** Whether clipboard histories can be asked to leave the code out. */
  readonly canHint: boolean;
  readonly clearClipboardAfterS: number;
  /** A code that this request may end; null where none is known. */
  readonly earlier: EarlierCode | null;
}

/** What came of copying the code that is shown. */
export type ShownCopy =
  | { readonly kind: 'copied'; readonly clearsAt: string }
  /** `journal`: the access could not be written down. `clipboard`: the system's clipboard did not take it. */
  | { readonly kind: 'not-copied'; readonly why: 'journal' | 'clipboard' };

export interface PassphraseQuestion {
  readonly accountLabel: string;
  readonly accountColour: string;
  /** How many domains; the first of them by name. */
  readonly count: number;
  readonly first: readonly string[];
  /** Without its folder. */
  readonly fileName: string;
}

/** What the code window shows. */
export type CodeView =
  /** `unicode`: the name with its A-labels decoded; the name itself where it has none. */
  | { readonly kind: 'question'; readonly question: CodeQuestion; readonly unicode: string }
  | { readonly kind: 'passphrase'; readonly question: PassphraseQuestion }
  | {
      readonly kind: 'code';
      readonly domain: string;
      readonly unicode: string;
      readonly code: string;
      /** When it goes, in milliseconds from now. */
      readonly hidesInMs: number;
      /** Whether it is kept out of screen captures. */
      readonly isProtected: boolean;
      /** Of copying it, as in the question. */
      readonly canHint: boolean;
      readonly clearClipboardAfterS: number;
    }
  | ShownCopy
  /** Nothing more; the window closes. */
  | { readonly kind: 'over' };

/** The shortest passphrase that is taken, in characters; whoever finds the file can try as many as they like. */
export const shortestPassphrase = 12;
export const longestPassphrase = 1_000;

/** Said before codes are asked for. */
export const codesMayEndSentence =
  'At some registries each request makes a new code, and the one before stops working.';

/** Said before a request for a code where no earlier one is known. */
export const firstCodeSentences = `The service is asked once. ${codesMayEndSentence}`;

/**
 * Said before a request that may end a code which somebody has.
 *
 * @param ago When that one came: "3 min ago".
 */
export const newCodeSentences = ({ how }: Pick<EarlierCode, 'how'>, ago: string): string =>
  `This asks the service for a new code. The one ${wayWords[how]} ${ago} may stop working.`;

const wayWords: Readonly<Record<EarlierCode['how'], string>> = {
  copied: 'copied',
  shown: 'shown',
  saved: 'saved to a file',
  emailed: 'e-mailed to the registrant',
};
