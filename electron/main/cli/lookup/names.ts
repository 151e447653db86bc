import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Draft, DraftReport, NameSource, ReadingChoices } from '../../intake/nouns.ts';
import type { Intake } from '../../intake/intake.ts';
import { count, counted } from '../numbers.ts';
import type { Terminal } from '../terminal.ts';

/** Where the names are and how they are to be read. */
export interface NamesAsked {
  /** A file, or `-` for the standard input. */
  readonly from: string;
  readonly choices: ReadingChoices;
}

/** As much of the standard input as of a file. */
const mostBytes = 64 * 1_048_576;
const shownExamples = 3;

/**
 * The names, cleaned; what was left out or changed is said on the error output.
 *
 * Fails with: `invalid-input`.
 */
export async function readNames(
  { from, choices }: NamesAsked,
  intake: Intake,
  terminal: Terminal,
): Promise<Result<Draft>> {
  const source = await sourceOf(from, terminal);
  if (!source.ok) return source;
  const draftId = randomUUID();
  try {
    const report = await intake.read(draftId, source.value, choices);
    if (!report.ok) return report;
    for (const line of remarksOn(report.value)) terminal.err(line);
    if (report.value.names === 0) return noNames(report.value);
    const draft = await intake.draft(draftId);
    return draft.ok && from === '-' ? ok({ ...draft.value, source: 'command line' }) : draft;
  } finally {
    intake.discard(draftId);
  }
}

async function sourceOf(from: string, terminal: Terminal): Promise<Result<NameSource>> {
  if (from !== '-') return ok({ kind: 'file', path: resolve(terminal.cwd, from) });
  const bytes = await terminal.input.rest(mostBytes);
  return bytes === null
    ? invalid('The standard input has more than 64 MiB of names.')
    : ok({ kind: 'bytes', fileName: 'standard input', bytes });
}

function remarksOn(report: DraftReport): readonly string[] {
  const { names, rows, changed, changes, dropped } = report;
  const lines = [`${counted(names, 'name', 'names')} out of ${counted(rows, 'row', 'rows')}.`];
  if (changed > 0) {
    const examples = changes.map(({ text, name }) => `${quoted(text)} as ${name}`);
    lines.push(
      `${counted(changed, 'row was', 'rows were')} taken in another form: ${some(examples, changed)}.`,
    );
  }
  return dropped === 0
    ? lines
    : [...lines, `${counted(dropped, 'row was', 'rows were')} left out:`, ...dropLines(report)];
}

const dropLines = ({ drops, dropsByReason }: DraftReport): readonly string[] =>
  dropsByReason.map((each) => {
    const examples = drops
      .filter(({ reason }) => reason === each.reason)
      .map(({ line, text }) => `line ${line} ${quoted(text)}`);
    const where = examples.length === 0 ? '' : ` (${some(examples, each.count)})`;
    return `  ${count(each.count)} × ${each.reason}${where}`;
  });

/** The first few of so many. */
const some = (examples: readonly string[], all: number): string =>
  `${examples.slice(0, shownExamples).join(', ')}${all > shownExamples ? ', …' : ''}`;

const quoted = (text: string): string => `"${text.slice(0, 60)}"`;

const noNames = ({ rows }: DraftReport): Result<never> =>
  invalid(rows === 0 ? 'There are no names in it.' : 'No name is left.');

const invalid = (reason: string): Result<never> => fail({ kind: 'invalid-input', field: 'names', reason });
