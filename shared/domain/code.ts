import type { earlierCode } from '../areas/code-window-schemas.ts';
import type * as schemas from '../areas/codes.ts';
import type { AppError } from '../errors.ts';
import type { TypeOf } from '../schema-type.ts';
import type { codeActions, codeFormats, codeOutcomes, requestActions } from './code-actions.ts';

export type RequestAction = (typeof requestActions)[number];
export type CodeAction = (typeof codeActions)[number];
export type CodeFormat = (typeof codeFormats)[number];
export type CodeOutcome = (typeof codeOutcomes)[number];

/** What is done with a code that is there already. */
export type UnrequestedAction = Exclude<CodeAction, RequestAction>;

/** The actions available on a domain's page. */
export type TakeAction = Exclude<RequestAction, 'save'>;

export type CodeAccess = TypeOf<typeof schemas.codeAccess>;
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
export type CodesNow = TypeOf<typeof schemas.codesNow>;
export type CodeExport = TypeOf<typeof schemas.codeExport>;
export type CodeExportState = CodeExport['state'];
export type CodeExportFile = CodeExport['file'];
export interface CodeExportRow {
  readonly index: number;
  readonly domain: string;
  /** Null until the code was requested. */
  readonly outcome: CodeOutcome | null;
  readonly error: AppError | null;
}
/** An encrypted file whose codes main holds until it is closed: the domains, without the codes. */
export interface OpenedCodeFile {
  readonly id: string;
  /** Without its folder. */
  readonly fileName: string;
  /** When the last of its codes was requested; null if it has no row. */
  readonly requestedAt: string | null;
  readonly rows: readonly { readonly domain: string; readonly hasCode: boolean }[];
}

export type EarlierCode = TypeOf<typeof earlierCode>;

const wayOfAction = {
  copy: 'copied',
  'copy-shown': 'copied',
  reveal: 'shown',
  'show-saved': 'shown',
  save: 'saved',
} as const satisfies Readonly<Record<CodeAction, EarlierCode['how']>>;

/** Null if no code of the domain is known to have reached anybody. @param accesses Newest first. */
export function earlierCodeIn(accesses: readonly CodeAccess[]): EarlierCode | null {
  const last = accesses.find(({ outcome }) => outcome === 'code' || outcome === 'emailed');
  if (last === undefined) return null;
  return { how: last.outcome === 'emailed' ? 'emailed' : wayOfAction[last.deed], at: last.at };
}
