import type { AppError } from '../errors.ts';

/** For what a service is asked for a transfer code: the clipboard, a window of its own, or an encrypted file. */
export const requestActions = ['copy', 'reveal', 'save'] as const;
export type RequestAction = (typeof requestActions)[number];

/** For what a click on a domain's page asks. */
export type TakeAction = Exclude<RequestAction, 'save'>;

/** What is done with a transfer code. `copy-shown`: the one in the code window was copied, and the service was not asked. */
export const codeActions = [...requestActions, 'copy-shown'] as const;
export type CodeAction = (typeof codeActions)[number];

/**
 * What asking for a code came to. `emailed`: the service said that it went to the registrant. `unclear`: an answer without
 * a code that can be told. `no-answer`: asked, and nothing complete came back; `not-sent`: not a byte left.
 */
export const codeOutcomes = ['code', 'emailed', 'refused', 'unclear', 'no-answer', 'not-sent'] as const;
export type CodeOutcome = (typeof codeOutcomes)[number];

/** One line of the journal of accesses: never the code, nor anything made of it. */
export interface CodeAccess {
  /** From 1, without gaps. */
  readonly seq: number;
  readonly at: string;
  readonly accountId: string;
  readonly accountLabel: string;
  /** As A-labels. */
  readonly domain: string;
  readonly deed: CodeAction;
  /** Null on the line that is on disk before the service is asked. `code` from the start where a shown code was copied. */
  readonly outcome: CodeOutcome | null;
}

/** The last code of a domain that somebody got: a new request may end it. `at`: when it was asked for, or copied. */
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

/** Null where no code of the domain is known to have reached anybody. @param accesses The newest first. */
export function earlierCodeIn(accesses: readonly CodeAccess[]): EarlierCode | null {
  const last = accesses.find(({ outcome }) => outcome === 'code' || outcome === 'emailed');
  if (last === undefined) return null;
  return { how: last.outcome === 'emailed' ? 'emailed' : wayOfAction[last.deed], at: last.at };
}

/** What became of one click. The code itself is in the clipboard or in its window; the page never has it. */
export type CodeTaken =
  | { readonly kind: 'copied'; readonly retrievedAt: string; readonly clearsAt: string }
  | { readonly kind: 'revealed'; readonly retrievedAt: string; readonly hidesAt: string }
  | { readonly kind: 'emailed'; readonly retrievedAt: string }
  /** `answer`: its shape alone, every value of it masked. */
  | {
      readonly kind: 'unclear';
      readonly retrievedAt: string;
      readonly status: number;
      readonly answer: string;
    }
  /** Nothing was asked of the service: the question was closed, or another one stands open. */
  | { readonly kind: 'declined'; readonly why: 'closed' | 'busy' };

/** Where codes are at this moment. */
export interface CodesNow {
  /** Which domain's code is in the clipboard, and when it is taken out. */
  readonly clipboard: { readonly domain: string; readonly clearsAt: string } | null;
  /** Which domain's code is on the screen. */
  readonly shown: { readonly domain: string; readonly hidesAt: string } | null;
  /** Whether clipboard histories can be asked to leave a code out. Where they cannot, the user is told before copying. */
  readonly canHint: boolean;
}

export type CodeExportState = 'running' | 'done' | 'stopped' | 'failed';

/**
 * `none`: nothing was put at its place, and what stood there stands as it was. `there`: it was, and stood there when it was
 * last looked at. `gone`: it was, and stands there no more: moved, renamed or removed.
 */
export const codeExportFiles = ['none', 'there', 'gone'] as const;
export type CodeExportFile = (typeof codeExportFiles)[number];

/** Many codes on their way into one encrypted file. It ends with this run of the program. */
export interface CodeExport {
  readonly id: string;
  readonly accountId: string;
  readonly accountLabel: string;
  readonly path: string;
  readonly file: CodeExportFile;
  readonly state: CodeExportState;
  readonly total: number;
  readonly asked: number;
  /** How many of those asked came to what. */
  readonly outcomes: Readonly<Record<CodeOutcome, number>>;
  readonly startedAt: string;
  readonly endedAt: string | null;
  /** Why it failed as a whole. Whether what had been fetched is in the file all the same, `file` says. */
  readonly error: AppError | null;
  /** It waits: offline, or the service asks for a pause. */
  readonly waitsFor: AppError | null;
}

export interface CodeExportRow {
  readonly index: number;
  readonly domain: string;
  /** Null until it was asked. */
  readonly outcome: CodeOutcome | null;
  readonly error: AppError | null;
}
