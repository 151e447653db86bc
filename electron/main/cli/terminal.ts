import { relative } from 'node:path';
import type { RestoreNotice } from '#shared/domain/backup.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import type { StartKeychainProcess } from '../platform/keychain.ts';

/** Exit codes of the command line; a script may rely on them. The last two are a shell's own for these signals. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  refused: 3,
  noKeychain: 4,
  interrupted: 130,
  terminated: 143,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** What a command may use of the process that was started for it, which need not be the one that it runs in. */
export interface Terminal {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** Bytes for the output, as they are; answers when more can be taken. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly input: Input;
  /** What is typed is not shown; null where there is no terminal to ask, or the user turned back. */
  readonly askHidden: (prompt: string) => Promise<string | null>;
  /** How the command line is called here, for commands that are shown: `namedesk`. */
  readonly calledAs: string;
  /** An absolute path: where relative ones of the arguments begin. */
  readonly cwd: string;
  /** How wide the error output is; null where it is no terminal. Then nothing is rewritten in it. */
  readonly columns: number | null;
  /** Takes the place of the last line of progress; an empty one takes it away. Unseen where there is no terminal. */
  readonly progress: (line: string) => void;
  /** Aborts when the user or the system asks the program to end, for an {@link Ending}. */
  readonly ending: AbortSignal;
  /** Says with which arguments another process can go on with what this command has begun, should this one end. */
  readonly canGoOnWith: (args: readonly string[]) => void;
}

/** The standard input. */
export interface Input {
  /** The first line, without its end; empty where there is none, null where it is longer than any key. */
  readonly firstLine: () => Promise<string | null>;
  /** What comes after what was read before; null where that is more than `mostBytes`. */
  readonly rest: (mostBytes: number) => Promise<Uint8Array | null>;
}

/** Why a command is asked to end: the reason of `Terminal.ending`. */
export type Ending =
  | typeof exitCodes.interrupted
  | typeof exitCodes.terminated
  /** The process that runs it ends, and whoever waits for it goes on with it elsewhere. */
  | 'owner-ends';

/** The exit code of a command that was asked to end before it was done. */
export const endedCode = (ending: AbortSignal): ExitCode =>
  ending.reason === exitCodes.terminated ? exitCodes.terminated : exitCodes.interrupted;

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

/** The longest line that is taken for a key; the longest key is far shorter. */
const longestLine = 8_192;
const lineFeed = 0x0a;

/** Reads an input piece by piece, and no further than is asked for: a terminal is not waited for in vain. */
export function createInput(pieces: AsyncIterable<Uint8Array>): Input {
  let iterator: AsyncIterator<Uint8Array> | undefined;
  let left: Uint8Array = new Uint8Array();

  async function next(): Promise<Uint8Array | null> {
    iterator ??= pieces[Symbol.asyncIterator]();
    const read = await iterator.next();
    return read.done === true ? null : read.value;
  }

  return {
    async firstLine() {
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
    async rest(mostBytes) {
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
  };
}

const numbers = new Intl.NumberFormat('en');

/** `12,345`: the same on every machine, so that scripts and people read the same. */
export const count = (value: number): string => numbers.format(value);

/** `1 name`, `12 names`. */
export const counted = (value: number, one: string, many: string): string =>
  `${count(value)} ${value === 1 ? one : many}`;

/** `12 s`, `3 min 5 s`, `2 h 4 min`. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`;
  return minutes % 60 === 0
    ? `${count(minutes / 60)} h`
    : `${count(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}

/** Rows as text, column below column; the last column is not filled up. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, cell.length)));
  const last = widths.length - 1;
  return rows
    .map((row) =>
      row
        .map((cell, at) => (at === last ? cell : cell.padEnd(widths[at] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** What the command line needs of the program that it belongs to: the sources of a checkout, or an installed build. */
export interface Program {
  /** As a shell calls it: `namedesk`. */
  readonly calledAs: string;
  /** Behind the program's name. */
  readonly args: readonly string[];
  readonly startKeychain: StartKeychainProcess;
  readonly workspaceWorkerUrl: URL;
  readonly intakeWorkerUrl: URL;
  readonly exportWorkerUrl: URL;
  readonly savingWorkerUrl: URL;
  readonly backupReaderUrl: URL;
}

const plain = /^[\w@%+=:,./-]+$/;

/** A command line as it can be pasted into a shell. @param calledAs As the shell knows the program. */
export const shellLine = (calledAs: string, args: readonly string[]): string =>
  [calledAs, ...args.map(quoted)].join(' ');

/** How this process was called: by npm's script, or straight from the sources. */
export function calledAs(environment: NodeJS.ProcessEnv, argv: readonly string[], cwd: string): string {
  if (environment['npm_lifecycle_event'] === 'namedesk') return 'npm run --silent namedesk --';
  return `node ${quoted(relative(cwd, argv[1] ?? '') || '.')}`;
}

const quoted = (arg: string): string =>
  plain.test(arg) ? arg : process.platform === 'win32' ? `"${arg}"` : `'${arg.replaceAll("'", "'\\''")}'`;
