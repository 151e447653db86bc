import type { Change } from '#shared/domain/change.ts';
import type { CodeExport } from '#shared/domain/code.ts';
import type { AppError } from '#shared/errors.ts';
import type { Codes } from '../codes/codes.ts';
import type { AccountStatus } from '../connections/status-board.ts';
import type { FieldsOf, Logger } from '../system/log.ts';
import type { Workspace } from '../workspace/workspace.ts';

type Note = Pick<Logger, 'note'>;

/** Notes that the workspace was restored, as long as nobody has acknowledged it. */
export function noteRestore(log: Note, { restoreNotice }: Pick<Workspace, 'restoreNotice'>): void {
  const notice = restoreNotice();
  if (notice === null) return;
  const isKnown = notice.kind === 'known';
  log.note('storage.restored', {
    why: isKnown ? notice.why : 'not-known',
    journal: isKnown ? notice.changes.reading : 'not-known',
  });
}

/** Notes what a change came to, or that it is not known. What is only planned or on its way is the journal's matter. */
export function noteChanges(log: Note, changes: readonly Change[]): void {
  for (const { accountId, what, state, attempts } of changes) {
    if (state === 'planned' || state === 'sending') continue;
    if (state === 'uncertain') log.note('change.uncertain', { accountId, what: what.kind });
    else log.note('change.moved', { accountId, what: what.kind, state, attempts });
  }
}

/** Notes of each account when the way to its service becomes another one; credit and clock are not news. */
export function createNoteConnections(log: Note): (status: AccountStatus) => void {
  const last = new Map<string, string>();
  return ({ accountId, connection, error }) => {
    if (accountId === null) return;
    const why = reasonOf(error);
    const now = `${connection} ${why}`;
    if (last.get(accountId) === now) return;
    last.set(accountId, now);
    log.note('connection.changed', { accountId, connection, why });
  };
}

function reasonOf(error: AppError | null): FieldsOf<'connection.changed'>['why'] {
  if (error === null) return 'none';
  if (error.kind === 'refused' || error.kind === 'unreadable') return error.why;
  return error.kind === 'unreachable' || error.kind === 'not-sent' ? error.why : 'otherwise';
}

/** The same codes; each deed is noted with what it came to. */
export const notedCodes = (codes: Codes, log: Note): Codes => ({
  ...codes,
  async take(accountId, domain, deed) {
    const taken = await codes.take(accountId, domain, deed);
    const outcome = taken.ok ? outcomes[taken.value.kind] : outcomeOf(taken.error);
    if (outcome !== null) log.note('code.taken', { accountId, deed, outcome });
    return taken;
  },
});

type CodeOutcomeNoted = FieldsOf<'code.taken'>['outcome'];

const outcomes = {
  copied: 'code',
  revealed: 'code',
  emailed: 'emailed',
  unclear: 'unclear',
  declined: null,
} as const satisfies Readonly<Record<string, CodeOutcomeNoted | null>>;

function outcomeOf({ kind }: AppError): CodeOutcomeNoted {
  if (kind === 'refused' || kind === 'not-sent') return kind;
  if (kind === 'unreachable') return 'no-answer';
  return kind === 'unreadable' ? 'unclear' : 'not-asked';
}

/** Notes how a saving of many codes ended. */
export function noteCodeExport(log: Note, { accountId, state, total, outcomes: came }: CodeExport): void {
  if (state !== 'running') log.note('codes.saved', { accountId, state, total, fetched: came.code });
}
