import type { AppError } from '#shared/app-error.ts';
import type { RestoreNotice } from '#shared/domain/restore.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { type ExitCode, exitCodes, type Terminal } from './terminal.ts';

/** Says on the error output what is wrong with the arguments. */
export function sayUsage(terminal: Terminal, command: string, problem: string): ExitCode {
  terminal.err(`namedesk ${command}: ${problem}\n"namedesk ${command} --help" explains it.`);
  return exitCodes.usage;
}

/** Says on the error output what happened, whether anything was changed, and what to do next. */
export function sayFailure(terminal: Terminal, command: string, error: AppError): ExitCode {
  const { happened, changed, next } = sentencesFor(error);
  terminal.err(`namedesk ${command}: ${happened} ${changed}\n${remedies[error.kind] ?? next}`);
  return codeOf(error);
}

/** What to do next where a terminal has another way than a window. */
const remedies: Readonly<Partial<Record<AppError['kind'], string>>> = {
  'no-key':
    'Give the key for this run alone with --key-stdin-once, or keep it: "namedesk account add --help".',
  'no-account':
    '"namedesk account list" shows which there are; "namedesk account add --help" how to add one.',
};

/** Refusals that no other row of the run would fare better with. */
const shutOut: ReadonlySet<string> = new Set(['credentials', 'address', 'permission']);

const codes: Readonly<Record<Exclude<AppError['kind'], 'refused'>, ExitCode>> = {
  'invalid-input': exitCodes.usage,
  'no-account': exitCodes.usage,
  'no-key': exitCodes.noKeychain,
  keychain: exitCodes.noKeychain,
  unreachable: exitCodes.failed,
  unreadable: exitCodes.failed,
  'not-sent': exitCodes.failed,
  uncertain: exitCodes.failed,
  'open-change': exitCodes.failed,
  'changed-since': exitCodes.failed,
  'over-limit': exitCodes.failed,
  'rate-limited': exitCodes.failed,
  'account-in-use': exitCodes.failed,
  'not-available': exitCodes.failed,
  'journal-broken': exitCodes.failed,
  'restore-unacknowledged': exitCodes.failed,
  'from-backup': exitCodes.failed,
  storage: exitCodes.failed,
  cancelled: exitCodes.failed,
  bug: exitCodes.failed,
};

export function codeOf(error: AppError): ExitCode {
  if (error.kind !== 'refused') return codes[error.kind];
  return shutOut.has(error.why) ? exitCodes.refused : exitCodes.failed;
}

/**
 * Says on the error output that the workspace was restored, as long as nobody has acknowledged it. The command line cannot:
 * what may have changed since is looked at in the window.
 */
export function sayRestored(terminal: Terminal, notice: RestoreNotice | null): void {
  if (notice === null) return;
  terminal.err(
    `namedesk: ${restoredWords(notice)} Open Namedesk and look at what may have changed since; until then nothing that is paid is sent.`,
  );
}

function restoredWords(notice: RestoreNotice): string {
  if (notice.kind === 'unknown')
    return 'the workspace was restored, and what is written down about it cannot be read.';
  const { why, copy, replacedPath } = notice;
  const kept = replacedPath === null ? '' : ` The damaged file is kept: ${replacedPath}`;
  if (copy === null)
    return `the workspace was damaged, and there was no good backup: a new one was begun.${kept}`;
  const from = `restored from the backup of ${minuteOf(copy.madeAt)}.`;
  return why === 'damaged' ? `the workspace was damaged and was ${from}` : `the workspace was ${from}`;
}

/** "2026-11-20 10:00", in the time zone of whoever reads it. */
function minuteOf(instant: string): string {
  const at = new Date(instant);
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = [String(at.getFullYear()), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
