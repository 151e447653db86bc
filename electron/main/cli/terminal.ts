import { localTime } from '#shared/domain/counting.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import type { StartKeychainProcess } from '../platform/keychain.ts';
import { table } from './words.ts';
import type { ThreadUrl } from '../system/job-thread.ts';
import {
  failedIn,
  failedRestoreText,
  isToReview,
  type RestoreNotice,
  type ToReview,
} from '#shared/domain/backup.ts';

/**
 * Exit codes of the command line; scripts may rely on them. The last two are the shell's own codes for these signals.
 */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  refused: 3,
  noKeychain: 4,
  /** A batch left domains unlocked (H10). */
  leftUnlocked: 5,
  interrupted: 130,
  terminated: 143,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** What a command may use of the process it was started in, which may differ from the process that runs it. */
export interface Terminal {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** Writes raw bytes to standard output; resolves when more can be written. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly input: Input;
  /** Asks for input without echo; null if there is no terminal, or the user cancelled. */
  readonly askHidden: (prompt: string) => Promise<string | null>;
  /** How the command line is called here, for commands that are printed: `namedesk`. */
  readonly calledAs: string;
  /** An absolute path: the base of relative paths in the arguments. */
  readonly cwd: string;
  /** The width of standard error; null if it is no terminal. Then no line of it is rewritten. */
  readonly columns: number | null;
  /** Replaces the last progress line; an empty line removes it. Not shown without a terminal. */
  readonly progress: (line: string) => void;
  /** Aborts when the user or the system asks the program to end, for an {@link Ending}. */
  readonly ending: AbortSignal;
  /** Sets the arguments with which another process can continue this command if this process ends. */
  readonly canGoOnWith: (args: readonly string[]) => void;
}

/** Standard input. */
export type Input = ReturnType<typeof createInput>;

/** Why a command is asked to end: the reason of `Terminal.ending`. */
export type Ending =
  | typeof exitCodes.interrupted
  | typeof exitCodes.terminated
  /** The process that runs the command ends; the client continues the command in its own process. */
  | 'owner-ends';

/** The exit code of a command that was aborted before it was done. */
export const endedCode = (ending: AbortSignal): ExitCode =>
  ending.reason === exitCodes.terminated ? exitCodes.terminated : exitCodes.interrupted;

/** Reports an error on standard error: what happened, whether anything was changed, and what to do next. */
export function sayFailure(terminal: Terminal, command: string, error: AppError): ExitCode {
  const { happened, changed, next } = sentencesFor(error);
  terminal.err(`namedesk ${command}: ${happened} ${changed}\n${remedies[error.kind] ?? next}`);
  return codeOf(error);
}

/** What to do next, where a terminal needs another answer than a window. */
const remedies: Readonly<Partial<Record<AppError['kind'], string>>> = {
  'no-key':
    'Give the key for this run only with --key-stdin-once, or save it: "namedesk account add --help".',
  'no-account':
    '"namedesk account list" shows them all; "namedesk account add --help" explains how to add one.',
};

/** What a command lists. */
interface Listing<T> {
  readonly all: readonly T[];
  /** What a script gets of each; all of it by default. */
  readonly asJson?: (one: T) => object;
  /** Said on standard error where there is nothing. */
  readonly none: string;
  readonly titles: readonly string[];
  readonly row: (one: T) => readonly string[];
}

/** Prints a list: as JSON for scripts, otherwise as a table. */
export function sayList<T>(
  { out, err }: Terminal,
  json: true | undefined,
  { all, asJson, none, titles, row }: Listing<T>,
): ExitCode {
  if (json === true) out(JSON.stringify(asJson === undefined ? all : all.map(asJson), null, 2));
  else if (all.length === 0) err(none);
  else out(table([titles, ...all.map(row)]));
  return exitCodes.done;
}

/** Rejections that every other row of the run would get too. */
const shutOut: ReadonlySet<string> = new Set(['credentials', 'address', 'permission']);

/** All others have failed. */
const codes: Readonly<Partial<Record<AppError['kind'], ExitCode>>> = {
  'invalid-input': exitCodes.usage,
  'no-account': exitCodes.usage,
  'no-key': exitCodes.noKeychain,
  keychain: exitCodes.noKeychain,
};

