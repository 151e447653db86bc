import type { LockState } from '../domain/change.ts';
import type { EarlierCode, TakeDeed } from '../domain/code.ts';

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
  readonly deed: TakeDeed;
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
