import { setTimeout as wait } from 'node:timers/promises';
import { type CodeOutcome, codeOutcomes, type CodeSaving } from '#shared/domain/code.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import type { CommandServices } from '../command.ts';
import { count, counted } from '../numbers.ts';
import { sayFailure } from '../say.ts';
import { endedCode, type ExitCode, exitCodes, type Terminal } from '../terminal.ts';

type Savings = CommandServices['savings'];

const betweenLooksMs = 200;
const shownFailed = 20;

/** Shows how a saving goes until it has ended, stops it where the user asks for it, and says what came of it. */
export async function followSaving(
  command: string,
  begun: CodeSaving,
  savings: Savings,
  terminal: Terminal,
): Promise<ExitCode> {
  const saving = await followed(begun, savings, terminal);
  terminal.progress('');
  sayOutcomes(saving, savings, terminal);
  if (saving.state === 'failed' && saving.error !== null) {
    const code = sayFailure(terminal, command, saving.error);
    return code === exitCodes.usage ? exitCodes.failed : code;
  }
  if (saving.state === 'stopped' && terminal.ending.aborted) return endedCode(terminal.ending);
  return saving.outcomes.code === saving.total ? exitCodes.done : exitCodes.failed;
}

async function followed(begun: CodeSaving, savings: Savings, terminal: Terminal): Promise<CodeSaving> {
  const { id } = begun;
  const stop = (): void => {
    terminal.err('Finishing the file with what was fetched. Once more ends at once, without a file.');
    savings.stop(id);
  };
  if (terminal.ending.aborted) stop();
  terminal.ending.addEventListener('abort', stop, { once: true });
  const end = savings.ended(id);
  const over = new AbortController();
  void end.finally(() => over.abort()).catch(() => undefined);
  let said = '';
  try {
    while (!over.signal.aborted) {
      const saving = savings.list().find((each) => each.id === id);
      if (saving !== undefined) said = sayWaiting(saving, said, terminal);
      terminal.progress(progressLine(saving ?? begun));
      await wait(betweenLooksMs, undefined, { signal: over.signal }).catch(() => undefined); // It has ended.
    }
    return await end;
  } finally {
    terminal.ending.removeEventListener('abort', stop);
  }
}

function progressLine({ asked, total, outcomes, waitsFor }: CodeSaving): string {
  const parts = [`${count(asked)} of ${count(total)} asked`, counted(outcomes.code, 'code', 'codes')];
  if (asked > outcomes.code) parts.push(`${count(asked - outcomes.code)} without`);
  if (waitsFor !== null) parts.push('waiting');
  return parts.join(' · ');
}

/** Says once why it waits, and once that it goes on. */
function sayWaiting({ waitsFor }: CodeSaving, said: string, terminal: Terminal): string {
  const now = waitsFor === null ? '' : `It waits, and goes on by itself: ${sentencesFor(waitsFor).happened}`;
  if (now !== said) terminal.err(now === '' ? 'It goes on.' : now);
  return now;
}

const words: Readonly<Record<CodeOutcome, string>> = {
  code: 'in the file',
  emailed: 'e-mailed to the registrant',
  refused: 'refused',
  unclear: 'answered unclearly',
  'no-answer': 'asked without an answer',
  'not-sent': 'not asked',
};

/** How many came to what, and which have no code; never a code. */
function sayOutcomes(saving: CodeSaving, savings: Savings, { err }: Terminal): void {
  const { id, asked, total, outcomes, path, file } = saving;
  if (asked === 0) {
    err('Nothing was asked, and there is no file.');
    return;
  }
  const counts = codeOutcomes
    .filter((outcome) => outcomes[outcome] > 0)
    .map((outcome) => `${count(outcomes[outcome])} ${words[outcome]}`);
  err(`${count(asked)} of ${counted(total, 'domain', 'domains')} asked: ${counts.join(', ')}.`);
  const failed = savings.rows(id, 'failed', 0, shownFailed);
  for (const { domain, outcome, error } of failed.rows) {
    const why = error === null ? '' : `: ${sentencesFor(error).happened}`;
    err(`  ${domain} ${outcome === null ? '' : words[outcome]}${why}`);
  }
  if (failed.total > shownFailed)
    err(`  and ${count(failed.total - shownFailed)} more, which are in the file.`);
  if (file === 'there') err(`Encrypted: ${path}`);
}