export function codeOf(error: AppError): ExitCode {
  if (error.kind === 'team-unavailable' && error.why === 'no-password') return exitCodes.noKeychain;
  if (error.kind !== 'refused') return codes[error.kind] ?? exitCodes.failed;
  return shutOut.has(error.why) ? exitCodes.refused : exitCodes.failed;
}

/** As {@link sayFailure}, after the work was begun: the arguments were right. */
export function sayFailedWork(terminal: Terminal, command: string, error: AppError): ExitCode {
  const code = sayFailure(terminal, command, error);
  return code === exitCodes.usage ? exitCodes.failed : code;
}

/**
 * Reports on standard error that the workspace was restored, until the user has acknowledged it. The command line
 * cannot acknowledge it: possible changes since then are reviewed in the window.
 */
export function sayRestored(terminal: Terminal, notice: RestoreNotice | null): void {
  const failed = failedIn(notice);
  if (failed !== null)
    terminal.err(
      `namedesk: the backup of ${localTime(failed.copy.madeAt)} was not restored. ${failedRestoreText(failed)}`,
    );
  if (!isToReview(notice)) return;
  terminal.err(
    `namedesk: ${restoredWords(notice)} Open Namedesk and review what may have changed since; until then nothing paid is sent.`,
  );
}

function restoredWords(notice: ToReview): string {
  if (notice.kind === 'unknown') return 'the workspace was restored, but the notice about it cannot be read.';
  const { why, copy, replacedPath } = notice;
  if (why === 'older') return 'the file of the workspace is older than what was sent from it.';
  if (why === 'other-workspace') return 'another workspace has paid with the same login.';
  const kept = replacedPath === null ? '' : ` The damaged file is at: ${replacedPath}`;
  if (copy === null)
    return `the workspace was damaged, and there was no good backup: a new one was created.${kept}`;
  const from = `restored from the backup of ${localTime(copy.madeAt)}.`;
  return why === 'damaged' ? `the workspace was damaged and was ${from}` : `the workspace was ${from}`;
}

/** The longest line that is accepted as a key; real keys are far shorter. */
const longestLine = 8_192;
const lineFeed = 0x0a;

/** Reads an input chunk by chunk, and only as far as requested: otherwise it would wait for a terminal without need. */
export function createInput(pieces: AsyncIterable<Uint8Array>) {
  let iterator: AsyncIterator<Uint8Array> | undefined;
  let left: Uint8Array = new Uint8Array();

  async function next(): Promise<Uint8Array | null> {
    iterator ??= pieces[Symbol.asyncIterator]();
    const read = await iterator.next();
    return read.done === true ? null : read.value;
  }

  return {
    /** The first line without its line end; empty if there is none, null if it is longer than any key. */
    async firstLine(): Promise<string | null> {
      let end = left.indexOf(lineFeed);
      while (end === -1 && left.length <= longestLine) {
        const piece = await next();
        if (piece === null) break;
        left = Buffer.concat([left, piece]);
        end = left.indexOf(lineFeed);
      }
      const line = end === -1 ? left : left.subarray(0, end);
      if (line.length > longestLine) return null;
      left = left.subarray(end === -1 ? left.length : end + 1);
      return Buffer.from(line).toString('utf8').replace(/\r$/, '');
    },
    /** The input after what was already read; null if that is more than `mostBytes`. */
    async rest(mostBytes: number): Promise<Uint8Array | null> {
      const read = [left];
      let length = left.length;
      left = new Uint8Array();
      for (let piece = await next(); piece !== null; piece = await next()) {
        length += piece.length;
        if (length > mostBytes) return null;
        read.push(piece);
      }
      return length > mostBytes ? null : Buffer.concat(read);
    },
    /** The same as it arrives, for what answers while the input goes on. */
    async *pieces(): AsyncGenerator<Uint8Array, void> {
      const before = left;
      left = new Uint8Array();
      if (before.length > 0) yield before;
      for (let piece = await next(); piece !== null; piece = await next()) yield piece;
    },
  };
}

/** The program that the command line belongs to: the sources of a checkout, or an installed build. */
export interface Program {
  /** As a shell calls it: `namedesk`. */
  readonly calledAs: string;
  /** The arguments after the program's name. */
  readonly args: readonly string[];
  readonly startKeychain: StartKeychainProcess;
  readonly threadUrl: ThreadUrl;
}
