import { type Change, isAccepted } from '#shared/domain/change.ts';
import type { CodeExport } from '#shared/domain/code.ts';
import type { AppError } from '#shared/errors.ts';
import type { Codes } from '../codes/create-codes.ts';
import type { AccountStatus } from '../connections/status-board.ts';
import type { FieldsOf, Logger } from '../system/log.ts';
import type { Workspace } from '../workspace/workspace.ts';

type Note = Pick<Logger, 'note'>;

/** Logs that the workspace was restored, until the user has acknowledged it. */
export function noteRestore(log: Note, { restoreNotice }: Pick<Workspace, 'restoreNotice'>): void {
  const notice = restoreNotice();
  if (notice === null) return;
  if (notice.kind === 'failed') {
    log.note('storage.not-restored', { fault: notice.failed.fault });
    return;
  }
  const isKnown = notice.kind === 'known';
  log.note('storage.restored', {
    why: isKnown ? notice.why : 'not-known',
    journal: isKnown ? notice.changes.reading : 'not-known',
  });
}

/**
 * Logs the final state of a change, or that its outcome is unknown. Planned and pending changes are only in the
 * journal.
 */
export function noteChanges(log: Note, changes: readonly Change[]): void {
  for (const change of changes) {
    const { accountId, what, state, attempts } = change;
    if (state === 'planned' || state === 'sending') continue;
    if (state === 'uncertain') log.note('change.uncertain', { accountId, what: what.kind });
    else
      log.note('change.moved', {
        accountId,
        what: what.kind,
        state: isAccepted(change) ? 'accepted' : state,
        attempts,
      });
  }
}

/** Logs each change of an account's connection status; credit and clock changes are not logged. */
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

/** Wraps `codes` so that each action is logged with its outcome. */
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

/** Logs how a code export ended. */
export function noteCodeExport(log: Note, { accountId, state, total, outcomes: came }: CodeExport): void {
  if (state !== 'running') log.note('codes.saved', { accountId, state, total, fetched: came.code });
}
