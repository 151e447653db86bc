import { assertNever } from '#shared/assert-never.ts';
import type { CodeSaving, CodeSavingFile, CodeSavingState } from '#shared/domain/code.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { counted, format } from '../../../lib/format.ts';

export const savingStateWords: Readonly<Record<CodeSavingState, string>> = {
  running: 'Running',
  done: 'Done',
  stopped: 'Stopped',
  failed: 'Ended early',
};

/** Where it stands, as a title. */
export function savingTitle({ state, asked, total, outcomes, waitsFor }: CodeSaving): string {
  const far = `${format.count(asked)} of ${counted(total, 'domain', 'domains')}`;
  const codes = counted(outcomes.code, 'code', 'codes');
  switch (state) {
    case 'running':
      return waitsFor === null ? `Asking: ${far}` : `Waiting: ${far} asked`;
    case 'done':
      return `Done: ${codes} of ${counted(total, 'domain', 'domains')}`;
    case 'stopped':
      return `Stopped: ${codes}, ${far} asked`;
    case 'failed':
      return `Ended early: ${far} asked`;
    default:
      return assertNever(state);
  }
}

/** What that means, in a line. */
export function savingMeaning(saving: CodeSaving): string {
  const { state, file, waitsFor } = saving;
  switch (state) {
    case 'running':
      return waitsFor === null
        ? 'One after the other, each asked once. It goes on while you look at something else; no code is shown.'
        : `${sentencesFor(waitsFor).happened} It goes on by itself once it can.`;
    case 'done':
      return endMeaning[file].done;
    case 'stopped':
      return endMeaning[file].stopped;
    case 'failed':
      return endMeaning[file].failed;
    default:
      return assertNever(state);
  }
}

const gone = 'The file does not stand there any more: it was moved, renamed or removed.';

const endMeaning: Readonly<
  Record<CodeSavingFile, Readonly<Record<Exclude<CodeSavingState, 'running'>, string>>>
> = {
  there: {
    done: 'Each domain was asked once. The file says for each what came.',
    stopped: 'No more is asked. What had come is in the file.',
    failed: 'What had come before is in the file all the same.',
  },
  gone: {
    done: `Each domain was asked once. ${gone}`,
    stopped: `No more is asked. ${gone}`,
    failed: gone,
  },
  none: {
    done: 'Each domain was asked once. There is no file of it.',
    stopped: 'Nothing was asked, so there is no file.',
    failed: 'There is no file of it. What stood under that name is as it was.',
  },
};

export const hasFile = ({ file }: CodeSaving): boolean => file === 'there';

/** How many are left without a code that can be asked for again: those that were e-mailed have reached the registrant. */
export const askableAgain = ({ total, outcomes }: CodeSaving): number =>
  total - outcomes.code - outcomes.emailed;

/** Without its folder, whichever way the system writes paths. */
export const fileNameOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

/** What a shell takes to decrypt the file. It asks for the passphrase, and prints the codes. */
export function openCommand(path: string, isWindows: boolean): string {
  const quoted = isWindows ? `"${path}"` : `'${path.replaceAll("'", String.raw`'\''`)}'`;
  return `age --decrypt ${quoted}`;
}
