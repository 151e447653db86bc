import type { earlierCode } from '../areas/code-window-schemas.ts';
import type * as schemas from '../areas/codes.ts';
import type { TypeOf } from '../schema-type.ts';
import type { codeActions, codeOutcomes, requestActions } from './code-actions.ts';

export type RequestAction = (typeof requestActions)[number];
export type CodeAction = (typeof codeActions)[number];
export type CodeOutcome = (typeof codeOutcomes)[number];

/** What is done with a code that is there already. */
export type UnrequestedAction = Exclude<CodeAction, RequestAction>;

/** The actions available on a domain's page. */
export type TakeAction = Exclude<RequestAction, 'save'>;

export type CodeAccess = TypeOf<typeof schemas.codeAccess>;
export type CodeTaken = TypeOf<typeof schemas.codeTaken>;
export type CodesNow = TypeOf<typeof schemas.codesNow>;
export type CodeExport = TypeOf<typeof schemas.codeExport>;
export type CodeExportState = CodeExport['state'];
export type CodeExportFile = CodeExport['file'];
export type CodeExportRow = TypeOf<typeof schemas.codeExportRow>;
export type OpenedCodeFile = TypeOf<typeof schemas.openedCodeFile>;

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
