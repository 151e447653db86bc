import type { AppError } from '../errors.ts';

/** The purpose for which a transfer code is requested: the clipboard, the code window, or an encrypted file. */
export const requestActions = ['copy', 'reveal', 'save'] as const;
export type RequestAction = (typeof requestActions)[number];

/** The actions available on a domain's page. */
export type TakeAction = Exclude<RequestAction, 'save'>;

/**
 * What is done with a transfer code. `copy-shown`: the code shown in the code window was copied, without a request to
 * the service.
 */
export const codeActions = [...requestActions, 'copy-shown'] as const;
export type CodeAction = (typeof codeActions)[number];

/**
 * The outcome of requesting a code. `emailed`: the service said that it was sent to the registrant. `unclear`: an
 * answer without a recognisable code. `no-answer`: requested, without a complete answer; `not-sent`: not a byte left.
 */
export const codeOutcomes = ['code', 'emailed', 'refused', 'unclear', 'no-answer', 'not-sent'] as const;
export type CodeOutcome = (typeof codeOutcomes)[number];

/** One line of the journal of accesses: never contains the code or anything derived from it. */
export interface CodeAccess {
  /** From 1, without gaps. */
  readonly seq: number;
  readonly at: string;
  readonly accountId: string;
  readonly accountLabel: string;
  /** As A-labels. */
  readonly domain: string;
  readonly deed: CodeAction;
  /**
   * Null on the line that is flushed to disk before the request is sent. If a shown code was copied, it is `code` from
   * the start.
   */
  readonly outcome: CodeOutcome | null;
}

/**
 * The last code of a domain that somebody received: a new request may invalidate it. `at`: when it was requested, or
 * copied.
 */
export interface EarlierCode {
  readonly how: (typeof earlierWays)[number];
  readonly at: string;
}
export const earlierWays = ['copied', 'shown', 'saved', 'emailed'] as const;

const wayOfAction = {
  copy: 'copied',
  'copy-shown': 'copied',
  reveal: 'shown',
  save: 'saved',
} as const satisfies Readonly<Record<CodeAction, EarlierCode['how']>>;

/** Null if no code of the domain is known to have reached anybody. @param accesses Newest first. */
export function earlierCodeIn(accesses: readonly CodeAccess[]): EarlierCode | null {
  const last = accesses.find(({ outcome }) => outcome === 'code' || outcome === 'emailed');
  if (last === undefined) return null;
  return { how: last.outcome === 'emailed' ? 'emailed' : wayOfAction[last.deed], at: last.at };
}

/** The result of one request. The code itself is in the clipboard or in its window; the page never receives it. */
export type CodeTaken =
  | { readonly kind: 'copied'; readonly retrievedAt: string; readonly clearsAt: string }
  | { readonly kind: 'revealed'; readonly retrievedAt: string; readonly hidesAt: string }
  | { readonly kind: 'emailed'; readonly retrievedAt: string }
  /** `answer`: only the structure, with every value masked. */
  | {
      readonly kind: 'unclear';
      readonly retrievedAt: string;
      readonly status: number;
      readonly answer: string;
    }
  /** Nothing was sent to the service: the user closed the confirmation, or another one is still open. */
  | { readonly kind: 'declined'; readonly why: 'closed' | 'busy' };

/** Where codes are at present. */
export interface CodesNow {
  /** The domain whose code is in the clipboard, and when it is removed from there. */
  readonly clipboard: { readonly domain: string; readonly clearsAt: string } | null;
  /** The domain whose code is on the screen. */
  readonly shown: { readonly domain: string; readonly hidesAt: string } | null;
  /** Whether clipboard histories can be told to omit a code. If not, the user is warned before copying. */
  readonly canHint: boolean;
}

export type CodeExportState = 'running' | 'done' | 'stopped' | 'failed';

/**
 * The state of the export's file. `none`: none was written, and an existing file at that path is unchanged. `there`: it
 * was written, and existed at the last check. `gone`: it was written, and was moved, renamed or removed since.
 */
export const codeExportFiles = ['none', 'there', 'gone'] as const;
export type CodeExportFile = (typeof codeExportFiles)[number];

/** An export of many codes into one encrypted file. It ends with this run of the program. */
export interface CodeExport {
  readonly id: string;
  readonly accountId: string;
  readonly accountLabel: string;
  readonly path: string;
  readonly file: CodeExportFile;
  readonly state: CodeExportState;
  readonly total: number;
  readonly asked: number;
  /** The number of requested codes by outcome. */
  readonly outcomes: Readonly<Record<CodeOutcome, number>>;
  readonly startedAt: string;
  readonly endedAt: string | null;
  /** Why the export as a whole failed. `file` says whether the codes fetched by then are in the file nevertheless. */
  readonly error: AppError | null;
  /** Why it waits: offline, or the service asks for a pause. Null if it does not wait. */
  readonly waitsFor: AppError | null;
}

export interface CodeExportRow {
  readonly index: number;
  readonly domain: string;
  /** Null until the code was requested. */
  readonly outcome: CodeOutcome | null;
  readonly error: AppError | null;
}
